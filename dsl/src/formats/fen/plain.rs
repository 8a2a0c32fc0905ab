//! Plain FEN for two players, for rulesets whose seats are `w` and `b`.

use quadrille_core::{Kind, Piece, Ruleset, Seat, Setup, Spec, Square};

use super::{FenError, Field, Mistake, all_keys, index_in_order, wings};

/// Whether a text looks like plain FEN: a row of pieces before the first white space or `-`.
pub(super) fn is_plain(text: &str) -> bool {
    let first = text.trim_start().split([' ', '\t', '\n', '-']).next().unwrap_or_default();
    first.contains('/') && !first.contains(',')
}

/// Reads plain FEN; the last two of its six fields are optional.
pub(super) fn read(spec: &Spec, mut setup: Setup, text: &str) -> Result<Setup, FenError> {
    let (Some(white), Some(black), 2) =
        (spec.seat_of_key('w'), spec.seat_of_key('b'), spec.seats.len())
    else {
        let help = format!("the seats of this ruleset are {}; write FEN4", all_keys(spec));
        return Err(FenError::new(0..text.len(), Mistake::TwoPlayers).help(help));
    };
    let mut fields = fields(text);
    let mut next = |what| {
        fields.next().ok_or_else(|| {
            FenError::new(text.len()..text.len(), Mistake::MissingField(what)).help(
                "write the board, `w` or `b`, castling such as `KQkq` or `-`, and the en passant \
                 square or `-`",
            )
        })
    };
    let (board, turn) = (next("the side to move")?, next("the side to move")?);
    let (castling, en_passant) = (next("the castling rights")?, next("the en passant square")?);
    let (halfmove, number) = (fields.next(), fields.next());
    if let Some(extra) = fields.next() {
        return Err(extra.error(Mistake::ExtraField, "plain FEN has six"));
    }
    let board = match board.text.split_once('[') {
        Some((rows, hands)) => {
            let at = board.at + rows.len() + 1;
            setup.hands = read_hands(spec, Field { text: hands, at }, white, black)?;
            Field { text: rows, at: board.at }
        }
        None => board,
    };
    setup.pieces = read_board(spec, board, white, black)?;
    setup.turn = match turn.text {
        "w" => white,
        "b" => black,
        text => {
            let kind = Mistake::UnknownSeat(text.to_owned());
            return Err(turn.error(kind, "write `w` or `b`"));
        }
    };
    setup.pointer = index_in_order(&spec.order, setup.turn);
    read_castling(spec, castling, white, black, &mut setup)?;
    if en_passant.text != "-" {
        let right = read_en_passant(spec, en_passant, &setup)?;
        setup.en_passant.push(right);
    }
    if let Some(halfmove) = halfmove {
        setup.halfmove =
            halfmove.number("a number of plies", "write 0 after a capture or pawn move")?;
    }
    if let Some(number) = number {
        let moves: u32 = number.number("a move number", "the first move is 1")?;
        let before = moves.saturating_sub(1).saturating_mul(2);
        setup.ply = before.saturating_add(u32::from(setup.turn == black));
    }
    Ok(setup)
}

/// The parts separated by white space.
fn fields(text: &str) -> impl Iterator<Item = Field<'_>> {
    text.split_whitespace().map(|part| {
        // Both are parts of one text, so the distance between their starts is the offset.
        Field { text: part, at: part.as_ptr() as usize - text.as_ptr() as usize }
    })
}

