//! Questions that a random ruleset asks at the start of turns, and the effects of the answers.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use quadrille_core::rules::Emitted;
use quadrille_core::{
    CounterId, Effect, Event, EventKind, Filter, Handler, HookError, Hooks, Kind, Piece, Question,
    Seat, Spec, Square, Subject, View,
};

use super::build::COUNTED;

/// The maximum number of options of a question.
const MAX_OPTIONS: usize = 6;

/// The questions of a ruleset.
#[derive(Clone, Debug, Default)]
pub struct Interview {
    questions: Vec<RandomQuestion>,
    /// The topic of a choice within each capture.
    of_captures: Option<QuestionTopic>,
}

/// A question that is asked at the start of every nth turn.
#[derive(Clone, Debug)]
struct RandomQuestion {
    every: u32,
    whom: Whom,
    what: QuestionTopic,
    secret: bool,
    /// The number of times that the question is asked again after an answer. Each repetition is
    /// secret if the question before it was not, and the other way round.
    again: u8,
}

#[derive(Clone, Copy, Debug)]
enum Whom {
    Mover,
    Next,
    Everyone,
}

/// The subject of a question.
#[derive(Clone, Copy, Debug)]
enum QuestionTopic {
    /// A number, which is stored in counters.
    Number,
    /// The square of a piece. The answer removes the piece on this square.
    Square,
    /// A kind. The answer adds a piece of this kind to the hand.
    Kind,
}

impl QuestionTopic {
    const ALL: [Self; 3] = [Self::Number, Self::Square, Self::Kind];

    /// Returns the name of a question about this topic.
    const fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Square => "square",
            Self::Kind => "kind",
        }
    }

    /// Returns the possible answers to a question about this topic. `pieces` are the pieces on the
    /// board.
    fn options(self, spec: &Spec, pieces: &[(Square, Piece)]) -> Vec<String> {
        let royal = |kind: Kind| spec.kinds[kind.index()].royal;
        let options: Vec<String> = match self {
            Self::Number => (COUNTED.0..=COUNTED.1).map(|number| number.to_string()).collect(),
            Self::Square => {
                let plain = pieces.iter().filter(|(_, piece)| !royal(piece.kind()));
                plain.map(|(square, _)| spec.geometry.name(*square)).collect()
            }
            Self::Kind => {
                let plain = spec.kinds.iter().filter(|kind| !kind.royal);
                plain.map(|kind| kind.name.clone()).collect()
            }
        };
        options.into_iter().take(MAX_OPTIONS).collect()
    }

    /// Returns a choice about this topic within a move, or `None` if there are no options.
    fn choice(self, spec: &Spec, pieces: &[(Square, Piece)]) -> Option<Effect> {
        let options = self.options(spec, pieces);
        let question = self.name().to_owned();
        let about = Subject::Number(0);
        (!options.is_empty()).then_some(Effect::Choose { question, options, about })
    }
}

/// Returns the number of times that a question will be asked again. The subject of the question
/// stores this number.
fn left(about: Subject) -> i32 {
    match about {
        Subject::Number(times) => times,
        _ => 0,
    }
}

impl Interview {
    /// Returns the questions that are asked at the start of a seat's turn, in order.
    #[must_use]
    pub fn asks(
        &self,
        spec: &Spec,
        ply: u32,
        turn: Seat,
        pieces: &[(Square, Piece)],
    ) -> Vec<Question> {
        let seats = spec.seats.len() as u8;
        let mut asked = Vec::new();
        for question in self.questions.iter().filter(|asked| ply.is_multiple_of(asked.every)) {
            let whom = match question.whom {
                Whom::Mover => vec![turn],
                Whom::Next => vec![Seat((turn.0 + 1) % seats)],
                Whom::Everyone => (0..seats).map(Seat).collect(),
            };
            asked.extend(whom.into_iter().map(|seat| Question {
                seat,
                name: question.what.name().to_owned(),
                options: question.what.options(spec, pieces),
                about: Subject::Number(question.again.into()),
                secret: question.secret,
                of_move: false,
            }));
        }
        asked.retain(|question| !question.options.is_empty());
        asked
    }

