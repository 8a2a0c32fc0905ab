//! Sessions of the shipped rulesets: history, changes as data, records, advice, lessons, and the
//! reasons why actions are illegal.

mod advice;
mod changes;
mod history;
mod illegal;
mod lessons;
mod notation;
mod records;

use std::sync::Arc;

use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_dsl::library::Shipped;
use quadrille_dsl::{Library, Ruleset, load};
use quadrille_session::{ActionGroup, Game};

/// The ruleset of two players' chess.
const ORTHODOX: &str = "orthodox-chess";

fn open(name: &str) -> Arc<Ruleset> {
    let loaded = load(&Shipped, name, &[]);
    Arc::new(loaded.unwrap_or_else(|found| panic!("{name}: {found:#?}")))
}

fn start(name: &str) -> Game {
    Game::start(open(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns a game at a position of orthodox chess.
fn orthodox(fen: &str) -> Game {
    Game::from_fen(open(ORTHODOX), fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns a game at a position with some pieces, in the notation of lessons.
fn arranged(name: &str, pieces: &str, turn: &str, options: Option<&str>) -> Game {
    Game::from_pieces(open(name), pieces, turn, options)
        .unwrap_or_else(|error| panic!("{name}: {pieces}: {error}"))
}

/// Returns the names of all shipped rulesets and of one preset with dice.
fn everything() -> Vec<String> {
    let mut names = Shipped.names();
    names.push("four-seasons-1283@dice".to_owned());
    names
}

/// Plays a random action, or returns `false` if the game is over. For about half of the plies, the
/// action is drawn only from the captures and the actions that are not plain moves. Rare actions
/// are therefore played often enough.
fn play_at_random(session: &mut Game, rng: &mut Rng) -> bool {
    let mut all = session.legal_actions().unwrap();
    all.sort_by_key(|action| action.group);
    if all.is_empty() {
        return false;
    }
    let drawn = |rng: &mut Rng, most: usize| rng.below(most as u32) as usize;
    let rare: Vec<_> = all
        .iter()
        .filter(|action| action.group != ActionGroup::Move || !action.captures.is_empty())
        .collect();
    let chosen = if !rare.is_empty() && rng.below(2) == 0 {
        rare[drawn(rng, rare.len())]
    } else {
        &all[drawn(rng, all.len())]
    };
    let text = chosen.text.clone();
    session.play(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    true
}

/// Plays a random game of at most `plies` plies.
fn random_game(rules: &Arc<Ruleset>, number: u64, plies: usize) -> Game {
    let mut session = Game::start(Arc::clone(rules)).unwrap();
    let mut rng = Rng::new(71, number, Stream::Agent, 0, 0);
    while session.ply() < plies && play_at_random(&mut session, &mut rng) {}
    session
}
