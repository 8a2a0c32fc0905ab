//! Why an action is not legal: a typed reason, found by asking the engine what would have to
//! change.
//!
//! A move is looked for in three lists: what a seat's pieces could do if nothing were protected and
//! no hook forbade anything; what protection leaves of that; and what dice, restrictions and hooks
//! leave of the rest. A move in none of them is tried on boards that differ by a piece or two. This
//! is slow, and done only on request.
//!
//! Depends on `turn` and below.

use crate::board::{Colour, Facing, Kind, MAX_SEATS, Piece, Seat, Square, SquareSet, Zone};
use crate::movegen::{MoveGen, WithoutForbids};
use crate::rules::{Action, ClauseId, Decision, HookError, Move, Protect, Restriction, StateId};
use crate::state::{NOBODY, Position, Stage};
use crate::turn::{Game, Log, Machine};

/// An action that somebody wants to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Attempt {
    /// This action.
    Action(Action),
    /// Any move of a piece from one square to another.
    Move {
        /// The square it leaves.
        from: Square,
        /// The square it goes to.
        to: Square,
        /// The kind it promotes to.
        promotion: Option<Kind>,
    },
}

/// Why an action is not legal. `quadrille-dsl` puts this into words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// A question has to be answered first.
    #[error("a question waits for its answer")]
    QuestionPending {
        /// The seat that has to answer.
        seat: Seat,
        /// The question's name.
        question: String,
    },
    /// There is no question to answer.
    #[error("there is no question to answer")]
    NoQuestion,
    /// The question has no such option.
    #[error("the question has no such answer")]
    NoSuchAnswer {
        /// The possible answers.
        options: Vec<String>,
    },
    /// The dice have to be rolled first.
    #[error("the dice have to be thrown first")]
    MustRoll {
        /// The seat that rolls.
        seat: Seat,
    },
    /// There are no dice to roll now.
    #[error("there are no dice to throw now")]
    NoRoll,
    /// The dice can't show these faces.
    #[error("the dice can't show that")]
    NoSuchRoll,
    /// It is another seat's turn.
    #[error("it is another seat's turn")]
    OutOfTurn {
        /// The seat that wants to act.
        seat: Seat,
        /// Whose turn it is.
        turn: Seat,
    },
    /// The seat no longer has turns.
    #[error("the seat has no turns any more")]
    NoTurns {
        /// The seat.
        seat: Seat,
        /// Its state.
        state: StateId,
    },
    /// The board has no such square.
    #[error("there is no such square")]
    NoSuchSquare {
        /// Its number.
        square: Square,
    },
    /// The square to move from is empty.
    #[error("there is no piece there")]
    NoPiece {
        /// The square.
        square: Square,
    },
    /// Another seat, or nature, moves this piece.
    #[error("the piece is moved by somebody else")]
    NotYours {
        /// The piece's square.
        square: Square,
        /// Its controller, or `None` for nature.
        owner: Option<Seat>,
        /// The seat whose turn it is.
        turn: Seat,
    },
    /// The state of the army or of its controller keeps the piece from moving.
    #[error("the state of its army keeps the piece from moving")]
    CannotMove {
        /// The piece's square.
        square: Square,
        /// The army's colour.
        colour: Colour,
        /// The state.
        state: StateId,
    },
    /// An announced move has to be played.
    #[error("the announced move has to be played")]
    MustPlayAnnounced {
        /// The announced move.
        announced: Move,
    },
    /// Pieces in hand have to be dropped first.
    #[error("pieces in hand have to be dropped first")]
    MustDrop,
    /// Pieces stand in between.
    #[error("the way is blocked")]
    Blocked {
        /// The piece's square.
        from: Square,
        /// The square it should go to.
        to: Square,
        /// The squares of the blockers. The move would be possible without any one of them, or only
        /// without all of them if `together` is true.
        by: Zone,
        /// Whether all blockers together are in the way.
        together: bool,
    },
    /// The piece goes there only to capture.
    #[error("the piece goes there only to capture")]
    OnlyCaptures {
        /// The piece's square.
        from: Square,
        /// The square it should go to.
        to: Square,
    },
    /// The piece does not move like that.
    #[error("the piece does not move like that")]
    NotHowItMoves {
        /// The piece's square.
        from: Square,
        /// The square it should go to.
        to: Square,
        /// The squares it could go to if no royal had to be protected.
        targets: Zone,
    },
    /// The piece may not enter that square.
    #[error("the piece may not enter that square")]
    MayNotEnter {
        /// The piece's square.
        from: Square,
        /// The square.
        square: Square,
    },
    /// The piece on that square may not be captured by this one.
    #[error("the piece there may not be captured")]
    MayNotCapture {
        /// The square of the piece to be captured.
        square: Square,
        /// The reason.
        why: Immunity,
    },
    /// The piece is pinned.
    #[error("the piece is pinned")]
    Pinned {
        /// The pinned piece's square.
        piece: Square,
        /// The pinning piece's square.
        by: Square,
        /// The square of the royal that the pinned piece shields.
        royal: Square,
        /// The royal's owner.
        owner: Seat,
        /// The squares from the pinning piece, included, to the royal, excluded.
        line: Zone,
    },
    /// A royal is in check, and the move doesn't lift the check.
    #[error("the check is not answered")]
    CheckNotAnswered {
        /// The royal's square.
        royal: Square,
        /// The royal's owner.
        owner: Seat,
        /// The squares of the checkers.
        by: Zone,
    },
    /// A royal would move to an attacked square.
    #[error("the royal would be in check there")]
    IntoCheck {
        /// The square it would move to.
        royal: Square,
        /// The royal's owner.
        owner: Seat,
        /// The squares of the pieces that would give check.
        by: Zone,
    },
    /// The move would expose a royal that stays where it is.
    #[error("a royal would be in check")]
    ExposesRoyal {
        /// The royal's square.
        royal: Square,
        /// The royal's owner.
        owner: Seat,
        /// The squares of the pieces that would give check.
        by: Zone,
    },
    /// The move would expose a partner's royal.
    #[error("a partner's royal would be in check")]
    ExposesPartner {
        /// The royal's square.
        royal: Square,
        /// The royal's owner.
        owner: Seat,
        /// The squares of the pieces that would give check.
        by: Zone,
    },
    /// The dice don't let this kind move.
    #[error("the dice do not let this piece move")]
    Dice {
        /// The kind.
        kind: Kind,
        /// The faces that remain.
        faces: Vec<u8>,
    },
    /// A rule restricts the seat's next action.
    #[error("a rule restricts the next action")]
    Restricted {
        /// The restriction.
        restriction: Restriction,
    },
    /// A hook forbids the action.
    #[error("a rule forbids it")]
    Forbidden {
        /// The hook's number in [`crate::rules::Spec::handlers`].
        handler: usize,
        /// The hook's clause.
        clause: Option<ClauseId>,
    },
    /// The promotion is missing or not available.
    #[error("the piece must become something else")]
    Promotion {
        /// The promotion square.
        square: Square,
        /// The kinds available.
        available: Vec<Kind>,
        /// Whether the piece may also stay what it is.
        optional: bool,
    },
    /// Castling is not possible.
    #[error("castling is not possible")]
    Castling {
        /// Its number in [`crate::rules::Spec::castling`].
        right: usize,
        /// The reason.
        why: CastlingFault,
    },
    /// The piece can't be dropped there.
    #[error("the piece can't be dropped there")]
    Drop {
        /// The kind.
        kind: Kind,
        /// The square.
        square: Square,
        /// The reason.
        why: DropFault,
    },
    /// The move can't be announced.
    #[error("the move can't be announced")]
    Announcement {
        /// The move.
        announced: Move,
        /// The reason.
        why: AnnouncementFault,
    },
    /// No rule offers a pass.
    #[error("no rule offers a pass")]
    NoPass,
    /// The seat has no such offer.
    #[error("there is no such offer")]
    NoSuchOffer,
    /// None of the above: other moves between these squares are legal, but not this one.
    #[error("it is not one of the legal actions")]
    Unlisted,
}

