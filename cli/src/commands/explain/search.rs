//! Searches for a word in the names and descriptions of everything that `explain` knows.
//!
//! Players use words such as `castle`, `checkmate` or `points`. A text that contains such a word is
//! more useful to them than a name that only looks similar.

use std::cmp::Reverse;

use quadrille_dsl::text::prose::first_sentence;

use super::names::NamedThing;
use super::outlines::Outlines;
use super::what::NameKind;

/// The maximum number of listed matches for a word.
const MAX_LISTED_MATCHES: usize = 8;

/// The maximum number of listed clauses for a word.
const MAX_LISTED_CLAUSES: usize = 5;

/// The score of a word in a name.
const NAME_SCORE: u32 = 10;
/// The score of a match in the first sentence of a description.
const FIRST_SENTENCE_SCORE: u32 = 5;
/// The score of a match in the rest of a description.
const LATER_TEXT_SCORE: u32 = 1;

/// Words of chess, each with Quadrille's word for it.
const SYNONYMS: [(&str, &str); 8] = [
    ("checkmate", "mate"),
    ("die", "dice"),
    ("score", "points"),
    ("variant", "ruleset"),
    ("rules", "ruleset"),
    ("drawn", "draw"),
    ("ally", "partner"),
    ("capturing", "capture"),
];

/// Names of rules in chess books, each with Quadrille's words for the rule.
const PHRASES: [(&str, &[&str]); 60] = [
    ("auction", &["bids"]),
    ("bidding", &["bids"]),
    ("kriegspiel", &["fog"]),
    ("fifty-move-rule", &["no progress"]),
    ("fifty-moves", &["no progress"]),
    ("fifty-move-draw", &["no progress"]),
    ("50-move-rule", &["no progress"]),
    ("75-move-rule", &["no progress"]),
    ("threefold-repetition", &["repetition"]),
    ("three-fold-repetition", &["repetition"]),
    ("fivefold-repetition", &["repetition"]),
    ("draw-by-repetition", &["repetition"]),
    ("960", &["chess960", "rules.shuffle"]),
    ("fischer-random", &["chess960", "rules.shuffle"]),
    ("fischerandom", &["chess960", "rules.shuffle"]),
    ("shuffled", &["rules.shuffle", "chess960"]),
    ("random-start", &["rules.shuffle", "chess960"]),
    ("perpetual-check", &["repetition"]),
    ("insufficient-material", &["insufficient force"]),
    ("dead-position", &["insufficient force"]),
    ("bare-king", &["insufficient force"]),
    ("free-for-all", &["ffa", "free-for-all"]),
    ("ffa", &["ffa", "free-for-all"]),
    ("two-step", &["double step"]),
    ("two-square-move", &["double step"]),
    ("discovered-check", &["check"]),
    ("double-check", &["checkers"]),
    ("timer", &["clock"]),
    ("vote", &["ask"]),
    ("trade", &["offer"]),
    ("betting", &["bids"]),
    ("blind", &["fog"]),
    ("invisible", &["fog"]),
    ("stratego", &["luzhanqi", "reveal"]),
    ("banqi", &["face-down", "reveal"]),
    ("jieqi", &["face-down", "reveal"]),
    ("dark-chess", &["fog", "face-down"]),
    ("hidden-pieces", &["reveal", "fog"]),
    ("hidden-identity", &["reveal", "luzhanqi"]),
    ("secret-kinds", &["reveal", "luzhanqi"]),
    ("teleport", &["portals"]),
    ("terrain", &["zone", "wall"]),
    ("archer", &["rifles"]),
    ("gun", &["rifles"]),
    ("bomb", &["blast"]),
    ("explosion", &["blast"]),
    ("respawn", &["revenants"]),
    ("revive", &["revenants"]),
    ("cards", &["hand"]),
    ("deck", &["hand"]),
    ("gating", &["seirawan", "choose"]),
    ("corpse", &["choose"]),
    ("choice", &["choose", "ask"]),
    ("custodian", &["surrounding"]),
    ("sandwich", &["surrounding"]),
    ("royal-couple", &["coregal"]),
    ("diplomacy", &["oaths"]),
    ("betrayal", &["oaths"]),
    ("conversion", &["turncoats"]),
    ("convert", &["turncoats"]),
];

