//! Evaluates conditions, squares and numbers of a game before it is played.
//!
//! Many conditions depend only on the squares of a move and on the piece on its last square. The
//! importer evaluates them for each square and each piece. Other conditions depend on the game so
//! far. Their value is unknown.

use std::cell::Cell;

use super::squares::{Board, COMPASS, Squares, Step};
use super::syntax::Ludeme;

/// The number of a player, from 0.
pub(super) type Player = usize;
/// The number of a kind.
pub(super) type KindId = usize;

/// The equipment that conditions refer to.
#[derive(Debug)]
pub(super) struct Equipment {
    pub(super) board: Board,
    pub(super) facings: Vec<Step>,
    pub(super) teams: Vec<usize>,
    /// The names of the kinds, as in the file.
    pub(super) kinds: Vec<String>,
    pub(super) regions: Vec<Region>,
    pub(super) maps: Vec<Ludeme>,
    /// The squares where each player's pieces of each kind start.
    pub(super) starts: Vec<(Player, KindId, Squares)>,
    /// The number of evaluations that are still allowed.
    pub(super) fuel: Cell<u64>,
}

/// A region with a name.
#[derive(Debug)]
pub(super) struct Region {
    pub(super) name: String,
    pub(super) owner: Option<Player>,
    pub(super) squares: Ludeme,
}

/// The content of a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Content {
    Empty,
    Piece(Player, KindId),
}

/// A value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Datum {
    Number(i64),
    Piece(Player, KindId),
    Hand(Player),
}

/// A part of a condition whose value depends on the game so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Unknown {
    pub(super) line: usize,
    pub(super) what: String,
}

pub(super) type Fact<T> = Result<T, Unknown>;

/// The situation in which something is evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'e> {
    pub(super) equipment: &'e Equipment,
    pub(super) mover: Player,
    /// The direction that is forward for the moving piece.
    pub(super) facing: Step,
    pub(super) kind: Option<KindId>,
    pub(super) from: Option<usize>,
    pub(super) to: Option<usize>,
    pub(super) between: Option<usize>,
    pub(super) site: Option<usize>,
    pub(super) last_from: Option<usize>,
    pub(super) last_to: Option<usize>,
    /// The content of the square `to`. If `to` is `None`, the content of the square `between`.
    pub(super) content: Option<Content>,
    /// `true` if an en passant capture is possible on the square `to`.
    pub(super) pending: bool,
    /// The state of the moving piece.
    pub(super) state: Option<i64>,
    pub(super) pips: Option<i64>,
    /// The nesting depth of maps and regions in this evaluation.
    pub(super) nested: u8,
}

/// The greatest nesting depth of maps and regions.
const MAX_NESTED: u8 = 4;

impl<'e> Scene<'e> {
    pub(super) fn new(equipment: &'e Equipment, mover: Player) -> Self {
        Self {
            equipment,
            mover,
            facing: equipment.facings.get(mover).copied().unwrap_or((0, 1)),
            kind: None,
            from: None,
            to: None,
            between: None,
            site: None,
            last_from: None,
            last_to: None,
            content: None,
            pending: false,
            state: None,
            pips: None,
            nested: 0,
        }
    }

    fn next(&self) -> Player {
        (self.mover + 1) % self.equipment.facings.len()
    }

    /// Counts an evaluation that takes `cost` steps.
    pub(super) fn burn(&self, ludeme: &Ludeme, cost: u64) -> Fact<()> {
        let fuel = &self.equipment.fuel;
        fuel.set(fuel.get().saturating_sub(cost));
        if fuel.get() == 0 { self.unknown(ludeme) } else { Ok(()) }
    }

    /// Returns a copy of this scene with one more level of nesting, for the evaluation of a map or
    /// a region.
    pub(super) fn inner(&self, ludeme: &Ludeme) -> Fact<Self> {
        if self.nested >= MAX_NESTED {
            return self.unknown(ludeme);
        }
        Ok(Self { nested: self.nested + 1, ..*self })
    }

