//! The table of all functions and properties that scripts can use. Each has its name, parameters,
//! result and availability.
//!
//! The lint with its suggestions, the advice about failed calls, and the reference use this table.
//! A test compares the table with the functions that are registered with the engines. The rows of
//! effects are in `EFFECTS`, next to their code.

use crate::text::prose::listed;

use crate::script::interface::bindings::effects::EFFECTS;
pub use crate::script::interface::signature::{
    ABILITY, Availability, CAPTURE_HAND, DIRECTION, DRAW, FACING, Form, Function, HOLDS, MAY_NOT,
    MUST, PROTECT, Params, RELATION, RESULT, TRACK, Type, WHOSE,
};

use Type::{
    Any, Area, Bool, ColourName, Counter, Declaration, Game, Int, Kind, List, ListOf, Map, Mark,
    Memory, Move, OneOf, Piece, PieceCounter, Rules, Seat, SeatCounter, SeatMemory, SeatName,
    Square, SquareName, State, TeamName, Text, Unit, Zone,
};

/// The types of arrays in signatures.
const SEATS: Type = ListOf(&Seat);
const SQUARES: Type = ListOf(&Square);
const MOVES: Type = ListOf(&Move);
const KINDS: Type = ListOf(&Kind);

/// Returns all functions and properties of the interface.
pub fn functions() -> impl Iterator<Item = &'static Function> + Clone {
    FUNCTIONS.iter().chain(EFFECTS)
}

/// Returns all functions and properties with this name.
pub fn named(name: &str) -> impl Iterator<Item = &'static Function> {
    functions().filter(move |function| function.name == name)
}

/// Returns the properties that values of a type have.
pub fn properties_of(of: Type) -> impl Iterator<Item = &'static str> {
    functions().filter(move |function| function.form == Form::Property(of)).map(|f| f.name)
}

/// Lists the properties of the type whose name is `word`. If `word` is `None`, lists the properties
/// of seats, squares, pieces, moves and the game.
pub fn list_properties(word: Option<&str>) -> String {
    let types = [Seat, Square, Piece, Move, Game];
    let asked = types.into_iter().filter(|of| word.is_none_or(|word| of.word() == word));
    let descriptions = asked.map(|of| {
        let names: Vec<String> = properties_of(of).map(|name| format!("`{name}`")).collect();
        format!("a {} has {}", of.word(), listed(&names))
    });
    descriptions.collect::<Vec<_>>().join("; ")
}

const fn get(on: Type, name: &'static str, gives: Type) -> Function {
    Function { name, form: Form::Property(on), params: &[], gives, phase: Availability::Anywhere }
}

const fn value(on: Type, name: &'static str, params: Params, gives: Type) -> Function {
    Function { name, form: Form::Method(on), params, gives, phase: Availability::Anywhere }
}

const fn free(name: &'static str, params: Params, gives: Type) -> Function {
    Function { name, form: Form::Free, params, gives, phase: Availability::Anywhere }
}

const fn read(name: &'static str, gives: Type) -> Function {
    Function { name, form: Form::Property(Game), params: &[], gives, phase: Availability::Game }
}

const fn ask(name: &'static str, params: Params, gives: Type) -> Function {
    Function { name, form: Form::Method(Game), params, gives, phase: Availability::Game }
}

const fn declare(name: &'static str, params: Params, gives: Type) -> Function {
    Function { name, form: Form::Method(Rules), params, gives, phase: Availability::Declare }
}

const fn refine(name: &'static str, params: Params) -> Function {
    Function {
        name,
        form: Form::Method(Declaration),
        params,
        gives: Declaration,
        phase: Availability::Declare,
    }
}

