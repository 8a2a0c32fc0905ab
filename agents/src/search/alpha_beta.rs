//! The search of one position: alpha-beta between a reference team and all other teams. The search
//! also records principal variations.
//!
//! Values are in hundredths of a unit for the reference team. Seats of the reference team maximize
//! the value, and all other seats minimize it. This works for any order of turns.

use super::capture_values::Values;
use super::ordering::{ActionClass, MoveOrdering, slot};
use super::transpositions::{TableEntry, Transpositions, ValueBound, mark};
use crate::eval::{Accumulator, Shares};
use crate::score::{FORCED_RESULT, WIN};
use crate::search::search_kit::{Frame, Halt, Search, Wait};
use quadrille_core::board::{MAX_SEATS, Seat};
use quadrille_core::internals::Stage;
use quadrille_core::rules::Action;
use quadrille_core::state::Position;

/// The maximum number of extensions of the search on one line.
const MAX_EXTENSIONS: i32 = 6;
/// A number that is greater than every value.
pub(super) const INFINITE: i32 = WIN + 1;
/// The margin of reverse futility pruning: for each remaining decision, the static value has to
/// exceed beta by this amount.
const REVERSE_FUTILITY_MARGIN: i32 = 110;
/// The margin of futility pruning: a quiet action is assumed to improve the static value by at most
/// this amount for each remaining decision.
const FUTILITY_MARGIN: i32 = 120;

/// The shares of all teams in a position, found by a search to a certain depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownShares {
    pub key: u64,
    pub depth: i32,
    pub of: Shares,
}

/// An open interval of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    /// The interval of all values.
    pub const OPEN: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// Returns the window from a side's point of view. `sign` is 1 for the reference team, whose
    /// window is unchanged, and -1 for other teams, whose window is negated.
    #[inline(always)]
    pub fn seen_by(self, sign: i32) -> Self {
        if sign > 0 { self } else { Self { alpha: -self.beta, beta: -self.alpha } }
    }

    /// Returns `true` if this is a null window. A search with a null window shows only if the value
    /// is below or above the window.
    #[inline(always)]
    pub fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }
}

/// The properties of a node that follow from its place in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeContext {
    /// The number of actions since the root.
    pub ply: usize,
    /// The number of decisions left to search.
    pub depth: i32,
    /// The number of times that the search of this line may still be extended.
    pub extensions: i32,
    /// `true` if the previous turn was passed as a null move.
    pub passed: bool,
    /// In BRS+, `true` if an opponent has searched for a reply since the last decision of the
    /// reference team.
    pub replied: bool,
}

impl NodeContext {
    /// Returns the context of the root. `depth` is the number of decisions to search after the
    /// decision at the root.
    pub fn root(depth: i32) -> Self {
        Self { ply: 0, depth, extensions: MAX_EXTENSIONS, passed: false, replied: false }
    }

    /// Returns the context after the turns of all opponents. In BRS+, these turns together reduce
    /// the depth by one decision.
    fn after_replies(self) -> Self {
        Self { depth: self.depth - i32::from(!self.replied), replied: false, ..self }
    }
}

/// An assumption of a search about how the opponents choose. Between two sides, the assumption
/// makes no difference.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Opponents {
    /// All opponents play against the searcher's team. Between two decisions of the searcher's
    /// team, only one opponent searches for a reply (BRS+).
    BestReply,
    /// All opponents play against the searcher's team.
    Paranoid,
    /// Each team plays for its own share (max^n).
    Maxn,
}

/// The assumptions that the rules allow a search to make.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assumptions {
    /// `true` if there are two teams whose gains are each other's losses.
    pub two_sides: bool,
    /// The assumption about all other teams.
    pub opponents: Opponents,
    /// `true` if late actions may be searched with reduced depth, or skipped. Late actions come
    /// near the end of the order in which actions are searched.
    pub selective: bool,
    /// `true` if passing a turn is worse than the best action in nearly all positions.
    pub passing_loses: bool,
    /// `true` if the rules count repetitions. In this case, each repeated position has the value 0,
    /// and the search does not look beyond it.
    pub repetition: bool,
    /// The number of plies without progress after which a draw is near.
    pub clock: u32,
    /// The number of turns in a round.
    pub round: usize,
    /// The number of turns that each side has in a round. With two sides, this number is at most
    /// two. With more sides, it is always one. The more turns a side has, the less a single turn
    /// matters.
    pub turns: i32,
}

