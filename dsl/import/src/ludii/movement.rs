//! Reads the moves of a piece.

use std::collections::BTreeMap;

use super::landing::{Landing, pending};
use super::notes::Notes;
use super::scene::{Content, Equipment, Fact, KindId, Player, Scene};
use super::squares::{Squares, Step};
use super::syntax::{Ludeme, Value};

/// The greatest number of movements of a piece.
const MAX_MOVEMENTS: usize = 2000;
/// The greatest number of effects after moves of a piece.
const MAX_EFFECTS: usize = 64;

/// The way in which a piece gets to the end of its move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Travel {
    Leap,
    /// A leap whose path must be empty.
    Lame,
    /// A leap whose path must not be empty.
    Jump,
    /// At most this many steps. Zero means any number.
    Ride(u32),
    /// A ride over one piece, to any square behind it.
    Cannon,
    /// A ride over one piece, to the square just behind it.
    Grasshopper,
    /// A straight step, then this number of diagonal steps outward. Each square before the last must
    /// be empty.
    Horse(usize),
}

/// One movement of a piece in one direction.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Movement {
    pub(super) from: Squares,
    pub(super) to: Squares,
    /// The kinds that may be captured. `None` means all kinds.
    pub(super) onto: Option<Vec<KindId>>,
    /// `true` if only a piece that has not moved may make the move.
    pub(super) first: bool,
    pub(super) travel: Travel,
    /// The direction and length of the whole leap, of a step of the ride, or of the first step.
    /// They are relative to the player.
    pub(super) way: Step,
    pub(super) quiet: bool,
    pub(super) captures: bool,
    /// `true` for captures of pieces of the player's own team.
    pub(super) own: bool,
    /// `true` for captures en passant.
    pub(super) passing: bool,
}

/// A castling move: the squares from which and to which the king and the rook go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Castling {
    pub(super) player: Player,
    pub(super) king: [usize; 2],
    pub(super) rook: [usize; 2],
}

/// A reader of the moves of one kind of one player.
pub(super) struct MoveReader<'e, 'n> {
    pub(super) scene: Scene<'e>,
    pub(super) notes: &'n mut Notes,
    pub(super) movements: Vec<Movement>,
    pub(super) castling: Vec<Castling>,
    /// The effects after moves.
    pub(super) thens: Vec<Ludeme>,
    /// `true` if captured pieces go to a hand.
    pub(super) to_hand: bool,
}

impl<'e, 'n> MoveReader<'e, 'n> {
    pub(super) fn new(scene: Scene<'e>, notes: &'n mut Notes) -> Self {
        Self {
            scene,
            notes,
            movements: Vec::new(),
            castling: Vec::new(),
            thens: Vec::new(),
            to_hand: false,
        }
    }

