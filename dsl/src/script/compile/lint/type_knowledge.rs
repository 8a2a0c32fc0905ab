//! Evident types: those of expressions, and all that a name is given.

use std::collections::HashMap;

use rhai::Expr;

use crate::script::interface::api::Type;

/// What is known of the type of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EvidentType {
    /// Nothing yet: it is given nothing but `()`.
    Open,
    Is(Type),
    /// More than one type, or one that is not evident.
    Any,
}

impl EvidentType {
    pub(super) fn of(found: Option<Type>) -> Self {
        match found {
            Some(Type::Any | Type::Unit) | None => Self::Any,
            Some(of) => Self::Is(of),
        }
    }

    /// The one type, if it is evident.
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
    /// What values it has, where texts are texts and arrays are arrays, whatever they hold.
    pub(crate) fn sort(self) -> Option<Self> {
        match self {
            Self::Any | Self::Area | Self::Unit => None,
            Self::Int | Self::Bool | Self::Map => Some(self),
            Self::List | Self::ListOf(_) => Some(Self::List),
            of if of.is_value() => Some(of),
            _ => Some(Self::Text),
        }
    }

    /// The type of what may be one or the other.
    pub(super) fn joined(self, other: Self) -> Option<Self> {
        if self == other {
            return Some(self);
        }
        self.sort().filter(|sort| other.sort() == Some(*sort))
    }

    /// Arrays of it.
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

    /// What it is called in a sentence: a name is a text.
    pub(crate) fn plain(self) -> String {
        match self.sort() {
            Some(Self::Text) => "text".to_owned(),
            Some(Self::List) => "list".to_owned(),
            Some(Self::Bool) => "truth value".to_owned(),
            _ => self.word(),
        }
    }

    /// What its arrays hold.
    pub(crate) fn element(self) -> Option<Self> {
        match self {
            Self::ListOf(of) => Some(*of),
            _ => None,
        }
    }
}

/// What a name is given somewhere.
#[derive(Clone)]
pub(crate) enum AssignedValue {
    Value(Expr),
    /// Each element of this.
    Element(Expr),
    /// Each element of what stands before a call in a chain, which is the part of that number.
    Receiver(Expr, usize),
    Type(Type),
    Unknown,
}

/// A name, and the function in which it stands.
pub(super) type Key = (usize, String);

/// The variables and parameters of a script.
#[derive(Default)]
pub(crate) struct Locals {
    pub(crate) given: HashMap<Key, Vec<AssignedValue>>,
    pub(super) guesses: HashMap<Key, EvidentType>,
}
