//! Games of self-play, and their positions.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::learn::features::{Extractor, seen};
use crate::learn::fit::{FitSample, FittedGame, LOST_STRENGTH};
use crate::sim::{HookMaker, Interruptible, Opening, spread};
use quadrille_agents::AgentSpec;
use quadrille_agents::internals::{Evaluation, certainty, choose_by_knowledge, make};
use quadrille_core::at_width;
use quadrille_core::board::{MAX_SEATS, Seat};
use quadrille_core::internals::{TypedGame, resume_at};
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::rules::{Action, Ending, HookError, MoveKind, Outcome, Spec};
use quadrille_core::state::Hooks;
use quadrille_core::tables::CompiledRules;

/// The games to play.
#[derive(Clone, Copy, Debug)]
pub(super) struct GamesPlan {
    pub agent: AgentSpec,
    pub first: u64,
    pub games: u64,
    pub seed: u64,
    pub ply_limit: u32,
    pub jobs: usize,
    /// `true` if each position is also recorded as the input of a network.
    pub network: bool,
}

/// Plays games and returns the positions of each game, in the order of the games' indices. Returns
/// `None` if `stop` is set before all games have ended.
pub(super) fn positions(
    rules: &CompiledRules,
    hooks: &HookMaker<'_>,
    plan: GamesPlan,
    stop: &AtomicBool,
    tick: &(dyn Fn() + Sync),
) -> Result<Option<Vec<FittedGame>>, HookError> {
    let play = |hooks: &dyn Hooks, number: u64| {
        let index = plan.first + number;
        at_width!(rules, W => game::<W>(rules, hooks, plan, index, stop))
    };
    each_game(plan.games, plan.jobs, hooks, stop, tick, &play)
}

/// Plays numbered games on several threads and returns the result of each game, in the order of the
/// numbers. Returns `None` if `stop` is set before all games have ended.
pub(super) fn each_game<T: Send>(
    games: u64,
    jobs: usize,
    hooks: &HookMaker<'_>,
    stop: &AtomicBool,
    tick: &(dyn Fn() + Sync),
    play: &(dyn Fn(&dyn Hooks, u64) -> Result<T, HookError> + Sync),
) -> Result<Option<Vec<T>>, HookError> {
    let next = AtomicU64::new(0);
    let work = || {
        let hooks = hooks();
        let hooks = Interruptible::new(hooks.as_ref(), stop);
        let mut found = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games || stop.load(Ordering::Relaxed) {
                return found;
            }
            let game = play(&hooks, number);
            tick();
            found.push((number, game));
        }
    };
    let mut all: Vec<_> = spread(jobs, &work).into_iter().flatten().collect();
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    all.sort_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, game)| game).collect::<Result<_, _>>().map(Some)
}

/// Returns the opening of a game. It consists of random plies, so that games differ.
pub(super) fn opening(spec: &Spec, index: u64) -> Opening {
    let seats = spec.seats.len() as u64;
    Opening::Random((2 * seats + index % (2 * seats)) as u32)
}

/// Plays a game and collects its quiet positions.
fn game<const W: usize>(
    rules: &CompiledRules,
    hooks: &dyn Hooks,
    plan: GamesPlan,
    index: u64,
    stop: &AtomicBool,
) -> Result<FittedGame, HookError> {
    let halted = || stop.load(Ordering::Relaxed);
    let Some(mut game) = begin::<W>(rules, hooks, plan.seed, index)? else {
        return Ok(FittedGame::default());
    };
    let eval = Evaluation::<W>::new(&game.machine.board);
    let machine = game.machine;
    let extractor = (!plan.network).then(|| Extractor::new(&machine.movegen, &eval));
    let mut agent = make::<W>(plan.agent);
    let teams = rules.spec().teams.len();
    let even = 1.0 / teams as f64;
    let by_team = |seats: &[i64; MAX_SEATS]| -> Vec<f64> {
        eval.sides(seats)[..teams].iter().map(|worth| *worth as f64).collect()
    };
    let mut played = FittedGame::default();
    let run = GameRun { seed: plan.seed, index, ply_limit: plan.ply_limit, stop };
    let ended = run.play(&mut game, |game, seat, rng| {
        let chosen = choose_by_knowledge(&mut *agent, game, rng, &halted)?;
        let Some(action) = chosen else { return Ok(None) };
        let advice = agent.advice();
        let searched = advice.nodes > 0 && advice.share > 0.0 && advice.action == Some(action);
        if !searched {
            return Ok(chosen);
        }
        let team = usize::from(rules.spec().seats[seat.index()].team);
        // Static evaluations shrink shares toward an even share, because evaluations are never
        // fully certain. Results are certain, so the shrinking is undone.
        let share = (even + (advice.share - even) / certainty()).clamp(0.001, 0.999);
        played.searched.push((team, share));
        if game.at_turn() && is_quiet(game, action) {
            let mut sample =
                FitSample { decision: played.searched.len() - 1, ..FitSample::default() };
            let rest = if let Some(extractor) = &extractor {
                sample.features = extractor.features(&game.machine.movegen, &game.pos);
                eval.by_network(&game.machine.movegen, &game.pos)
            } else {
                sample.seen = seen(&game.machine.movegen, &game.pos);
                eval.by_weights(&game.machine.movegen, &game.pos)
            };
            sample.rest = by_team(&rest);
            let open = eval.open(&game.machine.movegen, &game.pos);
            for (rest, open) in sample.rest.iter_mut().zip(open) {
                if !open {
                    *rest = LOST_STRENGTH;
                }
            }
            played.quiet.push(sample);
        }
        Ok(chosen)
    })?;
    if !ended {
        return Ok(FittedGame::default());
    }
    let Some(outcome) = game.outcome() else { return Ok(FittedGame::default()) };
    played.stopped = outcome.ending == Ending::PlyLimit;
    let mut outcome = outcome.clone();
    if played.stopped {
        let settled = game.pos.cold().settled;
        for (result, settled) in outcome.results.iter_mut().zip(settled) {
            *result = settled.unwrap_or(*result);
        }
    }
    played.result = result_shares(rules.spec(), &outcome);
    Ok(played)
}

