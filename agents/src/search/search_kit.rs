//! The parts that all searching agents share: frames with positions, the turn machine inside a
//! search, and move ordering.
//!
//! A search applies all rules, including hooks, to copies of the position. A search has a separate
//! log and a separate history. At chance nodes, it uses the probabilities of the outcomes, and
//! draws no numbers from the game's random streams.

use crate::eval::{Accumulator, Evaluation, PAWN_WORTH, Shares};
use crate::greedy::{ExchangeContext, Prices, prices};
use quadrille_core::board::{Piece, Seat, Square};
use quadrille_core::internals::{
    Any, History, Log, Machine, MoveGen, MoveSet, NOBODY, Sink, Stage, TypedGame,
};
use quadrille_core::numeric::rng::Rng;
use quadrille_core::rules::{Action, HookError, MoveKind};
use quadrille_core::state::Position;

/// The number of positions between two calls of `stop`.
const STOP_POLL_POSITIONS: u64 = 64;

/// The reason why a search ended early.
#[derive(Debug)]
pub(crate) enum Halt {
    /// A hook failed.
    Hook(HookError),
    /// The caller's `stop` returned `true`.
    Stopped,
}

impl From<HookError> for Halt {
    fn from(error: HookError) -> Self {
        Self::Hook(error)
    }
}

/// The maximum depth of a search, in actions.
pub(crate) const MAX_ACTION_DEPTH: usize = 96;

/// An action to search, with its rank. The action with the highest rank is searched first. At
/// chance nodes, the rank is the weight of the outcome.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct RankedAction {
    pub action: Action,
    pub rank: i32,
}

/// A position on the current line, with its actions.
#[derive(Clone, Debug)]
pub(crate) struct Frame<const W: usize> {
    pub pos: Position<W>,
    pub list: Vec<RankedAction>,
}

/// A receiver of generated actions. It adds each action to a list, with rank 0.
pub(crate) struct RankedSink<'l>(pub &'l mut Vec<RankedAction>);

impl<const W: usize> Sink<W> for RankedSink<'_> {
    fn add(&mut self, moves: MoveSet<'_, W>) {
        moves.each(|action| self.0.push(RankedAction { action, rank: 0 }));
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
}

/// The decision that a position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wait {
    /// No decision, because the game is over.
    Over,
    /// A roll, or a move of nature.
    Chance,
    /// A seat's decision.
    Seat(Seat),
}

/// The memory of an agent, kept between searches to avoid allocations. [`Search::new`] clears the
/// data of earlier searches.
pub(crate) struct Kit<const W: usize> {
    pub eval: Evaluation<W>,
    prices: Prices,
    /// The worth of the pieces in the first evaluated position of the search. For later positions,
    /// the worth is computed from the worth in this position.
    first: Option<(Position<W>, Accumulator)>,
    /// The worth of the pieces of the last evaluated position.
    last: Accumulator,
    pub frames: Vec<Frame<W>>,
    log: Log,
    history: History,
    /// The number of slots in a history table. Each combination of seat, kind and target square has
    /// a slot.
    slots: usize,
}

impl<const W: usize> Kit<W> {
    pub fn new(movegen: &MoveGen<'_, W>) -> Self {
        let spec = movegen.spec;
        Self {
            eval: Evaluation::new(&movegen.board),
            prices: prices(&movegen.board),
            first: None,
            last: Accumulator::default(),
            frames: Vec::new(),
            log: Log::default(),
            history: History::default(),
            slots: spec.seats.len() * spec.kinds.len() * movegen.t.span,
        }
    }

    /// Returns the number of slots that [`Search::slot`] can return.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Returns the frames for a search that is up to `deep` actions deep. The first frame contains
    /// the game's position.
    pub fn frames(&mut self, pos: &Position<W>, deep: usize) -> Vec<Frame<W>> {
        let mut frames = std::mem::take(&mut self.frames);
        let wanted = deep.clamp(2, MAX_ACTION_DEPTH);
        while frames.len() < wanted {
            frames.push(Frame { pos: pos.clone(), list: Vec::with_capacity(128) });
        }
        frames[0].pos.clone_from(pos);
        frames
    }
}

