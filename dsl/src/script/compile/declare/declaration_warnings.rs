//! Warns about declarations that are probably unintended. Examples are movements that can never be
//! made, marks that are never read, and clauses that are named but have no text. Another example is
//! a piece in a hand that can't be dropped.
//!
//! Each warning states the consequence. The checks read the declarations and the sources of the
//! scripts. They do not run scripts.

use crate::text::prose::with_article;
use quadrille_core::Spec;
use quadrille_core::rules::{ConditionSquare, Path, Relation};

use super::{CallSite, Movement};
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::script::compile::piece_reach::leads;
use crate::script::compile::scripts::{CallArgument, Scripts};

fn warning(code: Code, place: &CallSite, message: String) -> Diagnostic {
    Diagnostic::warning(code, &place.source, place.span.clone(), message)
}

/// Warns about movements whose paths can never be made.
pub(super) fn movements(movements: &[Movement], spec: &Spec, scripts: &Scripts) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for Movement { kind, paths, place } in movements {
        let obstacles: Option<Vec<_>> =
            paths.iter().map(|path| obstacle(path, spec, scripts)).collect();
        if let Some(first) = obstacles.and_then(|all| all.into_iter().next()) {
            let kind = &spec.kinds[kind.index()].name;
            let message = format!("this movement of the {kind} can never be made: {first}");
            let help = "correct the movement, or remove it";
            found.push(warning(Code::MovementNeverMade, place, message).help(help));
        }
    }
    found
}

/// Returns the reason why no piece can ever move along a path. Returns `None` if a piece can.
fn obstacle(path: &Path, spec: &Spec, scripts: &Scripts) -> Option<String> {
    if !leads(path, spec) {
        let bounded = path.from.is_some() || path.to.is_some();
        let squares =
            if bounded { "the squares that it names" } else { "any square of this board" };
        return Some(format!("it leads nowhere on {squares}"));
    }
    if let Some(mark) = path.with_mark.and_then(|mark| spec.marks.get(usize::from(mark)))
        && !is_set(mark, spec, scripts)
    {
        return Some(format!("nothing sets the mark `{mark}`"));
    }
    // If an army faces diagonally, its paths may have no colours, although the script's array of
    // colours is not empty.
    if path.colours == Some(0) && spec.diagonal.is_empty() {
        return Some("its array of colours is empty".to_owned());
    }
    path.conditions.iter().find_map(|condition| {
        let onto = condition.place == ConditionSquare::Onto && !path.swaps;
        let teams = |seats: usize| {
            spec.teams.iter().enumerate().any(|(team, _)| {
                let members = spec.seats.iter().filter(|seat| usize::from(seat.team) == team);
                members.count() > seats
            })
        };
        match condition.relation {
            _ if condition.kinds == 0 => Some("the array of kinds in its condition is empty"),
            Relation::Colours(0) => Some("the array of colours in its condition is empty"),
            Relation::Partner if !teams(1) => Some("no seat has a partner"),
            _ if onto && !path.take.enemy && !path.take.own && !path.take.checks_only => {
                Some("it captures nothing, although `onto` is a condition on the captured piece")
            }
            Relation::Own if onto && !path.take.own => Some("it does not capture own pieces"),
            _ => None,
        }
        .map(str::to_owned)
    })
}

/// Returns `true` if something probably sets the mark. There are two cases. Either a movement sets
/// the mark, or a script uses the mark's name in a way that does not declare, read or clear the
/// mark.
fn is_set(mark: &str, spec: &Spec, scripts: &Scripts) -> bool {
    let number = spec.marks.iter().position(|known| known == mark).map(|i| i as u8);
    let mut paths = spec.kinds.iter().flat_map(|kind| &kind.paths);
    let others = ["mark", "with_mark", "has_mark", "clear_mark"];
    let revealed = spec.hidden.as_ref().map(|hidden| hidden.revealed.0);
    number.is_some_and(|mark| spec.is_memory_mark(mark) || revealed == Some(mark))
        || paths.any(|path| path.set_mark == number)
        // A computed name may be any name.
        || scripts.second_given("set_mark").any(|(name, _)| name.is_none())
        || scripts.texts().filter(|text| *text == mark).count()
            > others.iter().map(|call| scripts.count_given(call, mark)).sum()
}

/// Warns about a mark that scripts declare, but that nothing reads.
pub(super) fn marks(spec: &Spec, scripts: &Scripts) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let readers = || ["with_mark", "has_mark"].into_iter().flat_map(|call| scripts.given(call));
    // A computed name may be any name.
    if readers().any(|given| matches!(given, CallArgument::Other)) {
        return found;
    }
    for (i, mark) in spec.marks.iter().enumerate() {
        let number = Some(i as u8);
        let by_paths =
            spec.kinds.iter().flat_map(|kind| &kind.paths).any(|p| p.with_mark == number);
        if by_paths
            || readers().any(|given| matches!(given, CallArgument::Text(text, _) if text == mark))
        {
            continue;
        }
        let declared = scripts.given("mark").find_map(|given| match given {
            CallArgument::Text(text, place) if text == mark => Some(place),
            _ => None,
        });
        let Some((source, span)) = declared else { continue };
        let place = CallSite { source: source.clone(), span };
        let message = if is_set(mark, spec, scripts) {
            format!("the mark `{mark}` is set but never read, so it changes nothing")
        } else {
            format!("nothing uses the mark `{mark}`")
        };
        let help = "read it with `.with_mark(…)` or `piece.has_mark(…)`, or remove it";
        found.push(warning(Code::MarkNeverRead, &place, message).help(help));
    }
    found
}

/// Warns about a clause that a script names, although no text states the clause. If the rules state
/// no clauses at all, there is no warning.
pub(super) fn clauses(named: &[(CallSite, String)], stated: &[String]) -> Vec<Diagnostic> {
    if stated.is_empty() {
        return Vec::new();
    }
    let unstated = named.iter().filter(|(_, id)| !stated.contains(id));
    unstated
        .map(|(place, id)| {
            let message = format!("no clause `{id}` is stated, so no stated clause fires here");
            let help = suggest(id, stated.iter().map(String::as_str)).unwrap_or_else(|| {
                "state it under `[clauses]`, or name a clause that is stated".into()
            });
            warning(Code::ClauseNotStated, place, message).help(help)
        })
        .collect()
}

/// Warns about pieces that hooks add to a hand although no seat can ever drop them.
pub(super) fn hands(spec: &Spec, scripts: &Scripts) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let held = |name: &str| {
        let kind = spec.kind_named(name);
        spec.hands.iter().flat_map(|hand| &hand.pieces).any(|(held, _)| Some(*held) == kind)
    };
    for (given, (source, span)) in scripts.second_given("add_to_hand") {
        let place = CallSite { source: source.clone(), span };
        let message = match given {
            Some(kind) if !held(kind) => {
                format!("{} that is added to a hand can never be dropped: no hand is declared for it", with_article(kind))
            }
            None if spec.hands.iter().all(|hand| hand.pieces.is_empty()) => {
                "pieces that are added to a hand can never be dropped: no hand is declared for any kind"
                    .to_owned()
            }
            _ => continue,
        };
        let kind = given.unwrap_or("kind");
        let help = format!("write `rules.hand(seat, #{{ {kind}: 0 }}, zone)` in `define`");
        found.push(warning(Code::HandNeverDropped, &place, message).help(help));
    }
    found
}
