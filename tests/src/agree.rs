//! Compares the engine with the reference, which is the slow implementation [`Plain`]. In each
//! position, both must find the same actions. After each action, both must have the same position.

use quadrille_agents::{Advice, AgentSpec, Opponents, SearchLimit};
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::state::Phase;
use quadrille_core::{
    Action, AnyGame, CompiledRules, Decision, Effect, Hooks, NoHooks, Seat, Setup, Spec, Status,
    Zone, game,
};

use crate::plain::{Answers, Choice, Manner, Plain, Questions, Seen, Step, choice, seen};
use crate::random::Interview;

/// The maximum number of actions in a position for which a second ply is counted.
pub const MAX_SECOND_PLY_ACTIONS: usize = 24;

/// The checks to make in a position.
#[derive(Clone, Copy, Default, Debug)]
pub struct Look {
    /// `true` to count the actions of two plies. Tests set this only in positions with at most
    /// [`MAX_SECOND_PLY_ACTIONS`] actions.
    pub deep: bool,
    /// `true` to compare the status of every seat.
    pub standing: bool,
    /// If this is set, only one action of the position is played and compared. Its index is this
    /// value, modulo the number of actions.
    pub only: Option<usize>,
    /// `true` to check that agents use only the information that their seats have.
    pub knowledge: bool,
}

/// Compares the engine with the reference for one ruleset. `answers` contains the answers of
/// tabulated hooks for the reference.
pub struct Judge<'a> {
    rules: &'a CompiledRules,
    hooks: &'a dyn Hooks,
    answers: &'a dyn Answers,
    /// The questions that the ruleset asks, if they are known.
    interview: Option<&'a Interview>,
    /// The positions that have occurred since the last progress. Known only after a call of
    /// [`Judge::begin`].
    past: Vec<Setup>,
}

impl std::fmt::Debug for Judge<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judge").finish_non_exhaustive()
    }
}

/// The reference's position after an action. `progress` is `true` if the action counts as progress.
struct Landing<'a> {
    plain: Plain<'a>,
    progress: bool,
}

/// A disagreement between the engine and the reference.
pub type Difference = String;

impl<'a> Judge<'a> {
    /// Creates a judge for rules without event hooks. The reference takes the answers of tabulated
    /// hooks from the tables.
    #[must_use]
    pub fn of_tables(rules: &'a CompiledRules) -> Self {
        Self::of_scripts(rules, &NoHooks, rules.spec())
    }

    /// Creates a judge for rules whose only hooks ask questions. The reference takes the answers of
    /// tabulated hooks from the tables.
    #[must_use]
    pub fn of_interview(rules: &'a CompiledRules, interview: &'a Interview) -> Self {
        Self { interview: Some(interview), ..Self::of_scripts(rules, interview, rules.spec()) }
    }

    /// Creates a judge for rules with hooks. The reference takes the answers of tabulated hooks
    /// from `answers`, and not from the engine's tables.
    #[must_use]
    pub fn of_scripts(
        rules: &'a CompiledRules,
        hooks: &'a dyn Hooks,
        answers: &'a dyn Answers,
    ) -> Self {
        Self { rules, hooks, answers, interview: None, past: Vec::new() }
    }

    /// Begins to follow a game at this position. The judge then records the positions that occur.
    pub fn begin(&mut self, setup: &Setup) {
        self.past = vec![self.plain(setup).occurrence()];
    }

    /// Records an action that was played in a traced game. `before` is the position before the
    /// action. Compares the positions of the engine and the reference after the action.
    ///
    /// # Errors
    /// Returns a [`Difference`] if the engine and the reference have different positions after the
    /// action.
    pub fn follow(
        &mut self,
        before: &Setup,
        action: Action,
        game: &mut dyn AnyGame,
    ) -> Result<(), Difference> {
        let plain = self.plain(before);
        match action {
            Action::Choose(option) => {
                if self.interview.is_some() && self.answered(before, option).1.progress {
                    self.past.clear();
                }
            }
            _ => {
                let steps = plain.pseudo_legal(before.turn);
                if let Some(landing) = self.landing(&plain, &steps, action, before, game)? {
                    self.past = self.past_after(&landing);
                }
            }
        }
        Ok(())
    }

    /// Returns the list of past positions after an action that ends a turn. If the action is
    /// progress, the list has only the new position, because earlier positions can't occur again.
    fn past_after(&self, landing: &Landing<'_>) -> Vec<Setup> {
        let mut past = if landing.progress { Vec::new() } else { self.past.clone() };
        past.push(landing.plain.next_turn().occurrence());
        past
    }

