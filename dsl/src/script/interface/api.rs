//! Everything that scripts can call or read: names, parameters, results and where each may be
//! used, in one table. The lint and its suggestions, the hints of failed calls and the reference
//! work from it; a test holds it against what the engines really know.

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
    /// A map.
    Map,
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
    /// The name of a square.
    SquareName,
    /// The name of a counter of the game.
    Counter,
    /// The name of a counter that each seat has.
    SeatCounter,
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
            Self::Text => "text",
            Self::List => "array",
            Self::Map => "map",
            Self::Any => "anything",
            Self::Unit => "()",
            Self::Kind => "kind's name",
            Self::State => "state's name",
            Self::Zone => "zone's name",
            Self::SeatName => "seat's name",
            Self::SquareName => "square's name",
            Self::Counter | Self::SeatCounter => "counter's name",
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
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
    pub phase: Phase,
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

/// All functions of a name.
pub fn named(name: &str) -> impl Iterator<Item = &'static Function> {
    FUNCTIONS.iter().filter(move |function| function.name == name)
}

use Type::{
    Any, Bool, Clause, Counter, Declaration, Game, Int, Kind, List, Map, Mark, Metric, Move, OneOf,
    Piece, Rules, Seat, SeatCounter, SeatName, Square, SquareName, State, Text, Unit, Zone,
};

