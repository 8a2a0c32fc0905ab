//! Whether the engine does in a position what [`Plain`] says, and arrives where that does.

use quadrille_core::{
    Action, Decision, Effect, Hooks, NoHooks, Play, Ruleset, Seat, Setup, Spec, Status,
};

use crate::plain::{Answers, Choice, Manner, Plain, Seen, Step, choice, seen};

/// Positions with more moves than this have no second ply counted.
pub const DEEP: usize = 24;

/// How a position is to be looked at.
#[derive(Clone, Copy, Default, Debug)]
pub struct Look {
    /// The actions of two plies are counted, where there are few.
    pub deep: bool,
    /// How every seat stands is asked, not only what the one at its turn may do.
    pub standing: bool,
    /// Only this action, of those that there are, is played and what comes of it compared.
    pub only: Option<usize>,
}

/// A ruleset, and who answers for it.
pub struct Judge<'a> {
    rules: &'a Ruleset,
    hooks: &'a dyn Hooks,
    answers: &'a dyn Answers,
}

/// What two sides do not agree on.
pub type Difference = String;

impl<'a> Judge<'a> {
    /// For rules without event hooks, looked up in their tables.
    #[must_use]
    pub fn of_tables(rules: &'a Ruleset) -> Self {
        Self { rules, hooks: &NoHooks, answers: rules.spec() }
    }

    /// For rules with hooks; `answers` are asked whatever the engine has in its tables.
    #[must_use]
    pub fn of_scripts(rules: &'a Ruleset, hooks: &'a dyn Hooks, answers: &'a dyn Answers) -> Self {
        Self { rules, hooks, answers }
    }

    fn spec(&self) -> &'a Spec {
        self.rules.spec()
    }

    /// A position as the reference has it.
    #[must_use]
    pub fn plain(&self, setup: &Setup) -> Plain<'a> {
        Plain::scripted(self.rules, self.hooks, self.answers, setup)
    }

    /// Compares one position; returns its actions, and which of them give check or are of a rarer
    /// kind. There are none at questions and throws, where nothing is generated.
    ///
    /// # Errors
    /// What the engine and the reference do not agree on.
    pub fn compare(
        &self,
        game: &mut dyn Play,
        look: Look,
    ) -> Result<Vec<(Action, bool)>, Difference> {
        let failed = |error: &dyn std::fmt::Display| format!("a hook fails: {error}");
        let decision = game.decision().map_err(|error| failed(&error))?;
        if !matches!(decision, Decision::Turn(_)) {
            return Ok(Vec::new());
        }
        game.validate()?;
        let setup = game.setup();
        let actions = game.actions().map_err(|error| failed(&error))?;
        let plain = self.plain(&setup);
        let mut fast: Vec<Choice> = actions.iter().filter_map(|action| choice(*action)).collect();
        fast.sort();
        let slow = plain.choices();
        if fast != slow {
            return Err(self.difference(&setup, &fast, &slow));
        }
        if look.standing {
            self.standing(&plain, &setup, game)?;
        }
        let steps = if actions.iter().any(|action| seen(*action).is_some()) {
            // One that was announced stands though it is not legal otherwise.
            plain.pseudo_legal(setup.turn)
        } else {
            Vec::new()
        };
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
            next.validate().map_err(|wrong| format!("after {action:?}: {wrong}"))?;
            self.same_position(&plain, &steps, *action, &setup, next.as_mut())?;
            let check = next.in_check(next.turn());
            let rare = seen(*action).is_some_and(|(_, _, _, manner)| {
                !matches!(manner, Manner::Plain | Manner::Path(_))
            });
            noted.push((*action, check || rare));
            if look.deep {
                leaves += self.count(next.as_mut())?;
            }
        }
        let counted = |game: &mut dyn Play, depth| game.perft(depth).map_err(|e| failed(&e));
        if counted(game, 1)? != actions.len() as u64 {
            return Err(format!("one ply is counted wrong in {setup:?}"));
        }
        if look.deep && look.only.is_none() && counted(game, 2)? != leaves {
            return Err(format!("two plies are counted wrong in {setup:?}"));
        }
        Ok(noted)
    }

    /// How many actions there are at the next decision, as the reference has them.
    fn count(&self, game: &mut dyn Play) -> Result<u64, Difference> {
        match game.decision().map_err(|error| error.to_string())? {
            Decision::Over => Ok(0),
            Decision::Turn(_) => Ok(self.plain(&game.setup()).choices().len() as u64),
            Decision::Question(question) => Ok(question.options.len() as u64),
            Decision::Roll(_) => {
                game.actions().map(|list| list.len() as u64).map_err(|error| error.to_string())
            }
        }
    }

    /// Whether seats stand as the reference says: able to move, mated, stalemated, in check.
    fn standing(
        &self,
        plain: &Plain<'_>,
        setup: &Setup,
        game: &dyn Play,
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

    /// Whether an action leads where the reference says: the same pieces, control and rights, once what
    /// rules are known to have caused is done by hand.
    fn same_position(
        &self,
        plain: &Plain<'a>,
        steps: &[Step],
        action: Action,
        before: &Setup,
        next: &mut dyn Play,
    ) -> Result<(), Difference> {
        let candidates: Vec<Plain<'_>> = match action {
            Action::Drop(kind, square) => vec![plain.dropped(kind, square)],
            _ => {
                let Some(move_seen) = seen(action) else { return Ok(()) };
                let ways = steps.iter().filter(|step| step.seen == move_seen);
                ways.map(|step| plain.after(step)).collect()
            }
        };
        let over = next.decision().is_ok_and(|decision| decision == Decision::Over);
        let after = next.setup();
        let caused: Vec<&Effect> = next
            .trace_entries()
            .iter()
            .filter_map(|entry| Some(&entry.emitted()?.effect))
            .collect();
        // Pieces of a removed army leave when they shield no king, which no effect reports.
        let clears = !before.shields.is_empty()
            || caused.iter().any(|effect| matches!(effect, Effect::ClearArmy(_)));
        let reordered = caused.iter().any(|effect| matches!(effect, Effect::Order(..)));
        if clears {
            return Ok(());
        }
        let opened =
            if over || reordered { None } else { Some(opened(before, &after, self.spec())) };
        let mut expected = Vec::new();
        for mut candidate in candidates {
            caused.iter().for_each(|effect| candidate.apply_effect(effect));
            let rights = opened.as_ref().map(|opened| candidate.en_passant_rights(opened));
            if candidate.pieces() == after.pieces
                && candidate.controllers() == after.controllers
                && candidate.castling_rights() == after.castling
                && candidate.hands() == after.hands
                && rights.as_ref().is_none_or(|rights| *rights == after.en_passant)
            {
                return Ok(());
            }
            expected.push((candidate.pieces(), candidate.castling_rights().to_vec(), rights));
        }
        Err(format!(
            "{action:?} from {before:?} leads to {after:?}, by the reference to {expected:?} ({caused:?})"
        ))
    }
}

/// The seats whose turns opened or were passed over between two positions.
fn opened(before: &Setup, after: &Setup, spec: &Spec) -> Vec<Seat> {
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
