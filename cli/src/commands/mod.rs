//! The commands of the program. The module `table` lists them. Commands may use every other layer.

mod advise;
mod check;
mod claims;
mod compare;
mod completions;
mod contest;
mod diff;
mod doc;
mod engine;
mod explain;
mod explore;
mod export;
mod fmt;
mod import;
mod kept;
mod learn;
mod list;
mod lsp;
mod manual;
mod match_games;
mod matches;
mod merge;
mod migrate;
mod moves;
mod new;
mod perft;
mod plan;
mod play;
mod playout;
mod puzzles;
mod record_reader;
mod record_rules;
mod replay;
mod report;
mod run_study;
mod schema;
mod search;
mod serve;
mod show;
mod skill;
mod stored_run;
mod study;
mod survey;
mod sweep;
mod table;
mod timeline;
mod tournament;
mod watch;

use std::error::Error as _;
use std::io::{Write as _, stderr, stdout};
use std::num::{IntErrorKind, ParseIntError};

use clap::FromArgMatches as _;
use clap::error::ContextKind;
use quadrille_dsl::library::Disk;
use quadrille_dsl::library::Shelf;
use quadrille_dsl::text::printable::{is_hidden, printable};

use crate::context::CommandContext;
use crate::output::Output;
use crate::output::exit::{self, Failure};
use crate::output::interrupt::Interrupt;
use table::Cli;

/// Runs the command that the arguments of the process name, and returns the exit code.
#[must_use]
pub fn main() -> u8 {
    if std::env::args_os().len() < 2 {
        return if stdout().write_all(table::WELCOME.as_bytes()).is_ok() {
            exit::FINE
        } else {
            exit::FILE
        };
    }
    let parsed =
        table::command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            let error = in_plain_words(error);
            // Help and version go to standard output and are not errors, nor is a closed pipe.
            let _ = print_usage(&error);
            return if error.use_stderr() { exit::USAGE } else { exit::FINE };
        }
    };
    let global = cli.global;
    let mut context = CommandContext {
        out: Output::standard(global.color),
        interrupt: Interrupt::install(),
        shelf: Shelf { disk: Disk { rulesets: global.rulesets, plugins: global.plugins } },
    };
    let missing = context.shelf.disk.folders().find(|folder| !folder.is_dir());
    let result = match missing {
        Some(folder) => {
            Err(Failure::usage(format!("{}: there is no such folder", folder.display())))
        }
        None => cli.command.run(&mut context),
    };
    let flushed = context.out.finish();
    match result.and_then(|code| flushed.map(|()| code)) {
        Ok(code) => code,
        Err(failure) => {
            let code = failure.code();
            context.out.diagnose(&failure.diagnostics());
            code
        }
    }
}

/// Returns an error of the command line parser with a plain explanation if a number can't be
/// parsed, or is outside its range.
fn in_plain_words(error: clap::Error) -> clap::Error {
    let number = error.source().and_then(|why| why.downcast_ref::<ParseIntError>());
    let why = match number.map(ParseIntError::kind) {
        None => match error.source().and_then(|why| outside_range(&why.to_string())) {
            None => return error,
            Some(why) => why,
        },
        Some(IntErrorKind::PosOverflow | IntErrorKind::NegOverflow) => {
            "the number is too large".to_owned()
        }
        Some(_) => "write a whole number in digits, such as 100".to_owned(),
    };
    let said = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (argument, value) = (said(ContextKind::InvalidArg), said(ContextKind::InvalidValue));
    let text = format!(
        "invalid value '{value}' for '{argument}': {why}\n\nFor more information, try '--help'.\n"
    );
    clap::Error::raw(error.kind(), text)
}

/// Returns the range of a number in words. `text` is the parser's text, such as `0 is not in
/// 1..=64`. Returns `None` for any other text. A range to the largest number of a type has no end.
fn outside_range(text: &str) -> Option<String> {
    let (_, range) = text.split_once(" is not in ")?;
    let (least, most) = range.split_once("..")?;
    let most = most.trim_start_matches('=');
    let is_largest = [u64::MAX.to_string(), u32::MAX.to_string(), u16::MAX.to_string()];
    let least: i64 = least.parse().ok()?;
    if most.is_empty() || is_largest.iter().any(|largest| largest == most) {
        return Some(format!("the least is {least}"));
    }
    let most: i64 = most.parse().ok()?;
    Some(format!("choose a number from {least} to {most}"))
}

/// Prints a mistake in the command line, or help. If the text has hidden characters, for example in
/// the name of a file, it is printed without colours. Signs then replace the characters that
/// control a terminal.
fn print_usage(error: &clap::Error) -> std::io::Result<()> {
    let text = error.to_string();
    if text.contains(is_hidden) {
        let text = printable(&text);
        if error.use_stderr() { write!(stderr(), "{text}") } else { write!(stdout(), "{text}") }
    } else {
        error.print()
    }
}
