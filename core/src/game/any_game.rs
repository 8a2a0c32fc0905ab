//! [`AnyGame`]: a game on a board of any width, and functions that start one.

use crate::at_width;
use crate::board::{Piece, Seat, Seats, Square, Zone};
use crate::game::{Attempt, GameState, Illegal, SetupError, resume_at, save};
use crate::numeric::rng::{Rng, Stream};
use crate::rules::{Action, Decision, HookError, Move, MoveChoice, Outcome};
use crate::state::{Hooks, NoHooks, Setup, View};
use crate::tables::CompiledRules;
use crate::turn::{Cause, Trace, TraceEntry, TypedGame};
use crate::{game, with_typed};

/// The reasons why an action was not played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The action is not legal. The value is the reason.
    #[error("the action is not legal: {0}")]
    Illegal(Box<Illegal>),
    /// There is no action with the given number, because the decision has fewer actions.
    #[error("there is no move {number}; the number of moves is {actions}")]
    NoSuchNumber {
        /// The given number of the action, counted from 0.
        number: usize,
        /// The number of legal actions at the decision.
        actions: usize,
    },
    /// A hook failed, and the game can't continue.
    #[error(transparent)]
    Hook(#[from] HookError),
}

impl PlayError {
    /// Returns the error for an action that is not legal, with the reason.
    #[must_use]
    pub fn illegal(game: &mut dyn AnyGame, action: Action) -> Self {
        Self::from_reason(game.why_not(Attempt::Action(action), None))
    }

    fn from_reason(why: Result<Option<Illegal>, HookError>) -> Self {
        match why {
            Ok(why) => Self::Illegal(Box::new(why.unwrap_or(Illegal::Unlisted))),
            Err(error) => Self::Hook(error),
        }
    }
}

/// Returns the error of a hook unchanged, and converts any other error to a [`HookError`] with the
/// hook name `none`. Functions that play whole games need this conversion, because their only error
/// type is [`HookError`].
impl From<PlayError> for HookError {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Hook(error) => error,
            error => Self::new("none", error.to_string()),
        }
    }
}

impl<const W: usize> TypedGame<'_, W> {
    /// Returns the error for an action that is not legal, with the reason.
    pub fn illegal(&mut self, action: Action) -> PlayError {
        PlayError::from_reason(self.explain(Attempt::Action(action), None))
    }
}

/// Parts of a position contradict each other, because of a bug in the engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct InconsistentPosition(String);

/// The numbers that a game has counted: uses of clauses, the metrics of scripts, and repetitions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameCounts<'g> {
    /// For each clause, its count since the start of the game. The index is the clause's number in
    /// [`Spec::clauses`](crate::rules::Spec::clauses).
    pub clauses: &'g [u32],
    /// For each metric, its count since the start of the game. The index is the metric's number in
    /// [`Spec::metrics`](crate::rules::Spec::metrics).
    pub metrics: &'g [u32],
    /// The number of times that the position of the last turn has occurred since the last
    /// irreversible ply. The last turn is included. 0 if the rules don't count repetitions.
    pub occurrences: u8,
}

/// A game on a board of any width.
///
/// [`start`] and [`resume`] make such a game. The main methods of a game list the legal
/// [actions](AnyGame::actions) of a decision and [play](AnyGame::play) them. This module and the
/// crates `quadrille-agents` and `quadrille-study` have functions for other operations. These
/// functions take a `&mut dyn AnyGame`. Only this crate implements the trait.
pub trait AnyGame: View + sealed::Sealed {
    /// Runs the turn machine to the next decision, and returns this decision.
    ///
    /// # Errors
    /// Returns a [`HookError`] if a hook of the rules fails.
    fn decision(&mut self) -> Result<Decision, HookError>;

    /// Returns the legal actions of the current decision, in no particular order. The list is empty
    /// if the game is over.
    ///
    /// # Errors
    /// Returns a [`HookError`] if a hook of the rules fails.
    fn actions(&mut self) -> Result<Vec<Action>, HookError>;

