//! The table of the hooks that a rule script may define. The outline of a script, the lint, the
//! calls of hooks, the reference and `quadrille explain HOOK` use it.

use std::rc::Rc;

use quadrille_core::{EventKind, Seat, Square};
use rhai::{Dynamic, Map};

use super::api::{Params, Type};
use crate::script::interface::bindings::effect_arguments::subject_value;
use crate::script::interface::native::{Fallible, Gives, Value};

/// A hook: a function that the engine calls by name.
#[derive(Debug, PartialEq, Eq)]
pub struct Hook {
    /// The name of the hook.
    pub name: &'static str,
    /// The parameters, with their usual names and their types.
    pub params: Params,
    /// The time at which the hook runs.
    pub kind: HookKind,
    /// The `when:` conditions that the hook accepts.
    pub when: When,
    /// The purpose of the hook, in a sentence or two.
    pub doc: &'static str,
}

/// The time at which a hook runs. This time determines the functions that the hook may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HookKind {
    /// Once, when the ruleset is loaded.
    Declare,
    /// When the ruleset is loaded. The hook runs for every possible input, and its answer depends
    /// only on this input.
    Tabulate,
    /// When the event happens in a game.
    Event(EventKind),
    /// While moves are generated. The hook runs once for each list of moves, or once for each move.
    /// It returns an answer, and has no effects.
    PerMove(EventKind),
}

/// The `when:` conditions that a hook accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct When {
    /// `true` if the hook accepts kinds of pieces, as in `pawn or queen`.
    pub kinds: bool,
    /// `true` if the hook accepts `from ZONE`.
    pub from: bool,
    /// `true` if the hook accepts `to ZONE`.
    pub to: bool,
    /// `true` if the hook accepts `capture` and `no capture`.
    pub capture: bool,
    /// `true` if the hook accepts `pass`.
    pub pass: bool,
    /// `true` if the hook accepts `check` and `no check`.
    pub check: bool,
    /// `true` if the hook accepts `at least N checked`, which is a minimum number of royals in
    /// check.
    pub checked: bool,
    /// `true` if the hook accepts `at most N of KIND` and `at least N of KIND`. They limit the
    /// number of pieces of these kinds on the board. With `per team`, the limit applies to each
    /// team separately.
    pub count: bool,
    /// `true` if the hook accepts `KIND on ZONE`, `at most N seats STATE`, `N plies since COUNTER`
    /// and `N rounds since COUNTER`.
    pub position: bool,
    /// `true` if the hook accepts `state STATE` and `army STATE`. These are conditions on the seat
    /// of the event.
    pub seat: bool,
    /// `true` if the hook accepts `in check`, `partner in check`, `partner settled` and `no move`.
    pub trouble: bool,
    /// `true` if the hook accepts `every ply`. Except for `outcome`, such a hook runs at every ply
    /// if it has no conditions. The author should then write a condition, or write `every ply` to
    /// state that this cost is intended. A hook about moves needs `every ply` even if it has other
    /// conditions.
    pub every_ply: bool,
}

impl When {
    const NONE: Self = Self {
        kinds: false,
        from: false,
        to: false,
        capture: false,
        pass: false,
        check: false,
        checked: false,
        count: false,
        position: false,
        seat: false,
        trouble: false,
        every_ply: false,
    };
    const KINDS: Self = Self { kinds: true, ..Self::NONE };
    const ROYAL: Self = Self { kinds: true, seat: true, ..Self::NONE };
    const SEAT: Self = Self { seat: true, ..Self::NONE };
    const CHECK: Self = Self { checked: true, ..Self::SEAT };
    const PIECE: Self =
        Self { kinds: true, to: true, count: true, position: true, seat: true, ..Self::NONE };
    const LIST: Self = Self { count: true, position: true, every_ply: true, ..Self::NONE };
    const TURN: Self = Self { seat: true, trouble: true, ..Self::LIST };
    const CANDIDATE: Self = Self {
        kinds: true,
        from: true,
        to: true,
        capture: true,
        count: true,
        position: true,
        every_ply: true,
        ..Self::NONE
    };
    const MOVE: Self = Self { check: true, pass: true, seat: true, ..Self::CANDIDATE };
}