    pub(super) fn unknown<T>(&self, ludeme: &Ludeme) -> Fact<T> {
        Err(Unknown { line: ludeme.line, what: ludeme.shown() })
    }

    /// Returns the player of a role such as `Mover` or `P1`.
    pub(super) fn role(&self, word: &str) -> Option<Player> {
        let players = self.equipment.facings.len();
        match word {
            "Mover" => Some(self.mover),
            "Next" => Some(self.next()),
            "Prev" => Some((self.mover + players - 1) % players),
            _ => {
                let player = word.strip_prefix('P')?.parse::<usize>().ok()?;
                player.checked_sub(1).filter(|player| *player < players)
            }
        }
    }

    pub(super) fn kind_named(&self, name: &str) -> Option<KindId> {
        self.equipment.kinds.iter().position(|kind| kind == name)
    }

    /// Returns a direction of the board as the player sees it: files to the right, ranks ahead.
    pub(super) fn relative(&self, (x, y): Step) -> Step {
        turned((x, y), self.facing)
    }

    /// Converts a direction as the player sees it to the direction on the board.
    pub(super) fn absolute(&self, (x, y): Step) -> Step {
        turned((x, y), (-self.facing.0, self.facing.1))
    }

    /// Evaluates a condition.
    pub(super) fn truth(&self, ludeme: &Ludeme) -> Fact<bool> {
        self.burn(ludeme, 1)?;
        if let Some(word) = ludeme.word() {
            return match word {
                "True" => Ok(true),
                "False" => Ok(false),
                _ => self.unknown(ludeme),
            };
        }
        let parts = || ludeme.args().flat_map(Ludeme::each);
        let first = ludeme.arg(0).and_then(Ludeme::word).unwrap_or_default();
        match ludeme.name() {
            "not" => match ludeme.arg(0) {
                Some(part) => self.truth(part).map(|truth| !truth),
                None => self.unknown(ludeme),
            },
            "and" => self.fold(parts(), false),
            "or" => self.fold(parts(), true),
            "if" => match (ludeme.arg(0), ludeme.arg(1), ludeme.arg(2)) {
                (Some(test), Some(yes), no) => match (self.truth(test)?, no) {
                    (true, _) => self.truth(yes),
                    (false, Some(no)) => self.truth(no),
                    (false, None) => Ok(true),
                },
                _ => self.unknown(ludeme),
            },
            "is" => self.is(ludeme, first),
            "=" | "!=" | "<" | ">" | "<=" | ">=" => self.compared(ludeme),
            _ => self.unknown(ludeme),
        }
    }