    pub(super) fn equipment(&self) -> &'e Equipment {
        self.scene.equipment
    }

    pub(super) fn miss(&mut self, ludeme: &Ludeme, why: &str) {
        self.notes.add(ludeme, why);
    }

    /// Reads moves that start on the squares of `from`.
    pub(super) fn read(&mut self, ludeme: &Ludeme, from: Squares) {
        if self.equipment().fuel.get() == 0 || from.is_empty() {
            return;
        }
        if ludeme.any(&|part| part.name() == "add" && part.part("to").is_some()) {
            self.to_hand = true;
        }
        let passing = ludeme.part("to").is_some_and(|to| to.any(&pending));
        for then in ludeme.args().filter(|part| part.name() == "then" && !passing) {
            if self.thens.len() < MAX_EFFECTS && !self.thens.contains(then) {
                self.thens.push(then.clone());
            }
        }
        if let Some(castling) = castling(ludeme, &self.scene) {
            self.castling.push(castling);
            return;
        }
        match ludeme.name() {
            "or" | "and" | "" => {
                let parts = if ludeme.name().is_empty() { ludeme.each() } else { ludeme.items() };
                let parts: Vec<&Ludeme> = parts.iter().flat_map(Ludeme::each).collect();
                let moves = parts.into_iter().filter(|part| !part.name().is_empty());
                for part in moves.filter(|part| part.name() != "then") {
                    self.read(part, from);
                }
            }
            "do" => {
                if let Some(test) = ludeme.named("ifAfterwards")
                    && self.scene.truth(test) != Ok(true)
                {
                    self.miss(
                        test,
                        "this condition on the position after a move has no counterpart",
                    );
                }
                for part in ludeme.args().chain(ludeme.named("next")) {
                    if part.name() != "then" {
                        self.read(part, from);
                    }
                }
            }
            "if" => self.conditional(ludeme, from),
            "move" => self.one(ludeme, from),
            "forEach" if ludeme.is("forEach", "Direction") => self.legs(ludeme, from),
            "then" => {}
            _ => self.miss(ludeme, "moves of this kind have no counterpart"),
        }
    }

    fn conditional(&mut self, ludeme: &Ludeme, from: Squares) {
        let (Some(test), Some(yes)) = (ludeme.arg(0), ludeme.arg(1)) else { return };
        let no = ludeme.arg(2).filter(|no| no.name() != "then");
        let mut sides = [Squares::default(); 2];
        for square in from.iter() {
            let scene = Scene { from: Some(square), ..self.scene };
            match scene.truth(test) {
                Ok(truth) => sides[usize::from(!truth)].insert(square),
                Err(unknown) => {
                    let castles = yes.any(&|part| castling(part, &self.scene).is_some());
                    if castles {
                        // The condition is ignored, because rulesets give castling the usual
                        // conditions.
                        self.castlings(yes);
                    } else {
                        self.notes.unknown(&unknown, yes, "these moves depend on it");
                    }
                    if let Some(no) = no {
                        self.read(no, from);
                    }
                    return;
                }
            }
        }
        self.read(yes, sides[0]);
        if let Some(no) = no {
            self.read(no, sides[1]);
        }
    }

    /// Reads only the castling moves of a ludeme.
    pub(super) fn castlings(&mut self, ludeme: &Ludeme) {
        match castling(ludeme, &self.scene) {
            Some(castling) => self.castling.push(castling),
            None => ludeme.items().iter().for_each(|part| self.castlings(part)),
        }
    }

    fn one(&mut self, ludeme: &Ludeme, from: Squares) {
        let what = ludeme.arg(0).and_then(Ludeme::word).unwrap_or_default();
        let read = match what {
            "Step" => self.step(ludeme, from),
            "Slide" => self.slide(ludeme, from),
            "Leap" => self.leap(ludeme, from),
            "Hop" => self.hop(ludeme, from),
            "" => self.relocation(ludeme, from),
            _ => {
                self.miss(ludeme, "moves of this kind have no counterpart");
                return;
            }
        };
        if let Err(unknown) = read {
            self.notes.unknown(&unknown, ludeme, "this move depends on it");
        }
    }

    /// Returns the directions of a move, with the squares from which they are possible.
    fn ways(&self, ludeme: &Ludeme, from: Squares) -> Fact<Vec<(Vec<Step>, Squares)>> {
        let way = ludeme.args().skip(1).find(|item| match &item.value {
            Value::Word(_) | Value::Set(_) => true,
            Value::Call(_) => matches!(item.name(), "directions" | "if"),
            _ => false,
        });
        let Some(way) = way else {
            return Ok(vec![(super::squares::COMPASS.map(|(_, way)| way).to_vec(), from)]);
        };
        if !way.any(&|part| part.name() == "if") {
            return Ok(vec![(self.scene.directions(way, None)?, from)]);
        }
        let mut groups: BTreeMap<Vec<Step>, Squares> = BTreeMap::new();
        for square in from.iter() {
            let ways = Scene { from: Some(square), ..self.scene }.directions(way, None)?;
            groups.entry(ways).or_default().insert(square);
        }
        Ok(groups.into_iter().collect())
    }

    pub(super) fn emit(&mut self, way: Step, travel: Travel, landing: &Landing, from: Squares) {
        let equipment = self.equipment();
        if self.movements.len() >= MAX_MOVEMENTS {
            self.notes.plain(0, "piece", "a piece has at most 2000 movements");
            return;
        }
        let movement = |to: Squares| Movement {
            from,
            to,
            onto: None,
            first: false,
            travel,
            way,
            quiet: false,
            captures: false,
            own: false,
            passing: false,
        };
        let team = equipment.teams[self.scene.mover];
        let mut groups = [const { BTreeMap::<Squares, Vec<KindId>>::new() }; 2];
        for own in [false, true] {
            let mut players =
                (0..equipment.teams.len()).filter(|of| (equipment.teams[*of] == team) == own);
            let Some(first) = players.next() else { continue };
            for kind in 0..equipment.kinds.len() {
                let set = landing.of(Content::Piece(first, kind));
                // A condition that holds only for some opponents has no counterpart.
                if players.clone().any(|of| landing.of(Content::Piece(of, kind)) != set) {
                    self.notes.plain(
                        0,
                        "captures of one opponent",
                        "captures must be the same for all opponents",
                    );
                }
                if !set.is_empty() {
                    groups[usize::from(own)].entry(set).or_default().push(kind);
                }
            }
        }
        let quiet = landing.of(Content::Empty);
        let every = equipment.kinds.len();
        let [enemies, friends] = groups;
        let mut rest = quiet;
        for (set, kinds) in enemies {
            let onto = (kinds.len() < every).then_some(kinds);
            let both = set == quiet && onto.is_none();
            if both {
                rest = Squares::default();
            }
            self.movements.push(Movement { onto, quiet: both, captures: true, ..movement(set) });
        }
        if !rest.is_empty() {
            self.movements.push(Movement { quiet: true, ..movement(rest) });
        }
        for (set, kinds) in friends {
            let onto = (kinds.len() < every).then_some(kinds);
            self.movements.push(Movement { onto, own: true, ..movement(set) });
        }
        if !landing.passing.is_empty() {
            self.movements.push(Movement { passing: true, ..movement(landing.passing) });
        }
    }

    fn step(&mut self, ludeme: &Ludeme, from: Squares) -> Fact<()> {
        let landing = self.scene.landing(ludeme.part("to").and_then(|to| to.named("if")), false)?;
        for (ways, from) in self.ways(ludeme, from)? {
            ways.into_iter().for_each(|way| self.emit(way, Travel::Leap, &landing, from));
        }
        Ok(())
    }

    fn leap(&mut self, ludeme: &Ludeme, from: Squares) -> Fact<()> {
        let landing = self.scene.landing(ludeme.part("to").and_then(|to| to.named("if")), false)?;
        let walks = ludeme.args().find(|item| matches!(item.value, Value::Set(_)));
        let walks = walks.map_or(&[][..], Ludeme::items);
        let turns =
            if ludeme.named("rotations").and_then(Ludeme::word) == Some("False") { 1 } else { 4 };
        let forward = ludeme.named("forward").and_then(Ludeme::word) == Some("True");
        let mut leaps: Vec<Step> = Vec::new();
        for walk in walks {
            for turn in 0..turns {
                let (mut ahead, mut place): (Step, Step) = ((0, 1), (0, 0));
                (0..turn).for_each(|_| ahead = (ahead.1, -ahead.0));
                for item in walk.each() {
                    match item.word() {
                        Some("F") => place = (place.0 + ahead.0, place.1 + ahead.1),
                        Some("R") => ahead = (ahead.1, -ahead.0),
                        Some("L") => ahead = (-ahead.1, ahead.0),
                        _ => return Err(self.notes.reason(walk)),
                    }
                }
                let fits = place != (0, 0) && (!forward || place.1 > 0);
                if fits && place.0.abs().max(place.1.abs()) < 32 && !leaps.contains(&place) {
                    leaps.push(place);
                }
            }
        }
        leaps.into_iter().for_each(|way| self.emit(way, Travel::Leap, &landing, from));
        Ok(())
    }

    fn slide(&mut self, ludeme: &Ludeme, from: Squares) -> Fact<()> {
        let board = &self.equipment().board;
        let between = ludeme.part("between");
        let side = board.files.max(board.ranks) as i64;
        let (least, most) = range(between, &self.scene)?.unwrap_or((1, side));
        let pass = self.scene.landing(between.and_then(|between| between.named("if")), true)?;
        let mut landing = Landing::default();
        let to = ludeme.part("to").and_then(|to| to.named("if"));
        if to.is_some() {
            landing = self.scene.landing(to, false)?;
        }
        let passes = pass.of(Content::Empty);
        let through = |set: &dyn Fn(Squares) -> bool| {
            pass.squares
                .iter()
                .filter(|(content, _)| **content != Content::Empty)
                .all(|(_, squares)| set(*squares))
        };
        let open = through(&|squares| squares == board.all);
        let free = pass.squares.len() > 1 && passes == board.all && open;
        if !free && !through(&Squares::is_empty) {
            return Err(self.notes.reason(between.unwrap_or(ludeme)));
        }
        // A slide may also end on each square over which it may go.
        if !free || to.is_none() {
            let empty = landing.squares.entry(Content::Empty).or_default();
            *empty = empty.union(passes);
        }
        let (least, most) = (least.clamp(1, side), most.clamp(1, side));
        for (ways, from) in self.ways(ludeme, from)? {
            for way in ways {
                if least == 1 && passes == board.all && !free {
                    let range = if most >= side - 1 { 0 } else { most as u32 };
                    let travel = if most == 1 { Travel::Leap } else { Travel::Ride(range) };
                    self.emit(way, travel, &landing, from);
                    continue;
                }
                for length in least..=most {
                    let length = length as i32;
                    let step = self.scene.absolute(way);
                    let clear = |square: &usize| {
                        let mut path = (1..length).map(|n| board.beyond(*square, step, n));
                        board.beyond(*square, step, length).is_some()
                            && path.all(|on| on.is_some_and(|on| free || passes.contains(on)))
                    };
                    let starts = Squares::of(from.iter().filter(clear));
                    if starts.is_empty() {
                        continue;
                    }
                    let possible = |square: &usize| board.beyond(*square, step, length).is_some();
                    let whole = Squares::of(board.all.iter().filter(possible)) == starts;
                    let starts = if whole { board.all } else { starts };
                    let travel = if free || length == 1 { Travel::Leap } else { Travel::Lame };
                    self.emit((way.0 * length, way.1 * length), travel, &landing, starts);
                }
            }
        }
        Ok(())
    }

    fn hop(&mut self, ludeme: &Ludeme, from: Squares) -> Fact<()> {
        let board = &self.equipment().board;
        let Some(between) = ludeme.part("between") else { return Err(self.notes.reason(ludeme)) };
        if between.part("apply").is_some() {
            return Err(self.notes.reason(between));
        }
        let hurdle = self.scene.landing(between.named("if"), true)?;
        let to = ludeme.part("to");
        // After a hurdle, `to` describes the empty squares on the way, and the condition of `apply`
        // describes the last square.
        let last =
            to.and_then(|to| to.part("apply")?.named("if")).or(to.and_then(|to| to.named("if")));
        let landing = self.scene.landing(last, false)?;
        let empty = hurdle.of(Content::Empty);
        let pieces: Vec<Squares> = hurdle
            .squares
            .iter()
            .filter(|(content, _)| **content != Content::Empty)
            .map(|(_, set)| *set)
            .collect();
        let any = !pieces.is_empty() && pieces.iter().all(|set| *set == board.all);
        let distance = |label: &str| -> Fact<Option<i64>> {
            match between.named(label).map(|n| self.scene.value(n)).transpose()? {
                Some(super::scene::Datum::Number(n)) => Ok(Some(n)),
                _ => Ok(None),
            }
        };
        let far = board.files.max(board.ranks) as i64 - 2;
        let (before, after) = (distance("before")?, distance("after")?);
        let hurdles = range(Some(between), &self.scene)?.unwrap_or((1, 1));
        let travel = match (before, after) {
            (None | Some(0), None | Some(0)) if any && empty == board.all => Travel::Leap,
            (None | Some(0), None | Some(0)) if any && empty.is_empty() && hurdles == (1, 1) => {
                Travel::Jump
            }
            (Some(n), Some(m)) if any && empty.is_empty() && n >= far && m >= far => Travel::Cannon,
            (Some(n), None | Some(0)) if any && empty.is_empty() && n >= far => Travel::Grasshopper,
            _ => return Err(self.notes.reason(between)),
        };
        for (ways, from) in self.ways(ludeme, from)? {
            for way in ways {
                if matches!(travel, Travel::Cannon | Travel::Grasshopper) {
                    self.emit(way, travel, &landing, from);
                    continue;
                }
                for over in hurdles.0.clamp(1, 31)..=hurdles.1.clamp(1, 31) {
                    let length = over as i32 + 1;
                    self.emit((way.0 * length, way.1 * length), travel, &landing, from);
                }
            }
        }
        Ok(())
    }

    /// Reads `(move (from) (to …))`, a move to squares that depend on the first square.
    fn relocation(&mut self, ludeme: &Ludeme, from: Squares) -> Fact<()> {
        let own = ludeme.part("from").is_some_and(|from| from.items().len() == 1);
        let (Some(to), true) = (ludeme.part("to"), own) else {
            return Err(self.notes.reason(ludeme));
        };
        let Some(target) = to.arg(0).filter(|target| target.name() != "apply") else {
            return Err(self.notes.reason(to));
        };
        let landing = match to.named("if") {
            Some(test) => self.scene.landing(Some(test), false)?,
            None => self.scene.not_own(),
        };
        let board = &self.equipment().board;
        let mut leaps: BTreeMap<Step, Squares> = BTreeMap::new();
        for square in from.iter() {
            let targets = Scene { from: Some(square), ..self.scene }.squares(target)?;
            for end in targets.iter().filter(|end| *end != square) {
                let (Some(start), Some(end)) = (board.place(square), board.place(end)) else {
                    continue;
                };
                let way = self.scene.relative((end.0 - start.0, end.1 - start.1));
                leaps.entry(way).or_default().insert(square);
            }
        }
        if leaps.len() > 32 {
            return Err(self.notes.reason(target));
        }
        for (way, starts) in leaps {
            let step = self.scene.absolute(way);
            let possible =
                Squares::of(from.iter().filter(|square| board.beyond(*square, step, 1).is_some()));
            let starts = if possible == starts { from } else { starts };
            self.emit(way, Travel::Leap, &landing, starts);
        }
        Ok(())
    }
}