/// The pieces in hand, after their opening bracket: a letter for each, or a number before its letter.
fn read_hands(
    spec: &Spec,
    field: Field<'_>,
    white: Seat,
    black: Seat,
) -> Result<Vec<Vec<u8>>, FenError> {
    const HELP: &str =
        "write a letter for each piece in hand, lower case for black, as in `[QPPp]`";
    let wrong = || field.error(Mistake::InvalidHand(field.text.to_owned()), HELP);
    let letters = field.text.strip_suffix(']').ok_or_else(wrong)?;
    let mut hands = vec![vec![0_u8; spec.kinds.len()]; spec.seats.len()];
    let mut run: Option<u8> = None;
    for letter in letters.chars().filter(|letter| *letter != '-') {
        if let Some(digit) = letter.to_digit(10) {
            let tens = run.unwrap_or(0).checked_mul(10);
            run = Some(tens.and_then(|n| n.checked_add(digit as u8)).ok_or_else(wrong)?);
            continue;
        }
        let seat = if letter.is_ascii_uppercase() { white } else { black };
        let kind = spec.kind_of_letter(letter.to_ascii_uppercase()).ok_or_else(wrong)?;
        let hand = hands.get_mut(seat.index()).and_then(|hand| hand.get_mut(kind.index()));
        let held = hand.ok_or_else(wrong)?;
        *held = held.checked_add(run.take().unwrap_or(1)).ok_or_else(wrong)?;
    }
    if run.is_some() { Err(wrong()) } else { Ok(hands) }
}

fn read_board(
    spec: &Spec,
    field: Field<'_>,
    white: Seat,
    black: Seat,
) -> Result<Vec<(Square, Piece)>, FenError> {
    let (files, ranks) = (i32::from(spec.geometry.files()), i32::from(spec.geometry.ranks()));
    let rows = field.text.split('/').count();
    if rows as i32 != ranks {
        return Err(field.error(
            Mistake::Rows { rows, ranks: ranks as usize },
            format!("write {ranks} rows, `/` between them, the top rank first"),
        ));
    }
    let mut pieces = Vec::new();
    let mut at = field.at;
    for (number, row) in field.text.split('/').enumerate() {
        let whole = Field { text: row, at };
        let rank = ranks - 1 - number as i32;
        let (mut file, mut run) = (0i32, 0i32);
        for (offset, letter) in row.char_indices() {
            let here = Field { text: &row[offset..offset + letter.len_utf8()], at: at + offset };
            if let Some(digit) = letter.to_digit(10) {
                run = (run * 10 + digit as i32).min(1000);
                continue;
            }
            file += std::mem::take(&mut run);
            let seat = if letter.is_ascii_uppercase() { white } else { black };
            let Some(kind) = spec.kind_of_letter(letter.to_ascii_uppercase()) else {
                let kinds: String = spec.kinds.iter().map(|kind| kind.letter).collect();
                return Err(here.error(
                    Mistake::UnknownKind(letter),
                    format!("the kinds are {kinds}, lower case for black"),
                ));
            };
            let Some(square) = spec.geometry.at(file, rank) else {
                return Err(here.error(Mistake::PieceOutside, "count the squares before it"));
            };
            let facing =
                spec.seats.get(seat.index()).map_or_else(Default::default, |seat| seat.facing);
            pieces.push((square, Piece::new(kind, seat, facing)));
            file += 1;
        }
        file += run;
        if file != files {
            return Err(whole.error(
                Mistake::Cells {
                    rank: rank as usize + 1,
                    cells: file as usize,
                    files: files as usize,
                },
                "a number is that many empty squares",
            ));
        }
        at += row.len() + 1;
    }
    pieces.sort_by_key(|(square, _)| *square);
    Ok(pieces)
}

fn read_castling(
    spec: &Spec,
    field: Field<'_>,
    white: Seat,
    black: Seat,
    setup: &mut Setup,
) -> Result<(), FenError> {
    setup.castling.fill(false);
    if field.text == "-" {
        return Ok(());
    }
    for (offset, letter) in field.text.char_indices() {
        let here =
            Field { text: &field.text[offset..offset + letter.len_utf8()], at: field.at + offset };
        let (seat, king_side) = match letter {
            'K' => (white, true),
            'Q' => (white, false),
            'k' => (black, true),
            'q' => (black, false),
            _ => {
                return Err(
                    here.error(Mistake::InvalidRight(letter), "write some of `KQkq`, or `-`")
                );
            }
        };
        let mut found = false;
        for wing in wings(spec, seat, king_side) {
            setup.castling[wing] = true;
            found = true;
        }
        if !found {
            return Err(here.error(Mistake::NoSuchCastling, "write the others, or `-`"));
        }
    }
    Ok(())
}

