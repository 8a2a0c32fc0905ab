//! The nodes of a compiled function.

use std::rc::Rc;

use rhai::{Identifier, Position};

use crate::script::interface::native::{Native, Text, Value};

/// A function that is compiled for direct execution.
pub(super) struct DirectFunction {
    /// The number of the function's parameters.
    pub params: usize,
    /// The maximum number of variables in scope at once, including the parameters.
    pub slots: usize,
    /// The maximum nesting depth of the function's body.
    pub depth: usize,
    pub body: Node,
    /// The name of the file that contains the function.
    pub source: Rc<str>,
}

/// An expression or a statement.
pub(super) enum Node {
    /// A part that can't be compiled. If the run reaches this part, Rhai must run the function.
    Unable,
    Constant(Value),
    /// A variable of the function. The number is the slot of the variable.
    Variable(usize),
    /// A string with interpolated values.
    Text(Box<[Node]>),
    List(Box<[Node]>),
    Map(Box<[(Identifier, Node)]>),
    /// A conjunction, which is `true` if all parts are true. The parts are evaluated in order until
    /// one is false.
    And(Box<[Node]>),
    /// A disjunction, which is `true` if any part is true. The parts are evaluated in order until
    /// one is true.
    Or(Box<[Node]>),
    Not(Box<Node>),
    Negative(Box<Node>),
    Binary(Binary, Box<(Node, Node)>),
    /// An access to an element of a list or a map.
    Index(Box<(Node, Node)>),
    /// A call of a function in a script. The first value is the number of the function.
    Call(usize, Box<[Node]>),
    Native(Box<NativeCall>),
    Each(Box<Each>),
    If(Box<(Node, Node, Node)>),
    Block(Box<[Node]>),
    Let(usize, Box<Node>),
    Assign(usize, Option<Binary>, Box<Node>),
    /// Assigns a value to an element of a list or map. The list or map is in a variable.
    SetEntry(usize, Option<Binary>, Box<(Node, Node)>),
    /// Appends an element to a variable's list.
    Push(usize, Box<Node>),
    /// Sorts a variable's list by a closure that compares two elements.
    Sort(usize, Box<Comparison>),
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
    /// A range of integers from the first operand to the second, without the second.
    Range,
    /// A range of integers from the first operand to the second, including the second.
    RangeWith,
}

/// Functions of the Rhai language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LanguageFunction {
    Len,
    IsEmpty,
    Contains,
    IndexOf,
    Keys,
    Values,
    StartsWith,
    EndsWith,
    Min,
    Max,
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
            ("starts_with", 2) => Some(Self::StartsWith),
            ("ends_with", 2) => Some(Self::EndsWith),
            ("min", 2) => Some(Self::Min),
            ("max", 2) => Some(Self::Max),
            _ => None,
        }
    }
}

/// A call of a native function or a method, or an access to a property.
pub(super) struct NativeCall {
    /// The native functions that have this name and take this number of arguments.
    pub natives: Box<[Rc<Native>]>,
    /// The function of the Rhai language with this name. It is called if no native function takes
    /// the types of the arguments.
    pub language: Option<LanguageFunction>,
    /// The name of the property in the form of a map's key. `None` if the call is not a property.
    pub entry: Option<Text>,
    pub args: Box<[Node]>,
    pub at: Position,
}

/// The methods of lists that call a closure.
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

/// A call of a method of lists. The method passes the elements of the list to a closure.
pub(super) struct Each {
    pub kind: EachKind,
    pub list: Node,
    /// The number of the closure's function.
    pub function: usize,
    /// The slots of the variables that the closure captures. Their values become the first
    /// parameters of the closure.
    pub captured: Box<[usize]>,
    /// `true` if the closure also takes the index of the element as a parameter.
    pub numbered: bool,
}

/// A closure that compares two elements of a list.
pub(super) struct Comparison {
    /// The number of the closure's function.
    pub function: usize,
    /// The slots of the variables that the closure captures.
    pub captured: Box<[usize]>,
}

/// A loop over a list.
pub(super) struct For {
    pub list: Node,
    pub item: usize,
    pub counter: Option<usize>,
    pub body: Node,
}

/// A `switch`, which chooses a case by a value.
pub(super) struct Switch {
    pub value: Node,
    /// The cases, in order. A case has a value, an optional condition and a result.
    pub cases: Box<[(Value, Option<Node>, Node)]>,
    pub otherwise: Node,
}
