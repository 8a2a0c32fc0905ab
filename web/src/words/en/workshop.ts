// The workshop, and the lists of games to choose from.

import { common } from './common';

const { form, listed, many, moment } = common.grammar;

const lesson = { one: 'lesson', other: 'lessons' };
const game = { one: 'game', other: 'games' };
const error = { one: 'error', other: 'errors' };

export const workshop = {
  untitled: 'Untitled',
  notOpened: 'These rules can’t be opened',
  back: 'Back to the workshop',
  undo: 'Undo',
  copied: 'The link is copied.',

  choose: {
    title: 'Make your own rules',
    about:
      'Choose a game and change anything: the board, the pieces, the effect of mate. The workshop shows mistakes as you type, and you can play your rules at once.',
    duel: 'Start with a small duel',
    openFiles: 'Open files',
    drafts: 'Your drafts',
    games: 'Start from a game',
  },

  /// A list of games with a search field.
  games: {
    find: 'Find a game',
    lessons: (lessons: number) => many(lessons, lesson),
    more: 'More games',
    loading: 'Loading more games …',
    notLoaded: 'More games could not be loaded.',
    none: 'No game fits.',
  },

  drafts: {
    none: 'There are no drafts yet. Your first change creates one.',
    from: (game: string) => `from ${game}`,
    open: 'open',
    delete: 'Delete',
    deleteNamed: (title: string) => `Delete the draft ${title}`,
    earlier: (drafts: number, when: number) =>
      `You have ${drafts === 1 ? 'a draft' : many(drafts, { one: 'draft', other: 'drafts' })} of this ruleset. The last change was on ${moment(when)}. <a>Continue with it</a>`,
  },
  deleted: (name: string) => `${name} is deleted.`,

  otherTab: {
    about: 'This draft is being changed in another tab, too.',
    take: 'Show the other version',
    copy: 'Continue with a copy',
  },

  parts: { label: 'Parts', edit: 'Edit', board: 'Board', tests: 'Tests' },
  checking: 'Checking …',
  playThis: 'Play this',
  editorNotLoaded: 'The editor could not be loaded. Load the page again.',
  textOf: (file: string) => `Text of ${file}`,
  /// Translations of the editor's English words.
  editor: {} as Record<string, string>,
  /// The word that is shown beside the completion of a TOML table's header.
  table: 'table',

  files: {
    label: 'Files',
    errors: (errors: number) => many(errors, error),
    add: 'Add a file',
    addIt: 'Add',
    rename: (file: string) => `Rename ${file}`,
    renameIt: 'Rename',
    delete: (file: string) => `Delete ${file}`,
    cancel: 'Cancel',
    example: 'my-rule.rhai',
    newName: 'Name of the new file',
    renameTo: (file: string) => `New name of ${file}`,
    name: 'A name consists of letters, digits and dashes, and ends in .toml or .rhai.',
    taken: (file: string) => `The file ${file} exists already.`,
    listScript: 'Also list each script in geometry.toml, under [rules].',
    about: {
      'geometry.toml': 'board, pieces, start, clauses, presets',
      'lessons.toml': 'positions and their expected results',
      'claims.toml': 'claims of sources about the game',
    },
    script: 'rules',
    opened: (files: string[]) => `Opened: ${listed(files)}.`,
    saved: (files: number) => `${many(files, { one: 'file', other: 'files' })} saved.`,
    notSaved: (reason: string) => `The folder can’t be written: ${reason}`,
    tooLarge: (file: string, megabytes: number) => `${file} is too large. The limit is ${megabytes} MB.`,
    noRules: (file: string) => `${file} contains no rules.`,
    otherFile: (file: string) => `${file} is neither a .toml nor a .rhai file.`,
    nothing: 'There are no files.',
  },

  findings: {
    none: 'No errors',
    found: (errors: number, warnings: number) =>
      [
        ...(errors > 0 ? [many(errors, error)] : []),
        ...(warnings > 0 ? [many(warnings, { one: 'warning', other: 'warnings' })] : []),
      ].join(', '),
    fine: 'The files define a game, and all its lessons hold.',
    error: 'Error',
    warning: 'Warning',
    elsewhere: 'This file belongs to the ruleset that these rules extend.',
    addSpace: 'Add a space',
    remove: 'Remove it',
    add: (text: string) => `Add “${text}”`,
    change: (text: string) => `Change to “${text}”`,
  },

  bench: {
    waiting: 'The board appears after the first check.',
    noBoard: 'There is no board yet. Fix the errors first.',
    oldBoard: 'The board of the last version without errors.',
    start: (title: string) => `${title}, the start`,
    reach: (kind: string, square: string) => `Moves of a piece on an empty board: ${kind} on ${square}`,
    point: 'Point at a piece to see where it can go on an empty board.',
    alone: (kind: string) => `The ${kind}, alone on the board.`,
    lessons: 'Lessons',
    playing: (lessons: number) => `Playing ${many(lessons, lesson)} …`,
    afterErrors: 'The lessons are played when there are no errors.',
    noLessons: 'There are no lessons yet. Write positions and their expected results in <c>lessons.toml</c>.',
    passed: 'Lessons that hold',
    hold: (lessons: number) => (lessons === 1 ? 'The lesson holds.' : `All ${lessons} lessons hold.`),
    fail: (failed: number, lessons: number) =>
      `${failed} of ${many(lessons, lesson)} ${form(failed, { one: 'fails', other: 'fail' })}.`,
    oldLessons: 'This is the result of the last version without errors.',
    reasons: 'The findings give the reasons.',
    tunables: 'Tunables',
    toConstant: (file: string, name: string) => `${file}: ${name}`,
    preset: 'Preset',
    choosePreset: 'Choose …',
    presetAbout: 'A preset writes its values to the tunables below. Its other changes stay in the preset.',
    presetKept: (preset: string) => `The tunables already have the values of “${preset}”.`,
    paint: 'Paint the board',
  },

  painter: {
    army: 'Army',
    brush: 'Brush',
    board: 'Board to paint',
    empty: 'empty',
    hole: 'hole',
    cell: (square: string, content: string) => `${square}, ${content}`,
    about: 'Choose a brush, then press or drag on the board. The painter writes the mask and the array.',
  },

  playouts: {
    title: 'Games',
    play: (games: number) => `Play ${many(games, game)}`,
    again: (games: number) => `Play ${many(games, game)} again`,
    stop: 'Stop',
    players: 'Players',
    played: 'Games played',
    count: (games: number, all: number) => `${games} of ${all}`,
    done: (games: number) => `${many(games, game)} played.`,
    doneWithFaults: (games: number, faults: number) =>
      `${many(games, game)} played, ${faults} of them with a fault of the rules.`,
    old: 'These games follow the rules before your last change.',
    results: 'Games won, drawn and lost by each seat',
    seat: 'Seat',
    share: 'Share',
    won: 'won',
    drawn: 'drawn',
    lost: 'lost',
    bar: (won: number, drawn: number, lost: number) => `${won} won, ${drawn} drawn, ${lost} lost`,
    moves: 'Moves per game',
    endedBy: (ending: string) => `Ended by ${ending}`,
    faults: 'Faults of the rules',
    unused: (clauses: string[], more: boolean) =>
      `Clauses that did not apply in any of these games: ${clauses.join(', ')}${more ? ' …' : ''}.`,
  },

  menu: {
    title: 'Files and drafts',
    open: 'Open',
    openAbout: 'Opened files replace files with the same name. You can also drag files into the workshop.',
    save: 'Save',
    folder: 'Save to a folder',
    json: 'All files as JSON',
    saveAbout: 'This browser also keeps every change.',
    share: 'Share',
    copyLink: 'Copy a link to these rules',
    link: 'Link to these rules',
    tooLong: 'These rules are too long for a link. Send the JSON file instead.',
    drafts: 'Drafts',
    other: 'Start from another game',
  },
};
