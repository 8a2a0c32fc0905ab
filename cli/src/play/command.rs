//! The lines that a player can type. A line contains either a command word with its arguments, or
//! actions.

use quadrille_agents::AgentSpec;

use crate::args::{SeatChoice, parse_agents};

/// A line that a player has typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayCommand<'t> {
    /// `help` prints the list of all words.
    Help,
    /// `board` draws the board.
    Board,
    /// `say` describes the whole position in sentences.
    Say,
    /// `last` describes the last ply again.
    Last,
    /// `moves` lists the legal moves: all of them, or the moves of one square.
    Moves(Option<&'t str>),
    /// `why` explains why a move is not legal. The text is the move.
    Why(&'t str),
    /// `square` describes the square with this name.
    Square(&'t str),
    /// `undo` takes plies back until a person has to decide. The number is the number of times that
    /// this is done.
    Undo(usize),
    /// `redo` plays plies again that were taken back, until a person decides. The number is the
    /// number of times that this is done.
    Redo(usize),
    /// `goto` goes to the position after this number of plies.
    GoTo(usize),
    /// `resume` continues the game from the present ply, and discards the plies that were taken
    /// back.
    Resume,
    /// `roll` rolls the dice.
    Roll,
    /// `hint` suggests the move of an agent. `None` if the player names no agent.
    Hint(Option<AgentSpec>),
    /// `seat` changes the player of a seat. Without an argument, which is `None`, it lists the
    /// players.
    Seat(Option<SeatChoice>),
    /// `save` writes the game to this file. `None` if the player names no file.
    Save(Option<&'t str>),
    /// `fen` prints the position as FEN4.
    Fen,
    /// `show` plays the next move of the lesson or puzzle.
    Show,
    /// `again` goes back to the start of the lesson or puzzle.
    Again,
    /// `next` goes to the next lesson or puzzle.
    Next,
    /// `back` goes to the previous lesson or puzzle.
    Back,
    /// `quit` ends the program.
    Quit,
    /// The line consists of actions.
    Actions(&'t str),
}

/// A word that a player can type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommandWord {
    /// The word.
    pub word: &'static str,
    /// The arguments that follow the word.
    pub takes: &'static str,
    /// The effect of the word.
    pub about: &'static str,
    /// `true` if the word is only for lessons and puzzles.
    pub exercise: bool,
}

const fn word(word: &'static str, takes: &'static str, about: &'static str) -> CommandWord {
    CommandWord { word, takes, about, exercise: false }
}

const fn of_exercises(word: &'static str, about: &'static str) -> CommandWord {
    CommandWord { word, takes: "", about, exercise: true }
}

/// All words that a player can type.
pub const WORDS: [CommandWord; 21] = [
    word("board", "", "draws the board"),
    word("say", "", "describes the whole position in sentences"),
    word("last", "", "describes the last ply again"),
    word("moves", "[SQUARE]", "lists the legal moves, of one square or all"),
    word("why", "MOVE", "explains why a move is not legal"),
    word("square", "SQUARE", "describes a square"),
    word("undo", "[N]", "takes back to your last decision"),
    word("redo", "[N]", "plays the plies again that were taken back"),
    word("goto", "PLY", "goes to the position after this many plies"),
    word("resume", "", "continues from here and discards the plies taken back"),
    word("roll", "", "rolls the dice"),
    word("hint", "[AGENT]", "suggests a move of an agent"),
    word("seat", "[SEAT=PLAYER]", "lists the players, or changes one: red=person, red=mcts:200"),
    word("save", "[FILE]", "writes the game, as JSON if the file ends in .json, else as PGN4"),
    word("fen", "", "prints the position as FEN4"),
    of_exercises("show", "plays the next move of the lesson or puzzle"),
    of_exercises("again", "goes back to the start of the lesson or puzzle"),
    of_exercises("next", "goes to the next lesson or puzzle"),
    of_exercises("back", "goes to the previous lesson or puzzle"),
    word("help", "", "prints this list"),
    word("quit", "", "ends the program"),
];

/// Parses a line that is not blank.
///
/// # Errors
/// Returns a message if the arguments of the word are wrong.
pub fn parse(line: &str) -> Result<PlayCommand<'_>, String> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let known = first.to_ascii_lowercase();
    let Some(word) = WORDS.iter().find(|word| word.word == known) else {
        return Ok(PlayCommand::Actions(line));
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
        "board" => PlayCommand::Board,
        "say" => PlayCommand::Say,
        "last" => PlayCommand::Last,
        "moves" => PlayCommand::Moves(given),
        "why" => PlayCommand::Why(rest),
        "square" => PlayCommand::Square(rest),
        "undo" => PlayCommand::Undo(times()?),
        "redo" => PlayCommand::Redo(times()?),
        "goto" => PlayCommand::GoTo(times()?),
        "resume" => PlayCommand::Resume,
        "roll" => PlayCommand::Roll,
        "hint" => PlayCommand::Hint(given.map(parse_agents).transpose()?),
        "seat" => PlayCommand::Seat(given.map(str::parse).transpose()?),
        "save" => PlayCommand::Save(given),
        "fen" => PlayCommand::Fen,
        "show" => PlayCommand::Show,
        "again" => PlayCommand::Again,
        "next" => PlayCommand::Next,
        "back" => PlayCommand::Back,
        "help" => PlayCommand::Help,
        _ => PlayCommand::Quit,
    })
}

/// Returns the lines of the help, one for each word. Words for lessons and puzzles are included if
/// `exercise` is `true`.
pub fn help(exercise: bool) -> impl Iterator<Item = String> {
    let shown = WORDS.iter().filter(move |word| exercise || !word.exercise);
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
            assert_eq!(command == PlayCommand::Quit, word.word == "quit", "{}", word.word);
            assert!(!matches!(command, PlayCommand::Actions(_)), "{}", word.word);
        }
        assert_eq!(parse(" d2-d4 e7-e5 ").unwrap(), PlayCommand::Actions("d2-d4 e7-e5"));
        assert_eq!(parse("pass").unwrap(), PlayCommand::Actions("pass"));
    }

    #[test]
    fn what_follows_a_word_is_read_and_its_mistakes_are_told() {
        assert_eq!(parse("undo 3").unwrap(), PlayCommand::Undo(3));
        assert_eq!(parse("UNDO").unwrap(), PlayCommand::Undo(1));
        assert_eq!(parse("why d2-d5").unwrap(), PlayCommand::Why("d2-d5"));
        for wrong in ["undo x", "why", "goto", "quit now", "hint oracle", "seat red"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