/// Why a piece may not be captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Immunity {
    /// It is the capturing seat's own piece.
    Own,
    /// It is a partner's piece.
    Partner,
    /// The relation between the seats forbids it.
    Relation,
    /// The capturing piece may not capture this kind.
    Kind,
    /// Royals may not be captured.
    Royal,
    /// The state of its army keeps it from being captured.
    State(StateId),
    /// The state of the capturing piece's army keeps it from capturing.
    Captor(StateId),
}

/// Why castling is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CastlingFault {
    /// The king or the rook has moved, or the right was lost in another way.
    RightLost,
    /// The king and the rook are not both on their starting squares.
    NotAtHome,
    /// Pieces stand in between.
    Occupied(Zone),
    /// A square that has to be safe is attacked.
    Attacked {
        /// The attacked square.
        square: Square,
        /// The squares of the attackers.
        by: Zone,
    },
}

/// Why a piece can't be dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DropFault {
    /// The seat holds no piece of this kind.
    NotInHand,
    /// The square is outside the zone for drops.
    Zone,
    /// The square is occupied.
    Occupied,
}

/// Why a move can't be announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AnnouncementFault {
    /// The seat may not announce moves.
    NotAllowed,
    /// The move is legal, and can be played without an announcement.
    Legal,
    /// The partner refused it in this turn.
    Refused,
}

