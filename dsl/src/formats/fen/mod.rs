//! Reads and writes positions. The formats are FEN4, in the dialects of several sites and programs,
//! and plain FEN.
//!
//! The reader accepts variations in form. For example, corners may be holes or empty cells. Extra
//! white space and both kinds of quotes are allowed. The reader is strict about content: if the
//! rules can't represent something, it is an error. The writer uses one normal form. If this form
//! is read again, the result is the same [`Setup`].

use quadrille_core::{CompiledRules, Piece, Seat, Setup, Spec, Square, StateId};

mod board;
mod check_counts;
mod chess_com_frame;
mod chess_com_only_options;
mod chess_com_position;
mod default_setup;
mod error;
mod field;
mod move_options;
mod option_keys;
mod option_syntax;
mod plain_fen;
mod promoted_pieces;
mod seat_and_square_values;
mod seats;
#[cfg(test)]
mod tests;

use chess_com_frame::ChessComFrame;
pub use chess_com_position::{NotInChessCom, write_chess_com};
use default_setup::start;
use error::FenErrorKind as Mistake;
pub use error::{FenError, FenErrorKind, MAX_LENGTH};
use field::Field;
pub use option_keys::PROTECTIONS;
pub(super) use seats::points;
use seats::{all_colours, all_keys, index_in_order, key, list, seats, wings, wings_in};

/// The reference page of positions.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/fen.md"));

/// The names of the usual start positions. A game record may contain such a name instead of a
/// position.
const NAMED_STARTS: [&str; 6] = ["4PC", "4PCo", "4PCb", "4PCn", "4PCrg", "2PC"];

/// Returns the name of a start position if the text is such a name, and `None` otherwise.
pub(crate) fn named_start(text: &str) -> Option<&'static str> {
    NAMED_STARTS.into_iter().find(|name| name.eq_ignore_ascii_case(text.trim()))
}

/// Returns the cell of chess.com's board where the ruleset's board begins. Returns `None` if the
/// text does not use the square names of chess.com's larger board.
pub(crate) fn corner(rules: &CompiledRules, text: &str) -> Option<(i32, i32)> {
    if named_start(text) == Some("2PC") {
        return Some((3, 3));
    }
    let cells = text.rsplit('-').next().unwrap_or_default();
    let frame = ChessComFrame::of(rules.spec(), text.split('-').nth(1)?.split(',').count());
    let (_, corner) = board::read(rules.spec(), frame, Field::new(cells, 0), &[]).ok()?;
    (corner != (0, 0)).then_some(corner)
}

pub(crate) use chess_com_frame::moved;

/// Reads a position. Parts that the text omits have the same values as at the start of a game.
///
/// # Errors
/// Returns a [`FenError`] if the text can't be read or does not fit the rules.
/// [`quadrille_core::game::resume`] checks that a game can continue from the position.
pub fn read(rules: &CompiledRules, text: &str) -> Result<Setup, FenError> {
    let spec = rules.spec();
    if text.len() > MAX_LENGTH {
        return Err(FenError::new(0..text.len(), Mistake::TooLong(text.len()))
            .help("write a shorter position"));
    }
    if let Some(name) = named_start(text) {
        return Err(FenError::new(0..text.len(), Mistake::NamedStart(name))
            .help("omit the position: a game begins at its ruleset's start"));
    }
    if plain_fen::is_plain(text) {
        return plain_fen::read(spec, start(rules), text);
    }
    read_four(spec, start(rules), text)
}

/// Writes a position in normal form. Holes are written as `x`. Options with default values are
/// omitted.
///
/// ```
/// use quadrille_core::game;
/// use quadrille_dsl::library::Shipped;
/// use quadrille_dsl::{actions, fen, load};
///
/// let ruleset = load(&Shipped, "orthodox-chess", &[])?;
/// let hooks = ruleset.hooks();
/// let mut game = game::start(&ruleset.rules, &*hooks)?;
/// actions::play(&mut *game, "e2-e4 e7-e5")?;
///
/// let text = fen::write(&ruleset.rules, &game.setup());
/// assert_eq!(fen::read(&ruleset.rules, &text)?, game.setup());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write(rules: &CompiledRules, setup: &Setup) -> String {
    let spec = rules.spec();
    let entries: Vec<_> = option_keys::entries(spec, setup).collect();
    fields(spec, setup)
        .into_iter()
        .chain(option_keys::block(&entries))
        .chain([board::write(spec, &setup.pieces)])
        .collect::<Vec<_>>()
        .join("-")
}

