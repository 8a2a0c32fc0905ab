//! Suggestions for misspelt words.

/// Advice in words. Advice that replaces one word by another also contains the two words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameSuggestion {
    /// The advice: a fragment in lower case, without a full stop.
    pub text: String,
    /// The word to replace, and its replacement. `None` if the advice replaces no word.
    pub edit: Option<(String, String)>,
    /// `true` if hardly any other word is possible. The edit may then be applied automatically.
    pub sure: bool,
}

impl NameSuggestion {
    /// Creates advice to replace `old` by `new`.
    #[must_use]
    pub fn replace(text: impl Into<String>, old: &str, new: &str) -> Self {
        Self { text: text.into(), edit: Some((old.to_owned(), new.to_owned())), sure: false }
    }

    /// Sets the field `sure`, which is `true` if hardly any other word is possible.
    #[must_use]
    pub fn sure(self, sure: bool) -> Self {
        Self { sure, ..self }
    }
}

impl std::fmt::Display for NameSuggestion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<String> for NameSuggestion {
    fn from(text: String) -> Self {
        Self { text, edit: None, sure: false }
    }
}

impl From<&str> for NameSuggestion {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// Quotation marks that word processors use instead of `"` and `'`.
pub(crate) const TYPOGRAPHIC: &[char] = &['“', '”', '„', '«', '»', '‘', '’', '‚'];

/// Returns the advice to replace the quotation marks around a text by straight ones.
pub(crate) fn straight_quotes(written: &str) -> NameSuggestion {
    let inside = written.trim_matches(|c| c == '"' || c == '\'' || TYPOGRAPHIC.contains(&c));
    let quoted = format!("\"{inside}\"");
    NameSuggestion::replace(format!("write `{quoted}`"), written, &quoted)
        .sure(!inside.contains('"'))
}

/// Returns `did you mean …?` if one of the candidates resembles `word`. Case is ignored.
#[must_use]
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    suggest(word, candidates).map(|advice| advice.text)
}

/// Suggests the candidate closest to `word`. If none is close enough, suggests candidates that
/// contain the word as a part, as `verney-1881` contains `verney`. Case is ignored.
#[must_use]
pub fn suggest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<NameSuggestion> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let close = close(word, &candidates);
    if let Some((off, other_number, found)) = close.first() {
        let alone = close.get(1).is_none_or(|(other, ..)| other > off);
        let slip = *off == 0 || word.chars().count() >= 4;
        let sure = (close.len() == 1 || *off <= 1 && alone) && slip && !other_number;
        // If several candidates are equally close, the text names each of them.
        let alike =
            |(other, number, _): &&(usize, bool, &str)| (other, number) == (off, other_number);
        let tied = close.iter().take_while(alike).take(MAX_SUGGESTED_NAMES);
        let tied: Vec<String> = tied.map(|(.., name)| format!("`{name}`")).collect();
        let text = format!("did you mean {}?", tied.join(" or "));
        return Some(NameSuggestion::replace(text, word, found).sure(sure));
    }
    match parts(word, &candidates)[..] {
        [] => None,
        [found] => Some(NameSuggestion::replace(format!("did you mean `{found}`?"), word, found)),
        ref whole => {
            let names: Vec<String> =
                whole.iter().take(MAX_SUGGESTED_NAMES).map(|name| format!("`{name}`")).collect();
            Some(format!("did you mean {}?", names.join(" or ")).into())
        }
    }
}

/// Suggests names for the first misspelt words of a text. The other words get no suggestion, so the
/// work grows only in proportion to the text.
pub(crate) struct FirstSuggestions {
    left: usize,
}

impl FirstSuggestions {
    /// The number of words that get a suggestion.
    const WORDS: usize = 50;

    pub(crate) fn new() -> Self {
        Self { left: Self::WORDS }
    }

    /// Returns the suggestion of [`suggest`].
    pub(crate) fn suggest<'a>(
        &mut self,
        word: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Option<NameSuggestion> {
        self.left = self.left.checked_sub(1)?;
        suggest(word, candidates)
    }

