//! What a ply changed, step by step, with the names of its rules: for animation, and to be told.

use std::collections::BTreeMap;
use std::fmt;

use quadrille_core::{Cause, Change, Protect, Restriction, Seat, TraceEntry};
use quadrille_dsl::script::effect_word;
use quadrille_dsl::{Loaded, fen};
use serde::Serialize;

use crate::names::{NamedPiece, Names, result};

/// The pieces on a board, by the names of their squares.
pub type Board = BTreeMap<String, NamedPiece>;

/// What a ply changed: by its action first, then by what the rules made of it, then by the turn that
/// follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct PlyChanges {
    /// Its number, from 1.
    pub ply: usize,
    /// The seat that played it; none for a move of nature.
    pub seat: Option<String>,
    /// The action's text.
    pub action: String,
    /// What it changed, in order.
    pub steps: Vec<Step>,
}

/// What one cause changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Step {
    /// The kind of cause.
    pub cause: CauseKind,
    /// The script word of the effect, such as `set_seat_state`.
    pub effect: Option<&'static str>,
    /// The hook, as `script.function`.
    pub hook: Option<String>,
    /// Where in its script the effect is emitted, as `file:line`.
    pub place: Option<String>,
    /// The clauses by which it happened.
    pub clauses: Vec<String>,
    /// What changed.
    pub changes: Vec<BoardChange>,
}

impl Step {
    /// Makes the step's changes to pieces on a board that stands as before the step.
    pub fn apply(&self, board: &mut Board) {
        // Pieces of one step move at once: king and rook may change places.
        for change in &self.changes {
            match change {
                BoardChange::Move { from: square, .. }
                | BoardChange::Capture { square, .. }
                | BoardChange::Remove { square, .. } => {
                    board.remove(square);
                }
                _ => {}
            }
        }
        for change in &self.changes {
            let (square, piece) = match change {
                BoardChange::Move { to, piece, becomes, .. } => {
                    (to, becomes.as_ref().unwrap_or(piece))
                }
                BoardChange::Place { square, piece }
                | BoardChange::Face { square, piece }
                | BoardChange::Mark { square, piece } => (square, piece),
                BoardChange::Replace { square, after, .. } => (square, after),
                _ => continue,
            };
            board.insert(square.clone(), piece.clone());
        }
    }
}

/// The kind of cause that a [`Step`] has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CauseKind {
    /// The action itself.
    Action,
    /// An effect of a rule.
    Effect,
    /// The turn passes on, states end by themselves, built-in draws.
    Turns,
}

