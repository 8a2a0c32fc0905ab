//! A slow, plain implementation of the rules of movement, without tables, bit sets or shortcuts. It
//! is the reference with which the engine must agree.
//!
//! The reference reads the public description of a game ([`Spec`], [`Setup`]) and shares no other
//! code with the engine. It follows every path leg by leg, and makes every move on a copy of the
//! board. If a seat has to protect a royal in its move, the reference tests every piece that may
//! attack this royal. It stores the positions of a game to find repetitions. To find the squares
//! that a seat sees, it tests every square with every piece of the seat.
//!
//! The reference takes the answers of tabulated hooks from [`Answers`]. These answers come from the
//! spec's tables, or from scripts that are called for each query. The reference calls other hooks
//! only in three cases. In two of them, legality depends on the position after the effects. Either
//! a move captures a royal, or a hook's effects decide whether the move is legal. In the third
//! case, hooks ask for choices within moves. [`Plain::apply_effect`] applies effects on pieces and
//! rights.

mod answers;
mod choices;
mod effects;
mod make;
mod move_choices;
mod occurrences;
mod paths;
mod questions;
mod sight;
mod steps;

use std::collections::{BTreeMap, BTreeSet};

use quadrille_core::rules::{Abilities, MeasuredValue, Neutral};
use quadrille_core::{
    Action, Colour, CompiledRules, Geometry, Hooks, Kind, Move, MoveKind, Piece, Protect,
    Restriction, Seat, Setup, Spec, Square, StateId, Status, Zone,
};

pub use answers::Answers;
pub use choices::{Choice, choice};
use move_choices::AskedChoice;
pub use questions::Questions;

/// A position in the reference, which is the slow implementation of the rules.
#[derive(Clone)]
pub struct Plain<'a> {
    spec: &'a Spec,
    answers: &'a dyn Answers,
    /// The ruleset and its hooks, or `None` if no hooks are called.
    rules: Option<(&'a CompiledRules, &'a dyn Hooks)>,
    setup: Setup,
    pieces: BTreeMap<Square, Piece>,
    /// The board. Gates that are present in the position are walls of this board.
    board: Geometry,
    /// The positions that have occurred since the last progress. Empty if the game's history is
    /// unknown.
    past: Vec<Setup>,
    /// The questions of the last move that are not answered yet.
    asked: Vec<AskedChoice>,
}

impl std::fmt::Debug for Plain<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plain").finish_non_exhaustive()
    }
}

/// The kind of a move, as in [`MoveKind`]. For a move along a path, [`MoveKind`] has the number of
/// the path. This type has only the squares of the pieces captured on the way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Manner {
    /// A move to an empty square, or a capture of the piece on the target square.
    Plain,
    /// A double step over this square, by a piece that may then be captured en passant.
    Double(Square),
    /// A capture en passant.
    EnPassant,
    /// Castling, with the index of the castling move.
    Castle(u8),
    /// A path that does more than move and capture at its end: it captures on the way, swaps
    /// pieces, or sets marks.
    Path([Option<Square>; 2]),
}

/// The visible part of a move: the starting square, the target square, the promotion and the kind
/// of the move.
pub type Seen = (Square, Square, Option<Kind>, Manner);

/// A legal or pseudo-legal move of the reference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Step {
    /// The visible part of the move.
    pub seen: Seen,
    /// The index of the move's path among the paths of the piece's kind. If several paths give the
    /// same result, this is the first of them. `None` if the result does not depend on the path.
    path: Option<usize>,
}

/// Returns the visible part of an action of the engine. Returns `None` if the action is not the
/// move of a piece.
#[must_use]
pub fn seen(action: Action) -> Option<Seen> {
    let Action::Move(Move { from, to, promotion, kind, .. }) = action else { return None };
    let manner = match kind {
        MoveKind::Plain | MoveKind::Extra(_) => Manner::Plain,
        MoveKind::Double { over } => Manner::Double(over),
        MoveKind::EnPassant => Manner::EnPassant,
        MoveKind::Castle(number) => Manner::Castle(number),
        MoveKind::Path { takes, .. } => Manner::Path(takes),
    };
    Some((from, to, promotion, manner))
}