/// Returns the fields of FEN4 before the options.
fn fields(spec: &Spec, setup: &Setup) -> [String; 6] {
    let flags = |flag: &dyn Fn(Seat) -> bool| list(seats(spec).map(|seat| u8::from(flag(seat))));
    let right = |seat: Seat, king_side: bool| {
        wings(spec, seat, king_side).any(|wing| setup.castling.get(wing) == Some(&true))
    };
    let points = match points(spec) {
        Some(counter) => setup.counters.get(counter).cloned().unwrap_or_default(),
        None => vec![0; spec.seats.len()],
    };
    [
        key(spec, setup.turn).to_uppercase().to_string(),
        flags(&|seat| setup.seat_states.get(seat.index()) != Some(&StateId::ACTIVE)),
        flags(&|seat| right(seat, true)),
        flags(&|seat| right(seat, false)),
        list(points.iter()),
        setup.halfmove.to_string(),
    ]
}

/// Writes a position as plain FEN, for other programs.
///
/// Returns `None` if the game is not for two players who face each other, or if plain FEN can't
/// represent the position.
#[must_use]
pub fn write_plain(rules: &CompiledRules, setup: &Setup) -> Option<String> {
    plain_fen::write(rules, setup)
}

/// Reads a piece that is written with its square, as in lessons: `wPe6^s`.
///
/// # Errors
/// Returns a [`FenError`] if the text can't be read or does not fit the rules.
pub fn read_placement(spec: &Spec, text: &str) -> Result<(Square, Piece), FenError> {
    board::read_placement(spec, Field::new(text, 0))
}

/// Writes a piece with its square.
pub(crate) fn write_placement(spec: &Spec, square: Square, piece: Piece) -> String {
    board::write_placement(spec, square, piece)
}

/// Returns the position with these pieces. `options` is a `{…}` block that changes other parts of
/// the position. All other parts are as at the start of a game. If the block sets the state of a
/// seat and has no `armyState`, the seat's army gets the same state.
///
/// # Errors
/// Returns a [`FenError`] if the options can't be read or do not fit the rules.
pub fn arrange(
    rules: &CompiledRules,
    pieces: Vec<(Square, Piece)>,
    turn: Seat,
    options: Option<&str>,
) -> Result<Setup, FenError> {
    let spec = rules.spec();
    let mut setup = start(rules);
    setup.pieces = pieces;
    setup.pieces.sort_by_key(|(square, _)| *square);
    for (number, wing) in spec.castling.iter().enumerate().filter(|(_, it)| it.shares_rights) {
        setup.castling[number] = setup.at_home(wing);
    }
    setup.turn = turn;
    setup.pointer = index_in_order(spec.order.as_slice(), turn);
    if let Some(options) = options {
        let entries = option_syntax::parse(Field::new(options, 0))?;
        option_keys::read_states_freely(spec, &mut setup, &entries)?;
        option_keys::read(spec, &mut setup, &entries)?;
    }
    Ok(setup)
}

/// The names of the fields before the board, in order.
const FIELDS: [&str; 6] = [
    "the seat to move",
    "the seats that are out",
    "castling on the king's side",
    "castling on the queen's side",
    "the points",
    "the plies without progress",
];

/// Splits off one field at the first `-` that is not the minus sign of a number.
fn field<'a>(text: &'a str, at: &mut usize) -> Option<Field<'a>> {
    let rest = text.get(*at..)?;
    let start = *at;
    for (offset, _) in rest.match_indices('-') {
        let before = rest.get(..offset)?.trim();
        if !before.is_empty() && !before.ends_with(',') {
            *at = start + offset + 1;
            return Some(Field::new(rest.get(..offset)?, start));
        }
    }
    None
}

/// The form of FEN4, for messages.
const FORM: &str = "write FEN4 as turn-out-castling-castling-points-plies-board, as in \
                    `R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-…`";

