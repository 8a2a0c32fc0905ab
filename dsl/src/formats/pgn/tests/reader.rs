//! Tests of the reader of files of any size.

use std::io::{BufReader, Read};

use super::*;

/// A text that is repeated without end.
struct Endless {
    text: &'static [u8],
    at: usize,
}

impl Endless {
    fn new(text: &'static str) -> Self {
        Self { text: text.as_bytes(), at: 0 }
    }
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        for byte in &mut *buffer {
            *byte = self.text[self.at];
            self.at = (self.at + 1) % self.text.len();
        }
        Ok(buffer.len())
    }
}

#[test]
fn a_file_without_end_is_read_game_by_game() {
    let file = Endless::new("[Event \"x\"]\n\n1. e4 {a} e5 *\n\n");
    for (number, game) in GameReader::new(BufReader::new(file)).take(1000).enumerate() {
        let game = game.unwrap();
        assert_eq!(game.first_line, 4 * number + 1);
        let records = game.records().unwrap();
        assert_eq!((records.len(), words(&records[0])), (1, vec!["e4", "e5"]));
    }
}

#[test]
fn a_game_begins_at_a_tag_after_movetext() {
    let file = "% escaped [\n\n[Event \"1\"]\n\n[Site \"{\"]\n\n1. e4 {not\n[Event \"a game\"]\n} e5 *\n\n\
        [Event \"2\"]\n1. d4 {one { ends} *\n%\n[Event \"3\"]\n\n1. c4 {{a} {\n[x] b}\n(1. e4 [Event \"4\"]\n\
        [Event \"5\"]\n\n1. b3 *\n";
    let games: Vec<GameText> = GameReader::new(file.as_bytes()).map(Result::unwrap).collect();
    let lines: Vec<usize> = games.iter().map(|game| game.first_line).collect();
    assert_eq!(lines, [3, 11, 14, 19]);
    for game in &games {
        assert_eq!(file.get(game.offset..game.offset + game.text.len()), Some(&*game.text));
    }
    let counts: Vec<_> = games.iter().map(|game| game.records().map(|found| found.len())).collect();
    assert_eq!((&counts[0], &counts[1], &counts[3]), (&Ok(1), &Ok(1), &Ok(1)));
    assert_eq!(counts[2].as_ref().unwrap_err().to_string(), "the variation is not closed");
    let whole = &file[..games[2].offset];
    let spans = read(whole).unwrap().into_iter().flat_map(|record| record.words);
    let read: Vec<_> = spans.map(|word| &whole[word.span]).collect();
    assert_eq!(read, ["e4", "e5", "d4"], "places count from the beginning of the file");
}

#[test]
fn a_game_that_is_too_long_or_no_text_ends_the_file() {
    let open = b"1. e4 *\n\n[Event \"x\"]\n\n1. e4 {".chain(Endless::new("more\n"));
    let mut games = GameReader::new(BufReader::new(open));
    assert!(games.next().unwrap().is_ok());
    let error = games.next().unwrap().unwrap_err();
    assert!(matches!(error, GameReadError::TooLong { first_line: 3 }), "{error}");
    assert!(games.next().is_none());
    let mut games = GameReader::new(&b"1. e4 *\n\n[Event \"\xff\"]\n"[..]);
    assert!(games.next().unwrap().is_ok());
    let error = games.next().unwrap().unwrap_err();
    assert!(matches!(error, GameReadError::NotText { first_line: 3 }), "{error}");
    assert!(games.next().is_none());
}
