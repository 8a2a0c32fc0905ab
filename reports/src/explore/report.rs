//! The report of an opening tree as data.

use std::collections::{HashMap, VecDeque};

use quadrille_core::Spec;
use quadrille_study::metrics::WHOLE;
use serde::Serialize;

use super::tree::{Edge, OpeningTree, Tally};

/// An opening tree as a list of positions.
#[derive(Serialize, Debug)]
pub struct ExploreReport {
    /// The number of games, including games that do not reach the first position.
    pub games: u64,
    /// The first position, as FEN4.
    pub fen: String,
    /// The sides, in the order of all lists of sides.
    pub sides: Vec<String>,
    /// Moves in fewer games than this number are left out.
    pub min_games: u64,
    /// The number of games that leave the tree early, because the tree is full.
    pub left_out: u64,
    /// `true` if games are missing, because the work was interrupted.
    pub interrupted: bool,
    /// The positions, breadth first. The first is the position of the request.
    pub positions: Vec<ExploredPosition>,
}

/// A position of an opening tree.
#[derive(Serialize, Debug)]
pub struct ExploredPosition {
    /// The moves from the first position to this position. If several lines lead here, this is the
    /// first in the order of the report.
    pub line: Vec<String>,
    /// The games that reach the position, by any line.
    #[serde(flatten)]
    pub results: ResultCounts,
    /// The moves, most frequent first.
    pub moves: Vec<ExploredMove>,
}

/// A move of an opening tree.
#[derive(Serialize, Debug)]
pub struct ExploredMove {
    /// The seat that plays. For dice, the seat whose turn it is.
    pub seat: Option<String>,
    /// The move, as `--play` reads it.
    pub action: String,
    /// The share of the move in the games that reach the position, from 0 to 1.
    pub frequency: f64,
    /// The games in which the position was left by this move.
    #[serde(flatten)]
    pub results: ResultCounts,
    /// The static evaluation of the position after the move: each side's share, from 0 to 1.
    pub evaluation: Vec<f64>,
    /// The index of the position after the move. `None` at the end of the tree.
    pub next: Option<usize>,
}

/// Results of games.
#[derive(Serialize, Debug)]
pub struct ResultCounts {
    /// The number of games.
    pub games: u64,
    /// The number of games without a result, for example because of the ply limit.
    pub unfinished: u64,
    /// The mean length of the games in plies.
    pub mean_plies: f64,
    /// The results of each side.
    pub results: Vec<SideResults>,
}

/// The results of a side.
#[derive(Serialize, Debug)]
pub struct SideResults {
    /// The number of wins.
    pub wins: u64,
    /// The number of draws.
    pub draws: u64,
    /// The number of losses.
    pub losses: u64,
    /// The side's mean share of the result, from 0 to 1. `None` if no game has a result.
    pub share: Option<f64>,
}

impl ExploreReport {
    /// Creates the report of a tree. `fen` is its first position.
    #[must_use]
    pub fn new(tree: &OpeningTree, spec: &Spec, fen: String, min_games: u64) -> Self {
        let mut positions: Vec<ExploredPosition> = Vec::new();
        let mut index = HashMap::from([(0, 0)]);
        let mut queue = VecDeque::from([(0, Vec::new())]);
        while let Some((node, line)) = queue.pop_front() {
            let node = &tree.nodes[node];
            let often = |edge: &&Edge| edge.tally.games >= min_games;
            let mut edges: Vec<&Edge> = node.moves.values().filter(often).collect();
            edges.sort_by(|a, b| {
                b.tally.games.cmp(&a.tally.games).then_with(|| a.action.cmp(&b.action))
            });
            let mut position = |edge: &Edge| {
                let next = edge.next?;
                let new = index.len();
                Some(*index.entry(next).or_insert_with(|| {
                    let longer = line.iter().chain([&edge.action]).cloned().collect();
                    queue.push_back((next, longer));
                    new
                }))
            };
            let moves = edges.into_iter().map(|edge| ExploredMove {
                seat: edge.seat.clone(),
                action: edge.action.clone(),
                frequency: edge.tally.games as f64 / node.tally.games as f64,
                results: ResultCounts::new(&edge.tally),
                evaluation: edge.evaluation.clone(),
                next: position(edge),
            });
            let moves = moves.collect();
            positions.push(ExploredPosition {
                line,
                results: ResultCounts::new(&node.tally),
                moves,
            });
        }
        let sides = tree.sides.iter().filter_map(|(team, _)| spec.teams.get(*team).cloned());
        let (games, left_out) = (tree.games, tree.left_out);
        let sides = sides.collect();
        Self { games, fen, sides, min_games, left_out, interrupted: false, positions }
    }
}

impl ResultCounts {
    fn new(tally: &Tally) -> Self {
        let share = |sum: u64| sum as f64 / (tally.finished as f64 * f64::from(WHOLE));
        let sides = tally.sides.iter().map(|side| SideResults {
            wins: side.wins,
            draws: side.draws,
            losses: side.losses,
            share: (tally.finished > 0).then(|| share(side.share)),
        });
        Self {
            games: tally.games,
            unfinished: tally.games - tally.finished,
            mean_plies: tally.plies as f64 / tally.games.max(1) as f64,
            results: sides.collect(),
        }
    }
}
