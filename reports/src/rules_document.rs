//! The rules of a game as a document for people. `explain` prints this document as text, and the
//! rule sheet contains it as a page.

use quadrille_core::Piece;
use quadrille_core::rules::{Clause, KindSpec};
use quadrille_dsl::load::{DECIDED, RECONSTRUCTED};
use quadrille_dsl::text::prose::{listed, quantity, sentence};
use quadrille_dsl::{Ruleset, mechanism_sentences, notation};

/// The clauses of one source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClauseGroup<'r> {
    /// The key of the source, or `None` if the clauses name no source.
    pub source: Option<&'r str>,
    /// The citation of the source without a full stop, or the reason why there is no citation.
    pub heading: &'r str,
    /// The clauses, in the order of the files.
    pub clauses: Vec<&'r Clause>,
}

/// Returns the inventor, the place and the date of a game, as far as they are known.
#[must_use]
pub fn origin(loaded: &Ruleset) -> Option<String> {
    let meta = &loaded.meta;
    let parts = [meta.inventor.clone(), meta.place.clone(), meta.dated()];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Returns the sides of a game as text, such as `red and yellow against blue and green`. If each
/// seat plays for itself, the text lists the seats. `name` formats the name of a seat.
#[must_use]
pub fn sides(loaded: &Ruleset, name: impl Fn(&str) -> String) -> String {
    let spec = loaded.spec();
    let members = |team: usize| {
        let seats = spec.seats.iter().filter(|seat| usize::from(seat.team) == team);
        listed(&seats.map(|seat| name(&seat.name)).collect::<Vec<_>>())
    };
    let teams: Vec<String> =
        (0..spec.teams.len()).map(members).filter(|team| !team.is_empty()).collect();
    if spec.teams.len() < spec.seats.len() {
        teams.join(" against ")
    } else {
        format!("{}, each for themselves", listed(&teams))
    }
}

/// Returns the seats in the order of turns.
pub fn turns(loaded: &Ruleset) -> impl Iterator<Item = &str> {
    let spec = loaded.spec();
    spec.order.iter().map(|seat| spec.colour_name(*seat))
}

/// Returns the movement of a kind of piece in sentences, with the limits of its captures and of the
/// squares that it may enter.
#[must_use]
pub fn movement(loaded: &Ruleset, kind: &KindSpec) -> String {
    let spec = loaded.spec();
    let limits =
        spec.kind_named(&kind.name).map(|kind| mechanism_sentences::limits_of_kind(spec, kind));
    let movement = sentence(&notation::movement(spec, kind));
    std::iter::once(movement).chain(limits.into_iter().flatten()).collect::<Vec<_>>().join(" ")
}

/// Lists the neutral pieces with which the game starts, as a sentence. Returns `None` if there are
/// none.
#[must_use]
pub fn neutral_pieces(loaded: &Ruleset) -> Option<String> {
    let spec = loaded.spec();
    let colour = spec.neutral_colour()?;
    let neutral = |of: usize| {
        let of_kind = |piece: &Piece| piece.colour() == colour && piece.kind().index() == of;
        spec.array.iter().filter(|(_, piece)| of_kind(piece)).count()
    };
    let kinds = spec.kinds.iter().enumerate().map(|(i, kind)| (neutral(i), &kind.name));
    let counted = kinds.filter(|(count, _)| *count > 0);
    let counted: Vec<String> = counted.map(|(count, name)| quantity(count as u64, name)).collect();
    let verb = if counted.len() == 1 && counted[0].starts_with("1 ") { "is" } else { "are" };
    let belong = if verb == "is" { "It belongs" } else { "They belong" };
    let there = || format!("There {verb} also {}. {belong} to no player.", listed(&counted));
    (!counted.is_empty()).then(there)
}

/// Returns the clauses, grouped by their sources in the order of the files. Clauses without a
/// source, such as clauses of plugins, come last.
#[must_use]
pub fn clauses(loaded: &Ruleset) -> Vec<ClauseGroup<'_>> {
    let mut groups: Vec<ClauseGroup<'_>> = Vec::new();
    for clause in &loaded.spec().clauses {
        let source = loaded.source_of(&clause.id);
        if let Some(group) = groups.iter_mut().find(|group| group.source == source) {
            group.clauses.push(clause);
            continue;
        }
        let heading = match source {
            Some(RECONSTRUCTED) => "Reconstructed: the source is lost or incomplete",
            Some(DECIDED) => "Decided here, because all sources are silent",
            Some(key) => loaded.citation(key).unwrap_or(key).trim_end_matches('.'),
            None => "Stated without a source",
        };
        groups.push(ClauseGroup { source, heading, clauses: vec![clause] });
    }
    groups.sort_by_key(|group| group.source.is_none());
    groups
}

/// Returns the sources of the rules: their keys and citations.
pub fn sources(loaded: &Ruleset) -> impl Iterator<Item = &(String, String)> {
    let cited = |(key, _): &&(String, String)| !matches!(key.as_str(), RECONSTRUCTED | DECIDED);
    loaded.meta.sources.iter().filter(cited)
}
