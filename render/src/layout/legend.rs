//! Facts beside the board: teams, the seat to move, the dice, and the state of each army.

use quadrille_core::rules::SeatSpec;
use quadrille_core::{AnyGame, Colour, SeatResult, Setup, Spec, StateId};

use super::pieces::{ColourLook, PieceStatus, spaced, status};
use quadrille_dsl::text::prose::{listed, plural};

/// The facts about a position that a picture shows beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Legend {
    /// The next task in the game. `None` after the end of the game.
    pub next: Option<Next>,
    /// The result of the game, in one line.
    pub ending: Option<String>,
    /// The rows of the seats, in the order of `Picture::colours`.
    pub seats: Vec<SeatRow>,
}

/// The next task of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Next {
    /// The seat that has the task, as an index into `Picture::colours`.
    pub seat: usize,
    /// The task that the seat has.
    pub task: SeatTask,
    /// The faces of the dice that can still be used.
    pub dice: Vec<u8>,
    /// The number of moves that the seat has made in its present turn.
    pub made: u8,
}

/// The task of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatTask {
    /// The seat has to move.
    Move,
    /// The seat has to roll the dice.
    Roll,
    /// The pieces have to be shuffled.
    Shuffle,
    /// The seat has to answer the question with this name.
    Answer(String),
}

/// The facts about a seat and its army.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// The partners of the seat, as indices into `Picture::colours`.
    pub partners: Vec<usize>,
    /// The status of the seat's pieces.
    pub status: PieceStatus,
    /// The name of the seat's state. `None` if the seat is active.
    pub seat_state: Option<String>,
    /// The name of the army's state. `None` if the army is active.
    pub army_state: Option<String>,
    /// The seat that moves the army. `None` means the seat of this row, and `Some(None)` means
    /// nature.
    pub controller: Option<Option<usize>>,
    /// The seat's result, if it is known.
    pub result: Option<SeatResult>,
    /// The pieces in the seat's hand. Each entry has the letter and the name of a kind, and the
    /// number of pieces.
    pub hand: Vec<(char, String, u8)>,
    /// The scores of the seat: the name and the value of each counter that is a score.
    pub scores: Vec<(String, i32)>,
}

impl Legend {
    /// Returns the legend of a position.
    #[must_use]
    pub fn new(spec: &Spec, setup: &Setup) -> Self {
        let question = setup.pending.last();
        let seat = question.map_or(setup.turn, |question| question.seat);
        let task = match question {
            Some(question) => SeatTask::Answer(question.name.clone()),
            None if usize::from(setup.shuffled) < spec.shuffles.len() => SeatTask::Shuffle,
            None if spec.dice.is_some() && !setup.rolled => SeatTask::Roll,
            None => SeatTask::Move,
        };
        let next = Next { seat: seat.index(), task, dice: setup.dice.clone(), made: setup.made };
        let seats = spec.seats.iter().enumerate();
        Self {
            next: Some(next),
            ending: None,
            seats: seats.map(|(i, seat)| SeatRow::new(spec, setup, i, seat)).collect(),
        }
    }

    /// Returns the legend of a game in its present position.
    #[must_use]
    pub fn of_game(spec: &Spec, game: &dyn AnyGame) -> Self {
        let mut legend = Self::new(spec, &game.setup());
        if let Some(outcome) = game.outcome() {
            legend.next = None;
            for (row, result) in legend.seats.iter_mut().zip(&outcome.results) {
                row.result = Some(*result);
            }
        }
        legend
    }

    /// Returns the legend as text, one line per fact.
    #[must_use]
    pub fn lines(&self, seats: &[ColourLook]) -> Vec<String> {
        let mut lines = Vec::new();
        lines.extend(self.ending.clone());
        if let Some(next) = &self.next {
            let dice = next.dice.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
            let dice = if dice.is_empty() { dice } else { format!(", dice: {dice}") };
            lines.push(format!("{} {}{dice}", name(seats, next.seat), next.words()));
        }
        lines.push(self.sides(seats));
        for (i, row) in self.seats.iter().enumerate() {
            let name = name(seats, i);
            match (&row.seat_state, &row.army_state) {
                (Some(seat), Some(army)) if seat == army => lines.push(format!("{name} is {seat}")),
                (seat, army) => {
                    lines.extend(seat.iter().map(|state| format!("{name} is {state}")));
                    lines.extend(army.iter().map(|state| format!("{name}'s pieces are {state}")));
                }
            }
            lines.extend(row.controller.map(|controller| match controller {
                Some(seat) => format!("{name}'s pieces are moved by {}", self::name(seats, seat)),
                None => format!("{name}'s pieces are uncontrolled"),
            }));
            // At the end of the game, the line about its ending contains the results.
            let result = row.result.filter(|_| self.next.is_some());
            lines.extend(result.map(|result| format!("{name} has {}", outcome(result))));
            if !row.hand.is_empty() {
                let hand = row.hand.iter().map(|(_, kind, n)| counted(*n, kind));
                lines.push(format!("{name} holds {}", hand.collect::<Vec<_>>().join(", ")));
            }
        }
        let counters = self.seats.first().map_or(&[][..], |row| &row.scores);
        for (place, (counter, _)) in counters.iter().enumerate() {
            let value = |(i, row): (usize, &SeatRow)| {
                Some(format!("{} {}", name(seats, i), row.scores.get(place)?.1))
            };
            let values: Vec<String> = self.seats.iter().enumerate().filter_map(value).collect();
            lines.push(format!("{}: {}", spaced(counter), values.join(", ")));
        }
        lines
    }

