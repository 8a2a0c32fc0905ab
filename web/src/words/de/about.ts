import type { Catalogue } from '../en';

export const about: Catalogue['about'] = {
  title: 'Über Quadrille',
  lead: 'Schach zu viert wurde immer wieder neu erfunden. Mit Quadrille bleiben diese Spiele spielbar. Du kannst die Regeln jedes Spiels lesen, ausprobieren und ändern.',
  learn: 'Lernen',
  learnAbout:
    'Die <games>Liste der Spiele</games> ist nach Jahren geordnet. Die Seite eines Spiels zeigt seine Regeln mit ihren Quellen. Zwei Marken zeigen, was eine Quelle offenlässt: <reconstructed>rekonstruiert</reconstructed>, wenn ein Teil der Quelle verloren ist, <decided>hier entschieden</decided>, wenn die Quelle schweigt. „Zeig es mir“ öffnet Lektionen. Jede Lektion hat eine Stellung, einen gesuchten Zug und seine Folgen.',
  play: 'Spielen',
  playAbout:
    'Jeden Platz spielt ein Mensch oder ein Computerspieler. Manche Regeln lassen auch Plätze ohne Spieler. Wenn du einen unerlaubten Zug versuchst, erklärt die Seite den Grund und nennt die Regel. Die Seite speichert deine Partie in diesem Browser.',
  link: 'Ein Link zu einer Partie enthält die ganze Partie.',
  linkOffline: 'Ein Link zu einer Partie enthält die ganze Partie, und kein Server sieht sie.',
  pointer: 'Das Brett mit Maus und Finger',
  pointerAbout:
    'Klicke auf eine Figur und dann auf ihr Zielfeld, oder ziehe sie. Auf kleinen Bildschirmen zeigt eine Lupe das Feld unter deinem Finger. Pfeile zeichnest du mit der rechten Maustaste oder mit dem Stift.',
  keys: 'Das Brett mit der Tastatur',
  keysAbout: 'Die Tabulatortaste führt zum Brett. Diese Tasten wirken, solange ein Feld des Bretts den Fokus hat.',
  made: 'Wie es gemacht ist',
  madeServed:
    'Eine Engine in Rust spielt jedes Spiel nach seinem Regelwerk. Sie ist ein Teil des Programms, das diese Seite ausliefert. Die Seite selbst enthält keine Regeln.',
  madeStatic:
    'Eine Engine in Rust spielt jedes Spiel nach seinem Regelwerk. Sie läuft in deinem Browser, nach WebAssembly übersetzt. Die Seite selbst enthält keine Regeln.',
};
