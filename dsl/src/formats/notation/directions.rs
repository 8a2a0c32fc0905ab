//! Directions on a compass of sixteen points, and the meaning of direction letters.
//!
//! Point 0 is straight ahead, and the numbers increase clockwise. Points 0, 4, 8 and 12 are for
//! orthogonal steps. Points 2, 6, 10 and 14 are for diagonal steps. The odd points are for oblique
//! leaps. For example, point 1 is far ahead and a little to the right, and point 3 is far to the
//! right and a little ahead. If an atom is rotated by an even number of points, each of its rotated
//! directions still has a name in these letters.

use quadrille_core::Vector;

use super::error::{NotationError, NotationErrorKind as Kind, error};
use super::syntax::{AtomShape, Letter};

/// A point of the compass: a number from 0 to 15.
pub(super) type Point = u8;
/// A set of points, which has one bit for each point.
pub(super) type Points = u16;

/// The directions of an atom in relation to straight ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DirectionClass {
    /// The four orthogonal points, which include straight ahead.
    Orthogonal,
    /// The four diagonal points, which do not include straight ahead.
    Diagonal,
    /// The eight odd points, which lie between the orthogonal and the diagonal points.
    Oblique,
    /// The eight orthogonal and diagonal points, which include straight ahead.
    Compass,
}

/// Returns all points of a class of directions.
pub(super) fn all(class: DirectionClass) -> Points {
    match class {
        DirectionClass::Orthogonal => 0x1111,
        DirectionClass::Diagonal => 0x4444,
        DirectionClass::Oblique => 0xaaaa,
        DirectionClass::Compass => 0x5555,
    }
}

/// Returns the class of an atom's directions, from the point of view of the piece.
pub(super) fn class(shape: AtomShape) -> DirectionClass {
    match shape {
        AtomShape::King => DirectionClass::Compass,
        AtomShape::Leap(_, 0) => DirectionClass::Orthogonal,
        AtomShape::Leap(x, y) if x == y => DirectionClass::Diagonal,
        AtomShape::Leap(..) => DirectionClass::Oblique,
    }
}

/// Returns the class of an atom's directions from the point of view of a piece. For this piece, the
/// point `ahead` is straight ahead. For a piece that faces diagonally, orthogonal steps are
/// diagonal, and diagonal steps are orthogonal.
pub(super) fn seen_toward(class: DirectionClass, ahead: Point) -> DirectionClass {
    match class {
        _ if ahead.is_multiple_of(4) => class,
        DirectionClass::Orthogonal => DirectionClass::Diagonal,
        DirectionClass::Diagonal => DirectionClass::Orthogonal,
        DirectionClass::Oblique | DirectionClass::Compass => class,
    }
}

/// Rotates points so that straight ahead becomes the point `by`.
pub(super) fn turned(points: Points, by: Point) -> Points {
    points.rotate_left(u32::from(by))
}

/// Returns the points of a set in ascending order.
pub(super) fn each(points: Points) -> impl Iterator<Item = Point> {
    (0..16).filter(move |point| points >> point & 1 != 0)
}

/// Returns the leap of a shape toward a point. If the shape is orthogonal and the point diagonal,
/// the leap becomes diagonal and crosses the same number of files. A diagonal shape becomes
/// orthogonal in the same way.
pub(super) fn vector(shape: AtomShape, point: Point) -> Vector {
    let (long, short) = match shape {
        AtomShape::King => (1, 1),
        AtomShape::Leap(x, y) => (x as i8, y as i8),
    };
    let (quarter, rest) = (point / 4, point % 4);
    let (dx, dy) = match rest {
        0 => (0, long),
        1 => (short, long),
        2 => (long, long),
        _ => (long, short),
    };
    Vector::new(dx, dy).turned(quadrille_core::Facing::from_bits(u16::from(quarter)))
}