    /// Returns the sides of the game as text. After each seat's name, the text has the key of the
    /// seat's pieces in parentheses.
    fn sides(&self, seats: &[ColourLook]) -> String {
        let keyed = |i: usize| {
            let key = seats.get(i).map_or('?', |seat| seat.key);
            format!("{} ({key})", name(seats, i))
        };
        let leads = |(i, row): &(usize, &SeatRow)| row.partners.iter().all(|partner| partner > i);
        let sides: Vec<String> = self
            .seats
            .iter()
            .enumerate()
            .filter(leads)
            .map(|(i, row)| {
                let members = std::iter::once(i).chain(row.partners.iter().copied());
                listed(&members.map(keyed).collect::<Vec<_>>())
            })
            .collect();
        if sides.len() > 2 && sides.len() == self.seats.len() {
            format!("{}, each for themselves", listed(&sides))
        } else {
            sides.join(" against ")
        }
    }
}

impl Next {
    /// Returns the words for the task that follow the name of the seat, such as `to roll`.
    #[must_use]
    pub fn words(&self) -> String {
        match &self.task {
            SeatTask::Move if self.made > 0 => {
                format!("to make move {} of the turn", u32::from(self.made) + 1)
            }
            SeatTask::Move => "to move".to_owned(),
            SeatTask::Roll => "to roll".to_owned(),
            SeatTask::Shuffle => "to shuffle".to_owned(),
            SeatTask::Answer(question) => format!("to answer: {}", spaced(question)),
        }
    }
}

impl SeatRow {
    fn new(spec: &Spec, setup: &Setup, i: usize, seat: &SeatSpec) -> Self {
        let state = |states: &[StateId]| {
            let id = states.get(i).filter(|id| **id != StateId::ACTIVE)?;
            Some(spec.states.get(usize::from(id.0)).map_or("?", |state| &state.name).to_owned())
        };
        let others = spec.seats.iter().enumerate();
        let partners = others.filter(|(j, other)| *j != i && other.team == seat.team);
        let controller = setup.controllers.get(i).copied();
        let controller = controller.filter(|holder| holder.map(Colour::index) != Some(i));
        let hand = setup.hands.get(i).map_or(&[][..], Vec::as_slice).iter().zip(&spec.kinds);
        let scores = spec.counters.iter().zip(&setup.counters);
        Self {
            partners: partners.map(|(j, _)| j).collect(),
            status: status(spec, setup, i, false),
            seat_state: state(&setup.seat_states),
            army_state: state(&setup.army_states),
            controller: controller.map(|holder| holder.map(Colour::index)),
            result: setup.settled.get(i).copied().flatten(),
            hand: hand
                .filter(|(n, _)| **n > 0)
                .map(|(n, kind)| (kind.letter, kind.name.clone(), *n))
                .collect(),
            scores: scores
                .filter(|(counter, _)| counter.per_seat && counter.worth != 0)
                .filter_map(|(counter, values)| Some((counter.name.clone(), *values.get(i)?)))
                .collect(),
        }
    }

    /// Returns the facts about the seat as short phrases. The pieces in the seat's hand are left
    /// out, because pictures show them.
    #[must_use]
    pub fn words(&self, seats: &[ColourLook]) -> Vec<String> {
        let mut words = Vec::new();
        if !self.partners.is_empty() {
            let names: Vec<&str> = self.partners.iter().map(|i| name(seats, *i)).collect();
            words.push(format!("with {}", listed(&names)));
        }
        words.extend(self.seat_state.as_deref().map(spaced));
        let army = self.army_state.as_ref().filter(|state| self.seat_state.as_ref() != Some(state));
        words.extend(army.map(|state| format!("pieces {}", spaced(state))));
        words.extend(self.controller.map(|controller| match controller {
            Some(seat) => format!("moved by {}", name(seats, seat)),
            None => "pieces uncontrolled".to_owned(),
        }));
        words.extend(self.result.map(|result| format!("has {}", outcome(result))));
        words.extend(self.scores.iter().map(|(name, n)| format!("{} {n}", spaced(name))));
        words
    }
}

fn name(seats: &[ColourLook], i: usize) -> &str {
    seats.get(i).map_or("no seat", |seat| seat.name.as_str())
}

