//! What can be typed: a word of the table, or an action.

use quadrille_agents::AgentSpec;

use crate::args::SeatChoice;

/// What was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command<'t> {
    /// `help`
    Help,
    /// `board`
    Board,
    /// `say`
    Say,
    /// `last`
    Last,
    /// `moves`, maybe of one square.
    Moves(Option<&'t str>),
    /// `why`
    Why(&'t str),
    /// `square`
    Square(&'t str),
    /// `undo`, so many times.
    Undo(usize),
    /// `redo`, so many times.
    Redo(usize),
    /// `goto`
    GoTo(usize),
    /// `resume`
    Resume,
    /// `roll`
    Roll,
    /// `hint`, maybe by an agent.
    Hint(Option<AgentSpec>),
    /// `seat`; without a choice it says who plays.
    Seat(Option<SeatChoice>),
    /// `save`, maybe in a file.
    Save(Option<&'t str>),
    /// `fen`
    Fen,
    /// `show`
    Show,
    /// `again`
    Again,
    /// `next`
    Next,
    /// `back`
    Back,
    /// `quit`
    Quit,
    /// Actions.
    Actions(&'t str),
}

/// A word that can be typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// The word.
    pub word: &'static str,
    /// What follows it.
    pub takes: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Whether it is about lessons.
    pub lesson: bool,
}

const fn word(word: &'static str, takes: &'static str, about: &'static str) -> Word {
    Word { word, takes, about, lesson: false }
}

const fn of_lessons(word: &'static str, about: &'static str) -> Word {
    Word { word, takes: "", about, lesson: true }
}

/// Every word.
pub const WORDS: [Word; 21] = [
    word("board", "", "draws the board"),
    word("say", "", "tells the whole position in sentences"),
    word("last", "", "tells the last ply again"),
    word("moves", "[SQUARE]", "lists the legal actions, of one square or all"),
    word("why", "ACTION", "says why an action is not legal"),
    word("square", "SQUARE", "says what stands on a square"),
    word("undo", "[N]", "takes back to your last decision"),
    word("redo", "[N]", "plays again what was taken back"),
    word("goto", "PLY", "goes to the position after this many plies"),
    word("resume", "", "plays on from here and forgets what was taken back"),
    word("roll", "", "rolls the dice"),
    word("hint", "[AGENT]", "says what an agent would play"),
    word("seat", "[SEAT=PLAYER]", "says who plays, or changes it: red=person, red=mcts:200"),
    word("save", "[FILE]", "writes the game, as JSON if the file ends in .json, else as PGN4"),
    word("fen", "", "prints the position as FEN4"),
    of_lessons("show", "plays the lesson's next action"),
    of_lessons("again", "goes back to the lesson's position"),
    of_lessons("next", "goes to the next lesson"),
    of_lessons("back", "goes to the lesson before"),
    word("help", "", "prints this"),
    word("quit", "", "ends"),
];

/// Reads a line that is not blank.
///
/// # Errors
/// What is wrong with what follows the word.
pub fn parse(line: &str) -> Result<Command<'_>, String> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let known = first.to_ascii_lowercase();
    let Some(word) = WORDS.iter().find(|word| word.word == known) else {
        return Ok(Command::Actions(line));
    };
    let needs = || format!("write `{} {}`", word.word, word.takes);
    if rest.is_empty() && !word.takes.is_empty() && !word.takes.starts_with('[') {
        return Err(needs());
    }
    if !rest.is_empty() && word.takes.is_empty() {
        return Err(format!("nothing follows `{}`", word.word));
    }
    let given = Some(rest).filter(|rest| !rest.is_empty());
    let times = || match given {
        None => Ok(1),
        Some(text) => text.parse::<usize>().map_err(|_| format!("`{text}` is not a number")),
    };
    Ok(match word.word {
        "board" => Command::Board,
        "say" => Command::Say,
        "last" => Command::Last,
        "moves" => Command::Moves(given),
        "why" => Command::Why(rest),
        "square" => Command::Square(rest),
        "undo" => Command::Undo(times()?),
        "redo" => Command::Redo(times()?),
        "goto" => Command::GoTo(times()?),
        "resume" => Command::Resume,
        "roll" => Command::Roll,
        "hint" => Command::Hint(given.map(str::parse).transpose()?),
        "seat" => Command::Seat(given.map(str::parse).transpose()?),
        "save" => Command::Save(given),
        "fen" => Command::Fen,
        "show" => Command::Show,
        "again" => Command::Again,
        "next" => Command::Next,
        "back" => Command::Back,
        "help" => Command::Help,
        _ => Command::Quit,
    })
}

/// The words that can be typed, a line each; those about lessons only in a lesson.
pub fn help(lesson: bool) -> impl Iterator<Item = String> {
    let shown = WORDS.iter().filter(move |word| lesson || !word.lesson);
    shown.map(|word| {
        let typed = format!("{} {}", word.word, word.takes);
        format!("{}: {}", typed.trim_end(), word.about)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_table_is_a_command_and_everything_else_an_action() {
        for word in WORDS.iter().filter(|word| word.takes.is_empty() || word.takes.starts_with('['))
        {
            let command = parse(word.word).unwrap();
            assert_eq!(command == Command::Quit, word.word == "quit", "{}", word.word);
            assert!(!matches!(command, Command::Actions(_)), "{}", word.word);
        }
        assert_eq!(parse(" d2-d4 e7-e5 ").unwrap(), Command::Actions("d2-d4 e7-e5"));
        assert_eq!(parse("pass").unwrap(), Command::Actions("pass"));
    }

    #[test]
    fn what_follows_a_word_is_read_and_its_mistakes_are_told() {
        assert_eq!(parse("undo 3").unwrap(), Command::Undo(3));
        assert_eq!(parse("UNDO").unwrap(), Command::Undo(1));
        assert_eq!(parse("why d2-d5").unwrap(), Command::Why("d2-d5"));
        for wrong in ["undo x", "why", "goto", "quit now", "hint oracle", "seat red"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
