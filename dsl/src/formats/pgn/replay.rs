//! Plays a record, one move after the other. Each word must mean exactly one legal action.

use crate::text::prose::with_article;
use quadrille_core::{Action, AnyGame, Decision, Declaration, Kind, Move, Seat, Seats, Status};

use super::move_resolution::seat_name;
use super::replay_note::Note;
use super::{
    DECLARATION, Drop, Left, Mistake, MoveMarks, MoveText, PgnError, PlayAction, Record,
    RecordWord, WordMeaning, move_resolution, result_check,
};
use crate::formats::actions;

/// The start of the text of each answer to a question.
const CHOICE: &str = "choose=";

/// The result of replaying a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replay {
    /// The actions that were played, in order.
    pub actions: Vec<Action>,
    /// The differences between the record and the rules. These differences did not make any move
    /// illegal.
    pub notes: Vec<Note>,
    /// The seats that resigned or ran out of time, in the order in which they left.
    pub left: Vec<(Seat, Left)>,
}

/// Plays a record. Before the call, the game must be at the start position of the record.
///
/// ```
/// use quadrille_core::game;
/// use quadrille_dsl::library::Shipped;
/// use quadrille_dsl::{pgn, load};
///
/// let ruleset = load(&Shipped, "orthodox-chess", &[])?;
/// let hooks = ruleset.hooks();
/// let mut game = game::start(&ruleset.rules, &*hooks)?;
/// let records = pgn::read("[Event \"a lesson\"]\n\n1. f3 e5 2. g4 Qh4# 0-1")?;
/// let replay = pgn::replay(&records[0], &mut *game)?;
/// assert_eq!(replay.actions.len(), 4);
/// assert!(replay.notes.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Signs of check, letters of pieces and the `Result` tag are compared with the game. Each
/// difference becomes a note. If the `Result` tag contradicts the game, a second note may name the
/// first move with a wrong number of signs of mate.
///
/// # Errors
/// Returns a [`PgnError`] about the first word that does not mean exactly one legal action, or
/// whose action has an effect that fails.
pub fn replay(record: &Record, game: &mut dyn AnyGame) -> Result<Replay, PgnError> {
    replay_by(record, game, &mut |game, action| game.play(action))
}

