//! Describes the rules of a game in prose, so that players can learn the game.

use std::fmt::Write as _;

use quadrille_core::rules::{KindSpec, SeatSpec};
use quadrille_core::{Cell, Colour, Facing, Geometry, Kind, Piece, Spec, Square, Vector, game};
use quadrille_dsl::lessons;
use quadrille_dsl::load::RECONSTRUCTED;
use quadrille_dsl::puzzles;
use quadrille_dsl::{Library as _, Ruleset, Tunable, circumstance_text};

use super::prose::{counted, entry, heading, number, prose};
use crate::commands::show;
use crate::context::{self, CommandContext};
use crate::output::exit::Failure;
use quadrille_dsl::text::prose::{capital, listed, sentence};
use quadrille_render::{Styled, terminal};
use quadrille_reports::rules_document::{self, ClauseGroup};

/// Returns a ruleset in prose.
///
/// # Errors
/// Returns a [`Failure`] if a script fails during setup.
pub fn whole(loaded: &Ruleset, context: &CommandContext) -> Result<Styled, Failure> {
    let mut before = String::new();
    history(loaded, context, &mut before);
    board(loaded, &mut before);
    let mut out = Styled::from(before);
    out.append(&picture(loaded, context)?);
    let mut rest = String::new();
    players(loaded, &mut rest);
    pieces(loaded, &mut rest);
    rules(loaded, &mut rest);
    declared(loaded, &mut rest);
    reconstructed(loaded, &mut rest);
    options(loaded, &mut rest);
    sources(loaded, &mut rest);
    lessons(loaded, &mut rest);
    out.push(&rest);
    Ok(out)
}

/// Prints the title, the origin and a summary of the game.
fn history(loaded: &Ruleset, context: &CommandContext, out: &mut String) {
    let meta = &loaded.meta;
    let _ = writeln!(out, "{} ({})\n", meta.title, meta.id);
    let mut text =
        rules_document::origin(loaded).map_or_else(String::new, |origin| format!("{origin}."));
    let parents: Vec<String> = meta.parents.iter().map(|id| titled(id, context)).collect();
    if !parents.is_empty() {
        let _ = write!(text, " It comes from {}.", listed(&parents));
    }
    prose(&text, out);
    if let Some(changes) = &meta.changes {
        prose(&format!("What sets it apart: {}.", changes.trim_end_matches('.')), out);
    }
    if let Some(summary) = &meta.summary {
        out.push('\n');
        prose(summary, out);
    }
    for (preset, about) in loaded.presets_in_force() {
        out.push('\n');
        prose(&format!("This is the preset `{preset}`. {about}"), out);
    }
    if let Some(summary) = &meta.base_summary {
        out.push('\n');
        prose(&format!("Without the preset: {summary}"), out);
    }
}

/// Returns a ruleset's title with its id, or only the id if the ruleset can't be loaded.
fn titled(id: &str, context: &CommandContext) -> String {
    let known = context.shelf.names().iter().any(|name| name == id);
    let loaded =
        known.then(|| context::open(&context.shelf, id, crate::args::RuleChange::default()));
    match loaded {
        Some(Ok(loaded)) => format!("{} ({id})", loaded.meta.title),
        _ => id.to_owned(),
    }
}

fn board(loaded: &Ruleset, out: &mut String) {
    let board = &loaded.spec().geometry;
    heading("The board", out);
    let (files, ranks) = (usize::from(board.files()), usize::from(board.ranks()));
    let mut text = match files * ranks - board.len() {
        0 => format!("{files}x{ranks} squares."),
        missing => {
            format!("{files}x{ranks} board with {missing} cells removed: {} squares.", board.len())
        }
    };
    if let Some(corner) = board.squares().next() {
        match board.is_light(corner) {
            Some(light) => {
                let shade = if light { "light" } else { "dark" };
                let _ = write!(text, " {} is {shade}.", board.name(corner));
            }
            None => text.push_str(" They have no colours."),
        }
    }
    walls(board, &mut text);
    gates(loaded.spec(), &mut text);
    portals(board, &mut text);
    prose(&text, out);
    out.push('\n');
}

/// Describes the walls between squares. Also lists the diagonal steps that the ends of walls
/// prevent along the edge of the board.
fn walls(board: &Geometry, text: &mut String) {
    let square = |cell: &Cell| board.at(i32::from(cell.file), i32::from(cell.rank));
    let mut between = Vec::new();
    // The corners at the ends of these walls. A corner is stored as the cell to its upper right.
    let mut ends = Vec::new();
    for (a, b) in board.walls() {
        if let (Some(first), Some(second)) = (square(a), square(b)) {
            between.push(format!("{}|{}", board.name(first), board.name(second)));
            let (right, up) = if a.rank == b.rank { (0, 1) } else { (1, 0) };
            ends.extend([(b.file, b.rank), (b.file + right, b.rank + up)]);
        }
    }
    if !between.is_empty() {
        let walls = listed(&between);
        let _ =
            write!(text, " Nothing crosses the walls {walls}, or passes diagonally at their ends.");
    }
    let mut stopped = Vec::new();
    for from in board.squares() {
        for step in [Vector::new(-1, 1), Vector::new(1, 1)] {
            let cell = board.cell(from);
            let right = i32::from(cell.file) + i32::from(step.dx);
            let Some(to) = board.at(right, i32::from(cell.rank) + 1) else { continue };
            let corner = (cell.file.max(board.cell(to).file), cell.rank + 1);
            if board.step(from, step).is_none() && !ends.contains(&corner) {
                stopped.push(format!("{}-{}", board.name(from), board.name(to)));
            }
        }
    }
    if !stopped.is_empty() {
        let steps = listed(&stopped);
        let _ = write!(
            text,
            " Walls along the edge of the board also stop the diagonal steps {steps}."
        );
    }
}