    /// Returns the ruleset.
    #[must_use]
    pub fn spec(&self) -> &'a Spec {
        self.rules.spec()
    }

    /// Returns a position of the engine as a position of the reference.
    #[must_use]
    pub fn plain(&self, setup: &Setup) -> Plain<'a> {
        Plain::scripted(self.rules, self.hooks, self.answers, setup).with_past(&self.past)
    }

    /// Compares the engine and the reference in one position. Returns the actions in this position.
    /// The boolean of an action is `true` if the action gives check or is of a rare kind. For a
    /// roll of the dice, no actions are returned. For a question, actions are returned only if the
    /// judge knows the questions of the ruleset.
    ///
    /// # Errors
    /// Returns the difference between the engine and the reference, if there is one.
    pub fn compare(
        &self,
        game: &mut dyn AnyGame,
        look: Look,
    ) -> Result<Vec<(Action, bool)>, Difference> {
        let failed = |error: &dyn std::fmt::Display| format!("a hook fails: {error}");
        let decision = game.decision().map_err(|error| failed(&error))?;
        let setup = game.setup();
        if self.interview.is_some() && matches!(decision, Decision::Question(_)) {
            return self.compare_answers(game, &setup, look);
        }
        if !matches!(decision, Decision::Turn(_)) {
            return Ok(Vec::new());
        }
        game::validate(&mut *game).map_err(|wrong| wrong.to_string())?;
        let actions = game.actions().map_err(|error| failed(&error))?;
        let plain = self.plain(&setup);
        let mut fast: Vec<Choice> = actions.iter().filter_map(|action| choice(*action)).collect();
        fast.sort();
        let slow = plain.choices_with_answers();
        if fast != slow {
            return Err(self.difference(&setup, &fast, &slow));
        }
        if look.standing {
            self.check_statuses(&plain, &setup, game)?;
        }
        if self.spec().hides_pieces() {
            self.sight(&plain, &setup, game)?;
        }
        if look.knowledge {
            self.knows_what_it_sees(&plain, game)?;
        }
        let steps = if actions.iter().any(|action| seen(*action).is_some()) {
            // The actions may include announcements of moves that are not legal, so all
            // pseudo-legal moves are needed.
            plain.pseudo_legal(setup.turn)
        } else {
            Vec::new()
        };
        let counted = |game: &mut dyn AnyGame, depth| game.perft(depth).map_err(|e| failed(&e));
        let mut leaves = 0;
        let mut noted = Vec::new();
        for (number, action) in actions.iter().enumerate() {
            if look.only.is_some_and(|only| only % actions.len() != number) {
                noted.push((*action, false));
                continue;
            }
            let mut next = game.fork();
            next.trace(true);
            next.play(*action).map_err(|error| format!("{action:?} was listed, but: {error}"))?;
            game::validate(&mut *next).map_err(|wrong| format!("after {action:?}: {wrong}"))?;
            let landing = self.landing(&plain, &steps, *action, &setup, next.as_mut())?;
            self.asks_next(&setup, next.as_mut())?;
            let check = next.in_check(next.turn());
            let rare = seen(*action).is_some_and(|(_, _, _, manner)| {
                !matches!(manner, Manner::Plain | Manner::Path(_))
            });
            noted.push((*action, check || rare));
            if look.deep {
                let past = landing.map_or_else(Vec::new, |landing| self.past_after(&landing));
                let replies = self.count(next.as_mut(), &past)?;
                let fast = counted(next.as_mut(), 1)?;
                if fast != replies {
                    let listed = next.actions().map_err(|error| failed(&error))?;
                    return Err(format!(
                        "{fast} replies to {action:?}, by the reference {replies}, in {setup:?}: \
                         {:?} in {:?}",
                        listed,
                        next.setup()
                    ));
                }
                leaves += replies;
            }
        }
        if counted(game, 1)? != actions.len() as u64 {
            return Err(format!("one ply is counted wrong in {setup:?}"));
        }
        if look.deep && look.only.is_none() && counted(game, 2)? != leaves {
            return Err(format!("two plies are counted wrong in {setup:?}"));
        }
        Ok(noted)
    }

    /// Returns the number of actions at the next decision, according to the reference.
    fn count(&self, game: &mut dyn AnyGame, past: &[Setup]) -> Result<u64, Difference> {
        match game.decision().map_err(|error| error.to_string())? {
            Decision::Over => Ok(0),
            Decision::Turn(_) => {
                Ok(self.plain(&game.setup()).with_past(past).choices_with_answers().len() as u64)
            }
            Decision::Question(question) => Ok(question.options.len() as u64),
            Decision::Roll(_) => {
                game.actions().map(|list| list.len() as u64).map_err(|error| error.to_string())
            }
        }
    }

    /// Checks that the engine and the reference have the same status for each seat: able to move,
    /// mated, stalemated or in check.
    fn check_statuses(
        &self,
        plain: &Plain<'_>,
        setup: &Setup,
        game: &dyn AnyGame,
    ) -> Result<(), Difference> {
        for seat in (0..self.spec().seats.len() as u8).map(Seat) {
            let (fast, slow): (Status, Status) = (game.status(seat), plain.status(seat));
            if fast != slow || game.in_check(seat) != plain.in_check(seat) {
                let name = &self.spec().seats[seat.index()].name;
                return Err(format!("{name} is {fast:?}, by the reference {slow:?}, in {setup:?}"));
            }
        }
        Ok(())
    }

    fn difference(&self, setup: &Setup, fast: &[Choice], slow: &[Choice]) -> Difference {
        let board = &self.spec().geometry;
        let way = |(from, to, promotion, manner): &Seen| {
            format!("{}-{} {promotion:?} {manner:?}", board.name(*from), board.name(*to))
        };
        let name = |choice: &Choice| match choice {
            Choice::Move(seen) => way(seen),
            Choice::Announce(seen) => format!("announce {}", way(seen)),
            other => format!("{other:?}"),
        };
        let only = |a: &[Choice], b: &[Choice]| {
            let count = |list: &[Choice], m: &Choice| list.iter().filter(|o| *o == m).count();
            let more = a.iter().filter(|m| count(a, m) > count(b, m));
            more.map(name).collect::<Vec<_>>()
        };
        format!(
            "turn of {}: the engine alone has {:?}; the reference alone has {:?}; in {setup:?}",
            setup.turn.0,
            only(fast, slow),
            only(slow, fast)
        )
    }

    /// Returns the reference's position after an action. The effects of the rules are taken from
    /// the engine's trace. Checks that the engine's position has the same pieces, controllers and
    /// rights. Returns `None` if the reference can't determine the position.
    fn landing(
        &self,
        plain: &Plain<'a>,
        steps: &[Step],
        action: Action,
        before: &Setup,
        next: &mut dyn AnyGame,
    ) -> Result<Option<Landing<'a>>, Difference> {
        let candidates: Vec<Landing<'a>> = match action {
            Action::Drop(kind, square) => {
                vec![Landing { plain: plain.dropped(kind, square), progress: true }]
            }
            _ => {
                let Some(move_seen) = seen(action) else { return Ok(None) };
                let ways = steps.iter().filter(|step| step.seen == move_seen);
                ways.map(|step| Landing {
                    plain: plain.after(step),
                    progress: plain.is_progress(step),
                })
                .collect()
            }
        };
        let over = next.decision().is_ok_and(|decision| decision == Decision::Over);
        let after = next.setup();
        let caused: Vec<&Effect> = next
            .trace_entries()
            .iter()
            .filter_map(|entry| Some(&entry.emitted()?.effect))
            .collect();
        // A piece of a removed army leaves the board when it stops shielding a king. No effect
        // records this.
        let clears = !before.shields.is_empty()
            || caused.iter().any(|effect| matches!(effect, Effect::ClearArmy(_)));
        let reordered = caused.iter().any(|effect| matches!(effect, Effect::Order(..)));
        if clears {
            return Ok(None);
        }
        let opened =
            if over || reordered { None } else { Some(opened(before, &after, self.spec())) };
        let mut expected = Vec::new();
        for mut landing in candidates {
            let candidate = &mut landing.plain;
            caused.iter().for_each(|effect| candidate.apply_effect(effect));
            let rights = opened.as_ref().map(|opened| candidate.en_passant_rights(opened));
            if candidate.pieces() == after.pieces
                && candidate.controllers() == after.controllers
                && candidate.castling_rights() == after.castling
                && candidate.hands() == after.hands
                && rights.as_ref().is_none_or(|rights| *rights == after.en_passant)
            {
                return Ok(Some(landing));
            }
            expected.push((candidate.pieces(), candidate.castling_rights().to_vec(), rights));
        }
        Err(format!(
            "{action:?} from {before:?} leads to {after:?}, by the reference to {expected:?} ({caused:?})"
        ))
    }
}

