//! Descriptions of the functions of scripts: names, parameters, results, and which hooks may use them.

/// The types of the script interface. Besides what a value is, a type says what a text names, so
/// that misspelt names in literals are found when a ruleset is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// A seat, which is also the colour of its pieces.
    Seat,
    /// A square.
    Square,
    /// A piece.
    Piece,
    /// A move or drop that could be made.
    Move,
    /// The position, to be read.
    Game,
    /// What `define` declares with.
    Rules,
    /// What a declaration gives back, for its refinements.
    Declaration,
    /// A whole number.
    Int,
    /// A truth value.
    Bool,
    /// Any text.
    Text,
    /// An array.
    List,
    /// An array of values of this type.
    ListOf(&'static Type),
    /// A map.
    Map,
    /// Squares: the name of a zone, a square set as text, a square, or an array of squares.
    Area,
    /// Anything.
    Any,
    /// Nothing.
    Unit,
    /// The name of a kind.
    Kind,
    /// The name of a state.
    State,
    /// The name of a zone.
    Zone,
    /// The name of a seat.
    SeatName,
    /// The name of a colour: of a seat, or of the pieces that belong to nobody.
    ColourName,
    /// The name of a team.
    TeamName,
    /// The name of a square.
    SquareName,
    /// The name of a question that some `ask` puts.
    Question,
    /// An option of such a question.
    Choice,
    /// A word that is offered, or one that may always be said.
    Offer,
    /// The name of a counter of the game.
    Counter,
    /// The name of a counter that each seat has.
    SeatCounter,
    /// The name of a counter that each piece has.
    PieceCounter,
    /// The name of a memory of the game.
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
    /// How a signature writes it.
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
            Self::Text | Self::Question | Self::Choice | Self::Offer => "text",
            Self::List => "array",
            Self::ListOf(of) => match of {
                Self::Kind => "array of kinds' names",
                Self::Int => "array of numbers",
                of => return format!("array of {}s", of.word()),
            },
            Self::Map => "map",
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

    /// Whether it is a type of the interface, rather than a number, a text or another type of the
    /// language. Values of such a type can't be written down, set, or told apart by `switch`.
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

/// Which hooks may use a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Availability {
    /// All of them.
    Anywhere,
    /// `define`, as methods of `rules` and of what they give back.
    Declare,
    /// Hooks that see a game: those of events and those about moves.
    Game,
    /// Event hooks.
    Event,
}

/// How a function is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `name(…)`.
    Free,
    /// `value.name(…)`.
    Method(Type),
    /// `value.name`.
    Property(Type),
}

/// Parameters: names and types.
pub type Params = &'static [(&'static str, Type)];

/// A function, method or property.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// How it is called.
    pub form: Form,
    /// Parameters, a method's receiver left out.
    pub params: Params,
    /// What it gives.
    pub gives: Type,
    /// Where it may be used.
    pub phase: Availability,
}

impl Function {
    /// `value.name(first, second)`.
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

/// Words for how a move must protect a royal.
pub const PROTECT: &[&str] = &["none", "safe", "no_new_attacker", "safe_unless_already_in_check"];
/// What moves may have to do.
pub const MUST: &[&str] = quadrille_core::rules::Demand::WORDS.split_at(3).0;
/// What moves may be forbidden to do.
pub const MAY_NOT: &[&str] = quadrille_core::rules::Demand::WORDS.split_at(3).1;
/// Words for how a piece's controller is related to the mover's.
pub const RELATION: &[&str] = &["own", "partner", "friend", "enemy", "anyone"];
/// Words for results.
pub const RESULT: &[&str] = &["win", "draw", "loss"];
/// Words for what positions can remember.
pub const TRACK: &[&str] = &["last_checker", "last_mover"];
/// Words for the built-in draws.
pub const DRAW: &[&str] = &["repetition", "no_progress", "insufficient_force"];
/// Words for whose hand captured pieces go to.
pub const CAPTURE_HAND: &[&str] = &["captor", "partner", "owner"];
/// Words for what a memory holds; those before the last are counters' (`Holds::WORDS`).
pub const HOLDS: &[&str] = &["seat", "seats", "square", "kind", "piece"];
/// Words for facings, absolute ones first.
pub const FACING: &[&str] = &["north", "east", "south", "west"];
/// Words for directions of a step.
pub const DIRECTION: &[&str] =
    &["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
/// Words for whose pieces are meant.
pub const WHOSE: &[&str] = &["own", "partner", "all"];
/// Words for what one seat may do to another.
pub const ABILITY: &[&str] = &["capture", "check"];
