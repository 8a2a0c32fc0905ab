//! The part of a game that a viewer knows. Fog hides squares, kinds of pieces can be hidden, and
//! the rules can make answers secret. The description of a ply for a viewer contains only facts
//! that the viewer sees before or after the ply.

use std::collections::BTreeSet;

use quadrille_core::rules::{HiddenKinds, Holds};
use quadrille_core::{AnyGame, Facing, Kind, Move, Piece, Seat, Seats, Setup, Spec, Square, Zone};

use super::Game;
use crate::changes::{Board, BoardChange, CauseKind, PlyChanges, Step};
use crate::error::GameError;
use crate::names::{NamedPiece, RulesetNames};

/// The viewer of a game. A viewer knows everything, or the combined knowledge of some seats.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Viewer(Option<BTreeSet<Seat>>);

impl Viewer {
    /// A viewer who knows everything.
    pub const ALL: Self = Self(None);

    /// Returns a viewer with the combined knowledge of `seats`. If `seats` is empty, the viewer
    /// knows only public information.
    #[must_use]
    pub fn of(seats: impl IntoIterator<Item = Seat>) -> Self {
        Self(Some(seats.into_iter().collect()))
    }

    /// Returns `true` if the viewer knows everything.
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.0.is_none()
    }

    /// Returns `true` if the viewer knows the secrets of `seat`.
    #[must_use]
    pub fn has(&self, seat: Seat) -> bool {
        self.0.as_ref().is_none_or(|seats| seats.contains(&seat))
    }

    /// Returns the seats whose knowledge the viewer has, or `None` if the viewer knows everything.
    #[must_use]
    pub fn seats(&self) -> Option<&BTreeSet<Seat>> {
        self.0.as_ref()
    }

    /// Returns the seats as a set. It is empty if the viewer knows everything.
    fn seat_set(&self) -> Seats {
        self.0.iter().flatten().copied().collect()
    }

    /// Returns the position of a game as far as the viewer knows it, without the secret answers of
    /// other seats.
    ///
    /// If the rules hide pieces or their kinds, the position also lacks hidden pieces and
    /// everything that could reveal pieces or kinds. Examples are the rights, memories,
    /// restrictions and questions of other seats, and the halfmove clock. A piece of a kind that
    /// the viewer does not know has the kind that is shown instead.
    #[must_use]
    pub fn setup(&self, game: &dyn AnyGame) -> Setup {
        let mut setup = game.setup();
        if self.is_all() {
            return setup;
        }
        setup.sealed.retain(|sealed| self.has(sealed.question.seat));
        let spec = game.rules().spec();
        if !spec.hides_pieces() {
            return setup;
        }
        let seen = visible(game, self);
        let both = |mv: &Move| seen.contains(mv.from) && seen.contains(mv.to);
        let pieces = game.pieces_seen_by(self.seat_set());
        setup.en_passant.retain(|(_, skipped, pawn)| {
            let known = |other: &(Square, Piece)| other.0 == *pawn && setup.pieces.contains(other);
            seen.contains(*skipped) && pieces.iter().any(known)
        });
        setup.pieces = pieces;
        for (right, rule) in setup.castling.iter_mut().zip(&spec.castling) {
            *right &= self.has(rule.seat);
        }
        for (colour, checker) in setup.last_checkers.iter_mut().enumerate() {
            checker.take_if(|by| !self.has(*by) && !self.has(Seat(colour as u8)));
        }
        setup.last_mover.take_if(|by| !self.has(*by));
        setup.restrictions.retain(|(seat, _)| self.has(*seat));
        setup.refused.retain(both);
        setup.announced.take_if(|mv| !both(mv));
        setup.pending.retain(|question| self.has(question.seat));
        if !setup.pending.iter().any(|question| question.secret) {
            // Answers stay sealed only while a secret question is pending.
            setup.sealed.clear();
        }
        let memories = spec.counters.iter().zip(&mut setup.counters);
        for (memory, values) in memories.filter(|(counter, _)| counter.holds != Holds::Number) {
            for (seat, value) in values.iter_mut().enumerate() {
                if !memory.per_seat || !self.has(Seat(seat as u8)) {
                    *value = memory.start;
                }
            }
        }
        setup.halfmove = 0;
        setup
    }
}

