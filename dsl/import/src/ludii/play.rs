//! Reads the rules of play: who may move what, drops, dice, castling and the pieces in check.

use super::movement::{Castling, MoveReader};
use super::notes::Notes;
use super::scene::{Equipment, KindId, Player, Scene};
use super::squares::Squares;
use super::syntax::{Ludeme, Value};

/// The right to drop pieces of some kinds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Drop {
    pub(super) player: Player,
    pub(super) kinds: Vec<KindId>,
    pub(super) squares: Squares,
    /// `true` if the player must drop all these pieces before any other move.
    pub(super) required: bool,
    /// `true` if a file may have only one of these pieces.
    pub(super) one_on_file: bool,
    pub(super) may_not_mate: bool,
}

/// The rules of play.
#[derive(Default, Debug)]
pub(super) struct Play {
    /// The kinds that may not be left in check.
    pub(super) royals: Vec<KindId>,
    /// The royals that may not face each other on an open file.
    pub(super) facing: Vec<KindId>,
    pub(super) drops: Vec<Drop>,
    pub(super) castling: Vec<Castling>,
    /// The faces of the die. Each has the kinds that may move when the die shows this face.
    pub(super) faces: Vec<(i64, Vec<KindId>)>,
    /// The part of the rules that applies when a player moves again after a move. The importer
    /// reads it as a promotion.
    pub(super) promotion: Option<Ludeme>,
}

struct PlayReader<'e, 'n> {
    equipment: &'e Equipment,
    notes: &'n mut Notes,
    play: Play,
    die: Option<Vec<i64>>,
    /// The face for which the rules are read, and the kinds that may move when the die shows it.
    face: Option<(i64, Vec<KindId>)>,
    required: bool,
}

/// Reads the rules of play.
pub(super) fn read(
    rules: &Ludeme,
    items: &[Ludeme],
    equipment: &Equipment,
    notes: &mut Notes,
) -> Play {
    let die = items.iter().find(|item| item.name() == "dice");
    let die = die.map(|die| {
        let number =
            |label: &str, usual| die.named(label).and_then(Ludeme::number).unwrap_or(usual);
        if number("num", 1) != 1 {
            notes.add(die, "only a single die has a counterpart");
        }
        let (first, faces) = (number("from", 1).clamp(1, 100), number("d", 6).clamp(2, 60));
        (first..first + faces).collect()
    });
    let mut reader =
        PlayReader { equipment, notes, play: Play::default(), die, face: None, required: false };
    let phases = rules.items().iter().flat_map(Ludeme::each).filter(|item| item.name() == "phase");
    let phases: Vec<&Ludeme> = phases.collect();
    for part in rules.args().filter(|part| part.name() == "play") {
        reader.all(part);
    }
    let moves = |phase: &Ludeme| {
        phase.any(&|part| {
            part.is("forEach", "Piece") && part.arg(1).is_none_or(|of| of.text().is_none())
        })
    };
    let drops = |phase: &Ludeme| {
        phase.any(&|part| part.is("sites", "Hand") || part.named("container").is_some())
    };
    for phase in &phases {
        let Some(play) = phase.part("play") else { continue };
        reader.required = drops(play) && !moves(play) && phases.iter().any(|other| moves(other));
        if moves(play) || reader.required {
            reader.all(play);
        } else {
            reader.notes.add(phase, "this phase has no counterpart, and is left out");
        }
    }
    reader.play
}

impl PlayReader<'_, '_> {
    fn all(&mut self, play: &Ludeme) {
        play.args().for_each(|part| self.read(part, &[]));
    }