    /// Explains why an attempt is not legal at the current decision. Returns `None` if the attempt
    /// is legal. `by` is the seat that makes the attempt, or `None` if the seat is not known.
    ///
    /// # Errors
    /// Returns a [`HookError`] if a hook of the rules fails.
    fn why_not(&mut self, attempt: Attempt, by: Option<Seat>)
    -> Result<Option<Illegal>, HookError>;

    /// Plays a legal action and its consequences, up to the next decision.
    ///
    /// A move with choices may also be played without a choice. The game then asks the questions of
    /// the move one after another. Each answer is a separate ply.
    ///
    /// # Errors
    /// Returns [`PlayError::Illegal`] if the action is not legal, and [`PlayError::Hook`] if a hook
    /// of the rules fails.
    fn play(&mut self, action: Action) -> Result<(), PlayError>;

    /// Plays the action with this number in the list of [`AnyGame::actions`]. Also plays the
    /// action's consequences, up to the next decision. Records no trace. This is cheaper than
    /// [`AnyGame::play`], which has to find the action in the list.
    ///
    /// # Errors
    /// Returns [`PlayError::NoSuchNumber`] if the decision has fewer actions, and
    /// [`PlayError::Hook`] if a hook of the rules fails.
    fn play_nth(&mut self, number: usize) -> Result<Action, PlayError>;

    /// Plays a random action, or returns `None` if the game is over. Rolls are drawn by their
    /// weights; all other legal actions are equally likely. Records no trace, and lists the actions
    /// only if necessary. This method does not play the consequences of the action. The next call
    /// of [`AnyGame::decision`] or of this method plays them.
    ///
    /// # Errors
    /// Returns a [`HookError`] if a hook of the rules fails.
    fn play_random(&mut self, rng: &mut Rng) -> Result<Option<Action>, HookError>;

    /// Returns the result of the game, or `None` if the game continues.
    fn outcome(&self) -> Option<&Outcome>;

    /// Returns the position as plain data.
    fn setup(&self) -> Setup;

    /// Returns the pieces as seats with common knowledge see them. The result lacks pieces in fog.
    /// A piece whose kind is hidden from these seats has the kind that is shown instead.
    fn pieces_seen_by(&self, viewers: Seats) -> Vec<(Square, Piece)>;

    /// Returns the position as a view, for reading.
    fn view(&self) -> &dyn View;

    /// Returns the state of the game. The state borrows nothing, so it can be stored or sent to
    /// another thread.
    fn state(&self) -> GameState;

    /// Returns a copy of the game.
    fn fork(&self) -> Box<dyn AnyGame + '_>;

    /// Counts the legal sequences of `depth` actions (perft). A shorter sequence that ends the game
    /// does not count. The rule that ends a game after repetition is ignored.
    ///
    /// ```
    /// # use quadrille_core::rules::{KindSpec, Path, Spec};
    /// # use quadrille_core::{CompiledRules, Geometry, NoHooks, game};
    /// # let king = [Path::leaper(1, 0), Path::leaper(1, 1)].concat();
    /// # let mut spec = Spec::two_player(Geometry::rectangle(3, 3)?, vec![KindSpec::royal("king", 'K', king)]);
    /// # spec.place("white", "king", &["a1"])?;
    /// # spec.place("black", "king", &["c3"])?;
    /// # let rules = CompiledRules::new(spec)?;
    /// let mut game = game::start(&rules, &NoHooks)?;
    /// assert_eq!(game.perft(1)?, game.actions()?.len() as u64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`HookError`] if a hook of the rules fails.
    fn perft(&mut self, depth: u32) -> Result<u64, HookError>;

    /// Returns the squares of the pieces that a move captures.
    fn captured_by(&self, mv: Move) -> Zone;

    /// Returns the choices within a move that is legal at the present decision. The list is empty
    /// if the move has no choice. If `mv` already contains a choice, this choice is ignored.
    ///
    /// # Errors
    /// Returns a [`HookError`] if a hook of the rules fails.
    fn choices(&self, mv: Move) -> Result<Vec<MoveChoice>, HookError>;

    /// Returns the counts of clauses, metrics and repetitions.
    fn counts(&self) -> GameCounts<'_>;

