//! Reads the equipment and the start of a game.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::ends::{self, Ends};
use super::movement::{Castling, MoveReader, Movement};
use super::notes::Notes;
use super::play::{self, Play};
use super::promotion::{self, PromotionRule};
use super::scene::{Datum, Equipment, KindId, Player, Region, Scene};
use super::squares::{Board, COMPASS, Squares, Step};
use super::syntax::{Ludeme, Value};
use crate::error::ImportError;

/// The greatest number of players.
const MAX_PLAYERS: usize = 8;
/// The greatest number of kinds.
const MAX_KINDS: usize = 26;
/// The maximum number of evaluations for one game.
const FUEL: u64 = 12_000_000;

/// A piece on its first square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) square: usize,
    pub(super) player: Player,
    pub(super) kind: KindId,
}

/// The definition of a piece: its kind, its owners and its moves.
struct Piece<'l> {
    kind: KindId,
    owners: Vec<Player>,
    facing: Option<Step>,
    moves: Option<&'l Ludeme>,
}

/// A game that can be written as a ruleset.
#[derive(Debug)]
pub(super) struct LudiiGame {
    pub(super) equipment: Equipment,
    /// The direction that a player's pieces of a kind face, if the player faces another direction.
    pub(super) facings: BTreeMap<(Player, KindId), Step>,
    pub(super) placed: Vec<Placed>,
    /// The pieces in hand at the start.
    pub(super) held: BTreeMap<(Player, KindId), u32>,
    pub(super) movements: BTreeMap<(KindId, Player), Vec<Movement>>,
    pub(super) castling: Vec<Castling>,
    pub(super) promotions: Vec<PromotionRule>,
    /// `true` if captured pieces go to the captor's hand.
    pub(super) to_hand: bool,
    /// Pairs of kinds. A captured piece of the first kind becomes a piece of the second kind in
    /// hand.
    pub(super) bases: Vec<(KindId, KindId)>,
    /// The kinds whose moves count as progress.
    pub(super) progress: Vec<KindId>,
    pub(super) play: Play,
    pub(super) ends: Ends,
}

/// Reads a game.
///
/// # Errors
/// Returns an [`ImportError`] if the board, the players or the pieces have no counterpart.
pub(super) fn read(game: &Ludeme, notes: &mut Notes) -> Result<LudiiGame, ImportError> {
    let wrong = |line, why| ImportError::Line { line, why };
    let part = |name: &str| game.part(name);
    let players = part("players").ok_or_else(|| wrong(game.line, "the game has no players"))?;
    let facings = facings(players, notes)?;
    let equipment = part("equipment").and_then(|part| part.arg(0));
    let equipment = equipment.ok_or_else(|| wrong(game.line, "the game has no equipment"))?;
    let items = equipment.each();
    let board = items.iter().find(|item| item.name() == "board");
    let board =
        board.ok_or_else(|| wrong(equipment.line, "this kind of board has no counterpart"))?;
    let board = Board::read(board)?;
    let (kinds, pieces) = pieces(items, facings.len(), notes)?;
    let mut equipment = Equipment {
        board,
        teams: (0..facings.len()).collect(),
        facings,
        kinds,
        regions: Vec::new(),
        maps: items.iter().filter(|item| item.name() == "map").cloned().collect(),
        starts: Vec::new(),
        fuel: Cell::new(FUEL),
    };
    equipment.regions = regions(items, &equipment);
    let rules = part("rules").ok_or_else(|| wrong(game.line, "the game has no rules"))?;
    let start = start(rules, &mut equipment, notes);
    if start.placed.is_empty() && start.held.is_empty() {
        return Err(wrong(rules.line, "no piece is placed at the start"));
    }
    let play = play::read(rules, items, &equipment, notes);
    let mut reading = Reading {
        equipment: &equipment,
        notes,
        play: &play,
        start: &start,
        movements: BTreeMap::new(),
        castling: play.castling.clone(),
        promotions: Vec::new(),
        progress: Vec::new(),
        to_hand: false,
    };
    let mut facings = BTreeMap::new();
    for piece in &pieces {
        for player in &piece.owners {
            if let Some(facing) = piece.facing {
                facings.insert((*player, piece.kind), facing);
            }
            reading.piece(piece, *player);
        }
    }
    let Reading { movements, mut castling, promotions, progress, to_hand, .. } = reading;
    castling.sort_unstable();
    castling.dedup();
    castling.retain(|castling| {
        let owner = Some(castling.player);
        let on = |square: usize| start.placed.iter().find(|placed| placed.square == square);
        let owned = |square: usize| on(square).map(|placed| placed.player) == owner;
        let [king, rook] = [castling.king, castling.rook];
        owned(king[0]) && owned(rook[0]) && king[0] != rook[0] && king[1] != rook[1]
    });
    let bases = if to_hand { bases(&equipment) } else { Vec::new() };
    let ends = ends::read(rules, &equipment, notes);
    if equipment.fuel.get() == 0 {
        return Err(wrong(game.line, "the conditions of the game take too long to evaluate"));
    }
    let Start { placed, held, .. } = start;
    Ok(LudiiGame {
        equipment,
        facings,
        placed,
        held,
        movements,
        castling,
        promotions,
        to_hand,
        bases,
        progress,
        play,
        ends,
    })
}