fn read_four(spec: &Spec, mut setup: Setup, text: &str) -> Result<Setup, FenError> {
    let mut at = 0;
    let mut fields = Vec::new();
    for name in FIELDS {
        match field(text, &mut at) {
            Some(found) => fields.push(found),
            None => {
                let kind = Mistake::Truncated { number: fields.len() + 1, name };
                return Err(FenError::new(at..text.len(), kind).help(FORM));
            }
        }
    }
    setup.pieces.clear();
    let [turn, out, king_side, queen_side, score, halfmove] = fields[..] else {
        let kind = Mistake::Truncated { number: fields.len() + 1, name: "the board" };
        return Err(FenError::new(0..text.len(), kind).help(FORM));
    };
    let frame = ChessComFrame::of(spec, out.items().count());
    let out = read_flags(spec, frame, out, FIELDS[1])?;
    setup.turn = read_turn(spec, frame, turn)?;
    for (seat, flag) in seats(spec).zip(out) {
        if flag {
            setup.seat_states[seat.index()] = StateId::DEAD;
            setup.army_states[seat.index()] = StateId::DEAD;
        }
    }
    let king_side = read_flags(spec, frame, king_side, FIELDS[2])?;
    let queen_side = read_flags(spec, frame, queen_side, FIELDS[3])?;
    read_points(spec, frame, score, &mut setup)?;
    setup.halfmove =
        halfmove.number("a number of plies", "write 0 after a capture or pawn move")?;
    let rest = Field::new(text.get(at..).unwrap_or_default(), at);
    let (options, cells) = option_syntax::split(rest)?;
    let (pieces, corner) = board::read(spec, frame, cells, &setup.seat_states)?;
    setup.pieces = pieces;
    setup.castling.fill(false);
    for (flags, side) in [(king_side, true), (queen_side, false)] {
        for (seat, flag) in seats(spec).zip(flags) {
            for wing in wings_in(spec, &setup, seat, side).collect::<Vec<_>>() {
                setup.castling[wing] = flag;
            }
        }
    }
    setup.pointer = index_in_order(spec.order.as_slice(), setup.turn);
    if let Some(options) = options {
        let mut options = option_syntax::parse(options)?;
        frame.localise(spec, corner, &mut options);
        option_keys::read(spec, &mut setup, &options)?;
    }
    Ok(setup)
}

fn read_turn(spec: &Spec, frame: ChessComFrame, field: Field<'_>) -> Result<Seat, FenError> {
    let mut letters = field.text.chars();
    let letter = letters.next().unwrap_or(' ').to_ascii_lowercase();
    match frame.seat(spec, letter) {
        Some(seat) if letters.next().is_none() => Ok(seat),
        _ => Err(field.error(
            Mistake::UnknownSeat(field.text.to_owned()),
            format!("the seats are {}", all_keys(spec).to_uppercase()),
        )),
    }
}

fn read_flags(
    spec: &Spec,
    frame: ChessComFrame,
    field: Field<'_>,
    name: &str,
) -> Result<Vec<bool>, FenError> {
    let flags = field
        .items()
        .map(|item| match item.text {
            "0" => Ok(false),
            "1" => Ok(true),
            _ => Err(item.error(
                Mistake::Expected { found: item.text.to_owned(), expected: "0 or 1" },
                format!("write 0 or 1 for each of {}: {name}", all_keys(spec)),
            )),
        })
        .collect::<Result<Vec<_>, _>>()?;
    expect_seats(spec, frame, field, flags.len(), name)?;
    Ok(seats(spec).filter_map(|seat| flags.get(frame.entry(spec, seat)).copied()).collect())
}

fn read_points(
    spec: &Spec,
    frame: ChessComFrame,
    field: Field<'_>,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let mut numbers = field
        .items()
        .map(|item| Ok((item, item.number::<i32>("a number of points", "write a whole number")?)))
        .collect::<Result<Vec<_>, FenError>>()?;
    expect_seats(spec, frame, field, numbers.len(), FIELDS[4])?;
    if let Some(counter) = points(spec) {
        let mut own =
            |seat| numbers.get_mut(frame.entry(spec, seat)).map(|(_, n)| std::mem::take(n));
        setup.counters[counter] = seats(spec).filter_map(&mut own).collect();
    }
    // The remaining numbers belong to seats that do not exist, or to no counter.
    match numbers.iter().find(|(_, number)| *number != 0) {
        None => Ok(()),
        Some((item, _)) if points(spec).is_some() => {
            let help = format!("write 0: the seats are {}", all_keys(spec));
            Err(item.error(Mistake::PointsOfNobody, help))
        }
        Some((item, _)) => Err(item.error(
            Mistake::NoPoints,
            "write 0, or declare `rules.counter(\"points\", \"seat\", …)` in a rule script",
        )),
    }
}

/// Checks that a list has an entry for each seat.
fn expect_seats(
    spec: &Spec,
    frame: ChessComFrame,
    field: Field<'_>,
    found: usize,
    name: &str,
) -> Result<(), FenError> {
    if found == frame.entries(spec) {
        return Ok(());
    }
    Err(field.error(
        Mistake::SeatEntries { found, seats: spec.seats.len() },
        format!("write one entry for each of {}: {name}", all_keys(spec)),
    ))
}
