//! Shuffles: methods of `rules`, refinements, and the list of their outcomes.

use std::collections::BTreeSet;

use quadrille_core::rules::{Arrangement, Shuffle};
use quadrille_core::{Kind, Piece, Spec, Square};
use rhai::{Array, Dynamic, Engine, ImmutableString, NativeCallContext};

use super::declarer::{ShuffleRule, Shuffled};
use super::{Declaration, DeclarationTarget, Declarer, Rules};
use crate::script::interface::bindings::board_values::{elements, texts};

type CallContext<'a> = NativeCallContext<'a>;

/// The maximum number of arrangements that are tested against the constraints of a shuffle.
const MAX_TESTED: usize = 4_000_000;

/// A function that returns the pieces of a named array.
type NamedArrays<'a> = &'a dyn Fn(&str) -> Option<Vec<(Square, Piece)>>;

/// Pieces that are moved together, one from each list of squares. They have the same index in their
/// lists.
type Group = Vec<Option<Piece>>;

impl Rules {
    /// Returns the squares of an argument. The squares of a list keep their order. The squares of a
    /// square set are in the order of the board.
    fn squares_in_order(&self, c: &CallContext<'_>, squares: &Dynamic) -> Option<Vec<Square>> {
        let zone = self.0.zone(c, squares)?;
        let listed = squares.clone().try_cast::<Array>();
        let ordered = match listed.and_then(|array| elements::<Square>(&array, "squares").ok()) {
            Some(squares) => squares,
            None => zone.into_iter().collect(),
        };
        if ordered.len() < 2 || ordered.len() != zone.into_iter().count() {
            let help = "write two or more different squares, such as `\"a1..h1\"`";
            self.0.wrong_here(c, "these squares can't be shuffled", help);
            return None;
        }
        Some(ordered)
    }

    fn add_shuffle(&self, c: &CallContext<'_>, shuffled: Shuffled) -> DeclarationTarget {
        let mut shuffles = self.0.shuffles.borrow_mut();
        shuffles.push(ShuffleRule {
            shuffled,
            opposite: Vec::new(),
            between: Vec::new(),
            clause: None,
            place: self.0.place(c),
        });
        DeclarationTarget::Shuffle(shuffles.len() - 1)
    }
}

impl Declaration {
    /// Changes the shuffle to which a refinement belongs.
    fn shuffle(&self, c: &CallContext<'_>, change: impl FnOnce(&mut ShuffleRule)) -> Self {
        let mut shuffles = self.rules.shuffles.borrow_mut();
        let rule = match self.what {
            DeclarationTarget::Shuffle(i) => shuffles.get_mut(i),
            _ => None,
        };
        match rule.filter(|rule| matches!(rule.shuffled, Shuffled::Squares(_))) {
            Some(rule) => change(rule),
            None => {
                drop(shuffles);
                self.misplaced(c, "a shuffle of squares");
            }
        }
        self.clone()
    }
}

/// Registers the declarations and refinements of shuffles.
pub(super) fn register(engine: &mut Engine) {
    engine.register_fn("shuffle", |c: CallContext<'_>, rules: &mut Rules, squares: Dynamic| {
        let squares = rules.squares_in_order(&c, &squares);
        let what = squares.map(|list| rules.add_shuffle(&c, Shuffled::Squares(vec![list])));
        rules.declaration(what)
    });
    engine.register_fn("shuffle_arrays", |c: CallContext<'_>, rules: &mut Rules, names: Array| {
        let what = match texts(&names, "names of arrays") {
            Ok(names) if names.len() >= 2 => {
                let names = names.iter().map(ToString::to_string).collect();
                Some(rules.add_shuffle(&c, Shuffled::Arrays(names)))
            }
            _ => {
                let help = "write two or more names, such as `[\"classic\", \"modern\"]`";
                rules.0.wrong_here(&c, "these are not names of several arrays", help);
                None
            }
        };
        rules.declaration(what)
    });
    engine.register_fn("mirrored", |c: CallContext<'_>, d: &mut Declaration, squares: Dynamic| {
        let squares = Rules(std::rc::Rc::clone(&d.rules)).squares_in_order(&c, &squares);
        let Some(squares) = squares else { return d.clone() };
        d.shuffle(&c, |rule| {
            if let Shuffled::Squares(lists) = &mut rule.shuffled {
                lists.push(squares);
            }
        })
    });
    engine.register_fn(
        "opposite_colours",
        |c: CallContext<'_>, d: &mut Declaration, kind: ImmutableString| {
            let Some(kind) = d.rules.kind(&c, &kind) else { return d.clone() };
            d.shuffle(&c, |rule| rule.opposite.push(kind))
        },
    );
    engine.register_fn(
        "kept_between",
        |c: CallContext<'_>, d: &mut Declaration, kind: &str, outer: &str| {
            let kinds = (d.rules.kind(&c, kind), d.rules.kind(&c, outer));
            let (Some(kind), Some(outer)) = kinds else { return d.clone() };
            d.shuffle(&c, |rule| rule.between.push((kind, outer)))
        },
    );
}

