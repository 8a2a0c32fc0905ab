//! Agents with a fixed search depth. Every action at the root gets a value, and one of those about
//! as good as the best is played.

mod maxn;
mod minimax;

use crate::agent::{Advice, TypedAgent};
use crate::fixed_depth::maxn::Maxn;
use crate::fixed_depth::minimax::{Minimax, OpponentReplies};
use crate::search::traversal::{Frame, Halt, Kit, Search, Wait, pick, shuffle};
use quadrille_core::internals::TypedGame;
use quadrille_core::numeric::rng::Rng;
use quadrille_core::rules::{Action, HookError};

/// Actions this close to the best, in units of the odds, count as equally good; about a fifth of a
/// pawn. Without this margin, agents would repeat the same games.
const EQUAL_ODDS_MARGIN: f64 = 0.02;

/// The search from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchMethod {
    /// Alpha-beta and paranoid search, which use the same code.
    Paranoid,
    BestReply,
    Maxn,
}

/// An agent that searches a number of decisions deep.
pub(crate) struct FixedDepth<const W: usize> {
    method: SearchMethod,
    depth: u8,
    kit: Option<Kit<W>>,
    values: Vec<(Action, f64)>,
    /// The values from the last depth that was completed.
    shallower: Vec<(Action, f64)>,
    advice: Advice,
}

impl<const W: usize> FixedDepth<W> {
    pub fn new(method: SearchMethod, depth: u8) -> Self {
        let (values, shallower) = (Vec::new(), Vec::new());
        Self { method, depth, kit: None, values, shallower, advice: Advice::default() }
    }
}

impl<const W: usize> TypedAgent<W> for FixedDepth<W> {
    fn choose(
        &mut self,
        game: &mut TypedGame<'_, W>,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        game.decide()?;
        let mut kit = self.kit.take().unwrap_or_else(|| Kit::new(&game.machine.movegen));
        let mut frames = kit.frames(&game.pos, 3 * usize::from(self.depth) + 12);
        let mut search = Search::new(game, &mut kit, stop);
        let found = self.values_of(&mut search, &mut frames, rng);
        self.advice.nodes = search.nodes;
        let first = frames[0].list.first().map(|entry| entry.action);
        kit.frames = frames;
        self.kit = Some(kit);
        self.advice.stopped = match found {
            Ok(()) => false,
            Err(Halt::Hook(error)) => return Err(error),
            Err(Halt::Stopped) => {
                // The last complete depth has values of all actions.
                if !self.shallower.is_empty() {
                    self.values.clone_from(&self.shallower);
                } else if self.values.is_empty() {
                    self.values.extend(first.map(|action| (action, 0.0)));
                }
                true
            }
        };
        let best = self.values.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
        let threshold = best - margin(best);
        let good = || self.values.iter().filter(|(_, value)| *value > threshold);
        let drawn = rng.below(good().count() as u32) as usize;
        let action = good().nth(drawn).map(|(action, _)| *action);
        (self.advice.action, self.advice.share) = (action, best);
        Ok(action)
    }

    fn advice(&self) -> Advice {
        self.advice
    }
}

impl<const W: usize> FixedDepth<W> {
    /// Computes the values of the root actions, exact only for those near the best.
    fn values_of(
        &mut self,
        search: &mut Search<'_, '_, W>,
        frames: &mut [Frame<W>],
        rng: &mut Rng,
    ) -> Result<(), Halt> {
        self.values.clear();
        self.shallower.clear();
        let Wait::Seat(seat) = search.reach(&mut frames[0])? else { return Ok(()) };
        if let [only] = frames[0].list.as_slice() {
            self.values.push((only.action, 0.0));
            return Ok(());
        }
        shuffle(&mut frames[0].list, rng);
        search.rank(&mut frames[0], seat, 0);
        let team = usize::from(search.machine.t.team_of[seat.index()]);
        let single_value = !matches!(self.method, SearchMethod::Maxn);
        for depth in 1..=i32::from(self.depth) {
            self.values.clear();
            let mut best = f64::NEG_INFINITY;
            for i in 0..frames[0].list.len() {
                let action = pick(&mut frames[0].list, i);
                let threshold = if best < 0.0 { -1.0 } else { best - margin(best) };
                let value = if single_value {
                    let answers = if self.method == SearchMethod::BestReply {
                        OpponentReplies::Best
                    } else {
                        OpponentReplies::All
                    };
                    let mut minimax = Minimax { search: search.reborrow(), team, answers };
                    let value = minimax.after(frames, action, depth, threshold, 2.0);
                    search.nodes = minimax.search.nodes;
                    value?
                } else {
                    let mut maxn = Maxn { search: search.reborrow() };
                    let shares =
                        maxn.after(frames, action, (0, depth - 1), Some((team, threshold)));
                    search.nodes = maxn.search.nodes;
                    shares?[team]
                };
                best = best.max(value);
                self.values.push((action, value));
            }
            for (ranked, (action, value)) in frames[0].list.iter_mut().zip(&self.values) {
                debug_assert_eq!(ranked.action, *action);
                ranked.rank = (value * 1e9) as i32;
            }
            self.shallower.clone_from(&self.values);
        }
        Ok(())
    }
}

/// How far below the best value an action may be and still be chosen.
fn margin(best: f64) -> f64 {
    EQUAL_ODDS_MARGIN * (best * (1.0 - best)).max(1e-6)
}