/// The memory of one thread's search.
pub(super) struct ThreadData {
    pub values: Values,
    pub ordering: MoveOrdering,
    /// The static values, by key.
    pub statics: Vec<(u64, i32)>,
    /// Each team's shares in max^n, by key.
    pub shares: Vec<Option<KnownShares>>,
    /// The reduction of a late action's depth. The indices are the remaining depth and the action's
    /// place in the order.
    pub reductions: Vec<[u8; 64]>,
    /// The principal variation from each node of the current line.
    pub lines: Vec<Vec<Action>>,
    /// The actions that were searched at each node of the current line.
    pub tried: Vec<Vec<Action>>,
    /// For each position of the current line, the deciding seat, and the static value for this
    /// seat. The index is the number of actions from the root.
    pub trend: Vec<Option<(Seat, i32)>>,
    /// The worth of the pieces in each position of the current line. The index is the number of
    /// actions from the root.
    pub accumulators: Vec<Accumulator>,
    /// The greatest number of actions from the root.
    pub deepest: usize,
}

/// The minimum depth at which the search of a singular action is extended.
const SINGULAR_MIN_DEPTH: i32 = 5;
/// The margin by which a singular action must be better than all others, for each remaining
/// decision.
const SINGULAR_MARGIN: i32 = 15;

/// The size of the cache of shares, in positions.
pub(super) const SHARE_CACHE_SLOTS: usize = 1 << 14;
/// The number of static values that are cached.
pub(super) const STATIC_CACHE_SLOTS: usize = 1 << 14;

/// One search of one decision, on one thread.
pub(super) struct Searcher<'s, 'k, 'a, const W: usize> {
    pub search: Search<'k, 'a, W>,
    pub thread: &'s mut ThreadData,
    pub table: &'s Transpositions,
    pub assumptions: Assumptions,
    /// The reference team.
    pub team: usize,
    /// The number of positions that the search may reach.
    pub budget: u64,
    /// A number that is mixed into the keys of positions. Searches with different salts can't use
    /// each other's table entries. Searches for different reference teams have different salts.
    pub salt: u64,
    /// A seed for small random changes of static values; 0 for no changes.
    pub noise: u64,
}

impl<'a, const W: usize> Searcher<'_, '_, 'a, W> {
    /// Returns the value of an action in the position of the first frame.
    pub fn after(
        &mut self,
        frames: &mut [Frame<W>],
        action: Action,
        place: NodeContext,
        window: Window,
    ) -> Result<i32, Halt> {
        self.beyond(frames, action, place, |searcher, frames, place| {
            searcher.value(frames, place, window)
        })
    }

    /// Plays an action in the position of the first frame, then calls `look` for the resulting
    /// position. Returns the result of `look`.
    #[inline]
    pub fn beyond<T>(
        &mut self,
        frames: &mut [Frame<W>],
        action: Action,
        place: NodeContext,
        look: impl FnOnce(&mut Self, &mut [Frame<W>], NodeContext) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        let ply = place.ply + 1;
        self.play(frames, action, ply)?;
        let mark = self.search.mark();
        let found = look(self, &mut frames[1..], NodeContext { ply, ..place });
        self.search.back_to(mark);
        found
    }

    /// Plays an action in the position of the first frame, and stores the resulting position in the
    /// second frame.
    #[inline]
    pub fn play(
        &mut self,
        frames: &mut [Frame<W>],
        action: Action,
        ply: usize,
    ) -> Result<(), Halt> {
        if self.search.nodes >= self.budget {
            return Err(Halt::Stopped);
        }
        let pos = &frames[0].pos;
        let number = slot(&self.search.machine.movegen, pos, pos.turn, action);
        self.thread.deepest = self.thread.deepest.max(ply);
        self.thread.ordering.played[ply] = number.map(|number| number as u32);
        self.search.play(frames, action)?;
        let (eval, machine) = (&self.search.kit.eval, &self.search.machine);
        let (before, after) = self.thread.accumulators.split_at_mut(ply);
        let before = (&frames[0].pos, &mut before[ply - 1]);
        eval.carry(&machine.movegen, before, (&frames[1].pos, &mut after[0]));
        Ok(())
    }

