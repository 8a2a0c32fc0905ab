//! Expands the syntax of a notation into paths.

use quadrille_core::rules::{End, Leg, Path, Take};

use super::directions::{self, DirectionClass, Point, Points};
use super::error::{NotationError, NotationErrorKind as Kind, error};
use super::legs::{Modifiers, Role, paths};
use super::limits::{MAX_PATHS, MAX_STEPS};
use super::syntax::{Atom, AtomShape, Letter, NotationTerm, Prefix, PrefixedAtom, StepRange};

/// Returns the paths of all terms, and all errors. A path is left out if another path includes it.
/// `ahead` is the point that is straight ahead: 0 for a piece that faces north, and 2 for a piece
/// that faces north-east.
pub(super) fn expand(terms: &[NotationTerm], ahead: Point) -> (Vec<Path>, Vec<NotationError>) {
    let mut paths: Vec<Path> = Vec::new();
    let mut errors = Vec::new();
    for term in terms {
        let result = match term {
            NotationTerm::Chain(part) => chain(part, ahead),
            NotationTerm::Bracket { initial, parts, may_stop, span } => {
                bracket((*initial, ahead), parts, may_stop, span.clone())
            }
        };
        match result {
            Ok(found) => {
                for path in found {
                    merge(&mut paths, path);
                }
                if paths.len() > MAX_PATHS {
                    errors.push(too_many(0..end(terms)));
                    break;
                }
            }
            Err(found) => errors.extend(found),
        }
    }
    (paths, errors)
}

/// Returns the byte offset at which the last term ends.
fn end(terms: &[NotationTerm]) -> usize {
    terms.last().map_or(0, |term| match term {
        NotationTerm::Chain(part) => part.atom.span.end,
        NotationTerm::Bracket { span, .. } => span.end,
    })
}

fn too_many(span: std::ops::Range<usize>) -> NotationError {
    error(span, Kind::TooManyPaths, "restrict the directions, or repeat fewer legs")
}

/// A path to which further legs can be added.
#[derive(Clone)]
struct PathDraft {
    legs: Vec<Leg>,
    /// The direction of the last leg.
    point: Point,
    /// The angle by which the last leg turned from the leg before it.
    bend: Point,
    /// The range of the next leg.
    reach: StepRange,
}

/// Expands a term without brackets. If parts of the term can be repeated, the result has paths for
/// every possible number of repetitions.
fn chain(part: &PrefixedAtom, ahead: Point) -> Result<Vec<Path>, Vec<NotationError>> {
    let mut paths = Vec::new();
    for letters in repetitions(part) {
        let legs: Vec<&[Letter]> = letters.split(|letter| letter.letter == 'a').collect();
        let found = single_chain(part, &legs, ahead)?;
        paths.extend(found);
        if paths.len() > MAX_PATHS {
            return Err(vec![too_many(start(part)..part.atom.span.end)]);
        }
    }
    Ok(paths)
}

/// Returns the byte offset at which an atom and the modifiers before it start.
fn start(part: &PrefixedAtom) -> usize {
    match part.prefix.first() {
        Some(Prefix::Letter(letter)) => letter.at,
        Some(Prefix::Repeat(_, span)) => span.start,
        None => part.atom.span.start,
    }
}

/// Returns the letters of a part, once for each number of repetitions. The repeated legs are left
/// out, then written once, then twice, and so on, up to the longest path that fits on a board.
fn repetitions(part: &PrefixedAtom) -> Vec<Vec<Letter>> {
    let repeated = part.prefix.iter().find_map(|prefix| match prefix {
        Prefix::Repeat(letters, _) => Some(letters.iter().filter(|l| l.letter == 'a').count()),
        Prefix::Letter(_) => None,
    });
    let times = repeated.map_or(0, |legs| (MAX_STEPS as usize - 1) / legs.max(1));
    (0..=times)
        .map(|times| {
            let mut letters = Vec::new();
            for prefix in &part.prefix {
                match prefix {
                    Prefix::Letter(letter) => letters.push(*letter),
                    Prefix::Repeat(repeated, _) => {
                        (0..times).for_each(|_| letters.extend(repeated));
                    }
                }
            }
            letters
        })
        .collect()
}

