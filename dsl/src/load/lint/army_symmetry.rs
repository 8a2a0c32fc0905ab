//! Warns about seats whose armies differ although they should be alike. To compare two armies, the
//! symmetries of the board are applied.

use std::collections::BTreeSet;

use crate::text::prose::with_article;
use quadrille_core::rules::SeatSpec;
use quadrille_core::{Facing, Kind, Spec};

use super::LintInput;
use super::board_symmetry::{Army, BoardSymmetry, place, turned};
use crate::diagnostic::{Code, Diagnostic};
use crate::manifest::tree::{FileSpan, TomlNode};

/// The difference between an army and an expected army. The expected army is the image of another
/// seat's army under a symmetry of the board.
#[derive(Clone, Default)]
struct ArmyDifference {
    /// The cells where the two armies differ, in order.
    cells: Vec<(u8, u8)>,
    /// The image of the other army.
    expected: Army,
}

impl ArmyDifference {
    /// Returns the smallest difference between the armies of two seats. Tries every symmetry that
    /// turns the facing of the first seat to the facing of the second seat.
    fn least(
        symmetries: &[BoardSymmetry],
        (from, model): (Facing, &Army),
        (to, army): (Facing, &Army),
    ) -> Option<Self> {
        let fits = symmetries.iter().filter(|symmetry| symmetry.facing(from) == to);
        let all = fits.map(|symmetry| {
            let expected = turned(symmetry, model);
            let both: BTreeSet<(u8, u8)> = expected.keys().chain(army.keys()).copied().collect();
            let differs = |at: &(u8, u8)| expected.get(at) != army.get(at);
            Self { cells: both.into_iter().filter(differs).collect(), expected }
        });
        all.min_by_key(|difference| difference.cells.len())
    }
}

