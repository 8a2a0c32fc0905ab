//! The state of the screen, and the effects of keys on it. This module draws nothing.

use std::time::{Duration, Instant};

use quadrille_core::Facing;
use quadrille_dsl::library::Shelf;
use quadrille_render::Picture;
use quadrille_render::layout::SeatTask;
use quadrille_render::terminal::ColourDepth;
use quadrille_session::{ActionDescription, ActionGroup, BoardChange, GameError, PlyChanges};

use super::board::{BoardMarks, CellPosition};
use super::turned::TurnedBoard;
use crate::context::failed;
use crate::output::exit::Failure;
use crate::play::command::WORDS;
use crate::play::obey::{self, CommandRefusal, CommandReply};
use crate::play::spoken;
use crate::play::table::{TerminalGame, Turn};

/// The minimum time between plies of agents, so that people can follow them.
const AGENT_PLY_INTERVAL: Duration = Duration::from_millis(350);

/// The state of the screen.
pub struct App<'t> {
    /// The game that the screen shows.
    pub table: &'t mut TerminalGame,
    shelf: &'t Shelf,
    /// The number of colours that the terminal supports.
    pub depth: ColourDepth,
    /// The direction on the board that points up on the screen.
    pub up: Facing,
    /// The position of the cursor.
    pub cursor: CellPosition,
    /// The square of the piece that was picked up.
    pub picked: Option<String>,
    /// The effect that keys have at present.
    pub mode: Mode,
    /// The latest message. Each string is a line.
    pub said: Vec<String>,
    /// `true` if the message is a refusal.
    pub wrong: bool,
    /// The squares that are shown as the reason why an action was refused.
    pub lit: Vec<String>,
    /// The number of the first visible line of text.
    pub scroll: u16,
    /// The contents that depend only on the position.
    pub now: Now,
    /// `true` if the player has asked to end the program.
    pub done: bool,
    /// The minimum time between plies of agents.
    pub pace: Duration,
    changed: Instant,
}

/// The effect that keys have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Keys move the cursor.
    Board,
    /// Keys write a line. The string is the text so far.
    Typing(String),
    /// Keys choose an entry from a list.
    Choosing(Chooser),
    /// Keys scroll the help. The number is the first visible line of the help.
    Help(u16),
}

/// A list from which the player chooses an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chooser {
    /// The title of the list.
    pub title: String,
    /// The entries of the list. Each has a label, and a line that is executed if the entry is
    /// chosen.
    pub items: Vec<(String, String)>,
    /// The index of the selected entry.
    pub at: usize,
}

/// The parts of the screen that depend only on the position. They are computed once after each
/// change of the position.
pub struct Now {
    /// The picture of the board.
    pub picture: Picture,
    /// A sentence about the next decision.
    pub turn: String,
    /// The sentences about checks, one for each check.
    pub checks: Vec<String>,
    /// The legal actions.
    pub actions: Vec<ActionDescription>,
    /// The declarations that seats may make.
    pub declarations: Vec<ActionDescription>,
    /// The squares of the last ply.
    pub last: Vec<String>,
    /// The last ply in sentences.
    pub ply_text: String,
    /// The next step of the game.
    pub next: Turn,
    /// The result and the next steps of the lesson or puzzle.
    pub next_steps: Vec<String>,
}

impl Now {
    fn of(table: &TerminalGame) -> Result<Self, GameError> {
        let session = &table.session;
        let last = session.plies().take(session.ply()).last();
        Ok(Self {
            picture: spoken::picture(table)?,
            turn: spoken::turn(table)?,
            checks: spoken::checks(table)?,
            actions: session.legal_actions()?,
            declarations: session.declarations()?,
            last: last.filter(|_| table.viewer().is_none()).map(touched).unwrap_or_default(),
            ply_text: last.map(|ply| table.describe(ply)).unwrap_or_default(),
            next: table.turn()?,
            next_steps: match &table.exercises {
                Some(exercises) => exercises.next_steps(session)?,
                None => Vec::new(),
            },
        })
    }
}