/// Describes the walls that do not always exist, and the condition under which each exists.
fn gates(spec: &Spec, text: &mut String) {
    for gate in &spec.gates {
        let edges: Vec<String> = gate.edges.iter().map(|(a, b)| format!("{a}|{b}")).collect();
        let when = circumstance_text::all(spec, &gate.circumstances);
        let (walls, stand) =
            if edges.len() == 1 { ("The wall", "stands") } else { ("The walls", "stand") };
        let _ = write!(text, " {walls} {} {stand} only while {when}.", listed(&edges));
    }
}

/// Describes portals: squares that lead to each other.
fn portals(board: &Geometry, text: &mut String) {
    for portal in board.portals() {
        let names: Vec<String> = portal.iter().map(|square| board.name(*square)).collect();
        let _ = match names.as_slice() {
            [a, b] => write!(
                text,
                " {a} and {b} are a portal: a piece that enters one comes out of the other, and a ride continues from there."
            ),
            _ => write!(
                text,
                " {} are a portal: a piece that enters one comes out of the next, and a ride continues from there.",
                listed(&names)
            ),
        };
    }
}

/// Returns the position at the start as text.
fn picture(loaded: &Ruleset, context: &CommandContext) -> Result<Styled, Failure> {
    let hooks = loaded.hooks();
    let game = game::start(&loaded.rules, &*hooks)?;
    let mut picture = show::picture(loaded, &*game, None);
    picture.title.clear();
    Ok(terminal::draw(&picture, context.out.depth))
}

fn players(loaded: &Ruleset, out: &mut String) {
    let spec = loaded.spec();
    heading("The players", out);
    let many = capital(&number(spec.seats.len()));
    let sides = rules_document::sides(loaded, str::to_owned);
    let mut text = format!("{many} players: {sides}.");
    let order: Vec<&str> = rules_document::turns(loaded).collect();
    let _ = write!(text, " Turn order: {}.", order.join(", "));
    let forward = |seat: &SeatSpec| format!("{} {}", direction(seat.facing), seat.name);
    let forward: Vec<String> = spec.seats.iter().map(forward).collect();
    let _ = write!(text, " Forward is {}.", listed(&forward));
    let is_turned = |(_, piece): &(Square, Piece)| piece.facing() != spec.facing(piece.colour());
    if spec.array.iter().any(is_turned) {
        text.push_str(" Pieces with an arrow keep the direction of their arrow.");
    }
    prose(&text, out);
}

fn direction(facing: Facing) -> &'static str {
    match facing {
        Facing::North => "up the board for",
        Facing::South => "down the board for",
        Facing::East => "to the right for",
        Facing::West => "to the left for",
    }
}

fn pieces(loaded: &Ruleset, out: &mut String) {
    let spec = loaded.spec();
    heading("The pieces", out);
    let neutral = rules_document::neutral_pieces(loaded);
    let neutral = neutral.map_or_else(String::new, |sentence| format!(" {sentence}"));
    prose(&format!("{}{neutral}", armies(spec)), out);
    for kind in &spec.kinds {
        entry(&format!("{} ({})", kind.name, kind.letter), &movement(loaded, kind), out);
    }
}

/// Describes the pieces with which each player starts.
fn armies(spec: &Spec) -> String {
    let army = |seat: usize| {
        let own = |colour: Colour| colour.index() == seat;
        let kinds = spec.kinds.iter().enumerate().filter_map(|(i, kind)| {
            let is = |other: &Kind| other.index() == i;
            let placed =
                spec.array.iter().filter(|(_, piece)| own(piece.colour()) && is(&piece.kind()));
            let held =
                spec.hands.iter().filter(|hand| own(hand.seat)).flat_map(|hand| &hand.pieces);
            let held: usize = held.filter(|(kind, _)| is(kind)).map(|(_, n)| usize::from(*n)).sum();
            let all = placed.count() + held;
            (all > 0).then(|| counted(all, &kind.name))
        });
        listed(&kinds.collect::<Vec<_>>())
    };
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for (i, seat) in spec.seats.iter().enumerate() {
        let army = army(i);
        match groups.iter_mut().find(|(known, _)| *known == army) {
            Some((_, seats)) => seats.push(&seat.name),
            None => groups.push((army, vec![&seat.name])),
        }
    }
    match groups.as_slice() {
        [(army, _)] => format!("Each player has {army}."),
        groups => {
            let one = |(army, seats): &(String, Vec<&str>)| {
                let army = if army.is_empty() { "no pieces" } else { army };
                let verb = if seats.len() == 1 { "has" } else { "have" };
                sentence(&format!("{} {verb} {army}", listed(seats)))
            };
            groups.iter().map(one).collect::<Vec<_>>().join(" ")
        }
    }
}

