//! Compares a game with the expectations of a lesson.

use std::ops::Range;

use quadrille_core::board::MOVED;
use quadrille_core::rules::{Clause, Counter, Held, Holds};
use quadrille_core::{
    Action, AnyGame, Colour, CounterId, Decision, Ending, HookError, Outcome, Seat, SeatResult,
    Spec, Square, StateId,
};

use super::{MAX_MISTAKES, MAX_TOKENS, strings};
use crate::diagnostic::{Code, Diagnostic, NameSuggestion, suggest};
use crate::formats::actions;
use crate::formats::actions::{ActionReading, quoted, tokens};
use crate::formats::{fen, memory_text};
use crate::load::Ruleset;
use crate::manifest::tree::{FileSpan, TomlEntry, TomlNode, TomlTable};
use crate::text::prose;

/// A lesson whose expectations are checked, and a game in which the lesson's actions have been
/// played.
struct LessonCheck<'a, 'g> {
    loaded: &'a Ruleset,
    spec: &'a Spec,
    lesson: &'a TomlTable,
    game: &'a mut (dyn AnyGame + 'g),
    decision: Decision,
    /// The legal actions with their texts.
    legal: Vec<(String, Action)>,
    found: Vec<Diagnostic>,
}

/// Checks all expectations of a lesson, or only the expectation under one key. Returns a diagnostic
/// for each expectation that fails or can't be read.
///
/// # Errors
/// Returns the hook's error if a hook fails while an expectation is checked.
pub(super) fn hold<'g>(
    loaded: &Ruleset,
    game: &mut (dyn AnyGame + 'g),
    lesson: &TomlTable,
    only: Option<&str>,
) -> Result<Vec<Diagnostic>, HookError> {
    let decision = game.decision()?;
    let legal = actions::legal(game)?;
    let spec = loaded.spec();
    let mut check = LessonCheck { loaded, spec, lesson, game, decision, legal, found: Vec::new() };
    let wanted = |entry: &&TomlEntry| only.is_none_or(|only| entry.key == only);
    for TomlEntry { key, node, .. } in lesson.entries.iter().filter(wanted) {
        match key.as_str() {
            "legal" => check.each_action(node, LessonCheck::legal),
            "illegal" => check.each_action(node, LessonCheck::illegal),
            "only" => check.only(node),
            "count" => check.count(node),
            "fires" => check.each_clause(node, LessonCheck::fires),
            "silent" => check.each_clause(node, LessonCheck::silent),
            "board" => check.stands(node),
            "next" => check.next(node),
            "asks" => check.asks(node),
            "seat_state" => check.each_seat(node, |check, seat, node| {
                check.state(seat, check.game.seat_state(seat), node);
            }),
            "army_state" => check.each_seat(node, |check, seat, node| {
                check.state(seat, check.game.army_state(seat), node);
            }),
            "controller" => check.each_seat(node, LessonCheck::controller),
            "counter" => check.counters(node, false),
            "memory" => check.counters(node, true),
            "check" => check.check(node),
            "result" | "team_result" if check.game.outcome().is_none() => {
                let message = format!("the game should be over, but {}", check.now());
                check.fails(&node.at, message, None);
            }
            "result" => check.each_seat(node, LessonCheck::result),
            "team_result" => check.teams(node),
            "metric" => check.metrics(node),
            "ends" => check.ends(node),
            "ongoing" => check.ongoing(node),
            _ => {}
        }
    }
    Ok(check.found)
}

