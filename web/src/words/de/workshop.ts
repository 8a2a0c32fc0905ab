import type { Catalogue } from '../en';
import { common } from './common';

const { form, listed, many, moment } = common.grammar;

const lesson = { one: 'Lektion', other: 'Lektionen' };
const game = { one: 'Partie', other: 'Partien' };
const error = { one: 'Fehler', other: 'Fehler' };

export const workshop: Catalogue['workshop'] = {
  untitled: 'Ohne Titel',
  notOpened: 'Diese Regeln lassen sich nicht öffnen',
  back: 'Zurück zur Werkstatt',
  undo: 'Rückgängig',
  copied: 'Der Link ist kopiert.',

  choose: {
    title: 'Eigene Regeln machen',
    about:
      'Wähle ein Spiel und ändere, was du willst: das Brett, die Figuren, die Folgen eines Matts. Die Werkstatt zeigt Fehler schon beim Tippen, und du kannst deine Regeln sofort spielen.',
    duel: 'Mit einem kleinen Duell beginnen',
    openFiles: 'Dateien öffnen',
    drafts: 'Deine Entwürfe',
    games: 'Mit einem Spiel beginnen',
  },

  games: {
    find: 'Spiel suchen',
    lessons: (lessons) => many(lessons, lesson),
    more: 'Weitere Spiele',
    loading: 'Weitere Spiele werden geladen …',
    notLoaded: 'Weitere Spiele konnten nicht geladen werden.',
    none: 'Kein Spiel passt.',
  },

  drafts: {
    none: 'Es gibt noch keine Entwürfe. Mit deiner ersten Änderung entsteht einer.',
    from: (game) => `aus ${game}`,
    open: 'offen',
    delete: 'Löschen',
    deleteNamed: (title) => `Entwurf „${title}“ löschen`,
    earlier: (drafts, when) =>
      `Du hast ${drafts === 1 ? 'einen Entwurf' : many(drafts, { one: 'Entwurf', other: 'Entwürfe' })} dieses Regelwerks, zuletzt geändert am ${moment(when)}. <a>Damit weitermachen</a>`,
  },
  deleted: (name) => `${name} ist gelöscht.`,

  otherTab: {
    about: 'Dieser Entwurf wird auch in einem anderen Tab geändert.',
    take: 'Die andere Fassung zeigen',
    copy: 'Mit einer Kopie weitermachen',
  },

  parts: { label: 'Teile', edit: 'Editor', board: 'Brett', tests: 'Prüfen' },
  checking: 'Wird geprüft …',
  playThis: 'Spielen',
  editorNotLoaded: 'Der Editor konnte nicht geladen werden. Lade die Seite neu.',
  textOf: (file) => `Text von ${file}`,
  editor: {
    'Control character': 'Steuerzeichen',
    'Selection deleted': 'Auswahl gelöscht',
    Completions: 'Vorschläge',
    Diagnostics: 'Fehler und Warnungen',
    'No diagnostics': 'Keine Fehler',
    'Go to line': 'Gehe zu Zeile',
    go: 'los',
    Find: 'Suchen',
    Replace: 'Ersetzen',
    next: 'weiter',
    previous: 'zurück',
    all: 'alle',
    'match case': 'Groß/klein',
    regexp: 'Regex',
    'by word': 'ganzes Wort',
    replace: 'ersetzen',
    'replace all': 'alle ersetzen',
    close: 'schließen',
    'current match': 'Fundstelle',
    'on line': 'in Zeile',
    'replaced $ matches': '$ Stellen ersetzt',
    'replaced match on line $': 'Stelle in Zeile $ ersetzt',
  },
  table: 'Tabelle',

  files: {
    label: 'Dateien',
    errors: (errors) => many(errors, error),
    add: 'Datei hinzufügen',
    addIt: 'Hinzufügen',
    rename: (file) => `${file} umbenennen`,
    renameIt: 'Umbenennen',
    delete: (file) => `${file} löschen`,
    cancel: 'Abbrechen',
    example: 'meine-regel.rhai',
    newName: 'Name der neuen Datei',
    renameTo: (file) => `Neuer Name von ${file}`,
    name: 'Ein Name besteht aus Buchstaben, Ziffern und Strichen und endet auf .toml oder .rhai.',
    taken: (file) => `Die Datei ${file} gibt es schon.`,
    listScript: 'Trage jedes Skript auch in geometry.toml ein, unter [rules].',
    about: {
      'geometry.toml': 'Brett, Figuren, Aufstellung, Regeln, Varianten',
      'lessons.toml': 'Stellungen und ihre erwarteten Ergebnisse',
      'claims.toml': 'Aussagen der Quellen über das Spiel',
    },
    script: 'Regeln',
    opened: (files) => `Geöffnet: ${listed(files)}.`,
    saved: (files) => `${many(files, { one: 'Datei', other: 'Dateien' })} gespeichert.`,
    notSaved: (reason) => `In den Ordner kann nicht geschrieben werden: ${reason}`,
    tooLarge: (file, megabytes) => `${file} ist zu groß. Höchstens ${megabytes} MB sind möglich.`,
    noRules: (file) => `${file} enthält keine Regeln.`,
    otherFile: (file) => `${file} ist keine Datei mit der Endung .toml oder .rhai.`,
    nothing: 'Es gibt keine Dateien.',
  },

  findings: {
    none: 'Keine Fehler',
    found: (errors, warnings) =>
      [
        ...(errors > 0 ? [many(errors, error)] : []),
        ...(warnings > 0 ? [many(warnings, { one: 'Warnung', other: 'Warnungen' })] : []),
      ].join(', '),
    fine: 'Die Dateien ergeben ein Spiel, und alle Lektionen stimmen.',
    error: 'Fehler',
    warning: 'Warnung',
    elsewhere: 'Diese Datei gehört zu dem Regelwerk, auf dem diese Regeln aufbauen.',
    addSpace: 'Leerzeichen einfügen',
    remove: 'Entfernen',
    add: (text) => `„${text}“ einfügen`,
    change: (text) => `Durch „${text}“ ersetzen`,
  },

  bench: {
    waiting: 'Das Brett erscheint nach der ersten Prüfung.',
    noBoard: 'Es gibt noch kein Brett. Behebe zuerst die Fehler.',
    oldBoard: 'Das Brett der letzten Fassung ohne Fehler.',
    start: (title) => `${title}, Anfangsstellung`,
    reach: (kind, square) => `Züge auf leerem Brett: ${kind} auf ${square}`,
    point: 'Zeige auf eine Figur. Dann siehst du, wohin sie auf leerem Brett ziehen kann.',
    alone: (kind) => `${kind}, allein auf dem Brett.`,
    lessons: 'Lektionen',
    playing: (lessons) => `${many(lessons, lesson)} ${form(lessons, { one: 'wird', other: 'werden' })} gespielt …`,
    afterErrors: 'Die Lektionen werden gespielt, sobald es keine Fehler gibt.',
    noLessons:
      'Es gibt noch keine Lektionen. Schreibe Stellungen und ihre erwarteten Ergebnisse in <c>lessons.toml</c>.',
    passed: 'Lektionen, die stimmen',
    hold: (lessons) => (lessons === 1 ? 'Die Lektion stimmt.' : `Alle ${lessons} Lektionen stimmen.`),
    fail: (failed, lessons) =>
      `${failed} von ${many(lessons, lesson)} ${form(failed, { one: 'scheitert', other: 'scheitern' })}.`,
    oldLessons: 'Das ist das Ergebnis der letzten Fassung ohne Fehler.',
    reasons: 'Die Fehlerliste nennt die Gründe.',
    tunables: 'Einstellungen',
    toConstant: (file, name) => `${file}: ${name}`,
    preset: 'Variante',
    choosePreset: 'Wählen …',
    presetAbout:
      'Eine Variante schreibt ihre Werte in die Einstellungen darunter. Ihre übrigen Änderungen bleiben in der Variante.',
    presetKept: (preset) => `Die Einstellungen haben schon die Werte von „${preset}“.`,
    paint: 'Brett bemalen',
  },

  painter: {
    army: 'Heer',
    brush: 'Pinsel',
    board: 'Brett zum Bemalen',
    empty: 'leer',
    hole: 'Loch',
    cell: (square, content) => `${square}, ${content}`,
    about:
      'Wähle einen Pinsel, dann drücke oder ziehe auf dem Brett. Der Maler schreibt die Maske und die Aufstellung.',
  },

  playouts: {
    title: 'Partien',
    play: (games) => `${many(games, game)} spielen`,
    again: (games) => `Noch einmal ${many(games, game)} spielen`,
    stop: 'Anhalten',
    players: 'Spieler',
    played: 'Gespielte Partien',
    count: (games, all) => `${games} von ${all}`,
    done: (games) => `${many(games, game)} gespielt.`,
    doneWithFaults: (games, faults) => `${many(games, game)} gespielt, davon ${faults} mit einem Fehler in den Regeln.`,
    old: 'Diese Partien folgen den Regeln vor deiner letzten Änderung.',
    results: 'Gewonnene, unentschiedene und verlorene Partien jedes Spielers',
    seat: 'Spieler',
    share: 'Anteil',
    won: 'gewonnen',
    drawn: 'remis',
    lost: 'verloren',
    bar: (won, drawn, lost) => `${won} gewonnen, ${drawn} remis, ${lost} verloren`,
    moves: 'Züge je Partie',
    endedBy: (ending) => `Ende: ${ending}`,
    faults: 'Fehler in den Regeln',
    unused: (clauses, more) =>
      `Regeln, die in keiner dieser Partien angewandt wurden: ${clauses.join(', ')}${more ? ' …' : ''}.`,
  },

  menu: {
    title: 'Dateien und Entwürfe',
    open: 'Öffnen',
    openAbout:
      'Geöffnete Dateien ersetzen Dateien mit demselben Namen. Du kannst Dateien auch in die Werkstatt ziehen.',
    save: 'Speichern',
    folder: 'In einem Ordner speichern',
    json: 'Alle Dateien als JSON',
    saveAbout: 'Dieser Browser behält außerdem jede Änderung.',
    share: 'Teilen',
    copyLink: 'Link zu diesen Regeln kopieren',
    link: 'Link zu diesen Regeln',
    tooLong: 'Diese Regeln sind zu lang für einen Link. Verschicke stattdessen die JSON-Datei.',
    drafts: 'Entwürfe',
    other: 'Mit einem anderen Spiel beginnen',
  },
};
