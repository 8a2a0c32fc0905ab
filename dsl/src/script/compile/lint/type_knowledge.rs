//! The types of expressions as far as they are evident, and the values that are assigned to names.

use std::collections::HashMap;

use rhai::Expr;

use crate::script::interface::api::Type;

/// The known type of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EvidentType {
    /// The type is not known yet, because all values so far are `()`.
    Open,
    Is(Type),
    /// Several types, or an unknown type.
    Any,
}

impl EvidentType {
    pub(super) fn of(found: Option<Type>) -> Self {
        match found {
            Some(Type::Any | Type::Unit) | None => Self::Any,
            Some(of) => Self::Is(of),
        }
    }

    /// Returns the type, if it is evident.
    pub(super) fn as_type(self) -> Option<Type> {
        match self {
            Self::Is(of) => Some(of),
            Self::Open | Self::Any => None,
        }
    }

    pub(super) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Open, one) | (one, Self::Open) => one,
            (Self::Is(one), Self::Is(other)) => one.joined(other).map_or(Self::Any, Self::Is),
            _ => Self::Any,
        }
    }
}

impl Type {
    /// Returns the sort of the type. All types of strings have the same sort, and so do all types
    /// of arrays. Returns `None` if a value of the type can have several sorts.
    pub(crate) fn sort(self) -> Option<Self> {
        match self {
            Self::Any | Self::Area | Self::Unit => None,
            Self::Int | Self::Bool | Self::Map => Some(self),
            Self::SeatMap(_) => Some(Self::Map),
            Self::List | Self::ListOf(_) => Some(Self::List),
            of if of.is_value() => Some(of),
            _ => Some(Self::Text),
        }
    }

    /// Returns the type that fits both a value of this type and a value of `other`. Returns `None`
    /// if no such type is known.
    pub(super) fn joined(self, other: Self) -> Option<Self> {
        if self == other {
            return Some(self);
        }
        self.sort().filter(|sort| other.sort() == Some(*sort))
    }

    /// Returns the type of arrays with elements of this type.
    pub(super) fn list(self) -> Self {
        match self {
            Self::Seat => Self::ListOf(&Self::Seat),
            Self::Square => Self::ListOf(&Self::Square),
            Self::Piece => Self::ListOf(&Self::Piece),
            Self::Move => Self::ListOf(&Self::Move),
            Self::Kind => Self::ListOf(&Self::Kind),
            Self::Map => Self::ListOf(&Self::Map),
            Self::Int => Self::ListOf(&Self::Int),
            Self::Text => Self::ListOf(&Self::Text),
            _ => Self::List,
        }
    }

    /// Returns the name of the type for a message. For every name, such as the name of a kind, this
    /// is "string".
    pub(crate) fn plain(self) -> String {
        match self.sort() {
            Some(Self::Text) => "string".to_owned(),
            Some(Self::List) => "array".to_owned(),
            Some(Self::Bool) => "boolean".to_owned(),
            _ => self.word(),
        }
    }

    /// Returns the type of an array's elements.
    pub(crate) fn element(self) -> Option<Self> {
        match self {
            Self::ListOf(of) => Some(*of),
            _ => None,
        }
    }
}

/// A value that is assigned to a name.
#[derive(Clone)]
pub(crate) enum AssignedValue {
    Value(Expr),
    /// Each element of this list.
    Element(Expr),
    /// Each element of an array whose method is called. The expression is the whole chain of calls.
    /// The number is the index of this call in the chain.
    Receiver(Expr, usize),
    Type(Type),
    Unknown,
}

/// The name of a variable, with the index of the function that contains it.
pub(super) type Key = (usize, String);

/// The variables and parameters of a script.
#[derive(Default)]
pub(crate) struct Locals {
    pub(crate) given: HashMap<Key, Vec<AssignedValue>>,
    pub(super) guesses: HashMap<Key, EvidentType>,
}
