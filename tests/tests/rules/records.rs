//! Checks the metrics in records of whole games. A slow computation finds the same numbers from the
//! position after each action.

use std::collections::BTreeMap;

use quadrille_agents::AgentSpec;
use quadrille_core::{AnyGame, Decision, Seat, Seats, Spec, Zone, game};
use quadrille_dsl::{Ruleset, load};
use quadrille_study::metrics::{
    Measurements, PLIES_PER_SAMPLE, SideStrengths, Totals, lead, winner,
};
use quadrille_study::sim::measure;
use quadrille_study::sim::{GameRecord, Plan, Summary};
use quadrille_tests::{Disk, games};

use AgentSpec::{Greedy, Random};

/// Rulesets that together have all of these: freezes, releases, eliminations, drops, rolls,
/// questions, promotions, transfers of armies, neutral pieces, and pieces in hand.
const RULESETS: [&str; 10] = [
    "verney-1881",
    "chesscom-ffa",
    "four-seasons-1283@dice",
    "fortress-chess",
    "nava-2018",
    "chaturaji-tithitattva-1500",
    "crazyhouse",
    "placement",
    "falling-walls",
    "duck-teams",
];

fn open(name: &str) -> Ruleset {
    load(&Disk::new(), name, &[]).unwrap_or_else(|findings| panic!("{name}: {findings:?}"))
}

fn plan(spec: &Spec, games: std::ops::Range<u64>, jobs: usize) -> Plan {
    let seats = spec.seats.len();
    Plan {
        seed: 5,
        games,
        agents: (0..seats).map(|i| if i == 0 { Greedy } else { Random }).collect(),
        rotate: true,
        jobs,
        record: true,
        measure: true,
        ply_limit: Some(400),
        ..Plan::default()
    }
}

fn play(loaded: &Ruleset, plan: &Plan) -> (Summary, BTreeMap<u64, GameRecord>) {
    games::records(&loaded.rules, &|| loaded.hooks(), plan)
}

/// Returns the seats that have no turn. Also returns the frozen seats among them.
fn absent(spec: &Spec, game: &dyn AnyGame) -> (Seats, Seats) {
    let (mut absent, mut frozen) = (Seats(0), Seats(0));
    for seat in (0..spec.seats.len() as u8).map(Seat) {
        let states = [game.seat_state(seat), game.army_state(seat)];
        let states = states.map(|state| &spec.states[usize::from(state.0)]);
        let nature = game.controller(seat).is_none();
        if !states[0].has_turn || nature {
            absent.insert(seat);
            if !states[0].has_turn && states.iter().any(|state| state.until.is_some()) {
                frozen.insert(seat);
            }
        }
    }
    (absent, frozen)
}

/// Returns the strength of each side in half points. Strength is defined as in the reference page.
fn strengths(spec: &Spec, game: &dyn AnyGame) -> [u32; 8] {
    let mut sums = [0; 8];
    for colour in (0..spec.seats.len() as u8).map(Seat) {
        let Some(holder) = game.controller(colour) else { continue };
        let army = &spec.states[usize::from(game.army_state(colour).0)];
        let seat = &spec.states[usize::from(game.seat_state(holder).0)];
        let half = if seat.has_turn && (army.pieces.moves || army.royals.moves) {
            2
        } else if army.until.is_some() || seat.until.is_some() {
            1
        } else {
            0
        };
        for square in game.pieces(colour) {
            let kind = &spec.kinds[game.piece(square).unwrap().kind().index()];
            let value = if kind.royal && kind.value == 0 { 4 } else { kind.value.max(0) as u32 };
            sums[usize::from(spec.team(holder))] += half * value;
        }
    }
    for (seat, hand) in (0..).map(Seat).zip(game.setup().hands) {
        let state = &spec.states[usize::from(game.seat_state(seat).0)];
        let half = if state.has_turn { 2 } else { u32::from(state.until.is_some()) };
        for (kind, n) in spec.kinds.iter().zip(hand) {
            let value = if kind.royal && kind.value == 0 { 4 } else { kind.value.max(0) as u32 };
            sums[usize::from(spec.team(seat))] += half * value * u32::from(n);
        }
    }
    sums
}