impl LintInput<'_> {
    /// Returns the facings and armies of the seats. Returns `None` if an army has too few pieces
    /// for a comparison.
    pub(super) fn sides(&self) -> Option<Vec<(Facing, Army)>> {
        let spec = self.spec;
        let army = |seat: usize| -> Army {
            let mine = spec.array.iter().filter(|(_, piece)| piece.colour().index() == seat);
            let at = |square| place(spec.geometry.cell(square));
            mine.map(|(square, piece)| (at(*square), (piece.kind(), piece.facing()))).collect()
        };
        let sides = spec.seats.iter().enumerate().map(|(i, seat)| (seat.facing, army(i)));
        let sides: Vec<_> = sides.collect();
        sides.iter().all(|(_, army)| army.len() >= MIN_ARMY_PIECES).then_some(sides)
    }

    /// Warns about a seat whose army differs slightly from the others, if all other armies are
    /// alike. If a preset is in force, nothing is reported, because the difference may be a
    /// handicap.
    pub(super) fn armies(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        if self.preset {
            return;
        }
        let Some(armies) = self.sides() else { return };
        let symmetries = BoardSymmetry::all(&spec.geometry_while(|_| true));
        let side = |i: usize| (armies[i].0, &armies[i].1);
        let differs =
            |model: usize, seat: usize| ArmyDifference::least(&symmetries, side(model), side(seat));
        // Usually all armies are alike, which is quick to check.
        let same = |seat: usize| differs(0, seat).is_some_and(|d| d.cells.is_empty());
        let like_first: Vec<bool> = (0..armies.len()).map(same).collect();
        if like_first.iter().all(|same| *same) {
            return;
        }
        let alike = |a: usize, b: usize| match (like_first[a], like_first[b]) {
            (true, true) => true,
            (false, false) => differs(a, b).is_some_and(|d| d.cells.is_empty()),
            _ => false,
        };
        for seat in 0..armies.len() {
            let others: Vec<usize> = (0..armies.len()).filter(|other| *other != seat).collect();
            let Some((model, rest)) = others.split_first() else { continue };
            // If there are only two seats, either army may be wrong. Only the second seat is
            // reported.
            if (rest.is_empty() && seat == 0) || !rest.iter().all(|other| alike(*model, *other)) {
                continue;
            }
            let close = others.iter().filter_map(|other| Some((*other, differs(*other, seat)?)));
            let Some((model, ArmyDifference { cells, expected })) =
                close.min_by_key(|(_, difference)| difference.cells.len())
            else {
                continue;
            };
            let army = &armies[seat].1;
            // An army with more or fewer pieces is a handicap.
            if cells.is_empty()
                || cells.len() > MAX_DIFFERING_SQUARES
                || army.len() != expected.len()
            {
                continue;
            }
            self.odd_army(spec, (model, seat), (&cells, &expected, army), out);
        }
    }

    fn odd_army(
        &self,
        spec: &Spec,
        (model, seat): (usize, usize),
        (cells, expected, army): (&[(u8, u8)], &Army, &Army),
        out: &mut Vec<Diagnostic>,
    ) {
        let Some(first) = cells.first() else { return };
        let describe = |piece: Option<&(Kind, Facing)>| match piece {
            Some((kind, facing)) => {
                let kind = &spec.kinds[kind.index()].name;
                format!("{} facing {}", with_article(kind), facing.word())
            }
            None => "nothing".to_owned(),
        };
        let [odd, other] = [seat, model].map(|seat| &spec.seats[seat].name);
        let square = spec.geometry.at(first.0.into(), first.1.into());
        let square = square.map(|square| spec.geometry.name(square)).unwrap_or_default();
        let message = format!(
            "{odd}'s army differs slightly from {other}'s: {square} has {} instead of {}",
            describe(army.get(first)),
            describe(expected.get(first)),
        );
        let help = match cells.len() {
            1 => {
                "correct the picture; if the armies are meant to differ, write `seats-not-alike = \"allow\"` under `[lints]`".to_owned()
            }
            n => format!("correct the picture on {n} squares, or write `seats-not-alike = \"allow\"` under `[lints]`"),
        };
        let FileSpan { source, span } = self.picture_cell(*first);
        let mut made =
            Diagnostic::warning(Code::SeatsNotAlike, &source, span.clone(), message).help(help);
        if let (1, Some((kind, facing))) = (cells.len(), expected.get(first)) {
            let SeatSpec { key, facing: usual, .. } = &spec.seats[seat];
            let sign = if facing == usual { "" } else { sign(*facing) };
            let replacement = format!("{key}{}{sign}", spec.kinds[kind.index()].letter);
            made = made.edit(span, replacement, false);
        }
        out.push(made);
    }

    /// Returns the place of a cell in the text of the array's picture.
    fn picture_cell(&self, (file, rank): (u8, u8)) -> FileSpan {
        let Some(picture) = self.picture() else { return self.top.clone() };
        let ranks = usize::from(self.spec.geometry.ranks());
        let text = picture.text().unwrap_or_default();
        let mut rows = text.lines().filter(|line| !line.trim().is_empty());
        let row = rows.nth(ranks - 1 - usize::from(rank));
        let cell = row.and_then(|row| row.split_whitespace().nth(file.into()));
        match cell {
            Some(cell) => {
                let start = cell.as_ptr().addr() - text.as_ptr().addr();
                picture.inside(start..start + cell.len())
            }
            None => picture.at.clone(),
        }
    }

    /// Returns the picture of the array with which games start.
    fn picture(&self) -> Option<&TomlNode> {
        let arrays = self.table.table("array")?;
        let named = self.arrays.iter().find(|(_, array)| *array == self.spec.array);
        let named = named.and_then(|(name, _)| arrays.get(name)?.table()?.get("picture"));
        named.or_else(|| arrays.get("picture"))
    }
}

/// Returns the sign that pictures use for a facing.
fn sign(facing: Facing) -> &'static str {
    match facing {
        Facing::North => "^",
        Facing::East => ">",
        Facing::South => "v",
        Facing::West => "<",
    }
}

/// The maximum number of squares in which similar armies may differ. It allows for two swapped
/// pieces or one misplaced piece.
const MAX_DIFFERING_SQUARES: usize = 2;
/// The minimum number of pieces that an army must have to be compared.
const MIN_ARMY_PIECES: usize = 4;