/// Returns the least and the greatest number of squares in a clause such as `(exact 2)`.
fn range(clause: Option<&Ludeme>, scene: &Scene<'_>) -> Fact<Option<(i64, i64)>> {
    let Some(range) = clause.and_then(|clause| {
        clause.args().find(|part| ["exact", "min", "max", "range"].contains(&part.name()))
    }) else {
        return Ok(None);
    };
    let number = |n: usize| match range.arg(n).map(|n| scene.value(n)).transpose()? {
        Some(super::scene::Datum::Number(n)) => Ok(n),
        _ => Err(super::scene::Unknown { line: range.line, what: range.shown() }),
    };
    Ok(Some(match range.name() {
        "exact" => (number(0)?, number(0)?),
        "min" => (number(0)?, 64),
        "max" => (1, number(0)?),
        _ => (number(0)?, number(1)?),
    }))
}

/// Reads a castling move: a slide of one piece, and after it a slide of another piece.
fn castling(ludeme: &Ludeme, scene: &Scene<'_>) -> Option<Castling> {
    let slides = |slide: &Ludeme| slide.name() == "slide" || slide.is("move", "Slide");
    let path = |slide: &Ludeme| -> Option<[usize; 2]> {
        let from = slide.part("from")?.arg(0)?;
        let from = scene.square(from).ok()??;
        let (least, most) = range(slide.part("between"), scene).ok()??;
        let skip = usize::from(slide.name() == "move");
        let way = slide
            .args()
            .skip(skip)
            .find(|item| item.word().is_some() || item.name() == "directions")?;
        let ways = scene.directions(way, None).ok()?;
        let ([way], true) = (ways.as_slice(), least == most) else { return None };
        let steps = i32::try_from(least).ok().filter(|steps| (1..32).contains(steps))?;
        Some([from, scene.equipment.board.beyond(from, scene.absolute(*way), steps)?])
    };
    if !slides(ludeme) {
        return None;
    }
    let rook = find(ludeme.part("then")?, &slides)?;
    Some(Castling { player: scene.mover, king: path(ludeme)?, rook: path(rook)? })
}

/// Returns the first ludeme of a tree that satisfies `test`.
fn find<'l>(ludeme: &'l Ludeme, test: &dyn Fn(&Ludeme) -> bool) -> Option<&'l Ludeme> {
    if test(ludeme) {
        return Some(ludeme);
    }
    ludeme.items().iter().find_map(|part| find(part, test))
}