    /// Returns the suggestion of [`suggest`]. Takes the candidates as owned strings.
    pub(crate) fn suggest_owned(
        &mut self,
        word: &str,
        candidates: impl Iterator<Item = String>,
    ) -> Option<NameSuggestion> {
        self.left = self.left.checked_sub(1)?;
        let candidates: Vec<String> = candidates.collect();
        suggest(word, candidates.iter().map(String::as_str))
    }
}

/// Returns the candidates that `word` may mean, the closest first. These are candidates with a
/// similar spelling, then candidates that contain the word as a part.
#[must_use]
pub fn near<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let mut near: Vec<&str> = close(word, &candidates).into_iter().map(|(.., name)| name).collect();
    let others = parts(word, &candidates).into_iter().filter(|name| !near.contains(name));
    near.extend(others.collect::<Vec<_>>());
    near
}

/// Returns the candidates with a similar spelling, each with the number of edits and a flag. The
/// flag is `true` if the digits of the candidate differ from the digits of `word`.
fn close<'a>(word: &str, candidates: &[&'a str]) -> Vec<(usize, bool, &'a str)> {
    let limit = (word.chars().count() / 3).max(1);
    let lower = word.to_lowercase();
    // `home1` may refer to a missing `home2`, so different digits count as less similar.
    let digits = |word: &str| word.chars().filter(char::is_ascii_digit).collect::<String>();
    let mut close: Vec<(usize, bool, &str)> = candidates
        .iter()
        .copied()
        // In a candidate with at most `limit` letters, `limit` edits could replace every letter.
        .filter(|candidate| candidate.chars().count() > limit && *candidate != word)
        .map(|candidate| {
            let other = digits(word) != digits(candidate);
            (distance(&lower, &candidate.to_lowercase()), other, candidate)
        })
        .filter(|(d, ..)| *d <= limit)
        .collect();
    close.sort_unstable();
    close.dedup();
    close
}

/// Returns the candidates that contain a word as a part, sorted.
fn parts<'a>(word: &str, candidates: &[&'a str]) -> Vec<&'a str> {
    let lower = word.to_lowercase();
    let is_whole = |candidate: &&&str| is_part(&lower, &candidate.to_lowercase());
    let mut whole: Vec<&str> = candidates.iter().filter(is_whole).copied().collect();
    whole.sort_unstable();
    whole.dedup();
    whole
}

/// Returns advice on an undeclared name: a similar name, or the list of all declared names.
pub(crate) fn instead_of<'a>(
    name: &str,
    declared: impl IntoIterator<Item = &'a str> + Clone,
) -> NameSuggestion {
    suggest(name, declared.clone()).unwrap_or_else(|| {
        let all: Vec<&str> = declared.into_iter().collect();
        match all.as_slice() {
            [] => "these rules declare none".into(),
            all => format!("use one of: {}", all.join(", ")).into(),
        }
    })
}

/// Returns advice on an unknown seat. If `name` is the key of a seat, suggests the name of this
/// seat. Otherwise returns the result of [`instead_of`].
pub(crate) fn instead_of_seat<'a>(
    name: &str,
    seats: impl IntoIterator<Item = (&'a str, char)> + Clone,
) -> NameSuggestion {
    let mut key = name.chars();
    let key = key.next().filter(|_| key.next().is_none());
    let of_key = seats.clone().into_iter().find(|(_, own)| Some(*own) == key);
    match of_key {
        Some((seat, _)) => {
            let help = format!("`{name}` is the key of {seat}: write `{seat}`");
            NameSuggestion::replace(help, name, seat).sure(true)
        }
        None => instead_of(name, seats.into_iter().map(|(seat, _)| seat).collect::<Vec<_>>()),
    }
}

/// The maximum number of names in a suggestion.
const MAX_SUGGESTED_NAMES: usize = 4;