/// Returns the facing of each player. Without directions, two players face each other.
fn facings(players: &Ludeme, notes: &mut Notes) -> Result<Vec<Step>, ImportError> {
    let wrong = |why| ImportError::Line { line: players.line, why };
    let Some(first) = players.arg(0) else { return Err(wrong("the game has no players")) };
    let facings: Vec<Step> = match first.number() {
        Some(2) => vec![(0, 1), (0, -1)],
        Some(4) => vec![(0, 1), (1, 0), (0, -1), (-1, 0)],
        Some(n) => vec![(0, 1); usize::try_from(n).unwrap_or(0).min(MAX_PLAYERS + 1)],
        None => {
            let mut facings = Vec::new();
            for player in first.each().iter().filter(|item| item.name() == "player") {
                let name = player.arg(0).and_then(Ludeme::word).unwrap_or("N");
                let way = COMPASS.iter().find(|(known, _)| *known == name).map(|(_, way)| *way);
                let straight = way.filter(|way| way.0 == 0 || way.1 == 0);
                if straight.is_none() {
                    notes.add(player, "players face north, east, south or west");
                }
                facings.push(straight.unwrap_or((0, 1)));
            }
            facings
        }
    };
    if (2..=MAX_PLAYERS).contains(&facings.len()) {
        Ok(facings)
    } else {
        Err(wrong("a game has 2 to 8 players"))
    }
}

/// Returns the names of all kinds, and the definitions of the pieces.
fn pieces<'l>(
    items: &'l [Ludeme],
    players: usize,
    notes: &mut Notes,
) -> Result<(Vec<String>, Vec<Piece<'l>>), ImportError> {
    let mut kinds: Vec<String> = Vec::new();
    let mut pieces = Vec::new();
    for item in items.iter().filter(|item| item.name() == "piece") {
        let Some(name) = item.arg(0).and_then(Ludeme::text) else {
            notes.add(item, "the piece has no name");
            continue;
        };
        let words: Vec<&str> = item.args().filter_map(Ludeme::word).collect();
        if words.contains(&"Neutral") || words.contains(&"Shared") {
            notes.add(item, "pieces without an owner have no counterpart");
            continue;
        }
        let kind = kinds.iter().position(|kind| kind == name).unwrap_or_else(|| {
            kinds.push(name.to_owned());
            kinds.len() - 1
        });
        let owner = words.iter().find_map(|word| word.strip_prefix('P')?.parse::<usize>().ok());
        let owners = match owner {
            Some(owner) => {
                (owner >= 1 && owner <= players).then(|| owner - 1).into_iter().collect()
            }
            None => (0..players).collect(),
        };
        let facing = words.iter().find_map(|word| COMPASS.iter().find(|(name, _)| name == word));
        let facing = facing.map(|(_, way)| *way);
        if facing.is_some_and(|(x, y)| x != 0 && y != 0) {
            notes.add(item, "pieces face north, east, south or west");
            continue;
        }
        let moves = item.args().find(|part| matches!(part.value, Value::Call(_)));
        pieces.push(Piece { kind, owners, facing, moves });
    }
    if kinds.is_empty() || kinds.len() > MAX_KINDS {
        let line = items.first().map_or(0, |item| item.line);
        return Err(ImportError::Line { line, why: "a game has 1 to 26 kinds of pieces" });
    }
    Ok((kinds, pieces))
}