    /// Reads a part of the rules. `guards` are the conditions on the position after a move.
    fn read(&mut self, ludeme: &Ludeme, guards: &[&Ludeme]) {
        let scene = Scene {
            pips: self.face.as_ref().map(|(face, _)| *face),
            ..Scene::new(self.equipment, 0)
        };
        match ludeme.name() {
            "or" | "and" | "" if !matches!(ludeme.value, Value::Word(_) | Value::Text(_)) => {
                let parts: Vec<&Ludeme> = ludeme.items().iter().flat_map(Ludeme::each).collect();
                parts
                    .into_iter()
                    .filter(|part| !part.name().is_empty())
                    .for_each(|part| self.read(part, guards));
            }
            "do" => self.sequence(ludeme, guards),
            "if" => self.conditional(ludeme, scene, guards),
            "forEach" if ludeme.is("forEach", "Piece") => self.pieces(ludeme, scene),
            "move" if ludeme.part("from").is_some_and(|from| from.any(&hand)) => {
                self.drop(ludeme, guards);
            }
            "then" => {
                if ludeme.any(&|part| part.name() == "remove" || part.name() == "moveAgain") {
                    self.notes.add(ludeme, "effects after every move have no counterpart");
                }
            }
            _ => {
                if !self.castling(ludeme) {
                    self.notes.add(ludeme, "moves of this kind have no counterpart");
                }
            }
        }
    }

    /// Reads the castling moves of all players. Returns `false` if there are none.
    fn castling(&mut self, ludeme: &Ludeme) -> bool {
        let before = self.play.castling.len();
        for player in 0..self.equipment.facings.len() {
            let mut reader = MoveReader::new(Scene::new(self.equipment, player), self.notes);
            reader.castlings(ludeme);
            self.play.castling.extend(reader.castling);
        }
        self.play.castling.len() > before
    }

    fn sequence(&mut self, ludeme: &Ludeme, guards: &[&Ludeme]) {
        let mut guards = guards.to_vec();
        if let Some(guard) = ludeme.named("ifAfterwards") {
            let drop = ludeme.arg(0).is_some_and(|part| part.name() == "move");
            if !drop {
                self.guard(guard);
            }
            guards.push(guard);
        }
        let rolls = ludeme.part("roll").is_some();
        for part in ludeme.args().chain(ludeme.named("next")).filter(|part| part.name() != "roll") {
            let faces = self.die.clone().filter(|_| rolls);
            let Some(faces) = faces else {
                self.read(part, &guards);
                continue;
            };
            for face in faces {
                self.face = Some((face, Vec::new()));
                self.read(part, &guards);
                self.play.faces.extend(self.face.take());
            }
        }
    }

    fn conditional(&mut self, ludeme: &Ludeme, scene: Scene<'_>, guards: &[&Ludeme]) {
        let (Some(test), Some(yes)) = (ludeme.arg(0), ludeme.arg(1)) else { return };
        let no = ludeme.arg(2).filter(|no| no.name() != "then");
        if test.is("is", "Prev") {
            self.play.promotion = Some(yes.clone());
            no.into_iter().for_each(|no| self.read(no, guards));
            return;
        }
        let players = (0..self.equipment.facings.len()).map(|mover| {
            Scene { pips: scene.pips, ..Scene::new(self.equipment, mover) }.truth(test)
        });
        match players.collect::<Result<Vec<bool>, _>>() {
            Ok(answers) if answers.iter().all(|answer| *answer) => self.read(yes, guards),
            Ok(answers) if answers.iter().all(|answer| !answer) => {
                no.into_iter().for_each(|no| self.read(no, guards));
            }
            _ => {
                if !self.castling(yes) {
                    self.notes.add(test, "the rules do not depend on this condition here");
                    self.read(yes, guards);
                }
                no.into_iter().for_each(|no| self.read(no, guards));
            }
        }
    }

    fn pieces(&mut self, ludeme: &Ludeme, scene: Scene<'_>) {
        let names = ludeme.args().skip(1).flat_map(Ludeme::each).filter_map(Ludeme::text);
        let kinds: Vec<KindId> = names.filter_map(|name| scene.kind_named(name)).collect();
        if ludeme
            .args()
            .skip(1)
            .any(|part| matches!(part.value, Value::Call(_)) && part.name() != "then")
        {
            self.notes
                .add(ludeme, "moves that replace other moves of the piece have no counterpart");
            return;
        }
        match &mut self.face {
            Some((_, allowed)) if kinds.is_empty() => {
                allowed.extend(0..self.equipment.kinds.len());
            }
            Some((_, allowed)) => allowed.extend(kinds),
            None if kinds.is_empty() => {}
            None => self.notes.add(ludeme, "here, all kinds of pieces may move"),
        }
    }