/// One thing that changed. Seats, armies, squares and all else are called by their names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "change", rename_all = "snake_case")]
#[non_exhaustive]
pub enum BoardChange {
    /// A piece moved.
    Move {
        /// From here.
        from: String,
        /// To here.
        to: String,
        /// The piece, as it was.
        piece: NamedPiece,
        /// The piece as it arrived, if that is another: promoted, turned or marked.
        becomes: Option<NamedPiece>,
    },
    /// A piece was captured.
    Capture {
        /// Where it stood.
        square: String,
        /// The piece.
        piece: NamedPiece,
    },
    /// A piece left the board otherwise.
    Remove {
        /// Where it stood.
        square: String,
        /// The piece.
        piece: NamedPiece,
    },
    /// A piece came onto the board.
    Place {
        /// Where.
        square: String,
        /// The piece.
        piece: NamedPiece,
    },
    /// A piece became another kind or changed its army.
    Replace {
        /// Where it stands.
        square: String,
        /// As it was.
        before: NamedPiece,
        /// As it is.
        after: NamedPiece,
    },
    /// A piece faces another way.
    Face {
        /// Where it stands.
        square: String,
        /// As it is.
        piece: NamedPiece,
    },
    /// A piece gained or lost marks.
    Mark {
        /// Where it stands.
        square: String,
        /// As it is.
        piece: NamedPiece,
    },
    /// A seat's state changed.
    SeatState {
        /// The seat.
        seat: String,
        /// As it was.
        before: String,
        /// As it is.
        after: String,
    },
    /// An army's state changed.
    ArmyState {
        /// The army.
        army: String,
        /// As it was.
        before: String,
        /// As it is.
        after: String,
    },
    /// Another seat controls an army.
    Control {
        /// The army.
        army: String,
        /// Who controlled it; none for nature.
        before: Option<String>,
        /// Who controls it; none for nature.
        after: Option<String>,
    },
    /// A counter changed.
    Counter {
        /// Its name.
        counter: String,
        /// Whose; none for a counter of the game.
        seat: Option<String>,
        /// As it was.
        before: i32,
        /// As it is.
        after: i32,
    },
    /// The number of pieces of a kind in a hand changed.
    Hand {
        /// Whose hand.
        seat: String,
        /// Which kind.
        kind: String,
        /// As it was.
        before: u8,
        /// As it is.
        after: u8,
    },
    /// A castling right was lost or came back.
    Castling {
        /// Whose.
        seat: String,
        /// Where the king starts.
        from: String,
        /// Where it ends.
        to: String,
        /// Whether the right exists now.
        allowed: bool,
    },
    /// A pawn can be captured en passant, or no longer.
    EnPassant {
        /// The pawn's army.
        army: String,
        /// The square that it skipped; none if the right is over.
        skipped: Option<String>,
        /// Where it stands.
        pawn: Option<String>,
    },
    /// The turn passed on.
    Turn {
        /// From this seat.
        before: String,
        /// To this seat.
        after: String,
    },
    /// The order of turns changed.
    Order {
        /// The new order.
        seats: Vec<String>,
    },
    /// What one seat's pieces may do to another's changed.
    Relation {
        /// Whose pieces.
        from: String,
        /// To whose.
        to: String,
        /// Capture (true) or check.
        capture: bool,
        /// Whether they may; none where the ruleset's own relation applies again.
        allowed: Option<bool>,
    },
    /// Another seat gave the last check to an army's king.
    LastChecker {
        /// The king's army.
        army: String,
        /// Who gave it.
        seat: Option<String>,
    },
    /// The faces of the dice that can still be used changed.
    Dice {
        /// The faces.
        faces: Vec<u8>,
    },
    /// The protection of a seat's own royals was relaxed at its turn, or applies again.
    Relaxed {
        /// What still applies; none for what the ruleset says.
        to: Option<&'static str>,
    },
    /// A restriction on a seat's next action began or ended.
    Restricted {
        /// Whose action.
        seat: String,
        /// Which restriction.
        restriction: &'static str,
        /// Whether it holds now.
        holds: bool,
    },
    /// A move was announced, or the announcement is over.
    Announced {
        /// Where the announced move starts; none if the announcement is over.
        from: Option<String>,
        /// Where it ends.
        to: Option<String>,
    },
    /// An announced move was refused.
    Refused {
        /// Where it starts.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// A seat may say a word, or no longer.
    Offer {
        /// Who.
        seat: String,
        /// The word.
        word: String,
        /// Whether it may.
        open: bool,
    },
    /// A question was asked.
    Ask {
        /// Who answers it.
        seat: String,
        /// Its name.
        question: String,
        /// What may be answered.
        options: Vec<String>,
    },
    /// A question was answered, or dropped.
    Answered {
        /// Who was asked.
        seat: String,
        /// The question's name.
        question: String,
    },
    /// A seat's result was settled before the end of the game.
    Settle {
        /// Whose.
        seat: String,
        /// The result: `win`, `draw` or `loss`.
        result: Option<&'static str>,
    },
    /// The game is over.
    Finish {
        /// Each seat's result.
        results: BTreeMap<String, &'static str>,
        /// What ended it: a clause's id, or a built-in end such as `repetition`.
        ending: String,
    },
    /// Something that this version has no name for.
    Other,
}

impl BoardChange {
    pub(crate) fn new(names: Names<'_>, change: &Change) -> Self {
        let square = |square| names.square(square);
        let seat = |seat: Seat| names.seat(seat);
        let piece = |piece| names.piece(piece);
        match change {
            Change::Moved { from, to, before, after } => {
                let becomes = Some(piece(*after)).filter(|after| *after != piece(*before));
                Self::Move { from: square(*from), to: square(*to), piece: piece(*before), becomes }
            }
            Change::Captured { square: at, piece: gone } => {
                Self::Capture { square: square(*at), piece: piece(*gone) }
            }
            Change::Removed { square: at, piece: gone } => {
                Self::Remove { square: square(*at), piece: piece(*gone) }
            }
            Change::Placed { square: at, piece: come } => {
                Self::Place { square: square(*at), piece: piece(*come) }
            }
            Change::Replaced { square: at, before, after } => {
                Self::Replace { square: square(*at), before: piece(*before), after: piece(*after) }
            }
            Change::Turned { square: at, after, .. } => {
                Self::Face { square: square(*at), piece: piece(*after) }
            }
            Change::Marked { square: at, after, .. } => {
                Self::Mark { square: square(*at), piece: piece(*after) }
            }
            Change::SeatState { seat: of, before, after } => Self::SeatState {
                seat: seat(*of),
                before: names.state(*before),
                after: names.state(*after),
            },
            Change::ArmyState { colour, before, after } => Self::ArmyState {
                army: seat(*colour),
                before: names.state(*before),
                after: names.state(*after),
            },
            Change::Control { colour, before, after } => Self::Control {
                army: seat(*colour),
                before: before.map(seat),
                after: after.map(seat),
            },
            Change::Counter { counter, seat: of, before, after } => Self::Counter {
                counter: names.counter(*counter),
                seat: of.map(seat),
                before: *before,
                after: *after,
            },
            Change::Hand { seat: of, kind, before, after } => Self::Hand {
                seat: seat(*of),
                kind: names.kind(*kind),
                before: *before,
                after: *after,
            },
            Change::Castling { right, there } => match names.0.castling.get(*right) {
                Some(rule) => Self::Castling {
                    seat: seat(rule.seat),
                    from: square(rule.king.0),
                    to: square(rule.king.1),
                    allowed: *there,
                },
                None => Self::Other,
            },
            Change::EnPassant { colour, right } => Self::EnPassant {
                army: seat(*colour),
                skipped: right.map(|(skipped, _)| square(skipped)),
                pawn: right.map(|(_, pawn)| square(pawn)),
            },
            Change::Turn { before, after } => {
                Self::Turn { before: seat(*before), after: seat(*after) }
            }
            Change::Order(order) => {
                Self::Order { seats: order.iter().map(|of| seat(*of)).collect() }
            }
            Change::Relation { from, to, capture, allowed } => Self::Relation {
                from: seat(*from),
                to: seat(*to),
                capture: *capture,
                allowed: *allowed,
            },
            Change::LastChecker { colour, seat: by } => {
                Self::LastChecker { army: seat(*colour), seat: by.map(seat) }
            }
            Change::Dice(faces) => Self::Dice { faces: faces.clone() },
            Change::Relaxed(protect) => Self::Relaxed { to: protect.map(protection) },
            Change::Restricted { seat: of, restriction: which, holds } => {
                Self::Restricted { seat: seat(*of), restriction: restriction(which), holds: *holds }
            }
            Change::Announced(mv) => Self::Announced {
                from: mv.map(|mv| square(mv.from)),
                to: mv.map(|mv| square(mv.to)),
            },
            Change::Refused(mv) => Self::Refused { from: square(mv.from), to: square(mv.to) },
            Change::Offer { seat: of, word, open } => {
                Self::Offer { seat: seat(*of), word: word.clone(), open: *open }
            }
            Change::Asked(question) => Self::Ask {
                seat: seat(question.seat),
                question: question.name.clone(),
                options: question.options.clone(),
            },
            Change::Answered(question) => {
                Self::Answered { seat: seat(question.seat), question: question.name.clone() }
            }
            Change::Settled { seat: of, result: how } => {
                Self::Settle { seat: seat(*of), result: how.map(result) }
            }
            Change::Finished(outcome) => Self::Finish {
                results: names
                    .seats()
                    .zip(&outcome.results)
                    .map(|(of, how)| (seat(of), result(*how)))
                    .collect(),
                ending: names.ending(outcome),
            },
            _ => Self::Other,
        }
    }
}

/// The word for what is still owed to royals.
fn protection(protect: Protect) -> &'static str {
    let known = fen::PROTECTIONS.iter().find(|(_, known)| *known == protect);
    known.map_or("none", |(word, _)| word)
}