    /// Returns the value of the position that the last played action has led to.
    pub fn value(
        &mut self,
        frames: &mut [Frame<W>],
        mut place: NodeContext,
        window: Window,
    ) -> Result<i32, Halt> {
        if place.depth <= 0 || frames.len() < 3 {
            return self.quiescence(frames, NodeContext { depth: 0, ..place }, window);
        }
        self.thread.lines[place.ply].clear();
        let repeated = self.search.settle_and_compare(&mut frames[0].pos)?;
        let pos = &frames[0].pos;
        if pos.stage == Stage::Over {
            return Ok(self.result(pos, place.ply));
        }
        if self.assumptions.repetition && repeated {
            return Ok(0);
        }
        let decider = self.search.decider(pos);
        if decider.is_some_and(|seat| self.ends_replies(seat)) {
            place = place.after_replies();
            if place.depth <= 0 {
                return self.quiescence(frames, NodeContext { depth: 0, ..place }, window);
            }
        }
        let key = self.key(&frames[0].pos, place);
        key.inspect(|key| self.table.prefetch(*key));
        let mut checked = decider.is_some_and(|seat| self.in_check(&frames[0].pos, seat));
        let known = key.and_then(|key| self.table.probe(key, place.ply));
        if let Some(entry) = known
            && entry.depth >= place.depth
            && window.is_null()
            && decides(entry, window)
        {
            return Ok(entry.value);
        }
        let hint = known.map_or(0, |entry| entry.mark);
        let mut static_value = None;
        self.thread.trend[place.ply] = None;
        if let Some(seat) = decider
            && !checked
            && self.assumptions.selective
            && !(self.best_reply() && self.sign(seat) < 0)
        {
            let sign = self.sign(seat);
            let local = window.seen_by(sign);
            // The value is compared with later values of the seat, so it must be the full value.
            let value = sign * self.evaluate(&frames[0].pos, place.ply, key, Window::OPEN);
            static_value = Some(value);
            self.thread.trend[place.ply] = Some((seat, value));
            if window.is_null() && local.beta.abs() < FORCED_RESULT {
                if place.depth <= 4 && value - REVERSE_FUTILITY_MARGIN * place.depth >= local.beta {
                    return Ok(sign * (value - REVERSE_FUTILITY_MARGIN * place.depth));
                }
                if place.depth >= 2
                    && value >= local.beta
                    && !place.passed
                    && self.may_pass(&frames[0].pos, seat)
                    && self.null_move(frames, place, sign, local.beta)? >= local.beta
                {
                    return Ok(sign * local.beta);
                }
            }
        }
        let seat = match self.search.reach(&mut frames[0])? {
            Wait::Over => return Ok(self.result(&frames[0].pos, place.ply)),
            Wait::Chance => return self.star1(frames, place, window),
            Wait::Seat(seat) => seat,
        };
        if decider != Some(seat) {
            // A turn without actions was passed over.
            (checked, static_value) = (self.in_check(&frames[0].pos, seat), None);
            self.thread.trend[place.ply] = None;
            if self.ends_replies(seat) {
                place = place.after_replies();
                if place.depth <= 0 {
                    return self.quiescence(frames, NodeContext { depth: 0, ..place }, window);
                }
            }
        }
        if self.best_reply() && self.sign(seat) < 0 {
            let (value, action) = self.best_reply_value(frames, seat, place, (window, hint))?;
            if let Some(key) = key {
                self.note(key, place, window, (-1, value), action);
            }
            return Ok(value);
        }
        let single = frames[0].list.len() == 1;
        // An entry stores the requested depth, without extensions. With extensions, the entry would
        // already have the depth of the next search, and this line would be searched again only at
        // every second depth.
        let mut asked_for = place.depth;
        if (checked || single) && place.extensions > 0 {
            place.depth += 1;
            place.extensions -= 1;
        } else if hint == 0 && place.depth >= 4 {
            // Without a hint, the order is poor, so this search is shallower. The next, deeper
            // search will have a better order.
            place.depth -= 1;
            asked_for -= 1;
        }
        self.rank(&mut frames[0], seat, place.ply, hint);
        let asked = DecisionFacts { checked, static_value };
        if let Some(entry) = known
            && self.is_singular(frames, seat, place, entry, asked)?
        {
            place.depth += 1;
            place.extensions -= 1;
        }
        let (best, action) = self.best(frames, seat, place, window, asked)?;
        if let Some(key) = key {
            place.depth = asked_for;
            self.note(key, place, window, (self.sign(seat), best), action);
        }
        Ok(best)
    }