/// Methods for questions and hidden information.
impl<'a> Judge<'a> {
    /// Checks that the engine and the reference find the same visible squares and pieces for each
    /// seat.
    fn sight(
        &self,
        plain: &Plain<'_>,
        setup: &Setup,
        game: &dyn AnyGame,
    ) -> Result<(), Difference> {
        for seat in (0..self.spec().seats.len() as u8).map(Seat) {
            let (fast, slow) = (game.visible(seat), plain.visible(seat).into_iter().collect());
            if fast != slow {
                let names = |squares: Zone| {
                    let names = squares.into_iter().map(|square| self.spec().geometry.name(square));
                    names.collect::<Vec<_>>().join(" ")
                };
                let (fast, slow) = (names(fast - slow), names(slow - fast));
                return Err(format!(
                    "seat {} sees, by the engine alone: {fast}; by the reference alone: {slow}; in {setup:?}",
                    seat.0
                ));
            }
            let (fast, slow) =
                (game.pieces_seen_by(std::iter::once(seat).collect()), plain.seen_pieces(seat));
            if fast != slow {
                return Err(format!(
                    "seat {} sees {fast:?}, by the reference {slow:?}, in {setup:?}",
                    seat.0
                ));
            }
        }
        Ok(())
    }

    /// Checks that the choice of an agent does not depend on hidden pieces and kinds. The agent
    /// must choose the same action in a second position. In it, the pieces that the seat does not
    /// see stand on other squares, and unknown pieces have other kinds.
    fn knows_what_it_sees(
        &self,
        plain: &Plain<'_>,
        game: &mut dyn AnyGame,
    ) -> Result<(), Difference> {
        if !self.spec().hides_pieces() {
            return Ok(());
        }
        let (seat, ..) = game::decider(&mut *game);
        let Some(setup) = plain.rearranged(seat) else { return Ok(()) };
        // A position that is set up has no history of occurrences.
        let resumed = |setup: &Setup| game::resume(self.rules, self.hooks, setup);
        let Ok(mut other) = resumed(&setup) else { return Ok(()) };
        let mut game =
            resumed(&game.setup()).map_err(|errors| format!("no position: {errors:?}"))?;
        let actions = |game: &mut dyn AnyGame| game.actions().map_err(|error| error.to_string());
        let rearranged = self.plain(&setup);
        self.sight(&rearranged, &setup, other.as_ref())?;
        // A path over hidden pieces reveals them by the empty squares that it reaches.
        if rearranged.visible(seat) != plain.visible(seat)
            || rearranged.seen_pieces(seat) != plain.seen_pieces(seat)
            || actions(game.as_mut())? != actions(other.as_mut())?
        {
            return Ok(());
        }
        let (played, wanted) = (advised(game.as_mut())?, advised(other.as_mut())?);
        if played != wanted {
            return Err(format!(
                "an agent plays {played:?}, and {wanted:?} if what its seat doesn't see stands elsewhere, in {:?} and {setup:?}",
                game.setup()
            ));
        }
        Ok(())
    }