/// Words for how a move must protect a royal.
pub const PROTECT: &[&str] = &["none", "safe", "no_new_attacker", "safe_unless_already_in_check"];
/// Words for how a piece's controller is related to the mover's.
pub const RELATION: &[&str] = &["own", "partner", "friend", "enemy", "anyone"];
/// Words for results.
pub const RESULT: &[&str] = &["win", "draw", "loss"];
/// Words for facings, absolute ones first.
pub const FACING: &[&str] = &["north", "east", "south", "west"];
/// Words for directions of a step.
pub const DIRECTION: &[&str] =
    &["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
const WHOSE: &[&str] = &["own", "partner", "all"];
const ABILITY: &[&str] = &["capture", "check"];

const fn get(on: Type, name: &'static str, gives: Type) -> Function {
    Function { name, form: Form::Property(on), params: &[], gives, phase: Phase::Anywhere }
}

const fn value(on: Type, name: &'static str, params: Params, gives: Type) -> Function {
    Function { name, form: Form::Method(on), params, gives, phase: Phase::Anywhere }
}

const fn free(name: &'static str, params: Params, gives: Type) -> Function {
    Function { name, form: Form::Free, params, gives, phase: Phase::Anywhere }
}

const fn read(name: &'static str, gives: Type) -> Function {
    Function { name, form: Form::Property(Game), params: &[], gives, phase: Phase::Game }
}

const fn ask(name: &'static str, params: Params, gives: Type) -> Function {
    Function { name, form: Form::Method(Game), params, gives, phase: Phase::Game }
}

const fn declare(name: &'static str, params: Params, gives: Type) -> Function {
    Function { name, form: Form::Method(Rules), params, gives, phase: Phase::Declare }
}

const fn refine(name: &'static str, params: Params) -> Function {
    Function {
        name,
        form: Form::Method(Declaration),
        params,
        gives: Declaration,
        phase: Phase::Declare,
    }
}

const fn effect(name: &'static str, params: Params) -> Function {
    Function { name, form: Form::Free, params, gives: Unit, phase: Phase::Event }
}

/// The whole interface.
pub const FUNCTIONS: &[Function] = &[
    // Values.
    get(Seat, "name", Text),
    get(Seat, "team", Text),
    get(Seat, "facing", OneOf(FACING)),
    get(Seat, "partner", Seat),
    get(Seat, "partners", List),
    get(Seat, "opponents", List),
    get(Seat, "next", Seat),
    get(Square, "name", Text),
    get(Square, "file", Int),
    get(Square, "rank", Int),
    value(Square, "within", &[("zone", Zone)], Bool),
    value(Square, "step", &[("direction", OneOf(DIRECTION))], Square),
    get(Piece, "kind", Kind),
    get(Piece, "colour", Seat),
    get(Piece, "facing", OneOf(FACING)),
    get(Piece, "royal", Bool),
    get(Piece, "value", Int),
    // Tabulated hooks are asked about pieces without their marks.
    Function {
        name: "has_mark",
        form: Form::Method(Piece),
        params: &[("mark", Mark)],
        gives: Bool,
        phase: Phase::Game,
    },
    value(Piece, "forward", &[("square", Square)], Square),
    get(Move, "seat", Seat),
    get(Move, "piece", Piece),
    get(Move, "from", Square),
    get(Move, "to", Square),
    get(Move, "captures", List),
    get(Move, "promotion", Kind),
    get(Move, "castling", Bool),
    free("seats", &[], List),
    free("seat", &[("name", SeatName)], Seat),
    free("square", &[("name", SquareName)], Square),
    free("zone", &[("name", Zone)], List),
    free("kinds", &[], List),
    // The position.
    read("turn", Seat),
    read("ply", Int),
    read("halfmove_clock", Int),
    read("order", List),
    ask("piece", &[("square", Square)], Piece),
    ask("pieces", &[("seat", Seat)], List),
    ask("count", &[("seat", Seat)], Int),
    ask("count", &[("seat", Seat), ("kind", Kind)], Int),
    ask("team_count", &[("seat", Seat), ("kind", Kind)], Int),
    ask("counter", &[("name", Counter)], Int),
    ask("counter", &[("name", SeatCounter), ("seat", Seat)], Int),
    ask("seat_state", &[("seat", Seat)], State),
    ask("army_state", &[("seat", Seat)], State),
    ask("controller", &[("seat", Seat)], Seat),
    ask("royals", &[("seat", Seat)], List),
    ask("in_check", &[("seat", Seat)], Bool),
    ask("status", &[("seat", Seat)], OneOf(&["ok", "mate", "stalemate"])),
    ask("attackers", &[("square", Square), ("seat", Seat)], List),
    ask("can_lift", &[("seat", Seat), ("from", Square), ("to", Square)], Bool),
    ask("last_checker", &[("seat", Seat)], Seat),
    ask("in_hand", &[("seat", Seat), ("kind", Kind)], Int),
    ask("settled", &[("seat", Seat)], OneOf(RESULT)),
    // Declarations.
    declare("movement", &[("kind", Kind), ("notation", Text)], Declaration),
    declare("set_movement", &[("kind", Kind), ("notation", Text)], Unit),
    declare("castling", &[("king", Kind), ("rook", Kind), ("steps", Int)], Declaration),
    declare(
        "castling_move",
        &[
            ("seat", Seat),
            ("king_from", Square),
            ("king_to", Square),
            ("rook_from", Square),
            ("rook_to", Square),
        ],
        Declaration,
    ),
    declare("protect", &[("whose", OneOf(WHOSE)), ("how", OneOf(PROTECT))], Unit),
    declare("protect_in_mate_test", &[("whose", OneOf(WHOSE)), ("how", OneOf(PROTECT))], Unit),
    declare("protected_royals", &[("which", OneOf(&["any", "all", "last"]))], Unit),
    declare("mate_test", &[("when", OneOf(&["own_turn", "after_every_ply"]))], Unit),
    declare("judge", &[("when", OneOf(&["before_release", "after_release"]))], Unit),
    declare(
        "relate",
        &[("from", Seat), ("to", Seat), ("ability", OneOf(ABILITY)), ("allowed", Bool)],
        Unit,
    ),
    declare("state", &[("name", Text)], Declaration),
    declare(
        "counter",
        &[("name", Text), ("scope", OneOf(&["seat", "game"])), ("min", Int), ("max", Int)],
        Declaration,
    ),
    declare("mark", &[("name", Text)], Unit),
    declare("initial_by_mark", &[("kind", Kind)], Unit),
    declare("ep_occupied", &[("what", OneOf(&["void", "capture_both"]))], Unit),
    declare("ep_partner", &[("what", OneOf(&["undisturbed", "ignored"]))], Unit),
    declare("ep_window", &[("window", OneOf(&["own_turn", "next_player"]))], Unit),
    declare("repetition", &[("times", Int)], Unit),
    declare("no_progress", &[("moves", Int)], Unit),
    declare("progress", &[("kind", Kind)], Unit),
    declare("insufficient_force", &[("force", Text)], Unit),
    declare("supply", &[("kind", Kind), ("n", Int)], Unit),
    declare("may_capture", &[("kind", Kind), ("kinds", List)], Unit),
    declare("dice", &[("count", Int), ("faces", List)], Unit),
    declare("hand", &[("seat", Seat), ("pieces", Map), ("zone", Any)], Unit),
    declare("announcers", &[("seats", List)], Unit),
    declare("track", &[("what", OneOf(&["last_checker"]))], Unit),
    declare("order", &[("seats", List)], Unit),
    declare("wall", &[("edge", Text)], Unit),
    declare("array", &[("name", Text)], Unit),
    declare("ply_limit", &[("plies", Int)], Unit),
    declare("metric", &[("name", Text)], Unit),
    declare("clause", &[("id", Text), ("text", Text)], Unit),
    refine("over", &[("relation", OneOf(RELATION)), ("kind", Kind)]),
    refine("over", &[("colour", Seat), ("kind", Kind)]),
    refine("over", &[("colours", List), ("kind", Kind)]),
    refine("onto", &[("relation", OneOf(RELATION)), ("kind", Kind)]),
    refine("onto", &[("colour", Seat), ("kind", Kind)]),
    refine("onto", &[("colours", List), ("kind", Kind)]),
    refine("ahead", &[("relation", OneOf(RELATION)), ("kind", Kind)]),
    refine("ahead", &[("colour", Seat), ("kind", Kind)]),
    refine("ahead", &[("colours", List), ("kind", Kind)]),
    refine("head_on", &[]),
    refine("with_mark", &[("mark", Mark)]),
    refine("set_mark", &[("mark", Mark)]),
    refine("clear_mark", &[("mark", Mark)]),
    refine("exclusive", &[]),
    refine("from", &[("squares", Any)]),
    refine("to", &[("squares", Any)]),
    refine("colours", &[("seats", List)]),
    refine("swaps", &[]),
    refine("clause", &[("id", Text)]),
    refine("has_turn", &[("has_turn", Bool)]),
    refine("pieces", &[("abilities", Text)]),
    refine("royals", &[("abilities", Text)]),
    refine(
        "ends_when",
        &[("condition", OneOf(&["not_mated", "not_in_check", "has_move", "not_stalemated"]))],
    ),
    refine("tested", &[("when", OneOf(&["continuous", "own_turn"]))]),
    refine("start", &[("n", Int)]),
    refine("worth", &[("n", Int)]),
    // Effects.
    effect("eliminate", &[("seat", Seat)]),
    effect("set_state", &[("seat", Seat), ("state", State)]),
    effect("set_seat_state", &[("seat", Seat), ("state", State)]),
    effect("set_army_state", &[("colour", Seat), ("state", State)]),
    effect("set_controller", &[("colour", Seat), ("by", Any)]),
    effect("remove", &[("square", Square)]),
    effect("capture", &[("square", Square)]),
    effect("remove_army", &[("colour", Seat)]),
    effect("remove_army_except_shields", &[("colour", Seat)]),
    effect("place", &[("square", Square), ("kind", Kind), ("colour", Seat)]),
    effect("replace", &[("square", Square), ("kind", Kind)]),
    effect("set_facing", &[("square", Square), ("facing", OneOf(FACING))]),
    effect("set_mark", &[("square", Square), ("mark", Mark)]),
    effect("clear_mark", &[("square", Square), ("mark", Mark)]),
    effect("add_to_hand", &[("seat", Seat), ("kind", Kind), ("n", Int)]),
    effect("ask", &[("seat", Seat), ("question", Text), ("options", List), ("about", Any)]),
    effect("offer", &[("seat", Seat), ("word", Text)]),
    effect("withdraw", &[("seat", Seat), ("word", Text)]),
    effect("restrict", &[("seat", Seat), ("restrictions", Map)]),
    effect("refuse_announcement", &[("seat", Seat)]),
    effect("relax", &[("seat", Seat), ("how", OneOf(PROTECT))]),
    effect("set_counter", &[("name", Counter), ("n", Int)]),
    effect("set_counter", &[("name", SeatCounter), ("seat", Seat), ("n", Int)]),
    effect("add_counter", &[("name", Counter), ("n", Int)]),
    effect("add_counter", &[("name", SeatCounter), ("seat", Seat), ("n", Int)]),
    effect("set_order", &[("seats", List), ("next", Seat)]),
    effect("skip", &[("seat", Seat)]),
    effect(
        "relate",
        &[("from", Seat), ("to", Seat), ("ability", OneOf(ABILITY)), ("allowed", Bool)],
    ),
    effect("settle", &[("seat", Seat), ("result", OneOf(RESULT))]),
    effect("win", &[("seat", Seat)]),
    effect("lose", &[("seat", Seat)]),
    effect("draw", &[]),
    effect("finish", &[("results", Map)]),
    effect("count_metric", &[("metric", Metric)]),
    effect("clause", &[("id", Clause)]),
];
