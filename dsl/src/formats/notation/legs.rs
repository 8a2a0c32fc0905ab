//! One leg: the modifiers it can have, and the steps it consists of.

use std::ops::Range;

use quadrille_core::Vector;
use quadrille_core::rules::{End, Leg};

use super::error::{NotationError, NotationErrorKind as Kind, error};
use super::limits::MAX_STEPS;
use super::syntax::{Letter, StepRange};

/// Which leg of its term a leg is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Role {
    pub first: bool,
    pub last: bool,
    pub bracket: bool,
}

/// The modifiers of one leg, checked to be consistent.
#[derive(Clone, Debug)]
pub(super) struct Modifiers {
    /// The direction letters, in order, next to one another.
    pub directions: Vec<Letter>,
    others: Vec<Letter>,
}

impl Modifiers {
    /// Sorts a leg's letters and checks them against its role and each other.
    pub fn read(letters: &[Letter], role: Role) -> Result<Self, Vec<NotationError>> {
        let mut errors = Vec::new();
        let mut found = Self { directions: Vec::new(), others: Vec::new() };
        for letter in letters {
            let is_direction = match letter.letter {
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => true,
                'z' | 'q' => !role.first && !role.bracket,
                _ => false,
            };
            if is_direction {
                if found.directions.last().is_some_and(|before| before.at + 1 != letter.at) {
                    errors.push(error(
                        letter.span(),
                        Kind::SeparateDirection(letter.letter),
                        "write the direction letters of a leg together",
                    ));
                }
                found.directions.push(*letter);
            } else if found.has(letter.letter) {
                errors.push(error(letter.span(), Kind::Repeated(letter.letter), "write it once"));
            } else {
                if let Some(problem) = out_of_place(*letter, role) {
                    errors.push(problem);
                }
                found.others.push(*letter);
            }
        }
        errors.extend(found.contradictions(role));
        if errors.is_empty() { Ok(found) } else { Err(errors) }
    }

    /// The modifier of that letter.
    pub fn get(&self, letter: char) -> Option<Letter> {
        self.others.iter().copied().find(|other| other.letter == letter)
    }

    /// Whether the modifier of that letter is there.
    pub fn has(&self, letter: char) -> bool {
        self.get(letter).is_some()
    }

    /// The byte range of the direction letters, if there are any.
    pub fn direction_span(&self) -> Option<Range<usize>> {
        Some(self.directions.first()?.at..self.directions.last()?.at + 1)
    }

    /// Modifiers that are valid alone, but not together.
    fn contradictions(&self, role: Role) -> Vec<NotationError> {
        let mut errors = Vec::new();
        let mut exclude = |a: char, b: char, help: &str| {
            if let (Some(_), Some(second)) = (self.get(a), self.get(b)) {
                let kind = Kind::Contradiction { first: a, second: b };
                errors.push(error(second.span(), kind, help));
            }
        };
        exclude('n', 'j', "a lame leap needs an empty path, a jump an occupied one");
        exclude('p', 'g', "`g` lands just behind what it hops over, `p` anywhere beyond");
        for hop in ['p', 'g'] {
            exclude(hop, 'n', "a hop has a piece to hop over already; remove the other");
            exclude(hop, 'j', "a hop has a piece to hop over already; remove the other");
        }
        for bend in ['z', 'q'] {
            for other in ['n', 'j', 'p', 'g'] {
                exclude(bend, other, "write the ride as legs, with `a`");
            }
        }
        exclude('z', 'q', "`z` bends to alternating sides, `q` always to the same");
        if role.last {
            exclude('c', 'k', "a capture gives check anyway");
            if let Some(tame) = self.get('t') {
                let quiet = ['m', 'e', 'k'].iter().any(|mode| self.has(*mode));
                let needs_none = ['c', 'd', 'p', 'g'].iter().any(|mode| self.has(*mode));
                if quiet && !needs_none {
                    errors.push(error(
                        tame.span(),
                        Kind::TameWithoutCapture,
                        "`t` says that a capture may not take a royal, as in `ctW`",
                    ));
                }
            }
        } else {
            for toggle in ['g', 'y'] {
                for other in ['m', 'c', 'p', 'g', 'y'] {
                    if toggle != other {
                        exclude(
                            toggle,
                            other,
                            "`g` and `y` themselves determine what is between the legs",
                        );
                    }
                }
            }
        }
        errors
    }
}

