//! Suggestions for misspelt words.

/// `did you mean …?`, if one of the candidates is close enough to `word`. Capitals do not count.
#[must_use]
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let limit = (word.chars().count() / 3).max(1);
    let lower = word.to_lowercase();
    candidates
        .into_iter()
        // A word as short as the limit has nothing in common with what it would become.
        .filter(|candidate| candidate.chars().count() > limit && *candidate != word)
        .map(|candidate| (distance(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(d, _)| *d <= limit)
        .min()
        .map(|(_, candidate)| format!("did you mean `{candidate}`?"))
}

/// The number of single-letter edits and neighbour swaps between two words.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) =
        (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (row[j - 1] + 1).min(rows[i - 1][j] + 1).min(rows[i - 1][j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(rows[i - 2][j - 2] + 1);
            }
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_recognised_and_another_word_is_not() {
        let words = ["letter", "moves", "royal", "value", "id"];
        for (slip, meant) in [
            ("leter", "letter"),
            ("mvoes", "moves"),
            ("Royal", "royal"),
            ("vallue", "value"),
            ("di", "id"),
        ] {
            let expected = Some(format!("did you mean `{meant}`?"));
            assert_eq!(did_you_mean(slip, words), expected, "{slip}");
        }
        for other in ["", "x", "colour", "movement", "é"] {
            assert_eq!(did_you_mean(other, words), None, "{other}");
        }
        assert_eq!(did_you_mean("x", ["y"]), None);
    }
}