/// The en passant right of a skipped square: that of the pawn in front of it, which the side not to
/// move has just moved.
fn read_en_passant(
    spec: &Spec,
    field: Field<'_>,
    setup: &Setup,
) -> Result<(Seat, Square, Square), FenError> {
    let Some(skipped) = spec.geometry.square_named(field.text) else {
        return Err(field.error(
            Mistake::UnknownSquare(field.text.to_owned()),
            "write the square that the pawn skipped, or `-`",
        ));
    };
    let pawn = setup.pieces.iter().find(|(square, piece)| {
        piece.colour() != setup.turn
            && spec.geometry.step(skipped, piece.facing().forward()) == Some(*square)
    });
    match pawn {
        Some((square, piece)) => Ok((piece.colour(), skipped, *square)),
        None => Err(field.error(
            Mistake::NoPassingPawn(field.text.to_owned()),
            "the pawn is in front of the skipped square, and belongs to the side not to move",
        )),
    }
}

/// Writes plain FEN; none if the seats are not `w` and `b`, or the position has something that plain FEN can't say.
pub(super) fn write(rules: &Ruleset, setup: &Setup) -> Option<String> {
    let spec = rules.spec();
    let (white, black) = (spec.seat_of_key('w')?, spec.seat_of_key('b')?);
    let letter = |kind: Kind, seat: Seat| {
        let letter = spec.kinds.get(kind.index())?.letter;
        Some(if seat == white { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() })
    };
    let mut rows = Vec::new();
    for rank in (0..i32::from(spec.geometry.ranks())).rev() {
        let (mut row, mut run) = (String::new(), 0);
        let flush = |row: &mut String, run: &mut u32| {
            if *run > 0 {
                row.push_str(&std::mem::take(run).to_string());
            }
        };
        for file in 0..i32::from(spec.geometry.files()) {
            let square = spec.geometry.at(file, rank);
            match setup.pieces.iter().find(|(at, _)| Some(*at) == square) {
                Some((_, piece)) => {
                    flush(&mut row, &mut run);
                    row.push(letter(piece.kind(), piece.colour())?);
                }
                None => run += 1,
            }
        }
        flush(&mut row, &mut run);
        rows.push(row);
    }
    let mut hands = String::new();
    for seat in [white, black] {
        for (kind, held) in setup.hands.get(seat.index()).into_iter().flatten().enumerate() {
            let letter = letter(Kind(u8::try_from(kind).ok()?), seat)?;
            hands.extend(std::iter::repeat_n(letter, usize::from(*held)));
        }
    }
    let hands = if hands.is_empty() { hands } else { format!("[{hands}]") };
    let right = |seat: Seat, king_side: bool, letter: char| {
        let any = wings(spec, seat, king_side).any(|wing| setup.castling.get(wing) == Some(&true));
        any.then_some(letter)
    };
    let rights = [(white, true, 'K'), (white, false, 'Q'), (black, true, 'k'), (black, false, 'q')];
    let rights = rights.into_iter().filter_map(|(seat, side, letter)| right(seat, side, letter));
    let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    let skipped = setup.en_passant.first().map(|(_, skipped, _)| spec.geometry.name(*skipped));
    let text = format!(
        "{}{hands} {} {} {} {} {}",
        rows.join("/"),
        if setup.turn == white { 'w' } else { 'b' },
        dash(rights.collect()),
        skipped.map_or_else(|| "-".to_owned(), |name| name.to_string()),
        setup.halfmove,
        setup.ply / 2 + 1,
    );
    // What is lost on the way can't be said. The number of plies may be off by one where a game began with Black.
    let again = super::read(rules, &text).ok()?;
    (Setup { ply: setup.ply, ..again } == *setup).then_some(text)
}
