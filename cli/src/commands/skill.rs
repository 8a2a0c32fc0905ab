//! `skill`: measures how much a game rewards skill. Stronger agents play matches against weaker
//! agents.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use quadrille_agents::AgentSpec;
use quadrille_reports::skill::{Skill, SkillAsk, SkillQuestion, text};
use quadrille_study::experiments::skill::{Pairing, sides};

use super::contest::contestant;
use super::kept::{RunKeeper, run_name};
use crate::args::SkillArgs;
use crate::commands::report::print_report;
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use crate::output::interrupt;
use crate::output::progress::Progress;

/// Plays the matches, and prints the report.
pub fn run(args: &SkillArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let rules = &args.rules;
    let side = contestant(&context.shelf, 0, &rules.ruleset, rules.change.clone())?;
    let agents: Vec<AgentSpec> = args.agents.iter().flat_map(|rungs| &rungs.0).copied().collect();
    let question = SkillQuestion {
        agents,
        number: args.number,
        decide: args.decide,
        openings: context::openings(&args.from)?,
        seed: args.run.seed,
        ply_limit: args.run.ply_limit,
        jobs: args.run.threads(),
    };
    let mut skill = Skill::new(side, question)?;
    skill.folders = context.folders();
    let stop = context.interrupt.watch();
    let mut keeper = args.keep.any().then(|| RunKeeper::new(&args.keep)).transpose()?;
    let progress = Progress::new(skill.most(), "games");
    let begun = Instant::now();
    match &mut keeper {
        None => {
            skill.play(&stop, &|pairing| announce(&progress, pairing), &|| progress.tick());
        }
        Some(keeper) => play_kept(&mut skill, keeper, &progress, &stop)?,
    }
    skill.seconds = begun.elapsed().as_secs_f64();
    progress.finish();
    let report = skill.report();
    let loaded = Arc::clone(&skill.side.loaded);
    let made_from = (&*loaded, args.run.seed);
    let id = &loaded.spec().id;
    print_report(context, args.format, made_from, &report, || text(&report, id))?;
    if report.interrupted {
        context.out.note(interrupt::describe(report.games, &report.again, &args.keep));
        return Ok(exit::INTERRUPTED);
    }
    match skill.fault() {
        Some(error) => Err(Failure::Script(error.clone())),
        None => Ok(exit::FINE),
    }
}

/// Shows the agents of the match that begins.
fn announce(progress: &Progress, Pairing { strong, weak, .. }: &Pairing) {
    progress.tell(&format!("{strong} against {weak}"));
}

/// Plays the matches, and saves every game.
fn play_kept(
    skill: &mut Skill,
    keeper: &mut RunKeeper<'_>,
    progress: &Progress,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let loaded = Arc::clone(&skill.side.loaded);
    let spec = loaded.spec();
    let mut last = None;
    while let Some(SkillAsk { number, plans }) = skill.asks() {
        let pairing = &skill.pairings()[number];
        if last.replace(number) != Some(number) {
            announce(progress, pairing);
        }
        let agents = format!("{}+{}", pairing.strong, pairing.weak);
        let mut rows = Vec::new();
        for (side, plan) in sides(spec).into_iter().zip(&plans) {
            let name = run_name(number, &agents, &spec.teams[usize::from(side)]);
            rows.push(keeper.games(&name, &loaded, plan, stop, &|| progress.tick())?);
        }
        skill.give(&rows)?;
        if stop.load(Ordering::Relaxed) {
            skill.interrupt();
            break;
        }
    }
    Ok(())
}
