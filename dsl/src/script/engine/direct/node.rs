//! The nodes of a compiled function.

use std::rc::Rc;

use rhai::{Identifier, Position};

use crate::script::interface::native::{Native, Text, Value};

/// A function.
pub(super) struct DirectFunction {
    /// The number of its parameters.
    pub params: usize,
    /// The most variables that it has at once, its parameters included.
    pub slots: usize,
    /// How deeply what is in it is nested.
    pub depth: usize,
    pub body: Node,
    /// The name of its script's file.
    pub source: Rc<str>,
}

/// An expression or a statement.
pub(super) enum Node {
    /// What only Rhai can do.
    Unable,
    Constant(Value),
    /// A variable, by its place in the function.
    Variable(usize),
    /// A text with values in it.
    Text(Box<[Node]>),
    List(Box<[Node]>),
    Map(Box<[(Identifier, Node)]>),
    /// Whether all are true, from the first on.
    And(Box<[Node]>),
    /// Whether any is true, from the first on.
    Or(Box<[Node]>),
    Not(Box<Node>),
    Negative(Box<Node>),
    Binary(Binary, Box<(Node, Node)>),
    /// An element of a list or a map.
    Index(Box<(Node, Node)>),
    /// A call of a script's function, by its number.
    Call(usize, Box<[Node]>),
    Native(Box<NativeCall>),
    Each(Box<Each>),
    If(Box<(Node, Node, Node)>),
    Block(Box<[Node]>),
    Let(usize, Box<Node>),
    Assign(usize, Option<Binary>, Box<Node>),
    /// An element of a variable's list or map is set.
    SetEntry(usize, Option<Binary>, Box<(Node, Node)>),
    /// A variable's list gets another element.
    Push(usize, Box<Node>),
    While(Box<(Node, Node)>),
    For(Box<For>),
    Switch(Box<Switch>),
    Return(Box<Node>),
    Break,
    Continue,
}

/// An operator between two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binary {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    /// From the first number up to the second, which is left out.
    Range,
    /// The same with the second.
    RangeWith,
}

/// Functions of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LanguageFunction {
    Len,
    IsEmpty,
    Contains,
    IndexOf,
    Keys,
    Values,
}

impl LanguageFunction {
    pub(super) fn named(name: &str, count: usize) -> Option<Self> {
        match (name, count) {
            ("len", 1) => Some(Self::Len),
            ("is_empty", 1) => Some(Self::IsEmpty),
            ("contains", 2) => Some(Self::Contains),
            ("index_of", 2) => Some(Self::IndexOf),
            ("keys", 1) => Some(Self::Keys),
            ("values", 1) => Some(Self::Values),
            _ => None,
        }
    }
}

/// A call of a native function, a method or a property.
pub(super) struct NativeCall {
    /// Those of this name and number of arguments.
    pub natives: Box<[Rc<Native>]>,
    /// The language's own, for other types.
    pub language: Option<LanguageFunction>,
    /// What it means for a map, if it is a property.
    pub entry: Option<Text>,
    pub args: Box<[Node]>,
    pub at: Position,
}

/// What a method of lists does with its closure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EachKind {
    Filter,
    Map,
    All,
    Some,
    Find,
    IndexOf,
}

impl EachKind {
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "filter" => Some(Self::Filter),
            "map" => Some(Self::Map),
            "all" => Some(Self::All),
            "some" => Some(Self::Some),
            "find" => Some(Self::Find),
            "index_of" => Some(Self::IndexOf),
            _ => None,
        }
    }
}

/// A closure called with elements of a list.
pub(super) struct Each {
    pub kind: EachKind,
    pub list: Node,
    /// The function of the closure.
    pub function: usize,
    /// The variables that it uses, which are its first parameters.
    pub captured: Box<[usize]>,
    /// Whether it takes an element's number, too.
    pub numbered: bool,
}

/// A loop over a list.
pub(super) struct For {
    pub list: Node,
    pub item: usize,
    pub counter: Option<usize>,
    pub body: Node,
}

/// A choice by value.
pub(super) struct Switch {
    pub value: Node,
    /// Cases in order: a value, a further condition, and what to do.
    pub cases: Box<[(Value, Option<Node>, Node)]>,
    pub otherwise: Node,
}