/// Methods that return the parts of a game that a viewer knows.
impl Game {
    /// Returns `true` if the rules hide anything from a seat.
    #[must_use]
    pub fn hides(&self) -> bool {
        self.ruleset.spec().hides_pieces() || self.ruleset.asks_in_secret()
    }

    /// Returns the squares that the viewer sees in the present position. Without fog, these are all
    /// squares.
    ///
    /// # Errors
    /// Returns the errors of [`Game::fen`].
    pub fn visible(&self, sight: &Viewer) -> Result<Zone, GameError> {
        self.with_game(|game| Ok(visible(game, sight)))
    }

    /// Returns the present position as far as the viewer knows it; see [`Viewer::setup`].
    ///
    /// # Errors
    /// Returns the errors of [`Game::fen`].
    pub fn seen_setup(&self, sight: &Viewer) -> Result<Setup, GameError> {
        self.with_game(|game| Ok(sight.setup(game)))
    }

    /// Returns up to `count` plies, starting with ply `from` (1 is the first), as far as the viewer
    /// knows them. If the viewer does not know the action of a ply, the text of the action is
    /// empty. Such a ply contains only the visible changes.
    ///
    /// # Errors
    /// Returns the errors of [`Game::fen`].
    pub fn known_plies(
        &self,
        sight: &Viewer,
        from: usize,
        count: usize,
    ) -> Result<Vec<PlyChanges>, GameError> {
        let skipped = from.saturating_sub(1).min(self.plies.len());
        let last = skipped.saturating_add(count).min(self.plies.len());
        let plies = &self.plies[skipped..last];
        if sight.is_all() || !self.hides() {
            return Ok(plies.iter().map(|ply| ply.changes.clone()).collect());
        }
        let sealed = self.sealed_plies(self.plies.len())?;
        let seen = |plies: usize| {
            self.with_state(self.state(plies), |game| Ok(VisibleSquares::of(game, sight)))
        };
        let spec = self.ruleset.spec();
        let veiled = spec.hides_pieces();
        let mut changes = Vec::with_capacity(plies.len());
        let mut before = if veiled { Some(seen(skipped)?) } else { None };
        for ply in plies {
            let ply = &ply.changes;
            let own = ply.seat.as_deref().is_some_and(|seat| self.knows(sight, seat));
            if sealed.contains(&ply.ply) && !own {
                changes.push(sealed_ply(ply));
                if veiled {
                    before = Some(seen(ply.ply)?);
                }
                continue;
            }
            let Some(earlier) = before.take() else {
                changes.push(ply.clone());
                continue;
            };
            let after = seen(ply.ply)?;
            let knows = |seat: &str| self.knows(sight, seat);
            let controllers = [&*earlier.controllers, &*after.controllers];
            let kinds = KnownKinds { spec, viewers: sight.seat_set(), controllers };
            let witness = Witness { knows: &knows, own, before: &earlier, after: &after, kinds };
            changes.push(witness.ply(ply));
            before = Some(after);
        }
        Ok(changes)
    }

    /// Returns the numbers of the plies whose answers are still secret at the present ply.
    ///
    /// # Errors
    /// Returns the errors of [`Game::fen`].
    pub fn sealed(&self) -> Result<BTreeSet<usize>, GameError> {
        self.sealed_plies(self.at)
    }

    /// Returns the numbers of the plies whose answers are still secret in the position after
    /// `plies` plies.
    pub(super) fn sealed_plies(&self, plies: usize) -> Result<BTreeSet<usize>, GameError> {
        let sealed = self.with_state(self.state(plies), |game| Ok(game.setup().sealed.len()))?;
        let answers = self.plies[..plies].iter().filter(|ply| ply.changes.secret);
        Ok(answers.rev().take(sealed).map(|ply| ply.changes.ply).collect())
    }