/// Returns at most [`MAX_LISTED_MATCHES`] things whose texts contain all words of `asked`, best
/// match first. Things with exactly the name `asked` are left out, and so are matches with less
/// than half of the best score. If at least one thing has exactly the name `asked`, matches of
/// other forms of the words are left out too. If `asked` looks like a name from code, such as
/// `seat_state`, the result is empty.
pub fn about(asked: &str, all: &[NamedThing]) -> Vec<NamedThing> {
    let lower = asked.to_lowercase();
    let Some(wanted) = wanted(&lower) else { return Vec::new() };
    // Things with this name have a separate list.
    let others = all.iter().filter(|named| !named.is_called(asked));
    let is_name = all.iter().any(|named| named.is_called(asked));
    let mut found: Vec<(u32, &NamedThing)> = others
        .filter_map(|named| {
            let fit = wanted.iter().filter_map(|words| fit(words, named)).max()?;
            // `explain chess` begins with the game that is called Chess.
            let title = named.about.split(':').next().unwrap_or_default();
            let titled = named.what == NameKind::Ruleset && title.eq_ignore_ascii_case(asked);
            Some((fit + if titled { NAME_SCORE } else { 0 }, named))
        })
        .filter(|(fit, _)| !is_name || !is_weak(*fit))
        .collect();
    // If a name contains the word, weak matches in other texts do not help.
    let best = found.iter().map(|(fit, _)| *fit).max().unwrap_or_default();
    found.retain(|(fit, _)| 2 * fit >= best);
    found.sort_by_key(|(fit, named)| Reverse((*fit, named.what.preference())));
    found.truncate(MAX_LISTED_MATCHES);
    found.into_iter().map(|(_, named)| named.clone()).collect()
}

/// Returns the clauses whose texts contain all words of `asked`, best match first. If several
/// clauses have the same text, only the first of them is returned.
pub fn clauses(asked: &str, outlines: &Outlines<'_>) -> Vec<NamedThing> {
    let lower = asked.to_lowercase();
    let Some(wanted) = wanted(&lower) else { return Vec::new() };
    let mut found: Vec<(u32, NamedThing)> = Vec::new();
    for clause in super::names::clauses(outlines) {
        let fits = wanted.iter().filter_map(|words| fit(words, &clause)).max();
        if let Some(fit) = fits
            && found.iter().all(|(_, other)| other.about != clause.about)
        {
            found.push((fit, clause));
        }
    }
    found.sort_by_key(|(fit, _)| Reverse(*fit));
    found.into_iter().take(MAX_LISTED_CLAUSES).map(|(_, clause)| clause).collect()
}

/// Returns lists of words to search for. A text matches if it contains all words of at least one
/// list. Returns `None` if there is nothing to search for.
fn wanted(asked: &str) -> Option<Vec<Vec<&str>>> {
    let phrase = super::names::plain(asked.trim());
    let phrase = PHRASES.iter().find(|(theirs, _)| *theirs == phrase);
    if phrase.is_none() && asked.contains(|c: char| !c.is_alphabetic() && c != ' ' && c != '-') {
        return None;
    }
    let wanted: Vec<Vec<&str>> = match phrase {
        Some((_, ours)) => ours.iter().map(|phrase| words(phrase).collect()).collect(),
        None => vec![words(asked).map(ours).collect()],
    };
    wanted.iter().all(|words| !words.is_empty()).then_some(wanted)
}

/// Returns `true` if a score belongs to a match of another form of a word.
fn is_weak(fit: u32) -> bool {
    fit <= FIRST_SENTENCE_SCORE
}

/// Returns Quadrille's word for a word of chess.
fn ours(word: &str) -> &str {
    SYNONYMS.iter().find(|(theirs, _)| *theirs == word).map_or(word, |(_, ours)| ours)
}