/// The mistake of a modifier that has no meaning at a leg of this role.
fn out_of_place(letter: Letter, role: Role) -> Option<NotationError> {
    let l = letter.letter;
    let help = match l {
        'i' if !role.first => "`i` comes before the first leg",
        'z' | 'q' if role.bracket || !role.last => {
            "bent rides have one leg, as in `zFF`; from the third leg of a chain on it is a direction"
        }
        'e' | 't' | 'd' | 'k' if !role.last => "it concerns the end of the path: the last leg",
        'y' if role.bracket => "each leg in brackets has a range of its own",
        'g' if role.bracket && !role.last => "write `p`: there is a piece, and the path goes on",
        'y' if role.last => "`y` comes before an `a`: it changes the range of the legs after it",
        _ => return None,
    };
    Some(error(letter.span(), Kind::OutOfPlace(l), help))
}

/// The legs that a leg of the notation expands to, in each possible form, and whether the range of
/// the next leg changes.
pub(super) fn paths(
    vector: Vector,
    reach: StepRange,
    modifiers: &Modifiers,
    last: bool,
) -> Result<Vec<(Vec<Leg>, bool)>, NotationError> {
    let ways = if let Some(letter) = modifiers.get('n') {
        lame(vector, reach, letter)?
    } else if let Some(letter) = modifiers.get('j') {
        jumping(vector, reach, letter)?
    } else if let (true, Some(letter)) = (last, modifiers.get('p').or(modifiers.get('g'))) {
        let hurdle = if modifiers.has('t') { End::Friend } else { End::Occupied };
        hopping(vector, reach, letter, hurdle)?
    } else {
        vec![vec![leg(vector, 1, most(reach))]]
    };
    if last {
        return Ok(ways.into_iter().map(|way| (way, false)).collect());
    }
    let mut ended = Vec::new();
    for (end, toggles) in ends(modifiers) {
        for way in &ways {
            let mut way = way.clone();
            if let Some(leg) = way.last_mut() {
                leg.end = end;
            }
            ended.push((way, toggles));
        }
    }
    Ok(ended)
}

/// What may be on the square where a leg other than the last ends, and whether that changes the
/// range.
fn ends(modifiers: &Modifiers) -> Vec<(End, bool)> {
    let has = |letter| modifiers.has(letter);
    let mut ends = Vec::new();
    match (has('m'), has('p')) {
        (true, true) => ends.push((End::Any, false)),
        (true, false) => ends.push((End::Empty, false)),
        (false, true) => ends.push((End::Occupied, false)),
        (false, false) => {}
    }
    if has('c') {
        ends.push((End::Enemy, false));
    }
    if has('y') {
        ends.push((End::Empty, true));
    }
    if has('g') {
        ends.push((End::Occupied, true));
    }
    if ends.is_empty() {
        ends.push((End::Empty, false));
    }
    ends
}

fn leg(vector: Vector, min: u8, max: u8) -> Leg {
    Leg { vector, min, max, end: End::Empty }
}

fn most(reach: StepRange) -> u8 {
    match reach {
        StepRange::Steps(steps) => steps,
        StepRange::Unlimited => Leg::UNLIMITED,
    }
}

