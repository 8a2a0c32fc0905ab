//! `learn`: tunes the weights of the evaluation by games of self-play.

use std::cell::OnceCell;
use std::sync::atomic::AtomicBool;

use quadrille_agents::AgentSpec;
use quadrille_core::rules::Network;
use quadrille_dsl::Ruleset;
use quadrille_dsl::text::prose::quantity;
use quadrille_dsl::weights::{self, WeightsFile};
use quadrille_reports::command_line::CommandLine;
use quadrille_study::learn::{LearnPlan, Learned, Learner, LearningStage, OUTPUT_SCALES};
use serde_json::json;

use crate::args::{LearnArgs, OutputFormat, RuleChange};
use crate::context::{self, CommandContext};
use crate::output;
use crate::output::exit::{self, Failure};
use crate::output::progress::Progress;

/// The ply limit of games if neither the user nor the rules set one.
const DEFAULT_PLY_LIMIT: u32 = 400;

/// Plays games and fits weights, stage by stage.
pub fn run(args: &LearnArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let change = RuleChange::from(args.set.clone());
    let loaded = context::open(&context.shelf, &args.ruleset, &change)?;
    for agent in [Some(args.agent), args.contest].into_iter().flatten() {
        searches(agent)?;
    }
    if args.network {
        fits_a_network(&loaded)?;
    }
    output::folder_exists(&args.out)?;
    let plan = plan(args, &loaded);
    let before = before(args, &loaded, &plan)?;
    let Some(mut learner) = Learner::new(&loaded.rules, plan.clone(), before) else {
        return Err(Failure::usage("these rules can't be played with other weights"));
    };
    let stop = context.interrupt.watch();
    let again = again(args, context);
    let last = usize::from(args.stages);
    let mut interrupted = false;
    loop {
        let done = learner.learned().stages.len();
        let sizes = to_size(learner.learned(), args);
        if sizes || due(done, last, learner.learned(), args.openings) {
            interrupted = !contests(&mut learner, sizes, args, &loaded, &stop)?;
        } else if done < last {
            let progress = Progress::new(args.number, "games");
            let training = OnceCell::new();
            let trained = |batches: u32| {
                let training = training.get_or_init(|| {
                    progress.finish();
                    Progress::new(u64::from(batches), "batches")
                });
                training.tick();
            };
            let tick = || progress.tick();
            interrupted = !learner.stage(&|| loaded.hooks(), &stop, &tick, &trained)?;
            training.get().unwrap_or(&progress).finish();
        } else {
            break;
        }
        if interrupted {
            break;
        }
        save(args, &loaded, &plan, learner.learned(), &again)?;
        let learned = learner.learned();
        // A stage with contests is reported when the contests are over.
        if !to_size(learned, args) && !due(learned.stages.len(), last, learned, args.openings) {
            report(args, context, learned)?;
        }
    }
    context.out.finish()?;
    if !interrupted {
        return Ok(exit::FINE);
    }
    let stages = quantity(learner.learned().stages.len() as u64, "stage");
    context.out.note(format_args!("interrupted after {stages}. To continue:\n  {again} --resume"));
    Ok(exit::INTERRUPTED)
}

/// Returns an error for an agent that does not search.
fn searches(agent: AgentSpec) -> Result<(), Failure> {
    if agent.limit().is_some() {
        return Ok(());
    }
    let message = format!("{agent} does not search, so `learn` can't learn from it");
    Err(Failure::advised(message, Some("use search-paranoid:depth=2".to_owned())))
}

/// Returns an error if the network for these rules would be too large.
fn fits_a_network(loaded: &Ruleset) -> Result<(), Failure> {
    let inputs = loaded.spec().weight_shape().inputs;
    if inputs <= Network::MAX_INPUTS {
        return Ok(());
    }
    let most = Network::MAX_INPUTS;
    Err(Failure::usage(format!(
        "a network for these rules would have {inputs} inputs; the maximum is {most}"
    )))
}

fn plan(args: &LearnArgs, loaded: &Ruleset) -> LearnPlan {
    let limit = loaded.spec().ply_limit.min(DEFAULT_PLY_LIMIT);
    LearnPlan {
        agent: args.agent,
        games: args.number,
        seed: args.run.seed,
        ply_limit: args.run.ply_limit.unwrap_or(limit),
        openings: args.openings,
        jobs: args.run.threads(),
        network: args.network,
    }
}