/// Returns the score of a match. Returns `None` if a word is in neither the name nor the
/// description. A word in exactly the requested form has a higher score than another form of the
/// word.
fn fit(wanted: &[&str], named: &NamedThing) -> Option<u32> {
    let (first, rest) = first_sentence(&named.about);
    // The heading of a section is more like a sentence than a name.
    let places = match named.what {
        NameKind::Section => [
            ("", NAME_SCORE),
            (named.name.as_str(), FIRST_SENTENCE_SCORE),
            (rest, LATER_TEXT_SCORE),
        ],
        _ => [
            (named.name.as_str(), NAME_SCORE),
            (first, FIRST_SENTENCE_SCORE),
            (rest, LATER_TEXT_SCORE),
        ],
    };
    let places = places.map(|(text, worth)| (text.to_lowercase(), worth));
    let mut sum = 0;
    for word in wanted {
        let worth = |(text, worth): &(String, u32)| {
            let same = words(text).any(|other| other == *word);
            let akin = same || words(text).any(|other| stem(other) == stem(word));
            akin.then_some(worth + u32::from(same))
        };
        sum += places.iter().find_map(worth)?;
    }
    Some(sum)
}

/// Returns the words of a text that have at least three letters.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() >= 3)
}

/// Returns a word without its ending, so that `castle` is found in `castling`.
fn stem(word: &str) -> &str {
    const ENDINGS: [&str; 6] = ["ing", "ion", "ed", "es", "s", "e"];
    let cut = |ending: &&str| word.strip_suffix(*ending).filter(|rest| rest.chars().count() >= 4);
    ENDINGS.iter().find_map(cut).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use quadrille_dsl::library::Shelf;

    use super::super::names::all;
    use super::*;
    use crate::commands::table::command;

    #[test]
    fn words_of_chess_lead_to_what_there_is_for_them() {
        let shelf = Shelf::default();
        let all = all(&command(), &Outlines::new(&shelf));
        for (asked, expected) in [
            ("castle", vec!["plugin:castling", "rules.castling", "castling"]),
            ("checkmate", vec!["mate", "plugin:mate-ends", "on_mate"]),
            ("stalemate", vec!["on_stalemate", "game.status"]),
            ("promote", vec!["promotion", "plugin:promotion-at-edge"]),
            ("en passant", vec!["rules.ep_window"]),
            ("points", vec!["points-and-hill", "treasures", "counter"]),
            ("king", vec!["plugin:king-capture", "king-of-the-hill", "capture-the-king"]),
            ("drops", vec!["drop"]),
            ("draw", vec!["plugin:draws", "on_draw"]),
            ("die", vec!["dice", "rules.dice", "dice_allows"]),
            ("team", vec!["chesscom-teams", "game.team_count"]),
            ("fifty-move rule", vec!["rules.no_progress"]),
            ("50-move rule", vec!["rules.no_progress"]),
            ("Threefold repetition", vec!["rules.repetition", "repetition"]),
            ("insufficient material", vec!["rules.insufficient_force"]),
            ("free-for-all", vec!["chesscom-ffa"]),
            ("auction", vec!["bids"]),
            ("trade", vec!["offer"]),
            ("teleport", vec!["portals"]),
            ("archer", vec!["rifles"]),
            ("bomb", vec!["rules.blast"]),
            ("respawn", vec!["revenants"]),
            ("sandwich", vec!["surrounding"]),
            ("betrayal", vec!["broken-oaths"]),
            ("convert", vec!["turncoats"]),
        ] {
            let found = about(asked, &all);
            for name in expected {
                let names: Vec<&str> = found.iter().map(|named| named.name.as_str()).collect();
                assert!(names.contains(&name), "{asked}: {name} is not in {names:?}");
            }
        }
        for nothing in ["no such thing", "mtcs", "set_stat", "at-onse", "", "a"] {
            let found = about(nothing, &all);
            assert!(found.is_empty(), "{nothing}: {found:?}");
        }
    }
}