/// Plays a record as [`replay`] does, but calls the function `play` to play each action.
///
/// # Errors
/// Returns the errors of [`replay`].
pub fn replay_by(
    record: &Record,
    game: &mut dyn AnyGame,
    play: &mut PlayAction<'_>,
) -> Result<Replay, PgnError> {
    let record = record.localised(game.rules());
    let record = &*record.translated(game.rules().spec());
    let mut replay = Replay::default();
    let mut other_mate: Option<&RecordWord> = None;
    for word in &record.words {
        let meaning = &move_resolution::settled(game, word)?;
        // After a player has left, their king may continue to move. Each move of this king then
        // carries the reason.
        if let WordMeaning::Move(MoveText { marks, .. }) | WordMeaning::Castling { marks, .. } =
            meaning
            && marks.left.iter().any(|how| matches!(how, Left::Resigned | Left::TimedOut))
            && game.controller(game.turn()).is_some()
        {
            leave(game, word, &marks.left, &mut replay, play)?;
        }
        if !matches!(meaning, WordMeaning::Left(_)) && matches!(game.decision(), Ok(Decision::Over))
        {
            return Err(PgnError::new(word.span.clone(), Mistake::AfterEnd)
                .help("replay the record with the ruleset under which it was played"));
        }
        if !matches!(meaning, WordMeaning::Put(_) | WordMeaning::Drop(_) | WordMeaning::Action) {
            replay.actions.extend(move_resolution::decline(game, word, play)?);
        }
        if let WordMeaning::Left(left) = meaning {
            leave(game, word, left, &mut replay, play)?;
            continue;
        }
        let action = move_resolution::action(game, word, meaning)?;
        if let (WordMeaning::Move(moved), Action::Move(played)) = (meaning, action) {
            compare(game, word, moved, &played, &mut replay.notes);
        }
        let before = SeatsBefore::of(game);
        play(game, action).map_err(|error| move_resolution::failed(&*game, word, error))?;
        replay.actions.push(action);
        if let Some(put) = move_resolution::put(game, word, meaning, action, play)? {
            replay.actions.push(put);
        }
        // Old files write no check signs after castling, and UCI writes none at all. UCI drops look
        // like other drops.
        let (marks, complete) = match meaning {
            WordMeaning::Move(MoveText { marks, is_bare, .. }) => (marks, !is_bare),
            WordMeaning::Drop(Drop { marks, .. }) | WordMeaning::Castling { marks, .. } => {
                (marks, false)
            }
            _ => continue,
        };
        compare_checks(game, word, &before, marks, complete, &mut replay.notes);
        if other_mate.is_none() && !before.mates_agree(game, marks) {
            other_mate = Some(word);
        }
    }
    // Records of other programs have no words for options that do nothing.
    if let Some(last) = record.words.last()
        && !record.words.iter().any(|word| word.text.starts_with(CHOICE))
    {
        replay.actions.extend(move_resolution::decline_quietly(game, last, play)?);
    }
    if let Some(tag) = record.tag(DECLARATION)
        && !matches!(game.decision(), Ok(Decision::Over))
    {
        let action = actions::read(game, &tag.value)
            .map_err(|error| PgnError { span: tag.span.clone(), ..error.into_kind() })?;
        let word = RecordWord {
            text: tag.value.clone(),
            span: tag.span.clone(),
            meaning: WordMeaning::Action,
        };
        play(game, action).map_err(|error| move_resolution::failed(&*game, &word, error))?;
        replay.actions.push(action);
    }
    if let Some(note) = result_check::compare(record, game) {
        replay.notes.push(note);
        if let Some(word) = other_mate {
            let message = "from this move on, the signs of mate differ from these rules";
            replay.notes.push(Note { span: word.span.clone(), message: message.to_owned() });
        }
    }
    Ok(replay)
}

/// The seats that were in check, mated or still playing before a move. They are compared with the
/// seats after the move, to check the signs of the record.
struct SeatsBefore {
    mover: Seat,
    checked: Seats,
    mated: Seats,
    /// The seats that still had turns before the move.
    playing: Seats,
}

impl SeatsBefore {
    fn of(game: &dyn AnyGame) -> Self {
        let checked = seats(game).filter(|seat| game.in_check(*seat)).collect();
        Self { mover: game.turn(), checked, mated: mated(game), playing: playing(game) }
    }

    /// Returns the seats that lost their turns because of the move. The seat that moved is not
    /// included.
    fn put_out(&self, game: &dyn AnyGame) -> Seats {
        let now = playing(game);
        self.playing.iter().filter(|seat| *seat != self.mover && !now.contains(*seat)).collect()
    }

    /// Returns `true` if the number of `#` signs is correct. It must be the number of seats that
    /// the move mated or left without royals. If the move ended the game, any number is accepted,
    /// because the end of a game may leave all players in the game.
    fn mates_agree(&self, game: &dyn AnyGame, marks: &MoveMarks) -> bool {
        // Seats that are out for other reasons were stalemated.
        let put_out = self.put_out(game);
        let lost = |seat: Seat| game.in_check(seat) || game.royals(seat).is_empty();
        let lost = put_out.iter().filter(|seat| lost(*seat));
        let mated = mated(game);
        let mated: Seats = mated.iter().filter(|seat| *seat != self.mover).chain(lost).collect();
        let new = mated.iter().filter(|seat| !self.mated.contains(*seat)).count();
        new == marks.mates || game.outcome().is_some()
    }
}

/// Returns the seats that still have turns and are mated.
fn mated(game: &dyn AnyGame) -> Seats {
    let mated = |seat: &Seat| game.in_check(*seat) && game.status(*seat) == Status::Mate;
    playing(game).iter().filter(mated).collect()
}

fn seats(game: &dyn AnyGame) -> impl Iterator<Item = Seat> + use<> {
    (0..game.rules().spec().seats.len()).map(|seat| Seat(seat as u8))
}

