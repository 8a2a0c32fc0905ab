//! States of seats and armies: what those in them can do, and when a state ends by itself.

/// A state, by its number in [`crate::rules::Spec::states`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StateId(pub u8);

impl StateId {
    /// Has turns, and all abilities.
    pub const ACTIVE: Self = Self(0);
    /// Has no turn. The pieces are inert and can't be captured, but still block.
    pub const FROZEN: Self = Self(1);
    /// Has no turn. The pieces are inert and can be captured.
    pub const DEAD: Self = Self(2);
    /// Controlled by no player: the pieces are inert, and anyone may capture them.
    pub const NEUTRAL: Self = Self(3);
    /// Out of the game.
    pub const GONE: Self = Self(4);
}

/// The abilities of pieces in a state. A piece under another seat's control has only the abilities
/// that the controller's state allows too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abilities {
    /// Can be moved.
    pub moves: bool,
    /// Can capture.
    pub captures: bool,
    /// Can give check.
    pub checks: bool,
    /// Can be captured.
    pub capturable: bool,
    /// If royal, can be checked and mated, even if it can't be captured.
    pub checkable: bool,
}

impl Abilities {
    /// All abilities.
    pub const ALL: Self =
        Self { moves: true, captures: true, checks: true, capturable: true, checkable: true };
    /// No abilities.
    pub const NONE: Self =
        Self { moves: false, captures: false, checks: false, capturable: false, checkable: false };
    /// Can only be captured and checked.
    pub const CAPTURABLE: Self = Self { capturable: true, checkable: true, ..Self::NONE };

    /// The abilities that both have.
    #[must_use]
    pub const fn meet(self, other: Self) -> Self {
        Self {
            moves: self.moves && other.moves,
            captures: self.captures && other.captures,
            checks: self.checks && other.checks,
            capturable: self.capturable && other.capturable,
            checkable: self.checkable && other.checkable,
        }
    }
}

/// A state of a seat or an army.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Its name.
    pub name: String,
    /// Whether a seat in this state has turns.
    pub has_turn: bool,
    /// The abilities of an army's ordinary pieces.
    pub pieces: Abilities,
    /// The abilities of its royals.
    pub royals: Abilities,
    /// The condition under which the state ends by itself.
    pub until: Option<Until>,
    /// When this condition is tested.
    pub tested: Tested,
}

impl State {
    /// The five states every ruleset has, in the order of [`StateId`].
    #[must_use]
    pub fn predefined() -> Vec<Self> {
        let state = |name: &str, has_turn, abilities, until| Self {
            name: name.to_owned(),
            has_turn,
            pieces: abilities,
            royals: abilities,
            until,
            tested: Tested::Continuous,
        };
        vec![
            state("active", true, Abilities::ALL, None),
            state("frozen", false, Abilities::NONE, Some(Until::NotMated)),
            state("dead", false, Abilities::CAPTURABLE, None),
            state("neutral", false, Abilities::CAPTURABLE, None),
            state("gone", false, Abilities::NONE, None),
        ]
    }
}

/// The condition for the end of a state, tested as if the seat were active and everything else
/// unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// The seat is not mated.
    NotMated,
    /// The seat is not in check.
    NotInCheck,
    /// The seat has a legal move.
    HasMove,
    /// The seat is not stalemated: it has a legal move, or is in check.
    NotStale,
}

/// When the end of a state is tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tested {
    /// After every ply and every change of a state.
    Continuous,
    /// When it would be the seat's turn.
    OwnTurn,
}
