//! Builds the seats, the kinds and the arrays.

use quadrille_core::board::MAX_SEATS;
use quadrille_core::rules::Path;
use quadrille_core::rules::{KindSpec, Neutral, SeatSpec};
use quadrille_core::{Facing, Geometry, Seat, Seats};

use super::{Array, BuildContext};
use crate::diagnostic::{Code, NameSuggestion, suggest};
use crate::formats::notation;
use crate::formats::picture::{self, PictureColour};
use crate::manifest::check::misspelt_on;
use crate::manifest::tree::{FileSpan, TomlNode, TomlTable};

/// The maximum number of kinds. The limit exists because each kind needs a different capital
/// letter.
pub(crate) const MAX_KINDS: usize = 26;

/// The keys and letters for reading pictures.
pub(super) struct PictureKeys<'a> {
    pub(super) colours: &'a [PictureColour<'a>],
    pub(super) kinds: &'a [KindSpec],
    /// `true` if all keys and letters are valid.
    pub(super) known: bool,
}

impl<'a> BuildContext<'a> {
    /// Returns the seats, and the names of the teams. The boolean is `true` if the keys of all
    /// seats are valid.
    pub(super) fn seats(&mut self) -> (Vec<SeatSpec>, Vec<String>, bool) {
        let Some(node) = self.root.get("seats") else {
            return (Vec::new(), Vec::new(), false);
        };
        let tables: Vec<(&'a TomlNode, &'a TomlTable)> =
            node.list().iter().filter_map(|item| Some((item, item.table()?))).collect();
        let count = tables.len();
        if count < 2 && misspelt_on(self.root, &["seats"]) {
            return (Vec::new(), Vec::new(), false);
        }
        if !(2..=MAX_SEATS).contains(&count) {
            let message = format!("a game has 2 to {MAX_SEATS} seats, but this one has {count}");
            let at = tables.get(MAX_SEATS).map_or(&node.at, |(item, _)| &item.at);
            self.error(at, Code::SeatCount, message);
            return (Vec::new(), Vec::new(), false);
        }
        let mut seats: Vec<SeatSpec> = Vec::new();
        let mut teams: Vec<String> = Vec::new();
        let mut known = true;
        let of = |key: &'static str| {
            let tables = &tables;
            move |i: usize| tables.get(i).and_then(|(_, table)| table.get(key))
        };
        for (_, table) in &tables {
            let name = self.name(table.get("name"), "seat", &seats, |seat| &seat.name, of("name"));
            let key = self.letter(
                table.get("key"),
                false,
                &seats,
                |seat| (seat.key, &seat.name),
                of("key"),
            );
            known &= key.is_some();
            if let Some(node) = table.get("colour") {
                self.colour(node);
            }
            let facing = table.text("facing");
            let facing = Facing::WORDS.iter().position(|word| Some(*word) == facing);
            if facing.is_some_and(|place| place >= Facing::ALL.len()) && seats.len() < MAX_SEATS {
                self.diagonal.insert(Seat(seats.len() as u8));
            }
            let facing = facing.map(|place| Facing::from_bits(place as u16));
            let team = table.text("team").unwrap_or(&name).to_owned();
            if table.get("team").is_none() && self.is_team(&tables, &name) {
                let at = table.get("name").map_or(self.top, |node| &node.at).clone();
                let message =
                    format!("`{name}` has no team, although other seats have a team of this name");
                self.error_with(
                    &at,
                    Code::TeamNamedAsSeat,
                    message,
                    Some(format!("add `team = \"{name}\"`")),
                );
            }
            let place = teams.iter().position(|known| *known == team).unwrap_or_else(|| {
                teams.push(team);
                teams.len() - 1
            });
            seats.push(SeatSpec {
                name,
                key: key.unwrap_or('\0'),
                facing: facing.unwrap_or_default(),
                team: u8::try_from(place).unwrap_or(u8::MAX),
            });
        }
        (seats, teams, known)
    }

    /// Returns the neutral pieces, or `None` if the game has no neutral pieces. The boolean is
    /// `true` if their key is valid.
    pub(super) fn neutral(&mut self, seats: &[SeatSpec]) -> (Option<Neutral>, bool) {
        let Some(node) = self.root.get("neutral") else { return (None, true) };
        let Some(table) = node.table() else { return (None, false) };
        if seats.len() == MAX_SEATS {
            let most = MAX_SEATS - 1;
            let message = format!("a game with neutral pieces has at most {most} seats");
            self.error(&node.at, Code::SeatCount, message);
        }
        let of = |key: &'static str| {
            let tables = self.root.get("seats").map_or(&[][..], TomlNode::list);
            move |i: usize| tables.get(i).and_then(|item| item.table()?.get(key))
        };
        let (names, keys) = (of("name"), of("key"));
        let name = match table.get("name") {
            Some(name) => self.name(Some(name), "colour", seats, |seat| &seat.name, names),
            None => "neutral".to_owned(),
        };
        let of_seat = |seat: &SeatSpec| seat.key;
        let key =
            self.letter(table.get("key"), false, seats, |seat| (of_seat(seat), &seat.name), keys);
        if let Some(node) = table.get("colour") {
            self.colour(node);
        }
        let mut movers = Seats::default();
        for item in table.get("movers").map_or(&[][..], TomlNode::list) {
            movers.0 |= self.seat_named(item, seats).map_or(0, Seat::bit);
        }
        let capturable = table.get("capturable").and_then(TomlNode::boolean).unwrap_or_default();
        let known = key.is_some();
        (Some(Neutral { name, key: key.unwrap_or('\0'), capturable, movers }), known)
    }

    fn is_team(&self, tables: &[(&TomlNode, &TomlTable)], name: &str) -> bool {
        tables.iter().any(|(_, table)| table.text("team") == Some(name))
    }

    /// Returns a name as the manifest writes it. Reports the name if it is invalid or already used.
    /// `at` returns the place of another name in the list.
    fn name<T>(
        &mut self,
        node: Option<&TomlNode>,
        what: &str,
        others: &[T],
        of: impl Fn(&T) -> &String,
        at: impl Fn(usize) -> Option<&'a TomlNode>,
    ) -> String {
        let Some((node, name)) = node.and_then(|node| Some((node, node.text()?))) else {
            return String::new();
        };
        if !is_name(name) {
            let message = format!("`{name}` can't be the name of a {what}");
            self.error_with(&node.at, Code::InvalidName, message, Some(NAME_HELP.to_owned()));
        } else if let Some(first) = others.iter().position(|other| of(other) == name) {
            let message = format!("another {what} has the name `{name}`");
            self.repeated(&node.at, Code::NameRepeated, message, at(first));
        }
        name.to_owned()
    }

    /// Returns the key of a seat or the letter of a piece. If the key or letter is invalid or
    /// already used, reports it and returns `None`. `at` returns the place of another key or letter
    /// in the list.
    fn letter<T>(
        &mut self,
        node: Option<&TomlNode>,
        capital: bool,
        others: &[T],
        of: impl Fn(&T) -> (char, &String),
        at: impl Fn(usize) -> Option<&'a TomlNode>,
    ) -> Option<char> {
        let node = node?;
        let text = node.text()?;
        let mut chars = text.chars();
        let letter = chars.next().filter(|_| chars.next().is_none()).unwrap_or(' ');
        let (codes, what, form) = if capital {
            (
                (Code::InvalidPieceLetter, Code::PieceLetterRepeated),
                "letter",
                "one capital letter from A to Z",
            )
        } else {
            (
                (Code::InvalidSeatKey, Code::SeatKeyRepeated),
                "key",
                "one lower-case letter from a to z, but not `d` or `x`",
            )
        };
        let fits = if capital {
            letter.is_ascii_uppercase()
        } else {
            letter.is_ascii_lowercase() && !matches!(letter, 'd' | 'x')
        };
        if !fits {
            let message = format!("`{text}` can't be a {what}");
            self.error_with(&node.at, codes.0, message, Some(format!("write {form}")));
            return None;
        }
        let mut taken = others.iter().map(of).enumerate();
        if let Some((first, (_, name))) = taken.find(|(_, (other, _))| *other == letter) {
            let message = format!("`{name}` already has the {what} `{letter}`");
            self.repeated(&node.at, codes.1, message, at(first));
            return None;
        }
        Some(letter)
    }

    /// Reports a value that is already used, and shows the place of its first use.
    fn repeated(&mut self, at: &FileSpan, code: Code, message: String, first: Option<&TomlNode>) {
        let mut made = at.error(code, message);
        if let Some(TomlNode { at, .. }) = first {
            made = made.label(&at.source, at.span.clone(), "first given here");
        }
        self.diagnostics.push(made);
    }

    fn colour(&mut self, node: &TomlNode) {
        let Some(text) = node.text() else { return };
        let digits = text.strip_prefix('#').unwrap_or_default();
        if !matches!(digits.len(), 3 | 6) || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            let help = "write it as `#d9b300` or `#db0`".to_owned();
            self.error_with(
                &node.at,
                Code::InvalidColour,
                format!("`{text}` is not a colour"),
                Some(help),
            );
        }
    }

    /// Returns the kinds. The boolean is `true` if the letters of all kinds are valid.
    pub(super) fn pieces(&mut self, seats: usize) -> (Vec<KindSpec>, bool) {
        let Some(node) = self.root.get("pieces") else {
            return (Vec::new(), false);
        };
        let entries = self.root.entries_of("pieces");
        if entries.is_empty() || entries.len() > MAX_KINDS {
            let count = entries.len();
            let message =
                format!("a game has 1 to {MAX_KINDS} kinds of piece, but this one has {count}");
            let at = entries.get(MAX_KINDS).map_or(&node.at, |entry| &entry.key_at).clone();
            self.error(&at, Code::KindCount, message);
            return (Vec::new(), false);
        }
        let mut kinds: Vec<KindSpec> = Vec::new();
        let mut known = true;
        for entry in entries {
            if !is_name(&entry.key) {
                let message = format!("`{}` can't be the name of a piece", entry.key);
                self.error_with(
                    &entry.key_at,
                    Code::InvalidName,
                    message,
                    Some(NAME_HELP.to_owned()),
                );
            }
            let Some(table) = entry.node.table() else {
                known = false;
                continue;
            };
            let letter = self.letter(
                table.get("letter"),
                true,
                &kinds,
                |kind| (kind.letter, &kind.name),
                |i| entries.get(i)?.node.table()?.get("letter"),
            );
            known &= letter.is_some();
            let moves = table.text("moves").unwrap_or_default();
            let value = table.get("value").and_then(TomlNode::integer).unwrap_or(0);
            kinds.push(KindSpec {
                name: entry.key.clone(),
                letter: letter.unwrap_or('\0'),
                royal: table.get("royal").and_then(TomlNode::boolean).unwrap_or(false),
                value: i32::try_from(value).unwrap_or(0),
                notation: moves.to_owned(),
                paths: table.get("moves").map(|node| self.walks(node, seats)).unwrap_or_default(),
            });
        }
        (kinds, known)
    }

    /// Returns the paths of a notation. An empty notation has no paths. The piece then has only the
    /// movement that scripts define.
    fn walks(&mut self, node: &TomlNode, seats: usize) -> Vec<Path> {
        let text = node.text().unwrap_or_default();
        if text.is_empty() {
            return Vec::new();
        }
        notation::parse_for(text, seats, self.diagonal).unwrap_or_else(|errors| {
            for error in errors {
                let at = node.inside(error.span.clone());
                self.error_with(&at, Code::Notation, error.to_string(), error.help);
            }
            Vec::new()
        })
    }

    /// Returns the array with which games start, and all named arrays.
    pub(super) fn arrays(
        &mut self,
        geometry: Option<&Geometry>,
        keys: &PictureKeys<'_>,
    ) -> (Array, Vec<(String, Array)>) {
        let mut arrays = Vec::new();
        let mut main = Vec::new();
        for entry in self.root.entries_of("array") {
            if entry.key == "picture" {
                main = self.array(&entry.node, geometry, keys);
                continue;
            }
            if !is_name(&entry.key) {
                let message = format!("`{}` can't be the name of an array", entry.key);
                self.error_with(
                    &entry.key_at,
                    Code::InvalidName,
                    message,
                    Some(NAME_HELP.to_owned()),
                );
            }
            if let Some(node) = entry.node.table().and_then(|table| table.get("picture")) {
                arrays.push((entry.key.clone(), self.array(node, geometry, keys)));
            }
        }
        if let Some(node) = self.root.table("rules").and_then(|rules| rules.get("array")) {
            let name = node.text().unwrap_or_default();
            match arrays.iter().find(|(known, _)| known == name) {
                Some((_, array)) => main.clone_from(array),
                None => {
                    let help = suggest(name, arrays.iter().map(|(name, _)| name.as_str()));
                    let message = format!("there is no array `{name}`");
                    self.error_with(&node.at, Code::NoSuchArray, message, help);
                }
            }
        }
        (main, arrays)
    }

    fn array(
        &mut self,
        node: &TomlNode,
        geometry: Option<&Geometry>,
        keys: &PictureKeys<'_>,
    ) -> Array {
        let Some(text) = node.text().filter(|_| keys.known) else {
            return Vec::new();
        };
        picture::array(text, geometry, keys.colours, keys.kinds).unwrap_or_else(|errors| {
            if !self.another_shape(node, text, geometry) {
                self.picture_errors(node, errors);
            }
            Vec::new()
        })
    }
}

