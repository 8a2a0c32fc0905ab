//! States of seats and armies: the abilities that pieces have in a state, and the conditions under
//! which a state ends.

/// A state, by its number in [`crate::rules::Spec::states`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StateId(pub u8);

impl StateId {
    /// The seat has turns, and its pieces have all abilities.
    pub const ACTIVE: Self = Self(0);
    /// The seat has no turn. Its pieces are inert and can't be captured, but still block.
    pub const FROZEN: Self = Self(1);
    /// The seat has no turn. Its pieces are inert and can be captured.
    pub const DEAD: Self = Self(2);
    /// No player controls the pieces: they are inert, and all seats may capture them.
    pub const NEUTRAL: Self = Self(3);
    /// The seat is out of the game.
    pub const GONE: Self = Self(4);
}

/// The abilities of pieces in a state. A piece that another seat controls has only the abilities
/// that two states allow: the state of its army and the state of its controller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abilities {
    /// `true` if the pieces can be moved.
    pub moves: bool,
    /// `true` if the pieces can capture.
    pub captures: bool,
    /// `true` if the pieces can give check.
    pub checks: bool,
    /// `true` if the pieces can be captured.
    pub capturable: bool,
    /// `true` if royals among the pieces can be checked and mated. These royals are not always
    /// capturable.
    pub checkable: bool,
}

impl Abilities {
    /// All abilities.
    pub const ALL: Self =
        Self { moves: true, captures: true, checks: true, capturable: true, checkable: true };
    /// No abilities.
    pub const NONE: Self =
        Self { moves: false, captures: false, checks: false, capturable: false, checkable: false };
    /// The pieces can be captured, and the royals among them can be checked. They have no other
    /// abilities.
    pub const CAPTURABLE: Self = Self { capturable: true, checkable: true, ..Self::NONE };

    /// Returns the abilities that both `self` and `other` allow.
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
    /// The name of the state.
    pub name: String,
    /// `true` if a seat in this state has turns.
    pub has_turn: bool,
    /// The abilities of an army's ordinary pieces.
    pub pieces: Abilities,
    /// The abilities of an army's royals.
    pub royals: Abilities,
    /// The condition under which the state ends automatically, if any.
    pub until: Option<Until>,
    /// The times at which the condition for the end of the state is tested.
    pub tested: Tested,
}

impl State {
    /// Returns the five states that every ruleset has, in the order of [`StateId`].
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

/// The condition for the end of a state. The test assumes that the seat is active and that
/// everything else is as it is now.
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

/// The times at which the condition for the end of a state is tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tested {
    /// After every ply and every change of a state.
    Continuous,
    /// When the order of turns comes to the seat.
    OwnTurn,
}