    /// Returns the game up to the first answer that is still secret, or `None` if no answer is
    /// still secret. In the returned game, the questions with secret answers are open again. A
    /// record of the returned game can be given to a player during the game.
    ///
    /// # Errors
    /// Returns the errors of [`Game::fen`].
    pub fn before_sealed(&self) -> Result<Option<Self>, GameError> {
        let Some(first) = self.sealed()?.first().copied() else { return Ok(None) };
        let mut cut = self.fork();
        cut.plies.truncate(first - 1);
        (cut.at, cut.shown) = (first - 1, None);
        Ok(Some(cut))
    }

    fn knows(&self, sight: &Viewer, seat: &str) -> bool {
        self.ruleset.spec().seat_named(seat).is_some_and(|seat| sight.has(seat))
    }
}

/// Returns the visible squares.
fn visible(game: &dyn AnyGame, sight: &Viewer) -> Zone {
    let spec = game.rules().spec();
    match sight.seats() {
        Some(seats) if spec.fog.is_some() => {
            seats.iter().fold(Zone::EMPTY, |seen, seat| seen | game.visible(*seat))
        }
        _ => spec.geometry.all(),
    }
}

/// The visible part of a position: the visible squares, and the pieces on them with their kinds.
struct VisibleSquares {
    /// `true` if the rules have fog. Without fog, a viewer sees each change of the board when it
    /// happens.
    fog: bool,
    squares: BTreeSet<String>,
    board: Board,
    /// The controllers of all colours.
    controllers: Vec<Option<Seat>>,
}

impl VisibleSquares {
    fn of(game: &dyn AnyGame, sight: &Viewer) -> Self {
        let names = RulesetNames(game.rules().spec());
        let seen = visible(game, sight);
        let setup = game.setup();
        let pieces = setup.pieces.into_iter().filter(|(square, _)| seen.contains(*square));
        Self {
            fog: names.0.fog.is_some(),
            controllers: setup.controllers,
            squares: names.squares(seen).into_iter().collect(),
            board: pieces.map(|(at, piece)| (names.square(at), names.piece(piece))).collect(),
        }
    }

    fn sees(&self, square: &str) -> bool {
        self.squares.contains(square)
    }

    /// Returns `true` if `piece` is visible on `square`.
    fn has(&self, square: &str, piece: &NamedPiece) -> bool {
        !self.fog || self.board.get(square) == Some(piece)
    }
}

/// The knowledge of a viewer about the kinds of pieces during a ply.
struct KnownKinds<'a> {
    spec: &'a Spec,
    viewers: Seats,
    /// The controllers of the colours before and after the ply.
    controllers: [&'a [Option<Seat>]; 2],
}