/// Returns the seats that still have turns.
fn playing(game: &dyn AnyGame) -> Seats {
    let states = &game.rules().spec().states;
    let state = |seat: Seat| states.get(usize::from(game.seat_state(seat).0));
    seats(game).filter(|seat| state(*seat).is_some_and(|state| state.has_turn)).collect()
}

/// Records that a seat leaves the game instead of making a move.
fn leave(
    game: &mut dyn AnyGame,
    word: &RecordWord,
    left: &[Left],
    replay: &mut Replay,
    play: &mut PlayAction<'_>,
) -> Result<(), PgnError> {
    let over = matches!(game.decision(), Ok(Decision::Over));
    let leaves = left.iter().find_map(|how| match how {
        Left::Resigned => Some((*how, Declaration::Resign)),
        Left::TimedOut => Some((*how, Declaration::Flag)),
        Left::Mated | Left::Stalemated => None,
    });
    if let Some((how, said)) = leaves {
        let seat = game.turn();
        replay.left.push((seat, how));
        if !over {
            let action = Action::Declare(seat, said);
            play(game, action).map_err(|error| move_resolution::failed(&*game, word, error))?;
            replay.actions.push(action);
        }
    } else if !over && game.status(game.turn()) != Status::Ok {
        let seat = seat_name(game.rules().spec(), game.turn());
        return Err(PgnError::new(word.span.clone(), Mistake::NotOut { seat })
            .help("replay the record with the ruleset under which it was played"));
    }
    // If no error was found, the rules have already removed the seat, or another seat is to move.
    Ok(())
}

/// Adds a note for each letter of a record that does not fit the piece.
fn compare(
    game: &dyn AnyGame,
    word: &RecordWord,
    moved: &MoveText,
    played: &Move,
    notes: &mut Vec<Note>,
) {
    let spec = game.rules().spec();
    let mut note = |message: String| notes.push(Note { span: word.span.clone(), message });
    let name = |kind: Kind| spec.kinds.get(kind.index()).map_or("?", |kind| &kind.name).to_owned();
    let stated = moved.piece.filter(|letter| *letter != move_resolution::PAWN);
    if let Some(piece) = game.piece(played.from)
        && move_resolution::letter(spec, piece) != stated
        && !moved.is_bare
    {
        note(format!(
            "the piece on {} is {}",
            spec.geometry.name(played.from),
            with_article(&name(piece.kind()))
        ));
    }
    match (move_resolution::captures(game, played), moved.captures) {
        (true, false) if !moved.is_bare => note("this move captures".to_owned()),
        (false, true) => note("this move captures nothing".to_owned()),
        _ => {}
    }
    if let (Some(victim), true) = (game.piece(played.to), moved.captured.is_some())
        && move_resolution::letter(spec, victim) != moved.captured
    {
        note(format!(
            "the piece on {} is {}",
            spec.geometry.name(played.to),
            with_article(&name(victim.kind()))
        ));
    }
}

/// Adds a note for each sign of check that contradicts the game. If `complete` is `true`, also adds
/// a note if the sign for a new check is missing.
fn compare_checks(
    game: &dyn AnyGame,
    word: &RecordWord,
    before: &SeatsBefore,
    marks: &MoveMarks,
    complete: bool,
    notes: &mut Vec<Note>,
) {
    let checked: Seats =
        seats(game).filter(|seat| *seat != before.mover && game.in_check(*seat)).collect();
    // Kings of seats that are out may be attacked permanently.
    let playing = playing(game);
    let new = checked.iter().any(|seat| playing.contains(seat) && !before.checked.contains(seat));
    // Other programs write `#` after every move that ends a game, for example by an explosion.
    let ends = game.outcome().is_some() || !before.put_out(game).is_empty();
    let mated = marks.mates > 0 && ends;
    let signs = marks.checks + marks.mates;
    let mut note = |message: &str| {
        notes.push(Note { span: word.span.clone(), message: message.to_owned() });
    };
    if signs > 0 && checked.is_empty() && !mated {
        note("there is a sign of check, but no king is attacked");
    } else if signs == 0 && new && complete && game.outcome().is_none() {
        note("a king is attacked, but there is no sign of check");
    }
}