/// The word for a restriction.
fn restriction(restriction: &Restriction) -> &'static str {
    match restriction {
        Restriction::Safe => "safe",
        Restriction::Lifts(_) => "lifts",
        Restriction::Kinds(_) => "kinds",
        Restriction::Captures(_) => "captures",
        Restriction::Spares(_) => "spares",
    }
}

impl fmt::Display for BoardChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nobody = || "nobody".to_owned();
        match self {
            Self::Move { from, to, piece, becomes: None } => write!(f, "{piece} {from}-{to}"),
            Self::Move { from, to, piece, becomes: Some(other) } => {
                write!(f, "{piece} {from}-{to}, now {other}")
            }
            Self::Capture { square, piece } => write!(f, "{piece} on {square} is captured"),
            Self::Remove { square, piece } => write!(f, "{piece} on {square} is removed"),
            Self::Place { square, piece } => write!(f, "{piece} is placed on {square}"),
            Self::Replace { square, before, after } => {
                write!(f, "{before} on {square} becomes {after}")
            }
            Self::Face { square, piece } => {
                write!(f, "{piece} on {square} faces {}", piece.facing)
            }
            Self::Mark { square, piece } => {
                write!(f, "{piece} on {square} is marked [{}]", piece.marks.join(", "))
            }
            Self::SeatState { seat, before, after } => {
                write!(f, "seat {seat}: {before} -> {after}")
            }
            Self::ArmyState { army, before, after } => {
                write!(f, "army {army}: {before} -> {after}")
            }
            Self::Control { army, before, after } => {
                let [before, after] = [before, after].map(|who| who.clone().unwrap_or_else(nobody));
                write!(f, "army {army} is controlled by {after}, before by {before}")
            }
            Self::Counter { counter, seat: Some(seat), before, after } => {
                write!(f, "{counter} {seat}: {before} -> {after}")
            }
            Self::Counter { counter, seat: None, before, after } => {
                write!(f, "{counter}: {before} -> {after}")
            }
            Self::Hand { seat, kind, before, after } => {
                write!(f, "hand of {seat}, {kind}: {before} -> {after}")
            }
            Self::Castling { seat, from, to, allowed } => {
                let what = if *allowed { "is possible again" } else { "is no longer possible" };
                write!(f, "castling {from}-{to} of {seat} {what}")
            }
            Self::EnPassant { army, skipped: Some(skipped), .. } => {
                write!(f, "{army} may be captured en passant on {skipped}")
            }
            Self::EnPassant { army, .. } => {
                write!(f, "{army} may no longer be captured en passant")
            }
            Self::Turn { after, .. } => write!(f, "turn of {after}"),
            Self::Order { seats } => write!(f, "order of turns: {}", seats.join(", ")),
            Self::Relation { from, to, capture, allowed } => {
                let what = if *capture { "capture" } else { "check" };
                let how = match allowed {
                    Some(true) => "may",
                    Some(false) => "may not",
                    None => "may, by the rules' own relation,",
                };
                write!(f, "{from} {how} {what} {to}")
            }
            Self::LastChecker { army, seat } => {
                let seat = seat.clone().unwrap_or_else(nobody);
                write!(f, "last check to {army} by {seat}")
            }
            Self::Dice { faces } => {
                let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
                write!(
                    f,
                    "dice left: {}",
                    if faces.is_empty() { "none".into() } else { faces.join(", ") }
                )
            }
            Self::Relaxed { to } => {
                write!(f, "protection of own royals: {}", to.unwrap_or("as the rules say"))
            }
            Self::Restricted { seat, restriction, holds } => {
                let what = if *holds { "is restricted" } else { "is no longer restricted" };
                write!(f, "next action of {seat} {what}: {restriction}")
            }
            Self::Announced { from: Some(from), to: Some(to) } => {
                write!(f, "announced {from}-{to}")
            }
            Self::Announced { .. } => write!(f, "nothing is announced any more"),
            Self::Refused { from, to } => write!(f, "refused {from}-{to}"),
            Self::Offer { seat, word, open } => {
                let what = if *open { "may say" } else { "may no longer say" };
                write!(f, "{seat} {what} {word}")
            }
            Self::Ask { seat, question, options } => {
                write!(f, "{seat} is asked {question}: {}", options.join(", "))
            }
            Self::Answered { seat, question } => write!(f, "{seat} has answered {question}"),
            Self::Settle { seat, result } => {
                write!(f, "{seat}: {}", result.unwrap_or("no result yet"))
            }
            Self::Finish { results, ending } => {
                let results: Vec<String> =
                    results.iter().map(|(seat, result)| format!("{seat} {result}")).collect();
                write!(f, "the game is over by {ending}: {}", results.join(", "))
            }
            Self::Other => write!(f, "something else changed"),
        }
    }
}

