// The kinds of answer to each kind of request, made from a list in Rust.

export type AnswerKinds = {
  hello: 'hello';
  list: 'rulesets';
  cookbook: 'rulesets';
  history: 'history';
  ruleset: 'ruleset';
  files: 'files';
  weights: 'supplied';
  reach: 'reach';
  new: 'game';
  look: 'game';
  play: 'moved' | 'agreed';
  why: 'why';
  threats: 'threats';
  trace: 'trace';
  goto: 'moved';
  see: 'game';
  advise: 'advice';
  analyse: 'analysis';
  export: 'text';
  close: 'closed';
  lesson: 'lesson';
  puzzles: 'puzzles';
  puzzle: 'puzzle';
  try: 'tried';
  hint: 'hint';
  check: 'checked';
  playouts: 'played';
  record: 'text';
  compare: 'compared';
  continue: 'compared';
  report: 'text';
  host: 'hosted';
  join: 'table' | 'seated';
  rematch: 'rematch' | 'table';
  assign: 'assigned';
};
