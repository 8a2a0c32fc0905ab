//! Finds the squares on which moves may end.

use std::collections::BTreeMap;

use super::scene::{Content, Fact, Scene};
use super::squares::Squares;
use super::syntax::Ludeme;

/// The squares on which a move may end, for each content of the square.
#[derive(Clone, Default, Debug)]
pub(super) struct Landing {
    pub(super) squares: BTreeMap<Content, Squares>,
    /// The squares on which only a capture en passant may end.
    pub(super) passing: Squares,
}

impl Landing {
    pub(super) fn of(&self, content: Content) -> Squares {
        self.squares.get(&content).copied().unwrap_or_default()
    }
}

impl Scene<'_> {
    /// Evaluates the condition of a clause for each square and each content.
    pub(super) fn landing(&self, test: Option<&Ludeme>, between: bool) -> Fact<Landing> {
        let equipment = self.equipment;
        let all = equipment.board.all;
        let Some(test) = test else {
            let squares = BTreeMap::from([(Content::Empty, all)]);
            return Ok(Landing { squares, passing: Squares::default() });
        };
        let names = |part: &Ludeme, names: &[&str]| names.contains(&part.name());
        let local = test.any(&|part| {
            names(part, &["sites", "column", "row", "mapEntry", "ahead", "regionSite", "phase"])
                || part.named("at").is_some_and(|at| !names(at, &["to", "between"]))
                || part.items().len() > 1
                    && ["=", "!="].contains(&part.name())
                    && part.args().any(|side| side.name() == "to")
        });
        let by_kind = test.any(&|part| part.name() == "what");
        let squares: Vec<usize> =
            if local { all.iter().collect() } else { all.iter().take(1).collect() };
        let kinds = if by_kind { equipment.kinds.len() } else { 1 };
        let answer = |content, pending| -> Fact<Squares> {
            let mut set = Squares::default();
            for square in &squares {
                let place = Some(*square);
                let scene = Scene { content: Some(content), pending, ..*self };
                let scene = if between {
                    Scene { between: place, ..scene }
                } else {
                    Scene { to: place, ..scene }
                };
                if scene.truth(test)? {
                    set.insert(*square);
                }
            }
            Ok(if local || set.is_empty() { set } else { all })
        };
        let mut landing = Landing::default();
        let empty = answer(Content::Empty, false)?;
        landing.squares.insert(Content::Empty, empty);
        if test.any(&pending) {
            landing.passing = answer(Content::Empty, true)?.difference(empty);
        }
        for player in 0..equipment.facings.len() {
            for kind in 0..kinds {
                let squares = answer(Content::Piece(player, kind), false)?;
                let same = if by_kind { kind..kind + 1 } else { 0..equipment.kinds.len() };
                for kind in same {
                    landing.squares.insert(Content::Piece(player, kind), squares);
                }
            }
        }
        Ok(landing)
    }

    /// Returns a landing on empty squares and on enemies.
    pub(super) fn not_own(&self) -> Landing {
        let equipment = self.equipment;
        let mut landing = Landing::default();
        landing.squares.insert(Content::Empty, equipment.board.all);
        for (player, team) in equipment.teams.iter().enumerate() {
            if *team != equipment.teams[self.mover] {
                for kind in 0..equipment.kinds.len() {
                    landing.squares.insert(Content::Piece(player, kind), equipment.board.all);
                }
            }
        }
        landing
    }
}

/// Returns `true` for a ludeme that refers to an en passant capture.
pub(super) fn pending(ludeme: &Ludeme) -> bool {
    ["is", "value", "sites"].iter().any(|name| ludeme.is(name, "Pending"))
}
