//! One clause: what it says, where that comes from, what carries it out, and what shows it.

use std::fmt::Write as _;

use quadrille_core::spec::Clause;
use quadrille_dsl::Loaded;
use quadrille_dsl::diagnostic::did_you_mean;
use quadrille_dsl::lesson::{self, Lesson, Position};

use super::words::{entry, heading, prose};
use crate::exit::Failure;

/// A clause of a ruleset.
///
/// # Errors
/// If there is none of that name.
pub fn one(loaded: &Loaded, id: &str) -> Result<String, Failure> {
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
    prose(text, &mut out);
    if let Some(key) = loaded.source_of(id) {
        heading("Source", &mut out);
        entry(key, loaded.citation(key).unwrap_or_default(), &mut out);
    }
    heading("Where it stands", &mut out);
    let _ = writeln!(out, "  {place}");
    let carriers = loaded.carriers(id);
    for (source, line) in carriers.iter().filter(|(s, line)| format!("{}:{line}", s.name) != *place)
    {
        let _ = writeln!(out, "  {}:{line}", source.name);
    }
    if carriers.is_empty() {
        prose("No script names it: it holds by what the board and the pieces are.", &mut out);
    }
    let lessons = loaded.lessons.as_ref().map(|source| lesson::read(source).0).unwrap_or_default();
    let about = lessons.iter().filter(|lesson| lesson.clauses.contains(id));
    for (number, lesson) in about.enumerate() {
        if number == 0 {
            heading("Lessons", &mut out);
        } else {
            out.push('\n');
        }
        shown(lesson, &mut out);
    }
    if let Some(elder) = inherited(loaded, place) {
        let text = format!(
            "It is inherited: `quadrille explain {elder} {id}` has the lessons of {elder} about it."
        );
        heading("Its origin", &mut out);
        prose(&text, &mut out);
    }
    Ok(out)
}

/// The ruleset that a clause is inherited from.
fn inherited<'a>(loaded: &'a Loaded, place: &'a str) -> Option<&'a str> {
    let own = &loaded.sources.first()?.name;
    let (file, _) = place.rsplit_once(':')?;
    let elder = file.strip_suffix("/geometry.toml").filter(|_| file != own)?;
    elder.rsplit(['/', '\\']).next()
}

/// A lesson: what it says, its position, and what must be so.
fn shown(lesson: &Lesson, out: &mut String) {
    prose(&lesson.says, out);
    let mut line = |name: &str, text: &str| {
        let _ = writeln!(out, "    {name:<11} {text}");
    };
    if let Some(why) = &lesson.unplayable {
        line("not played", why);
    }
    if let Some(preset) = &lesson.preset {
        line("preset", preset);
    }
    for (name, value) in &lesson.set {
        line("set", &format!("{name} = {value}"));
    }
    match &lesson.position {
        Position::Start => {}
        Position::Fen(fen) => line("fen", fen),
        Position::Men { men, turn, options } => {
            line("men", men);
            line("turn", turn);
            options.iter().for_each(|options| line("options", options));
        }
    }
    lesson.play.iter().for_each(|play| line("play", play));
    for (name, text) in lesson.expectations() {
        line(name, &text);
    }
}