impl Declarer {
    /// Lists the outcomes of all shuffles. The array is known by now.
    pub(super) fn build_shuffles(&self, arrays: NamedArrays<'_>) {
        for rule in self.shuffles.take() {
            let built = outcomes(&self.spec.borrow(), &rule, arrays);
            match built {
                Ok(shuffle) => self.spec.borrow_mut().shuffles.push(shuffle),
                Err((why, help)) => self.wrong(&rule.place, why, Some(help.into())),
            }
        }
    }
}

/// A mistake in a shuffle, and advice.
type Wrong = (String, &'static str);

fn outcomes(spec: &Spec, rule: &ShuffleRule, arrays: NamedArrays<'_>) -> Result<Shuffle, Wrong> {
    let (squares, outcomes) = match &rule.shuffled {
        Shuffled::Arrays(names) => of_arrays(names, arrays)?,
        Shuffled::Squares(lists) => {
            let groups = groups(spec, lists)?;
            (lists.concat(), arrangements(spec, rule, &lists[0], groups)?)
        }
    };
    Ok(Shuffle { squares, outcomes, clause: rule.clause })
}

/// Returns the name of an arrangement: the letters of its kinds, and `_` for an empty square.
/// Letters of seats are added if the pieces have several colours.
fn name(spec: &Spec, pieces: &[Option<Piece>]) -> String {
    let mut colours = pieces.iter().flatten().map(|piece| piece.colour());
    let first = colours.next();
    let several = colours.any(|colour| Some(colour) != first);
    let letters = pieces.iter().map(|piece| match piece {
        None => "_".to_owned(),
        Some(piece) => {
            let kind = spec.kinds.get(piece.kind().index()).map_or('?', |kind| kind.letter);
            let colour = several.then(|| spec.colour_key(piece.colour()));
            colour.into_iter().chain([kind]).collect()
        }
    });
    letters.collect()
}

/// Returns an outcome for each of several arrays. The squares are all squares with a piece in at
/// least one of the arrays.
fn of_arrays(
    names: &[String],
    arrays: NamedArrays<'_>,
) -> Result<(Vec<Square>, Vec<Arrangement>), Wrong> {
    let mut all = Vec::new();
    for name in names {
        let found = arrays(name).ok_or_else(|| {
            let help = "define it in geometry.toml, as `[array.NAME]`";
            (format!("there is no array `{name}`"), help)
        })?;
        all.push(found);
    }
    let squares: BTreeSet<Square> = all.iter().flatten().map(|(square, _)| *square).collect();
    let on = |array: &[(Square, Piece)], square: &Square| {
        array.iter().find(|(at, _)| at == square).map(|(_, piece)| *piece)
    };
    let outcomes = names.iter().zip(&all).map(|(name, array)| {
        let pieces = squares.iter().map(|at| on(array, at)).collect();
        Arrangement { name: name.clone(), pieces }
    });
    let outcomes = outcomes.collect();
    Ok((squares.into_iter().collect(), outcomes))
}

/// Returns a group of pieces for each index in the lists of squares. A group contains one piece
/// from each list.
fn groups(spec: &Spec, lists: &[Vec<Square>]) -> Result<Vec<Group>, Wrong> {
    let piece =
        |square: Square| spec.array.iter().find(|(at, _)| *at == square).map(|(_, piece)| *piece);
    let mut used = BTreeSet::new();
    if !lists.iter().flatten().all(|square| used.insert(*square)) {
        let help = "write each square once";
        return Err(("the squares of a shuffle overlap".to_owned(), help));
    }
    let [first, others @ ..] = lists else { return Ok(Vec::new()) };
    for list in others {
        let kind = |square: &Square| piece(*square).map(Piece::kind);
        if !list.iter().map(kind).eq(first.iter().map(kind)) {
            let name = |list: &[Square]| {
                list.first().map(|square| spec.geometry.name(*square)).unwrap_or_default()
            };
            let why = format!(
                "the squares from {} on have other pieces than the squares from {} on",
                name(list),
                name(first)
            );
            return Err((why, "list the squares in the order of the kinds in the array"));
        }
    }
    let places = 0..first.len();
    Ok(places.map(|place| lists.iter().map(|list| piece(list[place])).collect()).collect())
}

/// Returns all arrangements of the groups that satisfy the constraints.
fn arrangements(
    spec: &Spec,
    rule: &ShuffleRule,
    squares: &[Square],
    groups: Vec<Group>,
) -> Result<Vec<Arrangement>, Wrong> {
    let mut search = Search {
        spec,
        rule,
        squares,
        distinct: Vec::new(),
        chosen: Vec::new(),
        found: Vec::new(),
        tested: 0,
    };
    let mut left: Vec<usize> = Vec::new();
    for group in groups {
        match search.distinct.iter().position(|known| *known == group) {
            Some(number) => left[number] += 1,
            None => {
                search.distinct.push(group);
                left.push(1);
            }
        }
    }
    search.extend(&mut left);
    if search.tested > MAX_TESTED || search.found.len() > Shuffle::MAX_OUTCOMES {
        let why = format!("the shuffle has more than {} outcomes", Shuffle::MAX_OUTCOMES);
        return Err((why, "shuffle fewer squares, or in several shuffles"));
    }
    if search.found.is_empty() {
        let help = "remove a constraint, or check the kinds on the squares";
        return Err(("no arrangement satisfies the constraints".to_owned(), help));
    }
    let lists = search.distinct.first().map_or(0, Vec::len);
    let joined = |chosen: &Vec<usize>| {
        let of_list = |list: usize| chosen.iter().map(move |number| (list, *number));
        let piece = |(list, number): (usize, usize)| search.distinct[number][list];
        let first: Group = of_list(0).map(piece).collect();
        let pieces = (0..lists).flat_map(of_list).map(piece).collect();
        Arrangement { name: name(spec, &first), pieces }
    };
    Ok(search.found.iter().map(joined).collect())
}

/// A search for all arrangements.
struct Search<'a> {
    spec: &'a Spec,
    rule: &'a ShuffleRule,
    squares: &'a [Square],
    /// The different groups.
    distinct: Vec<Group>,
    /// For each of the first squares, the index in `distinct` of the group that is placed there.
    chosen: Vec<usize>,
    found: Vec<Vec<usize>>,
    tested: usize,
}