/// Returns the content of the file from which to resume. Returns `None` if learning starts from the
/// beginning.
fn before(
    args: &LearnArgs,
    loaded: &Ruleset,
    plan: &LearnPlan,
) -> Result<Option<Learned>, Failure> {
    let name = args.out.display();
    match (args.out.exists(), args.resume) {
        (false, _) => return Ok(None),
        (true, false) => {
            let help = "continue it with --resume, or write another file with --out";
            return Err(Failure::advised(format!("{name} already exists"), Some(help.to_owned())));
        }
        (true, true) => {}
    }
    let source = context::weights_source(&args.out)?;
    let file = weights::read(&source, loaded.spec())?;
    let same = file.agent == plan.agent.to_string()
        && (file.seed, file.games, file.ply_limit) == (plan.seed, plan.games, plan.ply_limit)
        && file.learned.weights.network.is_some() == plan.network;
    if !same {
        let message = format!("{name} was learned with other options");
        let help = format!(
            "it was made with --agent {} --seed {} -n {} --ply-limit {}{}",
            file.agent,
            file.seed,
            file.games,
            file.ply_limit,
            if file.learned.weights.network.is_some() { " --network" } else { "" }
        );
        return Err(Failure::advised(message, Some(help)));
    }
    Ok(Some(file.learned))
}

/// Returns `true` if contests should be played to choose the scale of the latest stage's network.
fn to_size(learned: &Learned, args: &LearnArgs) -> bool {
    let open = learned.stages.last().is_some_and(|stage| stage.size.is_none());
    args.network && args.openings > 0 && open
}

/// Returns `true` if a contest for the latest stage is planned but has not been played.
fn due(done: usize, last: usize, learned: &Learned, openings: u64) -> bool {
    let chosen = done.is_power_of_two() || done == last;
    let none = learned.stages.last().is_some_and(|stage| stage.contest.is_none());
    openings > 0 && chosen && none
}

/// Plays contests to choose the scale of the network, or the contest of a stage. Returns `false` if
/// interrupted.
fn contests(
    learner: &mut Learner,
    sizes: bool,
    args: &LearnArgs,
    loaded: &Ruleset,
    stop: &AtomicBool,
) -> Result<bool, Failure> {
    let (contests, about) = match sizes {
        true => (OUTPUT_SCALES.len() as u64, "the scale of the network"),
        false => (1, "learned against unlearned weights"),
    };
    let progress = Progress::new(2 * args.openings * contests, "games");
    progress.tell(about);
    let agent = args.contest.unwrap_or(args.agent);
    let (hooks, tick) = (|| loaded.hooks(), || progress.tick());
    let done = match sizes {
        true => learner.choose_size(agent, &hooks, stop, &tick)?,
        false => learner.contest(agent, &hooks, stop, &tick)?,
    };
    progress.finish();
    Ok(done)
}

/// Writes the learned weights to the file.
fn save(
    args: &LearnArgs,
    loaded: &Ruleset,
    plan: &LearnPlan,
    learned: &Learned,
    again: &str,
) -> Result<(), Failure> {
    let spec = loaded.spec();
    let file = WeightsFile {
        ruleset: spec.id.clone(),
        family: weights::family(spec),
        agent: plan.agent.to_string(),
        seed: plan.seed,
        games: plan.games,
        ply_limit: plan.ply_limit,
        learned: learned.clone(),
    };
    let text = weights::write(spec, &file, &format!("Made by `{again}`."));
    output::save(&args.out, text.as_bytes())
}

/// Prints the result of the last stage.
fn report(
    args: &LearnArgs,
    context: &mut CommandContext,
    learned: &Learned,
) -> Result<(), Failure> {
    let number = learned.stages.len();
    let Some(stage) = learned.stages.last() else { return Ok(()) };
    let LearningStage { games, positions, held_out: (before, after), size, contest } = stage;
    match args.format {
        OutputFormat::Json => {
            let contest = contest.map(|contest| {
                json!({ "games": contest.games, "score": contest.score, "half": contest.half.is_finite().then_some(contest.half) })
            });
            let line = json!({ "stage": number, "games": games, "positions": positions, "loss_before": before, "loss_after": after, "size": size, "contest": contest });
            context.out.line(line)
        }
        OutputFormat::Text => {
            let mut line = format!(
                "stage {number}: {}, {}; loss in games held out {before:.4} before, {after:.4} after",
                quantity(*games, "game"),
                quantity(*positions, "position"),
            );
            if let Some(size) = size {
                line += &format!("; network scale {size}");
            }
            if let Some(contest) = contest {
                line += &format!(
                    "; {:.1} ± {:.1} % against unlearned weights in {}",
                    100.0 * contest.score,
                    100.0 * contest.half,
                    quantity(contest.games, "game")
                );
            }
            context.out.line(line)
        }
    }
}

/// Returns the command line that learns the same weights again.
fn again(args: &LearnArgs, context: &CommandContext) -> String {
    let mut line = CommandLine::new("learn");
    line.folders(&context.folders());
    line.word(&args.ruleset);
    args.set.iter().for_each(|setting| line.option("--set", setting));
    line.option("-n", args.number);
    line.option("--stages", args.stages);
    if args.network {
        line.word("--network");
    }
    line.option("--agent", args.agent);
    line.option("--openings", args.openings);
    if let Some(agent) = args.contest {
        line.option("--contest", agent);
    }
    line.seed(args.run.seed, args.run.ply_limit);
    line.option("--out", args.out.display());
    line.text()
}