    /// Turns tracing on or off. Tracing is off by default, because it compares two positions for
    /// each effect.
    fn trace(&mut self, on: bool);

    /// Returns the changes that the last action and its consequences made. Each change has its
    /// cause. The result is empty if tracing is off.
    fn trace_entries(&self) -> &[TraceEntry];

    /// Calls a function with the game and the width of its board. All code that is generic over the
    /// width is called through this method. The macro `with_typed!` contains the call.
    #[doc(hidden)]
    fn call_typed(&mut self, call: &mut dyn FnMut(TypedGameMut<'_, '_>));
}

/// A mutable reference to a typed game. There is a variant for each number of words in a square
/// set.
#[doc(hidden)]
pub enum TypedGameMut<'g, 'a> {
    /// Boards of up to 64 squares.
    One(&'g mut TypedGame<'a, 1>),
    /// Boards of up to 128 squares.
    #[cfg(all(feature = "all-widths", not(debug_assertions)))]
    Two(&'g mut TypedGame<'a, 2>),
    /// Boards of up to 192 squares.
    #[cfg(all(feature = "all-widths", not(debug_assertions)))]
    Three(&'g mut TypedGame<'a, 3>),
    /// Boards of up to 256 squares.
    Four(&'g mut TypedGame<'a, 4>),
    /// Boards of more than 256 squares.
    #[cfg(feature = "wide-boards")]
    Sixteen(&'g mut TypedGame<'a, 16>),
}

impl std::fmt::Debug for TypedGameMut<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TypedGameMut")
    }
}

/// A typed game whose board has one of the widths of [`TypedGameMut`].
#[doc(hidden)]
pub trait KnownWidth<'a> {
    /// Returns the game as the variant of [`TypedGameMut`] for its width.
    fn typed<'g>(&'g mut self) -> TypedGameMut<'g, 'a>;
}

macro_rules! known_width {
    ($($(#[$on:meta])? $words:literal $name:ident;)+) => {
        $(
            $(#[$on])?
            impl<'a> KnownWidth<'a> for TypedGame<'a, $words> {
                fn typed<'g>(&'g mut self) -> TypedGameMut<'g, 'a> {
                    TypedGameMut::$name(self)
                }
            }
        )+
    };
}

known_width! {
    1 One;
    #[cfg(all(feature = "all-widths", not(debug_assertions)))] 2 Two;
    #[cfg(all(feature = "all-widths", not(debug_assertions)))] 3 Three;
    4 Four;
    #[cfg(feature = "wide-boards")] 16 Sixteen;
}

/// Calls a function with a game and the width of its board, and returns the result.
#[doc(hidden)]
pub fn with_typed<R>(
    game: &mut (dyn AnyGame + '_),
    call: impl FnOnce(TypedGameMut<'_, '_>) -> R,
) -> R {
    let (mut call, mut result) = (Some(call), None);
    game.call_typed(&mut |typed| result = call.take().map(|call| call(typed)));
    #[allow(clippy::expect_used)]
    result.expect("`call_typed` calls the function once")
}

mod sealed {
    use crate::turn::TypedGame;

    /// Keeps other crates from implementing [`AnyGame`](super::AnyGame).
    pub trait Sealed {}

    impl<const W: usize> Sealed for TypedGame<'_, W> {}
}

/// Starts a game.
///
/// ```
/// use quadrille_core::rules::{KindSpec, Path, Spec};
/// use quadrille_core::{CompiledRules, Geometry, NoHooks, game};
///
/// let king = [Path::leaper(1, 0), Path::leaper(1, 1)].concat();
/// let mut spec = Spec::two_player(Geometry::rectangle(3, 3)?, vec![KindSpec::royal("king", 'K', king)]);
/// spec.place("white", "king", &["a1"])?;
/// spec.place("black", "king", &["c3"])?;
/// let rules = CompiledRules::new(spec)?;
///
/// let mut game = game::start(&rules, &NoHooks)?;
/// // The kings may not meet.
/// let actions = game.actions()?;
/// assert_eq!(actions.len(), 2);
/// game.play(actions[0])?;
/// assert!(game.outcome().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns a [`HookError`] if a hook of the rules fails.
pub fn start<'a>(
    rules: &'a CompiledRules,
    hooks: &'a dyn Hooks,
) -> Result<Box<dyn AnyGame + 'a>, HookError> {
    at_width!(rules, W => {
        let mut game = TypedGame::<W>::start(rules, hooks)?;
        game.decide()?;
        Ok(Box::new(game))
    })
}