/// One end of a path, and the squares of the pieces that are captured on the way to it.
type PathEnd = (Square, [Option<Square>; 2]);

/// The royals of a seat, each with the pieces that attack it. An attack that is not a check under
/// [`quadrille_core::rules::Royals`] is left out.
type Checks = Vec<(Square, BTreeSet<Square>)>;

impl<'a> Plain<'a> {
    /// Creates a position under rules without event hooks. The answers of tabulated hooks come from
    /// the spec's tables.
    #[must_use]
    pub fn new(spec: &'a Spec, setup: &Setup) -> Self {
        let pieces = setup.pieces.iter().copied().collect();
        let board = spec.geometry.clone();
        let setup = setup.clone();
        let mut plain = Self {
            spec,
            answers: spec,
            rules: None,
            setup,
            pieces,
            board,
            past: Vec::new(),
            asked: Vec::new(),
        };
        plain.close_gates();
        plain
    }

    /// Adds the gates that are present in the position to the board as walls.
    fn close_gates(&mut self) {
        if self.spec.gates.is_empty() {
            return;
        }
        self.board = self.spec.geometry.clone();
        for gate in &self.spec.gates {
            let stands = gate.circumstances.iter().all(|circumstance| {
                let value = match circumstance.of {
                    MeasuredValue::Counter(counter) => {
                        self.setup.counters[usize::from(counter.0)][0]
                    }
                    MeasuredValue::PliesSince(counter) => {
                        self.setup.ply as i32 - self.setup.counters[usize::from(counter.0)][0]
                    }
                    _ => self.setup.ply as i32,
                };
                circumstance.least <= value && value <= circumstance.most
            });
            for (a, b) in gate.edges.iter().filter(|_| stands) {
                self.board.add_wall(*a, *b).expect("an edge of the board");
            }
        }
    }

    /// Creates a position under rules with hooks. Tabulated hooks are called for each query.
    #[must_use]
    pub fn scripted(
        rules: &'a CompiledRules,
        hooks: &'a dyn Hooks,
        answers: &'a dyn Answers,
        setup: &Setup,
    ) -> Self {
        Self { answers, rules: Some((rules, hooks)), ..Self::new(rules.spec(), setup) }
    }

    /// Returns the pieces in the order of their squares.
    #[must_use]
    pub fn pieces(&self) -> Vec<(Square, Piece)> {
        self.pieces.iter().map(|(square, piece)| (*square, *piece)).collect()
    }

    // Methods for control, abilities and relations.

    fn controller(&self, colour: Colour) -> Seat {
        self.setup.controllers.get(colour.index()).copied().flatten().unwrap_or(colour)
    }

    fn partners(&self, a: Seat, b: Seat) -> bool {
        a != b && self.spec.team(a) == self.spec.team(b)
    }

    /// Returns the rules for neutral pieces, or `None` if this piece is not neutral.
    fn unowned(&self, piece: Piece) -> Option<&Neutral> {
        self.spec.neutral.as_ref().filter(|_| piece.colour().index() == self.spec.seats.len())
    }

    /// Returns `true` if a seat may move a piece in its turn.
    fn commands(&self, seat: Seat, piece: Piece) -> bool {
        match self.unowned(piece) {
            Some(neutral) => neutral.movers.contains(seat),
            None => self.controller(piece.colour()) == seat && self.abilities(piece).moves,
        }
    }

    fn royal(&self, piece: Piece) -> bool {
        self.spec.kinds[piece.kind().index()].royal
    }

    fn abilities(&self, piece: Piece) -> Abilities {
        let of = |state: u8| {
            let state = &self.spec.states[usize::from(state)];
            if self.royal(piece) { state.royals } else { state.pieces }
        };
        if let Some(neutral) = self.unowned(piece) {
            return Abilities { capturable: neutral.capturable, ..Abilities::NONE };
        }
        let own = of(self.setup.army_states[piece.colour().index()].0);
        let controller = self.controller(piece.colour());
        if controller == piece.colour() {
            return own;
        }
        let under = of(self.setup.seat_states[controller.index()].0);
        Abilities {
            moves: own.moves && under.moves,
            captures: own.captures && under.captures,
            checks: own.checks && under.checks,
            capturable: own.capturable && under.capturable,
            checkable: own.checkable && under.checkable,
        }
    }

