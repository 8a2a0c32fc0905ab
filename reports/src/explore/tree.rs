//! The tree of the moves of games from one position. Transpositions share a node.

use std::collections::HashMap;

use quadrille_agents::{position_key, prospects};
use quadrille_core::{Action, AnyGame, HookError, Outcome, PlayError, SeatResult, Spec};
use quadrille_dsl::actions;
use quadrille_study::metrics::utility;

use crate::rerun::{decider, seat_name};

/// The maximum number of moves in a tree. Further moves are only counted.
pub const MAX_MOVES: usize = 200_000;
/// The maximum depth of a tree in plies.
pub const MAX_DEPTH: u32 = 40;

/// The reason why no tree can begin at a position, or a game can't be added.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// The game is over, or a question is open.
    #[error("no tree can begin here, because the game is over or a choice within a move is open")]
    Unfit,
    /// A hook failed.
    #[error(transparent)]
    Hook(#[from] HookError),
    /// An action could not be played.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// A tree of the moves of games from one position. The depth and [`MAX_MOVES`] bound the memory of
/// the tree. Moves to the same position after the same number of plies lead to one node. The order
/// of the games affects the tree only after the tree is full.
#[derive(Debug)]
pub struct OpeningTree {
    root: u64,
    depth: u32,
    max_moves: usize,
    /// For each side, the index of its team and of its first seat.
    pub(super) sides: Vec<(usize, usize)>,
    pub(super) games: u64,
    pub(super) left_out: u64,
    moves: usize,
    /// The positions. The first is the root.
    pub(super) nodes: Vec<Node>,
    by_key: HashMap<(u32, u64), usize>,
}

/// A position of a tree.
#[derive(Debug)]
pub(super) struct Node {
    pub tally: Tally,
    pub moves: HashMap<Action, Edge>,
}

/// A move of a tree.
#[derive(Debug)]
pub(super) struct Edge {
    pub seat: Option<String>,
    pub action: String,
    pub tally: Tally,
    /// The static evaluation of the position after the move: the share of each side.
    pub evaluation: Vec<f64>,
    /// The index of the position after the move. `None` at the depth of the tree.
    pub next: Option<usize>,
}

/// The sums of the results of games.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    pub games: u64,
    /// The number of games with a result.
    pub finished: u64,
    pub plies: u64,
    pub sides: Vec<SideTally>,
}

/// The sums of the results of a side.
#[derive(Clone, Default, Debug)]
pub(super) struct SideTally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The sum of the side's shares of the results, in units of
    /// [`WHOLE`](quadrille_study::metrics::WHOLE).
    pub share: u64,
}

/// The result of a game: its length, and for each side the result and the share.
struct GameResult {
    plies: u64,
    sides: Option<Vec<(SeatResult, u32)>>,
}

impl Tally {
    fn new(sides: usize) -> Self {
        Self { games: 0, finished: 0, plies: 0, sides: vec![SideTally::default(); sides] }
    }

    fn add(&mut self, result: &GameResult) {
        self.games += 1;
        self.plies += result.plies;
        let Some(sides) = &result.sides else { return };
        self.finished += 1;
        for (tally, (result, share)) in self.sides.iter_mut().zip(sides) {
            tally.share += u64::from(*share);
            *match result {
                SeatResult::Win => &mut tally.wins,
                SeatResult::Draw => &mut tally.draws,
                SeatResult::Loss => &mut tally.losses,
            } += 1;
        }
    }
}

impl OpeningTree {
    /// Creates an empty tree that begins at the position of a game. The tree has `depth` plies, at
    /// least 1 and at most [`MAX_DEPTH`].
    ///
    /// # Errors
    /// Returns a [`TreeError`] if the game is over, a question is open, or a hook fails.
    pub fn new(game: &mut dyn AnyGame, depth: u32) -> Result<Self, TreeError> {
        let root = position_key(game)?.ok_or(TreeError::Unfit)?;
        let team_of = game.rules().spec().team_of();
        let seat_of = |team: u8| team_of.iter().position(|other| *other == team);
        let teams = 0..game.rules().spec().teams.len() as u8;
        let sides: Vec<_> =
            teams.filter_map(|team| Some((usize::from(team), seat_of(team)?))).collect();
        let start = Node { tally: Tally::new(sides.len()), moves: HashMap::new() };
        Ok(Self {
            root,
            depth: depth.clamp(1, MAX_DEPTH),
            max_moves: MAX_MOVES,
            sides,
            games: 0,
            left_out: 0,
            moves: 0,
            nodes: vec![start],
            by_key: HashMap::new(),
        })
    }

    /// Returns the number of games that were added.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of games that reached the first position of the tree.
    #[must_use]
    pub fn reached(&self) -> u64 {
        self.nodes[0].tally.games
    }

    /// Adds a game. `game` must be at the start position, and `actions` are all actions of the
    /// game. The tree contains the plies after the first position that equals the root. `outcome`
    /// is `None` if the game has no result.
    ///
    /// # Errors
    /// Returns a [`TreeError`] if an action is not legal, or a hook fails.
    pub fn add(
        &mut self,
        game: &mut dyn AnyGame,
        actions: &[Action],
        outcome: Option<&Outcome>,
    ) -> Result<(), TreeError> {
        self.games += 1;
        let mut rest = actions;
        while position_key(game)? != Some(self.root) {
            let Some((action, later)) = rest.split_first() else { return Ok(()) };
            game.play(*action)?;
            rest = later;
        }
        let plies = actions.len() as u64;
        let result = GameResult {
            plies,
            sides: outcome.and_then(|outcome| self.results(game.rules().spec(), outcome)),
        };
        let mut at = 0;
        self.nodes[0].tally.add(&result);
        for (action, depth) in rest.iter().zip(1..=self.depth) {
            let Some(next) = self.follow(at, depth, game, *action, &result)? else { break };
            at = next;
            self.nodes[at].tally.add(&result);
        }
        Ok(())
    }