impl Search<'_> {
    /// Adds all arrangements that begin with the chosen groups. `left` contains, for each different
    /// group, the number of times that it is still to be placed.
    fn extend(&mut self, left: &mut [usize]) {
        if self.tested > MAX_TESTED || self.found.len() > Shuffle::MAX_OUTCOMES {
            return;
        }
        self.tested += 1;
        if self.chosen.len() == self.squares.len() {
            if self.is_allowed() {
                self.found.push(self.chosen.clone());
            }
            return;
        }
        for number in 0..left.len() {
            if left[number] > 0 {
                left[number] -= 1;
                self.chosen.push(number);
                self.extend(left);
                self.chosen.pop();
                left[number] += 1;
            }
        }
    }

    /// Returns the indices of the pieces of a kind in the first list of squares.
    fn places(&self, kind: Kind) -> impl Iterator<Item = usize> {
        let of_kind = move |number: &usize| {
            let piece = self.distinct[*number].first().copied().flatten();
            piece.is_some_and(|piece| piece.kind() == kind)
        };
        let places = self.chosen.iter().enumerate();
        places.filter(move |(_, number)| of_kind(number)).map(|(place, _)| place)
    }

    fn is_allowed(&self) -> bool {
        let is_light = |place: &usize| {
            let cell = self.spec.geometry.cell(self.squares[*place]);
            (cell.file + cell.rank) % 2 == 1
        };
        let opposite = self.rule.opposite.iter().all(|kind| {
            let light = self.places(*kind).filter(is_light).count();
            let dark = self.places(*kind).count() - light;
            light.abs_diff(dark) <= 1
        });
        let between = self.rule.between.iter().all(|(kind, outer)| {
            let ends = self.places(*outer).min().zip(self.places(*outer).max());
            self.places(*kind).all(|at| ends.is_some_and(|(first, last)| first < at && at < last))
        });
        opposite && between
    }
}
