//! Executes the lines that a player types, and returns replies. Each of the two front ends shows
//! replies in its own way.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quadrille_agents::InvalidAgent;
use quadrille_core::Decision;
use quadrille_dsl::diagnostic::did_you_mean;
use quadrille_dsl::library::Shelf;
use quadrille_dsl::text::prose::{capital, listed};
use quadrille_session::{ActionDescription, Game, GameError, IllegalDescription, PlyChanges};

use super::command::{self, PlayCommand, WORDS};
use super::keeper::GameKeeper;
use super::table::{PlayRefusal, TerminalGame};
use super::{players, spoken};
use crate::output::exit::Failure;

/// The maximum time for a hint.
const HINT_TIMEOUT: Duration = Duration::from_secs(3);
/// The agent that gives a hint if the player names none.
const DEFAULT_ADVISER: &str = "mcts:400";

/// The reply to a typed line.
#[derive(Debug)]
pub enum CommandReply {
    /// Text to show. Each string is a line.
    Say(Vec<String>),
    /// The reply to `why`: the reason why an action is not legal.
    Reason(Box<CommandRefusal>),
    /// The board should be shown.
    Board,
    /// Plies were played. The list contains their changes.
    Played(Vec<PlyChanges>),
    /// The line has changed the ply that is shown, or the players. The text describes the new
    /// state.
    Stands(String),
    /// Another exercise was opened.
    Exercise,
    /// The line was refused.
    Refused(Box<CommandRefusal>),
    /// The program should end.
    Quit,
}

/// The reason why a line was refused.
#[derive(Debug, Default)]
pub struct CommandRefusal {
    /// The reason as a sentence without a capital letter and a full stop.
    pub text: String,
    /// A suggestion for another line.
    pub help: Option<String>,
    /// The squares that are part of the reason.
    pub squares: Vec<String>,
    /// The place of the mistake in the line.
    pub span: Option<std::ops::Range<usize>>,
}

impl CommandRefusal {
    fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    fn because(why: &IllegalDescription, action: &str) -> Self {
        let text = format!("`{action}` is not legal: {}", why.text);
        Self { text, squares: why.squares.clone(), ..Self::default() }
    }
}

impl From<GameError> for CommandRefusal {
    fn from(error: GameError) -> Self {
        match error {
            GameError::Illegal { action, why, span, help } => {
                let help = help.map(|help| help.to_string());
                Self { help, span: Some(span), ..Self::because(&why, &action) }
            }
            GameError::Action(error) => {
                let help = error.help.as_ref().map(ToString::to_string);
                Self { help, span: Some(error.span.clone()), ..Self::new(error.to_string()) }
            }
            GameError::Pgn(error) => {
                let help = error.help.as_ref().map(ToString::to_string);
                Self { help, span: Some(error.span.clone()), ..Self::new(error.to_string()) }
            }
            error => Self::new(error.to_string()),
        }
    }
}

impl From<Failure> for CommandRefusal {
    fn from(failure: Failure) -> Self {
        let found = failure.diagnostics();
        let text: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
        let help = found.iter().find_map(|found| found.help.clone());
        Self { help, ..Self::new(text.join("; ")) }
    }
}

/// Executes a line that the player has typed.
#[must_use]
pub fn obey(line: &str, table: &mut TerminalGame, shelf: &Shelf) -> CommandReply {
    let done = match command::parse(line) {
        Err(why) => Err(CommandRefusal::new(why)),
        Ok(command) => run(&command, table, shelf),
    };
    done.unwrap_or_else(|refused| CommandReply::Refused(Box::new(refused)))
}

/// Plays actions. If an action is refused, the actions before it stay played.
fn act(text: &str, table: &mut TerminalGame) -> Result<CommandReply, CommandRefusal> {
    let mut played = Vec::new();
    for (place, token) in quadrille_dsl::actions::tokens(text) {
        match table.play(token) {
            Ok(plies) => played.extend(plies),
            Err(PlayRefusal::Wrong(text)) => {
                let help = Some("`hint` names the piece, `show` plays the move".to_owned());
                let span = Some(place);
                return Err(CommandRefusal { text, help, span, ..CommandRefusal::default() });
            }
            Err(PlayRefusal::Error(error)) => {
                let mistyped = matches!(error, GameError::Action(_));
                let mut refused = CommandRefusal::from(error);
                refused.span = refused.span.map(|at| at.start + place.start..at.end + place.start);
                if mistyped {
                    let words = WORDS.iter().map(|word| word.word);
                    let close = did_you_mean(token, words).filter(|_| !token.contains('-'));
                    let due = spoken::to_type(table)?.map(|due| {
                        due.replacen("Type", "type", 1).trim_end_matches('.').to_owned()
                    });
                    refused.help = close.or(due).or(refused.help);
                }
                return Err(refused);
            }
        }
    }
    Ok(CommandReply::Played(played))
}