/// Kinds of reasons, each once: its name and the code that programs and messages know it by.
macro_rules! kinds {
    ($($kind:ident = $code:literal,)+) => {
        /// The kind of an [`Illegal`]: a variant for each of its variants.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum IllegalKind {
            $(#[doc = concat!("[`Illegal::", stringify!($kind), "`]: `", $code, "`.")] $kind,)+
        }

        impl IllegalKind {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$kind,)+];

            /// A short name, such as `pinned`. It does not change from version to version.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$kind => $code,)+
                }
            }
        }

        impl Illegal {
            /// Its kind.
            #[must_use]
            pub const fn kind(&self) -> IllegalKind {
                match self {
                    $(Self::$kind { .. } => IllegalKind::$kind,)+
                }
            }
        }
    };
}

kinds! {
    GameOver = "game_over",
    QuestionPending = "question_pending",
    NoQuestion = "no_question",
    NoSuchAnswer = "no_such_answer",
    MustRoll = "must_roll",
    NoRoll = "no_roll",
    NoSuchRoll = "no_such_roll",
    OutOfTurn = "out_of_turn",
    NoTurns = "no_turns",
    NoSuchSquare = "no_such_square",
    NoPiece = "no_piece",
    NotYours = "not_yours",
    CannotMove = "cannot_move",
    MustPlayAnnounced = "must_play_announced",
    MustDrop = "must_drop",
    Blocked = "blocked",
    OnlyCaptures = "only_captures",
    NotHowItMoves = "not_how_it_moves",
    MayNotEnter = "may_not_enter",
    MayNotCapture = "may_not_capture",
    Pinned = "pinned",
    CheckNotAnswered = "check_not_answered",
    IntoCheck = "into_check",
    ExposesRoyal = "exposes_royal",
    ExposesPartner = "exposes_partner",
    Dice = "dice",
    Restricted = "restricted",
    Forbidden = "forbidden",
    Promotion = "promotion",
    Castling = "castling",
    Drop = "drop",
    Announcement = "announcement",
    NoPass = "no_pass",
    NoSuchOffer = "no_such_offer",
    Unlisted = "not_legal",
}

impl Illegal {
    /// The squares to highlight: pieces and lines that are the reason.
    #[must_use]
    pub fn squares(&self) -> Zone {
        let of = |squares: &[Square]| squares.iter().copied().collect::<Zone>();
        match self {
            Self::NoPiece { square }
            | Self::NotYours { square, .. }
            | Self::CannotMove { square, .. }
            | Self::MayNotEnter { square, .. }
            | Self::MayNotCapture { square, .. }
            | Self::Promotion { square, .. }
            | Self::Drop { square, .. } => of(&[*square]),
            Self::MustPlayAnnounced { announced } | Self::Announcement { announced, .. } => {
                of(&[announced.from, announced.to])
            }
            Self::Blocked { by, .. } => *by,
            Self::OnlyCaptures { to, .. } => of(&[*to]),
            Self::NotHowItMoves { targets, .. } => *targets,
            Self::Pinned { piece, by, royal, line, .. } => *line | of(&[*piece, *by, *royal]),
            Self::CheckNotAnswered { royal, by, .. }
            | Self::IntoCheck { royal, by, .. }
            | Self::ExposesRoyal { royal, by, .. }
            | Self::ExposesPartner { royal, by, .. } => *by | of(&[*royal]),
            Self::Restricted { restriction: Restriction::Lifts(royal) } => of(&[*royal]),
            Self::Castling { why, .. } => match why {
                CastlingFault::Occupied(by) => *by,
                CastlingFault::Attacked { square, by } => *by | of(&[*square]),
                CastlingFault::RightLost | CastlingFault::NotAtHome => Zone::EMPTY,
            },
            _ => Zone::EMPTY,
        }
    }
}

/// A row of the protection matrix in which nothing is protected.
const UNPROTECTED: [Protect; MAX_SEATS] = [Protect::None; MAX_SEATS];

