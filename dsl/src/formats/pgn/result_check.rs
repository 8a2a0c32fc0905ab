//! Reads the result that a record states, and compares it with the end of its game.

use quadrille_core::{AnyGame, Ending, Outcome, SeatResult, Spec};

use super::record::Record;
use super::replay_note::Note;
use crate::formats::fen;

/// Returns the outcome that the `Result` tag of a record states. The outcome has the ending of a
/// resignation or of an agreed draw. The tag contains the result of two sides, or the scores of all
/// players. Returns `None` for any other tag, for example of an unfinished game.
#[must_use]
pub fn stated_outcome(record: &Record, spec: &Spec) -> Option<Outcome> {
    let stated = &record.tag("Result")?.value;
    let team_of = spec.team_of();
    if let Some(scores) = scores(record, spec, stated) {
        let points = scores.into_iter().map(|score| score.max(0) as u32).collect();
        return Some(Outcome::with_points(points, &team_of, Ending::Left));
    }
    let (first, second) = match stated.as_str() {
        "1-0" => (SeatResult::Win, SeatResult::Loss),
        "0-1" => (SeatResult::Loss, SeatResult::Win),
        "1/2-1/2" => (SeatResult::Draw, SeatResult::Draw),
        _ => return None,
    };
    let ending = if first == SeatResult::Draw { Ending::Agreed } else { Ending::Left };
    let result = |team: u8| if team == 0 { first } else { second };
    let results = team_of.into_iter().map(result).collect();
    (spec.teams.len() == 2).then(|| Outcome::new(results, ending))
}

/// Returns a note if the `Result` tag contradicts the end of the game. The tag may contain the
/// result or the scores. Any other form of the tag is ignored.
pub(super) fn compare(record: &Record, game: &dyn AnyGame) -> Option<Note> {
    let tag = record.tag("Result")?;
    let spec = game.rules().spec();
    let message = match scores(record, spec, &tag.value) {
        Some(stated) => other_scores(game, spec, &stated)?,
        None => other_winner(game, spec, &tag.value)?,
    };
    Some(Note { span: tag.span.clone(), message })
}

/// Parses scores in the form `name: 12 - name: 7`, and returns them by seat. The names are the
/// names of players, in any order. For each seat, the tag with the name of the seat contains the
/// name of the player. Returns `None` if the text has another form, or if it does not have exactly
/// one score for each seat.
fn scores(record: &Record, spec: &Spec, text: &str) -> Option<Vec<i32>> {
    let part = |part: &str| {
        let (name, score) = part.rsplit_once(':')?;
        Some((name.trim().to_owned(), score.trim().parse::<i32>().ok()?))
    };
    let listed: Vec<(String, i32)> = text.split(" - ").map(part).collect::<Option<_>>()?;
    let of_seat = |seat: &str| {
        let player = record.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(seat))?;
        let mut theirs = listed.iter().filter(|(name, _)| *name == player.value.trim());
        let (_, score) = theirs.next()?;
        theirs.next().is_none().then_some(*score)
    };
    let by_seat: Option<Vec<i32>> = spec.seats.iter().map(|seat| of_seat(&seat.name)).collect();
    by_seat.filter(|scores| scores.len() == listed.len())
}

/// Lists the seats whose scores differ from the scores in the record.
fn other_scores(game: &dyn AnyGame, spec: &Spec, stated: &[i32]) -> Option<String> {
    let setup = game.setup();
    let scores = setup.counters.get(fen::points(spec)?)?;
    let other: Vec<String> = spec
        .seats
        .iter()
        .zip(scores.iter().zip(stated))
        .filter(|(_, (score, stated))| score != stated)
        .map(|(seat, (score, stated))| format!("{} has {score} points, not {stated}", seat.name))
        .collect();
    let over = if game.outcome().is_some() { "" } else { "; the game is not over" };
    (!other.is_empty()).then(|| format!("by these rules {}{over}", other.join(", ")))
}

/// Describes the end of a game with two sides, if the game's result differs from the stated result.
/// Returns `None` if the two results are equal, or if the game is not over.
fn other_winner(game: &dyn AnyGame, spec: &Spec, stated: &str) -> Option<String> {
    let results = game.outcome()?.team_results(spec);
    let [first, _] = results[..] else { return None };
    let ended = match first {
        SeatResult::Win => "1-0",
        SeatResult::Draw => "1/2-1/2",
        SeatResult::Loss => "0-1",
    };
    let comparable = ["1-0", "1/2-1/2", "0-1"].contains(&stated);
    (comparable && stated != ended).then(|| format!("by these rules the result is {ended}"))
}