fn run(
    command: &PlayCommand<'_>,
    table: &mut TerminalGame,
    shelf: &Shelf,
) -> Result<CommandReply, CommandRefusal> {
    Ok(match command {
        PlayCommand::Help => {
            let now = match spoken::to_type(table)? {
                Some(text) => text,
                None => match spoken::example(table)? {
                    Some(action) => format!("Anything else is a move, such as {action}."),
                    None => "Anything else is a move.".to_owned(),
                },
            };
            CommandReply::Say(command::help(table.exercises.is_some()).chain([now]).collect())
        }
        PlayCommand::Board => CommandReply::Board,
        PlayCommand::Say => CommandReply::Say(spoken::position(table)?),
        PlayCommand::Last => CommandReply::Say(vec![last(table)]),
        PlayCommand::Moves(square) => CommandReply::Say(moves(&table.session, *square)?),
        PlayCommand::Why(action) => match table.session.why_not_typed(action)? {
            None => CommandReply::Say(vec![format!("{action} is legal.")]),
            Some(why) => CommandReply::Reason(Box::new(CommandRefusal::because(&why, action))),
        },
        PlayCommand::Square(name) => {
            let picture = spoken::picture(table)?;
            let description = spoken::square(&table.session, &picture, name);
            let unknown = || CommandRefusal::new(format!("`{name}` is not a square of this board"));
            CommandReply::Say(vec![description.ok_or_else(unknown)?])
        }
        PlayCommand::Undo(times) => {
            let plies: usize =
                (0..*times).map_while(|_| Some(table.undo()).filter(|n| *n > 0)).sum();
            moved(plies, "taken back", "nothing to take back")?
        }
        PlayCommand::Redo(times) => {
            let plies: usize =
                (0..*times).map_while(|_| Some(table.redo()).filter(|n| *n > 0)).sum();
            moved(plies, "played again", "nothing was taken back")?
        }
        PlayCommand::GoTo(ply) => {
            table.go_to(*ply)?;
            CommandReply::Stands(format!("After ply {ply} of {}.", table.session.plies().len()))
        }
        PlayCommand::Resume => {
            table.resume();
            CommandReply::Stands("The game continues from here.".to_owned())
        }
        PlayCommand::Roll => {
            let rolls = table.session.decision()?;
            if !matches!(rolls, Decision::Roll(_)) {
                return Err(CommandRefusal::new("there are no dice to roll now"));
            }
            // In a lesson, the faces of the dice are part of the lesson.
            if table.exercises.is_some() {
                return exercise(&PlayCommand::Show, table, shelf);
            }
            CommandReply::Played(table.roll()?.into_iter().collect())
        }
        PlayCommand::Hint(agent) => hint(*agent, table)?,
        PlayCommand::Seat(None) => CommandReply::Say(vec![spoken::players(table)]),
        PlayCommand::Seat(Some(choice)) => {
            let rules = Arc::clone(table.session.ruleset());
            let spec = rules.spec();
            players::suits(&choice.player, spec)?;
            if choice.seat == players::OTHER_SEATS {
                return Err(CommandRefusal::new("name the seat"));
            }
            let seat = players::seat_named(spec, &choice.seat)?;
            table.players[seat.index()] = choice.player.clone();
            CommandReply::Stands(spoken::players(table))
        }
        PlayCommand::Save(file) => save(*file, table)?,
        PlayCommand::Fen => CommandReply::Say(vec![position(table)?]),
        PlayCommand::Quit => CommandReply::Quit,
        PlayCommand::Actions(text) => act(text, table)?,
        PlayCommand::Show | PlayCommand::Again | PlayCommand::Next | PlayCommand::Back => {
            exercise(command, table, shelf)?
        }
    })
}

fn moved(plies: usize, what: &str, nothing: &str) -> Result<CommandReply, CommandRefusal> {
    match plies {
        0 => Err(CommandRefusal::new(nothing)),
        1 => Ok(CommandReply::Stands(format!("1 ply {what}."))),
        plies => Ok(CommandReply::Stands(format!("{plies} plies {what}."))),
    }
}

/// Returns the last ply in sentences.
#[must_use]
pub fn last(table: &TerminalGame) -> String {
    let played = table.session.plies().take(table.session.ply()).last();
    played.map_or_else(|| "Nothing has been played.".to_owned(), |ply| table.describe(ply))
}

/// Returns one line: the number of legal actions, and then these actions. If `square` is given,
/// only actions from this square or to it are listed.
fn moves(session: &Game, square: Option<&str>) -> Result<Vec<String>, GameError> {
    let wanted = |action: &&ActionDescription| {
        square.is_none_or(|square| {
            [&action.from, &action.to].into_iter().flatten().any(|s| s == square)
        })
    };
    let actions = session.legal_actions()?;
    let texts: Vec<&str> = actions.iter().filter(wanted).map(|action| &*action.text).collect();
    if texts.is_empty() {
        return Ok(vec!["None.".to_owned()]);
    }
    Ok(vec![format!("{}: {}", texts.len(), texts.join(" "))])
}