    /// Stores the value of a position in the transposition table.
    fn note(
        &self,
        key: u64,
        place: NodeContext,
        window: Window,
        (sign, value): (i32, i32),
        action: Option<Action>,
    ) {
        let bound = if value >= window.beta {
            ValueBound::Lower
        } else if value <= window.alpha {
            ValueBound::Upper
        } else {
            ValueBound::Exact
        };
        // An action is stored only if it reached the value. If the value is a bound that no action
        // reached, there is no best action.
        let decided = bound != if sign > 0 { ValueBound::Upper } else { ValueBound::Lower };
        let mark = action.filter(|_| decided).map_or(0, mark);
        self.table.note(key, place.ply, TableEntry { value, depth: place.depth, bound, mark });
    }

    /// Returns `true` if the best known action is much better than all other actions. To test this,
    /// searches the other actions with about half the depth.
    fn is_singular(
        &mut self,
        frames: &mut [Frame<W>],
        seat: Seat,
        place: NodeContext,
        known: TableEntry,
        asked: DecisionFacts,
    ) -> Result<bool, Halt> {
        let sign = self.sign(seat);
        let bound = if sign > 0 { known.bound } else { known.bound.turned() };
        if self.assumptions.turns < 2
            || place.depth < SINGULAR_MIN_DEPTH
            || place.extensions <= 0
            || place.passed
            || asked.checked
            || frames[0].list.len() == 1
            || known.mark == 0
            || known.depth < place.depth - 3
            || known.value.abs() >= FORCED_RESULT
            || bound == ValueBound::Upper
        {
            return Ok(false);
        }
        let action = self.next(&mut frames[0], 0).0;
        if mark(action) != known.mark {
            return Ok(false);
        }
        let target = sign * known.value - SINGULAR_MARGIN * place.depth;
        let ask = Window { alpha: target - 1, beta: target }.seen_by(sign);
        // Without extensions, the test can't start a test of the same kind.
        let inner = NodeContext { depth: (place.depth - 1) / 2, extensions: 0, ..place };
        let best = frames[0].list.swap_remove(0);
        let found = self.best(frames, seat, inner, ask, asked);
        frames[0].list.push(best);
        Ok(sign * found?.0 < target)
    }

    /// Searches the ranked actions of a frame. Returns the best value for the deciding seat, and
    /// the action with this value. The reference team has to exceed alpha, and the other teams have
    /// to get below beta. If no value does this, the action is `None`.
    fn best(
        &mut self,
        frames: &mut [Frame<W>],
        seat: Seat,
        place: NodeContext,
        window: Window,
        asked: DecisionFacts,
    ) -> Result<(i32, Option<Action>), Halt> {
        let sign = self.sign(seat);
        let local = window.seen_by(sign);
        let NodeContext { ply, depth, .. } = place;
        let null = local.is_null();
        let inner = NodeContext { depth: depth - 1, passed: false, ..place };
        let improving = self.improving(ply, seat, asked.static_value);
        let mut targets = None;
        let (mut best, mut best_action) = (-INFINITE, None);
        let mut alpha = local.alpha;
        let mut quiets = 0;
        self.thread.tried[ply].clear();
        for i in 0..frames[0].list.len() {
            let (action, class, credit) = self.next(&mut frames[0], i);
            let late = matches!(class, ActionClass::Quiet | ActionClass::Losing) && i > 0;
            let mut reduction = 0;
            if late && self.assumptions.selective && !asked.checked && best > -FORCED_RESULT {
                let pos = &frames[0].pos;
                let targets = targets.get_or_insert_with(|| self.targets(pos, seat));
                let checks = self.gives_check(pos, action, targets);
                if !checks && null {
                    let enough = (3 + depth * depth) / (2 - i32::from(improving));
                    let turns = self.assumptions.turns;
                    let enough = (enough + turns - 1) / turns;
                    if class == ActionClass::Quiet {
                        quiets += 1;
                        let hopeless = |static_value: i32| {
                            static_value + FUTILITY_MARGIN * (depth + 1) <= alpha
                        };
                        if depth <= 5 && quiets > enough
                            || depth <= 4 && asked.static_value.is_some_and(hopeless)
                        {
                            continue;
                        }
                    } else if depth <= 4 && credit < -80 * depth {
                        continue;
                    }
                }
                if depth >= 2 && i >= 2 && !checks {
                    let by_place = &self.thread.reductions[depth.min(31) as usize];
                    reduction = i32::from(by_place[i.min(63)]);
                    reduction +=
                        i32::from(!improving) - i32::from(!null) - credit.clamp(-8192, 8192) / 6000;
                    reduction = reduction.clamp(0, depth - 1);
                }
            }
            let value = if i == 0 {
                let window = Window { alpha, beta: local.beta };
                sign * self.after(frames, action, inner, window.seen_by(sign))?
            } else {
                let ask = Window { alpha, beta: alpha + 1 }.seen_by(sign);
                let reduced = NodeContext { depth: inner.depth - reduction, ..inner };
                let mut value = sign * self.after(frames, action, reduced, ask)?;
                if value > alpha && reduction > 0 {
                    value = sign * self.after(frames, action, inner, ask)?;
                }
                if value > alpha && value < local.beta {
                    let window = Window { alpha, beta: local.beta };
                    value = sign * self.after(frames, action, inner, window.seen_by(sign))?;
                }
                value
            };
            if value > best {
                best = value;
                if value > alpha {
                    best_action = Some(action);
                    alpha = value;
                    if !null {
                        self.extend_line(ply, action);
                    }
                }
            }
            if alpha >= local.beta {
                self.reward(&frames[0].pos, seat, (ply, depth), action);
                break;
            }
            self.thread.tried[ply].push(action);
        }
        Ok((sign * best, best_action))
    }