impl KnownKinds<'_> {
    /// Replaces the kind of a piece by the kind that is shown instead, if the viewer does not know
    /// it.
    fn mask(&self, piece: &mut NamedPiece) {
        let (spec, Some(hidden)) = (self.spec, &self.spec.hidden) else { return };
        let kind = spec.kinds.iter().position(|kind| kind.name == piece.kind);
        let colour = spec.colours().find(|colour| spec.colour_name(*colour) == piece.army);
        let (Some(kind), Some(colour)) = (kind.and_then(|kind| u8::try_from(kind).ok()), colour)
        else {
            return;
        };
        let plain = Piece::new(Kind(kind), colour, Facing::North);
        let is_revealed = piece.marks.iter().any(|mark| mark == HiddenKinds::REVEALED);
        let real = if is_revealed { hidden.reveal(plain) } else { plain };
        let controller = |of: &&[Option<Seat>]| of.get(colour.index()).copied().flatten();
        let is_known = |of| spec.seen_piece(real, controller(of), self.viewers) == real;
        if !self.controllers.iter().any(is_known) {
            piece.kind = RulesetNames(spec).kind(hidden.shown_as);
        }
    }

    /// Replaces the unknown kinds in a change. Returns `false` if nothing of the change is left.
    fn mask_all(&self, change: &mut BoardChange) -> bool {
        match change {
            BoardChange::Move { piece, becomes, .. } => {
                self.mask(piece);
                becomes.iter_mut().for_each(|piece| self.mask(piece));
                becomes.take_if(|after| *after == *piece);
                true
            }
            BoardChange::Capture { piece, .. }
            | BoardChange::Remove { piece, .. }
            | BoardChange::Place { piece, .. }
            | BoardChange::Face { piece, .. }
            | BoardChange::Mark { piece, .. } => {
                self.mask(piece);
                true
            }
            BoardChange::Replace { before, after, .. } => {
                self.mask(before);
                self.mask(after);
                before != after
            }
            _ => true,
        }
    }

    /// Returns the text of an action of which a viewer sees only these changes.
    fn action_text(&self, changes: &[BoardChange]) -> String {
        let letter = |name: &str| {
            let mut kinds = self.spec.kinds.iter();
            kinds.find(|kind| kind.name == name).map_or('?', |kind| kind.letter)
        };
        let text = changes.iter().find_map(|change| match change {
            BoardChange::Move { from, to, .. } => Some(format!("{from}-{to}")),
            BoardChange::Place { square, piece } => {
                Some(format!("{}@{square}", letter(&piece.kind)))
            }
            _ => None,
        });
        text.unwrap_or_default()
    }
}

/// The knowledge of a viewer about a ply: the visible parts of the positions before and
/// after the ply.
struct Witness<'a> {
    /// Returns `true` for a seat whose secrets the viewer knows.
    knows: &'a dyn Fn(&str) -> bool,
    /// `true` if the ply was played by a seat whose secrets the viewer knows.
    own: bool,
    before: &'a VisibleSquares,
    after: &'a VisibleSquares,
    kinds: KnownKinds<'a>,
}