/// Resumes a game at a position.
///
/// ```
/// # use quadrille_core::rules::{KindSpec, Path, Spec};
/// # use quadrille_core::{CompiledRules, Geometry, NoHooks, game};
/// # let king = [Path::leaper(1, 0), Path::leaper(1, 1)].concat();
/// # let mut spec = Spec::two_player(Geometry::rectangle(3, 3)?, vec![KindSpec::royal("king", 'K', king)]);
/// # spec.place("white", "king", &["a1"])?;
/// # spec.place("black", "king", &["c3"])?;
/// # let rules = CompiledRules::new(spec)?;
/// let mut game = game::start(&rules, &NoHooks)?;
/// let first = game.actions()?[0];
/// game.play(first)?;
/// let setup = game.setup();
/// let again = game::resume(&rules, &NoHooks, &setup)?;
/// assert_eq!(again.setup(), setup);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns a [`SetupError`] with all reasons if the position is invalid.
pub fn resume<'a>(
    rules: &'a CompiledRules,
    hooks: &'a dyn Hooks,
    setup: &Setup,
) -> Result<Box<dyn AnyGame + 'a>, SetupError> {
    at_width!(rules, W => Ok(Box::new(resume_at(TypedGame::<W>::bare(rules, hooks), setup)?)))
}

/// Returns the start position, before any hook is called or any turn opens. A FEN4 may omit parts
/// of a position. Readers of FEN4 then take these parts from the start position.
#[must_use]
pub fn initial(rules: &CompiledRules) -> Setup {
    at_width!(rules, W => TypedGame::<W>::bare(rules, &NoHooks).to_setup())
}

/// Returns the actions that are illegal at the current decision only because hooks forbid them.
/// Each action comes with the number of the first hook that forbids it. This number is an index in
/// [`Spec::handlers`](crate::rules::Spec::handlers).
///
/// # Errors
/// Returns a [`HookError`] if a hook of the rules fails.
pub fn forbidden(game: &mut dyn AnyGame) -> Result<Vec<(Action, usize)>, HookError> {
    with_typed!(game, game => {
        game.decide()
            .and_then(|()| if game.at_turn() { game.machine.movegen.forbidden(&game.pos) } else { Ok(Vec::new()) })
    })
}

/// Returns the parameters with which [`Rng::new`] creates the random numbers for the current
/// decision: the seat that decides, the stream, and the counter. The game must not be over. The
/// stream is [`Stream::Dice`] for a roll, [`Stream::Shuffle`] for a shuffle, and [`Stream::Nature`]
/// for a seat without a controller. For all other decisions, the stream is [`Stream::Agent`].
pub fn decider(game: &mut dyn AnyGame) -> (Seat, Stream, u32) {
    with_typed!(game, game => game.decider())
}

/// Counts like [`AnyGame::perft`], and polls `stop` before each action except the last two of a
/// sequence. Returns `None` if `stop` returned `true`.
///
/// # Errors
/// Returns a [`HookError`] if a hook of the rules fails.
pub fn perft_until(
    game: &mut dyn AnyGame,
    depth: u32,
    stop: &dyn Fn() -> bool,
) -> Result<Option<u64>, HookError> {
    with_typed!(game, game => game.perft_until(depth, stop))
}

/// Checks that all parts of the position are consistent.
///
/// # Errors
/// Returns an [`InconsistentPosition`] with the first inconsistency.
pub fn validate(game: &mut dyn AnyGame) -> Result<(), InconsistentPosition> {
    let checked = with_typed!(game, game => game::check_position(&game.machine.board, &game.pos));
    checked.map_err(InconsistentPosition)
}

