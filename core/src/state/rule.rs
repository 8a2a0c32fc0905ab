//! [`Rule`]: a rule written in Rust, for rulesets with or without scripts.

use std::rc::Rc;
use std::sync::Arc;

use crate::board::{Seat, Square};
use crate::rules::{
    Candidate, Effect, Emitted, Event, EventKind, Filter, Handler, HookError, SeatResult, Spec,
};
use crate::state::{Hooks, View};

/// A rule written in Rust. It declares the events that it answers, and returns effects.
///
/// A rule never changes the position: it reads a [`View`] and returns [`Effect`]s. [`RustRules`]
/// converts rules to [`Hooks`]. `Ruleset::with_rule` of `quadrille-dsl` adds a rule to a loaded
/// ruleset. The ruleset's scripts stay in force.
///
/// ```
/// use quadrille_core::{Effect, Event, EventKind, HookError, Rule, Square, View};
///
/// /// A royal on this square wins.
/// struct Hill(Square);
///
/// impl Rule for Hill {
///     fn name(&self) -> &str {
///         "hill"
///     }
///     fn events(&self) -> &[EventKind] {
///         &[EventKind::Move]
///     }
///     fn answer(&self, event: &Event<'_>, view: &dyn View) -> Result<Vec<Effect>, HookError> {
///         let Event::Move { seat, .. } = *event else { return Ok(Vec::new()) };
///         let won = view.royals(seat).contains(self.0);
///         Ok(if won { vec![Effect::win(seat, view.rules().spec())] } else { Vec::new() })
///     }
/// }
/// ```
pub trait Rule: Send + Sync {
    /// Returns the name of the rule, for messages and profiles.
    fn name(&self) -> &str;

    /// Returns the events and questions that the rule answers. This list must always be the same.
    fn events(&self) -> &[EventKind];

    /// Returns the effects of an event. The engine applies the effects in the order of the list.
    ///
    /// # Errors
    /// Returns a [`HookError`] if the rule can't answer. The game then ends with this error.
    fn answer(&self, event: &Event<'_>, view: &dyn View) -> Result<Vec<Effect>, HookError>;

    /// Returns `true` if the legality of moves depends on the effects of this rule. The engine then
    /// applies these effects before it tests if a move leaves a royal in check. This takes time for
    /// every move.
    fn judges_moves(&self) -> bool {
        false
    }

    /// Returns `true` if the rule may have the effect [`Effect::Choose`]. The engine then plays each
    /// move on a copy to find the choices within it.
    fn asks_choices(&self) -> bool {
        false
    }

    /// Returns the extra moves of a seat, if the rule answers [`EventKind::ExtraMoves`]; see
    /// [`Hooks::extra_moves`].
    fn extra_moves(&self, seat: Seat, game: &dyn View) -> Vec<(Square, Square)> {
        let _ = (seat, game);
        Vec::new()
    }

    /// Returns `true` if the rule forbids a move that is otherwise legal. Only called if the rule
    /// answers [`EventKind::Forbids`]; see [`Hooks::forbids`].
    fn forbids(&self, candidate: &Candidate, game: &dyn View) -> bool {
        let _ = (candidate, game);
        false
    }
}

/// Rust rules as hooks. Each rule has one handler for each of its events. These handlers follow all
/// other handlers of the rules.
#[derive(Clone, Default)]
pub struct RustRules {
    /// The number of the first handler that belongs to these rules.
    first: usize,
    /// The rule of each handler, from the handler `first` on.
    rules: Vec<Arc<dyn Rule>>,
}

impl RustRules {
    /// Adds the handlers of a rule to a description of rules. Add all other handlers of `spec`
    /// first.
    pub fn add(&mut self, spec: &mut Spec, rule: impl Rule + 'static) {
        let rule: Arc<dyn Rule> = Arc::new(rule);
        if self.rules.is_empty() {
            self.first = spec.handlers.len();
        }
        for event in rule.events() {
            spec.handlers.push(Handler {
                event: *event,
                filter: Filter::default(),
                clause: None,
                judged: rule.judges_moves(),
                chooses: rule.asks_choices(),
                name: rule.name().to_owned(),
            });
            self.rules.push(Arc::clone(&rule));
        }
    }

    /// Returns the rule of a handler, or `None` if the handler belongs to none of these rules.
    #[must_use]
    #[inline]
    pub fn of_handler(&self, handler: usize) -> Option<&dyn Rule> {
        self.rules.get(handler.checked_sub(self.first)?).map(|rule| &**rule)
    }
}

impl std::fmt::Debug for RustRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.rules.iter().map(|rule| rule.name())).finish()
    }
}

impl Hooks for RustRules {
    fn call(
        &self,
        handler: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        if let Some(rule) = self.of_handler(handler) {
            let effects = rule.answer(event, view)?;
            out.extend(effects.into_iter().map(|effect| Emitted {
                effect,
                clause: None,
                place: 0,
            }));
        }
        Ok(())
    }

    fn extra_moves(
        &self,
        handler: usize,
        seat: Seat,
        game: &Rc<dyn View>,
        out: &mut Vec<(Square, Square)>,
    ) {
        if let Some(rule) = self.of_handler(handler) {
            out.extend(rule.extra_moves(seat, &**game));
        }
    }

    fn forbids(&self, handler: usize, candidate: &Candidate, game: &Rc<dyn View>) -> bool {
        self.of_handler(handler).is_some_and(|rule| rule.forbids(candidate, &**game))
    }
}

/// Mate loses, and stalemate is a draw, as in chess.
///
/// The side of a mated seat loses and all other sides win. For games of more than two sides that
/// continue after a mate, write another [`Rule`].
#[derive(Clone, Copy, Debug)]
pub struct MateLoses;

impl Rule for MateLoses {
    fn name(&self) -> &str {
        "mate loses"
    }

    fn events(&self) -> &[EventKind] {
        &[EventKind::Mate, EventKind::Stalemate]
    }

    fn answer(&self, event: &Event<'_>, view: &dyn View) -> Result<Vec<Effect>, HookError> {
        Ok(match event {
            Event::Mate(seat) => vec![Effect::Lose(*seat)],
            Event::Stalemate(_) => {
                let seats = view.rules().spec().seats.len();
                vec![Effect::Finish(vec![SeatResult::Draw; seats])]
            }
            _ => Vec::new(),
        })
    }
}
