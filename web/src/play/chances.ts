// The winning chances of all teams.

import type { AnalysedLineView, Prospect, SeatView } from '../protocol';

/// The winning chances of a team, from 0 to 1.
export interface TeamChance {
  team: string;
  seats: SeatView[];
  chance: number;
}

/// Returns the winning chances of the team to move if a line is played, or null if they are unknown.
export function chanceOf({ share, wins_after, loses_after }: AnalysedLineView): number | null {
  if (wins_after !== null) return 1;
  return loses_after !== null ? 0 : share;
}

/// Sorts lines by their value for the team to move, the best first. A quicker win and a later loss count as better.
export function ranked(lines: AnalysedLineView[]): AnalysedLineView[] {
  const worth = (line: AnalysedLineView): number =>
    (chanceOf(line) ?? -1) + ((line.loses_after ?? 0) - (line.wins_after ?? 0)) / 1e6;
  return [...lines].sort((a, b) => worth(b) - worth(a));
}

/// Returns the static evaluations of all teams. After the end of a game, returns its result.
export function staticChances(seats: SeatView[], prospects: Prospect[]): TeamChance[] {
  return [...new Set(seats.map((seat) => seat.team))].map((team) => {
    const members = seats.filter((seat) => seat.team === team);
    return { team, seats: members, chance: prospects.find((one) => one.seat === members[0]?.name)?.share ?? 0 };
  });
}

/// Returns the winning chances of all teams. The team of `mover` has the given chance. The other teams share the rest
/// in proportion to their static evaluations.
export function teamChances(seats: SeatView[], mover: string, chance: number, prospects: Prospect[]): TeamChance[] {
  const own = seats.find((seat) => seat.name === mover)?.team;
  const teams = staticChances(seats, prospects);
  const others = teams.filter((one) => one.team !== own);
  const sum = others.reduce((total, one) => total + one.chance, 0);
  return teams.map((one) => ({
    ...one,
    chance: one.team === own ? chance : (1 - chance) * (sum > 0 ? one.chance / sum : 1 / others.length),
  }));
}

/// Returns the number of moves of the team to move in the first `plies` plies of a forced line.
export function movesUntil(plies: number, line: AnalysedLineView, seats: SeatView[]): number {
  const first = seats.find((seat) => seat.name === line.plies[0]?.seat);
  const members = seats.filter((seat) => seat.team === first?.team).map((seat) => seat.name);
  if (line.plies.length < plies) return Math.ceil((plies * Math.max(1, members.length)) / seats.length);
  return line.plies.slice(0, plies).filter((ply) => members.includes(ply.seat)).length;
}

/// A ply that changed the winning chances considerably.
export interface TurningPoint {
  ply: number;
  /// The seats of the team whose chances rose most.
  team: SeatView[];
  before: number;
  after: number;
}

/// The smallest change that counts as a turning point. Searches are not exact enough for smaller changes.
const LEAST_CHANGE = 0.05;

/// Returns the plies that changed the winning chances most, in the order of the game.
export function turningPoints(chances: (TeamChance[] | null)[], count: number): TurningPoint[] {
  const points = chances.flatMap((now, ply): TurningPoint[] => {
    const last = chances[ply - 1];
    if (now === null || last == null) return [];
    const rises = now.map(({ seats, chance }, i) => ({
      ply,
      team: seats,
      before: last[i]?.chance ?? 0,
      after: chance,
    }));
    const [most] = rises.sort(byRise);
    return most === undefined || rise(most) < LEAST_CHANGE ? [] : [most];
  });
  return points
    .sort(byRise)
    .slice(0, count)
    .sort((a, b) => a.ply - b.ply);
}

const rise = ({ before, after }: TurningPoint): number => after - before;
const byRise = (a: TurningPoint, b: TurningPoint): number => rise(b) - rise(a);