/// Returns the part of a record that can be computed from positions.
fn plain(loaded: &Ruleset, played: &GameRecord) -> Measurements {
    let spec = loaded.spec();
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, &*hooks).unwrap();
    let mut record = Measurements::default();
    let mut standings: Vec<SideStrengths> = Vec::new();
    let mut squares = [Zone::EMPTY; 8];
    let mut was_frozen = Seats(0);
    let mut mover = None;
    let mut actions = played.actions.iter();
    for ply in 0.. {
        let decision = game.decision().unwrap();
        let (absent, frozen) = absent(spec, &*game);
        for seat in (0..spec.seats.len() as u8).map(Seat) {
            squares[seat.index()] |= game.pieces(seat);
            let out = absent.contains(seat) && !frozen.contains(seat);
            let left = &mut record.eliminated[seat.index()];
            *left = if out { left.or(Some(ply)) } else { None };
            if frozen.contains(seat) && !was_frozen.contains(seat) {
                // Only the number is compared here. Hand-made games test the rest.
                record.legal_most += 1;
            }
        }
        was_frozen = frozen;
        if ply % PLIES_PER_SAMPLE == 0 {
            let pieces = (0..spec.seats.len() as u8).map(|seat| game.pieces(Seat(seat)).len());
            record.pieces.push(pieces.sum::<u32>() as u16);
        }
        standings.push(SideStrengths { ply, mover, strengths: strengths(spec, &*game) });
        let Some(action) = actions.next() else { break };
        for seat in absent.iter() {
            record.absent[seat.index()] += 1;
        }
        let legal = game.actions().unwrap().len() as u64;
        let decider = match decision {
            Decision::Question(question) => Some(question.seat),
            Decision::Turn(seat) if game.controller(seat).is_some() => Some(seat),
            _ => None,
        };
        mover = decider.map(|seat| spec.team(seat));
        match decider {
            None => record.chance += 1,
            Some(_) => {
                record.turns += 1;
                // The first 39 turns are all sampled. Later, every 13th turn counts for thirteen.
                let weight = match record.turns {
                    ..=39 => 1,
                    turn if turn % 13 == 0 => 13,
                    _ => 0,
                };
                record.counted += weight;
                record.legal += u64::from(weight) * legal;
                if legal > 1 {
                    record.choices += weight;
                    record.legal_open += u64::from(weight) * legal;
                }
            }
        }
        game.play(*action).unwrap();
    }
    for (count, squares) in record.squares.iter_mut().zip(&squares) {
        *count = squares.len() as u16;
    }
    let all = squares.iter().fold(Zone::EMPTY, |all, squares| all | *squares);
    record.squares_all = all.len() as u16;
    let winner = winner(spec, played.end.as_ref().unwrap());
    record.lead = lead(&standings, spec.teams.len(), played.plies, winner);
    record
}

#[test]
fn records_agree_with_what_positions_show() {
    for name in RULESETS {
        let loaded = open(name);
        let (_, games) = play(&loaded, &plan(loaded.spec(), 0..3, 1));
        for (index, game) in games {
            let seen = game.measured.as_deref().unwrap();
            let mut expected = plain(&loaded, &game);
            assert_eq!(seen.freezes.len() as u32, expected.legal_most, "{name} {index}: freezes");
            // These facts can't be computed from positions alone.
            expected.rounds = seen.rounds;
            expected.legal_most = seen.legal_most;
            expected.legal_trend = seen.legal_trend;
            expected.digits = seen.digits;
            expected.drops = seen.drops;
            expected.checks = seen.checks;
            expected.repeats = seen.repeats;
            (expected.clear_turns, expected.clear) = (seen.clear_turns, seen.clear);
            expected.captured_by = seen.captured_by;
            expected.captures.clone_from(&seen.captures);
            expected.mates.clone_from(&seen.mates);
            expected.promotions.clone_from(&seen.promotions);
            expected.freezes.clone_from(&seen.freezes);
            assert_eq!(*seen, expected, "{name} {index}");
        }
    }
}

#[test]
fn a_game_that_is_written_down_has_the_metrics_it_had_when_it_was_played() {
    for name in RULESETS {
        let loaded = open(name);
        let (_, games) = play(&loaded, &plan(loaded.spec(), 0..2, 1));
        for game in games.values() {
            let hooks = loaded.hooks();
            let again = measure(&loaded.rules, &*hooks, None, &game.actions).unwrap();
            assert_eq!(again.measured, game.measured, "{name} {}", game.index);
            assert_eq!(again.end, game.end);
            assert_eq!((&again.clauses, &again.metrics), (&game.clauses, &game.metrics), "{name}");
        }
    }
}

#[test]
fn totals_do_not_depend_on_jobs_or_on_how_a_run_is_split() {
    let loaded = open("chesscom-ffa");
    let spec = loaded.spec();
    // The last block is incomplete, and the split is in the middle of another block.
    let one = plan(spec, 0..14, 1);
    let (summary, games) = play(&loaded, &one);
    assert_eq!(play(&loaded, &Plan { jobs: 3, ..one.clone() }), (summary.clone(), games.clone()));
    let mut parts = Summary::of_plan(&loaded.rules, &one);
    for range in [6..14, 0..6] {
        parts.merge(&play(&loaded, &Plan { games: range, ..one.clone() }).0);
    }
    assert_eq!(parts, summary);

    // The block is the unit, so its mean counts once.
    let mut totals: Totals = summary.totals.unwrap();
    totals.finish();
    let length = |index: u64| f64::from(games[&index].plies);
    let blocks = [0..4, 4..8, 8..12, 12..14u64];
    let means = blocks.map(|block| {
        let n = (block.end - block.start) as f64;
        block.map(length).sum::<f64>() / n
    });
    let mean = means.iter().sum::<f64>() / 4.0;
    let deviation = (means.iter().map(|m| (m - mean).powi(2)).sum::<f64>() / 3.0).sqrt();
    let place = quadrille_study::metrics::METRICS.iter().position(|m| m.name == "length").unwrap();
    let moments = &totals.metrics[place];
    assert_eq!(moments.blocks, 4);
    assert!((moments.mean(1_000_000).unwrap() - mean).abs() < 1e-9);
    assert!((moments.deviation(1_000_000).unwrap() - deviation).abs() < 1e-6);
}

#[test]
fn games_of_a_block_have_the_same_luck() {
    // If all agents had the same name, rotations would be the same game, so the plan has two
    // agents. If both agents choose at random, the first seat's first roll does not depend on the
    // rotation.
    let loaded = open("four-seasons-1283@dice");
    let (_, games) = play(&loaded, &plan(loaded.spec(), 0..8, 1));
    let first = |index: u64| games[&index].actions[0];
    for block in [0, 4] {
        for rotation in 1..4 {
            assert_eq!(first(block), first(block + rotation), "the first throw of block {block}");
        }
    }
}