/// Returns `true` if a name contains a word as one or more whole parts. Hyphens and other signs
/// separate the parts of a name.
fn is_part(word: &str, name: &str) -> bool {
    const MIN_PART_LETTERS: usize = 3;
    let ends = |rest: &str, side: fn(&str) -> Option<char>| {
        side(rest).is_none_or(|c| !c.is_alphanumeric())
    };
    word.chars().count() >= MIN_PART_LETTERS
        && name.match_indices(word).any(|(start, _)| {
            let (before, after) = (&name[..start], &name[start + word.len()..]);
            (!before.is_empty() || !after.is_empty())
                && ends(before, |text| text.chars().next_back())
                && ends(after, |text| text.chars().next())
        })
}

/// The maximum number of letters of a word that are compared.
const MAX_COMPARED_LETTERS: usize = 64;

/// Returns the number of edits between two words. An edit inserts, removes or replaces a letter, or
/// swaps two neighbouring letters.
fn distance(a: &str, b: &str) -> usize {
    let start = |word: &str| word.chars().take(MAX_COMPARED_LETTERS).collect::<String>();
    strsim::osa_distance(&start(a), &start(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_word_is_recognised_and_another_word_is_not() {
        let words = ["letter", "moves", "royal", "value", "id"];
        for (misspelt, meant) in [
            ("leter", "letter"),
            ("mvoes", "moves"),
            ("Royal", "royal"),
            ("vallue", "value"),
            ("di", "id"),
        ] {
            let expected = Some(format!("did you mean `{meant}`?"));
            assert_eq!(did_you_mean(misspelt, words), expected, "{misspelt}");
        }
        // An extra letter is more likely than a wrong number.
        assert_eq!(did_you_mean("F2", ["F1", "F2q", "F3"]), Some("did you mean `F2q`?".to_owned()));
        // Equally close candidates are named together.
        let either = Some("did you mean `sealed` or `settled`?".to_owned());
        assert_eq!(did_you_mean("setled", ["settled", "sealed", "seated"]), either);
        for other in ["", "x", "colour", "movement", "é"] {
            assert_eq!(did_you_mean(other, words), None, "{other}");
        }
        assert_eq!(did_you_mean("x", ["y"]), None);
    }

    #[test]
    fn a_slip_is_sure_and_what_may_be_something_else_is_not() {
        let words = ["moves", "value", "values", "home1", "king", "Yellow"];
        let sure = |word: &str| suggest(word, words).is_some_and(|advice| advice.sure);
        for slip in ["mvoes", "moes", "yellow", "knig"] {
            assert!(sure(slip), "{slip}");
        }
        for other in ["valuee", "home2", "kin", "mvos"] {
            assert!(!sure(other), "{other}");
        }
        let sure = |names: &[&str]| suggest("on_stalmte", names.iter().copied()).unwrap().sure;
        assert!(
            sure(&["on_stalemate", "on_mate"]),
            "two letters are missing, but no other name is near"
        );
        assert!(!sure(&["on_stalemate", "on_stale"]));
    }

    #[test]
    fn names_near_a_word_begin_with_the_closest() {
        let names = ["draw", "draws", "plugin:draws", "draughts", "on_draw", "drawbridge"];
        assert_eq!(near("drwas", names), ["draws"]);
        assert_eq!(near("draw", names), ["draws", "on_draw"]);
        assert_eq!(near("draws", names), ["draw", "plugin:draws"]);
        assert!(near("queen", names).is_empty());
    }

    #[test]
    fn a_part_of_a_name_is_recognised() {
        let names =
            ["verney-1881", "chesscom-ffa", "chesscom-teams", "orthodox-chess", "ends.MATE"];
        for (part, meant) in [
            ("verney", "`verney-1881`"),
            ("FFA", "`chesscom-ffa`"),
            ("1881", "`verney-1881`"),
            ("mate", "`ends.MATE`"),
            ("chesscom", "`chesscom-ffa` or `chesscom-teams`"),
        ] {
            let expected = Some(format!("did you mean {meant}?"));
            assert_eq!(did_you_mean(part, names), expected, "{part}");
        }
        for other in ["chess.com", "ver", "fa", "ess", "-", "Four Kings"] {
            assert_eq!(did_you_mean(other, names), None, "{other}");
        }
    }
}
