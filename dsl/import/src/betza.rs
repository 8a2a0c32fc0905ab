//! Translates Betza notation, in the form that variant files use, into our notation.
//!
//! The two notations differ in three ways. In a variant file, a direction modifier also selects
//! lines of a compound piece (`bK` is `bWbF`). Variant files may contain unknown letters, which are
//! ignored. If the program for which the files are written can't play a term, the term gives no
//! moves.

/// A translated notation.
#[derive(Clone, Debug, Default)]
pub(crate) struct BetzaReading {
    /// The terms that always apply, in our notation.
    pub(crate) always: String,
    /// The terms that apply only while a piece is on one of the first squares of its kind, in our
    /// notation.
    pub(crate) first: Vec<String>,
    /// Letters without a meaning.
    pub(crate) unread: String,
    /// Terms that give no moves.
    pub(crate) idle: Vec<String>,
    /// The leaps that don't capture. Leaps that are allowed only from first squares are not
    /// included.
    pub(crate) quiet: Vec<DirectedLeap>,
}

/// A leap: first the longer of its two distances, then the shorter.
pub(crate) type Leap = (i32, i32);

/// A leap in one direction: the number of squares to the right, and the number of squares ahead.
pub(crate) type DirectedLeap = (i32, i32);

/// Returns the leaps of an atom, and a flag. The flag is `true` if the atom is a rider, which
/// repeats its leaps.
fn atom(letter: char) -> Option<(&'static [Leap], bool)> {
    Some(match letter {
        'W' => (&[(1, 0)], false),
        'F' => (&[(1, 1)], false),
        'D' => (&[(2, 0)], false),
        'N' => (&[(2, 1)], false),
        'A' => (&[(2, 2)], false),
        'H' => (&[(3, 0)], false),
        'L' | 'C' => (&[(3, 1)], false),
        'J' | 'Z' => (&[(3, 2)], false),
        'G' => (&[(3, 3)], false),
        'K' => (&[(1, 0), (1, 1)], false),
        'R' => (&[(1, 0)], true),
        'B' => (&[(1, 1)], true),
        'Q' => (&[(1, 0), (1, 1)], true),
        _ => return None,
    })
}

/// Returns our atom for a leap.
pub(crate) fn letter((long, short): Leap) -> char {
    match (long, short) {
        (1, 0) => 'W',
        (1, _) => 'F',
        (2, 0) => 'D',
        (2, 1) => 'N',
        (2, _) => 'A',
        (3, 0) => 'H',
        (3, 1) => 'C',
        (3, 2) => 'Z',
        _ => 'G',
    }
}

/// The way in which a piece gets to the end of a term's move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Travel {
    Leap,
    Lame,
    /// At most this many steps. Zero means any number.
    Ride(u32),
    /// A move over one piece, then at most this many further steps.
    Hop(u32),
    /// A move over one piece, to the square just behind it.
    Grasshopper,
}

/// The modifiers before an atom.
#[derive(Default)]
struct TermPrefix {
    moves: bool,
    captures: bool,
    hops: bool,
    grasshopper: bool,
    lame: bool,
    first: bool,
    directions: Vec<[char; 2]>,
}

/// Reads a notation. If `passing` is `true`, a leap that is only for captures may also be a capture
/// en passant.
pub(crate) fn read(notation: &str, passing: bool) -> BetzaReading {
    let mut movement = BetzaReading::default();
    let mut known = TermPrefix::default();
    let mut letters = notation.chars().peekable();
    let mut text = String::new();
    while let Some(c) = letters.next() {
        text.push(c);
        match c {
            'm' => known.moves = true,
            'c' => known.captures = true,
            'p' => known.hops = true,
            'g' => known.grasshopper = true,
            'n' => known.lame = true,
            'i' => known.first = true,
            // A separate key lists the kinds that capture en passant.
            'e' => {}
            'f' | 'b' | 'v' | 'h' | 'r' | 'l' | 's' => {
                let (upright, sideways) = ("fbvh", "rlsh");
                let pairs = |next: &char| {
                    *next == c
                        || upright.contains(c) && sideways.contains(*next)
                        || sideways.contains(c) && upright.contains(*next)
                };
                let next = letters.next_if(pairs);
                text.extend(next);
                known.directions.push([c, next.unwrap_or(c)]);
            }
            _ => match atom(c) {
                Some((leaps, rides)) => {
                    let next = letters.next_if(|next| next.is_ascii_digit() || *next == c);
                    text.extend(next);
                    let range = next.map(|next| next.to_digit(10).unwrap_or(0));
                    let range = range.or(rides.then_some(0));
                    term(leaps, range, &known, passing, &text, &mut movement);
                    known = TermPrefix::default();
                    text.clear();
                }
                None => {
                    text.pop();
                    movement.unread.push(c);
                }
            },
        }
    }
    movement
}