/// Returns the points that a series of direction letters means. The letters are read from left to
/// right. Two letters in a row are a pair if the class has a meaning for this pair. The result
/// contains the points of all pairs and all single letters.
pub(super) fn resolve(letters: &[Letter], class: DirectionClass) -> Result<Points, NotationError> {
    let mut points = 0;
    let mut rest = letters;
    while let Some((first, others)) = rest.split_first() {
        let together = others.first().and_then(|second| pair(first.letter, second.letter, class));
        if let (Some(both), Some((_, after))) = (together, others.split_first()) {
            points |= both;
            rest = after;
        } else if let Some(one) = single(first.letter, class) {
            points |= one;
            rest = others;
        } else {
            return Err(half(*first, class));
        }
    }
    Ok(points)
}

/// Returns the error for a letter `h` that has no meaning at its place.
fn half(letter: Letter, class: DirectionClass) -> NotationError {
    let help = match class {
        DirectionClass::Oblique => {
            "write `fh`, `bh`, `lh` or `rh` for half of the leaps, `hl` or `hr` for one hand"
        }
        _ => "write `f`, `b`, `l` or `r` here: halves are for oblique leaps, as in `fhN`",
    };
    error(letter.span(), Kind::NoHalves, help)
}

const fn bits(points: &[Point]) -> Points {
    let mut set = 0;
    let mut i = 0;
    while i < points.len() {
        set |= 1 << points[i];
        i += 1;
    }
    set
}

/// Returns the meaning of a single direction letter.
fn single(letter: char, class: DirectionClass) -> Option<Points> {
    let ahead = match class {
        DirectionClass::Orthogonal | DirectionClass::Compass => bits(&[0]),
        DirectionClass::Diagonal => bits(&[2, 14]),
        DirectionClass::Oblique => bits(&[1, 15]),
    };
    Some(match letter {
        'f' => ahead,
        'r' => turned(ahead, 4),
        'b' => turned(ahead, 8),
        'l' => turned(ahead, 12),
        'v' => ahead | turned(ahead, 8),
        's' => turned(ahead, 4) | turned(ahead, 12),
        _ => return None,
    })
}

/// Returns the meaning of a pair of direction letters, if it has one.
fn pair(first: char, second: char, class: DirectionClass) -> Option<Points> {
    if first == second {
        return single(first, class);
    }
    match class {
        DirectionClass::Orthogonal => None,
        DirectionClass::Diagonal => corner(first, second),
        DirectionClass::Compass => corner(first, second).or_else(|| {
            Some(match (first, second) {
                ('f', 's') => bits(&[2, 14]),
                ('b', 's') => bits(&[6, 10]),
                ('l', 'v') => bits(&[10, 14]),
                ('r', 'v') => bits(&[2, 6]),
                _ => return None,
            })
        }),
        DirectionClass::Oblique => Some(match (first, second) {
            ('r', 'f') => bits(&[1]),
            ('f', 'r') => bits(&[3]),
            ('b', 'r') => bits(&[5]),
            ('r', 'b') => bits(&[7]),
            ('l', 'b') => bits(&[9]),
            ('b', 'l') => bits(&[11]),
            ('f', 'l') => bits(&[13]),
            ('l', 'f') => bits(&[15]),
            ('f', 's') => bits(&[3, 13]),
            ('b', 's') => bits(&[5, 11]),
            ('l', 'v') => bits(&[9, 15]),
            ('r', 'v') => bits(&[1, 7]),
            ('f', 'h') => bits(&[1, 3, 13, 15]),
            ('b', 'h') => bits(&[5, 7, 9, 11]),
            ('l', 'h') => bits(&[9, 11, 13, 15]),
            ('r', 'h') => bits(&[1, 3, 5, 7]),
            ('h', 'r') => bits(&[1, 5, 9, 13]),
            ('h', 'l') => bits(&[3, 7, 11, 15]),
            _ => return None,
        }),
    }
}

/// Returns the diagonal point between two perpendicular directions. The two letters may be in
/// either order.
fn corner(first: char, second: char) -> Option<Points> {
    Some(match (first, second) {
        ('f', 'r') | ('r', 'f') => bits(&[2]),
        ('b', 'r') | ('r', 'b') => bits(&[6]),
        ('b', 'l') | ('l', 'b') => bits(&[10]),
        ('f', 'l') | ('l', 'f') => bits(&[14]),
        _ => return None,
    })
}