/// Returns the squares that are involved in the action of a ply.
fn touched(ply: &PlyChanges) -> Vec<String> {
    let changes = ply.steps.iter().take(1).flat_map(|step| &step.changes);
    let squares = changes.flat_map(|change| match change {
        BoardChange::Move { from, to, .. } => vec![from.clone(), to.clone()],
        BoardChange::Place { square, .. } => vec![square.clone()],
        _ => Vec::new(),
    });
    squares.collect()
}

impl<'t> App<'t> {
    /// Creates the screen of a game.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub fn new(
        table: &'t mut TerminalGame,
        shelf: &'t Shelf,
        depth: ColourDepth,
    ) -> Result<Self, Failure> {
        let now = Now::of(table).map_err(failed)?;
        let spec = table.session.ruleset().spec();
        let people =
            table.players.iter().position(|player| *player == crate::args::SeatPlayer::Person);
        let up = people.and_then(|seat| spec.seats.get(seat)).map(|seat| seat.facing);
        let first =
            now.actions.iter().find_map(|action| action.from.as_ref().or(action.to.as_ref()));
        let first = first.and_then(|name| spec.geometry.square_named(name));
        let cell =
            first.or_else(|| spec.geometry.squares().next()).map(|it| spec.geometry.cell(it));
        let cursor = cell.map_or((0, 0), |cell| (cell.file.into(), cell.rank.into()));
        let mut app = Self {
            table,
            shelf,
            depth,
            up: up.unwrap_or_default(),
            cursor,
            picked: None,
            mode: Mode::Board,
            said: Vec::new(),
            wrong: false,
            lit: Vec::new(),
            scroll: 0,
            now,
            done: false,
            pace: AGENT_PLY_INTERVAL,
            changed: Instant::now(),
        };
        app.begin();
        Ok(app)
    }

    fn begin(&mut self) {
        if self.table.exercises.is_none() {
            self.said = vec![spoken::players(self.table)];
        }
        self.offer();
    }

    /// Returns the board in the direction in which the screen shows it.
    #[must_use]
    pub fn board(&self) -> TurnedBoard {
        let (files, ranks) = (self.now.picture.files.into(), self.now.picture.ranks.into());
        TurnedBoard { files, ranks, up: self.up }
    }

    /// Returns the name of the square under the cursor.
    #[must_use]
    pub fn square(&self) -> String {
        let geometry = &self.table.session.ruleset().spec().geometry;
        let square = geometry.at(self.cursor.0, self.cursor.1);
        square.map(|square| geometry.name(square)).unwrap_or_default()
    }

    fn place(&self, name: &str) -> Option<CellPosition> {
        let geometry = &self.table.session.ruleset().spec().geometry;
        let cell = geometry.cell(geometry.square_named(name)?);
        Some((cell.file.into(), cell.rank.into()))
    }

    /// Returns the marks to draw on the board.
    #[must_use]
    pub fn marks(&self) -> BoardMarks {
        let places = |names: &[String]| names.iter().filter_map(|name| self.place(name)).collect();
        let from = self.picked.as_ref();
        let targets =
            self.now.actions.iter().filter(|action| from.is_some() && action.from.as_ref() == from);
        let targets: Vec<String> = targets.filter_map(|action| action.to.clone()).collect();
        BoardMarks {
            cursor: self.cursor,
            picked: from.and_then(|name| self.place(name)),
            targets: places(&targets),
            lit: places(&self.lit),
            last: places(&self.now.last),
        }
    }

    /// Moves the cursor by columns and rows of the screen, and skips holes.
    pub fn go(&mut self, columns: i32, rows: i32) {
        let board = self.board();
        let (mut column, mut row) = board.place(self.cursor);
        loop {
            column += columns;
            row += rows;
            let inside = (0..board.columns()).contains(&column) && (0..board.rows()).contains(&row);
            if !inside {
                return;
            }
            let cell = board.cell(column, row);
            if self.now.picture.tile(cell.0, cell.1).is_some() {
                self.cursor = cell;
                return;
            }
        }
    }

    /// Picks up the piece under the cursor. If a piece has already been picked up, moves it to the
    /// square under the cursor instead.
    pub fn enter(&mut self) {
        self.quiet();
        let square = self.square();
        if self.now.next == Turn::Over {
            return self.say(&self.now.turn.clone());
        }
        let is = |name: &Option<String>| name.as_ref() == Some(&square);
        let starts = self.now.actions.iter().any(|action| is(&action.from));
        let Some(from) = self.picked.take() else {
            if starts {
                self.picked = Some(square);
                return;
            }
            let answer = format!("choose={square}");
            let put: Vec<_> = self
                .now
                .actions
                .iter()
                .filter(|action| action.text == answer || (action.from.is_none() && is(&action.to)))
                .cloned()
                .collect();
            return match put.as_slice() {
                [] => self.describe(&square),
                [one] if one.text == answer => self.obey(&answer),
                _ => self.choose(&format!("On {square}"), &put),
            };
        };
        if from == square {
            return;
        }
        let fits =
            |action: &&ActionDescription| action.from.as_ref() == Some(&from) && is(&action.to);
        let fitting: Vec<ActionDescription> =
            self.now.actions.iter().filter(fits).cloned().collect();
        match fitting.as_slice() {
            [] if starts => self.picked = Some(square),
            [] => self.obey(&format!("{from}-{square}")),
            [one] => self.obey(&one.text.clone()),
            _ => self.choose(&format!("From {from} to {square}"), &fitting),
        }
    }

    /// Describes a square from which no action starts.
    fn describe(&mut self, square: &str) {
        let text = spoken::square(&self.table.session, &self.now.picture, square);
        let text = text.unwrap_or_default();
        self.say(&format!("{text}: nothing can be played from here."));
    }

    /// Opens a list of actions.
    pub fn choose(&mut self, title: &str, actions: &[ActionDescription]) {
        let items = actions.iter().map(|action| (label(action), action.text.clone()));
        self.list(title, items.collect());
    }

    fn list(&mut self, title: &str, items: Vec<(String, String)>) {
        if items.is_empty() {
            return self.say("There is nothing to choose from.");
        }
        self.mode = Mode::Choosing(Chooser { title: title.to_owned(), items, at: 0 });
    }

    /// Opens a list of the actions that are not moves of a piece on the board, such as rolls,
    /// answers, drops, offers and announcements.
    pub fn list_actions_off_board(&mut self) {
        let free = |action: &&ActionDescription| {
            action.from.is_none() || action.group == ActionGroup::Announcement
        };
        let actions: Vec<ActionDescription> =
            self.now.actions.iter().filter(free).cloned().collect();
        let mut items: Vec<_> =
            actions.iter().map(|action| (label(action), action.text.clone())).collect();
        if actions.iter().any(|action| action.group == ActionGroup::Roll) {
            items.insert(0, ("roll the dice".to_owned(), "roll".to_owned()));
        }
        self.list(&self.now.turn.clone(), items);
    }

    /// Opens the list of other actions if a person can't choose an action on the board. The
    /// decision is then a roll of the dice, a shuffle, or a question whose answers are not squares.
    fn offer(&mut self) {
        let legend = self.now.picture.legend.as_ref();
        let task = legend.and_then(|legend| legend.next.as_ref()).map(|next| &next.task);
        let on_board = |action: &ActionDescription| {
            action.text.strip_prefix("choose=").is_some_and(|name| self.place(name).is_some())
        };
        let asked = match task {
            Some(SeatTask::Roll | SeatTask::Shuffle) => true,
            Some(SeatTask::Answer(_)) => !self.now.actions.iter().any(on_board),
            _ => false,
        };
        if asked && matches!(self.now.next, Turn::Person(_)) && self.mode == Mode::Board {
            self.list_actions_off_board();
        }
    }

    /// Turns the board so that the next seat's pieces move up.
    pub fn flip(&mut self) {
        let spec = self.table.session.ruleset().spec();
        let facings: Vec<Facing> = spec.seats.iter().map(|seat| seat.facing).collect();
        let turns = (1..=4).map(|quarters| self.up.turned(quarters));
        self.up = turns.into_iter().find(|up| facings.contains(up)).unwrap_or(self.up.turned(1));
    }

    /// Executes a typed line.
    pub fn obey(&mut self, line: &str) {
        self.quiet();
        if line.trim().is_empty() {
            return;
        }
        match obey::obey(line, self.table, self.shelf) {
            CommandReply::Quit => self.done = true,
            CommandReply::Say(lines) => self.said = lines,
            CommandReply::Board => {}
            CommandReply::Played(_) => {
                self.changed = Instant::now();
                self.refresh();
            }
            CommandReply::Stands(text) => {
                self.refresh();
                self.say(&text);
            }
            CommandReply::Exercise => self.refresh(),
            CommandReply::Reason(refused) | CommandReply::Refused(refused) => {
                self.refresh();
                self.refused(*refused);
            }
        }
    }

    fn refused(&mut self, refused: CommandRefusal) {
        let help = refused.help.iter().map(|help| spoken::ended(help));
        self.said = std::iter::once(spoken::ended(&refused.text)).chain(help).collect();
        (self.wrong, self.lit) = (true, refused.squares);
    }

    /// Shows a message.
    pub fn say(&mut self, text: &str) {
        (self.said, self.wrong) = (vec![text.to_owned()], false);
    }

    /// Removes the message from the screen.
    fn quiet(&mut self) {
        self.said.clear();
        self.lit.clear();
        (self.wrong, self.scroll) = (false, 0);
    }

    /// Updates the contents after a change of the position.
    pub fn refresh(&mut self) {
        self.picked = None;
        if !matches!(self.mode, Mode::Typing(_) | Mode::Help(_)) {
            self.mode = Mode::Board;
        }
        match Now::of(self.table) {
            Ok(now) => {
                self.now = now;
                self.offer();
            }
            Err(error) => self.refused(CommandRefusal::from(error)),
        }
    }

    /// Lets agents think and play. Returns `true` if the screen has changed.
    ///
    /// # Errors
    /// Returns a [`Failure`] if an agent can't play.
    pub fn tick(&mut self) -> Result<bool, Failure> {
        let trouble = self.table.trouble.take();
        let troubled = trouble.is_some();
        if let Some(failure) = trouble {
            self.refused(CommandRefusal::from(failure));
        }
        let due = self.changed.elapsed() >= self.pace;
        let ply = match self.now.next {
            Turn::Agent(seat) => {
                self.table.think(seat)?;
                if due { self.table.answered(Duration::ZERO).map_err(failed)? } else { None }
            }
            Turn::Roll(_) if due => self.table.roll().map_err(failed)?,
            _ => None,
        };
        if ply.is_some() {
            self.changed = Instant::now();
            self.quiet();
            self.refresh();
        }
        Ok(ply.is_some() || troubled)
    }

    /// Returns the completions of a typed text.
    #[must_use]
    pub fn completions(&self, typed: &str) -> Vec<String> {
        let words = WORDS.iter().filter(|word| self.table.exercises.is_some() || !word.exercise);
        let words = words.map(|word| word.word.to_owned());
        let (before, last) = match typed.rsplit_once(' ') {
            Some((before, last)) => (format!("{before} "), last),
            None => (String::new(), typed),
        };
        let actions = self.now.actions.iter().chain(&self.now.declarations);
        let actions = actions.map(|action| action.text.clone());
        let all = words.filter(|_| before.is_empty()).chain(actions);
        let fitting = all.filter(|text| !last.is_empty() && text.starts_with(last));
        fitting.map(|text| format!("{before}{text}")).collect()
    }
}

/// Returns the label of an action in a list.
fn label(action: &ActionDescription) -> String {
    let kind = action.kind.as_deref().unwrap_or("piece");
    let word = |text: &str| text.replace('_', " ");
    match action.group {
        ActionGroup::Promotion => format!("{}, becomes a {kind}", action.text),
        ActionGroup::Drop => format!("{}, puts a {kind}", action.text),
        ActionGroup::Castling => format!("{}, castles", action.text),
        ActionGroup::Roll => {
            format!("the dice show {}", action.text.trim_start_matches("roll="))
        }
        ActionGroup::Answer => word(action.text.trim_start_matches("choose=")),
        ActionGroup::Say => format!("say {}", word(action.text.trim_start_matches("say="))),
        ActionGroup::Declaration => format!("{}: {}", action.seat, action.text),
        _ => action.text.clone(),
    }
}
