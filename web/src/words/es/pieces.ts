// The Spanish names of the kinds of pieces, by gender.

const MASCULINE: Record<string, string> = {
  pawn: 'peón',
  knight: 'caballo',
  bishop: 'alfil',
  king: 'rey',
  elephant: 'elefante',
  horse: 'caballo',
  ship: 'barco',
  boat: 'bote',
  chariot: 'carro',
  soldier: 'soldado',
  general: 'general',
  archbishop: 'arzobispo',
  chancellor: 'canciller',
  alfil: 'alfil antiguo',
  camel: 'camello',
  wazir: 'visir',
  archer: 'arquero',
  gold: 'general de oro',
  silver: 'general de plata',
  dragon: 'dragón',
  emperor: 'emperador',
  officer: 'oficial',
  deputy: 'delegado',
  dagger: 'puñal',
  corpse: 'cadáver',
  chief: 'jefe',
  assassin: 'asesino',
  reporter: 'reportero',
  diplomat: 'diplomático',
  militant: 'militante',
  necromobile: 'necromóvil',
  queens_pawn: 'peón de dama',
  bishops_pawn: 'peón de alfil',
  knights_pawn: 'peón de caballo',
  rooks_pawn: 'peón de torre',
};

const FEMININE: Record<string, string> = {
  rook: 'torre',
  queen: 'dama',
  one_point_queen: 'dama de un punto',
  amazon: 'amazona',
  fers: 'alferza',
  ferz: 'alferza',
  lance: 'lanza',
  giraffe: 'jirafa',
  catapult: 'catapulta',
  crossbow: 'ballesta',
  sword: 'espada',
  checker: 'ficha',
  man: 'ficha',
  stone: 'piedra',
  piece: 'pieza',
  unknown: 'pieza desconocida',
};

const FEMININE_NAMES = new Set(Object.values(FEMININE));
const MASCULINE_NAMES = new Set(Object.values(MASCULINE));

export const kinds: Record<string, string> = { ...MASCULINE, ...FEMININE };

/// Returns a piece with its article, such as "el caballo de Rojo". `kind` is the name of its kind. If the name is not
/// Spanish, returns words such as "la pieza giant squid".
export function definite(piece: string, kind: string): string {
  if (FEMININE_NAMES.has(kind)) return `la ${piece}`;
  return MASCULINE_NAMES.has(kind) ? `el ${piece}` : `la pieza ${piece}`;
}