fn regions(items: &[Ludeme], equipment: &Equipment) -> Vec<Region> {
    let scene = Scene::new(equipment, 0);
    let mut regions = Vec::new();
    for item in items.iter().filter(|item| item.name() == "regions") {
        let mut name = String::new();
        let mut owner = None;
        for part in item.args() {
            match (&part.value, part.word().map(|word| scene.role(word))) {
                (Value::Text(text), _) => name.clone_from(text),
                (_, Some(Some(player))) => owner = Some(player),
                (Value::Word(word), _) => {
                    let value =
                        Value::Call(vec![symbol(part.line, "sites"), symbol(part.line, word)]);
                    let squares = Ludeme { line: part.line, label: None, value };
                    regions.push(Region { name: name.clone(), owner, squares });
                }
                _ => regions.push(Region { name: name.clone(), owner, squares: part.clone() }),
            }
        }
    }
    regions
}

fn symbol(line: usize, word: &str) -> Ludeme {
    Ludeme { line, label: None, value: Value::Word(word.to_owned()) }
}

/// The placement of the pieces.
#[derive(Default)]
struct Start {
    placed: Vec<Placed>,
    held: BTreeMap<(Player, KindId), u32>,
    /// The states of the pieces at the start.
    states: BTreeMap<(Player, KindId), i64>,
}

fn start(rules: &Ludeme, equipment: &mut Equipment, notes: &mut Notes) -> Start {
    let mut start = Start::default();
    let items = rules.part("start").map(|start| start.args().flat_map(Ludeme::each).collect());
    let items: Vec<&Ludeme> = items.unwrap_or_default();
    for item in &items {
        let team = item.is("set", "Team").then(|| item.arg(1).and_then(Ludeme::number)).flatten();
        if let (Some(team), Some(members)) = (team, item.arg(2)) {
            for member in members.each() {
                let player = member.word().and_then(|word| Scene::new(equipment, 0).role(word));
                if let Some(player) = player {
                    equipment.teams[player] = usize::try_from(team).unwrap_or(0) + MAX_PLAYERS;
                }
            }
        } else if item.name() != "place" {
            notes.add(item, "this rule of the start has no counterpart");
        }
    }
    for item in items.into_iter().filter(|item| item.name() == "place") {
        place(item, equipment, &mut start, notes);
    }
    let mut starts: BTreeMap<(Player, KindId), Squares> = BTreeMap::new();
    for placed in &start.placed {
        starts.entry((placed.player, placed.kind)).or_default().insert(placed.square);
    }
    equipment.starts =
        starts.into_iter().map(|((player, kind), set)| (player, kind, set)).collect();
    start
}

/// Reads `(place "Rook1" …)`.
fn place(item: &Ludeme, equipment: &Equipment, start: &mut Start, notes: &mut Notes) {
    let scene = Scene::new(equipment, 0);
    let name = item.arg(0).and_then(Ludeme::text).unwrap_or_default();
    let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (kind, player) = name.split_at(name.len() - digits);
    let player = player.parse::<usize>().ok().and_then(|player| player.checked_sub(1));
    let player = player.filter(|player| *player < equipment.facings.len());
    let (Some(kind), Some(player)) = (scene.kind_named(kind), player) else {
        notes.add(item, "this placement has no counterpart");
        return;
    };
    if let Some(state) = item.named("state").and_then(Ludeme::number) {
        start.states.insert((player, kind), state);
    }
    let count = item.named("count").and_then(Ludeme::number).unwrap_or(1).clamp(0, 255) as u32;
    let places: Vec<&Ludeme> = item.args().skip(1).chain(item.named("coord")).collect();
    for at in places {
        if let Ok(Datum::Hand(owner)) = scene.value(at) {
            if owner == player {
                *start.held.entry((player, kind)).or_default() += count;
            } else {
                notes.add(item, "a piece in the hand of another player has no counterpart");
            }
            continue;
        }
        match scene.squares(at) {
            Ok(set) => {
                for square in set.iter() {
                    start.placed.retain(|placed| placed.square != square);
                    start.placed.push(Placed { square, player, kind });
                }
            }
            Err(unknown) => notes.unknown(&unknown, item, "these pieces are not placed"),
        }
    }
}

