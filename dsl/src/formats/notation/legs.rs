//! Checks the modifiers of a notation's legs, and expands the legs into steps.

use std::ops::Range;

use quadrille_core::Vector;
use quadrille_core::rules::{End, Leg};

use super::error::{NotationError, NotationErrorKind as Kind, error};
use super::limits::MAX_STEPS;
use super::syntax::{Letter, StepRange};

/// The position of a leg in its term.
#[derive(Clone, Copy, Debug)]
pub(super) struct Role {
    pub first: bool,
    pub last: bool,
    pub bracket: bool,
}

/// The modifiers of a leg. They were checked and do not contradict each other.
#[derive(Clone, Debug)]
pub(super) struct Modifiers {
    /// The direction letters, in order and adjacent.
    pub directions: Vec<Letter>,
    others: Vec<Letter>,
}

impl Modifiers {
    /// Sorts the letters of a leg. Checks that each letter is possible on a leg in this position,
    /// and that the letters fit together.
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

    /// Returns the modifier with this letter.
    pub fn get(&self, letter: char) -> Option<Letter> {
        self.others.iter().copied().find(|other| other.letter == letter)
    }

    /// Returns `true` if the leg has the modifier with this letter.
    pub fn has(&self, letter: char) -> bool {
        self.get(letter).is_some()
    }

    /// Returns the byte range of the direction letters. Returns `None` if there are no direction
    /// letters.
    pub fn direction_span(&self) -> Option<Range<usize>> {
        Some(self.directions.first()?.at..self.directions.last()?.at + 1)
    }

    /// Returns the errors for modifiers that can't be combined, although each is valid alone.
    fn contradictions(&self, role: Role) -> Vec<NotationError> {
        let mut errors = Vec::new();
        let mut exclude = |a: char, b: char, help: &str| {
            if let (Some(_), Some(second)) = (self.get(a), self.get(b)) {
                let kind = Kind::Contradiction { first: a, second: b };
                errors.push(error(second.span(), kind, help));
            }
        };
        exclude(
            'n',
            'j',
            "remove one of them: a lame leap needs an empty path, but a jump needs an occupied one",
        );
        exclude(
            'p',
            'g',
            "remove one of them: `g` lands just behind the piece that it hops over, `p` anywhere beyond",
        );
        for hop in ['p', 'g'] {
            exclude(hop, 'n', "remove the other modifier: a hop already needs a piece on its path");
            exclude(hop, 'j', "remove the other modifier: a hop already needs a piece on its path");
        }
        for bend in ['z', 'q'] {
            for other in ['n', 'j', 'p', 'g'] {
                exclude(bend, other, "write the ride as legs, with `a`");
            }
        }
        exclude(
            'z',
            'q',
            "remove one of them: `z` bends to alternating sides, `q` always to the same side",
        );
        if role.last {
            exclude('c', 'k', "remove `k`: a capture gives check anyway");
            if let Some(tame) = self.get('t') {
                let quiet = ['m', 'e', 'k'].iter().any(|mode| self.has(*mode));
                let needs_none = ['c', 'd', 'p', 'g'].iter().any(|mode| self.has(*mode));
                if quiet && !needs_none {
                    errors.push(error(
                        tame.span(),
                        Kind::TameWithoutCapture,
                        "use `t` only with a capture that may not take a royal, as in `ctW`",
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
                            "remove the other modifier: `g` and `y` already define the square between the legs",
                        );
                    }
                }
            }
        }
        errors
    }
}

/// Returns the error for a modifier that has no meaning on a leg in this position.
fn out_of_place(letter: Letter, role: Role) -> Option<NotationError> {
    let l = letter.letter;
    let help = match l {
        'i' if !role.first => "move `i` before the first leg",
        'z' | 'q' if role.bracket || !role.last => {
            "use it in a ride of one leg, as in `zFF`, or as a direction from the third leg of a chain on"
        }
        'e' | 't' | 'd' | 'k' if !role.last => {
            "move it to the last leg: it concerns the end of the path"
        }
        'y' if role.bracket => "remove it: each leg in brackets has a separate range",
        'g' if role.bracket && !role.last => "write `p`: there is a piece, and the path continues",
        'y' if role.last => "move `y` before an `a`: it changes the range of the legs after it",
        _ => return None,
    };
    Some(error(letter.span(), Kind::OutOfPlace(l), help))
}

/// Expands a leg into steps. Each entry of the result is one possible form of the leg. Its boolean
/// is `true` if this form changes the range of the next leg.
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

/// Returns the possible contents of the last square of a leg. The leg is not the last of its term.
/// The boolean of an entry is `true` if the entry changes the range of the next leg.
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

/// Divides a leap into its smallest steps. The straight steps along the longer axis come first. The
/// diagonal steps come after them.
fn steps(vector: Vector) -> Vec<Vector> {
    let (dx, dy) = (vector.dx.signum(), vector.dy.signum());
    let (x, y) = (vector.dx.unsigned_abs(), vector.dy.unsigned_abs());
    let straight = if x > y { Vector::new(dx, 0) } else { Vector::new(0, dy) };
    let mut steps = vec![straight; x.abs_diff(y) as usize];
    steps.extend(vec![Vector::new(dx, dy); x.min(y) as usize]);
    steps
}

/// Expands a lame leg. Every square that the leg passes before its end must be empty.
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

/// Expands a jump. A jump is a leap over a piece, or a ride that skips its first square.
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
    // For each square in between, there is a path on which this square is the first one with a
    // piece.
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
        'n' => "remove it: a single step can't be lame, and a ride always needs empty squares",
        _ => "remove it: a single step has nothing to jump over",
    };
    error(letter.span(), Kind::NoEffect(letter.letter), help)
}

/// Expands a hop, which goes over a piece to a square behind it. The range of the hop counts all
/// steps up to the last square.
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
            "write a range of 2 or more, which counts to the landing, or a ride, as in `pR`",
        )),
        StepRange::Steps(steps) if behind => {
            Ok(vec![vec![to_hurdle(1, steps - 1), leg(vector, 1, 1)]])
        }
        StepRange::Steps(steps) => Ok((1..steps)
            .map(|first| vec![to_hurdle(first, first), leg(vector, 1, steps - first)])
            .collect()),
    }
}
