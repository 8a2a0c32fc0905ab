//! The values of scripts in functions that run without Rhai. A copy of a value allocates no memory.

use std::rc::Rc;

use quadrille_core::{Candidate, Piece, Seat, Square, Zone};
use rhai::{Array, Dynamic, ImmutableString, Map};

use super::Fallible;
use super::game_value::GameValue;

/// A string value.
pub(crate) type Text = ImmutableString;

/// A value of a script.
#[derive(Clone, Default)]
pub(crate) enum Value {
    /// `()`.
    #[default]
    Nothing,
    Bool(bool),
    Int(i64),
    Char(char),
    Text(Text),
    Seat(Seat),
    Square(Square),
    Piece(Piece),
    Move(Rc<Candidate>),
    Game(GameValue),
    List(Rc<Vec<Value>>),
    /// A Rhai value of any other type, such as a map.
    Other(Rc<Dynamic>),
}

impl Value {
    /// Converts the value to a Rhai value.
    pub(crate) fn into_dynamic(self) -> Dynamic {
        match self {
            Self::Nothing => Dynamic::UNIT,
            Self::Bool(truth) => truth.into(),
            Self::Int(number) => number.into(),
            Self::Char(letter) => letter.into(),
            Self::Text(text) => text.into(),
            Self::Seat(seat) => Dynamic::from(seat),
            Self::Square(square) => Dynamic::from(square),
            Self::Piece(piece) => Dynamic::from(piece),
            Self::Move(candidate) => Dynamic::from(*candidate),
            Self::Game(game) => Dynamic::from(game),
            Self::List(list) => elements(list).map(Self::into_dynamic).collect::<Array>().into(),
            Self::Other(other) => Rc::unwrap_or_clone(other),
        }
    }

    /// Converts a Rhai value to a [`Value`].
    pub(crate) fn from_dynamic(value: &Dynamic) -> Self {
        if value.is_unit() {
            Self::Nothing
        } else if let Ok(truth) = value.as_bool() {
            Self::Bool(truth)
        } else if let Ok(number) = value.as_int() {
            Self::Int(number)
        } else if let Ok(letter) = value.as_char() {
            Self::Char(letter)
        } else if let Ok(text) = value.as_immutable_string_ref() {
            Self::Text(text.clone())
        } else if let Ok(list) = value.as_array_ref() {
            Self::List(Rc::new(list.iter().map(Self::from_dynamic).collect()))
        } else if let Some(seat) = value.read_lock::<Seat>() {
            Self::Seat(*seat)
        } else if let Some(square) = value.read_lock::<Square>() {
            Self::Square(*square)
        } else if let Some(piece) = value.read_lock::<Piece>() {
            Self::Piece(*piece)
        } else if let Some(candidate) = value.read_lock::<Candidate>() {
            Self::Move(Rc::new(*candidate))
        } else if let Some(game) = value.read_lock::<GameValue>() {
            Self::Game(game.clone())
        } else {
            Self::Other(Rc::new(value.clone()))
        }
    }
}

/// Returns the elements of a list. If nothing else refers to the list, moves its elements.
/// Otherwise, copies them.
fn elements(list: Rc<Vec<Value>>) -> impl Iterator<Item = Value> {
    Rc::unwrap_or_clone(list).into_iter()
}

/// A type of native functions' arguments.
pub(crate) trait Argument: Clone + 'static {
    /// Converts a value to this type. Returns `None` if the value has another type.
    fn of(value: &Value) -> Option<Self>;
}

/// A type with methods and properties.
pub(crate) trait Receiver: Clone + 'static {
    /// Returns a reference to the content of a value. Returns `None` if the value has another type.
    fn of(value: &Value) -> Option<&Self>;
}

/// Implements the traits for types that have a variant of [`Value`].
macro_rules! held {
    ($($type:ty: $variant:ident;)*) => {
        $(impl Argument for $type {
            fn of(value: &Value) -> Option<Self> {
                match value {
                    Value::$variant(held) => Some(held.clone()),
                    _ => None,
                }
            }
        }

        impl Receiver for $type {
            fn of(value: &Value) -> Option<&Self> {
                match value {
                    Value::$variant(held) => Some(held),
                    _ => None,
                }
            }
        }

        impl Gives for $type {
            fn give(self) -> Fallible<Value> {
                Ok(Value::$variant(self))
            }
        })*
    };
}

held! {
    bool: Bool;
    i64: Int;
    Text: Text;
    Seat: Seat;
    Square: Square;
    Piece: Piece;
    GameValue: Game;
}

impl Argument for Candidate {
    fn of(value: &Value) -> Option<Self> {
        <Self as Receiver>::of(value).copied()
    }
}

impl Receiver for Candidate {
    fn of(value: &Value) -> Option<&Self> {
        match value {
            Value::Move(candidate) => Some(candidate),
            _ => None,
        }
    }
}

impl Argument for Array {
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::List(list) => Some(list.iter().cloned().map(Value::into_dynamic).collect()),
            _ => None,
        }
    }
}

impl Argument for Map {
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Other(other) => other.as_map_ref().ok().map(|map| map.clone()),
            _ => None,
        }
    }
}

/// An argument of this type can be any value.
impl Argument for Dynamic {
    fn of(value: &Value) -> Option<Self> {
        Some(value.clone().into_dynamic())
    }
}

/// A type of native functions' results.
pub(crate) trait Gives {
    fn give(self) -> Fallible<Value>;
}

impl Gives for Value {
    fn give(self) -> Fallible<Value> {
        Ok(self)
    }
}

impl Gives for () {
    fn give(self) -> Fallible<Value> {
        Ok(Value::Nothing)
    }
}

impl Gives for &'static str {
    fn give(self) -> Fallible<Value> {
        Ok(Value::Text(self.into()))
    }
}

impl Gives for String {
    fn give(self) -> Fallible<Value> {
        Ok(Value::Text(self.into()))
    }
}

impl Gives for Candidate {
    fn give(self) -> Fallible<Value> {
        Ok(Value::Move(Rc::new(self)))
    }
}

/// A set of squares is an array of squares in scripts.
impl Gives for Zone {
    fn give(self) -> Fallible<Value> {
        Ok(Value::List(Rc::new(self.into_iter().map(Value::Square).collect())))
    }
}

impl<T: Gives> Gives for Vec<T> {
    fn give(self) -> Fallible<Value> {
        self.into_iter()
            .map(Gives::give)
            .collect::<Fallible<_>>()
            .map(|list| Value::List(Rc::new(list)))
    }
}

/// `None` becomes `()` in scripts.
impl<T: Gives> Gives for Option<T> {
    fn give(self) -> Fallible<Value> {
        self.map_or(Ok(Value::Nothing), Gives::give)
    }
}

impl<T: Gives> Gives for Fallible<T> {
    fn give(self) -> Fallible<Value> {
        self.and_then(Gives::give)
    }
}