/// Adds one term to `movement`.
fn term(
    leaps: &[Leap],
    range: Option<u32>,
    modifiers: &TermPrefix,
    passing: bool,
    text: &str,
    movement: &mut BetzaReading,
) {
    let both = modifiers.moves == modifiers.captures;
    // A term that applies only on first squares never captures.
    let (moves, captures) =
        (both || modifiers.moves, (both || modifiers.captures) && !modifiers.first);
    let travel = match (modifiers.hops || modifiers.grasshopper, range) {
        (true, None | Some(0)) if modifiers.grasshopper => Travel::Grasshopper,
        (true, Some(1)) => Travel::Grasshopper,
        (true, range) => Travel::Hop(range.unwrap_or(0)),
        (false, Some(range)) => Travel::Ride(range),
        (false, None) if modifiers.lame => Travel::Lame,
        (false, None) => Travel::Leap,
    };
    let compound = leaps.len() > 1 && modifiers.directions.is_empty();
    let mut found = String::new();
    for leap in leaps {
        let played = match travel {
            Travel::Leap => true,
            Travel::Lame => matches!(leap, (2, _) | (3, 2)),
            Travel::Ride(_) => matches!(leap, (1, _) | (2, 1)),
            Travel::Hop(_) | Travel::Grasshopper => leap.0 == 1,
        };
        // For an atom with only orthogonal moves, two letters select two directions.
        let parted = if leaps.len() == 1 && leap.1 == 0 {
            parted(&modifiers.directions)
        } else {
            Vec::new()
        };
        let pairs = if parted.is_empty() { &modifiers.directions } else { &parted };
        let ways = selected(*leap, pairs);
        if moves && !modifiers.first {
            movement.quiet.extend(&ways);
        }
        if !played || ways.is_empty() || !(moves || captures) {
            continue;
        }
        found.push_str(&directions(*leap, &ways));
        found.push_str(match (moves, captures) {
            (true, true) => "",
            (true, false) => "m",
            (false, _) if passing && travel == Travel::Leap => "ce",
            (false, _) => "c",
        });
        // `K` and `Q` stand for all lines of a king or a queen.
        let atom = match travel {
            Travel::Leap if compound => 'K',
            Travel::Ride(0) | Travel::Hop(0) | Travel::Grasshopper if compound => 'Q',
            _ => letter(*leap),
        };
        match travel {
            Travel::Leap => found.push(atom),
            Travel::Lame => found.extend(['n', atom]),
            Travel::Ride(range) => ride(&mut found, atom, range),
            Travel::Hop(range) => {
                found.push('p');
                ride(&mut found, atom, range);
            }
            Travel::Grasshopper => {
                found.push('g');
                ride(&mut found, atom, 0);
            }
        }
        if "KQ".contains(atom) {
            break;
        }
    }
    if found.is_empty() {
        movement.idle.push(text.to_owned());
    } else if modifiers.first {
        movement.first.push(found);
    } else {
        movement.always.push_str(&found);
    }
}

fn ride(found: &mut String, atom: char, range: u32) {
    match (atom, range) {
        ('Q', 0) => found.push('Q'),
        ('W', 0) => found.push('R'),
        ('F', 0) => found.push('B'),
        (_, 0) => found.extend([atom, atom]),
        _ => {
            found.push(atom);
            found.push_str(&range.to_string());
        }
    }
}

/// Returns those directions of a leap that are selected by the letter pairs `pairs`. If `pairs` is
/// empty, returns all directions.
fn selected((long, short): Leap, pairs: &[[char; 2]]) -> Vec<DirectedLeap> {
    let mut ways: Vec<DirectedLeap> = Vec::new();
    for bits in 0..8 {
        let (upright, ahead, right) = (bits & 4 == 0, bits & 2 == 0, bits & 1 == 0);
        let (x, y) = if upright { (short, long) } else { (long, short) };
        if pairs.is_empty() || pairs.iter().any(|pair| selects(*pair, upright, ahead, right)) {
            ways.push((if right { x } else { -x }, if ahead { y } else { -y }));
        }
    }
    ways.sort_unstable();
    ways.dedup();
    ways
}

/// Returns our direction letters for a leap. An empty string means all directions.
pub(crate) fn directions(leap: Leap, ways: &[DirectedLeap]) -> String {
    if *ways == selected(leap, &[]) {
        return String::new();
    }
    if let Some(letter) = "fbvrls".chars().find(|c| *ways == selected(leap, &[[*c; 2]])) {
        return letter.to_string();
    }
    let up = |y: i32| if y > 0 { 'f' } else { 'b' };
    let aside = |x: i32| if x > 0 { 'r' } else { 'l' };
    let name = |(x, y): &DirectedLeap| match (*x, *y) {
        (0, y) => up(y).to_string(),
        (x, 0) => aside(x).to_string(),
        // The letter for the longer side is last.
        (x, y) if x.abs() > y.abs() => format!("{}{}", up(y), aside(x)),
        (x, y) => format!("{}{}", aside(x), up(y)),
    };
    ways.iter().map(name).collect()
}

/// Splits each pair of letters into two pairs of equal letters: `fl` becomes `ff` and `ll`.
fn parted(pairs: &[[char; 2]]) -> Vec<[char; 2]> {
    pairs.iter().flat_map(|[first, last]| [[*first; 2], [*last; 2]]).collect()
}

/// Returns `true` if two letters select the leap with this orientation. `upright` is `true` if the
/// longer side of the leap is vertical. If the two letters differ, the second letter usually gives
/// the direction of the longer side.
fn selects([first, last]: [char; 2], upright: bool, ahead: bool, right: bool) -> bool {
    let is = |letter: char| match letter {
        'f' => ahead,
        'b' => !ahead,
        'r' => right,
        'l' => !right,
        _ => true,
    };
    match (first, last) {
        ('f' | 'b' | 'v', last) if last == first => upright && is(first),
        ('r' | 'l' | 's', last) if last == first => !upright && is(first),
        ('r' | 'l', 'f' | 'b' | 'v') => upright && is(first) && is(last),
        ('f' | 'b', 'r' | 'l' | 's') => !upright && is(first) && is(last),
        ('f' | 'b' | 'r' | 'l', 'h') => is(first),
        // On the circle of the eight leaps, `hr` selects every second leap. `hl` selects the other
        // four.
        ('h', 'r') => upright == (ahead == right),
        ('h', 'l') => upright != (ahead == right),
        _ => false,
    }
}
