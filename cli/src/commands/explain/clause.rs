//! The page about one clause: its text and its source, the scripts that implement it, and the
//! lessons that show it.

use std::fmt::Write as _;

use quadrille_core::rules::Clause;
use quadrille_dsl::diagnostic::did_you_mean;
use quadrille_dsl::lessons::{self, Lesson, LessonStart};
use quadrille_dsl::{Library, Ruleset, Source, load};
use quadrille_session::LessonGame;

use super::prose::{entry, heading, prose};
use crate::context::without_preset;
use crate::output::exit::Failure;
use crate::play::exercises::expectation_text;

/// Returns the page of one clause of a ruleset. `name` is the name of the ruleset in commands.
///
/// # Errors
/// Returns a [`Failure`] if the ruleset has no such clause.
pub fn one(
    loaded: &Ruleset,
    name: &str,
    id: &str,
    library: &dyn Library,
) -> Result<String, Failure> {
    let clauses = &loaded.spec().clauses;
    let clause = clauses.iter().find(|clause| clause.id.eq_ignore_ascii_case(id));
    let clause = clause.ok_or_else(|| {
        let ids = || clauses.iter().map(|clause| clause.id.as_str());
        let all = || format!("expected one of: {}", ids().collect::<Vec<_>>().join(", "));
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
    heading("Where it is implemented", &mut out);
    let _ = writeln!(out, "  {place}");
    implementation(loaded, clause, library, &mut out);
    let own = lessons::of(loaded);
    let playable = |lesson: &Lesson| lesson.clauses.contains(id) && lesson.unplayable.is_none();
    let has_lesson = own.iter().any(playable);
    let mut texts: Vec<String> = Vec::new();
    let base = without_preset(name);
    section("Lessons", (library, base), &own, id, &mut texts, &mut out);
    for elder in elders(loaded, place, texts.is_empty()) {
        let elder_name = elder.rsplit(['/', '\\']).next().unwrap_or(elder);
        let heading = format!("Lessons of {elder_name}, by its rules");
        let lessons = lessons_of(library, elder);
        section(&heading, (library, elder), &lessons, id, &mut texts, &mut out);
    }
    if has_lesson {
        heading("Try it", &mut out);
        let _ = writeln!(out, "  quadrille play {name} --lesson {id}");
    }
    Ok(out)
}

/// Lists the places at which the ruleset's scripts name a clause. If there are none, lists the
/// places at which the scripts of presets name the clause, and the hooks that may implement the
/// clause.
fn implementation(loaded: &Ruleset, clause: &Clause, library: &dyn Library, out: &mut String) {
    let Clause { id, place, .. } = clause;
    let mut printed = vec![place.clone()];
    let mut print = |loaded: &Ruleset, what: &str, out: &mut String| {
        let mut any = false;
        for (source, line) in loaded.carriers(id).into_iter().chain(loaded.mentions(id)) {
            any = true;
            let place = format!("{}:{line}", source.name);
            if !printed.contains(&place) {
                let _ = writeln!(out, "  {place}{what}");
                printed.push(place);
            }
        }
        any
    };
    if print(loaded, "", out) {
        return;
    }
    // A preset's script may implement the clause.
    let folder = loaded.manifests().next().and_then(|own| own.name.strip_suffix("/geometry.toml"));
    let presets = loaded.meta.presets.iter().filter(|_| loaded.preset.is_none());
    for ((preset, _), folder) in presets.zip(folder.into_iter().cycle()) {
        if let Ok(with) = load(library, &format!("{folder}@{preset}"), &[]) {
            print(&with, &format!(" (with the preset `{preset}`)"), out);
        }
    }
    let hooks = loaded.hooks_without_clause();
    if hooks.is_empty() {
        prose("No script names it: it follows from the board, the pieces and the array.", out);
        return;
    }
    prose(
        "No script in force names it. It follows from the board, the pieces and the array, or from these hooks, which name no clause:",
        out,
    );
    for (source, line, name) in hooks {
        let _ = writeln!(out, "  {}:{line} {name}", source.name);
    }
}

/// Prints lessons about a clause under a heading, with their numbers. Lessons that were printed
/// before are left out. The pair consists of the library and the name of the ruleset.
fn section(
    title: &str,
    ruleset: (&dyn Library, &str),
    lessons: &[Lesson],
    id: &str,
    texts: &mut Vec<String>,
    out: &mut String,
) {
    let mut first = true;
    let about = |(_, lesson): &(usize, &Lesson)| lesson.clauses.iter().any(|clause| clause == id);
    for (at, lesson) in lessons.iter().enumerate().filter(about) {
        let mut text = String::new();
        shown(lesson, ruleset, &mut text);
        if texts.contains(&text) {
            continue;
        }
        if std::mem::take(&mut first) {
            heading(title, out);
        } else {
            out.push('\n');
        }
        let _ = writeln!(out, "  Lesson {} of {}", at + 1, lessons.len());
        out.push_str(&text);
        texts.push(text);
    }
}

/// Returns the rulesets through which a clause is inherited, nearest first. The last of these
/// rulesets states the clause. If the clause comes from a plugin, no ruleset states it. The list
/// then contains all ancestors if `untaught` is `true`, and is empty otherwise. `untaught` is
/// `true` if the ruleset has no lesson about the clause.
fn elders<'a>(loaded: &'a Ruleset, place: &str, untaught: bool) -> Vec<&'a str> {
    let mut folders =
        loaded.manifests().filter_map(|source| source.name.strip_suffix("/geometry.toml"));
    let own = folders.next();
    let elders: Vec<&str> = folders.collect();
    let stated = place.rsplit_once('/').map(|(folder, _)| folder);
    if stated == own {
        return Vec::new();
    }
    let until = match elders.iter().position(|elder| Some(*elder) == stated) {
        Some(at) => at + 1,
        None if untaught => elders.len(),
        None => 0,
    };
    elders.into_iter().take(until).collect()
}

/// Returns the lessons in the folder of a ruleset, without inherited lessons.
fn lessons_of(library: &dyn Library, name: &str) -> Vec<Lesson> {
    let bytes = library.folder(name).ok().and_then(|mut folder| folder.files.remove(lessons::FILE));
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    text.map(|text| lessons::read(&Source::new(lessons::FILE, text)).0).unwrap_or_default()
}

/// Prints a lesson: its text, its position and its expectations.
fn shown(lesson: &Lesson, (library, ruleset): (&dyn Library, &str), out: &mut String) {
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
        LessonStart::Start => {}
        LessonStart::Fen(fen) => line("fen", fen),
        LessonStart::Pieces { pieces, turn, options } => {
            line("pieces", pieces);
            line("turn", turn);
            options.iter().for_each(|options| line("options", options));
        }
    }
    lesson.play.iter().for_each(|play| line("play", play));
    if lesson.unplayable.is_none() {
        let game = LessonGame::open(library, ruleset, lesson.clone());
        match game.and_then(|mut game| expectation_text::sentences(&mut game)) {
            Ok(sentences) => sentences.iter().for_each(|sentence| line("expected", sentence)),
            Err(error) => line("fails", &error.to_string()),
        }
    }
}