    /// Returns the effects of an answer, and the next questions.
    #[must_use]
    pub fn answered(
        &self,
        spec: &Spec,
        question: &Question,
        choice: &str,
        pieces: &[(Square, Piece)],
    ) -> (Vec<Effect>, Vec<Question>) {
        let seat = question.seat;
        let what = QuestionTopic::ALL.into_iter().find(|what| what.name() == question.name);
        let what = what.expect("a question of this ruleset");
        let effects = match what {
            QuestionTopic::Number => {
                let number = choice.parse().expect("a number");
                vec![
                    Effect::SetCounter(CounterId(0), None, number),
                    Effect::SetCounter(CounterId(1), Some(seat), number),
                ]
            }
            QuestionTopic::Square => {
                let square = spec.geometry.square_named(choice).expect("a square");
                let stands = pieces.iter().any(|(at, _)| *at == square);
                stands.then_some(Effect::Remove(square)).into_iter().collect()
            }
            QuestionTopic::Kind => {
                vec![Effect::Hold(seat, spec.kind_named(choice).expect("a kind"), 1)]
            }
        };
        let options = what.options(spec, pieces);
        let next = (left(question.about) > 0 && !options.is_empty()).then(|| Question {
            options,
            about: Subject::Number(left(question.about) - 1),
            secret: !question.secret,
            ..question.clone()
        });
        (effects, next.into_iter().collect())
    }

    /// Returns the handlers of these hooks.
    pub(super) fn handlers(&self) -> Vec<Handler> {
        let handler = |event: EventKind| Handler {
            event,
            filter: Filter::default(),
            clause: None,
            judged: false,
            chooses: event == EventKind::Capture,
            name: format!("interview.{event:?}"),
        };
        let turns = (!self.questions.is_empty()).then_some(EventKind::Turn);
        let captures = self.of_captures.map(|_| EventKind::Capture);
        let answers = turns.or(captures).map(|_| EventKind::Answer);
        [turns, captures, answers].into_iter().flatten().map(handler).collect()
    }
}

impl Hooks for Interview {
    fn call(
        &self,
        _: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        let spec = view.rules().spec();
        let colours = spec.colours().flat_map(|colour| view.pieces(colour));
        let mut pieces: Vec<(Square, Piece)> =
            colours.filter_map(|square| Some((square, view.piece(square)?))).collect();
        pieces.sort();
        let (effects, questions) = match *event {
            Event::Turn(seat) => (Vec::new(), self.asks(spec, view.ply(), seat, &pieces)),
            Event::Capture { .. } => {
                let choice = self.of_captures.and_then(|topic| topic.choice(spec, &pieces));
                (choice.into_iter().collect(), Vec::new())
            }
            Event::Answer { seat, question, choice, about } => {
                // The event does not show if the question is secret. This follows from the number
                // of repetitions.
                let asked = self.questions.iter().find(|asked| asked.what.name() == question);
                let rounds = asked.map_or(0, |asked| i32::from(asked.again)) - left(about);
                let secret = asked.is_some_and(|asked| asked.secret) == (rounds % 2 == 0);
                let (name, options) = (question.to_owned(), Vec::new());
                let question = Question { seat, name, options, about, secret, of_move: false };
                self.answered(spec, &question, choice, &pieces)
            }
            _ => return Ok(()),
        };
        let asks = questions.into_iter().map(|question| Effect::Ask {
            seat: question.seat,
            question: question.name,
            options: question.options,
            about: question.about,
            secret: question.secret,
        });
        let emitted = |effect| Emitted { effect, clause: None, place: 0 };
        out.extend(effects.into_iter().chain(asks).map(emitted));
        Ok(())
    }
}

/// Generates questions, possibly none.
pub(super) fn interview() -> impl Strategy<Value = Interview> {
    let whom = select(vec![Whom::Mover, Whom::Next, Whom::Everyone]);
    let what = select(QuestionTopic::ALL.to_vec());
    let asked = (1..5u32, whom, what, any::<bool>(), 0..3u8).prop_map(
        |(every, whom, what, secret, again)| RandomQuestion { every, whom, what, secret, again },
    );
    // Each topic occurs once, so that its name identifies the question.
    let once = |mut questions: Vec<RandomQuestion>| {
        questions.sort_by_key(|asked| asked.what.name());
        questions.dedup_by_key(|asked| asked.what.name());
        Interview { questions, of_captures: None }
    };
    let asking = prop_oneof![3 => Just(Interview::default()), 1 => vec(asked, 1..3).prop_map(once)];
    let of_captures = option::weighted(0.2, select(QuestionTopic::ALL.to_vec()));
    (asking, of_captures).prop_map(|(asking, of_captures)| Interview { of_captures, ..asking })
}