/// The functions and properties that cause no effects.
const FUNCTIONS: &[Function] = &[
    // Values.
    get(Seat, "name", ColourName),
    get(Seat, "team", TeamName),
    get(Seat, "facing", OneOf(FACING)),
    get(Seat, "partner", Seat),
    get(Seat, "partners", SEATS),
    get(Seat, "opponents", SEATS),
    get(Seat, "next", Seat),
    get(Seat, "previous", Seat),
    get(Seat, "opposite", Seat),
    get(Square, "name", SquareName),
    get(Square, "file", Int),
    get(Square, "rank", Int),
    value(Square, "within", &[("zone", Zone)], Bool),
    value(Square, "step", &[("direction", OneOf(DIRECTION))], Square),
    value(Square, "rank_for", &[("seat", Seat)], Int),
    value(Square, "file_for", &[("seat", Seat)], Int),
    value(Square, "distance", &[("square", Square)], Int),
    value(Square, "between", &[("square", Square)], SQUARES),
    get(Piece, "kind", Kind),
    get(Piece, "colour", Seat),
    get(Piece, "facing", OneOf(FACING)),
    get(Piece, "royal", Bool),
    get(Piece, "value", Int),
    // Tabulated hooks get pieces without marks, counters or other notes.
    Function {
        name: "has_mark",
        form: Form::Method(Piece),
        params: &[("mark", Mark)],
        gives: Bool,
        phase: Availability::Game,
    },
    Function {
        name: "is_remembered",
        form: Form::Method(Piece),
        params: &[("name", Memory)],
        gives: Bool,
        phase: Availability::Game,
    },
    Function {
        name: "is_remembered",
        form: Form::Method(Piece),
        params: &[("name", SeatMemory), ("seat", Seat)],
        gives: Bool,
        phase: Availability::Game,
    },
    Function {
        name: "piece_counter",
        form: Form::Method(Piece),
        params: &[("name", PieceCounter)],
        gives: Int,
        phase: Availability::Game,
    },
    value(Piece, "forward", &[("square", Square)], Square),
    get(Move, "seat", Seat),
    get(Move, "piece", Piece),
    get(Move, "from", Square),
    get(Move, "to", Square),
    get(Move, "captures", SQUARES),
    get(Move, "promotion", Kind),
    get(Move, "castling", Bool),
    free("seats", &[], SEATS),
    free("seat", &[("name", SeatName)], Seat),
    free("neutral", &[], Seat),
    free("square", &[("name", SquareName)], Square),
    free("zone", &[("name", Zone)], SQUARES),
    free("kinds", &[], KINDS),
    // The position.
    read("turn", Seat),
    read("ply", Int),
    read("halfmove_clock", Int),
    read("moves_this_turn", Int),
    read("last_mover", Seat),
    read("order", SEATS),
    ask("piece", &[("square", Square)], Piece),
    ask("pieces", &[("seat", Seat)], SQUARES),
    ask("pieces", &[("seat", Seat), ("kind", Kind)], SQUARES),
    ask("find", &[("properties", Map)], SQUARES),
    ask("empty", &[], SQUARES),
    ask("empty", &[("zone", Zone)], SQUARES),
    ask("seats", &[("state", State)], SEATS),
    ask("next", &[("seat", Seat)], Seat),
    ask("previous", &[("seat", Seat)], Seat),
    ask("count", &[("seat", Seat)], Int),
    ask("count", &[("seat", Seat), ("kind", Kind)], Int),
    ask("team_count", &[("seat", Seat), ("kind", Kind)], Int),
    ask("counter", &[("name", Counter)], Int),
    ask("counter", &[("name", SeatCounter), ("seat", Seat)], Int),
    ask("recall", &[("name", Memory)], Any),
    ask("recall", &[("name", SeatMemory), ("seat", Seat)], Any),
    ask("seat_state", &[("seat", Seat)], State),
    ask("army_state", &[("seat", Seat)], State),
    ask("controller", &[("seat", Seat)], Seat),
    ask("visible", &[("seat", Seat)], SQUARES),
    ask("royals", &[("seat", Seat)], SQUARES),
    ask("in_check", &[("seat", Seat)], Bool),
    ask("checkers", &[("seat", Seat)], SQUARES),
    ask("checked_by", &[("seat", Seat)], SEATS),
    ask("status", &[("seat", Seat)], OneOf(&["ok", "mate", "stalemate"])),
    ask("attackers", &[("square", Square), ("seat", Seat)], SQUARES),
    ask("moves", &[("seat", Seat)], MOVES),
    ask("can_lift", &[("seat", Seat), ("from", Square), ("to", Square)], Bool),
    ask("after", &[("move", Move)], Game),
    ask("after", &[("from", Square), ("to", Square)], Game),
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
    declare(
        "castling_from",
        &[
            ("seat", Seat),
            ("king", Kind),
            ("rook", Kind),
            ("squares", Area),
            ("king_to", Square),
            ("rook_to", Square),
        ],
        Declaration,
    ),
    declare("protect", &[("whose", OneOf(WHOSE)), ("how", OneOf(PROTECT))], Unit),
    declare("protect_in_mate_test", &[("whose", OneOf(WHOSE)), ("how", OneOf(PROTECT))], Unit),
    declare("protected_royals", &[("which", OneOf(&["any", "all", "last"]))], Unit),
    declare("must", &[("demand", OneOf(MUST))], Declaration),
    declare("must", &[("demand", OneOf(MUST)), ("seats", SEATS)], Declaration),
    declare("fog", &[], Unit),
    declare("fog", &[("together", OneOf(&["seat", "team"]))], Unit),
    declare("may_not", &[("what", OneOf(MAY_NOT))], Declaration),
    declare("may_not", &[("what", OneOf(MAY_NOT)), ("seats", SEATS)], Declaration),
    declare("blast", &[("reach", Text)], Declaration),
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
        &[("name", Text), ("scope", OneOf(&["seat", "game", "piece"])), ("min", Int), ("max", Int)],
        Declaration,
    ),
    declare(
        "memory",
        &[("name", Text), ("scope", OneOf(&["seat", "game"])), ("holds", OneOf(HOLDS))],
        Unit,
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
    declare("promotion", &[("kind", Kind), ("into", Kind)], Declaration),
    declare("entry", &[("kind", Kind), ("squares", Area)], Declaration),
    declare("may_capture", &[("kind", Kind), ("kinds", KINDS)], Unit),
    declare("dice", &[("count", Int), ("faces", ListOf(&List))], Unit),
    declare("shuffle", &[("squares", Area)], Declaration),
    declare("shuffle_arrays", &[("names", ListOf(&Text))], Declaration),
    declare("hand", &[("seat", Seat), ("pieces", Map), ("zone", Area)], Declaration),
    declare("captures_to_hand", &[("whose", OneOf(CAPTURE_HAND))], Declaration),
    declare("base", &[("kind", Kind), ("base", Kind)], Declaration),
    declare("announcers", &[("seats", SEATS)], Unit),
    declare("track", &[("what", OneOf(TRACK))], Unit),
    declare("order", &[("seats", SEATS)], Unit),
    declare("wall", &[("edges", Text)], Declaration),
    declare("array", &[("name", Text)], Unit),
    declare("ply_limit", &[("plies", Int)], Unit),
    declare("metric", &[("name", Text)], Unit),
    declare("clause", &[("id", Text), ("text", Text)], Unit),
    declare("draw_clause", &[("draw", OneOf(DRAW)), ("id", Text), ("text", Text)], Unit),
    refine("over", &[("relation", OneOf(RELATION)), ("kind", Kind)]),
    refine("over", &[("colour", Seat), ("kind", Kind)]),
    refine("over", &[("colours", SEATS), ("kind", Kind)]),
    refine("over", &[("relation", OneOf(RELATION)), ("kinds", KINDS)]),
    refine("over", &[("colour", Seat), ("kinds", KINDS)]),
    refine("over", &[("colours", SEATS), ("kinds", KINDS)]),
    refine("onto", &[("relation", OneOf(RELATION)), ("kind", Kind)]),
    refine("onto", &[("colour", Seat), ("kind", Kind)]),
    refine("onto", &[("colours", SEATS), ("kind", Kind)]),
    refine("onto", &[("relation", OneOf(RELATION)), ("kinds", KINDS)]),
    refine("onto", &[("colour", Seat), ("kinds", KINDS)]),
    refine("onto", &[("colours", SEATS), ("kinds", KINDS)]),
    refine("ahead", &[("relation", OneOf(RELATION)), ("kind", Kind)]),
    refine("ahead", &[("colour", Seat), ("kind", Kind)]),
    refine("ahead", &[("colours", SEATS), ("kind", Kind)]),
    refine("ahead", &[("relation", OneOf(RELATION)), ("kinds", KINDS)]),
    refine("ahead", &[("colour", Seat), ("kinds", KINDS)]),
    refine("ahead", &[("colours", SEATS), ("kinds", KINDS)]),
    refine("head_on", &[]),
    refine("with_mark", &[("mark", Mark)]),
    refine("set_mark", &[("mark", Mark)]),
    refine("clear_mark", &[("mark", Mark)]),
    refine("exclusive", &[]),
    refine("from", &[("squares", Area)]),
    refine("to", &[("squares", Area)]),
    refine("along", &[("squares", Area)]),
    refine("turning", &[]),
    refine("colours", &[("seats", SEATS)]),
    refine("swaps", &[]),
    refine("no_en_passant", &[]),
    refine("captures_in_place", &[]),
    refine("while_counter", &[("name", Text), ("min", Int), ("max", Int)]),
    refine("while_memory", &[("name", Text), ("value", Text)]),
    refine("while_in_hand", &[("kind", Kind), ("min", Int), ("max", Int)]),
    refine("while_on_board", &[("kind", Kind), ("min", Int), ("max", Int)]),
    refine("while_plies_since", &[("name", Text), ("min", Int), ("max", Int)]),
    refine("while_ply", &[("min", Int), ("max", Int)]),
    refine("removes", &[("relation", OneOf(RELATION))]),
    refine("removes", &[("colour", Seat)]),
    refine("removes", &[("colours", SEATS)]),
    refine("spares", &[("kinds", KINDS)]),
    refine("captor_stays", &[]),
    refine("kinds", &[("kinds", KINDS)]),
    refine("times", &[("n", Int)]),
    refine("clause", &[("id", Text)]),
    refine("has_turn", &[("has_turn", Bool)]),
    refine("pieces", &[("abilities", Text)]),
    refine("royals", &[("abilities", Text)]),
    refine(
        "ends_when",
        &[("condition", OneOf(&["not_mated", "not_in_check", "has_move", "not_stalemated"]))],
    ),
    refine("tested", &[("when", OneOf(&["continuous", "own_turn"]))]),
    refine("through_check", &[]),
    refine("mirrored", &[("squares", Area)]),
    refine("opposite_colours", &[("kind", Kind)]),
    refine("kept_between", &[("kind", Kind), ("outer", Kind)]),
    refine("optional", &[]),
    refine("at_most_on_line", &[("n", Int)]),
    refine("may_not_mate", &[]),
    refine("start", &[("n", Int)]),
    refine("worth", &[("n", Int)]),
];