const GAME: (&str, Type) = ("game", Type::Game);
const SEAT: (&str, Type) = ("seat", Type::Seat);
const PIECE: (&str, Type) = ("piece", Type::Piece);
const SQUARE: (&str, Type) = ("square", Type::Square);
const FACES: (&str, Type) = ("faces", Type::ListOf(&Type::Int));

const fn hook(
    name: &'static str,
    params: Params,
    kind: HookKind,
    when: When,
    doc: &'static str,
) -> Hook {
    Hook { name, params, kind, when, doc }
}

use HookKind::{Declare, Event, PerMove, Tabulate};

/// All hooks, in the order in which a game calls them.
pub const HOOKS: &[Hook] = &[
    hook(
        "define",
        &[("rules", Type::Rules)],
        Declare,
        When::NONE,
        "declares movements, relations, protection, castling, counters and draws",
    ),
    hook(
        "promotes",
        &[PIECE, SQUARE],
        Tabulate,
        When::KINDS,
        "returns the promotion of the piece when it arrives on the square: `()`, a kind, an array of kinds, or a map",
    ),
    hook(
        "arrives",
        &[PIECE, SQUARE],
        Tabulate,
        When::KINDS,
        "returns the changes of the piece when it arrives on the square: `()`, or a map of changes",
    ),
    hook(
        "may_enter",
        &[PIECE, SQUARE],
        Tabulate,
        When::KINDS,
        "returns `true` if the piece may go to the square",
    ),
    hook(
        "dice_allows",
        &[("face", Type::Int), ("kind", Type::Kind)],
        Tabulate,
        When::NONE,
        "returns `true` if the face of a die lets pieces of the kind move",
    ),
    hook("on_setup", &[GAME], Event(EventKind::Setup), When::NONE, "the game begins"),
    hook(
        "on_position",
        &[GAME],
        Event(EventKind::Position),
        When::NONE,
        "a game begins, or continues, from a given position",
    ),
    hook("on_turn", &[GAME, SEAT], Event(EventKind::Turn), When::TURN, "a turn opens for the seat"),
    hook(
        "on_roll",
        &[GAME, SEAT, FACES],
        Event(EventKind::Roll),
        When::NONE,
        "the seat's dice show the faces",
    ),
    hook(
        "on_blocked",
        &[GAME, SEAT, FACES],
        Event(EventKind::Blocked),
        When::NONE,
        "no legal move of the seat fits the faces left",
    ),
    hook(
        "on_capture",
        &[GAME, SEAT, PIECE, SQUARE],
        Event(EventKind::Capture),
        When::PIECE,
        "the seat captured the piece, which stood on the square",
    ),
    hook(
        "on_royal_captured",
        &[GAME, SEAT, PIECE, SQUARE],
        Event(EventKind::RoyalCaptured),
        When::ROYAL,
        "the seat captured the royal, which stood on the square",
    ),
    hook(
        "on_promotion",
        &[GAME, SEAT, PIECE, SQUARE],
        Event(EventKind::Promotion),
        When::PIECE,
        "a piece of the seat was promoted; the piece is what it became",
    ),
    hook(
        "on_check",
        &[GAME, SEAT, ("royals", Type::ListOf(&Type::Map))],
        Event(EventKind::Check),
        When::CHECK,
        "a ply of the seat gave check; each of the royals is `#{ square, by }`",
    ),
    hook(
        "on_move",
        &[GAME, SEAT, PIECE, ("from", Type::Square), ("to", Type::Square)],
        Event(EventKind::Move),
        When::MOVE,
        "the seat moved or dropped a piece, or passed; piece, from and to are `()` for a pass",
    ),
    hook(
        "on_mate",
        &[GAME, SEAT],
        Event(EventKind::Mate),
        When::NONE,
        "the seat is in check and has no legal move",
    ),
    hook(
        "on_stalemate",
        &[GAME, SEAT],
        Event(EventKind::Stalemate),
        When::NONE,
        "the seat is not in check and has no legal move",
    ),
    hook(
        "on_release",
        &[GAME, SEAT],
        Event(EventKind::Release),
        When::NONE,
        "a state of the seat ended automatically",
    ),
    hook(
        "on_answer",
        &[GAME, SEAT, ("question", Type::Question), ("choice", Type::Choice), ("about", Type::Any)],
        Event(EventKind::Answer),
        When::NONE,
        "the seat answered a question of `ask` or `choose`",
    ),
    hook(
        "on_say",
        &[GAME, SEAT, ("word", Type::Offer)],
        Event(EventKind::Say),
        When::NONE,
        "the seat accepted an offer, or said `resign`, `flag` or `agree`",
    ),
    hook(
        "on_announce",
        &[GAME, SEAT, ("from", Type::Square), ("to", Type::Square)],
        Event(EventKind::Announce),
        When::NONE,
        "the seat announced a move; unless it is refused, it must be played next",
    ),
    hook(
        "on_draw",
        &[
            GAME,
            ("kind", Type::OneOf(&["repetition", "no_progress", "insufficient_force"])),
            ("seats", Type::ListOf(&Type::Seat)),
        ],
        Event(EventKind::Draw),
        When::NONE,
        "a built-in draw is due; the hook decides instead",
    ),
    hook("on_ply_limit", &[GAME], Event(EventKind::Limit), When::NONE, "the ply limit is reached"),
    hook(
        "outcome",
        &[GAME],
        Event(EventKind::Outcome),
        When::LIST,
        "ends the game when it is decided; runs after a capture, promotion, drop, or change of state, control or counter; with `every ply` or `KIND on ZONE`, after every ply",
    ),
    hook(
        "extra_moves",
        &[GAME, SEAT],
        PerMove(EventKind::ExtraMoves),
        When::LIST,
        "returns moves of the seat in addition to its pieces' movements: an array of `#{ from, to }`",
    ),
    hook(
        "forbids",
        &[GAME, ("move", Type::Move)],
        PerMove(EventKind::Forbids),
        When::CANDIDATE,
        "returns `true` if a move or drop that would otherwise be legal is forbidden",
    ),
];