/// The random choices of a game, and the conditions under which the game is stopped.
pub(super) struct GameRun<'s> {
    pub seed: u64,
    pub index: u64,
    /// The number of plies after which the game is stopped.
    pub ply_limit: u32,
    /// A flag that stops the game when it is set.
    pub stop: &'s AtomicBool,
}

impl GameRun<'_> {
    /// Plays a game to its end. `choose` decides for the seats. All other actions are drawn at
    /// random. If `choose` returns no action, the game stays at its present position, and the
    /// function returns `false`.
    pub fn play<'a, const W: usize>(
        &self,
        game: &mut TypedGame<'a, W>,
        mut choose: impl FnMut(
            &mut TypedGame<'a, W>,
            Seat,
            &mut Rng,
        ) -> Result<Option<Action>, HookError>,
    ) -> Result<bool, HookError> {
        let limit = game.pos.ply.saturating_add(self.ply_limit);
        loop {
            game.decide()?;
            if game.outcome().is_some() {
                return Ok(true);
            }
            if game.pos.ply >= limit || self.stop.load(Ordering::Relaxed) {
                game.stop()?;
                return Ok(true);
            }
            let (seat, stream, counter) = game.decider();
            let (place, counter) = (u64::from(seat.0), u64::from(counter));
            let mut rng = Rng::new(self.seed, self.index, stream, place, counter);
            let chosen = if stream == Stream::Agent {
                choose(game, seat, &mut rng)?
            } else {
                game.draw(&mut rng)?
            };
            let Some(action) = chosen else { return Ok(false) };
            game.play_legal(action)?;
        }
    }
}

/// Starts a game and plays its opening. Returns `None` if the position after the opening can't be
/// played.
pub(super) fn begin<'a, const W: usize>(
    rules: &'a CompiledRules,
    hooks: &'a dyn Hooks,
    seed: u64,
    index: u64,
) -> Result<Option<TypedGame<'a, W>>, HookError> {
    let Some(setup) = opening(rules.spec(), index).setup(rules, hooks, seed, index)? else {
        return Ok(None);
    };
    Ok(resume_at(TypedGame::<W>::bare(rules, hooks), &setup).ok())
}

/// Returns `true` if the position is quiet: the deciding seat is not in check, and its chosen
/// action neither captures nor promotes.
fn is_quiet<const W: usize>(game: &TypedGame<'_, W>, action: Action) -> bool {
    let Action::Move(mv) = action else { return false };
    let takes = match mv.kind {
        MoveKind::EnPassant => true,
        MoveKind::Path { takes, .. } => takes.iter().any(Option::is_some),
        _ => false,
    };
    !takes
        && mv.promotion.is_none()
        && game.pos.piece(mv.to).is_none()
        && !game.machine.movegen.in_check(&game.pos, game.pos.turn)
}

/// Returns each team's share of a result, in proportion to [`Outcome::team_weights`].
pub(super) fn result_shares(spec: &Spec, outcome: &Outcome) -> Vec<f64> {
    let team_of = spec.team_of();
    let weights = &outcome.team_weights(&team_of)[..spec.teams.len()];
    let all: f64 = weights.iter().sum();
    let even = 1.0 / weights.len() as f64;
    weights.iter().map(|weight| if all > 0.0 { weight / all } else { even }).collect()
}
