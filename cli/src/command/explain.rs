//! `explain`: rulesets in prose, their clauses, the languages of the files, and what codes mean.

use std::fmt::Write as _;

use quadrille_core::Seat;
use quadrille_core::spec::Clause;
use quadrille_dsl::diagnostic::did_you_mean;
use quadrille_dsl::{Library as _, Loaded, Tunable, codes};

use crate::args::Explain;
use crate::diagnose::printable;
use crate::exit::{self, Failure};
use crate::session::{self, Context};
use crate::table::paragraph;

/// The topics with a page of their own.
const TOPICS: [(&str, &str); 8] = [
    ("notation", quadrille_dsl::notation::REFERENCE),
    ("squares", quadrille_dsl::squares::REFERENCE),
    ("fen", quadrille_dsl::fen::REFERENCE),
    ("actions", quadrille_dsl::text::REFERENCE),
    ("pgn", quadrille_dsl::pgn::REFERENCE),
    ("scripts", quadrille_dsl::script::REFERENCE),
    ("geometry", quadrille_dsl::load::REFERENCE),
    ("lessons", quadrille_dsl::lesson::REFERENCE),
];

/// What the codes mean that `check` gives to what it finds by playing.
const PLAYED: &str = include_str!("../codes.md");

const WIDTH: usize = 88;

/// Explains what is asked for.
pub fn run(args: &Explain, context: &mut Context) -> Result<u8, Failure> {
    let topic = args.topic.as_str();
    let page = TOPICS.iter().find(|(name, _)| *name == topic).map(|(_, page)| *page);
    let page = page.or_else(|| codes::explain(topic)).or_else(|| of_playing(topic));
    let page = page
        .map(str::to_owned)
        .or_else(|| (topic == "codes").then(|| format!("{}\n{PLAYED}", codes::REFERENCE)));
    let text = match (page, &args.clause) {
        (Some(page), None) => page,
        (Some(_), Some(clause)) => {
            return Err(Failure::usage(format!(
                "`{topic}` is no ruleset with a clause `{clause}`"
            )));
        }
        (None, clause) => {
            let loaded = ruleset(args, context)?;
            match clause {
                None => whole(&loaded),
                Some(clause) => one(&loaded, clause)?,
            }
        }
    };
    context.out.print(&printable(&text))?;
    if !text.ends_with('\n') {
        context.out.print("\n")?;
    }
    Ok(exit::FINE)
}

/// The section about a code that `check` gives.
fn of_playing(code: &str) -> Option<&'static str> {
    let sections = PLAYED.split("\n## ").skip(1);
    sections.map(str::trim).find(|section| {
        section.split_once(": ").is_some_and(|(known, _)| known.eq_ignore_ascii_case(code))
    })
}

fn ruleset(args: &Explain, context: &Context) -> Result<Loaded, Failure> {
    let id = session::without_preset(&args.topic);
    if context.shelf.has(id) {
        return session::open(&context.shelf, &args.topic, &args.change);
    }
    let names = context.shelf.names();
    let topics = TOPICS.iter().map(|(name, _)| *name).chain(["codes"]);
    let known = names.iter().map(String::as_str).chain(topics.clone());
    let all: Vec<&str> = topics.collect();
    let help = did_you_mean(id, known).unwrap_or_else(|| {
        format!("topics are {}; `quadrille list` shows rulesets", all.join(", "))
    });
    Err(Failure::advised(format!("there is nothing to explain about `{id}`"), Some(help)))
}

/// A ruleset in prose.
fn whole(loaded: &Loaded) -> String {
    let meta = &loaded.meta;
    let mut out = format!("{} ({})\n", meta.title, meta.id);
    let year = meta.year.map(|year| year.to_string());
    let origin = [meta.inventor.clone(), meta.place.clone(), year];
    let origin: Vec<String> = origin.into_iter().flatten().collect();
    if !origin.is_empty() {
        let _ = writeln!(out, "{}", origin.join(", "));
    }
    if !meta.parents.is_empty() {
        let _ = writeln!(out, "descends from {}", meta.parents.join(", "));
    }
    if let Some(summary) = &meta.summary {
        let _ = write!(out, "\n{}", paragraph(summary, 0, WIDTH));
    }
    seats(loaded, &mut out);
    pieces(loaded, &mut out);
    let spec = loaded.rules.spec();
    heading("Rules", !spec.clauses.is_empty(), &mut out);
    for clause in &spec.clauses {
        entry(&clause.id, &clause.text, &mut out);
    }
    heading("What can be changed (--set)", !loaded.tunables.is_empty(), &mut out);
    for tunable in &loaded.tunables {
        tunable_entry(tunable, &mut out);
    }
    heading("Presets", !meta.presets.is_empty(), &mut out);
    for (name, about) in &meta.presets {
        entry(&format!("{}@{name}", meta.id), about, &mut out);
    }
    heading("Sources", !meta.sources.is_empty(), &mut out);
    for (key, citation) in &meta.sources {
        entry(key, citation, &mut out);
    }
    out
}