    /// Evaluates a conjunction, or a disjunction if `ends` is `true`.
    fn fold<'l>(&self, parts: impl Iterator<Item = &'l Ludeme>, ends: bool) -> Fact<bool> {
        let mut result = Ok(!ends);
        for part in parts {
            match self.truth(part) {
                Ok(truth) if truth == ends => return Ok(ends),
                Ok(_) => {}
                error => result = result.and(error),
            }
        }
        result
    }

    fn is(&self, ludeme: &Ludeme, what: &str) -> Fact<bool> {
        let Some(of) = ludeme.arg(1) else {
            return if what == "Pending" { Ok(self.pending) } else { self.unknown(ludeme) };
        };
        match what {
            "Empty" => Ok(self.content_at(of)? == Content::Empty),
            "Occupied" => Ok(self.content_at(of)? != Content::Empty),
            "In" if of.name() == "sites" || of.label.is_none() => {
                let Some(set) = ludeme.arg(2) else { return self.unknown(ludeme) };
                if set.is("sites", "Pending") {
                    return Ok(self.pending);
                }
                let inside = |item: &Ludeme| -> Fact<bool> {
                    if set.is("sites", "Empty") {
                        return Ok(self.content_at(item)? == Content::Empty);
                    }
                    let square = self.square(item)?;
                    let set = self.squares(set)?;
                    Ok(square.is_some_and(|square| set.contains(square)))
                };
                inside(of)
            }
            "Enemy" | "Friend" => {
                let owner = match self.value(of)? {
                    Datum::Number(n) => n - 1,
                    _ => return self.unknown(ludeme),
                };
                let Some(owner) = usize::try_from(owner).ok() else { return Ok(false) };
                let teams = &self.equipment.teams;
                let (Some(ours), Some(theirs)) = (teams.get(self.mover), teams.get(owner)) else {
                    return Ok(false);
                };
                Ok((ours == theirs) == (what == "Friend"))
            }
            // The owner of a piece that moves is active.
            "Active" if of.name() == "who" => Ok(true),
            "Mover" | "Next" => {
                match (self.role(what), of.word().and_then(|word| self.role(word))) {
                    (Some(one), Some(other)) => Ok(one == other),
                    _ => self.unknown(ludeme),
                }
            }
            // This importer treats the second of two moves in a row as a promotion, which is part
            // of the first move.
            "Prev" if of.word() == Some("Mover") => Ok(false),
            _ => self.unknown(ludeme),
        }
    }

    fn compared(&self, ludeme: &Ludeme) -> Fact<bool> {
        let (Some(left), Some(right)) = (ludeme.arg(0), ludeme.arg(1)) else {
            return self.unknown(ludeme);
        };
        let pending = |side: &Ludeme| side.is("value", "Pending");
        if ludeme.name() == "=" && (pending(left) || pending(right)) {
            return Ok(self.pending);
        }
        let (left, right) = (self.value(left)?, self.value(right)?);
        match (ludeme.name(), left, right) {
            ("=", left, right) => Ok(left == right),
            ("!=", left, right) => Ok(left != right),
            ("<", Datum::Number(a), Datum::Number(b)) => Ok(a < b),
            (">", Datum::Number(a), Datum::Number(b)) => Ok(a > b),
            ("<=", Datum::Number(a), Datum::Number(b)) => Ok(a <= b),
            (">=", Datum::Number(a), Datum::Number(b)) => Ok(a >= b),
            _ => self.unknown(ludeme),
        }
    }

    /// Returns the content of the square that the ludeme `of` names.
    fn content_at(&self, of: &Ludeme) -> Fact<Content> {
        let here = self.to.or(self.between);
        let square = self.square(of)?;
        match self.content {
            Some(content) if square.is_some() && square == here => Ok(content),
            _ if square.is_some() && square == self.from => match self.kind {
                Some(kind) => Ok(Content::Piece(self.mover, kind)),
                None => self.unknown(of),
            },
            _ if square.is_some() && square == self.last_to => match self.kind {
                Some(kind) => Ok(Content::Piece(self.mover, kind)),
                None => self.unknown(of),
            },
            _ => self.unknown(of),
        }
    }

    /// Evaluates a number, a square or a piece.
    pub(super) fn value(&self, ludeme: &Ludeme) -> Fact<Datum> {
        self.burn(ludeme, 1)?;
        let number = |n: usize| Ok(Datum::Number(n as i64));
        let at = |square: Option<usize>| match square {
            Some(square) => number(square),
            None => self.unknown(ludeme),
        };
        if let Some(n) = ludeme.number() {
            return Ok(Datum::Number(n));
        }
        if let Some(name) = ludeme.text() {
            return at(self.equipment.board.named(name));
        }
        if let Some(word) = ludeme.word() {
            return match (word, self.role(word)) {
                ("Off" | "Undefined", _) => Ok(Datum::Number(-1)),
                (_, Some(player)) => number(player + 1),
                _ => self.unknown(ludeme),
            };
        }
        let first = ludeme.arg(0);
        let word = first.and_then(Ludeme::word).unwrap_or_default();
        let board = &self.equipment.board;
        match ludeme.name() {
            "to" => at(self.to),
            "from" if ludeme.items().len() == 1 => at(self.from),
            "between" => at(self.between),
            "site" => at(self.site),
            "last" if word == "To" => at(self.last_to),
            "last" if word == "From" => at(self.last_from),
            "mover" => number(self.mover + 1),
            "next" => number(self.next() + 1),
            "player" => match first {
                Some(first) => self.value(first),
                None => self.unknown(ludeme),
            },
            "id" => {
                let kind = first.and_then(Ludeme::text).and_then(|name| self.kind_named(name));
                let owner = match ludeme.arg(1) {
                    Some(role) => self.value(role)?,
                    None => Datum::Number(self.mover as i64 + 1),
                };
                match (kind, owner) {
                    (Some(kind), Datum::Number(owner)) if owner > 0 => {
                        Ok(Datum::Piece(owner as usize - 1, kind))
                    }
                    _ => self.unknown(ludeme),
                }
            }
            "what" | "who" => {
                let Some(of) = ludeme.named("at") else { return self.unknown(ludeme) };
                match (ludeme.name(), self.content_at(of)?) {
                    (_, Content::Empty) => Ok(Datum::Number(0)),
                    ("what", Content::Piece(player, kind)) => Ok(Datum::Piece(player, kind)),
                    (_, Content::Piece(player, _)) => number(player + 1),
                }
            }
            "state" => {
                let own = match ludeme.named("at").map(|of| self.square(of)) {
                    Some(Ok(square)) => {
                        square.is_some() && [self.from, self.last_to].contains(&square)
                    }
                    _ => false,
                };
                match self.state {
                    Some(state) if own => Ok(Datum::Number(state)),
                    _ => self.unknown(ludeme),
                }
            }
            "column" | "row" => {
                let of = ludeme.named("of").map(|of| self.square(of)).transpose()?.flatten();
                let Some((file, rank)) = of.and_then(|square| board.place(square)) else {
                    return self.unknown(ludeme);
                };
                Ok(Datum::Number(i64::from(if ludeme.name() == "column" { file } else { rank })))
            }
            "count" => match (word, self.pips) {
                ("Rows", _) => number(board.ranks),
                ("Columns", _) => number(board.files),
                ("Pips", Some(pips)) => Ok(Datum::Number(pips)),
                _ => self.unknown(ludeme),
            },
            "ahead" => {
                let start = first.map(|first| self.square(first)).transpose()?.flatten();
                let steps = ludeme.named("steps").and_then(Ludeme::number).unwrap_or(1);
                let ways = match ludeme.arg(1) {
                    Some(way) => self.directions(way, None)?,
                    None => vec![(0, 1)],
                };
                let (Some(start), [way]) = (start, ways.as_slice()) else {
                    return self.unknown(ludeme);
                };
                let steps = steps.clamp(0, 64) as i32;
                let end = board.beyond(start, self.absolute(*way), steps);
                // A piece at the edge stays where it is.
                number(end.unwrap_or(start))
            }
            "mapEntry" => self.map_entry(ludeme),
            "handSite" => match first.map(|first| self.value(first)).transpose()? {
                Some(Datum::Number(player)) if player > 0 => Ok(Datum::Hand(player as usize - 1)),
                _ => self.unknown(ludeme),
            },
            "if" => match (first, ludeme.arg(1), ludeme.arg(2)) {
                (Some(test), Some(yes), Some(no)) => {
                    if self.truth(test)? {
                        self.value(yes)
                    } else {
                        self.value(no)
                    }
                }
                _ => self.unknown(ludeme),
            },
            "+" | "-" | "*" | "/" | "%" => {
                let numbers = ludeme.args().flat_map(Ludeme::each).map(|part| self.value(part));
                let numbers: Vec<Datum> = numbers.collect::<Fact<_>>()?;
                let [Datum::Number(a), Datum::Number(b)] = numbers.as_slice() else {
                    return self.unknown(ludeme);
                };
                let result = match ludeme.name() {
                    "+" => a.checked_add(*b),
                    "-" => a.checked_sub(*b),
                    "*" => a.checked_mul(*b),
                    "/" => a.checked_div(*b),
                    _ => a.checked_rem(*b),
                };
                result.map_or_else(|| self.unknown(ludeme), |n| Ok(Datum::Number(n)))
            }
            _ => self.unknown(ludeme),
        }
    }

    fn map_entry(&self, ludeme: &Ludeme) -> Fact<Datum> {
        let (Some(name), Some(key)) = (ludeme.arg(0).and_then(Ludeme::text), ludeme.arg(1)) else {
            return self.unknown(ludeme);
        };
        let (key, inner) = (self.value(key)?, self.inner(ludeme)?);
        let map =
            self.equipment.maps.iter().find(|map| map.arg(0).and_then(Ludeme::text) == Some(name));
        let pairs = map.and_then(|map| map.arg(1)).map_or(&[][..], Ludeme::items);
        let pair =
            pairs.iter().find(|pair| pair.arg(0).is_some_and(|of| inner.value(of) == Ok(key)));
        match pair.and_then(|pair| pair.arg(1)) {
            Some(value) => inner.value(value),
            None => self.unknown(ludeme),
        }
    }

    /// Evaluates a square. `None` is a square off the board.
    pub(super) fn square(&self, ludeme: &Ludeme) -> Fact<Option<usize>> {
        match self.value(ludeme)? {
            Datum::Number(n) => Ok(usize::try_from(n).ok()),
            _ => self.unknown(ludeme),
        }
    }

    /// Returns directions as the player sees them. `leg` is the direction of the previous leg. The
    /// names of directions in the next leg are relative to this direction.
    pub(super) fn directions(&self, ludeme: &Ludeme, leg: Option<Step>) -> Fact<Vec<Step>> {
        if ludeme.name() == "directions" {
            return match ludeme.arg(0) {
                Some(first) => self.directions(first, leg),
                None => self.unknown(ludeme),
            };
        }
        if let ("if", Some(test), Some(yes), Some(no)) =
            (ludeme.name(), ludeme.arg(0), ludeme.arg(1), ludeme.arg(2))
        {
            let way = if self.truth(test)? { yes } else { no };
            return self.directions(way, leg);
        }
        let mut ways = Vec::new();
        for item in ludeme.each() {
            if item.name() == "if" || item.name() == "directions" {
                ways.extend(self.directions(item, leg)?);
                continue;
            }
            let word = item.word().unwrap_or_default();
            if let Some((_, way)) = COMPASS.iter().find(|(name, _)| *name == word) {
                ways.push(self.relative(*way));
                continue;
            }
            let named: &[Step] = match word {
                "Forward" => &[(0, 1)],
                "Backward" => &[(0, -1)],
                "Rightward" => &[(1, 0)],
                "Leftward" => &[(-1, 0)],
                "FR" => &[(1, 1)],
                "FL" => &[(-1, 1)],
                "BR" => &[(1, -1)],
                "BL" => &[(-1, -1)],
                "Forwards" => &[(-1, 1), (0, 1), (1, 1)],
                "Backwards" => &[(-1, -1), (0, -1), (1, -1)],
                "Rightwards" => &[(1, -1), (1, 0), (1, 1)],
                "Leftwards" => &[(-1, -1), (-1, 0), (-1, 1)],
                "Orthogonal" => &[(0, 1), (1, 0), (0, -1), (-1, 0)],
                "Diagonal" => &[(1, 1), (1, -1), (-1, -1), (-1, 1)],
                "Adjacent" | "All" => &COMPASS.map(|(_, way)| way),
                _ => return self.unknown(item),
            };
            let absolute = matches!(word, "Orthogonal" | "Diagonal" | "Adjacent" | "All");
            let leg = leg.filter(|_| !absolute).unwrap_or((0, 1));
            ways.extend(named.iter().map(|way| eighths(*way, leg)));
        }
        Ok(ways)
    }
}

/// Returns a direction in the frame of a player who faces `facing`.
fn turned((x, y): Step, facing: Step) -> Step {
    match facing {
        (1, 0) => (-y, x),
        (0, -1) => (-x, -y),
        (-1, 0) => (y, -x),
        _ => (x, y),
    }
}

/// Turns a direction by as many eighths of a circle as `leg` is away from straight ahead.
fn eighths(way: Step, leg: Step) -> Step {
    let index = |step: Step| COMPASS.iter().position(|(_, way)| *way == step).unwrap_or(0);
    COMPASS[(index(way) + index(leg)) % 8].1
}
