//! Lists, plurals and capitals for English prose about games.

/// Joins words with commas, and with `and` before the last.
pub fn listed<T: AsRef<str>>(words: &[T]) -> String {
    joined(words, "and")
}

/// Joins words with commas, and with `or` before the last.
pub fn either<T: AsRef<str>>(words: &[T]) -> String {
    joined(words, "or")
}

fn joined<T: AsRef<str>>(words: &[T], link: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {link} {}", first.join(", "), last.as_ref())
        }
    }
}

/// Returns the plural: `rooks`, `foxes`.
#[must_use]
pub fn plural(thing: &str) -> String {
    let hissing = ["s", "x", "z", "ch", "sh"].iter().any(|end| thing.ends_with(end));
    if hissing { format!("{thing}es") } else { format!("{thing}s") }
}

/// Returns a number with its noun: `1 game`, `2 games`.
#[must_use]
pub fn quantity(n: u64, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {}", plural(thing)) }
}

/// Returns a name with its article: `a rook`, `an archbishop`, `a unicorn`.
#[must_use]
pub fn with_article(name: &str) -> String {
    let spoken_as_you = ["uni", "use", "eu"].iter().any(|start| name.starts_with(start));
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']) && !spoken_as_you;
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// Returns a text with its first letter as a capital.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}", letters.as_str())
}

/// Returns a text as a sentence, with a capital letter and a full stop.
#[must_use]
pub fn sentence(text: &str) -> String {
    let text = capital(text.trim());
    if text.is_empty() || text.ends_with(['.', '!', '?']) { text } else { format!("{text}.") }
}

/// Splits a text into its first sentence, with the full stop, and the rest of the text.
#[must_use]
pub fn first_sentence(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(". ").map_or(text.len(), |stop| stop + 1);
    (&text[..end], text[end..].trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_with_a_full_stop_and_a_blank() {
        assert_eq!(first_sentence(" See `game.of`. Or not. "), ("See `game.of`.", "Or not."));
        assert_eq!(first_sentence("One only."), ("One only.", ""));
        assert_eq!(first_sentence(""), ("", ""));
    }

    #[test]
    fn lists_and_plurals_read_as_prose() {
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed::<&str>(&[]), "");
        assert_eq!(plural("rook"), "rooks");
        assert_eq!(plural("ox"), "oxes");
        assert_eq!([0, 1, 2].map(|n| quantity(n, "game")), ["0 games", "1 game", "2 games"]);
        assert_eq!(capital("éclair"), "Éclair");
        assert_eq!(capital(""), "");
        assert_eq!(["pawns leap", "Why?", ""].map(sentence), ["Pawns leap.", "Why?", ""]);
    }
}