impl<const W: usize> Game<'_, W> {
    /// Why an attempt is not legal at the current decision, or `None` if it is legal.
    pub(crate) fn explain(
        &mut self,
        attempt: Attempt,
        by: Option<Seat>,
    ) -> Result<Option<Illegal>, HookError> {
        let legal = self.list()?;
        let (machine, pos) = (self.machine, &self.pos);
        let decision = machine.decision(pos);
        if let Attempt::Action(Action::Declare(seat, _)) = attempt {
            return Ok(why_undeclared(&machine, pos, &decision, seat));
        }
        let turn = match &decision {
            Decision::Over => return Ok(Some(Illegal::GameOver)),
            Decision::Turn(seat) | Decision::Roll(seat) => *seat,
            Decision::Question(question) => question.seat,
        };
        if let Some(seat) = by.filter(|seat| *seat != turn) {
            return Ok(Some(Illegal::OutOfTurn { seat, turn }));
        }
        let fits = |action: &Action| match (attempt, action) {
            (Attempt::Action(wanted), action) => wanted == *action,
            (Attempt::Move { from, to, promotion }, Action::Move(mv)) => {
                (mv.from, mv.to, mv.promotion) == (from, to, promotion)
            }
            _ => false,
        };
        if legal.iter().any(fits) {
            return Ok(None);
        }
        let why = match decision {
            Decision::Question(question) => match attempt {
                Attempt::Action(Action::Choose(_)) => {
                    Illegal::NoSuchAnswer { options: question.options }
                }
                _ => Illegal::QuestionPending { seat: question.seat, question: question.name },
            },
            Decision::Roll(seat) => match attempt {
                Attempt::Action(Action::Roll(_)) => Illegal::NoSuchRoll,
                _ => Illegal::MustRoll { seat },
            },
            Decision::Turn(_) | Decision::Over => {
                let hooks = WithoutForbids(machine.hooks);
                let inquiry = Inquiry {
                    machine,
                    lenient: machine.with_hooks(&hooks),
                    pos,
                    seat: pos.turn,
                    legal: &legal,
                };
                inquiry.turn(attempt)
            }
        };
        // If a hook failed meanwhile, its answers don't count.
        machine.or_fault(Some(why))
    }
}

/// Why a seat can't make a declaration, or `None` if it can.
fn why_undeclared<const W: usize>(
    machine: &Machine<'_, W>,
    pos: &Position<W>,
    decision: &Decision,
    seat: Seat,
) -> Option<Illegal> {
    match decision {
        Decision::Over => Some(Illegal::GameOver),
        Decision::Question(question) => {
            let question = question.clone();
            Some(Illegal::QuestionPending { seat: question.seat, question: question.name })
        }
        _ if machine.may_declare(pos, seat) => None,
        _ => Some(Illegal::NoTurns { seat, state: pos.seat_state[seat.index() & 7] }),
    }
}

/// The context for explaining an attempt at a turn.
struct Inquiry<'p, 'a, const W: usize> {
    machine: Machine<'a, W>,
    /// The same move generation with hooks that forbid nothing.
    lenient: MoveGen<'p, W>,
    pos: &'p Position<W>,
    seat: Seat,
    legal: &'p [Action],
}

/// A royal that a move leaves attacked against its protection.
struct Exposure<const W: usize> {
    owner: Seat,
    royal: Square,
    /// Its square before the move.
    at: Option<Square>,
    /// Its attackers after the move; its attackers before the move.
    now: SquareSet<W>,
    before: SquareSet<W>,
}

impl<const W: usize> Inquiry<'_, '_, W> {
    /// Why an attempt is not legal at a turn.
    fn turn(&self, attempt: Attempt) -> Illegal {
        let cold = self.pos.cold();
        if let Some(announced) = cold.announced {
            return Illegal::MustPlayAnnounced { announced };
        }
        let listed = |of: fn(&Action) -> bool| self.legal.iter().any(of);
        let only_drops = listed(|action| matches!(action, Action::Drop(..)))
            && !listed(|action| !matches!(action, Action::Drop(..)))
            && self.machine.spec.hands.iter().any(|hand| hand.seat == self.seat && hand.first);
        match attempt {
            Attempt::Action(Action::Drop(kind, square)) => self.drop(kind, square),
            Attempt::Action(Action::Choose(_)) => Illegal::NoQuestion,
            Attempt::Action(Action::Roll(_)) => Illegal::NoRoll,
            _ if only_drops => Illegal::MustDrop,
            Attempt::Move { from, to, promotion } => self.moves(from, to, promotion),
            Attempt::Action(Action::Move(mv)) => self.moves(mv.from, mv.to, mv.promotion),
            Attempt::Action(Action::Announce(mv)) => self.announcement(mv),
            Attempt::Action(Action::Pass) => self.pass(),
            Attempt::Action(Action::Say(_) | Action::Declare(..)) => Illegal::NoSuchOffer,
        }
    }

    /// The moves between two squares, with a row of protection and hooks that forbid nothing.
    fn between(&self, row: &[Protect; MAX_SEATS], from: Square, to: Square) -> Vec<Move> {
        let mut all: Vec<Action> = Vec::new();
        self.lenient.moves(self.pos, self.seat, row, &mut all);
        let ends = |action: Action| match action {
            Action::Move(mv) if (mv.from, mv.to) == (from, to) => Some(mv),
            _ => None,
        };
        all.into_iter().filter_map(ends).collect()
    }