impl BuildContext<'_> {
    /// Checks a complete picture against the shape that the mask names. If both the width and the
    /// height differ, reports the mask and returns `true`.
    fn another_shape(&mut self, node: &TomlNode, text: &str, geometry: Option<&Geometry>) -> bool {
        let mask = self.root.table("board").and_then(|board| board.get("mask"));
        let (Some(mask), Some(board)) = (mask, geometry) else { return false };
        let name = mask.text().unwrap_or_default();
        let (files, ranks) = (usize::from(board.files()), usize::from(board.ranks()));
        let Some((drawn, shape)) = picture::shape_of(text).filter(|_| !name.contains('\n')) else {
            return false;
        };
        // If only the number of rows or only their length differs, the rows are reported instead.
        if drawn.0 == files || drawn.1 == ranks {
            return false;
        }
        let message = format!(
            "`{name}` is {files} by {ranks}, but the picture of the array is {} by {}",
            drawn.0, drawn.1
        );
        let help = match shape {
            Some(shape) => {
                let written = format!("write `{shape}`, the shape of the picture");
                NameSuggestion::replace(written, name, &shape)
            }
            None => "draw the mask with `.` and `#`".into(),
        };
        let made = mask.at.error(Code::PictureSize, message);
        let made = made.label(&node.at.source, node.at.span.clone(), "the picture");
        self.diagnostics.push(made.help(help));
        true
    }
}

const NAME_HELP: &str =
    "begin with a lower-case letter, and use only lower-case letters, digits, `-` and `_`";

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_'))
}