/// The steps of a ply, from its trace.
pub(crate) fn steps(loaded: &Loaded, trace: &[TraceEntry]) -> Vec<Step> {
    let names = Names(loaded.rules.spec());
    let step = |entry: &TraceEntry| {
        let clauses = entry.clauses.iter().filter_map(|id| names.clause(*id)).collect();
        let changes = entry.changes.iter().map(|change| BoardChange::new(names, change)).collect();
        let step = Step {
            cause: CauseKind::Turns,
            effect: None,
            hook: None,
            place: None,
            clauses,
            changes,
        };
        match &entry.cause {
            Cause::Action(_) => Step { cause: CauseKind::Action, ..step },
            Cause::Effect { handler, emitted, .. } => Step {
                cause: CauseKind::Effect,
                effect: Some(effect_word(&emitted.effect)),
                hook: handler.and_then(|n| Some(names.0.handlers.get(n)?.name.clone())),
                place: handler.and_then(|number| place(loaded, number, emitted.line)),
                ..step
            },
            _ => step,
        }
    };
    trace.iter().map(step).collect()
}

/// The file and line of a hook's effect.
fn place(loaded: &Loaded, handler: usize, line: u32) -> Option<String> {
    let source = loaded.script_of(handler)?;
    Some(if line > 0 { format!("{}:{line}", source.name) } else { source.name.clone() })
}