    fn moves(&self, from: Square, to: Square, promotion: Option<Kind>) -> Illegal {
        let row = self.machine.protection(self.pos, self.seat);
        match self.movable(&row, from, to, promotion) {
            Ok(mv) => self.why_limited(mv),
            Err(why) => why,
        }
    }

    /// The move between two squares that satisfies a row of protection, or why there is none.
    fn movable(
        &self,
        row: &[Protect; MAX_SEATS],
        from: Square,
        to: Square,
        promotion: Option<Kind>,
    ) -> Result<Move, Illegal> {
        let (machine, pos) = (&self.machine, self.pos);
        for square in [from, to] {
            if !machine.spec.geometry.has(square) {
                return Err(Illegal::NoSuchSquare { square });
            }
        }
        let Some(piece) = pos.piece(from) else { return Err(Illegal::NoPiece { square: from }) };
        if let Some(why) = self.why_not_movable(from, piece) {
            return Err(why);
        }
        let free = self.between(&UNPROTECTED, from, to);
        if free.is_empty() {
            return Err(self.unreachable(from, to, piece));
        }
        let Some(mv) = free.iter().copied().find(|mv| mv.promotion == promotion) else {
            return Err(Illegal::Promotion {
                square: to,
                available: free.iter().filter_map(|mv| mv.promotion).collect(),
                optional: free.iter().any(|mv| mv.promotion.is_none()),
            });
        };
        let safe = self.between(row, from, to);
        safe.into_iter().find(|mv| mv.promotion == promotion).ok_or_else(|| self.exposed(row, mv))
    }