/// Returns the word for a seat's result.
fn outcome(result: SeatResult) -> &'static str {
    match result {
        SeatResult::Win => "won",
        SeatResult::Draw => "drawn",
        SeatResult::Loss => "lost",
    }
}

fn counted(n: u8, kind: &str) -> String {
    if n == 1 { format!("1 {kind}") } else { format!("{n} {}", plural(kind)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Picture, PictureOptions};
    use crate::testing::{cross, orthodox};
    use quadrille_core::Seat;
    use quadrille_core::rules::{Counter, Dice, Holds, Question, Subject};

    fn lines(spec: &Spec, setup: &Setup) -> Vec<String> {
        Picture::new(spec, setup, &PictureOptions::default()).words()
    }

    fn row(spec: &Spec, setup: &Setup, seat: usize) -> Vec<String> {
        let picture = Picture::new(spec, setup, &PictureOptions::default());
        picture.legend.as_ref().unwrap().seats[seat].words(&picture.colours)
    }

    #[test]
    fn the_legend_names_the_turn_the_sides_and_every_changed_state() {
        let (spec, mut setup) = cross();
        setup.turn = Seat(2);
        setup.seat_states[1] = StateId::FROZEN;
        setup.army_states[1] = StateId::FROZEN;
        setup.army_states[3] = StateId::DEAD;
        setup.controllers[3] = Some(Seat(0));
        setup.hands[0][1] = 2;
        setup.settled[1] = Some(SeatResult::Loss);
        assert_eq!(
            lines(&spec, &setup),
            [
                "white to move",
                "yellow (y) and white (w) against red (r) and black (b)",
                "yellow holds 2 queens",
                "red is frozen",
                "red has lost",
                "black's pieces are dead",
                "black's pieces are moved by yellow",
            ]
        );
        assert_eq!(row(&spec, &setup, 0), ["with white"]);
        assert_eq!(row(&spec, &setup, 1), ["with black", "frozen", "has lost"]);
        assert_eq!(row(&spec, &setup, 3), ["with red", "pieces dead", "moved by yellow"]);
        let legend = Legend::new(&spec, &setup);
        assert_eq!(legend.seats[0].hand, [('Q', "queen".to_owned(), 2)]);
        let status = legend.seats.iter().map(|row| row.status).collect::<Vec<_>>();
        use PieceStatus::{Dead, Frozen, Live};
        assert_eq!(status, [Live, Frozen, Live, Dead]);
    }

    #[test]
    fn seats_without_partners_play_for_themselves() {
        let (mut spec, setup) = cross();
        assert_eq!(lines(&orthodox().0, &orthodox().1)[1], "white (w) against black (b)");
        for (team, seat) in spec.seats.iter_mut().enumerate() {
            seat.team = team as u8;
        }
        assert_eq!(
            lines(&spec, &setup)[1],
            "yellow (y), red (r), white (w) and black (b), each for themselves"
        );
        assert_eq!(row(&spec, &setup, 0), [""; 0]);
        spec.seats[1].team = 0;
        assert_eq!(
            lines(&spec, &setup)[1],
            "yellow (y) and red (r) against white (w) against black (b)"
        );
    }

    #[test]
    fn dice_are_to_be_rolled_and_then_shown_until_they_are_used() {
        let (mut spec, mut setup) = orthodox();
        setup.rolled = false;
        assert_eq!(lines(&spec, &setup)[0], "white to move", "a game without dice");
        spec.dice = Some(Dice { count: 2, faces: Vec::new() });
        assert_eq!(lines(&spec, &setup)[0], "white to roll");
        setup.rolled = true;
        setup.dice = vec![5, 3];
        assert_eq!(lines(&spec, &setup)[0], "white to move, dice: 5, 3");
        assert_eq!(Legend::new(&spec, &setup).next.unwrap().dice, [5, 3]);
    }

    #[test]
    fn who_is_asked_has_to_answer_whoever_is_on_turn() {
        let (spec, mut setup) = orthodox();
        let (seat, name, options) = (Seat(1), "lift_check".to_owned(), vec!["yes".to_owned()]);
        setup.pending.push(Question {
            seat,
            name,
            options,
            about: Subject::Nothing,
            secret: false,
            of_move: false,
        });
        assert_eq!(lines(&spec, &setup)[0], "black to answer: lift check");
    }

    #[test]
    fn scores_are_shown_and_a_scripts_own_counters_are_not() {
        let (mut spec, mut setup) = orthodox();
        let counter = |name: &str, worth| Counter {
            name: name.to_owned(),
            per_seat: true,
            min: 0,
            max: 99,
            start: 0,
            worth,
            holds: Holds::Number,
        };
        spec.counters = vec![counter("seen", 0), counter("match_points", 1)];
        setup.counters = vec![vec![7, 8], vec![12, 0]];
        assert_eq!(lines(&spec, &setup)[2..], ["match points: white 12, black 0"]);
        assert_eq!(row(&spec, &setup, 0), ["match points 12"]);
    }
}