impl<'a> LessonCheck<'a, '_> {
    /// Reports an expectation that fails.
    fn fails(&mut self, at: &FileSpan, message: impl Into<String>, help: Option<NameSuggestion>) {
        self.found.push(at.error(Code::ExpectationFailed, message).maybe_help(help));
    }

    /// Reports an expectation that can't be read.
    fn misread(&mut self, at: &FileSpan, message: impl Into<String>, help: Option<NameSuggestion>) {
        self.found.push(at.error(Code::InvalidExpectation, message).maybe_help(help));
    }

    fn no_such<'n>(
        &mut self,
        at: &FileSpan,
        what: &str,
        name: &str,
        known: impl Iterator<Item = &'n str>,
    ) {
        let known: Vec<&str> = known.collect();
        let all = || match known.as_slice() {
            [] => "these rules have none".into(),
            all => format!("use one of: {}", all.join(", ")).into(),
        };
        let help = suggest(name, known.iter().copied()).unwrap_or_else(all);
        self.misread(at, format!("there is no {what} `{name}`"), Some(help));
    }

    fn seat(&mut self, at: &FileSpan, name: &str) -> Option<Seat> {
        let seat = self.spec.seat_named(name);
        if seat.is_none() {
            let spec = self.spec;
            self.no_such(at, "seat", name, spec.seats.iter().map(|seat| seat.name.as_str()));
        }
        seat
    }

    fn name(&self, seat: Seat) -> &'a str {
        self.spec.seats.get(seat.index()).map_or("?", |seat| &seat.name)
    }

    fn actions(&self) -> String {
        let texts: Vec<String> = self.legal.iter().map(|(text, _)| text.clone()).collect();
        match texts.len() {
            0 => "no move is legal".to_owned(),
            _ => format!("legal moves: {}", quoted(texts.iter())),
        }
    }

    fn is_shuffling(&self) -> bool {
        usize::from(self.game.setup().shuffled) < self.spec.shuffles.len()
    }

    /// Describes the current decision of the game.
    fn now(&self) -> String {
        match &self.decision {
            Decision::Turn(seat) => format!("{} is to move", self.name(*seat)),
            Decision::Roll(_) if self.is_shuffling() => "the pieces are to be shuffled".to_owned(),
            Decision::Roll(seat) => format!("{} is to roll", self.name(*seat)),
            Decision::Question(asked) => {
                format!("{} is to answer `{}`", self.name(asked.seat), asked.name)
            }
            Decision::Over => match self.game.outcome() {
                Some(outcome) => format!("the game is over: {}", describe(self.spec, outcome)),
                None => "the game is over".to_owned(),
            },
        }
    }

    fn each_action(
        &mut self,
        node: &TomlNode,
        expect: fn(&mut Self, &TomlNode, Range<usize>, &str) -> Option<Action>,
    ) {
        self.each_token(node, |check, span, token| {
            expect(check, node, span, token);
        });
    }

    /// Calls the closure `with` for each token of a string. Stops at the maximum number of tokens,
    /// or when the maximum number of errors has been reported.
    fn each_token(&mut self, node: &TomlNode, mut with: impl FnMut(&mut Self, Range<usize>, &str)) {
        let before = self.found.len();
        for (number, (span, token)) in tokens(node.text().unwrap_or_default()).enumerate() {
            if number == MAX_TOKENS {
                let message = format!("a key has at most {MAX_TOKENS} expectations");
                self.found.push(node.inside(span).error(Code::LessonCount, message));
                return;
            }
            with(self, span, token);
            if self.found.len() >= before + MAX_MISTAKES {
                return;
            }
        }
    }

    /// Returns the meaning of a token. Reports a token that can't be read.
    fn judge(
        &mut self,
        node: &TomlNode,
        span: &Range<usize>,
        token: &str,
    ) -> Option<ActionReading> {
        match actions::judge(self.game, &self.legal, token) {
            Ok(judgement) => Some(judgement),
            Err(error) => {
                let error = error.shifted(span.start);
                self.misread(&node.inside(error.span.clone()), error.to_string(), error.help);
                None
            }
        }
    }

    fn legal(&mut self, node: &TomlNode, span: Range<usize>, token: &str) -> Option<Action> {
        match self.judge(node, &span, token)? {
            ActionReading::Legal(action) => Some(action),
            ActionReading::Illegal { why, .. } => {
                let message = format!("`{token}` should be legal: {why}");
                self.fails(&node.inside(span), message, why.help);
                None
            }
        }
    }

    fn illegal(&mut self, node: &TomlNode, span: Range<usize>, token: &str) -> Option<Action> {
        let at = || node.inside(span.clone());
        match self.judge(node, &span, token)? {
            ActionReading::Legal(action) => {
                self.fails(&at(), format!("`{token}` should not be legal, but is"), None);
                return Some(action);
            }
            // A pawn must promote here. The token may mean the promotion, or a move without
            // promotion.
            ActionReading::Illegal { alike, .. }
                if !token.contains('=') && !alike.is_empty() && !self.expects_one_of(&alike) =>
            {
                let alike = quoted(alike.iter());
                let message = format!("`{token}` is not legal, but {alike} is");
                let help = "list that move too, under `legal` or here";
                self.fails(&at(), message, Some(help.into()));
            }
            ActionReading::Illegal { why, vacant: true, .. } => {
                let message = format!("`{token}` can't be legal: {why}");
                let help = "expect something that only the clause forbids".to_owned();
                self.found.push(at().error(Code::VacuousExpectation, message).help(help));
            }
            ActionReading::Illegal { .. }
                if self.decision == Decision::Over && !self.expects_the_end() =>
            {
                let message = format!("`{token}` is not legal, but only because {}", self.now());
                let help = "arrange a position in which the game continues, or expect its `result`";
                self.found.push(at().error(Code::VacuousExpectation, message).help(help));
            }
            ActionReading::Illegal { .. } => {}
        }
        None
    }

    /// Returns `true` if the lesson has an expectation about the end of the game.
    fn expects_the_end(&self) -> bool {
        let says = |key: &str| self.lesson.entries.iter().any(|entry| entry.key == key);
        ["result", "team_result", "ends", "ongoing"].into_iter().any(says)
    }

    /// Returns `true` if the lesson expects that one of these actions is legal, or that one of them
    /// is illegal.
    fn expects_one_of(&self, texts: &[String]) -> bool {
        let lists =
            ["legal", "illegal", "only"].into_iter().filter_map(|key| self.lesson.text(key));
        let mut written = lists.flat_map(str::split_whitespace);
        written.any(|token| texts.iter().any(|text| text == token))
    }

    fn only(&mut self, node: &TomlNode) {
        let mut expected = Vec::new();
        let before = self.found.len();
        self.each_token(node, |check, span, token| {
            expected.extend(check.legal(node, span, token));
        });
        let others = self.legal.iter().filter(|(_, action)| !expected.contains(action));
        let others: Vec<String> = others.map(|(text, _)| text.clone()).collect();
        // A token that could not be read may mean one of these actions.
        let sure = self
            .found
            .iter()
            .skip(before)
            .all(|found| found.code != Some(Code::InvalidExpectation));
        if !others.is_empty() && sure {
            let message = format!("also legal: {}", quoted(others.iter()));
            self.fails(&node.at, message, None);
        }
    }

    fn count(&mut self, node: &TomlNode) {
        let expected = node.integer().unwrap_or_default();
        if i64::try_from(self.legal.len()) != Ok(expected) {
            let message = format!("{expected} moves should be legal, but {} are", self.legal.len());
            let help = self.actions();
            self.fails(&node.at, message, Some(help.into()));
        }
    }

    fn each_clause(&mut self, node: &TomlNode, expect: fn(&mut Self, &FileSpan, &Clause, u32)) {
        let before = self.found.len();
        for (item, id) in strings(node) {
            if self.found.len() >= before + MAX_MISTAKES {
                return;
            }
            let spec = self.spec;
            match spec
                .clauses
                .iter()
                .zip(self.game.counts().clauses)
                .find(|(clause, _)| clause.id == id)
            {
                Some((clause, times)) => {
                    let times = *times;
                    expect(self, &item.at, clause, times);
                }
                None => {
                    let known = spec.clauses.iter().map(|clause| clause.id.as_str());
                    self.no_such(&item.at, "clause", id, known);
                }
            }
        }
    }

    fn fires(&mut self, at: &FileSpan, clause: &Clause, times: u32) {
        if times > 0 {
            return;
        }
        let fired = self.spec.clauses.iter().zip(self.game.counts().clauses);
        let fired = fired.filter(|(_, times)| **times > 0).map(|(clause, _)| clause.id.as_str());
        let fired: Vec<&str> = fired.collect();
        let help = match fired.len() {
            0 => "no clause fired".to_owned(),
            _ => format!("fired: {}", fired.join(", ")),
        };
        self.fails(at, format!("`{}` did not fire", clause.id), Some(help.into()));
    }

    fn silent(&mut self, at: &FileSpan, clause: &Clause, times: u32) {
        if times > 0 {
            self.fails(at, format!("`{}` fired", clause.id), None);
        } else if !self.loaded.can_fire(&clause.id) {
            let message =
                format!("`{}` can't fire: no hook, setting or effect names it", clause.id);
            let help = "list moves that the clause forbids under `illegal`".to_owned();
            self.found.push(at.error(Code::VacuousExpectation, message).help(help));
        }
    }

    fn stands(&mut self, node: &TomlNode) {
        self.each_token(node, |check, span, token| check.stands_there(node, span, token));
    }

    /// Checks that the piece of a token is on its square. A dot in place of the piece means that
    /// the square must be empty.
    fn stands_there(&mut self, node: &TomlNode, span: Range<usize>, token: &str) {
        let at = || node.inside(span.clone());
        if let Some(name) = token.strip_prefix('.') {
            match self.spec.geometry.square_named(name) {
                None if self.spec.geometry.cell_named(name).is_some() => {
                    self.misread(&at(), format!("`{name}` is a hole of this board"), None);
                }
                None => {
                    let help = "write a file letter and a rank number, such as `d4`";
                    let message = format!("`{name}` is not a square of this board");
                    self.misread(&at(), message, Some(help.into()));
                }
                Some(square) => {
                    if let Some(piece) = self.game.piece(square) {
                        let piece = fen::write_placement(self.spec, square, piece);
                        self.fails(
                            &at(),
                            format!("{name} should be empty, but has `{piece}`"),
                            None,
                        );
                    }
                }
            }
            return;
        }
        match fen::read_placement(self.spec, token) {
            Err(error) => {
                let at = node.inside(span.start + error.span.start..span.start + error.span.end);
                self.misread(&at, error.to_string(), error.help);
            }
            Ok((square, expected)) => {
                let there = self.game.piece(square);
                if !there.is_some_and(|there| alike(expected, there)) {
                    let name = self.spec.geometry.name(square);
                    let message = match there {
                        None => format!("`{token}` was expected, but {name} is empty"),
                        Some(there) => {
                            let there = fen::write_placement(self.spec, square, there);
                            format!("`{token}` was expected, but `{there}` is there")
                        }
                    };
                    self.fails(&at(), message, None);
                }
            }
        }
    }

    fn next(&mut self, node: &TomlNode) {
        let Some(seat) = self.seat(&node.at, node.text().unwrap_or_default()) else { return };
        let decides = match &self.decision {
            Decision::Turn(seat) | Decision::Roll(seat) => Some(*seat),
            Decision::Question(asked) => Some(asked.seat),
            Decision::Over => None,
        };
        if decides != Some(seat) {
            let message = format!("{} should be next, but {}", self.name(seat), self.now());
            self.fails(&node.at, message, None);
        }
    }

    fn asks(&mut self, node: &TomlNode) {
        let expected = node.text().unwrap_or_default();
        if !matches!(&self.decision, Decision::Question(asked) if asked.name == expected) {
            let message = format!("`{expected}` should be asked, but {}", self.now());
            self.fails(&node.at, message, None);
        }
    }

    fn each_seat(&mut self, node: &TomlNode, expect: impl Fn(&mut Self, Seat, &TomlNode)) {
        for entry in node.table().map_or(&[][..], |table| &table.entries) {
            if let Some(seat) = self.seat(&entry.key_at, &entry.key) {
                expect(self, seat, &entry.node);
            }
        }
    }

    fn state(&mut self, seat: Seat, state: StateId, node: &TomlNode) {
        let expected = node.text().unwrap_or_default();
        let spec = self.spec;
        if !spec.states.iter().any(|state| state.name == expected) {
            let known = spec.states.iter().map(|state| state.name.as_str());
            self.no_such(&node.at, "state", expected, known);
            return;
        }
        let there = spec.states.get(usize::from(state.0)).map_or("?", |state| &state.name);
        if there != expected {
            let name = self.name(seat);
            self.fails(&node.at, format!("{name} should be {expected} but is {there}"), None);
        }
    }

    fn controller(&mut self, colour: Colour, node: &TomlNode) {
        let name = node.text().unwrap_or_default();
        let expected = match name {
            "nature" => None,
            _ => match self.seat(&node.at, name) {
                Some(seat) => Some(seat),
                None => return,
            },
        };
        let there = self.game.controller(colour);
        if there != expected {
            let there = there.map_or("nature", |seat| self.name(seat));
            let whose = self.name(colour);
            let message = format!("{name} should move the pieces of {whose}, but {there} does");
            self.fails(&node.at, message, None);
        }
    }

    /// Returns the seat of the value to which a key refers. If all seats share the value, any seat
    /// is returned. If the key lacks a required seat, or contains an unknown or unnecessary seat,
    /// reports the key and returns `None`.
    fn scope_of(
        &mut self,
        key_at: &FileSpan,
        name: &str,
        per_seat: bool,
        seat: Option<&str>,
    ) -> Option<Seat> {
        match (per_seat, seat) {
            (true, Some(seat)) => self.seat(key_at, seat),
            (false, None) => Some(Seat(0)),
            (true, None) => {
                let help = format!("write the seat after it: `\"{name} {}\"`", self.name(Seat(0)));
                self.misread(key_at, format!("each seat has its own `{name}`"), Some(help.into()));
                None
            }
            (false, Some(_)) => {
                let help = format!("write `{name}` alone");
                self.misread(key_at, format!("all seats share `{name}`"), Some(help.into()));
                None
            }
        }
    }

    /// Compares a memory with its expected value.
    fn held(&mut self, (key, name): (&str, &str), node: &TomlNode, holds: Holds, held: Held) {
        let spec = self.spec;
        let expected = node.text().unwrap_or_default();
        let read = memory_text::read(spec, holds, expected);
        if read.is_none() {
            let help = format!(
                "write the name of a {}, or `-` for nothing; join several seats with `+`",
                holds.word().trim_end_matches('s')
            );
            let message = format!("`{name}` can't hold `{expected}`");
            self.misread(&node.at, message, Some(help.into()));
        } else if read != Some(held) {
            let there = memory_text::show(spec, held);
            let message = format!("`{key}` should be {expected} but is {there}");
            self.fails(&node.at, message, None);
        }
    }

    /// Checks counters and memories. For example, `"points red" = 5` is for a counter of each seat,
    /// `pool = 3` for a counter of the game, and `"captor red" = "blue"` for a memory.
    fn counters(&mut self, node: &TomlNode, memories: bool) {
        for TomlEntry { key, key_at, node } in node.table().map_or(&[][..], |table| &table.entries)
        {
            let (name, seat) = match key.split_once(' ') {
                Some((name, seat)) => (name, Some(seat.trim())),
                None => (key.as_str(), None),
            };
            let spec = self.spec;
            let of_a_piece = spec.piece_memories.iter().find(|memory| memory.name == name);
            if let Some(memory) = of_a_piece.filter(|_| memories) {
                let there = self.scope_of(key_at, name, memory.per_seat, seat).map(|seat| {
                    let mark = memory.mark_of(seat);
                    let bears = |square: &Square| {
                        self.game.piece(*square).is_some_and(|piece| piece.marks() >> mark & 1 == 1)
                    };
                    spec.geometry.squares().find(bears).map_or(Held::Nothing, Held::Square)
                });
                if let Some(there) = there {
                    self.held((key, name), node, Holds::Square, there);
                }
                continue;
            }
            let of_this_sort = |counter: &Counter| (counter.holds != Holds::Number) == memories;
            let mut counters = spec.counters.iter().zip(0..);
            let Some((counter, number)) =
                counters.find(|(counter, _)| counter.name == name && of_this_sort(counter))
            else {
                let known = spec.counters.iter().filter(|counter| of_this_sort(counter));
                let of_pieces = spec.piece_memories.iter().filter(|_| memories);
                let known = known.map(|counter| counter.name.as_str());
                let known = known.chain(of_pieces.map(|memory| memory.name.as_str()));
                self.no_such(key_at, if memories { "memory" } else { "counter" }, name, known);
                continue;
            };
            let Some(seat) = self.scope_of(key_at, name, counter.per_seat, seat) else { continue };
            let there = self.game.counter(CounterId(number), seat);
            if let Some(held) = counter.holds.read(there) {
                self.held((key, name), node, counter.holds, held);
                continue;
            }
            let there = i64::from(there);
            if Some(there) != node.integer() {
                let expected = node.integer().unwrap_or_default();
                self.fails(&node.at, format!("`{key}` should be {expected} but is {there}"), None);
            }
        }
    }

    fn check(&mut self, node: &TomlNode) {
        let mut expected = Vec::new();
        for (item, name) in strings(node) {
            let Some(seat) = self.seat(&item.at, name) else { return };
            expected.push(seat);
        }
        let seats = || (0..self.spec.seats.len()).map(|seat| Seat(seat as u8));
        let there: Vec<Seat> = seats().filter(|seat| self.game.in_check(*seat)).collect();
        if !seats().all(|seat| expected.contains(&seat) == there.contains(&seat)) {
            let names = |list: &[Seat]| match list {
                [] => "no seat".to_owned(),
                list => list.iter().map(|seat| self.name(*seat)).collect::<Vec<_>>().join(" and "),
            };
            let verb = if there.len() > 1 { "are" } else { "is" };
            let (expected, there) = (names(&expected), names(&there));
            let message = format!("{expected} should be in check, but {there} {verb}");
            self.fails(&node.at, message, None);
        }
    }

    fn result(&mut self, seat: Seat, node: &TomlNode) {
        let there = self.game.outcome().and_then(|it| it.results.get(seat.index()).copied());
        self.same_result(self.name(seat), there, node);
    }

    /// Checks the results of teams. The results of its seats determine the result of a team.
    fn teams(&mut self, node: &TomlNode) {
        let spec = self.spec;
        let results = self.game.outcome().map(|outcome| outcome.team_results(spec));
        for TomlEntry { key, key_at, node } in node.table().map_or(&[][..], |table| &table.entries)
        {
            match spec.teams.iter().position(|team| team == key) {
                Some(team) => {
                    let there = results.as_ref().and_then(|results| results.get(team).copied());
                    self.same_result(key, there, node);
                }
                None => self.no_such(key_at, "team", key, spec.teams.iter().map(String::as_str)),
            }
        }
    }

    fn same_result(&mut self, whose: &str, there: Option<SeatResult>, node: &TomlNode) {
        let expected = node.text().unwrap_or_default();
        let Some(there) = there.filter(|there| there.word() != expected) else { return };
        let message = format!("{whose}: a {expected} was expected, but it is a {}", there.word());
        let help = self.game.outcome().map(|outcome| describe(self.spec, outcome));
        self.fails(&node.at, message, help.map(NameSuggestion::from));
    }

    /// Checks how often each metric was counted since the position of the lesson was set up.
    fn metrics(&mut self, node: &TomlNode) {
        let spec = self.spec;
        for TomlEntry { key, key_at, node } in node.table().map_or(&[][..], |table| &table.entries)
        {
            let Some(number) = spec.metrics.iter().position(|metric| metric == key) else {
                self.no_such(key_at, "metric", key, spec.metrics.iter().map(String::as_str));
                continue;
            };
            let there = self.game.counts().metrics.get(number).copied().unwrap_or_default();
            let expected = node.integer().unwrap_or_default();
            if i64::from(there) != expected {
                let times = prose::quantity(there.into(), "time");
                let message = format!("`{key}` should be {expected} but was counted {times}");
                self.fails(&node.at, message, None);
            }
        }
    }

    fn ends(&mut self, node: &TomlNode) {
        let expected = node.text().unwrap_or_default();
        let spec = self.spec;
        let built_in = Ending::BUILT_IN.into_iter().map(|ending| -> &str { ending.word() });
        if spec.clause_named(expected).is_none() && !built_in.clone().any(|name| name == expected) {
            let known = spec.clauses.iter().map(|clause| clause.id.as_str()).chain(built_in);
            self.no_such(&node.at, "clause or ending", expected, known);
            return;
        }
        let message = match self.game.outcome() {
            Some(outcome) if ending(self.spec, outcome.ending) == expected => return,
            Some(outcome) => {
                format!(
                    "`{expected}` should end the game, but {} ended it",
                    ending(self.spec, outcome.ending)
                )
            }
            None => format!("`{expected}` should end the game, but {}", self.now()),
        };
        let help = self.game.outcome().map(|outcome| describe(self.spec, outcome));
        self.fails(&node.at, message, help.map(NameSuggestion::from));
    }

    fn ongoing(&mut self, node: &TomlNode) {
        let over = self.decision == Decision::Over;
        if node.boolean() == Some(over) {
            let message = match over {
                true => format!("the game should continue, but {}", self.now()),
                false => format!("the game should be over, but {}", self.now()),
            };
            self.fails(&node.at, message, None);
        }
    }
}

/// Describes an outcome in words.
pub(super) fn describe(spec: &Spec, outcome: &Outcome) -> String {
    let seats = spec.seats.iter().zip(&outcome.results);
    let results = seats.map(|(seat, result)| format!("{} {}", seat.name, result.word()));
    format!("{}, by {}", results.collect::<Vec<_>>().join(", "), ending(spec, outcome.ending))
}

/// Returns the name of an ending, as lessons use it.
fn ending(spec: &Spec, ending: Ending) -> &str {
    match (ending, ending.clause(spec)) {
        (Ending::Rule(_), None) => ending.meaning(),
        _ => ending.name(spec),
    }
}

/// Returns `true` if the piece on the board fits the expected piece. The flag `moved` is compared
/// only if the expected piece has it.
fn alike(expected: quadrille_core::Piece, there: quadrille_core::Piece) -> bool {
    let looked_at = !(1 << MOVED) | expected.marks();
    expected.profile() == there.profile() && expected.marks() == there.marks() & looked_at
}
