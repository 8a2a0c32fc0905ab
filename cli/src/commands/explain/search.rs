//! What is about a word, by the names and the first sentences of all that can be explained.
//!
//! Players ask in their own words: `castle`, `checkmate`, `points`. A name that merely looks like one of
//! these is worth less than a text that has the word.

use std::cmp::Reverse;

use quadrille_dsl::text::prose::first_sentence;

use super::names::NamedThing;
use super::what::NameKind;

/// The maximum number of matches that are listed for a word.
const MAX_LISTED_MATCHES: usize = 8;

/// Words of chess for which this project has others.
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

/// Names of rules in chess books, and the words by which this project has them.
const PHRASES: [(&str, &[&str]); 19] = [
    ("fifty-move-rule", &["no progress"]),
    ("fifty-moves", &["no progress"]),
    ("fifty-move-draw", &["no progress"]),
    ("50-move-rule", &["no progress"]),
    ("75-move-rule", &["no progress"]),
    ("threefold-repetition", &["repetition"]),
    ("three-fold-repetition", &["repetition"]),
    ("fivefold-repetition", &["repetition"]),
    ("draw-by-repetition", &["repetition"]),
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
];

/// What is about all of the words and is not called so, the most fitting first. Nothing for a name of code, which
/// is looked up as it stands.
pub fn about(asked: &str, all: &[NamedThing]) -> Vec<NamedThing> {
    let phrase = super::names::plain(asked.trim());
    let phrase = PHRASES.iter().find(|(theirs, _)| *theirs == phrase);
    if phrase.is_none() && asked.contains(|c: char| !c.is_alphabetic() && c != ' ' && c != '-') {
        return Vec::new();
    }
    let lower = asked.to_lowercase();
    let wanted: Vec<Vec<&str>> = match phrase {
        Some((_, ours)) => ours.iter().map(|phrase| words(phrase).collect()).collect(),
        None => vec![words(&lower).map(ours).collect()],
    };
    if wanted.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    // What is called so is listed by itself.
    let others = all.iter().filter(|named| !named.is_called(asked));
    let mut found: Vec<(u32, &NamedThing)> = others
        .filter_map(|named| {
            let fits = wanted.iter().filter_map(|words| fit(words, named));
            Some((fits.max()?, named))
        })
        .collect();
    // Where something has the word in its name, what mentions it by the way is no help.
    let best = found.iter().map(|(fit, _)| *fit).max().unwrap_or_default();
    found.retain(|(fit, _)| 2 * fit >= best);
    found.sort_by_key(|(fit, named)| Reverse((*fit, preference(named.what))));
    found.truncate(MAX_LISTED_MATCHES);
    found.into_iter().map(|(_, named)| named.clone()).collect()
}

/// The word that this project has for a word of chess.
fn ours(word: &str) -> &str {
    SYNONYMS.iter().find(|(theirs, _)| *theirs == word).map_or(word, |(_, ours)| ours)
}

/// How well a name fits; none if a word is nowhere in it. The same form of a word counts more than another.
fn fit(wanted: &[&str], named: &NamedThing) -> Option<u32> {
    const NAME_SCORE: u32 = 10;
    const FIRST_SENTENCE_SCORE: u32 = 5;
    const LATER_TEXT_SCORE: u32 = 1;
    let (first, rest) = first_sentence(&named.about);
    // The heading of a part of a page is a sentence rather than a name.
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

/// What a word means comes before what can be used, and that before what is about programs.
fn preference(what: NameKind) -> u8 {
    match what {
        NameKind::Term => 3,
        NameKind::Plugin | NameKind::Recipe | NameKind::Ruleset => 2,
        NameKind::Word(_) | NameKind::Topic | NameKind::Section | NameKind::Command => 1,
        _ => 0,
    }
}

/// The words of a text that are long enough to mean something by themselves.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() >= 3)
}

/// A word without its ending, so that `castle` is found in `castling`.
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
    use crate::commands::table::Cli;
    use clap::CommandFactory as _;

    #[test]
    fn words_of_chess_lead_to_what_there_is_for_them() {
        let all = all(&Cli::command(), &Shelf::default());
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
            ("free-for-all", vec!["chesscom-ffa", "house-rules-ffa"]),
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