    /// Compares the engine and the reference in a position with an open question.
    fn compare_answers(
        &self,
        game: &mut dyn AnyGame,
        setup: &Setup,
        look: Look,
    ) -> Result<Vec<(Action, bool)>, Difference> {
        let failed = |error: &dyn std::fmt::Display| format!("a hook fails: {error}");
        let questions = Questions::of(setup);
        let first = questions.waiting[0].clone();
        let options = 0..first.options.len() as u16;
        let decision = game.decision().map_err(|error| failed(&error))?;
        if decision != Decision::Question(first) {
            return Err(format!("another question is asked first in {setup:?}"));
        }
        let actions = game.actions().map_err(|error| failed(&error))?;
        if actions != options.map(Action::Choose).collect::<Vec<_>>() {
            return Err(format!("{actions:?} are not the options in {setup:?}"));
        }
        if look.knowledge {
            self.knows_no_secret(game, setup)?;
        }
        for action in &actions {
            let Action::Choose(option) = *action else { continue };
            let mut next = game.fork();
            next.play(*action).map_err(|error| format!("{action:?} was listed, but: {error}"))?;
            game::validate(&mut *next).map_err(|wrong| format!("after {action:?}: {wrong}"))?;
            self.after_answer(setup, option, next.as_mut())?;
        }
        Ok(actions.into_iter().map(|action| (action, false)).collect())
    }

