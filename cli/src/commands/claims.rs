//! `claims`: tests the claims that the sources of rulesets make about games.

use quadrille_dsl::Library as _;
use quadrille_reports::claims::file::{Claim, FILE_NAME, read};
use quadrille_reports::claims::page;
use quadrille_reports::claims::tester::{ClaimError, ClaimTester, ClaimsReport};
use quadrille_reports::envelope::Envelope;

use super::contest::{Terminal, contestant, load};
use crate::args::{ClaimsArgs, OutputFormat, RuleChange};
use crate::context::CommandContext;
use crate::output::exit::{self, Failure};

/// Tests the claims, and prints the report.
pub fn run(args: &ClaimsArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let claims = all(args, context)?;
    let stop = context.interrupt.watch();
    let shelf = &context.shelf;
    let open = |name: &str, set: &[(String, String)]| load(shelf, name, set, None, &stop);
    let tester = ClaimTester {
        number: args.number,
        seed: args.run.seed,
        ply_limit: args.run.ply_limit,
        jobs: args.run.threads(),
        load: &open,
        watch: &Terminal,
        stop: &stop,
    };
    let mut findings = Vec::new();
    let mut interrupted = None;
    for (ruleset, claim) in claims {
        context.out.note(format_args!("{ruleset}: {}", claim.id));
        let found = tester.test(&ruleset, &claim)?;
        let stopped = found.interrupted;
        // A test without any game has no result.
        if !stopped || !found.by_agents.is_empty() {
            findings.push(found);
        }
        if stopped {
            interrupted = Some(ruleset);
            break;
        }
    }
    let again = tester.command_line(args.ruleset.as_deref());
    match (args.format, &args.output) {
        (OutputFormat::Json, _) => {
            let body = ClaimsReport { claims: findings, interrupted: interrupted.is_some() };
            context.out.json(&Envelope::new(None, Some(args.run.seed), &body))?;
        }
        (OutputFormat::Text, Some(path)) if interrupted.is_none() => {
            context.out.save(path, page::whole(&findings, &again).as_bytes())?;
        }
        (OutputFormat::Text, _) => context.out.print(page::whole(&findings, &again))?,
    }
    context.out.finish()?;
    let Some(ruleset) = interrupted else { return Ok(exit::FINE) };
    if let Some(path) = &args.output {
        context.out.note(format_args!("{} is unchanged", path.display()));
    }
    context.out.note(format_args!(
        "interrupted before all claims were tested; `{}` tests this ruleset",
        tester.command_line(Some(&ruleset))
    ));
    Ok(exit::INTERRUPTED)
}

/// Returns the claims to test, each with its ruleset.
fn all(args: &ClaimsArgs, context: &CommandContext) -> Result<Vec<(String, Claim)>, Failure> {
    let names = match &args.ruleset {
        Some(name) => {
            // A wrong name gets the same message as in other commands.
            let place = contestant(&context.shelf, 0, name, RuleChange::default())?;
            vec![place.name]
        }
        None => context.shelf.names(),
    };
    let mut all = Vec::new();
    for name in names {
        let wrong = |why: String| ClaimError::new(&name, why);
        let folder = context.shelf.folder(&name).map_err(|error| wrong(error.to_string()))?;
        let Some(bytes) = folder.files.get(FILE_NAME) else { continue };
        let claims = read(bytes).map_err(|why| wrong(why.to_string()))?;
        all.extend(claims.into_iter().map(|claim| (name.clone(), claim)));
    }
    if let (true, Some(name)) = (all.is_empty(), &args.ruleset) {
        return Err(Failure::advised(
            format!("`{name}` has no claims"),
            Some(format!("write claims in `{FILE_NAME}` in its folder")),
        ));
    }
    Ok(all)
}
