//! Describes the functions that scripts can call. Each has its name, parameters, result and
//! availability.

/// A type in the script interface. There are several types for strings, one for each kind of name.
/// With these types, the lint can find misspelt names in string literals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// A seat. A seat is also used as the colour of its pieces.
    Seat,
    /// A square.
    Square,
    /// A piece.
    Piece,
    /// A possible move or drop.
    Move,
    /// The position, read-only.
    Game,
    /// The object with which `define` declares rules.
    Rules,
    /// The result of a declaration, for refinements.
    Declaration,
    /// An integer.
    Int,
    /// A boolean.
    Bool,
    /// Any string.
    Text,
    /// An array.
    List,
    /// An array of values of this type.
    ListOf(&'static Type),
    /// A map.
    Map,
    /// A map with the names of all seats as keys, and with values of this type.
    SeatMap(&'static Type),
    /// A set of squares. A script may write it as the name of a zone, as a square set in a string,
    /// as a square, or as an array of squares.
    Area,
    /// Any value.
    Any,
    /// The value `()`.
    Unit,
    /// The name of a kind.
    Kind,
    /// The name of a state.
    State,
    /// The name of a zone.
    Zone,
    /// The name of a seat.
    SeatName,
    /// The name of a colour. It is the name of a seat or the name of the neutral colour.
    ColourName,
    /// The name of a team.
    TeamName,
    /// The name of a square.
    SquareName,
    /// The name of a question.
    Question,
    /// An option of a question.
    Choice,
    /// A word that a seat may say: a word that a script offers, or a word that is always possible.
    Offer,
    /// The name of a counter that belongs to the game.
    Counter,
    /// The name of a counter that each seat has.
    SeatCounter,
    /// The name of a counter that each piece has.
    PieceCounter,
    /// The name of a memory that belongs to the game.
    Memory,
    /// The name of a memory that each seat has.
    SeatMemory,
    /// The name of a mark.
    Mark,
    /// The name of a metric.
    Metric,
    /// The id of a clause.
    Clause,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

impl Type {
    /// Returns the name of the type in signatures.
    #[must_use]
    pub fn word(self) -> String {
        let word = match self {
            Self::Seat => "seat",
            Self::Square => "square",
            Self::Piece => "piece",
            Self::Move => "move",
            Self::Game => "game",
            Self::Rules => "rules",
            Self::Declaration => "declaration",
            Self::Int => "number",
            Self::Bool => "bool",
            Self::Text | Self::Question | Self::Choice | Self::Offer => "string",
            Self::List => "array",
            Self::ListOf(of) => match of {
                Self::Kind => "array of kinds' names",
                Self::Int => "array of numbers",
                of => return format!("array of {}s", of.word()),
            },
            Self::Map | Self::SeatMap(_) => "map",
            Self::Area => "square set",
            Self::Any => "anything",
            Self::Unit => "()",
            Self::Kind => "kind's name",
            Self::State => "state's name",
            Self::Zone => "zone's name",
            Self::SeatName | Self::ColourName => "seat's name",
            Self::TeamName => "team's name",
            Self::SquareName => "square's name",
            Self::Counter | Self::SeatCounter | Self::PieceCounter => "counter's name",
            Self::Memory | Self::SeatMemory => "memory's name",
            Self::Mark => "mark's name",
            Self::Metric => "metric's name",
            Self::Clause => "clause's id",
            Self::OneOf(words) => {
                return words.iter().map(|w| format!("\"{w}\"")).collect::<Vec<_>>().join("|");
            }
        };
        word.to_owned()
    }

    /// Returns `true` if the interface defines the type, as it does for seats and pieces. Returns
    /// `false` for numbers, strings and other types of the language. Values of an interface type
    /// have no literals, their properties can't be set, and `switch` does not distinguish them.
    #[must_use]
    pub fn is_value(self) -> bool {
        matches!(
            self,
            Self::Seat
                | Self::Square
                | Self::Piece
                | Self::Move
                | Self::Game
                | Self::Rules
                | Self::Declaration
        )
    }
}

/// The hooks that may use a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Availability {
    /// All hooks.
    Anywhere,
    /// In `define`. The function is a method of `rules` or of a declaration.
    Declare,
    /// In hooks that receive a game. These are event hooks and hooks about moves.
    Game,
    /// Event hooks.
    Event,
}

/// The form of a function's call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `name(…)`.
    Free,
    /// `value.name(…)`.
    Method(Type),
    /// `value.name`.
    Property(Type),
}

/// The parameters of a function. Each has a name and a type.
pub type Params = &'static [(&'static str, Type)];

/// A function, method or property.
#[derive(Debug)]
pub struct Function {
    /// The name of the function.
    pub name: &'static str,
    /// The form of the function's calls.
    pub form: Form,
    /// The parameters, without a method's receiver.
    pub params: Params,
    /// The type of the result.
    pub gives: Type,
    /// The hooks that may use the function.
    pub phase: Availability,
}

impl Function {
    /// Returns the signature: `value.name(first, second)`.
    #[must_use]
    pub fn signature(&self) -> String {
        let params: Vec<_> =
            self.params.iter().map(|(name, kind)| format!("{name}: {}", kind.word())).collect();
        let params = params.join(", ");
        match self.form {
            Form::Free => format!("{}({params})", self.name),
            Form::Method(on) => format!("{}.{}({params})", on.word(), self.name),
            Form::Property(on) => format!("{}.{}", on.word(), self.name),
        }
    }
}

/// Words for the protection of royals.
pub const PROTECT: &[&str] = &["none", "safe", "no_new_attacker", "safe_unless_already_in_check"];
/// Words for duties of moves.
pub const MUST: &[&str] = quadrille_core::rules::Demand::WORDS.split_at(3).0;
/// Words for prohibitions of moves.
pub const MAY_NOT: &[&str] = quadrille_core::rules::Demand::WORDS.split_at(3).1;
/// The words for the relation of a piece's controller to the player who moves.
pub const RELATION: &[&str] = &["own", "partner", "friend", "enemy", "anyone"];
/// Words for results.
pub const RESULT: &[&str] = &["win", "draw", "loss"];
/// Words for data that positions can track.
pub const TRACK: &[&str] = &["last_checker", "last_mover"];
/// Words for the built-in draws.
pub const DRAW: &[&str] = &["repetition", "no_progress", "insufficient_force"];
/// The words that select whose hand a captured piece goes to.
pub const CAPTURE_HAND: &[&str] = &["captor", "partner", "owner"];
/// The words for the contents of a memory. A counter can store all these contents (`Holds::WORDS`)
/// except the last, `piece`.
pub const HOLDS: &[&str] = &["seat", "seats", "square", "kind", "piece"];
/// Words for facings. The facings along files and ranks come first, and the diagonal facings
/// follow. Each of the two groups is in clockwise order.
pub const FACING: &[&str] = &quadrille_core::Facing::WORDS;
/// Words for directions of a step.
pub const DIRECTION: &[&str] =
    &["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
/// Words for the owners of pieces.
pub const WHOSE: &[&str] = &["own", "partner", "all"];
/// Words for relations between seats.
pub const ABILITY: &[&str] = &["capture", "check"];
