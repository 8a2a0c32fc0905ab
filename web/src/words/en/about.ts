// The page about the program.

export const about = {
  title: 'About Quadrille',
  lead: 'Chess for four has been invented again and again. Quadrille keeps these games playable. You can read, try and change the rules of each game.',
  learn: 'Learn',
  learnAbout:
    'The <games>list of games</games> is in order of years. The page of each game shows its clauses with their sources. Two marks show what a source leaves open: <reconstructed>reconstructed</reconstructed> if a part of the source is lost, <decided>decided here</decided> if the source is silent. “Show me” opens lessons. Each lesson has a position, a move to find, and its results.',
  play: 'Play',
  playAbout:
    'A person or a computer player plays each seat. Some rules also leave seats without a player. If you try a move that is not legal, the page explains why and names the clause. The page keeps your game in this browser.',
  link: 'A link to a game contains the whole game.',
  linkOffline: 'A link to a game contains the whole game, and no server sees it.',
  pointer: 'The board by mouse and finger',
  pointerAbout:
    'Click a piece and then its square, or drag it. On small screens a loupe shows the square under your finger. To draw arrows, drag with the right button or use the pen.',
  keys: 'The board by keys',
  keysAbout: 'Reach the board with the Tab key. These keys work while a square of the board has the focus.',
  made: 'How it is made',
  madeServed:
    'An engine written in Rust plays every game by its ruleset. The engine is part of the program that serves this page. The page itself contains no rules.',
  madeStatic:
    'An engine written in Rust plays every game by its ruleset. The engine runs in your browser, compiled to WebAssembly. The page itself contains no rules.',
};