fn seats(loaded: &Loaded, out: &mut String) {
    let spec = loaded.rules.spec();
    heading("Seats", true, out);
    let name = |seat: &Seat| spec.seats.get(seat.index()).map_or("?", |seat| seat.name.as_str());
    let order: Vec<&str> = spec.order.iter().map(name).collect();
    let _ = write!(out, "{}", paragraph(&format!("in turn: {}", order.join(", ")), 2, WIDTH));
    if spec.teams.len() < spec.seats.len() {
        for (i, team) in spec.teams.iter().enumerate() {
            let seats = spec.seats.iter().filter(|seat| usize::from(seat.team) == i);
            let names: Vec<&str> = seats.map(|seat| seat.name.as_str()).collect();
            let _ = writeln!(out, "  team {team}: {}", names.join(" and "));
        }
    }
}

fn pieces(loaded: &Loaded, out: &mut String) {
    heading("Pieces", true, out);
    for kind in &loaded.rules.spec().kinds {
        let royal = if kind.royal { ", royal" } else { "" };
        let _ = writeln!(out, "  {} {}: {}{royal}", kind.letter, kind.name, kind.notation);
    }
}

fn heading(title: &str, any: bool, out: &mut String) {
    if any {
        let _ = writeln!(out, "\n{title}");
    }
}

fn entry(name: &str, text: &str, out: &mut String) {
    let _ = writeln!(out, "  {name}");
    out.push_str(&paragraph(text, 6, WIDTH));
}

fn tunable_entry(tunable: &Tunable, out: &mut String) {
    let Tunable { script, name, doc, value, default, one_of } = tunable;
    let changed = if value == default { String::new() } else { format!(" (by default {default})") };
    let choice =
        if one_of.is_empty() { String::new() } else { format!("; one of {}", one_of.join(", ")) };
    entry(&format!("{script}.{name} = {value}{changed}{choice}"), doc, out);
}

/// One clause.
fn one(loaded: &Loaded, id: &str) -> Result<String, Failure> {
    let clauses = &loaded.rules.spec().clauses;
    let clause = clauses.iter().find(|clause| clause.id.eq_ignore_ascii_case(id));
    let clause = clause.ok_or_else(|| {
        let ids = || clauses.iter().map(|clause| clause.id.as_str());
        let all = || format!("its clauses are {}", ids().collect::<Vec<_>>().join(", "));
        let help = did_you_mean(id, ids()).unwrap_or_else(all);
        Failure::advised(format!("`{}` has no clause `{id}`", loaded.meta.id), Some(help))
    })?;
    let Clause { id, text, place } = clause;
    let mut out = format!("{id} of {} ({})\n\n", loaded.meta.title, loaded.meta.id);
    out.push_str(&paragraph(text, 2, WIDTH));
    if !place.is_empty() {
        let _ = writeln!(out, "\ncarried out in {place}");
    }
    let source = loaded.clause_sources.iter().find(|(clause, _)| clause == id);
    let cited = source.and_then(|(_, key)| loaded.meta.sources.iter().find(|(k, _)| k == key));
    if let Some((key, citation)) = cited {
        let _ = writeln!(out, "\nsource: {key}");
        out.push_str(&paragraph(citation, 2, WIDTH));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_of_playing_is_explained() {
        for code in ["Q0601", "q0602", "Q0603"] {
            assert!(of_playing(code).is_some_and(|text| text.len() > 100), "{code}");
        }
        assert_eq!(of_playing("Q06"), None);
    }
}