    fn related_to(&self, from: Seat, to: Seat, capture: bool) -> bool {
        if from.index() >= self.spec.seats.len() || to.index() >= self.spec.seats.len() {
            return true;
        }
        let changed = self.setup.relations.iter().rev();
        let mut changed = changed.filter(|(a, b, c, _)| (*a, *b, *c) == (from, to, capture));
        if let Some((_, _, _, allowed)) = changed.next() {
            return *allowed;
        }
        let cell = self.spec.relations[from.index()][to.index()];
        if capture { cell.capture } else { cell.check }
    }

    /// Returns `true` if a piece may capture the piece on a square. This depends on the abilities,
    /// controllers and kinds of both pieces.
    fn may_capture(&self, piece: Piece, square: Square) -> bool {
        self.pieces.get(&square).is_some_and(|victim| {
            self.abilities(piece).captures
                && self.abilities(*victim).capturable
                && self.related_to(
                    self.controller(piece.colour()),
                    self.controller(victim.colour()),
                    true,
                )
                && self.kind_captures(piece, *victim)
        })
    }

    /// Returns `true` if a piece may capture on a square in the middle of its path. The piece must
    /// also be allowed to enter this square.
    fn may_capture_on_path(&self, piece: Piece, square: Square) -> bool {
        !self.restricted(piece, square) && self.may_capture(piece, square)
    }

    fn kind_captures(&self, piece: Piece, victim: Piece) -> bool {
        self.spec.kind_captures[piece.kind().index()] >> victim.kind().0 & 1 != 0
    }

    fn restricted(&self, piece: Piece, square: Square) -> bool {
        !self.answers.may_enter(piece, square)
    }

    // Methods for moves.

    /// Returns the legal moves of a seat, sorted. If two paths lead to the same move, the move is
    /// listed twice.
    #[must_use]
    pub fn moves(&self, seat: Seat) -> Vec<Step> {
        self.moves_protecting(seat, &|owner| self.protection(seat, owner))
    }

    /// Returns the moves of a seat, without regard to the safety of royals.
    #[must_use]
    pub fn pseudo_legal(&self, seat: Seat) -> Vec<Step> {
        self.moves_protecting(seat, &|_| Protect::None)
    }

    /// Returns the status that a seat would have if it had to move.
    ///
    /// If the seat has no turn in its state, it is treated as active.
    #[must_use]
    pub fn status(&self, seat: Seat) -> Status {
        let mut awake = self.clone();
        if !self.spec.states[usize::from(self.setup.seat_states[seat.index()].0)].has_turn {
            awake.setup.seat_states[seat.index()] = StateId::ACTIVE;
            awake.setup.army_states[seat.index()] = StateId::ACTIVE;
        }
        let protection = |owner: Seat| match &self.spec.protect_in_mate_test {
            Some(matrix) => matrix[seat.index()][owner.index()],
            None => self.protection(seat, owner),
        };
        let own_turn = seat == self.setup.turn;
        let steps = awake.moves_protecting(seat, &protection);
        let moves = steps.iter().any(|step| !own_turn || !awake.repeats(seat, step));
        if moves || !awake.drops(seat, &protection).0.is_empty() {
            Status::Ok
        } else if awake.in_check(seat) {
            Status::Mate
        } else {
            Status::Stale
        }
    }

    /// Returns the moves of a seat after which all royals have the required protection.
    /// `protection` returns the protection that an owner's royals need.
    fn moves_protecting(&self, seat: Seat, protection: &dyn Fn(Seat) -> Protect) -> Vec<Step> {
        let mut steps = Vec::new();
        for (from, piece) in &self.pieces {
            if self.commands(seat, *piece) {
                for step in self.moves_of(*from, *piece) {
                    self.promotions(*piece, step, &mut steps);
                }
            }
        }
        steps.extend(self.castling(seat));
        steps.extend(self.promotions_in_place(seat));
        let protected = |owner| protection(owner) != Protect::None;
        let checks = |owner| if protected(owner) { self.checks(owner) } else { Checks::new() };
        let before: Vec<Checks> = self.seats().map(checks).collect();
        steps.retain(|step| self.protects(seat, protection, &before, step));
        steps.sort();
        steps
    }

