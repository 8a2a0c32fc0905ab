//! Prints the syntax of a notation in normal form.

use super::syntax::{AtomShape, Letter, NotationTerm, Prefix, PrefixedAtom, StepRange, letter_of};

/// The order of modifiers in normal form. The direction letters are written at the place of the
/// `*`.
const ORDER: &str = "i*mcdektpgynjzq";

/// Prints all terms.
pub(super) fn print(terms: &[NotationTerm]) -> String {
    let mut text = String::new();
    let mut range = None;
    for next in terms {
        let name = term(next);
        // A doubled letter means a ride. If two adjacent atoms have the same letter, the range of
        // the first must be written.
        if let Some(range) = range
            && text.chars().next_back() == name.chars().next()
        {
            text.push(range);
        }
        text += &name;
        range = match next {
            NotationTerm::Chain(part) => unsaid(part.atom.shape, part.atom.reach),
            NotationTerm::Bracket { .. } => None,
        };
    }
    text
}

/// Returns the digit that states the range of an atom. Only an atom that is printed as a single
/// letter has such a digit. Returns `None` for other atoms, because their names already state the
/// range.
fn unsaid(shape: AtomShape, reach: StepRange) -> Option<char> {
    let one = atom(shape, reach).chars().count() == 1;
    one.then_some(if reach == StepRange::Unlimited { '0' } else { '1' })
}

fn term(term: &NotationTerm) -> String {
    match term {
        NotationTerm::Chain(part) => {
            format!("{}{}", prefix(part), atom(part.atom.shape, part.atom.reach))
        }
        NotationTerm::Bracket { initial, parts, may_stop, .. } => {
            let mut text = String::from(if initial.is_some() { "i[" } else { "[" });
            for (number, part) in parts.iter().enumerate() {
                if let Some(stop) = number.checked_sub(1).and_then(|before| may_stop.get(before)) {
                    text.push(if *stop { '?' } else { '-' });
                }
                text += &leg(&part.letters(), true);
                text += &atom(part.atom.shape, part.atom.reach);
            }
            text + "]"
        }
    }
}

/// Prints the modifiers of a chain. The modifiers of each leg are sorted, unless the chain has
/// repeated legs.
fn prefix(part: &PrefixedAtom) -> String {
    let repeats = part.prefix.iter().any(|prefix| matches!(prefix, Prefix::Repeat(..)));
    if repeats {
        let letters = |letters: &[Letter]| letters.iter().map(|l| l.letter).collect::<String>();
        return part
            .prefix
            .iter()
            .map(|prefix| match prefix {
                Prefix::Letter(letter) => letter.letter.to_string(),
                Prefix::Repeat(repeated, _) => format!("({})", letters(repeated)),
            })
            .collect();
    }
    let letters = part.letters();
    let legs: Vec<_> = letters.split(|letter| letter.letter == 'a').collect();
    let last = legs.len() - 1;
    let texts: Vec<_> =
        legs.iter().enumerate().map(|(number, letters)| leg_of(letters, number, last)).collect();
    texts.join("a")
}

/// Prints a leg of a chain. On the third and later legs, `z` and `q` count as direction letters.
fn leg_of(letters: &[Letter], number: usize, last: usize) -> String {
    let text = leg(letters, number == 0);
    // The last leg's default modifiers are omitted.
    if number == last { without_default(&text) } else { text }
}

fn leg(letters: &[Letter], bends_are_modifiers: bool) -> String {
    let is_direction =
        |l: char| "fblrvsh".contains(l) || (!bends_are_modifiers && (l == 'z' || l == 'q'));
    let mut text = String::new();
    for slot in ORDER.chars() {
        for letter in letters {
            let l = letter.letter;
            if l == slot && !is_direction(l) || slot == '*' && is_direction(l) {
                text.push(l);
            }
        }
    }
    text
}

/// Removes `mc`, because it is the default for a last leg. If another modifier is about the end of
/// the path, `mc` is kept.
fn without_default(text: &str) -> String {
    if text.contains("mc") && !text.contains(['d', 'e', 'k']) {
        text.replace("mc", "")
    } else {
        text.to_owned()
    }
}

/// Prints an atom with its shortest name.
fn atom(shape: AtomShape, reach: StepRange) -> String {
    match (shape, reach) {
        (AtomShape::King, StepRange::Unlimited) => "Q".to_owned(),
        (AtomShape::Leap(1, 0), StepRange::Unlimited) => "R".to_owned(),
        (AtomShape::Leap(1, 1), StepRange::Unlimited) => "B".to_owned(),
        (AtomShape::King, StepRange::Steps(steps)) => ranged("K", steps),
        (AtomShape::Leap(x, y), reach) => {
            let letter = letter_of((x, y));
            let name = letter.map_or_else(|| format!("({x},{y})"), String::from);
            match (reach, letter) {
                (StepRange::Steps(steps), _) => ranged(&name, steps),
                (StepRange::Unlimited, Some(_)) => format!("{name}{name}"),
                (StepRange::Unlimited, None) => format!("{name}0"),
            }
        }
    }
}

fn ranged(name: &str, steps: u8) -> String {
    if steps == 1 { name.to_owned() } else { format!("{name}{steps}") }
}
