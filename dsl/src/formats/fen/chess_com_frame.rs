//! Translates positions that are written for chess.com's board and seats. If a game has fewer than
//! four seats, such a position may still have entries for Red, Blue, Yellow and Green. Its board
//! may be a part of a larger board. All other cells of the larger board are holes.

use quadrille_core::{Colour, Facing, Seat, Spec};

use super::option_syntax::{FenOption, OptionSpan, OptionValue};
use super::{chess_com_only_options, key};

/// The letters of chess.com's seats, in turn order. Red faces north. The other seats follow
/// clockwise.
const LETTERS: [char; 4] = ['r', 'b', 'y', 'g'];

/// The seats for which the lists of a text have entries: the game's own seats, or chess.com's four
/// seats.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ChessComFrame {
    /// `true` if the game has fewer than four seats, but the text has an entry for each of
    /// chess.com's four seats.
    four: bool,
}

impl ChessComFrame {
    /// Returns the seats for which the lists of a text have entries. `entries` is the number of
    /// entries in each list.
    pub fn of(spec: &Spec, entries: usize) -> Self {
        let apart =
            |facing: &Facing| spec.seats.iter().filter(|seat| seat.facing == *facing).count() <= 1;
        let fewer = spec.seats.len() < LETTERS.len();
        Self { four: entries == LETTERS.len() && fewer && Facing::ALL.iter().all(apart) }
    }

    /// Returns the number of entries that each list of the text must have.
    pub fn entries(self, spec: &Spec) -> usize {
        if self.four { LETTERS.len() } else { spec.seats.len() }
    }

    /// Returns the index of the entry for a seat in a list of the text.
    pub fn entry(self, spec: &Spec, seat: Seat) -> usize {
        let facing = spec.facing(seat);
        let place = Facing::ALL.iter().position(|other| *other == facing);
        place.filter(|_| self.four).unwrap_or(seat.index())
    }

    /// Returns the seat of a letter. If chess.com and the game both use the letter, chess.com's
    /// meaning is chosen.
    pub fn seat(self, spec: &Spec, letter: char) -> Option<Seat> {
        let theirs = LETTERS.iter().position(|other| *other == letter).filter(|_| self.four);
        let mut seats = super::seats(spec);
        theirs
            .and_then(|place| seats.find(|seat| self.entry(spec, *seat) == place))
            .or_else(|| spec.seat_of_key(letter))
    }

    /// Returns the colour whose pieces have this letter.
    pub fn colour(self, spec: &Spec, letter: char) -> Option<Colour> {
        self.seat(spec, letter).or_else(|| spec.colour_of_key(letter))
    }

    /// Converts chess.com's options to the seats and squares of this game. Entries for seats that
    /// this game does not have are removed. Squares are renamed, because chess.com counts files and
    /// ranks from the corner of its larger board.
    pub fn localise(self, spec: &Spec, corner: (i32, i32), options: &mut [FenOption]) {
        for option in
            options.iter_mut().filter(|option| chess_com_only_options::is_of_site(&option.key))
        {
            if let OptionValue::Number(rank) = &mut option.value.value
                && chess_com_only_options::is_base_rank(&option.key)
            {
                *rank = rank.saturating_sub(corner.1.into());
            }
            if let OptionValue::Tuple(values) = &mut option.value.value
                && self.four
                && values.len() >= LETTERS.len()
            {
                let pick = |seat| values.get(self.entry(spec, seat)).cloned();
                let rest = values.get(LETTERS.len()..).unwrap_or_default().iter().cloned();
                *values = super::seats(spec).filter_map(pick).chain(rest).collect();
            }
            if option.key == "bank" {
                self.own_letters(spec, &mut option.value);
            } else if corner != (0, 0) && chess_com_only_options::names_squares(&option.key) {
                move_squares(&mut option.value, corner);
            }
        }
    }

    /// In the names of pieces, replaces chess.com's seat letters by the letters of this game's
    /// seats.
    fn own_letters(self, spec: &Spec, value: &mut OptionSpan) {
        let OptionValue::Tuple(values) = &mut value.value else { return };
        for (seat, value) in super::seats(spec).zip(values) {
            let OptionValue::Text(text) = &mut value.value else { continue };
            let own = |piece: &str| {
                let letter = piece.chars().next().filter(|l| self.seat(spec, *l) == Some(seat));
                match letter.and_then(|letter| piece.strip_prefix(letter)) {
                    Some(kind) => format!("{}{kind}", key(spec, seat)),
                    None => piece.to_owned(),
                }
            };
            *text = text.split(',').map(own).collect::<Vec<_>>().join(",");
        }
    }
}

/// Renames the squares in the value of an option. The value counts files and ranks from the corner
/// of another board.
fn move_squares(value: &mut OptionSpan, corner: (i32, i32)) {
    match &mut value.value {
        OptionValue::Text(text) => *text = moved(text, corner),
        OptionValue::Tuple(values) => {
            values.iter_mut().for_each(|value| move_squares(value, corner));
        }
        OptionValue::Map(entries) => {
            entries.iter_mut().for_each(|entry| entry.key = moved(&entry.key, corner));
        }
        _ => {}
    }
}

/// Renames the squares in a text that counts files and ranks from the corner of a larger board.
/// `files` and `ranks` are the distances from this corner to the corner of the ruleset's board. The
/// names of squares to the left of the ruleset's board or below it do not change.
pub(crate) fn moved(text: &str, (files, ranks): (i32, i32)) -> String {
    let square = |part: &str| {
        let mut letters = part.chars();
        let file = letters.next().filter(char::is_ascii_lowercase)? as i32 - 'a' as i32 - files;
        let rank = letters.as_str().parse::<u8>().ok().map(i32::from)? - ranks;
        let file = u8::try_from(file).ok()?;
        (rank > 0).then(|| format!("{}{rank}", char::from(b'a' + file)))
    };
    let mut out = String::new();
    for part in text.split_inclusive([',', ':', ' ']) {
        let name = part.trim_end_matches([',', ':', ' ']);
        out.push_str(&square(name).unwrap_or_else(|| name.to_owned()));
        out.push_str(part.get(name.len()..).unwrap_or_default());
    }
    out
}
