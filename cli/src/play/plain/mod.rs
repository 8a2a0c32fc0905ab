//! The front end that prints lines of text. It describes the game in sentences, and reads commands
//! from standard input, which can be a terminal or a pipe.
//!
//! The board is drawn at the start, and later only on request, so that a screen reader can read
//! everything from top to bottom.

mod lines;

use std::io::stdin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quadrille_dsl::{Diagnostic, Source};
use quadrille_session::PlyChanges;

use super::obey::{CommandRefusal, CommandReply, obey};
use super::spoken;
use super::table::{TerminalGame, Turn};
use crate::context::{CommandContext, failed};
use crate::output::exit::{self, Failure};
use lines::{InputLine, InputLines};

/// The time between two checks for Ctrl-C.
const INTERRUPT_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A game, and the output of the front end `plain`.
struct PlainGame<'a> {
    table: &'a mut TerminalGame,
    context: &'a mut CommandContext,
    stop: Arc<AtomicBool>,
    /// `true` if the output is a terminal, so that a person reads it.
    terminal: bool,
    /// The last printed sentence about the turn.
    turn: String,
}

/// Plays until the input ends, and returns the exit code.
///
/// # Errors
/// Returns a [`Failure`] if a script fails. If the input is not a terminal, also returns a
/// [`Failure`] if a line is refused.
pub fn run(
    table: &mut TerminalGame,
    terminal: bool,
    context: &mut CommandContext,
) -> Result<u8, Failure> {
    let stop = context.interrupt.watch();
    let mut game = PlainGame { table, context, stop, terminal, turn: String::new() };
    game.begin()?;
    let mut lines = InputLines::of(stdin());
    loop {
        game.trouble();
        match game.table.turn().map_err(failed)? {
            Turn::Agent(seat) => {
                game.table.think(seat)?;
                let answered = game.table.answered(INTERRUPT_POLL_INTERVAL).map_err(failed)?;
                game.plies(answered.as_slice())?;
            }
            Turn::Roll(_) => {
                let rolled = game.table.roll().map_err(failed)?;
                game.plies(rolled.as_slice())?;
            }
            Turn::Person(_) | Turn::Waits(_) | Turn::Over => {
                game.prompt()?;
                let line = loop {
                    if game.stopped() {
                        break None;
                    }
                    if let Some(line) = lines.next_within(INTERRUPT_POLL_INTERVAL) {
                        break Some(line);
                    }
                };
                let Some(line) = line else { return Ok(exit::INTERRUPTED) };
                match line {
                    InputLine::End => return Ok(exit::FINE),
                    InputLine::Failed(why) => {
                        return Err(Failure::Io { name: "standard input".to_owned(), why });
                    }
                    InputLine::Text(number, text) => {
                        if game.line(number, &text)? {
                            return Ok(exit::FINE);
                        }
                    }
                }
            }
        }
        if game.stopped() {
            return Ok(exit::INTERRUPTED);
        }
    }
}

