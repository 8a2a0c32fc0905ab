// The page about the history.

export const history = {
  title: 'A thousand years of chess for more than two',
  read: 'Read the history, with its sources',
  lead: 'Boards, books, clubs and matches, each with its source, and the games that you can play here.',
  loading: 'Loading the history …',
  failed: 'The history can’t be shown',
  year: 'Year',
  event: 'Event',
  source: 'Source',
  kinds: { board: 'board', book: 'book', club: 'club', match: 'match', rules: 'rules' },
  sources: 'Sources',
  /// The language of the events if it is not the language of the page. The events are in English.
  language: null as string | null,
};
