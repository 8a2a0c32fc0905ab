//! A game of a run as PGN4, with tags that describe how it was played.

use quadrille_core::rules::SeatSpec;
use quadrille_core::{PlayError, SeatResult};
use quadrille_dsl::{Ruleset, pgn};
use quadrille_study::sim::{GameRecord, Plan};

use super::envelope::{RulesetId, VERSION};
use super::outcome::ending;
use super::rerun::{replayable, start};

/// Returns a game's record. The game is replayed, because the text of an action depends on the
/// other legal actions.
///
/// # Errors
/// Returns a [`PlayError`] if a script fails, or the game can't be replayed.
pub fn text(loaded: &Ruleset, plan: &Plan, record: &GameRecord) -> Result<String, PlayError> {
    let spec = loaded.spec();
    let rotation = plan.deal(record.index).rotation;
    let mut tags = about(loaded);
    let mut tag = |name: &str, value: String| tags.push((name.to_owned(), value));
    tag("Seed", plan.seed.to_string());
    tag("Game", record.index.to_string());
    for (i, seat) in spec.seats.iter().enumerate() {
        tag(&seat_tag(seat), plan.agent(i, rotation).to_string());
    }
    match &record.end {
        Ok(outcome) => {
            let word = |(seat, result): (&SeatSpec, &SeatResult)| {
                let word = match result {
                    SeatResult::Win => "wins",
                    SeatResult::Draw => "draws",
                    SeatResult::Loss => "loses",
                };
                format!("{} {word}", seat.name)
            };
            let mut words: Vec<String> =
                spec.seats.iter().zip(&outcome.results).map(word).collect();
            for (word, points) in words.iter_mut().zip(outcome.points.iter().flatten()) {
                *word = format!("{word} with {points}");
            }
            let how = ending(spec, outcome.ending);
            tag("Result", words.join(", "));
            tag("Termination", how.clause.unwrap_or_else(|| how.kind.to_owned()));
        }
        Err(error) => tag("Termination", error.to_string()),
    }
    let hooks = loaded.hooks();
    let mut game = start(loaded, &*hooks, plan, record.index)?;
    pgn::write(&mut *game, &tags, replayable(record))
}

/// Returns the tags about the rules and about the version of Quadrille.
#[must_use]
pub fn about(loaded: &Ruleset) -> Vec<(String, String)> {
    let id = RulesetId::new(loaded);
    // The folders of the files are private.
    let preset = id.preset.as_ref().map_or_else(String::new, |preset| format!("@{preset}"));
    let mut tags = vec![("Ruleset".to_owned(), format!("{}{preset}", id.id))];
    let changes = id.tunables.iter().map(|(name, value)| format!("{name}={value}"));
    tags.extend(changes.map(|change| ("Set".to_owned(), change)));
    tags.push(("RulesetHash".to_owned(), id.hash.clone()));
    tags.push(("Generator".to_owned(), format!("quadrille {VERSION}")));
    tags
}

/// Returns the name of the tag for the player of a seat.
#[must_use]
pub fn seat_tag(seat: &SeatSpec) -> String {
    let mut name = seat.name.clone();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}