/// Checks that every event has a row above. Code with an event that has no row does not compile.
const _: () = {
    let mut kind = 0;
    while kind < EventKind::ALL.len() {
        let mut row = 0;
        loop {
            assert!(row < HOOKS.len(), "an event has no hook");
            if let Event(of) | PerMove(of) = HOOKS[row].kind
                && of as u8 == EventKind::ALL[kind] as u8
            {
                break;
            }
            row += 1;
        }
        kind += 1;
    }
};

/// Appends the arguments for the hook of an event to `args`, in the order of the hook's parameters.
/// `mentions` has one bit for each argument after `game`. If its bit is not set, the hook does not
/// use the argument and receives `()`.
pub(crate) fn arguments(
    game: Value,
    event: &quadrille_core::Event<'_>,
    mentions: u8,
    args: &mut Vec<Value>,
) -> Fallible<()> {
    use quadrille_core::Event;

    args.push(game);
    let mut mentions = mentions;
    let mut add = |value: &dyn Fn() -> Fallible<Value>| {
        args.push(if mentions & 1 != 0 { value()? } else { Value::Nothing });
        mentions >>= 1;
        Fallible::Ok(())
    };
    match *event {
        Event::Setup | Event::Position | Event::Limit | Event::Outcome => {}
        Event::Turn(seat) | Event::Mate(seat) | Event::Stalemate(seat) | Event::Release(seat) => {
            add(&|| seat.give())?;
        }
        Event::Roll(seat, faces) | Event::Blocked(seat, faces) => {
            add(&|| seat.give())?;
            add(&|| faces.iter().map(|face| i64::from(*face)).collect::<Vec<_>>().give())?;
        }
        Event::Move { seat, played, piece, to } => {
            add(&|| seat.give())?;
            add(&|| piece.give())?;
            add(&|| played.map(|m| m.from).give())?;
            add(&|| to.give())?;
        }
        Event::Capture { seat, piece, square, .. }
        | Event::RoyalCaptured { seat, piece, square }
        | Event::Promotion { seat, piece, square } => {
            add(&|| seat.give())?;
            add(&|| piece.give())?;
            add(&|| square.give())?;
        }
        Event::Check { seat, royals, by } => {
            let check = |(square, by): (&Square, &Seat)| {
                let mut check = Map::new();
                check.insert("square".into(), Dynamic::from(*square));
                check.insert("by".into(), Dynamic::from(*by));
                Value::Other(Rc::new(check.into()))
            };
            add(&|| seat.give())?;
            add(&|| royals.iter().zip(by).map(check).collect::<Vec<_>>().give())?;
        }
        Event::Answer { seat, question, choice, about } => {
            add(&|| seat.give())?;
            add(&|| question.to_owned().give())?;
            add(&|| choice.to_owned().give())?;
            add(&|| subject_value(about).give())?;
        }
        Event::Announce(seat, played) => {
            add(&|| seat.give())?;
            add(&|| played.from.give())?;
            add(&|| played.to.give())?;
        }
        Event::Say(seat, word) => {
            add(&|| seat.give())?;
            add(&|| word.to_owned().give())?;
        }
        Event::Draw(kind, drawn) => {
            add(&|| kind.give())?;
            add(&|| drawn.iter().collect::<Vec<_>>().give())?;
        }
    }
    Ok(())
}

