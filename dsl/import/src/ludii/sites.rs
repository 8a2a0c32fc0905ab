//! Evaluates sets of squares.

use super::scene::{Datum, Fact, Player, Region, Scene};
use super::squares::{COMPASS, Squares};
use super::syntax::{Ludeme, Value};

impl Scene<'_> {
    /// Evaluates a set of squares. All squares count as empty.
    pub(super) fn squares(&self, ludeme: &Ludeme) -> Fact<Squares> {
        let board = &self.equipment.board;
        self.burn(ludeme, 4)?;
        if let Value::Set(items) = &ludeme.value {
            let mut set = Squares::default();
            for item in items {
                set = set.union(self.squares(item)?);
            }
            return Ok(set);
        }
        if let Some((first, last)) = ludeme.word().and_then(|word| word.split_once("..")) {
            let (Ok(first), Ok(last)) = (first.parse::<usize>(), last.parse::<usize>()) else {
                return self.unknown(ludeme);
            };
            return Ok(
                Squares::of(first..=last.min(board.files * board.ranks)).intersection(board.all)
            );
        }
        let parts = || -> Fact<Vec<Squares>> {
            ludeme.args().flat_map(Ludeme::each).map(|part| self.squares(part)).collect()
        };
        match ludeme.name() {
            "sites" => self.sites(ludeme),
            "union" => Ok(parts()?.into_iter().fold(Squares::default(), Squares::union)),
            "intersection" => Ok(parts()?.into_iter().fold(board.all, Squares::intersection)),
            "difference" => match (ludeme.arg(0), ludeme.arg(1)) {
                (Some(all), Some(less)) => Ok(self.squares(all)?.difference(self.squares(less)?)),
                _ => self.unknown(ludeme),
            },
            "expand" => {
                let Some(start) = ludeme.arg(0) else { return self.unknown(ludeme) };
                let mut set = self.squares(start)?;
                let steps =
                    ludeme.named("steps").and_then(Ludeme::number).unwrap_or(1).clamp(0, 32);
                let ways = match ludeme.arg(1) {
                    Some(way) => self.directions(way, None)?,
                    None => COMPASS.map(|(_, way)| way).to_vec(),
                };
                for _ in 0..steps {
                    let next = set.iter().flat_map(|square| {
                        let ways = ways.iter().map(|way| self.absolute(*way));
                        ways.filter_map(move |way| board.beyond(square, way, 1)).collect::<Vec<_>>()
                    });
                    set = set.union(Squares::of(next));
                }
                Ok(set)
            }
            "if" => match (ludeme.arg(0), ludeme.arg(1), ludeme.arg(2)) {
                (Some(test), Some(yes), no) => match (self.truth(test)?, no) {
                    (true, _) => self.squares(yes),
                    (false, Some(no)) => self.squares(no),
                    (false, None) => Ok(Squares::default()),
                },
                _ => self.unknown(ludeme),
            },
            _ => Ok(Squares::of(self.square(ludeme)?).intersection(board.all)),
        }
    }

    fn sites(&self, ludeme: &Ludeme) -> Fact<Squares> {
        let board = &self.equipment.board;
        let (files, ranks) = (board.files as i32, board.ranks as i32);
        let Some(first) = ludeme.arg(0) else { return self.unknown(ludeme) };
        if let Value::Set(_) = first.value {
            return self.squares(first);
        }
        if let Some(name) = first.text() {
            return self.region(ludeme, None, name);
        }
        let word = first.word().unwrap_or_default();
        if let Some(player) = self.role(word) {
            let name = ludeme.arg(1).and_then(Ludeme::text).unwrap_or_default();
            return self.region(ludeme, Some(player), name);
        }
        let line = || match ludeme.arg(1).map(|n| self.value(n)).transpose()? {
            Some(Datum::Number(n)) => Ok(n as i32),
            _ => self.unknown(ludeme),
        };
        match word {
            "Board" | "Empty" => Ok(board.all),
            "Top" => Ok(board.filter(|_, rank| rank == ranks - 1)),
            "Bottom" => Ok(board.filter(|_, rank| rank == 0)),
            "Left" => Ok(board.filter(|file, _| file == 0)),
            "Right" => Ok(board.filter(|file, _| file == files - 1)),
            "Row" => line().map(|n| board.filter(|_, rank| rank == n)),
            "Column" => line().map(|n| board.filter(|file, _| file == n)),
            "Corners" => Ok(board.filter(|file, rank| {
                [0, files - 1].contains(&file) && [0, ranks - 1].contains(&rank)
            })),
            "Side" => match ludeme.arg(1).and_then(Ludeme::word) {
                Some("N") => Ok(board.filter(|_, rank| rank == ranks - 1)),
                Some("S") => Ok(board.filter(|_, rank| rank == 0)),
                Some("W") => Ok(board.filter(|file, _| file == 0)),
                Some("E") => Ok(board.filter(|file, _| file == files - 1)),
                _ => self.unknown(ludeme),
            },
            "Start" => {
                let piece = ludeme.part("piece").and_then(|piece| piece.arg(0));
                let piece = piece.map(|piece| self.value(piece)).transpose()?;
                let Some(Datum::Piece(player, kind)) = piece else { return self.unknown(ludeme) };
                let starts = self.equipment.starts.iter();
                let starts = starts.filter(|(owner, of, _)| (*owner, *of) == (player, kind));
                Ok(starts.fold(Squares::default(), |set, (.., squares)| set.union(*squares)))
            }
            "Around" => {
                let Some(centre) = ludeme.arg(1) else { return self.unknown(ludeme) };
                let centre = self.squares(centre)?;
                let ways = match ludeme.arg(2) {
                    Some(way) => self.directions(way, None)?,
                    None => COMPASS.map(|(_, way)| way).to_vec(),
                };
                let itself = ludeme.named("includeSelf").and_then(Ludeme::word) == Some("True");
                let mut set = if itself { centre } else { Squares::default() };
                for square in centre.iter() {
                    let ways = ways.iter().map(|way| self.absolute(*way));
                    set =
                        set.union(Squares::of(ways.filter_map(|way| board.beyond(square, way, 1))));
                }
                Ok(set)
            }
            _ => self.unknown(ludeme),
        }
    }

    /// Returns the squares of a region. Names of regions may end with their owner, as in `HomeP1`.
    fn region(&self, ludeme: &Ludeme, owner: Option<Player>, name: &str) -> Fact<Squares> {
        let suffix = owner.map(|owner| format!("P{}", owner + 1)).unwrap_or_default();
        let fits = |region: &&Region| {
            (owner.is_none() || region.owner == owner)
                && (name.is_empty()
                    || region.name == name
                    || region.name.strip_suffix(suffix.as_str()) == Some(name))
        };
        let mut found = self.equipment.regions.iter().filter(fits).peekable();
        if found.peek().is_none() {
            return self.unknown(ludeme);
        }
        let inner = self.inner(ludeme)?;
        found.try_fold(Squares::default(), |set, region| {
            Ok(set.union(inner.squares(&region.squares)?))
        })
    }
}