impl PlainGame<'_> {
    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn say(&mut self, line: &str) -> Result<(), Failure> {
        self.context.out.line(line)
    }

    fn begin(&mut self) -> Result<(), Failure> {
        if self.table.exercises.is_some() {
            return self.exercise();
        }
        let meta = &self.table.session.ruleset().meta;
        let year = meta.dated().map(|year| format!(" ({year})")).unwrap_or_default();
        let title = format!("{}{year}.", meta.title);
        self.say(&title)?;
        let players = spoken::players(self.table);
        self.say(&players)?;
        let board = spoken::board(self.table, &[]).map_err(failed)?;
        for line in std::iter::once("").chain(board.trim_end().lines()).chain(std::iter::once("")) {
            self.say(line)?;
        }
        if self.terminal {
            let keeper = &self.table.keeper;
            if let Some(path) = keeper.path() {
                let hidden = keeper.is_named() && self.table.viewer().is_some();
                let when = if hidden { "saved, when it is over," } else { "kept" };
                let kept = format!("The game is {when} in {}.", path.display());
                self.say(&kept)?;
            }
        }
        if !matches!(self.table.turn().map_err(failed)?, Turn::Person(_)) {
            return Ok(());
        }
        let example = spoken::example(self.table).map_err(failed)?;
        let example = example.map(|action| format!(", such as {action},")).unwrap_or_default();
        self.say(&format!("Type a move{example} or `help`."))?;
        Ok(())
    }

    fn exercise(&mut self) -> Result<(), Failure> {
        let Some(exercises) = &self.table.exercises else { return Ok(()) };
        let mut lines = vec![exercises.heading()];
        lines.extend(exercises.explain(&self.table.session));
        if exercises.has_position() {
            lines.extend(spoken::position(self.table).map_err(failed)?);
        }
        lines.iter().try_for_each(|line| self.say(line))?;
        self.turn.clear();
        self.next_steps()
    }

    /// Prints the task of the lesson or puzzle. After the end, prints the result.
    fn next_steps(&mut self) -> Result<(), Failure> {
        let Some(exercises) = &self.table.exercises else { return Ok(()) };
        let lines = exercises.next_steps(&self.table.session).map_err(failed)?;
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn plies(&mut self, plies: &[PlyChanges]) -> Result<(), Failure> {
        for ply in plies {
            self.say(&self.table.describe(ply))?;
        }
        if !plies.is_empty() {
            for check in spoken::checks(self.table).map_err(failed)? {
                self.say(&check)?;
            }
            self.context.out.finish()?;
        }
        Ok(())
    }

    /// Prints the turn if it has changed, and on a terminal also a prompt.
    fn prompt(&mut self) -> Result<(), Failure> {
        let turn = spoken::turn(self.table).map_err(failed)?;
        if turn != self.turn {
            let to_type = spoken::to_type(self.table).map_err(failed)?;
            self.say(&to_type.map_or_else(|| turn.clone(), |text| format!("{turn} {text}")))?;
            self.turn = turn;
        }
        if self.terminal {
            self.context.out.print("> ")?;
        }
        self.context.out.finish()
    }

    /// Executes a line. Returns `true` if the program should end.
    fn line(&mut self, number: usize, text: &str) -> Result<bool, Failure> {
        // A line that begins with `#` is a comment.
        if text.trim().is_empty() || text.trim_start().starts_with('#') {
            return Ok(false);
        }
        let before = self.table.session.ply();
        match obey(text, self.table, &self.context.shelf) {
            CommandReply::Quit => return Ok(true),
            CommandReply::Say(lines) => lines.iter().try_for_each(|line| self.say(line))?,
            CommandReply::Reason(why) => self.say(&spoken::ended(&why.text))?,
            CommandReply::Board => {
                let board = spoken::board(self.table, &[]).map_err(failed)?;
                self.context.out.print(board)?;
            }
            CommandReply::Played(plies) => {
                self.turn.clear();
                self.plies(&plies)?;
                self.next_steps()?;
            }
            CommandReply::Stands(text) => {
                self.turn.clear();
                self.say(&text)?;
            }
            CommandReply::Exercise => self.exercise()?,
            CommandReply::Refused(refused) => {
                let session = &self.table.session;
                let played = session.plies().take(session.ply()).skip(before).cloned();
                let played: Vec<PlyChanges> = played.collect();
                self.plies(&played)?;
                self.refused(number, text, &refused)?;
            }
        }
        Ok(false)
    }

    /// Reports that a line is refused. On a terminal, the person may try again. From a pipe, a
    /// refused line is a failure.
    fn refused(
        &mut self,
        number: usize,
        line: &str,
        refused: &CommandRefusal,
    ) -> Result<(), Failure> {
        if !self.terminal {
            // Empty lines replace the lines before the refused line, so that the message has the
            // right line number.
            let before = number.saturating_sub(1);
            let source = Source::new("standard input", "\n".repeat(before) + line);
            let span = refused.span.clone().unwrap_or(0..line.len());
            let span = span.start + before..span.end + before;
            let found = Diagnostic::input(&source, span, refused.text.clone());
            let found = found.maybe_help(refused.help.clone());
            return Err(Failure::Input(Box::new(found)));
        }
        self.say(&spoken::ended(&refused.text))?;
        if !refused.squares.is_empty() {
            let picture = spoken::picture(self.table).map_err(failed)?;
            let squares = refused.squares.iter();
            let squares =
                squares.filter_map(|name| spoken::square(&self.table.session, &picture, name));
            let squares: Vec<String> = squares.collect();
            self.say(&format!("See {}.", squares.join("; ")))?;
        }
        if let Some(help) = &refused.help {
            self.say(&spoken::ended(help))?;
        }
        Ok(())
    }

    /// Reports that the game can't be kept, or that an engine has failed. Each problem is reported
    /// only once.
    fn trouble(&mut self) {
        if let Some(failure) = self.table.trouble.take() {
            self.context.out.diagnose(&failure.diagnostics());
        }
    }
}