fn hint(
    agent: Option<quadrille_agents::AgentSpec>,
    table: &TerminalGame,
) -> Result<CommandReply, CommandRefusal> {
    if let Some(exercises) = &table.exercises {
        let Some(wanted) = exercises.next_action(&table.session)? else {
            return Ok(CommandReply::Say(exercises.next_steps(&table.session)?));
        };
        let piece = wanted.split(['-', '=', '@']).next().unwrap_or(&wanted);
        return Ok(CommandReply::Say(vec![format!("It begins with {piece}.")]));
    }
    let agent = match agent {
        Some(agent) => agent,
        None => DEFAULT_ADVISER
            .parse()
            .map_err(|why: InvalidAgent| CommandRefusal::new(why.to_string()))?,
    };
    let begun = Instant::now();
    let advice = table.session.advise(agent, table.seed, &|| begun.elapsed() > HINT_TIMEOUT)?;
    let Some(action) = advice.action else {
        return Err(CommandRefusal::new(match table.session.decision()? {
            Decision::Roll(_) => "dice are not a choice; `roll` rolls them",
            _ => "the game is over",
        }));
    };
    let share = (advice.share * 100.0).round();
    let side = side(&table.session)?;
    let share = if advice.share > 0.0 { format!(" ({share} % for {side})") } else { String::new() };
    Ok(CommandReply::Say(vec![format!("{agent} suggests {action}{share}.")]))
}

/// Returns the names of the seats on the side that decides, such as `Yellow and White`.
fn side(session: &Game) -> Result<String, GameError> {
    let seat = match session.decision()? {
        Decision::Turn(seat) => seat,
        Decision::Question(question) => question.seat,
        Decision::Roll(_) | Decision::Over => return Ok(String::new()),
    };
    let seats = &session.ruleset().spec().seats;
    let team = seats[seat.index()].team;
    let names = seats.iter().filter(|seat| seat.team == team).map(|seat| capital(&seat.name));
    Ok(listed(&names.collect::<Vec<_>>()))
}

/// Returns the position as FEN4, without answers that are still secret.
fn position(table: &TerminalGame) -> Result<String, CommandRefusal> {
    if table.viewer().is_some() {
        let text = "the game hides pieces from players; export it when it is over";
        return Err(CommandRefusal::new(text));
    }
    let cut = table.session.before_sealed()?;
    Ok(cut.as_ref().unwrap_or(&table.session).fen()?)
}

fn save(file: Option<&str>, table: &mut TerminalGame) -> Result<CommandReply, CommandRefusal> {
    let hides = table.viewer().is_some();
    if let Some(file) = file {
        let path = Path::new(file);
        let old = table.keeper.path().map(Path::to_owned);
        let mut named = GameKeeper::named(path, old.as_deref())?;
        if hides {
            named.take_over(&mut table.keeper);
        }
        named.changed(&table.session, true, hides)?;
        std::mem::replace(&mut table.keeper, named).discard();
    } else {
        table.keeper.changed(&table.session, true, hides)?;
    }
    let Some(path) = table.keeper.path() else {
        return Err(CommandRefusal::new("the game has no file yet; write `save FILE`"));
    };
    let text = match table.keeper.cover() {
        Some(cover) => format!(
            "The game hides pieces. It is kept in {1}, and saved in {0} when it is over.",
            path.display(),
            cover.display()
        ),
        None => format!("Saved in {}.", path.display()),
    };
    Ok(CommandReply::Say(vec![text]))
}

fn exercise(
    command: &PlayCommand<'_>,
    table: &mut TerminalGame,
    shelf: &Shelf,
) -> Result<CommandReply, CommandRefusal> {
    if *command == PlayCommand::Show {
        match table.show() {
            Ok(plies) if !plies.is_empty() => return Ok(CommandReply::Played(plies)),
            Ok(_) => {}
            Err(PlayRefusal::Wrong(text)) => return Err(CommandRefusal::new(text)),
            Err(PlayRefusal::Error(error)) => return Err(error.into()),
        }
    }
    let Some(exercises) = &mut table.exercises else {
        return Err(CommandRefusal::new(
            "this is not a lesson or puzzle; `quadrille play RULESET --lesson 1` begins a lesson",
        ));
    };
    let found = match command {
        PlayCommand::Again => true,
        PlayCommand::Show => false,
        command => exercises.turn(*command == PlayCommand::Next),
    };
    if !found {
        // There is no such exercise. The reply contains the possible next steps.
        let steps = exercises.next_steps(&table.session)?;
        return Ok(CommandReply::Say(match command {
            PlayCommand::Back => vec![format!("This is the first {}.", exercises.noun())],
            _ => steps,
        }));
    }
    let opened = exercises.open(shelf)?;
    if let Some(session) = opened {
        table.replace(session);
    }
    Ok(CommandReply::Exercise)
}
