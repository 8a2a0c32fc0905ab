import type { Catalogue } from '../en';
import { grammar } from '../grammar';

const { form, listed, many, number } = grammar('de');

const CHAPTERS = { one: 'Kapitel', other: 'Kapitel' };
const LESSONS = { one: 'Lektion', other: 'Lektionen' };
const GAMES = { one: 'Spiel', other: 'Spiele' };
const withDice = (dice: number[]): string => (dice.length === 0 ? '' : ` (gewürfelt: ${listed(dice.map(String))})`);

export const course: Catalogue['course'] = {
  list: {
    title: 'Kurse',
    lead: 'Jeder Kurs stellt mehreren Spielen eine Frage. Lies die Quellen und antworte am Brett. Die Engine prüft deine Antworten.',
    lessons: 'Jedes Spiel hat auch eigene Lektionen. Wähle ein Spiel aus der <games>Liste der Spiele</games>.',
    size: (chapters, lessons, games) => `${many(chapters, CHAPTERS)}, ${many(lessons, LESSONS)}, ${many(games, GAMES)}`,
    progress: 'Erledigte Schritte',
    stepsDone: (done, all) => `${number(done)} von ${number(all)} Schritten erledigt`,
    begin: 'Beginnen',
    continue: 'Weiter',
    repeat: 'Noch einmal ansehen',
    handout: 'Handzettel',
  },
  failed: 'Der Kurs kann nicht geöffnet werden',
  before: 'Voriger Schritt',
  after: 'Folgender Schritt',
  position: (step, steps) => `Schritt ${step} von ${steps}`,
  allCourses: 'Alle Kurse',
  nextChapter: (title) => `Nächstes Kapitel: ${title}`,
  toBoard: 'Zum Brett',
  next: 'Weiter',
  chapter: (number) => `Kapitel ${number}`,
  from: (title, year) => `Aus <game>${title}</game>, ${year}`,
  paper: {
    failed: 'Der Handzettel kann nicht erstellt werden',
    back: 'Zurück zum Kurs',
    progress: 'Vorbereitete Übungen',
    prepared: (prepared, all) => `${number(prepared)} von ${many(all, { one: 'Übung', other: 'Übungen' })}`,
    print: 'Drucken',
    name: 'Name:',
    solutions: 'Lösungen',
    sources: 'Spiele und Quellen',
    checksum: (hash) => `Prüfsumme der Regeln: ${hash}.`,
    board: (number) => `Übung ${number}, Brett`,
    toMove: (seat, dice) => `${seat} ist am Zug${withDice(dice)}.`,
    findMove: (seat, dice) => `Finde den Zug von ${seat}${withDice(dice)}.`,
    findMoves: (moves, seats) => {
      const [first = '', ...rest] = seats;
      return rest.length === 0
        ? `Finde die nächsten ${number(moves)} Züge von ${first}.`
        : `Finde die nächsten ${number(moves)} Züge: ${first} beginnt, dann ${form(rest.length, { one: 'folgt', other: 'folgen' })} ${listed(rest)}.`;
    },
    whichLegal: 'Welche dieser Züge sind erlaubt?',
    whichLegalThen: 'Welche dieser Züge sind danach erlaubt?',
    whatFollows: 'Was ist die Folge?',
    legal: (move) => `${move} ist erlaubt.`,
    illegal: (move) => `${move} ist nicht erlaubt.`,
  },
  courses: {
    'first-steps': {
      title: 'Erste Schritte zu viert',
      about:
        'Du kennst Schach, hast es aber noch nie zu viert gespielt. Pfeile zeigen jeden Zug. Nach zwanzig Schritten kannst du mit Partner oder allein spielen.',
    },
    'mated-army': {
      title: 'Das mattgesetzte Heer: eingefroren, entfernt, geerbt, geschlagen',
      about:
        'In einer Partie zu zweit beendet das Matt alles. Zu viert geht die Partie weiter. Jedes Regelwerk muss entscheiden, was aus sechzehn Figuren ohne Spieler wird.',
    },
    pawns: {
      title: 'Bauern auf dem Weg übers Brett',
      about:
        'Ein Bauer zieht vorwärts. Auf einem Brett mit vier Seiten wirft das Fragen auf. Vorwärts wohin, an welchen Figuren vorbei, und was wird am Ende aus ihm?',
    },
    partners: {
      title: 'Partner',
      about:
        'Zwei spielen gegen zwei, über das Brett hinweg. Was darf ein Spieler für seinen Partner tun, und was muss er tun? Wann verliert er zusammen mit seinem Partner?',
    },
  },
  chapters: {
    fourTurns: {
      title: 'Vier Spieler ziehen reihum',
      words:
        'Die Figuren ziehen wie im Schach. Rot und Gelb sitzen einander gegenüber und sind Partner. Es wird reihum gezogen, also ziehen zwei Gegner, bevor dein Partner zieht.',
    },
    fourDirections: {
      title: 'Vier Richtungen',
      words:
        'Jedes Heer blickt zur Mitte des Bretts, und dorthin ziehen seine Bauern. Ein Bauer kann daher auf einen Bauern treffen, der seinen Weg kreuzt.',
    },
    winTogether: {
      title: 'Partner gewinnen zusammen',
      words:
        'Ein König entscheidet für beide Partner. Achte auf den König deines Partners wie auf deinen eigenen, und zähle die Züge, bis dein Partner helfen kann.',
    },
    eachAlone: {
      title: 'Jeder für sich',
      words:
        'Im Spiel jeder gegen jeden gibt es keine Partner. Schlagen und Mattsetzen bringt Punkte, und die höchste Punktzahl gewinnt. Auch wer ausgeschieden ist, kann noch gewinnen.',
    },
    otherMates: {
      title: 'Matt muss nicht das Ende sein',
      words:
        'Andere Spiele haben andere Regeln für das Matt. In Verneys Spiel von 1881 erstarrt ein mattgesetztes Heer, bis der Partner es befreit.',
    },
    mateWaits: {
      title: 'Das Matt muss warten',
      words:
        'Zwischen einem Schach und der Antwort darauf ziehen andere Spieler. Die erste Frage ist also, wann es matt ist: beim Schach, oder wenn der Spieler am Zug ist?',
    },
    frozen: {
      title: 'Eingefroren',
      words:
        'Das Heer bleibt ohne Wirkung auf seinen Feldern, und kein Spieler darf es schlagen. Matt ist ein Zustand, der enden kann. Achte darauf, was ihn aufhebt.',
    },
    leftStanding: {
      title: 'Stehen gelassen',
      words:
        'Hier verlässt nur der König das Brett. Die anderen Figuren bleiben als Hindernisse, und nichts bringt ihren Spieler zurück. Die Lesarten sind uneins, ob man sie schlagen darf.',
    },
    removed: {
      title: 'Entfernt',
      words:
        'Das ganze Heer verlässt das Brett, und wer mattgesetzt hat, bekommt eine Figur dazu. Aber entfernte Figuren öffnen Linien. Was, wenn eine von ihnen vor einem dritten König stand?',
    },
    inherited: {
      title: 'Geerbt',
      words:
        'Die Figuren bleiben und gehorchen einem anderen Spieler: dem, der mattgesetzt hat, oder dem Partner. Sie behalten Farbe und Richtung, und so zieht ein Eroberer Bauern in zwei Richtungen.',
    },
    captured: {
      title: 'Geschlagen',
      words:
        'Wenn jeder für sich spielt, ist ein mattgesetztes Heer tot. Es versperrt Felder und darf wie andere Figuren geschlagen werden. Dann ist die Frage, was eine tote Figur wert ist.',
    },
    twoWays: {
      title: 'Zwei Wege nach vorn',
      words:
        'Jedes Heer steht in einer Ecke, und so ziehen seine Bauern in zwei Richtungen los. Ein Bauer behält seine Richtung und wird nur an ihrem Ende umgewandelt.',
    },
    pieceOfFile: {
      title: 'Die Figur seiner Linie',
      words:
        'Am anderen Rand wird ein Bauer zu der Figur, die auf dieser Linie begann. Er muss warten, bis sein Spieler etwas verloren hat.',
    },
    thereAndBack: {
      title: 'Hin und zurück',
      words:
        'Geradeaus liegt die Grundreihe des Partners, und dort gibt es für einen Bauern nichts zu erobern. Er kehrt um. Auf der Grundreihe eines Gegners kann er zur Dame werden, und dorthin kommt er nur, indem er schlägt.',
    },
    pastPartner: {
      title: 'Vorbei am Bauern des Partners',
      words:
        'Bauern von Partnern treffen frontal aufeinander, und keiner darf den anderen schlagen. In einem Spiel springt ein Bauer über den anderen. Eine Sammlung anderer Spiele beschreibt einen Weg um ihn herum. In einem dritten Spiel tauschen beide die Plätze.',
    },
    enPassant: {
      title: 'En passant durch drei Gegner',
      words:
        'Ein Doppelschritt überspringt ein Feld, das drei Gegner bewachen können, von vorn und von der Seite. Das Recht zu schlagen gilt, bis der Spieler des Bauern wieder zieht.',
    },
    whereItEnds: {
      title: 'Wo der Weg endet',
      words:
        'Der andere Rand ist vierzehn Felder entfernt. Ein Spiel wandelt in der Mitte um, ein anderes an der Wand neben den Armen, ein drittes am Ende des Weges jedes Bauern.',
    },
    neitherCapture: {
      title: 'Weder schlagen noch Schach bieten',
      words:
        'Eine Figur des Partners ist kein Feind, aber sie steht im Weg. Sogar die Könige dürfen nebeneinanderstehen.',
    },
    partnersKing: {
      title: 'Der König des Partners',
      words:
        'Darf ein Zug den König des Partners bloßstellen? Muss ein Spieler ein Schach gegen den Partner abwehren? Die beiden Fragen haben verschiedene Antworten.',
    },
    allysThrone: {
      title: 'Der Thron des Verbündeten',
      words:
        'Ein älteres Bündnis ist weniger sanft. Ein König auf dem Thron seines Verbündeten übernimmt dessen Heer. Geschlagene Könige können aber ausgetauscht werden.',
    },
    treason: {
      title: 'Verrat',
      words:
        'Hier dürfen Verbündete einander schlagen, sogar die Könige. Wenn ein König fällt, gehorcht sein Heer einem anderen Spieler. So lohnt sich Verrat, und Treue auch.',
    },
    word: {
      title: 'Ein Wort über den Tisch',
      words:
        'Regel V16 von Verney verbietet Partnern jedes Wort über die Partie. In einem anderen Spiel ist ein Wort ein Zug. Ein Spieler kündigt einen Zug ins Schach an, und der Partner antwortet „I accept“, „Unwise“, „Another“ oder „Impossible“.',
    },
    together: {
      title: 'Gemeinsam verlieren',
      words:
        'Ein Partner ist matt oder hat keinen Zug, aber die Seite hat noch den anderen Partner. Sie verlieren nur gemeinsam, und manche Partien enden remis.',
    },
  },
};