/// Expands a term without repetitions.
fn single_chain(
    part: &PrefixedAtom,
    legs: &[&[Letter]],
    ahead: Point,
) -> Result<Vec<Path>, Vec<NotationError>> {
    let last = legs.len() - 1;
    if last >= MAX_STEPS as usize {
        return Err(vec![error(
            start(part)..part.atom.span.end,
            Kind::TooManyLegs(legs.len()),
            "repeat fewer legs",
        )]);
    }
    let mut errors = Vec::new();
    let mut modifiers = Vec::new();
    for (number, letters) in legs.iter().enumerate() {
        let role = Role { first: number == 0, last: number == last, bracket: false };
        match Modifiers::read(letters, role) {
            Ok(found) => modifiers.push(found),
            Err(found) => errors.extend(found),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let shape = part.atom.shape;
    let mut drafts: Vec<PathDraft> = Vec::new();
    for (number, modifiers) in modifiers.iter().enumerate() {
        let is_last = number == last;
        if number == 0 {
            let points = first_points(modifiers, &part.atom, last == 0, ahead)?;
            if let Some(bend) = modifiers.get('z').or(modifiers.get('q')) {
                return bent_rides(part, modifiers, bend, points);
            }
            for point in directions::each(points) {
                let start = PathDraft { legs: Vec::new(), point, bend: 0, reach: part.atom.reach };
                extend(&mut drafts, &start, point, shape, modifiers, is_last)?;
            }
        } else {
            let mut next = Vec::new();
            for draft in &drafts {
                let points = next_points(modifiers, shape, draft, number)?;
                for relative in directions::each(points) {
                    let point = (draft.point + relative) % 16;
                    let draft = PathDraft { bend: relative, ..draft.clone() };
                    extend(&mut next, &draft, point, shape, modifiers, is_last)?;
                }
                if next.len() > MAX_PATHS {
                    return Err(vec![too_many(start(part)..part.atom.span.end)]);
                }
            }
            drafts = next;
        }
    }
    let initial = modifiers.first().is_some_and(|first| first.has('i'));
    Ok(finish(drafts, initial, modifiers.last()))
}

/// Returns the directions of the first leg. The direction letters are read from the point of view
/// of the piece.
fn first_points(
    modifiers: &Modifiers,
    atom: &Atom,
    alone: bool,
    ahead: Point,
) -> Result<Points, Vec<NotationError>> {
    let class = directions::class(atom.shape);
    let Some(span) = modifiers.direction_span() else {
        return Ok(directions::all(class));
    };
    if alone && class == DirectionClass::Compass {
        let letters: String = modifiers.directions.iter().map(|letter| letter.letter).collect();
        return Err(vec![error(
            span,
            Kind::AmbiguousDirection(letters.clone()),
            match atom.reach {
                StepRange::Unlimited => format!("write `{letters}R{letters}B`, or one of the two"),
                StepRange::Steps(1) => format!("write `{letters}W{letters}F`, or one of the two"),
                StepRange::Steps(n) => {
                    format!("write `{letters}W{n}{letters}F{n}`, or one of the two")
                }
            },
        )]);
    }
    let class = directions::seen_toward(class, ahead);
    let points = directions::resolve(&modifiers.directions, class).map_err(|error| vec![error])?;
    Ok(directions::turned(points, ahead))
}

/// Returns the directions of a later leg of a chain, in relation to the leg before it. Direction
/// letters mean points of an eight-point compass. If there are no letters, the leg may go in all
/// directions on lines of the same kind, except straight back.
fn next_points(
    modifiers: &Modifiers,
    shape: AtomShape,
    draft: &PathDraft,
    number: usize,
) -> Result<Points, Vec<NotationError>> {
    if modifiers.directions.is_empty() {
        let class = match directions::class(shape) {
            DirectionClass::Orthogonal | DirectionClass::Diagonal => DirectionClass::Orthogonal,
            DirectionClass::Oblique | DirectionClass::Compass => DirectionClass::Compass,
        };
        return Ok(directions::all(class) & !(1 << 8));
    }
    let mut letters = Vec::new();
    for letter in &modifiers.directions {
        let right = match draft.bend {
            _ if !matches!(letter.letter, 'z' | 'q') => None,
            1..=7 if number > 1 => Some(true),
            9.. if number > 1 => Some(false),
            _ => {
                return Err(vec![error(
                    letter.span(),
                    Kind::NoBend(letter.letter),
                    "write `l`, `r` or `s` here: `z` and `q` refer to the side of the previous bend",
                )]);
            }
        };
        let side = match right {
            None => letter.letter,
            Some(right) if right == (letter.letter == 'q') => 'r',
            Some(_) => 'l',
        };
        letters.push(Letter { letter: side, at: letter.at });
    }
    directions::resolve(&letters, DirectionClass::Compass).map_err(|error| vec![error])
}

/// Adds a leg to a draft. Returns a draft for each possible form of the leg.
fn extend(
    drafts: &mut Vec<PathDraft>,
    draft: &PathDraft,
    point: Point,
    shape: AtomShape,
    modifiers: &Modifiers,
    last: bool,
) -> Result<(), Vec<NotationError>> {
    let vector = directions::vector(shape, point);
    for (path, toggles) in
        paths(vector, draft.reach, modifiers, last).map_err(|error| vec![error])?
    {
        let mut draft = PathDraft { point, ..draft.clone() };
        for leg in path {
            append(&mut draft.legs, leg);
        }
        if toggles {
            draft.reach = match draft.reach {
                StepRange::Steps(1) => StepRange::Unlimited,
                _ => StepRange::Steps(1),
            };
        }
        drafts.push(draft);
    }
    Ok(())
}

/// Adds a leg. The new leg and the leg before it become one leg if both have the same direction and
/// the square between them must be empty.
fn append(legs: &mut Vec<Leg>, leg: Leg) {
    match legs.last_mut() {
        Some(before) if before.vector == leg.vector && before.end == End::Empty => {
            before.min = before.min.saturating_add(leg.min);
            before.max = before.max.saturating_add(leg.max);
            before.end = leg.end;
        }
        _ => legs.push(leg),
    }
}

/// Expands crooked (`z`) and circular (`q`) rides. Such a ride consists of single steps. After each
/// step, it turns by the atom's smallest angle. Crooked rides turn left and right in alternation.
/// Circular rides always turn to the same side.
fn bent_rides(
    part: &PrefixedAtom,
    modifiers: &Modifiers,
    bend: Letter,
    points: Points,
) -> Result<Vec<Path>, Vec<NotationError>> {
    let mut shapes = vec![part.atom.shape];
    if part.atom.shape == AtomShape::King {
        shapes = vec![AtomShape::Leap(1, 0), AtomShape::Leap(1, 1)];
    }
    let mut drafts = Vec::new();
    for shape in shapes {
        let class = directions::class(shape);
        let turn: i8 = if class == DirectionClass::Oblique { 2 } else { 4 };
        let round = 16 / turn as u8;
        let most = match part.atom.reach {
            StepRange::Steps(1) => {
                return Err(vec![error(
                    bend.span(),
                    Kind::BentStep(bend.letter),
                    "give the atom a range, as in `zFF`, `qNN` or `zW4`",
                )]);
            }
            StepRange::Steps(steps) => steps,
            StepRange::Unlimited => MAX_STEPS,
        };
        // A closed circle is not a move.
        let most = if bend.letter == 'q' { most.min(round - 1) } else { most };
        for first in directions::each(points & directions::all(class)) {
            for side in [turn, -turn] {
                let mut legs = Vec::new();
                let mut point = first as i8;
                for step in 0..most {
                    legs.push(Leg::leap(directions::vector(shape, point as u8)));
                    drafts.push(PathDraft {
                        legs: legs.clone(),
                        point: first,
                        bend: 0,
                        reach: part.atom.reach,
                    });
                    let back = bend.letter == 'z' && step % 2 == 1;
                    point = (point + if back { -side } else { side }).rem_euclid(16);
                }
            }
        }
    }
    Ok(finish(drafts, modifiers.has('i'), Some(modifiers)))
}

/// Expands a term in brackets. The result includes the whole term. For each leg after which the
/// piece may stop, the result also includes the part of the term up to this leg.
fn bracket(
    (initial, ahead): (Option<Letter>, Point),
    parts: &[PrefixedAtom],
    may_stop: &[bool],
    span: std::ops::Range<usize>,
) -> Result<Vec<Path>, Vec<NotationError>> {
    let mut errors = Vec::new();
    let mut paths = Vec::new();
    let mut drafts = vec![];
    for (number, part) in parts.iter().enumerate() {
        let first = number == 0;
        let last = number + 1 == parts.len();
        let mut next = Vec::new();
        // A leg where the piece may stop is read twice, once as the last leg and once as a leg
        // before others.
        let stops = last || may_stop.get(number).copied().unwrap_or(false);
        for is_last in [true, false] {
            if (is_last && !stops) || (!is_last && last) {
                continue;
            }
            let role = Role { first, last: is_last, bracket: true };
            let modifiers = match Modifiers::read(&part.letters(), role) {
                Ok(modifiers) => modifiers,
                Err(found) => {
                    errors.extend(found);
                    continue;
                }
            };
            let mut found = Vec::new();
            match bracket_leg(&mut found, &drafts, part, &modifiers, (first, ahead), is_last) {
                Err(problems) => errors.extend(problems),
                Ok(()) if is_last => {
                    let initial = initial.is_some() || modifiers.has('i');
                    paths.extend(finish(found, initial, Some(&modifiers)));
                }
                Ok(()) => next = found,
            }
        }
        if paths.len() + next.len() > MAX_PATHS {
            errors.push(too_many(span.clone()));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        drafts = next;
    }
    Ok(paths)
}

/// Appends a leg of a term in brackets to each of the drafts.
fn bracket_leg(
    found: &mut Vec<PathDraft>,
    drafts: &[PathDraft],
    part: &PrefixedAtom,
    modifiers: &Modifiers,
    (first, ahead): (bool, Point),
    last: bool,
) -> Result<(), Vec<NotationError>> {
    let shape = part.atom.shape;
    if first {
        for point in directions::each(first_points(modifiers, &part.atom, true, ahead)?) {
            let start = PathDraft { legs: Vec::new(), point, bend: 0, reach: part.atom.reach };
            extend(found, &start, point, shape, modifiers, last)?;
        }
        return Ok(());
    }
    for draft in drafts {
        let here = directions::all(directions::class(shape));
        let relative = directions::turned(here, 16 - draft.point);
        let points = match modifiers.direction_span() {
            None => nearest(relative),
            Some(span) => match class_of(relative) {
                Some(class) if draft.point % 2 == 0 || class == DirectionClass::Compass => {
                    directions::resolve(&modifiers.directions, class)
                        .map_err(|error| vec![error])?
                }
                _ => {
                    return Err(vec![error(
                        span,
                        Kind::DirectionAfterLeap,
                        "remove it: the leg continues as straight as possible",
                    )]);
                }
            },
        };
        for relative in directions::each(points) {
            let point = (draft.point + relative) % 16;
            let draft = PathDraft { bend: relative, reach: part.atom.reach, ..draft.clone() };
            extend(found, &draft, point, shape, modifiers, last)?;
        }
        if found.len() > MAX_PATHS {
            return Err(vec![too_many(part.atom.span.clone())]);
        }
    }
    Ok(())
}

/// Returns the class that consists of exactly these points. Returns `None` if this is none of the
/// four classes.
fn class_of(points: Points) -> Option<DirectionClass> {
    [
        DirectionClass::Orthogonal,
        DirectionClass::Diagonal,
        DirectionClass::Oblique,
        DirectionClass::Compass,
    ]
    .into_iter()
    .find(|class| directions::all(*class) == points)
}

/// Returns the points closest to straight ahead.
fn nearest(points: Points) -> Points {
    (0..=8u8)
        .map(|off| points & (1 << off | 1 << ((16 - off) % 16)))
        .find(|found| *found != 0)
        .unwrap_or(0)
}

/// Converts drafts to paths. No more legs are added to the drafts.
fn finish(drafts: Vec<PathDraft>, initial: bool, last: Option<&Modifiers>) -> Vec<Path> {
    let Some(last) = last else { return Vec::new() };
    let any = "mcdek".chars().any(|letter| last.has(letter));
    let hops = last.has('p') || last.has('g');
    let take = Take {
        enemy: last.has('c') || !any,
        own: last.has('d'),
        tame: last.has('t') && !hops,
        checks_only: last.has('k'),
    };
    drafts
        .into_iter()
        .filter_map(|draft| {
            let mut legs = draft.legs.into_iter();
            let mut path = Path::new(legs.next()?);
            path.legs.extend(legs);
            if let Some(leg) = path.legs.last_mut() {
                leg.end = End::Empty;
            }
            path.quiet = last.has('m') || !any;
            path.take = take;
            path.en_passant = last.has('e');
            path.initial = initial;
            Some(path)
        })
        .collect()
}

/// Adds a path, unless another path includes it. If the path differs from another path only in the
/// squares on which it may end, the two paths are merged.
fn merge(paths: &mut Vec<Path>, path: Path) {
    let same_flags = |a: &Path, b: &Path| {
        a.quiet == b.quiet
            && a.take == b.take
            && a.en_passant == b.en_passant
            && a.initial == b.initial
    };
    for other in paths.iter_mut() {
        if includes(&other.legs, &path.legs) && same_flags(other, &path) {
            return;
        }
        if other.legs == path.legs && other.initial == path.initial && joinable(other, &path) {
            other.quiet |= path.quiet;
            other.en_passant |= path.en_passant;
            other.take.enemy |= path.take.enemy;
            other.take.own |= path.take.own;
            other.take.tame |= path.take.tame;
            return;
        }
    }
    paths.retain(|other| !(includes(&path.legs, &other.legs) && same_flags(other, &path)));
    paths.push(path);
}

/// Returns `true` if a path with the legs `outer` includes a path with the legs `inner`. Equal legs
/// include each other. A single leg also includes a single leg in the same direction if its range
/// contains the other range.
fn includes(outer: &[Leg], inner: &[Leg]) -> bool {
    match (outer, inner) {
        ([a], [b]) => a.vector == b.vector && a.min <= b.min && b.max <= a.max,
        _ => outer == inner,
    }
}

/// Returns `true` if two paths with the same legs can be merged.
fn joinable(a: &Path, b: &Path) -> bool {
    let takes = |path: &Path| path.take.enemy || path.take.own;
    let plain = !a.take.checks_only && !b.take.checks_only;
    plain && (!takes(a) || !takes(b) || a.take.tame == b.take.tame)
}