    /// Reads a condition on the position after a move.
    fn guard(&mut self, guard: &Ludeme) {
        let scene = Scene::new(self.equipment, 0);
        let parts: Vec<&Ludeme> = match guard.name() {
            "and" => guard.args().flat_map(Ludeme::each).collect(),
            // The condition is about the player who moves. Each branch names the royal of one
            // player.
            "if" if guard.arg(0).is_some_and(|test| test.is("is", "Mover")) => {
                guard.args().skip(1).for_each(|branch| self.guard(branch));
                return;
            }
            _ => vec![guard],
        };
        for part in parts {
            let threatened =
                part.arg(0).filter(|inner| part.name() == "not" && inner.is("is", "Threatened"));
            let named = |part: &Ludeme| {
                part.arg(0).and_then(Ludeme::text).and_then(|name| scene.kind_named(name))
            };
            if let Some(kind) = threatened.and_then(|inner| inner.part("id")).and_then(named) {
                if !self.play.royals.contains(&kind) {
                    self.play.royals.push(kind);
                }
                continue;
            }
            let line = part.any(&|part| part.name() == "column")
                && part.any(&|part| part.is("sites", "Direction"));
            let mut faced = Vec::new();
            where_kinds(part, &scene, &mut faced);
            if line && !faced.is_empty() {
                faced.dedup();
                self.play.facing = faced;
            } else {
                self.notes
                    .add(part, "this condition on the position after a move has no counterpart");
            }
        }
    }

    fn drop(&mut self, ludeme: &Ludeme, guards: &[&Ludeme]) {
        let (Some(from), Some(to)) = (ludeme.part("from"), ludeme.part("to")) else { return };
        let one_on_file =
            to.named("if").is_some_and(|test| test.any(&|part| part.is("sites", "Column")));
        let mates = |guard: &&Ludeme| {
            guard.any(&|part| part.is("is", "Threatened"))
                && guard.any(&|part| part.name() == "can")
        };
        let may_not_mate = guards.iter().any(mates);
        for player in 0..self.equipment.facings.len() {
            let scene = Scene::new(self.equipment, player);
            let mut kinds = Vec::new();
            if let Some(sites) = from.arg(0) {
                let named = sites.named("component").or(sites.named("components"));
                let names = named.map_or(&[][..], Ludeme::each).iter().filter_map(Ludeme::text);
                kinds.extend(names.filter_map(|name| scene.kind_named(name)));
            }
            if kinds.is_empty() {
                kinds = (0..self.equipment.kinds.len()).collect();
            }
            let target = to.arg(0).map(|target| scene.squares(target));
            let mut squares = match target {
                Some(Ok(squares)) => squares,
                Some(Err(unknown)) => {
                    self.notes.unknown(
                        &unknown,
                        ludeme,
                        "these pieces may be dropped on every square",
                    );
                    self.equipment.board.all
                }
                None => self.equipment.board.all,
            };
            if let Some(test) = to.named("if").filter(|_| !one_on_file) {
                let content = Some(super::scene::Content::Empty);
                let fits =
                    |square: &usize| Scene { to: Some(*square), content, ..scene }.truth(test);
                let answers: Result<Vec<bool>, _> =
                    squares.iter().map(|square| fits(&square)).collect();
                match answers {
                    Ok(answers) => {
                        let kept = squares.iter().zip(answers).filter(|(_, fits)| *fits);
                        squares = Squares::of(kept.map(|(square, _)| square).collect::<Vec<_>>());
                    }
                    Err(unknown) => {
                        self.notes.unknown(&unknown, ludeme, "drops do not depend on it here");
                    }
                }
            }
            let required = self.required;
            self.play.drops.push(Drop {
                player,
                kinds,
                squares,
                required,
                one_on_file,
                may_not_mate,
            });
        }
    }
}

fn hand(ludeme: &Ludeme) -> bool {
    ludeme.is("sites", "Hand")
        || ludeme.named("container").and_then(Ludeme::text) == Some("Hand")
        || ludeme.name() == "handSite"
}

/// Adds the kinds whose squares a condition looks up.
fn where_kinds(ludeme: &Ludeme, scene: &Scene<'_>, kinds: &mut Vec<KindId>) {
    if ludeme.name() == "where" {
        kinds.extend(ludeme.arg(0).and_then(Ludeme::text).and_then(|name| scene.kind_named(name)));
    }
    ludeme.items().iter().for_each(|part| where_kinds(part, scene, kinds));
}
