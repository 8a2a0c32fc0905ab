//! The expectations of a lesson in sentences.

use quadrille_core::Spec;
use quadrille_dsl::fen;
use quadrille_dsl::text::prose::{capital, listed};
use quadrille_session::{Expectation, Game, GameError, LessonGame};

/// Plays a lesson to its end, and returns its expectations in sentences.
///
/// # Errors
/// Returns a [`GameError`] if an action of the lesson is not legal, or a hook fails.
pub fn sentences(lesson: &mut LessonGame) -> Result<Vec<String>, GameError> {
    while lesson.advance()?.is_some() {}
    let all = lesson.expectations()?.into_iter().flat_map(|expected| {
        let mut lines = describe(&expected, lesson.game());
        if !expected.holds {
            lines.insert(0, "This game does not meet the next expectation.".to_owned());
        }
        lines
    });
    Ok(all.collect())
}

/// Returns an expectation in sentences. `game` is the game after the last move of the lesson.
fn describe(expected: &Expectation, game: &Game) -> Vec<String> {
    let Expectation { key, value, .. } = expected;
    let spec = game.ruleset().spec();
    let names: Vec<&str> = match value.as_str() {
        "none" => Vec::new(),
        value => value.split([',', ' ']).filter(|name| !name.is_empty()).collect(),
    };
    let pairs = value.split(", ").filter_map(|pair| pair.split_once(" = "));
    let each = |describe: &dyn Fn(&str, &str) -> String| -> Vec<String> {
        pairs.clone().map(|(name, value)| describe(name, value)).collect()
    };
    let is = if names.len() == 1 { "is" } else { "are" };
    match key.as_str() {
        "legal" => vec![format!("{} {is} legal.", listed(&names))],
        "only" if names.is_empty() => vec!["No move is legal.".to_owned()],
        "only" => vec![format!("Only {} {is} legal.", listed(&names))],
        "illegal" => names.iter().map(|action| illegal(action, game)).collect(),
        "count" => vec![match value.as_str() {
            "0" => "No move is legal.".to_owned(),
            "1" => "One move is legal.".to_owned(),
            count => format!("{count} moves are legal."),
        }],
        "fires" => vec![format!("{} applied.", listed(&names))],
        "silent" => vec![format!("{} did not apply.", listed(&names))],
        "board" => {
            let squares = names.iter().map(|token| stands(token, spec));
            // Names of squares stay in lower case.
            vec![format!("{}.", listed(&squares.collect::<Vec<_>>()))]
        }
        "next" => vec![format!("It is the turn of {}.", seat(value))],
        "asks" => vec![format!("The question is: {}.", words(value))],
        "seat_state" => each(&|name, state| format!("{} is {}.", seat(name), words(state))),
        "army_state" => {
            each(&|name, state| format!("The army of {} is {}.", seat(name), words(state)))
        }
        "controller" => each(&|name, by| match by {
            "nature" => format!("No player moves the pieces of {}.", seat(name)),
            by => format!("{} moves the pieces of {}.", seat(by), seat(name)),
        }),
        "memory" => each(&|name, held| match held {
            "-" => format!("{}: nothing.", seat(name)),
            held => {
                let held: Vec<String> = held.split('+').map(words).collect();
                format!("{}: {}.", seat(name), listed(&held))
            }
        }),
        "counter" | "metric" => each(&|name, count| format!("{}: {count}.", seat(name))),
        "check" if names.is_empty() => vec!["No player is in check.".to_owned()],
        "check" => {
            let seats: Vec<String> = names.iter().map(|name| seat(name)).collect();
            vec![format!("{} {is} in check.", listed(&seats))]
        }
        "result" => each(&|name, result| format!("{} {}.", seat(name), outcome(result))),
        "team_result" => {
            each(&|name, result| format!("The team {} {}.", words(name), outcome(result)))
        }
        "ends" => vec![format!("The game has ended by {}.", ending(value))],
        "ongoing" if value == "true" => vec!["The game continues.".to_owned()],
        "ongoing" => vec!["The game is over.".to_owned()],
        _ => vec![format!("{key}: {value}.")],
    }
}

/// Returns a name from a ruleset as words.
fn words(name: &str) -> String {
    name.replace(['_', '-'], " ")
}

/// Returns a name as the first words of a sentence.
fn seat(name: &str) -> String {
    capital(&words(name))
}

fn outcome(result: &str) -> &str {
    match result {
        "win" => "has won",
        "loss" => "has lost",
        "draw" => "has drawn",
        other => other,
    }
}

fn ending(name: &str) -> &str {
    match name {
        "no_progress" => "a lack of progress",
        "insufficient_force" => "insufficient force",
        "stuck" => "a position in which no player can move",
        "left" => "the departure of players",
        "agreed" => "agreement",
        other => other,
    }
}

fn illegal(action: &str, game: &Game) -> String {
    match game.why_not(action) {
        Ok(Some(why)) => {
            format!("{action} is not legal: {}.", why.text.trim_end_matches('.'))
        }
        _ => format!("{action} is not legal."),
    }
}

/// Describes the content of a square. `token` is a value of the key `board`, such as `wPe6^s+vowed`
/// or `.e5`.
fn stands(token: &str, spec: &Spec) -> String {
    if let Some(square) = token.strip_prefix('.') {
        return format!("{square} is empty");
    }
    let Ok((square, piece)) = fen::read_placement(spec, token) else { return token.to_owned() };
    let owner = spec.seats.get(piece.colour().index()).map_or("?", |seat| &seat.name);
    let kind = spec.kinds.get(piece.kind().index()).map_or("?", |kind| &kind.name);
    let name = spec.geometry.name(square);
    let mut text = format!("{} {} on {name}", words(owner), words(kind));
    if token.contains('^') {
        text.push_str(&format!(" facing {}", piece.facing().word()));
    }
    if let Some((_, marks)) = token.split_once(&*name).and_then(|(_, rest)| rest.split_once('+')) {
        let marks: Vec<String> = marks.split('+').map(words).collect();
        text.push_str(&format!(" ({})", marks.join(", ")));
    }
    text
}