/// The events whose hooks accept `judged: yes`. These events occur in a move, and the effects of
/// their hooks may determine if the move is legal.
const JUDGED: [EventKind; 4] =
    [EventKind::Capture, EventKind::RoyalCaptured, EventKind::Promotion, EventKind::Move];

/// Returns the hook with this name.
#[must_use]
pub fn hook_named(name: &str) -> Option<&'static Hook> {
    HOOKS.iter().find(|hook| hook.name == name)
}

impl Hook {
    /// Returns `true` if the hook runs at every ply when it has no `when:` line.
    #[must_use]
    pub fn runs_every_ply(&self) -> bool {
        self.when.every_ply && self.kind != Event(EventKind::Outcome)
    }

    /// Returns the name of the hook with its parameters, such as `on_mate(game, seat)`.
    #[must_use]
    pub fn signature(&self) -> String {
        let params: Vec<_> = self.params.iter().map(|(name, _)| *name).collect();
        format!("{}({})", self.name, params.join(", "))
    }

    /// Returns `true` if the effects of the hook may determine whether a move is legal.
    #[must_use]
    pub fn can_be_judged(&self) -> bool {
        matches!(self.kind, Event(event) if JUDGED.contains(&event))
    }

    /// Returns the conditions that the hook's `/// when:` line may contain, in Markdown.
    #[must_use]
    pub fn conditions(&self) -> Vec<&'static str> {
        self.taken().map(|(_, full)| full).collect()
    }

    /// Returns the conditions that the hook's `/// when:` line may contain, in a short form for
    /// messages.
    #[must_use]
    pub fn conditions_in_brief(&self) -> Vec<&'static str> {
        self.taken().map(|(brief, _)| brief).collect()
    }

    /// Returns the conditions that the hook accepts. Each condition is written in a short form and
    /// in a full form.
    fn taken(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let conditions = [
            (self.when.kinds, "kinds", "kinds of piece, as in `pawn or queen`"),
            (self.when.from, "`from ZONE`", "`from ZONE`"),
            (self.when.to, "`to ZONE`", "`to ZONE`"),
            (self.when.capture, "`capture`", "`capture`, `no capture`"),
            (self.when.check, "`check`", "`check`, `no check`"),
            (self.when.pass, "`pass`", "`pass`"),
            (self.when.checked, "`at least N checked`", "`at least N checked`"),
            (
                self.when.count,
                "`at most N of KIND`, `at least N of KIND`, and `… per team` or `… in some army`",
                "`at most N of KIND`, `at least N of KIND`. With `of all` instead of a kind, pieces of every kind count. With `per team`, each team must have this number. With `in some army`, one colour with this number is enough.",
            ),
            (
                self.when.position,
                "`KIND on ZONE`, `at most N seats STATE`, `N plies since COUNTER`, `N rounds since COUNTER`",
                "`KIND on ZONE`, `at most N seats STATE`, `at least N seats STATE`, `N plies since COUNTER`, `N rounds since COUNTER`",
            ),
            (self.when.seat, "`state STATE`, `army STATE`", "`state STATE`, `army STATE`"),
            (
                self.when.trouble,
                "`in check` and similar",
                "`in check`, `partner in check`, `partner settled`, `no move`, joined by `or`",
            ),
            (self.when.every_ply, "`every ply`", "`every ply`"),
        ];
        conditions.into_iter().filter(|(takes, ..)| *takes).map(|(_, brief, full)| (brief, full))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_has_exactly_one_hook() {
        for &kind in EventKind::ALL {
            let count = HOOKS
                .iter()
                .filter(|hook| matches!(hook.kind, Event(of) | PerMove(of) if of == kind))
                .count();
            assert_eq!(count, 1, "{kind:?}");
        }
    }
}