/// The smallest steps of a leap: straight ones first along the longer axis, then diagonal ones.
fn steps(vector: Vector) -> Vec<Vector> {
    let (dx, dy) = (vector.dx.signum(), vector.dy.signum());
    let (x, y) = (vector.dx.unsigned_abs(), vector.dy.unsigned_abs());
    let straight = if x > y { Vector::new(dx, 0) } else { Vector::new(0, dy) };
    let mut steps = vec![straight; x.abs_diff(y) as usize];
    steps.extend(vec![Vector::new(dx, dy); x.min(y) as usize]);
    steps
}

/// Lame: every square in between is empty.
fn lame(vector: Vector, reach: StepRange, letter: Letter) -> Result<Vec<Vec<Leg>>, NotationError> {
    let steps = steps(vector);
    if steps.len() == 1 {
        return Err(no_way(letter));
    }
    let longest = usize::from(MAX_STEPS) / steps.len();
    let most = (most(reach) as usize).min(longest.max(1));
    Ok((1..=most)
        .map(|leaps| {
            let mut legs: Vec<Leg> = Vec::new();
            for step in std::iter::repeat_n(&steps, leaps).flatten() {
                match legs.last_mut() {
                    Some(before) if before.vector == *step => {
                        before.min += 1;
                        before.max += 1;
                    }
                    _ => legs.push(leg(*step, 1, 1)),
                }
            }
            legs
        })
        .collect())
}

/// Jumping: a leap over a piece; a ride that skips the first square.
fn jumping(
    vector: Vector,
    reach: StepRange,
    letter: Letter,
) -> Result<Vec<Vec<Leg>>, NotationError> {
    if reach != StepRange::Steps(1) {
        let rest = match reach {
            StepRange::Unlimited => Leg::UNLIMITED,
            StepRange::Steps(steps) => steps.saturating_sub(1),
        };
        let skipped = Leg { end: End::Any, ..leg(vector, 1, 1) };
        return Ok(vec![vec![skipped, leg(vector, 1, rest)]]);
    }
    let steps = steps(vector);
    if steps.len() == 1 {
        return Err(no_way(letter));
    }
    // One path for each square that can be the first with a piece on it.
    let ways = (0..steps.len() - 1).map(|hurdle| {
        let legs = steps.iter().enumerate().map(|(number, step)| {
            let end = match number.cmp(&hurdle) {
                std::cmp::Ordering::Less => End::Empty,
                std::cmp::Ordering::Equal => End::Occupied,
                std::cmp::Ordering::Greater => End::Any,
            };
            Leg { end, ..leg(*step, 1, 1) }
        });
        legs.collect()
    });
    Ok(ways.collect())
}

fn no_way(letter: Letter) -> NotationError {
    let help = match letter.letter {
        'n' => "a single step is never lame, and a ride always needs empty squares; remove it",
        _ => "a single step has nothing to jump over; remove it",
    };
    error(letter.span(), Kind::NoEffect(letter.letter), help)
}

/// Hopping: over a piece, landing beyond it. The range counts to the landing.
fn hopping(
    vector: Vector,
    reach: StepRange,
    letter: Letter,
    hurdle: End,
) -> Result<Vec<Vec<Leg>>, NotationError> {
    let behind = letter.letter == 'g';
    let to_hurdle = |min, max| Leg { end: hurdle, ..leg(vector, min, max) };
    match reach {
        StepRange::Unlimited => {
            let beyond = if behind { 1 } else { Leg::UNLIMITED };
            Ok(vec![vec![to_hurdle(1, Leg::UNLIMITED), leg(vector, 1, beyond)]])
        }
        StepRange::Steps(0 | 1) => Err(error(
            letter.span(),
            Kind::NoRoom(letter.letter),
            "the range counts to the landing: 2 or more, or a ride, as in `pR`",
        )),
        StepRange::Steps(steps) if behind => {
            Ok(vec![vec![to_hurdle(1, steps - 1), leg(vector, 1, 1)]])
        }
        StepRange::Steps(steps) => Ok((1..steps)
            .map(|first| vec![to_hurdle(first, first), leg(vector, 1, steps - first)])
            .collect()),
    }
}