/// Describes a kind's movement in words: the movement of its notation, and then the movement that
/// clauses add. Also prints the notation, and a remark if the kind is royal.
fn movement(loaded: &Ruleset, kind: &KindSpec) -> String {
    let royal = if kind.royal {
        " It is royal: rules of check, mate and captured kings are about it."
    } else {
        ""
    };
    let written = match kind.notation.as_str() {
        "" => String::new(),
        notation => format!(" In notation: {notation}"),
    };
    format!("{}{royal}{written}", rules_document::movement(loaded, kind))
}

/// Prints the clauses, grouped by source.
fn rules(loaded: &Ruleset, out: &mut String) {
    let groups = rules_document::clauses(loaded);
    if !groups.is_empty() {
        heading("The rules", out);
    }
    let several = groups.len() > 1;
    for (number, ClauseGroup { source, heading, clauses }) in groups.into_iter().enumerate() {
        if number > 0 {
            out.push('\n');
        }
        if several {
            prose(&format!("{heading}:"), out);
        }
        for clause in clauses {
            let said = clause.text.to_lowercase().contains("[reconstructed]");
            let unsaid = source == Some(RECONSTRUCTED) && !said;
            let mark = if unsaid { "[reconstructed] " } else { "" };
            entry(&clause.id, &format!("{mark}{}", clause.text), out);
        }
    }
}

/// Prints the declarations of scripts other than movement, as the program interprets them.
fn declared(loaded: &Ruleset, out: &mut String) {
    let sentences = loaded.mechanisms();
    if !sentences.is_empty() {
        heading("As the program applies them", out);
    }
    for sentence in sentences {
        prose(&sentence, out);
    }
}

fn reconstructed(loaded: &Ruleset, out: &mut String) {
    let remarks = &loaded.reconstructed;
    if remarks.is_empty() {
        return;
    }
    heading("Reconstructed", out);
    for remark in remarks {
        prose(remark, out);
    }
}

/// Prints the tunables and presets.
fn options(loaded: &Ruleset, out: &mut String) {
    let meta = &loaded.meta;
    if !loaded.tunables.is_empty() {
        heading("Tunables (--set)", out);
    }
    for tunable in &loaded.tunables {
        let Tunable { script, name, doc, value, default, one_of, .. } = tunable;
        let by_default = if value == default { "" } else { &format!(" (default {default})") };
        let choice = match one_of.as_slice() {
            [] => String::new(),
            some => format!("; one of {}", some.join(", ")),
        };
        entry(&format!("{script}.{name} = {value}{by_default}{choice}"), doc, out);
    }
    if !meta.presets.is_empty() {
        heading("Presets", out);
    }
    for (name, about) in &meta.presets {
        entry(&format!("{}@{name}", meta.id), about, out);
    }
}

fn sources(loaded: &Ruleset, out: &mut String) {
    for (number, (key, citation)) in rules_document::sources(loaded).enumerate() {
        if number == 0 {
            heading("Sources", out);
        }
        entry(key, citation, out);
    }
}

fn lessons(loaded: &Ruleset, out: &mut String) {
    let lessons = lessons::of(loaded);
    let clause = lessons.first().and_then(|lesson| lesson.clauses.first());
    if let Some(clause) = clause {
        heading("Lessons", out);
        let count = quadrille_dsl::text::prose::quantity(lessons.len() as u64, "lesson");
        let verb = if lessons.len() == 1 { "shows" } else { "show" };
        let id = &loaded.meta.id;
        let mut text = format!(
            "{count} {verb} these rules; `quadrille explain {id} {clause}` prints the lessons of one clause."
        );
        if loaded.inherits() {
            text.push_str(
                " For an inherited clause it prints the lessons of the ruleset that states it.",
            );
        }
        prose(&text, out);
    }
}

/// Returns the commands that play a ruleset. The commands contain `name` as the name of the
/// ruleset.
pub fn commands(loaded: &Ruleset, name: &str, context: &CommandContext) -> String {
    let mut out = String::new();
    heading("Try it", &mut out);
    if lessons::of(loaded).iter().any(|lesson| lesson.unplayable.is_none()) {
        let _ = writeln!(out, "  quadrille play {name} --lesson 1");
    }
    if !puzzles::of(&context.shelf, context::without_preset(name)).0.puzzles.is_empty() {
        let _ = writeln!(out, "  quadrille play {name} --puzzle 1");
    }
    let _ = writeln!(out, "  quadrille play {name}\n  quadrille playout {name} -n 100");
    out
}