    /// Why a move that satisfies protection is not legal: dice, restrictions or hooks.
    fn why_limited(&self, mv: Move) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        let cold = pos.cold();
        if let Some(kind) = pos.piece(mv.from).map(Piece::kind)
            && machine.spec.dice.is_some()
            && pos.rolled
            && !machine.dice_allow(pos, &cold.dice, mv)
        {
            return Illegal::Dice { kind, faces: cold.dice.clone() };
        }
        let broken = cold.restrictions.iter().find(|(seat, restriction)| {
            *seat == self.seat && !machine.complies(pos, restriction, mv)
        });
        if let Some((_, restriction)) = broken {
            return Illegal::Restricted { restriction: restriction.clone() };
        }
        if let Some(handler) =
            machine.forbid_hooks(pos).and_then(|hooks| hooks.of_move(self.seat, mv))
        {
            return self.forbidden(handler);
        }
        Illegal::Unlisted
    }

    fn forbidden(&self, handler: usize) -> Illegal {
        let clause = self.machine.spec.handlers.get(handler).and_then(|handler| handler.clause);
        Illegal::Forbidden { handler, clause }
    }

    /// Why the seat can't move a piece at all, or `None` if it can.
    fn why_not_movable(&self, square: Square, piece: Piece) -> Option<Illegal> {
        let (machine, pos) = (&self.machine, self.pos);
        let masks = &pos.masks[self.seat.index()];
        let colour = piece.colour();
        if masks.controls & colour.bit() == 0 {
            let controller = pos.controller[colour.index()];
            let owner = (controller != NOBODY).then_some(Seat(controller));
            return Some(Illegal::NotYours { square, owner, turn: self.seat });
        }
        if pos.pieces_in(masks.moves).contains(square) {
            return None;
        }
        let state = self.denying_state(piece, |state, royal| {
            let state = &machine.spec.states[usize::from(state.0)];
            if royal { state.royals.moves } else { state.pieces.moves }
        });
        Some(Illegal::CannotMove { square, colour, state })
    }

    /// Which state denies an ability to a piece: its army's or its controller's.
    fn denying_state(&self, piece: Piece, allows: impl Fn(StateId, bool) -> bool) -> StateId {
        let pos = self.pos;
        let royal = self.machine.t.profile(piece).royal;
        let own = pos.army_state[piece.colour().index()];
        let holder = self.machine.controller_of(pos, piece);
        if allows(own, royal) { pos.seat_state[holder.index()] } else { own }
    }

    /// Whether a piece could go from one square to another on some board, without protection.
    fn goes(&self, pos: &Position<W>, from: Square, to: Square) -> bool {
        let mut all: Vec<Action> = Vec::new();
        self.lenient.declared_moves(pos, self.seat, &UNPROTECTED, &mut all);
        all.iter()
            .any(|action| matches!(action, Action::Move(mv) if (mv.from, mv.to) == (from, to)))
    }

    /// The board without the pieces on some squares.
    fn without(&self, pos: &Position<W>, squares: SquareSet<W>) -> Position<W> {
        let mut cleared = pos.clone();
        for square in squares {
            cleared.take(self.machine.t, square);
        }
        self.machine.prune_ep(&mut cleared);
        cleared
    }

    /// The board with a piece on `square` that `piece` may capture, if there is such a kind.
    fn with_capturable(
        &self,
        pos: &Position<W>,
        piece: Piece,
        square: Square,
    ) -> Option<Position<W>> {
        let spec = self.machine.spec;
        let colours = pos.masks[self.seat.index()].capturable.pieces;
        let colour = (0..spec.seats.len() as u8).map(Seat).find(|s| colours & s.bit() != 0)?;
        let kinds = spec.kind_captures[piece.kind().index()];
        let plain = |kind: &Kind| kinds >> kind.0 & 1 != 0 && !spec.kinds[kind.index()].royal;
        let kind = (0..spec.kinds.len() as u8).map(Kind).find(plain)?;
        let mut other = self.without(pos, SquareSet::of(square));
        let facing = spec.seats.get(colour.index()).map_or(Facing::North, |seat| seat.facing);
        other.put(self.machine.t, square, Piece::new(kind, colour, facing));
        Some(other)
    }

    /// Why a piece that may move can't reach a square, even without protection.
    fn unreachable(&self, from: Square, to: Square, piece: Piece) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        if let Some(why) = self.castling(from, to, piece) {
            return why;
        }
        let barred = machine.t.profile(piece).enter.is_some_and(|enter| !enter.contains(to));
        if barred {
            return Illegal::MayNotEnter { from, square: to };
        }
        let empty = self.without(pos, SquareSet::of(to));
        let capturable = self.with_capturable(pos, piece, to);
        let captor = pos.pieces_in(pos.masks[self.seat.index()].captures).contains(from);
        let takes = |board: &Option<Position<W>>| {
            captor && board.as_ref().is_some_and(|board| self.goes(board, from, to))
        };
        match pos.piece(to) {
            Some(target) => {
                let immune = self.immunity(piece, target, to, captor);
                if let Some(why) = immune
                    && (takes(&capturable) || !captor && self.goes(&empty, from, to))
                {
                    return Illegal::MayNotCapture { square: to, why };
                }
                if self.goes(&empty, from, to) {
                    let by = Zone::of(to);
                    return Illegal::Blocked { from, to, by, together: false };
                }
            }
            None if takes(&capturable) => return Illegal::OnlyCaptures { from, to },
            None => {}
        }
        let boards = [Some(pos.clone()), Some(empty), capturable];
        for board in boards.into_iter().flatten() {
            if let Some((by, together)) = self.blockers(&board, from, to) {
                return Illegal::Blocked { from, to, by: by.resize(), together };
            }
        }
        let mut all: Vec<Action> = Vec::new();
        self.lenient.moves(pos, self.seat, &UNPROTECTED, &mut all);
        let target = |action: &Action| match action {
            Action::Move(mv) if mv.from == from => Some(mv.to),
            _ => None,
        };
        Illegal::NotHowItMoves { from, to, targets: all.iter().filter_map(target).collect() }
    }

    /// The blockers of a move: pieces each of which blocks it alone, or else (true) a smallest set
    /// that blocks it together.
    fn blockers(
        &self,
        board: &Position<W>,
        from: Square,
        to: Square,
    ) -> Option<(SquareSet<W>, bool)> {
        let others = board.occupied - SquareSet::of(from) - SquareSet::of(to);
        let all_gone = self.without(board, others);
        let open = |gone: SquareSet<W>| self.goes(&self.without(board, gone), from, to);
        let alone: SquareSet<W> =
            others.into_iter().filter(|square| open(SquareSet::of(*square))).collect();
        if !alone.is_empty() {
            return Some((alone, false));
        }
        if !self.goes(&all_gone, from, to) {
            return None;
        }
        let mut gone = others;
        for square in others {
            let fewer = gone - SquareSet::of(square);
            if open(fewer) {
                gone = fewer;
            }
        }
        Some((gone, true))
    }

    /// Why `piece` may not capture `target`, or `None` if nothing keeps it from that.
    fn immunity(&self, piece: Piece, target: Piece, at: Square, captor: bool) -> Option<Immunity> {
        let (machine, pos) = (&self.machine, self.pos);
        let spec = machine.spec;
        let masks = &pos.masks[self.seat.index()];
        if masks.controls & target.colour().bit() != 0 {
            return Some(Immunity::Own);
        }
        let royal = machine.t.profile(target).royal;
        let ability = |state: StateId, royal: bool| {
            let state = &spec.states[usize::from(state.0)];
            if royal { state.royals } else { state.pieces }
        };
        if pos.pieces_in(masks.capturable).contains(at) {
            if spec.kind_captures[piece.kind().index()] >> target.kind().0 & 1 == 0 {
                return Some(if royal { Immunity::Royal } else { Immunity::Kind });
            }
            if !captor {
                let state =
                    self.denying_state(piece, |state, royal| ability(state, royal).captures);
                return Some(Immunity::Captor(state));
            }
            // All rules about pieces allow it, but the movement itself may exclude royals.
            return royal.then_some(Immunity::Royal);
        }
        let holder = machine.controller_of(pos, target);
        let changed = pos
            .cold()
            .relations
            .iter()
            .find(|(from, to, capture, _)| (*from, *to, *capture) == (self.seat, holder, true));
        let allowed = changed.map_or_else(
            || spec.relations[self.seat.index()][holder.index()].capture,
            |(.., allowed)| *allowed,
        );
        if !allowed {
            let partner = machine.are_partners(pos, self.seat, target.colour());
            return Some(if partner { Immunity::Partner } else { Immunity::Relation });
        }
        let state = self.denying_state(target, |state, royal| ability(state, royal).capturable);
        if royal && ability(state, false).capturable {
            return Some(Immunity::Royal);
        }
        Some(Immunity::State(state))
    }

    /// Why the castling move between these squares is impossible, if there is such a move.
    fn castling(&self, from: Square, to: Square, piece: Piece) -> Option<Illegal> {
        let (machine, pos) = (&self.machine, self.pos);
        let mut rights = machine.t.castling[self.seat.index()].iter().filter(|castling| {
            let rule = &machine.spec.castling[usize::from(castling.number)];
            rule.king == (from, to)
        });
        let castling = rights.next().filter(|_| machine.t.profile(piece).royal)?;
        let rule = &machine.spec.castling[usize::from(castling.number)];
        let attackers = |square: Square| {
            let victim = pos.piece(square).unwrap_or(piece);
            let threats = machine.threats(pos, self.seat, square, victim);
            machine.attackers(pos, square, &threats, &pos.occupied)
        };
        let why = if pos.castling >> castling.number & 1 == 0 {
            CastlingFault::RightLost
        } else if !machine.at_home(pos, rule) || !machine.may_castle(pos, self.seat) {
            CastlingFault::NotAtHome
        } else if castling.empty.meets(&pos.occupied) {
            CastlingFault::Occupied((castling.empty & pos.occupied).resize())
        } else {
            let square = castling.safe.into_iter().find(|square| !attackers(*square).is_empty())?;
            CastlingFault::Attacked { square, by: attackers(square).resize() }
        };
        Some(Illegal::Castling { right: usize::from(castling.number), why })
    }

    /// Which protected royal forbids a move that is otherwise possible.
    fn exposed(&self, row: &[Protect; MAX_SEATS], mv: Move) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        let mut after = pos.clone();
        machine.make_move(&mut after, mv);
        if machine.spec.judge_after_release && after.waiting {
            for seat in machine.releases(&after).iter() {
                machine.wake(&mut after, seat);
            }
        }
        let found = self.exposure(&after, row, mv).or_else(|| {
            // Capturing a royal is judged with all consequences of the capture.
            let mut after = pos.clone();
            let done = machine.act(&mut after, Action::Move(mv), &mut Log::default());
            let over = after.stage == Stage::Over;
            done.ok().filter(|()| !over).and_then(|()| self.exposure(&after, row, mv))
        });
        found.map_or(Illegal::Unlisted, |found| self.classify(&found, mv))
    }

    /// Classifies an exposed royal: pinned piece, unanswered check, and so on.
    fn classify(&self, found: &Exposure<W>, mv: Move) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        let Exposure { owner, royal, at, now, before } = *found;
        let by = (now - before).resize();
        let kept = now & before;
        if owner != self.seat {
            let by = if kept.is_empty() { by } else { now.resize() };
            return Illegal::ExposesPartner { royal, owner, by };
        }
        if at != Some(royal) {
            return Illegal::IntoCheck { royal, owner, by: now.resize() };
        }
        if !kept.is_empty() {
            return Illegal::CheckNotAnswered { royal, owner, by: kept.resize() };
        }
        for from in now {
            let Some(attacker) = pos.piece(from) else { continue };
            for ray in crate::tables::bits(machine.t.taking(attacker, from, royal)) {
                let line = machine.t.rays.between(ray, from, royal);
                if line.contains(mv.from) && !line.contains(mv.to) {
                    let line = (line | SquareSet::of(from)).resize();
                    return Illegal::Pinned { piece: mv.from, by: from, royal, owner, line };
                }
            }
        }
        Illegal::ExposesRoyal { royal, owner, by }
    }

    /// The first royal that a move leaves attacked against its protection: the seat's own first,
    /// then in the order of seats.
    fn exposure(
        &self,
        after: &Position<W>,
        row: &[Protect; MAX_SEATS],
        mv: Move,
    ) -> Option<Exposure<W>> {
        let (machine, before) = (&self.machine, self.pos);
        let own_first = std::iter::once(self.seat)
            .chain((0..machine.t.seats as u8).map(Seat).filter(|seat| *seat != self.seat));
        for owner in own_first {
            let how = row[owner.index()];
            let royals = machine.royals_at_stake(after, owner);
            if how == Protect::None || !machine.attacks_count(after, owner, royals) {
                continue;
            }
            for royal in royals {
                let now = machine.checkers(after, owner, royal);
                let at = machine.came_from(before, after, mv, royal);
                let earlier = at.map_or(SquareSet::EMPTY, |at| {
                    let all = machine.royals_at_stake(before, owner);
                    let counts = all.contains(at) && machine.attacks_count(before, owner, all);
                    if counts { machine.checkers(before, owner, at) } else { SquareSet::EMPTY }
                });
                let allowed = match how {
                    Protect::None => true,
                    Protect::Safe => now.is_empty(),
                    Protect::NoNewAttacker => (now - earlier).is_empty(),
                    Protect::SafeUnlessInCheck => now.is_empty() || !earlier.is_empty(),
                };
                if !allowed {
                    return Some(Exposure { owner, royal, at, now, before: earlier });
                }
            }
        }
        None
    }

    /// Why the seat can't drop a piece.
    fn drop(&self, kind: Kind, square: Square) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        if !machine.spec.geometry.has(square) {
            return Illegal::NoSuchSquare { square };
        }
        let held = pos.cold().hands[self.seat.index()].get(kind.index()).copied().unwrap_or(0);
        let rule = machine.spec.hands.iter().find(|hand| {
            hand.seat == self.seat && hand.pieces.iter().any(|(other, _)| *other == kind)
        });
        let fault = match rule {
            Some(_) if held == 0 => Some(DropFault::NotInHand),
            None => Some(DropFault::NotInHand),
            Some(rule) if !rule.zone.contains(square) => Some(DropFault::Zone),
            Some(_) if pos.occupied.contains(square) => Some(DropFault::Occupied),
            Some(_) => None,
        };
        if let Some(why) = fault {
            return Illegal::Drop { kind, square, why };
        }
        let piece = machine.held(self.seat, kind);
        let row = machine.protection(pos, self.seat);
        let mut after = pos.clone();
        after.put(machine.t, square, piece);
        let mv = Move::new(square, square);
        if let Some(found) = self.exposure(&after, &row, mv) {
            return self.classify(&found, mv);
        }
        match machine.forbid_hooks(pos).and_then(|hooks| hooks.of_drop(piece, square)) {
            Some(handler) => self.forbidden(handler),
            None => Illegal::Unlisted,
        }
    }

    /// Why the seat can't pass.
    fn pass(&self) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        if !pos.cold().offers.iter().any(|(seat, word)| *seat == self.seat && word == "pass") {
            return Illegal::NoPass;
        }
        let row = machine.protection(pos, self.seat);
        let nothing = Move::new(Square(0), Square(0));
        let found = self.exposure(pos, &row, nothing);
        found.map_or(Illegal::Unlisted, |found| self.classify(&found, nothing))
    }

    /// Why a seat that may announce moves can't announce this one. Announced moves need not protect
    /// the seat's own royals.
    fn why_unannounced(&self, mv: Move) -> Illegal {
        let mine = |seat: &Seat| *seat == self.seat;
        let safe = Restriction::Safe;
        let restrictions = &self.pos.cold().restrictions;
        if restrictions.iter().any(|(seat, restriction)| mine(seat) && *restriction == safe) {
            return Illegal::Restricted { restriction: safe };
        }
        let mut row = self.machine.protection(self.pos, self.seat);
        row[self.seat.index()] = Protect::None;
        let mv = match self.movable(&row, mv.from, mv.to, mv.promotion) {
            Ok(mv) => mv,
            Err(why) => return why,
        };
        let hooks = self.machine.forbid_hooks(self.pos);
        match hooks.and_then(|hooks| hooks.of_move(self.seat, mv)) {
            Some(handler) => self.forbidden(handler),
            None => Illegal::Unlisted,
        }
    }

    /// Why the seat can't announce a move.
    fn announcement(&self, mv: Move) -> Illegal {
        let why = if !self.machine.spec.announcers.contains(self.seat) {
            AnnouncementFault::NotAllowed
        } else if self.legal.iter().any(|action| {
            matches!(action, Action::Move(other)
                if (other.from, other.to, other.promotion) == (mv.from, mv.to, mv.promotion))
        }) {
            AnnouncementFault::Legal
        } else if self.pos.cold().refused.iter().any(|refused| {
            (refused.from, refused.to, refused.promotion) == (mv.from, mv.to, mv.promotion)
        }) {
            AnnouncementFault::Refused
        } else {
            return self.why_unannounced(mv);
        };
        Illegal::Announcement { announced: mv, why }
    }
}