    /// Returns the promotions in place, in which a piece of the seat promotes without a move.
    fn promotions_in_place(&self, seat: Seat) -> Vec<Step> {
        let mut steps = Vec::new();
        for (from, piece) in self.pieces.iter().filter(|(_, piece)| self.commands(seat, **piece)) {
            let found = self.answers.promotes(*piece, *from).filter(|found| found.in_place);
            let kinds = found.iter().flat_map(|found| &found.kinds);
            let kinds = kinds.filter(|kind| self.supplied(*piece, **kind));
            steps.extend(
                kinds.map(|kind| Step {
                    seen: (*from, *from, Some(*kind), Manner::Plain),
                    path: None,
                }),
            );
        }
        steps
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.spec.seats.len()).map(|seat| Seat(seat as u8))
    }

    fn promotions(&self, piece: Piece, step: Step, steps: &mut Vec<Step>) {
        let (from, to, _, manner) = step.seen;
        let starts = |zone: Option<Zone>| zone.is_none_or(|zone| zone.contains(from));
        let captures = !self.taken(&step).is_empty();
        let promotion = self.answers.promotes(piece, to).filter(|found| {
            !found.in_place && starts(found.from) && (captures || !found.by_capture)
        });
        let stays = self.path_of(piece, &step).is_some_and(|path| path.stays);
        let promotion = promotion.filter(|_| !stays);
        let Some(promotion) = promotion else {
            steps.push(step);
            return;
        };
        let kinds = promotion.kinds.iter().filter(|kind| self.supplied(piece, **kind));
        let before = steps.len();
        steps.extend(kinds.map(|kind| Step { seen: (from, to, Some(*kind), manner), ..step }));
        if promotion.optional || steps.len() == before && !promotion.required {
            steps.push(step);
        }
    }

    fn supplied(&self, piece: Piece, kind: Kind) -> bool {
        let limits = self.spec.promotion_limits.iter();
        let limits: Vec<bool> = limits
            .filter(|limit| limit.kind == piece.kind() && limit.into == kind)
            .map(|limit| limit.circumstances.iter().all(|it| self.holds(piece, it)))
            .collect();
        if !limits.is_empty() && !limits.contains(&true) {
            return false;
        }
        let colour = piece.colour();
        let limit = self.spec.supply.iter().find(|(limited, _)| *limited == kind);
        let there =
            self.pieces.values().filter(|m| m.colour() == colour && m.kind() == kind).count();
        limit.is_none_or(|(_, limit)| there < usize::from(*limit))
    }

    /// Returns `true` if no gate that is present in the position is on the straight line from one
    /// square to the other.
    fn is_open(&self, (from, to): (Square, Square)) -> bool {
        let Some(unit) = self.spec.geometry.line(from, to) else { return true };
        let mut at = from;
        for _ in 0..32 {
            let Some(next) = self.spec.geometry.step(at, unit).filter(|_| at != to) else { break };
            if self.board.step(at, unit).is_none() {
                return false;
            }
            at = next;
        }
        true
    }

    fn castling(&self, seat: Seat) -> Vec<Step> {
        let mut steps = Vec::new();
        for (number, castling) in self.spec.castling.iter().enumerate() {
            if castling.seat != seat || !self.setup.castling[number] {
                continue;
            }
            let home = |square: Square, royal: bool| {
                let kind = castling.kinds.map(|[king, rook]| if royal { king } else { rook });
                let piece = self.pieces.get(&square);
                piece.copied().filter(|m| {
                    m.colour() == seat
                        && kind.map_or(self.royal(*m) == royal, |kind| m.kind() == kind)
                        && self.controller(seat) == seat
                        && self.abilities(*m).moves
                })
            };
            let (Some(king), Some(_)) = (home(castling.king.0, true), home(castling.rook.0, false))
            else {
                continue;
            };
            let leaving = [castling.king.0, castling.rook.0];
            let free = |square: Square| !self.pieces.contains_key(&square);
            let arrivals = [castling.king.1, castling.rook.1];
            let open = self.is_open(castling.king) && self.is_open(castling.rook);
            let room = open
                && castling.empty.into_iter().all(free)
                && arrivals.into_iter().all(|square| leaving.contains(&square) || free(square));
            // A square counts as attacked if a royal king would be attacked there.
            let safe = |square: Square| {
                let mut there = self.clone();
                there.pieces.remove(&castling.king.0);
                there.pieces.insert(square, king);
                !self.royal(king) || there.attackers(seat, square, king).is_empty()
            };
            if room && castling.safe.into_iter().all(safe) {
                let manner = Manner::Castle(number as u8);
                steps.push(Step {
                    seen: (castling.king.0, castling.king.1, None, manner),
                    path: None,
                });
            }
        }
        steps
    }

    // Methods for the protection of royals.

    fn protection(&self, seat: Seat, owner: Seat) -> Protect {
        let mut protection = self.spec.protect[seat.index()][owner.index()];
        if seat == owner {
            if let Some(relaxed) = self.setup.relaxed.filter(|_| self.setup.turn == seat) {
                protection = relaxed;
            }
            if self.setup.restrictions.contains(&(seat, Restriction::Safe)) {
                protection = Protect::Safe;
            }
        }
        protection
    }

    /// Returns `true` if, after a move, every royal has the protection that the rules require.
    fn protects(
        &self,
        seat: Seat,
        protection: &dyn Fn(Seat) -> Protect,
        before: &[Checks],
        step: &Step,
    ) -> bool {
        let mut after = self.after(step);
        // Hooks matter only if a royal has to be protected.
        let protected = self.seats().any(|owner| protection(owner) != Protect::None);
        let gone = [self.taken(step), self.blown_up(step)].concat();
        let regicide = gone.iter().any(|(_, piece)| self.royal(*piece));
        let judged = self.judges(step);
        let over = protected && (regicide || judged) && after.call_hooks(seat, self, step);
        let decides = self.spec.blast.is_some() || self.spec.handlers.iter().any(|h| h.judged);
        let loses = |owner: Seat| {
            protection(owner) != Protect::None && self.loses_royal(&after, seat, owner)
        };
        if decides && self.seats().any(loses) {
            return false;
        }
        if over {
            return true;
        }
        self.is_protected(protection, before, &after, &|royal| {
            self.before_move(&after, step, royal)
        })
    }

    /// Returns `true` if the royals have the required protection in the position `after`.
    /// `before_move` returns the square on which a royal stood before the move.
    fn is_protected(
        &self,
        protection: &dyn Fn(Seat) -> Protect,
        before: &[Checks],
        after: &Self,
        before_move: &dyn Fn(Square) -> Option<Square>,
    ) -> bool {
        self.seats().all(|owner| {
            let protection = protection(owner);
            if protection == Protect::None {
                return true;
            }
            after.checks(owner).into_iter().all(|(royal, now)| {
                let was = before_move(royal);
                let known = before[owner.index()].iter().find(|(square, _)| Some(*square) == was);
                let none = BTreeSet::new();
                let then = known.map_or(&none, |(_, by)| by);
                match protection {
                    Protect::None => true,
                    Protect::Safe => now.is_empty(),
                    Protect::NoNewAttacker => now.is_subset(then),
                    Protect::SafeUnlessInCheck => now.is_empty() || !then.is_empty(),
                }
            })
        })
    }

    /// Returns the square on which a royal stood before a move. `royal` is the square of this royal
    /// after the move.
    fn before_move(&self, after: &Self, step: &Step, royal: Square) -> Option<Square> {
        let (from, to, _, manner) = step.seen;
        if let Manner::Castle(number) = manner {
            let castling = &self.spec.castling[usize::from(number)];
            if royal == castling.king.1 {
                return Some(castling.king.0);
            }
        } else if royal == to {
            return Some(from);
        } else if royal == from {
            // After a swap, the royal comes from the target square. After a capture without moving,
            // or if effects bring the piece back, it is the piece that made the move.
            let stays = self.path_of(self.pieces[&from], step).is_some_and(|path| path.stays);
            let owner = |all: &Self, at: Square| {
                all.pieces.get(&at).filter(|m| self.royal(**m)).map(|m| m.colour())
            };
            let swapped = !stays && owner(self, to) == owner(after, royal);
            return Some(if swapped { to } else { from });
        }
        (self.pieces.get(&royal) == after.pieces.get(&royal)).then_some(royal)
    }
}
