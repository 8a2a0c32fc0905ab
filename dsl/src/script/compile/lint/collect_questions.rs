//! Collects the calls of `ask`, `ask_in_secret`, `choose` and `offer`. Also records the seat that
//! is asked, if the code shows which seat this is.

use rhai::{Expr, FnCallExpr, Position};

use super::Lint;
use super::type_inference::parts;
use super::type_knowledge::AssignedValue;
use crate::script::compile::scripts::{AskCall, AskedQuestion, QuestionSeat};
use crate::script::interface::api::Type;
use crate::script::interface::hook_catalogue::HookKind;

/// The maximum number of variables that are followed to find the seat that is asked.
const MAX_NAME_STEPS: usize = 4;

/// The methods that add to an array.
const ADDING: [&str; 4] = ["push(", "insert(", "append(", "pad("];

impl Lint<'_> {
    /// Records a call of `ask`, `ask_in_secret`, `choose` or `offer`. Other calls are ignored.
    pub(super) fn collect_question(&mut self, call: &FnCallExpr, at: Position) {
        let text = |expr: &Expr| match self.literal_of(expr) {
            Some(Expr::StringConstant(text, _)) => Some(text.to_string()),
            _ => None,
        };
        let option = |expr: &Expr| match expr {
            Expr::IntegerConstant(number, _) => Some(number.to_string()),
            other => text(other),
        };
        let (name, args) = (call.name.as_str(), call.args.as_slice());
        let (seat, args) = match (name, args) {
            ("ask" | "ask_in_secret", [seat, args @ ..]) => (Some(seat), args),
            _ => (None, args),
        };
        let asked = match (name, args) {
            ("ask" | "ask_in_secret" | "choose", [question, options, _]) => {
                let written = match self.literal_of(options) {
                    Some(Expr::Array(items, _)) if !self.grows(options) => {
                        items.iter().map(option).collect()
                    }
                    _ => None,
                };
                AskCall::Question(AskedQuestion {
                    name: text(question),
                    options: written,
                    of: self.type_of(options).and_then(Type::element),
                    whom: match seat {
                        Some(seat) => self.whom(seat, MAX_NAME_STEPS),
                        None => QuestionSeat::Mover,
                    },
                    secret: name == "ask_in_secret",
                    of_move: name == "choose",
                    within: self.within(at),
                    events: Vec::new(),
                })
            }
            ("offer", [_, word]) => AskCall::Offer(text(word)),
            _ => return,
        };
        self.asks.push(asked);
    }

    /// Returns `true` if an array is a variable, and the function that contains the variable adds
    /// elements to the array.
    fn grows(&self, array: &Expr) -> bool {
        let Expr::Variable(variable, _, at) = array else { return false };
        let Some(within) = self.within(*at) else { return false };
        let mut words = self.outline.words_in(&self.outline.functions[within].body).iter();
        words.any(|word| {
            let added = self.source.text[word.end..].trim_start().strip_prefix('.');
            self.source.text[word.clone()] == *variable.1
                && added.is_some_and(|call| ADDING.iter().any(|name| call.starts_with(name)))
        })
    }

    /// Records the events at which each question is asked. These are the events of the hooks that
    /// call the function with the question, directly or through other functions.
    pub(super) fn asked_at(&mut self, reached: &[Vec<HookKind>]) {
        for asked in &mut self.asks {
            let AskCall::Question(asked) = asked else { continue };
            let kinds = asked.within.and_then(|within| reached.get(within)).into_iter().flatten();
            asked.events = kinds
                .filter_map(|kind| match kind {
                    HookKind::Event(event) => Some(*event),
                    _ => None,
                })
                .collect();
            asked.events.sort_unstable();
        }
    }

    /// Returns the seat that an expression stands for.
    fn whom(&self, expr: &Expr, steps: usize) -> QuestionSeat {
        let Some(steps) = steps.checked_sub(1) else { return QuestionSeat::Someone };
        match expr {
            Expr::FnCall(call, _) => match (call.name.as_str(), call.args.as_slice()) {
                ("seat", [name]) => match self.literal_of(name) {
                    Some(Expr::StringConstant(name, _)) => QuestionSeat::Seat(name.to_string()),
                    _ => QuestionSeat::Someone,
                },
                _ => QuestionSeat::Someone,
            },
            Expr::Variable(variable, _, at) => {
                let Some(within) = self.within(*at) else { return QuestionSeat::Someone };
                let key = (within, variable.1.to_string());
                let given = self.locals.given.get(&key).map_or(&[][..], Vec::as_slice);
                let mut found = given.iter().map(|given| match given {
                    AssignedValue::Value(value) => self.whom(value, steps),
                    AssignedValue::Element(list) if is_all_seats(list) => QuestionSeat::Everyone,
                    AssignedValue::Receiver(chain, 0) if is_all_seats(parts(chain).0) => {
                        QuestionSeat::Everyone
                    }
                    AssignedValue::Type(Type::Seat) => self.concerned(within, &key.1),
                    _ => QuestionSeat::Someone,
                });
                let first = found.next().unwrap_or(QuestionSeat::Someone);
                if found.all(|other| other == first) { first } else { QuestionSeat::Someone }
            }
            Expr::Dot(..) => {
                let (head, all) = parts(expr);
                let [Expr::Property(property, _)] = all.as_slice() else {
                    return QuestionSeat::Someone;
                };
                match property.2.as_str() {
                    "turn" if self.type_of(head) == Some(Type::Game) => QuestionSeat::Mover,
                    "partner" => match self.whom(head, steps) {
                        QuestionSeat::Someone => QuestionSeat::Someone,
                        whom => QuestionSeat::PartnerOf(Box::new(whom)),
                    },
                    _ => QuestionSeat::Someone,
                }
            }
            _ => QuestionSeat::Someone,
        }
    }

    /// Returns the seat that a parameter stands for. This is known only for the first parameter
    /// with a seat in an event hook. That parameter is the seat that the event is about.
    fn concerned(&self, within: usize, name: &str) -> QuestionSeat {
        let function = &self.outline.functions[within];
        let Some(hook) = function.hook else { return QuestionSeat::Someone };
        let HookKind::Event(event) = hook.kind else { return QuestionSeat::Someone };
        let first = hook.params.iter().position(|(_, of)| *of == Type::Seat);
        let named = function.params.iter().position(|param| param.value == name);
        if first == named { QuestionSeat::Concerned(event) } else { QuestionSeat::Someone }
    }
}

/// Returns `true` if the expression is `seats()`.
fn is_all_seats(expr: &Expr) -> bool {
    matches!(expr, Expr::FnCall(call, _) if call.name == "seats" && call.args.is_empty())
}