/// The first part of the limit for all quiescence searches together, in positions. Most searches
/// stay far below this limit. The limit matters in games in which nearly every move is a capture.
const QUIESCENCE_FIRST_POSITIONS: u64 = 4096;
/// The second part of the limit, for each position before the horizon.
const QUIESCENCE_POSITIONS_PER_NODE: u64 = 64;
/// A single quiescence search may reach this many positions even if the limit is used up.
const QUIESCENCE_MIN_POSITIONS: u64 = 64;

/// The counts of positions reached by quiescence searches.
#[derive(Clone, Copy, Default)]
struct QuietNodes {
    /// The number of positions reached by finished quiescence searches.
    spent: u64,
    /// Two counts of positions for the running quiescence search: the count at its start, and the
    /// count at which the search stops going deeper.
    running: Option<(u64, u64)>,
}

/// A search.
pub(crate) struct Search<'k, 'a, const W: usize> {
    pub machine: Machine<'a, W>,
    pub kit: &'k mut Kit<W>,
    /// The number of positions reached.
    pub nodes: u64,
    /// `true` if the last call of [`Search::reach`] passed over a seat without legal actions.
    pub stuck: bool,
    quiet: QuietNodes,
    /// A callback that returns `true` if the search has to stop.
    stop: &'k dyn Fn() -> bool,
}

impl<'k, 'a, const W: usize> Search<'k, 'a, W> {
    pub fn new(game: &TypedGame<'a, W>, kit: &'k mut Kit<W>, stop: &'k dyn Fn() -> bool) -> Self {
        kit.history.continue_from(&game.history, game.pos.halfmove);
        kit.first = None;
        let quiet = QuietNodes::default();
        Self { machine: game.machine, kit, nodes: 0, stuck: false, quiet, stop }
    }

    /// Begins a quiescence search, unless one is running already. Returns `true` if this call has
    /// begun a search.
    pub fn begin_quiet(&mut self) -> bool {
        if self.quiet.running.is_some() {
            return false;
        }
        let QuietNodes { spent, .. } = self.quiet;
        let allowed =
            QUIESCENCE_FIRST_POSITIONS + QUIESCENCE_POSITIONS_PER_NODE * (self.nodes - spent);
        let left = allowed.saturating_sub(spent).max(QUIESCENCE_MIN_POSITIONS);
        self.quiet.running = Some((self.nodes, self.nodes + left));
        true
    }

    /// Ends the quiescence search that [`Search::begin_quiet`] has begun.
    pub fn end_quiet(&mut self, begun: bool) {
        if begun && let Some((from, _)) = self.quiet.running.take() {
            self.quiet.spent += self.nodes - from;
        }
    }

    /// Returns `true` if the running quiescence search has reached its limit of positions.
    #[inline]
    pub fn quiet_is_spent(&self) -> bool {
        self.quiet.running.is_some_and(|(_, end)| self.nodes >= end)
    }

    /// Returns each team's share by static evaluation, `plies` actions from the root.
    pub fn shares(&mut self, pos: &Position<W>, plies: u32) -> Shares {
        let Kit { eval, first, last, .. } = &mut *self.kit;
        let (before, accumulator) =
            first.get_or_insert_with(|| (pos.clone(), Accumulator::default()));
        eval.carry(&self.machine.movegen, (before, accumulator), (pos, last));
        eval.accumulated_shares(&self.machine.movegen, pos, last, plies)
    }

    /// Returns the length of the position history, for [`Search::back_to`].
    pub fn mark(&self) -> usize {
        self.kit.history.len()
    }

    /// Runs the turn machine without listing actions. Returns `true` if the machine has reached a
    /// position that has occurred before. Some positions, such as positions between the actions of
    /// one turn, are not recorded. Such positions never count as repeated.
    pub fn settle_and_compare(&mut self, pos: &mut Position<W>) -> Result<bool, Halt> {
        let before = self.mark();
        self.settle(pos)?;
        Ok(self.mark() > before && self.kit.history.repeated())
    }