/// The moves of all pieces, as far as they are read.
struct Reading<'e, 'n> {
    equipment: &'e Equipment,
    notes: &'n mut Notes,
    play: &'e Play,
    start: &'e Start,
    movements: BTreeMap<(KindId, Player), Vec<Movement>>,
    castling: Vec<Castling>,
    promotions: Vec<PromotionRule>,
    progress: Vec<KindId>,
    to_hand: bool,
}

impl Reading<'_, '_> {
    fn piece(&mut self, piece: &Piece<'_>, player: Player) {
        let Some(moves) = piece.moves else { return };
        let mut scene = Scene::new(self.equipment, player);
        let first = self.start.states.get(&(player, piece.kind)).copied().unwrap_or(0);
        scene.kind = Some(piece.kind);
        scene.state = Some(first);
        if let Some(facing) = piece.facing {
            scene.facing = facing;
        }
        let all = self.equipment.board.all;
        let mut reader = MoveReader::new(scene, self.notes);
        reader.read(moves, all);
        let (mut movements, thens) = (reader.movements, reader.thens);
        self.to_hand |= reader.to_hand;
        self.castling.extend(reader.castling);
        // In many games, a piece changes its state when it first moves.
        let later = thens.iter().find_map(state_after).filter(|later| *later != first);
        if let Some(later) = later {
            scene.state = Some(later);
            let mut reader = MoveReader::new(scene, self.notes);
            reader.read(moves, all);
            let after = reader.movements;
            for movement in &mut movements {
                movement.first = !after.contains(movement);
            }
            if after.iter().any(|movement| !movements.contains(movement)) {
                self.notes.add(moves, "moves that become possible only later have no counterpart");
            }
        }
        movements.sort_unstable();
        movements.dedup();
        scene.state = None;
        let counts = |then: &Ludeme| then.any(&|part| part.is("set", "Counter"));
        if thens.iter().any(counts) && !self.progress.contains(&piece.kind) {
            self.progress.push(piece.kind);
        }
        let rules = promotion::read(&thens, scene, self.play.promotion.as_ref(), self.notes);
        self.promotions.extend(rules);
        self.movements.entry((piece.kind, player)).or_default().extend(movements);
    }
}

/// Returns the state that a move gives to its piece.
fn state_after(then: &Ludeme) -> Option<i64> {
    if then.is("set", "State") && then.named("at").is_some_and(|at| at.is("last", "To")) {
        return then.arg(1).and_then(Ludeme::number);
    }
    then.items().iter().find_map(state_after)
}

/// Returns the kinds of pieces that change when they come to a hand, each with its new kind. The
/// kinds are read from those maps of the game that assign to each piece a piece of the other
/// player.
fn bases(equipment: &Equipment) -> Vec<(KindId, KindId)> {
    let scene = Scene::new(equipment, 0);
    let mut bases = Vec::new();
    for pair in equipment.maps.iter().filter_map(|map| map.arg(1)).flat_map(Ludeme::each) {
        let side = |n: usize| pair.arg(n).and_then(|side| scene.value(side).ok());
        if let (Some(Datum::Piece(one, from)), Some(Datum::Piece(other, to))) = (side(0), side(1))
            && one != other
            && from != to
            && !bases.contains(&(from, to))
        {
            bases.push((from, to));
        }
    }
    bases
}
