//! Describes in sentences the questions that scripts ask players. A sentence states when the
//! question is asked, which seat is asked, which answers are possible, and whether the answer is
//! secret.

use crate::text::prose::{capital, either};
use quadrille_core::EventKind;

use crate::script::compile::scripts::{AskCall, AskedQuestion, QuestionSeat, Script, Scripts};
use crate::script::interface::api::Type;

/// The maximum number of options that a sentence lists.
const MAX_LISTED_OPTIONS: usize = 8;

/// The parts of a sentence about questions. One sentence describes two questions if they differ
/// only in whether the answer is secret.
struct QuestionSentence {
    question: String,
    answers: String,
    open: bool,
    secret: bool,
    of_move: bool,
}

impl Scripts {
    /// Returns a sentence for each question that these scripts ask. If a part of a question is not
    /// evident from the code, the sentence omits the part or describes it in general terms.
    #[must_use]
    pub fn questions_in_sentences(&self) -> Vec<String> {
        let mut asked: Vec<(&Script, &AskedQuestion)> = Vec::new();
        for script in &self.scripts {
            asked.extend(script.asks.iter().filter_map(|asked| match asked {
                AskCall::Question(asked) => Some((script, asked)),
                AskCall::Offer(_) => None,
            }));
        }
        // In the order of a turn. Rhai does not keep the order of functions.
        asked.sort_by(|(_, a), (_, b)| (&a.events, a.within).cmp(&(&b.events, b.within)));
        let mut all: Vec<QuestionSentence> = Vec::new();
        for (script, asked) in asked {
            let (question, answers) = (question(asked), answers(script, asked));
            let alike = |other: &&mut QuestionSentence| {
                other.question == question && other.answers == answers
            };
            let (secret, of_move) = (asked.secret, asked.of_move);
            let open = !secret && !of_move;
            match all.iter_mut().find(alike) {
                Some(other) => {
                    other.open |= open;
                    other.secret |= secret;
                    other.of_move |= of_move;
                }
                None => all.push(QuestionSentence { question, answers, open, secret, of_move }),
            }
        }
        all.iter().map(sentence).collect()
    }
}

fn sentence(parts: &QuestionSentence) -> String {
    let how = match (parts.open, parts.secret, parts.of_move) {
        (true, true, _) => "openly or in secret",
        (_, true, _) => "in secret until all have answered",
        (true, ..) => "openly",
        (false, false, _) => "as a part of the move",
    };
    format!("{}, {how}: {}.", parts.question, parts.answers)
}

/// Describes when a question is asked, which seat is asked, and the question itself:
/// `As a turn opens, each player is asked \`pawns\``.
fn question(asked: &AskedQuestion) -> String {
    let events: Vec<String> = asked.events.iter().map(|event| at(*event).to_owned()).collect();
    let when = if events.is_empty() { String::new() } else { format!("{}, ", either(&events)) };
    let name = asked.name.as_ref().map_or("a question".to_owned(), |name| format!("`{name}`"));
    capital(&format!("{when}{} is asked {name}", whom(&asked.whom)))
}

/// Describes the possible answers to a question. If the asking hook has a clause, the clause
/// follows in brackets.
fn answers(script: &Script, asked: &AskedQuestion) -> String {
    let options = asked.options.as_ref().filter(|options| !options.is_empty());
    let answers = match (options, asked.of) {
        (Some(options), _) if options.len() <= MAX_LISTED_OPTIONS => {
            let options: Vec<String> = options.iter().map(|option| format!("`{option}`")).collect();
            either(&options)
        }
        (Some(options), _) => format!("one of {} answers", options.len()),
        (None, Some(Type::Square | Type::SquareName)) => "a square".to_owned(),
        (None, Some(Type::Seat | Type::SeatName | Type::ColourName)) => "a player".to_owned(),
        (None, Some(Type::Kind)) => "a kind of piece".to_owned(),
        (None, Some(Type::Int)) => "a number".to_owned(),
        (None, _) => "the answers depend on the position".to_owned(),
    };
    let hook = asked.within.and_then(|within| script.outline.functions.get(within));
    match hook.and_then(|hook| hook.clause.as_ref()) {
        Some(clause) => format!("{answers} ({})", script.clause_name(&clause.value)),
        None => answers,
    }
}

fn whom(whom: &QuestionSeat) -> String {
    match whom {
        QuestionSeat::Seat(name) => capital(name),
        QuestionSeat::Everyone => "each player".to_owned(),
        QuestionSeat::Mover => "the player to move".to_owned(),
        QuestionSeat::PartnerOf(other) => format!("the partner of {}", self::whom(other)),
        QuestionSeat::Someone => "a player".to_owned(),
        QuestionSeat::Concerned(event) => match event {
            EventKind::Turn => "the player to move",
            EventKind::Roll | EventKind::Blocked => "the player who has rolled",
            EventKind::Capture | EventKind::RoyalCaptured => "the player who has captured",
            EventKind::Promotion => "the player who has promoted",
            EventKind::Check => "the player who gives check",
            EventKind::Move => "the player who has moved",
            EventKind::Mate => "the mated player",
            EventKind::Stalemate => "the stalemated player",
            EventKind::Release => "the player who is back",
            EventKind::Answer => "the player who has answered",
            EventKind::Say => "the player who has spoken",
            EventKind::Announce => "the player who has announced a move",
            _ => "a player",
        }
        .to_owned(),
    }
}

/// Describes when the hook of an event runs, in words for players.
fn at(event: EventKind) -> &'static str {
    match event {
        EventKind::Setup | EventKind::Position => "as the game begins",
        EventKind::Turn => "as a turn opens",
        EventKind::Roll => "after a roll",
        EventKind::Blocked => "after a roll that allows no move",
        EventKind::Capture => "after a capture",
        EventKind::RoyalCaptured => "after the capture of a royal",
        EventKind::Promotion => "after a promotion",
        EventKind::Check => "after a check",
        EventKind::Move => "after a move",
        EventKind::Mate => "after a mate",
        EventKind::Stalemate => "after a stalemate",
        EventKind::Release => "after a return to the game",
        EventKind::Answer => "after an answer",
        EventKind::Say => "after a declaration",
        EventKind::Announce => "after an announcement",
        EventKind::Draw => "when a draw is due",
        EventKind::Limit => "at the limit of plies",
        EventKind::Outcome => "when the end of the game is tested",
        EventKind::ExtraMoves | EventKind::Forbids => "while moves are listed",
    }
}