    /// Removes the positions that were recorded after a call of [`Search::mark`].
    pub fn back_to(&mut self, mark: usize) {
        self.kit.history.truncate(mark);
    }

    /// Plays an action in the position of the first frame, and stores the resulting position in the
    /// second frame.
    pub fn play(&mut self, frames: &mut [Frame<W>], action: Action) -> Result<(), Halt> {
        let (here, deeper) = frames.split_at_mut(1);
        deeper[0].pos.clone_from(&here[0].pos);
        self.count()?;
        Ok(self.machine.act(&mut deeper[0].pos, &action, &mut self.kit.log)?)
    }

    /// Counts a position, and polls `stop` at intervals.
    #[inline]
    fn count(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STOP_POLL_POSITIONS) && (self.stop)() {
            return Err(Halt::Stopped);
        }
        Ok(())
    }

    /// Plays an action on a position.
    pub fn act(&mut self, pos: &mut Position<W>, action: Action) -> Result<(), Halt> {
        self.count()?;
        Ok(self.machine.act(pos, &action, &mut self.kit.log)?)
    }

    /// Runs the turn machine to the next decision, and lists its actions.
    pub fn reach(&mut self, frame: &mut Frame<W>) -> Result<Wait, Halt> {
        let Frame { pos, list } = frame;
        list.clear();
        self.stuck = false;
        loop {
            self.settle(pos)?;
            if let Some(wait) = self.other_than_turn(pos, list) {
                return Ok(wait);
            }
            self.machine.movegen.actions(pos, RankedSink(list).erased())?;
            if list.is_empty() {
                self.stuck = true;
                self.machine.no_moves(pos, &mut self.kit.log)?;
                continue;
            }
            if pos.controller[pos.turn.index()] == NOBODY {
                list.iter_mut().for_each(|ranked| ranked.rank = 1);
                return Ok(Wait::Chance);
            }
            return Ok(Wait::Seat(pos.turn));
        }
    }

    /// Runs the turn machine to the next decision. If the seat to move is in check, this seat might
    /// be mated, so the function looks for a legal action. Otherwise it does not look for one.
    pub fn rest(&mut self, pos: &mut Position<W>) -> Result<(), Halt> {
        loop {
            self.settle(pos)?;
            let asked = pos.cold.as_ref().is_some_and(|cold| !cold.pending.is_empty());
            if pos.stage != Stage::Turn || asked || !self.machine.movegen.in_check(pos, pos.turn) {
                return Ok(());
            }
            let mut any = Any::default();
            self.machine.movegen.actions(pos, any.erased())?;
            if any.0 {
                return Ok(());
            }
            self.machine.no_moves(pos, &mut self.kit.log)?;
        }
    }

    /// Returns the seat that decides in a settled position, or `None` if chance decides or the game
    /// is over.
    pub fn decider(&self, pos: &Position<W>) -> Option<Seat> {
        if let Some(question) = pos.cold.as_ref().and_then(|cold| cold.pending.last()) {
            return Some(question.seat);
        }
        let free = pos.controller[pos.turn.index()] == NOBODY;
        (pos.stage == Stage::Turn && !free).then_some(pos.turn)
    }

    /// Runs the turn machine without listing actions.
    pub fn settle(&mut self, pos: &mut Position<W>) -> Result<(), Halt> {
        Ok(self.machine.settle(pos, &mut self.kit.log, Some(&mut self.kit.history))?)
    }

    /// Returns the decision for which a settled position waits, if this decision is not an ordinary
    /// turn. Also lists the actions of the decision.
    fn other_than_turn(&self, pos: &Position<W>, list: &mut Vec<RankedAction>) -> Option<Wait> {
        if pos.stage == Stage::Over {
            return Some(Wait::Over);
        }
        if let Some(question) = pos.cold.as_ref().and_then(|cold| cold.pending.last()) {
            let options = 0..question.options.len() as u16;
            list.extend(options.map(|n| RankedAction { action: Action::Choose(n), rank: 0 }));
            return Some(Wait::Seat(question.seat));
        }
        if pos.stage == Stage::Roll || self.machine.next_shuffle(pos).is_some() {
            let chances = self.machine.chances(pos).into_iter();
            list.extend(
                chances.map(|(action, weight)| RankedAction { action, rank: weight as i32 }),
            );
            return Some(Wait::Chance);
        }
        None
    }

    /// Ranks a seat's actions by their immediate effect on material. The effect includes material
    /// that is won, lost and saved.
    pub fn rank_by_worth(&self, frame: &mut Frame<W>, seat: Seat) {
        let exchange =
            ExchangeContext::new(&self.machine.movegen, &frame.pos, seat, &self.kit.prices);
        for ranked in &mut frame.list {
            ranked.rank = match ranked.action {
                Action::Move(mv) => exchange.worth(mv),
                _ => 0,
            };
        }
    }

    /// Returns the slot of an action in history tables. The slot depends on seat, kind and target
    /// square.
    pub fn slot(&self, pos: &Position<W>, seat: Seat, action: Action) -> Option<usize> {
        let (kind, to) = match action {
            Action::Move(mv) => (pos.piece(mv.from)?.kind(), mv.to),
            Action::Drop(kind, to) => (kind, to),
            _ => return None,
        };
        let kinds = self.machine.spec.kinds.len();
        Some((seat.index() * kinds + kind.index()) * self.machine.t.span + to.index())
    }

    /// Returns the material that an action immediately wins by captures and promotion, in
    /// hundredths of a unit.
    pub fn gain(&self, pos: &Position<W>, action: Action) -> i32 {
        let Action::Move(mv) = action else { return 0 };
        let Some(piece) = pos.piece(mv.from) else { return 0 };
        let mut won = self.capture_value(pos, piece, mv.to);
        match mv.kind {
            MoveKind::EnPassant => won += PAWN_WORTH,
            MoveKind::Path { takes, .. } => {
                won += takes
                    .into_iter()
                    .flatten()
                    .map(|s| self.capture_value(pos, piece, s))
                    .sum::<i32>();
            }
            _ => {}
        }
        if let Some(kind) = mv.promotion {
            won += self.kit.eval.value(kind) - self.kit.eval.value(piece.kind());
        }
        won
    }

    /// Returns the value of capturing the piece on a square. The value is very small if the piece
    /// will never move again.
    fn capture_value(&self, pos: &Position<W>, captor: Piece, square: Square) -> i32 {
        let Some(victim) = pos.piece(square) else { return 0 };
        let masks = &pos.masks[self.machine.board.controller_of(pos, captor).index()];
        if (masks.capturable.pieces | masks.capturable.royals) & victim.colour().bit() == 0 {
            return 0;
        }
        let state =
            &self.machine.spec.states[usize::from(pos.army_state[victim.colour().index()].0)];
        let alive = state.pieces.moves || state.until.is_some();
        let value = self.kit.eval.value(victim.kind());
        if alive { value } else { value / 100 }
    }
}

/// Moves the action with the highest rank among `list[from..]` to `from`, and returns it.
#[inline]
pub(crate) fn pick(list: &mut [RankedAction], from: usize) -> Action {
    // Ranks and indices are compared as one number, without a branch.
    let ranks = list[from..].iter().zip(0u32..);
    let best = ranks.map(|(ranked, at)| i64::from(ranked.rank) << 32 | i64::from(!at)).max();
    let best = best.map_or(from, |best| from + !(best as u32) as usize);
    list.swap(from, best);
    list[from].action
}

/// Puts a list in a random order.
pub(crate) fn shuffle(list: &mut [RankedAction], rng: &mut Rng) {
    for i in (1..list.len()).rev() {
        list.swap(i, rng.below(i as u32 + 1) as usize);
    }
}