impl Witness<'_> {
    fn ply(&self, ply: &PlyChanges) -> PlyChanges {
        let mut visible = ply.clone();
        // The text of a shuffle names the kinds of all shuffled pieces.
        let mut hidden =
            ply.action.starts_with("shuffle=") || !self.own && ply.action.starts_with("choose=");
        let mut text = None;
        visible.steps = ply
            .steps
            .iter()
            .filter_map(|step| {
                let (visible, whole) = self.step(step);
                if !whole && step.cause == CauseKind::Action {
                    let kinds_alone =
                        self.kinds.spec.hidden.is_some() && on_board(&visible) == on_board(step);
                    hidden |= !self.own && !kinds_alone;
                    text = kinds_alone.then(|| self.kinds.action_text(&visible.changes));
                }
                (whole || !visible.changes.is_empty()).then_some(visible)
            })
            .collect();
        if let Some(text) = text {
            // The notation and the text of the action could name an unknown kind.
            if !self.own {
                visible.action = text;
            }
            visible.notation.clone_from(&visible.action);
        }
        if hidden {
            visible.action.clear();
            visible.notation.clear();
        }
        // A check may come from a piece that the viewer does not see.
        visible.notation.truncate(visible.notation.trim_end_matches(['+', '#']).len());
        visible
    }

    /// Returns the part of a step that the viewer knows, and a flag. The flag is `true` if this
    /// part is the whole step. If the viewer knows only a part, the result does not name the rule
    /// that caused the step. The rule could reveal the other changes.
    fn step(&self, step: &Step) -> (Step, bool) {
        let mut visible = step.clone();
        // Players know which piece their own move captured, even on a square that none of their
        // pieces sees.
        let mut captures = self.own && step.cause == CauseKind::Action;
        let moves = captures;
        visible.changes.retain_mut(|change| match change {
            BoardChange::Move { .. } if moves => true,
            BoardChange::Capture { .. } if captures => {
                captures = false;
                true
            }
            change => self.change(change),
        });
        visible.changes.retain_mut(|change| self.kinds.mask_all(change));
        let whole = visible.changes == step.changes;
        if !whole {
            (visible.effect, visible.hook, visible.place) = (None, None, None);
            visible.clauses.clear();
        }
        (visible, whole)
    }

    /// Returns `true` if the viewer knows the change. Removes the parts of the change that the
    /// viewer does not know.
    fn change(&self, change: &mut BoardChange) -> bool {
        let Self { before, after, knows, .. } = self;
        let both = |a: &Option<String>, b: &Option<String>| match (a, b) {
            (Some(a), Some(b)) => after.sees(a) && after.sees(b),
            _ => false,
        };
        match change {
            BoardChange::Move { from, to, piece, becomes } => {
                before.has(from, piece) && after.has(to, becomes.as_ref().unwrap_or(piece))
            }
            BoardChange::Capture { square, piece } | BoardChange::Remove { square, piece } => {
                before.has(square, piece) && (knows(&piece.army) || after.sees(square))
            }
            BoardChange::Place { square, piece }
            | BoardChange::Face { square, piece }
            | BoardChange::Mark { square, piece } => after.has(square, piece),
            BoardChange::Replace { square, before: was, after: is } => {
                before.has(square, was) && after.has(square, is)
            }
            BoardChange::Ask { seat, options, .. } => {
                if !knows(seat) {
                    options.clear();
                }
                true
            }
            BoardChange::Memory { seat: Some(seat), .. }
            | BoardChange::Castling { seat, .. }
            | BoardChange::Restricted { seat, .. } => knows(seat),
            BoardChange::EnPassant { army, skipped, pawn } => {
                both(skipped, pawn) && (self.kinds.spec.hidden.is_none() || knows(army))
            }
            BoardChange::Announced { from, to } => from.is_none() || both(from, to),
            BoardChange::Refused { from, to } => after.sees(from) && after.sees(to),
            // Public information: the states of seats, and the counters and hands beside the board.
            BoardChange::SeatState { .. }
            | BoardChange::ArmyState { .. }
            | BoardChange::Control { .. }
            | BoardChange::Counter { .. }
            | BoardChange::Hand { .. }
            | BoardChange::Turn { .. }
            | BoardChange::Order { .. }
            | BoardChange::Relation { .. }
            | BoardChange::Dice { .. }
            | BoardChange::Relaxed { .. }
            | BoardChange::Offer { .. }
            | BoardChange::Answered { .. }
            | BoardChange::Settle { .. }
            | BoardChange::Finish { .. } => true,
            BoardChange::Memory { seat: None, .. }
            | BoardChange::LastChecker { .. }
            | BoardChange::LastMover { .. }
            | BoardChange::Other => false,
        }
    }
}

/// Returns the number of changes of pieces on the board.
fn on_board(step: &Step) -> usize {
    let of_pieces = |change: &&BoardChange| {
        matches!(
            change,
            BoardChange::Move { .. }
                | BoardChange::Capture { .. }
                | BoardChange::Remove { .. }
                | BoardChange::Place { .. }
                | BoardChange::Replace { .. }
        )
    };
    step.changes.iter().filter(of_pieces).count()
}

/// Returns a ply that contains only two facts about `ply`: a question was answered, and the turn
/// passed.
fn sealed_ply(ply: &PlyChanges) -> PlyChanges {
    let mut changes = ply.clone();
    changes.action.clear();
    changes.notation.clear();
    for step in &mut changes.steps {
        let known = |change: &BoardChange| {
            matches!(change, BoardChange::Answered { .. } | BoardChange::Turn { .. })
        };
        step.changes.retain(known);
        (step.effect, step.hook, step.place) = (None, None, None);
        step.clauses.clear();
    }
    changes.steps.retain(|step| !step.changes.is_empty());
    changes
}