impl<'a, const W: usize> AnyGame for TypedGame<'a, W>
where
    Self: KnownWidth<'a>,
{
    fn decision(&mut self) -> Result<Decision, HookError> {
        self.decide()?;
        Ok(self.machine.decision(&self.pos))
    }

    fn actions(&mut self) -> Result<Vec<Action>, HookError> {
        self.list()
    }

    fn why_not(
        &mut self,
        attempt: Attempt,
        by: Option<Seat>,
    ) -> Result<Option<Illegal>, HookError> {
        self.explain(attempt, by)
    }

    fn play(&mut self, action: Action) -> Result<(), PlayError> {
        let legal = match action {
            Action::Declare(seat, _) => {
                self.decide()?;
                self.machine.may_declare(&self.pos, seat)
            }
            Action::Move(mv @ Move { choice: None, .. }) => {
                let same = |listed: &Action| match listed {
                    Action::Move(other) => other.choosing(None) == mv,
                    _ => false,
                };
                self.list()?.iter().any(same)
            }
            _ => self.list()?.contains(&action),
        };
        if !legal {
            return Err(self.illegal(action));
        }
        let spec = self.machine.spec;
        if let Some(trace) = &mut self.log.trace {
            trace.clear(spec, &self.pos);
        }
        self.log.begin(spec, &self.pos, || Cause::Action(action));
        self.play_legal(action)?;
        self.log.end(spec, &self.pos);
        // These changes are traced as part of the action, but with the turn machine as their cause.
        self.log.begin(spec, &self.pos, || Cause::Turns);
        self.decide()?;
        self.log.end(spec, &self.pos);
        Ok(())
    }

    fn play_nth(&mut self, number: usize) -> Result<Action, PlayError> {
        self.decide()?;
        let action = if self.at_turn() {
            u32::try_from(number).ok().and_then(|n| self.moves.get(self.machine.t, n))
        } else {
            self.list()?.get(number).copied()
        };
        let Some(action) = action else {
            return Err(PlayError::NoSuchNumber { number, actions: self.list()?.len() });
        };
        self.play_legal(action)?;
        self.decide()?;
        Ok(action)
    }

    fn play_random(&mut self, rng: &mut Rng) -> Result<Option<Action>, HookError> {
        let action = self.draw(rng)?;
        if let Some(action) = action {
            self.play_legal(action)?;
        }
        Ok(action)
    }

    fn outcome(&self) -> Option<&Outcome> {
        TypedGame::outcome(self)
    }

    fn setup(&self) -> Setup {
        self.to_setup()
    }

    fn pieces_seen_by(&self, viewers: Seats) -> Vec<(Square, Piece)> {
        Setup::of(self.machine.spec, &self.machine.movegen.as_seen_by(&self.pos, viewers)).pieces
    }

    fn view(&self) -> &dyn View {
        self
    }

    fn perft(&mut self, depth: u32) -> Result<u64, HookError> {
        Ok(self.perft_until(depth, &|| false)?.unwrap_or(0))
    }

    fn captured_by(&self, mv: Move) -> Zone {
        self.machine.board.captured_by(&self.pos, mv).resize()
    }

    fn choices(&self, mv: Move) -> Result<Vec<MoveChoice>, HookError> {
        let none = self.machine.t.choosing.is_empty();
        if none { Ok(Vec::new()) } else { self.machine.move_choices(&self.pos, mv) }
    }

    fn counts(&self) -> GameCounts<'_> {
        GameCounts {
            clauses: &self.log.clauses,
            metrics: &self.log.metrics,
            occurrences: self.history.occurrences(),
        }
    }

    fn trace_entries(&self) -> &[TraceEntry] {
        self.log.trace.as_ref().map_or(&[], |trace| trace.entries())
    }

    fn trace(&mut self, on: bool) {
        self.log.trace = on.then(|| Box::new(Trace::new(self.machine.spec, &self.pos)));
    }

    fn state(&self) -> GameState {
        save(self)
    }

    fn fork(&self) -> Box<dyn AnyGame + '_> {
        Box::new(self.clone())
    }

    fn call_typed(&mut self, call: &mut dyn FnMut(TypedGameMut<'_, '_>)) {
        call(self.typed());
    }
}