    /// Returns the questions that are open after an answer, and the position after this answer. If
    /// the answer reveals secret answers, the position includes the effects of all revealed
    /// answers.
    fn answered(&self, setup: &Setup, option: u16) -> (Questions, Landing<'a>) {
        let mut questions = Questions::of(setup);
        let mut landing = Landing { plain: self.plain(setup), progress: false };
        for answer in questions.answer(option) {
            let choice = &answer.question.options[usize::from(answer.choice)];
            let pieces = landing.plain.pieces();
            let interview = self.interview.expect("questions are known");
            let (effects, next) =
                interview.answered(self.spec(), &answer.question, choice, &pieces);
            effects.iter().for_each(|effect| landing.plain.apply_effect(effect));
            landing.progress |= effects.iter().any(|effect| matches!(effect, Effect::Remove(_)));
            questions.ask(next);
        }
        (questions, landing)
    }

    /// Checks that an answer leads to the same position as in the reference.
    fn after_answer(
        &self,
        before: &Setup,
        option: u16,
        next: &mut dyn AnyGame,
    ) -> Result<(), Difference> {
        let (questions, Landing { plain, .. }) = self.answered(before, option);
        let after = next.setup();
        let goes_on = !questions.waiting.is_empty() || before.pointer == after.pointer;
        let same = plain.pieces() == after.pieces
            && plain.hands() == after.hands
            && plain.counters() == after.counters
            && plain.castling_rights() == after.castling
            && questions.sealed == after.sealed
            && after.ply == before.ply + 1
            && (!goes_on || questions == Questions::of(&after) && before.turn == after.turn);
        if !same {
            return Err(format!(
                "answer {option} in {before:?} leads to {after:?}; by the reference {questions:?} wait"
            ));
        }
        if goes_on { Ok(()) } else { self.asks_next(before, next) }
    }

    /// Checks the questions at the start of turns. For each turn that has opened or was passed
    /// over, the engine must ask the questions that the rules require.
    fn asks_next(&self, before: &Setup, next: &mut dyn AnyGame) -> Result<(), Difference> {
        let (Some(interview), Ok(decision)) = (self.interview, next.decision()) else {
            return Ok(());
        };
        if decision == Decision::Over {
            return Ok(());
        }
        let after = next.setup();
        for seat in opened(before, &after, self.spec()) {
            let state = usize::from(after.seat_states[seat.index()].0);
            if !self.spec().states[state].has_turn {
                continue;
            }
            let asked = interview.asks(self.spec(), after.ply, seat, &after.pieces);
            let waiting =
                if seat == after.turn { Questions::of(&after).waiting } else { Vec::new() };
            if asked != waiting {
                return Err(format!(
                    "as the turn of seat {} opens {waiting:?} are asked, by the reference {asked:?}, in {after:?}",
                    seat.0
                ));
            }
        }
        Ok(())
    }

    /// Checks that an agent's answer does not depend on other seats' secret answers.
    fn knows_no_secret(&self, game: &mut dyn AnyGame, setup: &Setup) -> Result<(), Difference> {
        let (seat, ..) = game::decider(&mut *game);
        let mut other = setup.clone();
        for sealed in other.sealed.iter_mut().filter(|sealed| sealed.question.seat != seat) {
            sealed.choice = (sealed.choice + 1) % sealed.question.options.len() as u16;
        }
        if other.sealed == setup.sealed {
            return Ok(());
        }
        let both = [setup, &other].map(|setup| {
            let game = game::resume(self.rules, self.hooks, setup);
            game.map_err(|errors| format!("no position: {errors:?} of {setup:?}"))
        });
        let [first, second] = both;
        if advised(first?.as_mut())? == advised(second?.as_mut())? {
            Ok(())
        } else {
            Err(format!("an agent answers by what is secret in {setup:?}"))
        }
    }
}

/// Returns the advice of a searching agent. The seed is always the same.
fn advised(game: &mut dyn AnyGame) -> Result<Advice, Difference> {
    let mut rng = Rng::new(3, 0, Stream::Agent, 0, 0);
    let advice = quadrille_agents::advise(
        &mut *game,
        AgentSpec::Search(Opponents::Maxn, SearchLimit::Depth(1)),
        &mut rng,
    );
    advice.map_err(|error| format!("a hook fails: {error}"))
}

/// Returns the seats whose turns were opened or passed over between two positions. If questions wait
/// before the end of a turn, there are none.
fn opened(before: &Setup, after: &Setup, spec: &Spec) -> Vec<Seat> {
    if after.phase == Phase::Done {
        return Vec::new();
    }
    let order = before.order.as_ref().unwrap_or(&spec.order);
    let mut seats = Vec::new();
    let mut at = usize::from(before.pointer);
    loop {
        at = (at + 1) % order.len();
        seats.push(order[at]);
        if at == usize::from(after.pointer) {
            return seats;
        }
    }
}
