//! Warns about state that has no effect: counters and memories that are never read or never set,
//! and states that no seat enters. Also warns about an `on_mate` hook if the rules have no mates.

use std::collections::HashSet;

use quadrille_core::rules::{MateTest, State};
use quadrille_core::{EventKind, Protect};

use super::LintInput;
use crate::diagnostic::{Code, Diagnostic, Source, suggest};
use crate::script::TextCall;

impl LintInput<'_> {
    /// Warns about counters and memories that are never read or never set.
    pub(super) fn kept(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        if spec.counters.is_empty()
            && spec.piece_memories.is_empty()
            && spec.piece_counters.is_empty()
        {
            return;
        }
        let calls =
            |name: &'static str| -> Vec<TextCall<'_>> { self.scripts.all_calls(name).collect() };
        // The declaration has the same name as the query. The declaration's second argument states
        // the owner of the counter.
        let declares = |call: &TextCall<'_>| matches!(call.second, Some("seat" | "game" | "piece"));
        let (declared, mut read): (Vec<_>, Vec<_>) =
            calls("counter").into_iter().partition(declares);
        let (of_pieces, declared): (Vec<_>, Vec<_>) =
            declared.into_iter().partition(|call| call.second == Some("piece"));
        // Movements can read counters of seats and of pieces too.
        let mut read_of_pieces = calls("piece_counter");
        read.extend(calls("while_plies_since"));
        read.extend(calls("while_counter"));
        read_of_pieces.extend(calls("while_counter"));
        let set_of_pieces = ["set_piece_counter", "add_piece_counter"].iter();
        let set_of_pieces = set_of_pieces.flat_map(|name| calls(name));
        // The first argument is the square.
        let set_of_pieces = set_of_pieces.map(|call| TextCall { first: call.second, ..call });
        let set_of_pieces = set_of_pieces.collect();
        self.use_of("counter", (of_pieces, read_of_pieces, set_of_pieces), out);
        let set: Vec<_> = ["set_counter", "set_counter_to_ply", "add_counter"]
            .iter()
            .flat_map(|name| calls(name))
            .collect();
        self.use_of("counter", (declared, read, set), out);
        let read = ["recall", "is_remembered", "while_memory"]
            .iter()
            .flat_map(|name| calls(name))
            .collect();
        let memories = (calls("memory"), read, calls("remember"));
        self.use_of("memory", memories, out);
    }

    fn use_of(
        &self,
        what: &str,
        (declared, read, set): (Vec<TextCall<'_>>, Vec<TextCall<'_>>, Vec<TextCall<'_>>),
        out: &mut Vec<Diagnostic>,
    ) {
        // A computed name may be any name.
        let computed = |calls: &[TextCall<'_>]| calls.iter().any(|call| call.first.is_none());
        let names =
            |calls: &[TextCall<'_>], name: &str| calls.iter().any(|call| call.first == Some(name));
        let calls_of_marks = || self.scripts.all_calls("has_mark");
        for call in &declared {
            let Some(name) = call.first else { continue };
            let counter = self.spec.counters.iter().find(|counter| counter.name == name);
            let of_a_piece = self.spec.piece_memories.iter().find(|memory| memory.name == name);
            let piece_counter =
                self.spec.piece_counters.iter().find(|counter| counter.name == name);
            if counter.is_none() && of_a_piece.is_none() && piece_counter.is_none() {
                continue;
            }
            let filters = self.scripts.conditions().any(|known| known == name);
            let worth = counter.is_some_and(|counter| counter.worth != 0);
            let borne = of_a_piece.is_some_and(|memory| {
                let marks = memory.marks(self.spec.seats.len());
                let mut paths = self.spec.kinds.iter().flat_map(|kind| &kind.paths);
                let by_paths = paths.any(|path| path.with_mark.is_some_and(|m| marks.contains(&m)));
                by_paths
                    || calls_of_marks().any(|call| {
                        call.first.is_none_or(|mark| {
                            let names =
                                marks.clone().filter_map(|m| self.spec.marks.get(usize::from(m)));
                            names.into_iter().any(|name| name == mark)
                        })
                    })
            });
            let (source, span) = &call.place;
            let mut warn = |code, message: String, help: &str| {
                out.push(Diagnostic::warning(code, source, span.clone(), message).help(help));
            };
            let is_read = worth
                || borne
                || filters
                || computed(&read)
                || names(&read, name)
                || self.shown(name);
            let is_set = computed(&set) || names(&set, name);
            match (is_read, is_set) {
                (false, true) => warn(
                    Code::CounterNeverRead,
                    format!("the {what} `{name}` is set but never read, so it changes nothing"),
                    if what == "memory" {
                        "read it with `game.recall(…)`, or remove it"
                    } else if piece_counter.is_some() {
                        "read it with `piece.piece_counter(…)`, or in a movement with `.while_counter(…)`, or remove it"
                    } else {
                        "read it with `game.counter(…)`, declare its `.worth(…)`, or remove it"
                    },
                ),
                (false, false) => warn(
                    Code::CounterNeverRead,
                    format!("nothing uses the {what} `{name}`"),
                    "remove it",
                ),
                (true, false) => warn(
                    Code::CounterNeverSet,
                    format!("nothing sets the {what} `{name}`, so it never changes"),
                    if what == "memory" {
                        "set it with `remember(…)`, or remove it"
                    } else if piece_counter.is_some() {
                        "set it with `set_piece_counter(…)` or `add_piece_counter(…)`, or remove it"
                    } else {
                        "set it with `set_counter(…)` or `add_counter(…)`, or remove it"
                    },
                ),
                (true, true) => {}
            }
        }
    }

    /// Warns about metrics that are never counted.
    pub(super) fn metrics(&self, out: &mut Vec<Diagnostic>) {
        let counted = self.scripts.all_calls("count_metric").map(|call| call.first);
        // A computed name may be any name.
        let Some(counted) = counted.collect::<Option<HashSet<&str>>>() else { return };
        for call in self.scripts.all_calls("metric") {
            let Some(name) = call.first else { continue };
            let known = self.spec.metrics.iter().any(|metric| metric == name);
            if known && !counted.contains(name) {
                let (source, span) = call.place;
                let message =
                    format!("nothing counts the metric `{name}`, so it is zero in every game");
                let help =
                    format!("count it in a hook with `count_metric(\"{name}\")`, or remove it");
                let code = Code::MetricNeverCounted;
                out.push(Diagnostic::warning(code, source, span, message).help(help));
            }
        }
    }

    /// Returns `true` if a lesson shows a counter or a memory. Players then use the counter or
    /// memory even if no script reads it.
    fn shown(&self, name: &str) -> bool {
        let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let line = |line: &str| {
            (line.contains("counter") || line.contains("memory"))
                && line.split(|c| !part(c)).any(|word| word == name)
        };
        self.lessons.is_some_and(|lessons| lessons.text.lines().any(line))
    }

    /// Warns about a declared state that no seat and no army ever enters.
    pub(super) fn states(&self, out: &mut Vec<Diagnostic>) {
        if self.spec.states.len() == State::predefined().len() {
            return;
        }
        let declared: Vec<TextCall<'_>> = self.scripts.all_calls("state").collect();
        for state in self.spec.states.iter().skip(State::predefined().len()) {
            let name = state.name.as_str();
            let here = declared.iter().filter(|call| call.first == Some(name));
            let named = self.scripts.texts().filter(|text| *text == name).count();
            if let Some(call) = here.clone().next()
                && named == here.count()
            {
                let (source, span) = &call.place;
                let message = format!("nothing puts a seat or an army in the state `{name}`");
                let predefined = State::predefined();
                let names = predefined.iter().map(|state| state.name.as_str());
                let help = suggest(name, names).unwrap_or_else(|| {
                    "set it with `set_state(seat, …)`, or remove it".to_owned().into()
                });
                let code = Code::StateNeverSet;
                out.push(Diagnostic::warning(code, source, span.clone(), message).help(help));
            }
        }
    }

    /// Warns about `on_mate` if mates never or hardly ever occur. This is the case if no piece is
    /// royal, or if a player in check may make a move that does not lift the check.
    pub(super) fn mates(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        if !spec.kinds.iter().any(|kind| kind.royal) {
            let message =
                "`on_mate` is never called: no piece is royal, so no seat is ever in check";
            let help = "give a piece `royal = true` in `[pieces]`, or remove the hook";
            // A preset, or a ruleset that extends another, may remove the royals and keep the
            // inherited hook. Such a hook is not reported.
            let here = self.top.source.name.trim_end_matches(self.top.source.file_name());
            let own = |source: &Source| !self.preset && source.name.starts_with(here);
            self.mate_hooks(own, message, help, out);
            return;
        }
        let free = |row: &Vec<Protect>| row.iter().all(|how| *how == Protect::None);
        let answers = |event| spec.handlers.iter().any(|handler| handler.event == event);
        // Rules with an outcome for captured kings need no mates, and may inherit the hook.
        let narrowed = answers(EventKind::Forbids)
            || answers(EventKind::RoyalCaptured)
            || spec.dice.is_some()
            || !spec.duties.is_empty()
            || ["restrict", "relax"].iter().any(|word| self.scripts.has_word(word));
        if narrowed || spec.mate_test != MateTest::OwnTurn || !spec.protect.iter().all(free) {
            return;
        }
        let message = "`on_mate` is hardly ever called: moves need not lift checks here, so a seat in check is mated only \
                       if it has no move at all";
        let help = "if kings can be captured, handle that in `on_royal_captured`; if mate counts anyway, declare \
                    `rules.protect_in_mate_test(\"own\", \"safe\")` and `rules.mate_test(\"after_every_ply\")`";
        self.mate_hooks(|_| true, message, help, out);
    }

    /// Adds the warning at each `on_mate` in the files for which `concerned` returns `true`.
    fn mate_hooks(
        &self,
        concerned: impl Fn(&Source) -> bool,
        message: &str,
        help: &str,
        out: &mut Vec<Diagnostic>,
    ) {
        let hooks = self.scripts.hooks("on_mate");
        for (source, name) in hooks.filter(|(source, _)| concerned(source)) {
            let at = name.span.clone();
            out.push(Diagnostic::warning(Code::MateNeverAsked, source, at, message).help(help));
        }
    }
}