    /// Returns the result and the share of each side. Returns `None` if the ply limit ended the game.
    fn results(&self, spec: &Spec, outcome: &Outcome) -> Option<Vec<(SeatResult, u32)>> {
        let (shares, results) = (utility(spec, outcome)?, outcome.team_results(spec));
        let side = |&(team, seat): &(usize, usize)| Some((*results.get(team)?, *shares.get(seat)?));
        self.sides.iter().map(side).collect()
    }

    /// Plays an action at a position of the tree, and counts it. Returns the next position of the
    /// tree. Returns `None` at the end of the tree.
    fn follow(
        &mut self,
        at: usize,
        depth: u32,
        game: &mut dyn AnyGame,
        action: Action,
        result: &GameResult,
    ) -> Result<Option<usize>, TreeError> {
        if let Some(edge) = self.nodes[at].moves.get_mut(&action) {
            edge.tally.add(result);
            if edge.next.is_some() {
                game.play(action)?;
                game.decision()?;
            }
            return Ok(edge.next);
        }
        if self.moves >= self.max_moves {
            self.left_out += 1;
            return Ok(None);
        }
        let decider = decider(&game.decision()?);
        let seat = decider.map(|seat| seat_name(game.rules().spec(), seat).to_owned());
        let text = actions::text_of(game, action)?;
        game.play(action)?;
        let key = position_key(game)?;
        let shares = prospects(game);
        let evaluation = self.sides.iter().filter_map(|(_, seat)| shares.get(*seat).copied());
        let evaluation = evaluation.collect();
        let next = (depth < self.depth).then(|| self.node(depth, key));
        let mut tally = Tally::new(self.sides.len());
        tally.add(result);
        self.moves += 1;
        let edge = Edge { seat, action: text, tally, evaluation, next };
        self.nodes[at].moves.insert(action, edge);
        Ok(next)
    }

    /// Returns the position with this key after `depth` plies. A position without a key is new.
    fn node(&mut self, depth: u32, key: Option<u64>) -> usize {
        let new = self.nodes.len();
        let at = key.map_or(new, |key| *self.by_key.entry((depth, key)).or_insert(new));
        if at == new {
            let tally = Tally::new(self.sides.len());
            self.nodes.push(Node { tally, moves: HashMap::new() });
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::{Ending, game};
    use quadrille_dsl::library::Shipped;
    use quadrille_dsl::{Ruleset, load};

    /// Creates a tree at the array of orthodox chess, and adds these games without results.
    fn tree(chess: &Ruleset, depth: u32, max_moves: usize, games: &[&str]) -> OpeningTree {
        let hooks = chess.hooks();
        let start = || game::start(&chess.rules, &*hooks).expect("it starts");
        let mut tree = OpeningTree::new(&mut *start(), depth).expect("it is a position");
        tree.max_moves = max_moves;
        for text in games {
            let mut played = start();
            let actions: Vec<Action> = actions::tokens(text)
                .map(|(_, token)| {
                    let action = actions::read(&mut *played, token).expect("it is legal");
                    played.play(action).expect("it is legal");
                    action
                })
                .collect();
            tree.add(&mut *start(), &actions, None).expect("they are legal");
        }
        tree
    }

    fn chess() -> Ruleset {
        load(&Shipped, "orthodox-chess", &[]).expect("it is shipped")
    }

    #[test]
    fn transpositions_share_a_position() {
        let games = ["e2-e4 e7-e5 g1-f3 b8-c6", "g1-f3 e7-e5 e2-e4 g8-f6", "e2-e4 e7-e5 f1-c4"];
        let tree = tree(&chess(), 4, MAX_MOVES, &games);
        let joined: Vec<usize> = tree.nodes.iter().map(|node| node.moves.len()).collect();
        // The array, two first moves, two second moves, one joined position, and two others; the
        // positions after the fourth ply are outside the tree.
        assert_eq!(tree.nodes.len(), 7, "{joined:?}");
        let two = |node: &&Node| node.tally.games == 2 && node.moves.len() == 2;
        assert!(tree.nodes.iter().skip(3).any(|node| two(&node)), "{joined:?}");
    }

    #[test]
    fn a_full_tree_counts_further_games_only_on_its_moves() {
        let games = ["e2-e4 e7-e5", "e2-e4 c7-c5", "d2-d4 d7-d5", "e2-e4 e7-e5"];
        let tree = tree(&chess(), 2, 2, &games);
        assert_eq!((tree.moves, tree.left_out, tree.games, tree.reached()), (2, 2, 4, 4));
        let counts: Vec<u64> = tree.nodes[0].moves.values().map(|edge| edge.tally.games).collect();
        assert_eq!(counts, [3]);
    }

    #[test]
    fn a_game_that_the_ply_limit_ends_has_no_result() {
        let chess = chess();
        let tree = tree(&chess, 1, MAX_MOVES, &[]);
        let with = |ending| Outcome::new(vec![SeatResult::Win, SeatResult::Loss], ending);
        let spec = chess.spec();
        assert!(tree.results(spec, &with(Ending::PlyLimit)).is_none());
        let results = tree.results(spec, &with(Ending::Left)).expect("it has a result");
        assert_eq!(results.iter().map(|(_, share)| *share > 0).collect::<Vec<_>>(), [true, false]);
    }
}
