// The comparison of two games.

import type { MetricName } from '../../protocol/sentences';
import { common } from './common';

const { many, number } = common.grammar;

const game = { one: 'game', other: 'games' };
const onEach = (games: number): string => `${many(games, game)} on each side`;
const compared = (start: string, side: string, b: string, a: string): string =>
  `${start} in “${side}”: ${b} instead of ${a}.`;

interface MetricWords {
  name: string;
  about: string;
}

export const compare = {
  title: 'Compare two games',
  about: 'Which rule matters? Two rulesets play several hundred games each while you watch.',
  first: 'Choose the first game',
  with: (title: string) => `Compare ${title} with …`,
  withTitle: (title: string) => `Compare ${title}`,
  compared: (a: string, b: string) => `${a} and ${b} compared`,
  notOpened: 'These rules can’t be opened',
  notCompared: 'These games can’t be compared',
  chooseOthers: 'Choose other games',
  readings: 'Another reading of the same game',
  oneSetting: 'The same game with one setting changed',
  chooseSettings: 'Choose settings',
  otherGame: 'Another game',

  sides: 'Both sides',
  side: (letter: string) => `Side ${letter}`,
  rules: 'Rules',
  preset: 'Preset',
  asItStands: 'As it stands',
  own: (title: string) => `${title} (own rules)`,
  dated: (title: string, year: string) => `${title} (${year})`,
  settings: (settings: number) => many(settings, { one: 'setting', other: 'settings' }),
  setting: (name: string, value: string) => `${name}: ${value}`,
  yes: 'yes',
  no: 'no',

  same: 'Both sides have the same rules.',
  playing: 'Playing …',
  noDifference: (games: number) => `No difference was found after ${onEach(games)}.`,
  noAnswer: 'No answer yet.',
  /// The answers about some metrics. `otherAnswer` is used for all other metrics.
  answers: {
    decided: (more: boolean, side: string, b: string, a: string) =>
      compared(`${more ? 'More' : 'Fewer'} games have a winner`, side, b, a),
    outright: (more: boolean, side: string, b: string, a: string) =>
      compared(`${more ? 'More' : 'Fewer'} games have a single winner`, side, b, a),
    drawn: (more: boolean, side: string, b: string, a: string) =>
      compared(`${more ? 'More' : 'Fewer'} games end in a draw`, side, b, a),
    stopped: (more: boolean, side: string, b: string, a: string) =>
      compared(`${more ? 'More' : 'Fewer'} games reach the limit of moves`, side, b, a),
    length: (more: boolean, side: string, b: string, a: string) =>
      `Games are ${more ? 'longer' : 'shorter'} in “${side}”: ${b} moves instead of ${a}.`,
  },
  otherAnswer: (about: string, side: string, b: string, a: string) => `${about}: ${b} in “${side}” instead of ${a}.`,
  announced: (answer: string, games: number) => `${answer} ${onEach(games)}.`,
  change: (change: string, low: string, high: string) => `${change} (${low} to ${high})`,
  difference: (change: string) => `B minus A: ${change}`,
  differenceOf: (about: string, change: string) => `${about}, B minus A: ${change}`,
  interval: (change: string, unit: string) => `${change} ${unit}, 95 % interval, valid whenever you stop`,
  stop: 'Stop',
  play: 'Play',
  continue: 'Continue',
  question: 'Question',
  metricAbout: (metric: string, about: string) => `${metric}: ${about}`,
  played: 'Games played on each side',
  count: onEach,
  randomMoves: 'Random moves alone show little about real players.',

  results: {
    title: 'In the games',
    narrowing: (games: number) => `The interval over ${many(games, game)}`,
    narrowingAbout: 'The measured change and its interval, from look to look.',
    answered: (games: number) => `The answer was known after ${onEach(games)}.`,
    metric: 'Metric',
    less: 'less in B',
    more: 'more in B',
    nothing: 'No other metric shows a clear change.',
    unclear: (metrics: number) => `${many(metrics, { one: 'metric', other: 'metrics' })} without a clear change`,
    endings: 'How games end',
    ending: 'Ending',
    clauses: 'Games in which a clause applies',
    clause: 'Clause',
  },

  watch: {
    title: 'Watch one of the games',
    game: 'Game',
    of: (games: number) => `of ${number(games)}`,
    underA: 'Watch it under the rules of <s>A</s>',
    underB: 'Watch it under the rules of <s>B</s>',
    seeds:
      'Games with the same number use the same seed on both sides. They start alike, and differ as soon as the rules do.',
  },

  differences: {
    title: 'What differs in the rules',
    sameTexts: 'The texts of the rules are the same. The scripts differ.',
    general: 'In general',
    settings: 'Settings',
    pieces: 'Pieces',
    clauses: 'Clauses',
    lone: (clauses: number) => `${many(clauses, { one: 'clause', other: 'clauses' })} on one side only`,
    loneTitle: 'Clauses on one side only',
    subject: 'Subject',
    ruleset: 'Ruleset',
    preset: 'Preset',
    noPreset: 'none',
    board: 'Board',
    squares: (squares: number, files: number, ranks: number) =>
      `${many(squares, { one: 'square', other: 'squares' })} on ${files} × ${ranks}`,
    players: 'Players',
    sides: 'Sides',
    teams: 'teams',
    alone: 'each player alone',
    dice: 'Dice',
    start: 'At the start',
    pieceCount: (pieces: number) => many(pieces, { one: 'piece', other: 'pieces' }),
  },

  saved: {
    about: 'These results come from the link. They are not played again here.',
    play: 'Play these games again',
    unreadable: 'The link holds no results that this page can read. The games are played instead.',
  },

  method: {
    title: 'How sure is this?',
    question: (least: number, most: number) =>
      `One metric is the question, and only this metric decides. Both sides play with the same seeds, and each game of B is compared with the same game of A. Play stops when the interval of the change excludes zero. Each side plays at least ${number(least)} and at most ${number(most)} games.`,
    looks:
      '<b>You may look as often as you like.</b> The interval is a confidence sequence, which is valid at every time at once. The answer is wrong with a probability of at most 5 %. The intervals of the other metrics are wider, because there are many of them (Holm’s method). The probability that a change is marked among them by mistake is at most 5 %, too. A metric without a mark may still have changed.',
    counted: 'Endings and clauses are counted, not tested.',
    command: 'This command plays the same games and gives the same answer. It also accepts several agents.',
    copy: 'Copy',
    copied: 'Copied',
    copiedCommand: 'The command is copied.',
    ownFiles: 'Save your own files in the folder that the command names.',
    save: 'Save the report',
    csv: 'Save as CSV',
    json: 'Save as JSON',
    link: 'Copy a link with these results',
    linkName: 'Link with these results',
    copiedLink: 'The link is copied.',
    linkLong: 'Some programs cut links of this length.',
    report: 'The report is one file. It contains curves, the squares of captures, and games to step through.',
  },

  /// The words for endings that are neither clauses nor listed in `expects`.
  endings: { ply_limit: 'the limit of moves', rule: 'a rule without a clause' },
  units: {
    share: 'percentage points',
    plies: 'moves',
    rounds: 'rounds',
    moves: 'legal moves',
    'per game': 'per game',
    seats: 'seats',
    'pieces per ply': 'pieces per move',
    'per ply': 'per move',
    digits: 'digits',
    'moves per turn': 'legal moves per turn',
    variance: 'variance',
  },
  metrics: {
    decided: { name: 'Decided', about: 'games with a winner' },
    outright: { name: 'Outright', about: 'games with a single winner' },
    drawn: { name: 'Drawn', about: 'games that end in a draw' },
    stopped: { name: 'Stopped', about: 'games stopped at the limit of moves' },
    length: { name: 'Length', about: 'moves until the end' },
    rounds: { name: 'Rounds', about: 'rounds begun' },
    branching: { name: 'Branching', about: 'legal moves in a turn' },
    branching_most: { name: 'Most branching', about: 'most legal moves in any turn' },
    branching_trend: { name: 'Trend of branching', about: 'legal moves gained from one turn to the next' },
    choice_turns: { name: 'Turns with a choice', about: 'turns with more than one legal move' },
    decision_factor: { name: 'Decision factor', about: 'legal moves in a turn with a choice' },
    complexity: { name: 'Complexity', about: 'digits in the size of the game tree' },
    clarity: { name: 'Clarity', about: 'legal moves that gain nearly as much as the best' },
    chance_share: { name: 'Chance', about: 'moves decided by dice or nature' },
    captures: { name: 'Captures', about: 'pieces captured' },
    capture_rate: { name: 'Capture rate', about: 'pieces captured per move' },
    promotions: { name: 'Promotions', about: 'pieces that became another kind' },
    drops: { name: 'Drops', about: 'pieces dropped from the hand' },
    checks: { name: 'Checks', about: 'seats brought into check' },
    mates: { name: 'Mates', about: 'mates' },
    coverage: { name: 'Coverage', about: 'squares that any piece ever occupied' },
    seat_coverage: { name: 'Coverage by a seat', about: 'squares that a seat’s pieces ever occupied' },
    repetition: { name: 'Repetition', about: 'turns in a position that occurred before' },
    dead_time: { name: 'Dead time', about: 'time that a seat is frozen or out of the game' },
    freezes: { name: 'Freezes', about: 'seats frozen' },
    releases: { name: 'Releases', about: 'seats released' },
    release_rate: { name: 'Release rate', about: 'freezes that end with a release' },
    freeze_length: { name: 'Length of a freeze', about: 'moves from a freeze to its end' },
    eliminations: { name: 'Eliminations', about: 'seats that left the game before its end' },
    lead_changes: { name: 'Lead changes', about: 'changes of the side in the lead' },
    lead_change_rate: { name: 'Rate of lead changes', about: 'changes of the lead per move' },
    kingmaking: { name: 'Kingmaking', about: 'changes of the lead caused by a hopeless side' },
    drama: { name: 'Drama', about: 'distance of the winner behind the leader' },
    drama_behind: { name: 'Drama while behind', about: 'root of the winner’s distance while behind' },
    decision_threshold: { name: 'Decision threshold', about: 'highest share that a losing side ever held' },
    decision_time: { name: 'Decision time', about: 'time at which the winner’s share passed all others' },
    instability: { name: 'Instability', about: 'variance of a side’s share of the strength' },
    late_uncertainty: { name: 'Late uncertainty', about: 'entropy of the shares in the second half' },
    greatest_gain: { name: 'Greatest gain', about: 'largest gain of the mover’s share in one move' },
    first_side: { name: 'First side', about: 'share of the result for the side that moves first' },
    first_side_decided: {
      name: 'First side, decided',
      about: 'wins of the side that moves first, in games with a single winner',
    },
  } satisfies { [Name in MetricName]: MetricWords } & Record<string, MetricWords>,
  teamMetric: (team: string) => `Team ${team}`,
  clauseMetric: (clause: string) => `Clause ${clause}`,
  resultAbout: (side: string) => `share of the result for ${side}`,
  countAbout: 'counted by a script',
  clauseAbout: (clause: string) => `games in which ${clause} applied`,
};