    /// Records that an action caused a cutoff at a node. Also records that the actions tried before
    /// this action caused no cutoff.
    pub fn reward(
        &mut self,
        pos: &Position<W>,
        seat: Seat,
        (ply, depth): (usize, i32),
        action: Action,
    ) {
        let ThreadData { ordering, values, tried, .. } = &mut *self.thread;
        ordering.reward(
            (&self.search.machine.movegen, values),
            pos,
            (seat, ply, self.assumptions.round),
            (action, &tried[ply]),
            depth,
        );
    }

    /// Sets the principal variation of a node to an action, followed by the principal variation of
    /// the next node.
    pub fn extend_line(&mut self, ply: usize, action: Action) {
        let (here, deeper) = self.thread.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(action);
        here[ply].extend_from_slice(&deeper[0]);
    }

    /// Returns `true` if a seat's static value is better than at the seat's last decision on this
    /// line.
    fn improving(&self, ply: usize, seat: Seat, static_value: Option<i32>) -> bool {
        let Some(static_value) = static_value else { return false };
        let earlier = self.thread.trend[..ply].iter().rev().take(2 * MAX_SEATS).flatten();
        earlier
            .into_iter()
            .find(|(other, _)| *other == seat)
            .is_none_or(|(_, then)| static_value > *then)
    }

    /// Returns `true` if the search is BRS+ and the seat belongs to the reference team. After a
    /// decision of such a seat, the opponents can search for a reply again.
    #[inline(always)]
    fn ends_replies(&self, seat: Seat) -> bool {
        self.best_reply() && self.sign(seat) > 0
    }

    /// Returns `true` if only one opponent at a time searches for a reply (BRS+).
    #[inline(always)]
    pub fn best_reply(&self) -> bool {
        self.assumptions.opponents == Opponents::BestReply
    }

    /// Ranks a frame's actions.
    pub fn rank(&self, frame: &mut Frame<W>, seat: Seat, ply: usize, hint: u16) {
        self.thread.ordering.rank(
            (&self.search.machine.movegen, &self.thread.values),
            (&frame.pos, &mut frame.list),
            (seat, ply, self.assumptions.round),
            hint,
        );
    }

    /// Returns the next action of a frame.
    #[inline]
    pub fn next(&self, frame: &mut Frame<W>, at: usize) -> (Action, ActionClass, i32) {
        let values = (&self.search.machine.movegen, &self.thread.values);
        MoveOrdering::next(values, (&frame.pos, &mut frame.list), at)
    }
}

/// The facts about a decision before its actions are searched.
#[derive(Clone, Copy)]
struct DecisionFacts {
    checked: bool,
    /// The static value for the deciding seat.
    static_value: Option<i32>,
}

/// Returns `true` if a known value is exact, or is certain to lie outside a window.
pub(super) fn decides(entry: TableEntry, window: Window) -> bool {
    match entry.bound {
        ValueBound::Exact => true,
        ValueBound::Lower => entry.value >= window.beta,
        ValueBound::Upper => entry.value <= window.alpha,
    }
}
