//! From the merged file to the description of a game: everything but what scripts add.

use quadrille_core::piece::{MAX_KINDS, MAX_SEATS};
use quadrille_core::spec::{
    Clause, EpOccupied, EpWindow, Hostility, KindSpec, MateTest, Royals, SeatSpec, State,
};
use quadrille_core::{
    Facing, Geometry, GeometryError, Piece, Protect, Seat, Seats, Spec, Square, Zone,
};

use super::Meta;
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::model::tree::{At, Entry, Node, Table, Value};
use crate::picture::{self, PictureError};
use crate::{notation, squares};

/// The most places in the order of turns.
const MAX_ORDER: usize = 64;
/// The most clauses.
const MAX_CLAUSES: usize = 1000;
/// How long a game may be where the file does not say.
const PLY_LIMIT: u32 = 2000;

/// Colours for seats that name none.
const COLOURS: [&str; 8] = [
    "#d9b300", "#2c6fbb", "#c0392b", "#2e8b57", "#8e44ad", "#d35400", "#16a2a2", "#7f8c8d",
];

/// A game without its scripts.
pub(crate) struct Draft {
    pub(crate) spec: Spec,
    pub(crate) meta: Meta,
    /// Every named array.
    pub(crate) arrays: Vec<(String, Vec<(Square, Piece)>)>,
    /// Clause and key of its source.
    pub(crate) clause_sources: Vec<(String, String)>,
}

/// Reads the merged file. Every error is added to `diagnostics`, and then the draft is not to be
/// used; it is there at all only if there is a board.
pub(crate) fn draft(table: &Table, top: &At, diagnostics: &mut Vec<Diagnostic>) -> Option<Draft> {
    let mut builder = Builder {
        root: table,
        top,
        diagnostics,
    };
    let geometry = builder.board();
    let zones = geometry
        .as_ref()
        .map(|board| builder.zones(board))
        .unwrap_or_default();
    let (seats, teams, keys_known) = builder.seats();
    let (kinds, letters_known) = builder.pieces();
    // Cells can be judged only by keys and letters that are right themselves.
    let men = Men {
        seats: &seats,
        kinds: &kinds,
        known: keys_known && letters_known,
    };
    let (array, arrays) = builder.arrays(geometry.as_ref(), &men);
    let order = builder.order(&seats);
    let (clauses, clause_sources) = builder.clauses();
    let meta = builder.meta();
    let rules = table.table("rules");
    let ply_limit = rules
        .and_then(|rules| rules.get("ply_limit")?.integer())
        .and_then(|limit| u32::try_from(limit).ok())
        .unwrap_or(PLY_LIMIT);
    let kind_count = kinds.len();
    let team = |seat: usize| seats.get(seat).map(|seat| seat.team);
    let relations = square_matrix(seats.len(), |a, b| {
        let hostile = team(a) != team(b);
        Hostility {
            capture: hostile,
            check: hostile,
        }
    });
    let protect = square_matrix(seats.len(), |a, b| {
        if a == b { Protect::Safe } else { Protect::None }
    });
    let every_kind = u32::try_from((1_u64 << kind_count.min(MAX_KINDS)) - 1).unwrap_or(u32::MAX);
    let spec = Spec {
        id: meta.id.clone(),
        geometry: geometry?,
        zones,
        seats,
        teams,
        kinds,
        marks: Vec::new(),
        array,
        order,
        states: State::predefined(),
        relations,
        protect,
        protect_in_mate_test: None,
        royals: Royals::Any,
        mate_test: MateTest::OwnTurn,
        castling: Vec::new(),
        ep_occupied: EpOccupied::Void,
        ep_window: EpWindow::OwnTurn,
        initial_by_mark: 0,
        promotions: Vec::new(),
        arrivals: Vec::new(),
        barred: Vec::new(),
        supply: Vec::new(),
        kind_captures: vec![every_kind; kind_count],
        dice: None,
        counters: Vec::new(),
        hands: Vec::new(),
        announcers: Seats::default(),
        track_last_checker: false,
        repetition: None,
        no_progress: None,
        progress_kinds: 0,
        insufficient: Vec::new(),
        handlers: Vec::new(),
        clauses,
        metrics: Vec::new(),
        ply_limit,
    };
    Some(Draft {
        spec,
        meta,
        arrays,
        clause_sources,
    })
}

fn square_matrix<T>(size: usize, entry: impl Fn(usize, usize) -> T) -> Vec<Vec<T>> {
    (0..size)
        .map(|a| (0..size).map(|b| entry(a, b)).collect())
        .collect()
}

/// What pictures are read by.
struct Men<'a> {
    seats: &'a [SeatSpec],
    kinds: &'a [KindSpec],
    known: bool,
}

struct Builder<'a> {
    root: &'a Table,
    top: &'a At,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Builder<'a> {
    fn error(&mut self, at: &At, code: &'static str, message: impl Into<String>) {
        self.diagnostics.push(at.error(code, message));
    }

    fn error_with(&mut self, at: &At, code: &'static str, message: String, help: Option<String>) {
        self.diagnostics.push(Diagnostic {
            help,
            ..at.error(code, message)
        });
    }

    fn picture_errors(&mut self, node: &Node, errors: Vec<PictureError>) {
        for error in errors {
            let at = node.inside(error.span);
            self.error_with(&at, error.code, error.message, error.help);
        }
    }

    fn board(&mut self) -> Option<Geometry> {
        let board = self.root.table("board")?;
        let node = board.get("mask")?;
        let rows = match picture::mask(node.text()?) {
            Ok(rows) => rows,
            Err(errors) => {
                self.picture_errors(node, errors);
                return None;
            }
        };
        let mut geometry = match Geometry::new(&rows) {
            Ok(geometry) => geometry,
            Err(error) => {
                self.error(&node.at, "Q0122", error.to_string());
                return None;
            }
        };
        geometry.set_light_is_even(board.text("light") == Some("even"));
        for wall in board.get("walls").map_or(&[][..], Node::list) {
            self.wall(&mut geometry, wall);
        }
        Some(geometry)
    }

    fn wall(&mut self, geometry: &mut Geometry, node: &Node) {
        let Some(text) = node.text() else { return };
        let Some((a, b)) = text.split_once('|') else {
            let help = "write the two cells it stands between: `d4|e4`".to_owned();
            let message = format!("`{text}` is no wall");
            self.error_with(&node.at, "Q0123", message, Some(help));
            return;
        };
        let mut cell = |name: &str, start: usize| {
            let found = geometry.cell_named(name.trim());
            if found.is_none() {
                let at = node.inside(start..start + name.len());
                let message = format!("`{}` is no cell of the board", name.trim());
                self.error(&at, "Q0123", message);
            }
            found
        };
        let (first, second) = (cell(a, 0), cell(b, a.len() + 1));
        let (Some(first), Some(second)) = (first, second) else {
            return;
        };
        if geometry.add_wall(first, second) == Err(GeometryError::WallApart) {
            let message = format!("{} and {} do not share an edge", a.trim(), b.trim());
            self.error(&node.at, "Q0124", message);
        }
    }

    /// The zones, which may mention each other in any order.
    fn zones(&mut self, geometry: &Geometry) -> Vec<(String, Zone)> {
        let mut waiting: Vec<&Entry> = Vec::new();
        for entry in self.root.entries_of("zones") {
            match squares::bad_name(&entry.key) {
                Some(reason) => {
                    let message = format!("`{}` can't be the name of a zone: {reason}", entry.key);
                    self.error(&entry.key_at, "Q0107", message);
                }
                None if entry.node.text().is_some() => waiting.push(entry),
                None => {}
            }
        }
        let mut zones: Vec<(String, Zone)> = Vec::new();
        let mut failed: Vec<&str> = Vec::new();
        while !waiting.is_empty() {
            let names: Vec<&str> = waiting.iter().map(|entry| entry.key.as_str()).collect();
            let (later, now): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|entry| {
                let mentioned = squares::mentions(entry.node.text().unwrap_or_default());
                mentioned.iter().any(|name| names.contains(&name.as_str()))
            });
            if now.is_empty() {
                if let [first, ..] = later.as_slice() {
                    let names = names.iter().map(|name| format!("`{name}`"));
                    let names = names.collect::<Vec<_>>().join(", ");
                    let message = format!("zones are defined by themselves in a circle: {names}");
                    self.error(&first.key_at, "Q0126", message);
                }
                break;
            }
            for entry in now {
                let text = entry.node.text().unwrap_or_default();
                match squares::parse(text, geometry, &zones) {
                    Ok(zone) => zones.push((entry.key.clone(), zone)),
                    Err(error) => {
                        failed.push(&entry.key);
                        // What a wrong zone brings about elsewhere is no second mistake.
                        let word = text.get(error.span.clone()).unwrap_or_default();
                        if !failed.contains(&word) {
                            let at = entry.node.inside(error.span);
                            self.error_with(&at, "Q0125", error.message, error.help);
                        }
                    }
                }
            }
            waiting = later;
        }
        // As the file has them, whatever depends on what.
        let place = |name: &str| {
            self.root
                .entries_of("zones")
                .iter()
                .position(|entry| entry.key == name)
        };
        zones.sort_by_key(|(name, _)| place(name));
        zones
    }

    /// Seats, names of teams, and whether all keys are right.
    fn seats(&mut self) -> (Vec<SeatSpec>, Vec<String>, bool) {
        let Some(node) = self.root.get("seats") else {
            return (Vec::new(), Vec::new(), false);
        };
        let tables: Vec<(&Node, &Table)> = node
            .list()
            .iter()
            .filter_map(|item| Some((item, item.table()?)))
            .collect();
        let count = tables.len();
        if !(2..=MAX_SEATS).contains(&count) {
            let message = format!("a game has 2 to {MAX_SEATS} seats, and this has {count}");
            let at = tables.get(MAX_SEATS).map_or(&node.at, |(item, _)| &item.at);
            self.error(at, "Q0111", message);
            return (Vec::new(), Vec::new(), false);
        }
        let mut seats: Vec<SeatSpec> = Vec::new();
        let mut teams: Vec<String> = Vec::new();
        let mut known = true;
        for (_, table) in &tables {
            let name = self.name(table.get("name"), "seat", &seats, |seat| &seat.name);
            let key = self.letter(table.get("key"), false, &seats, |seat| {
                (seat.key, &seat.name)
            });
            known &= key.is_some();
            if let Some(node) = table.get("colour") {
                self.colour(node);
            }
            let facing = table.text("facing");
            let facing = Facing::ALL.into_iter().find(|f| Some(f.word()) == facing);
            let team = table.text("team").unwrap_or(&name).to_owned();
            if table.get("team").is_none() && self.is_team(&tables, &name) {
                let at = table.get("name").map_or(self.top, |node| &node.at).clone();
                let message =
                    format!("`{name}` has no team, and its name is the team of other seats");
                self.error_with(
                    &at,
                    "Q0113",
                    message,
                    Some(format!("add `team = \"{name}\"`")),
                );
            }
            let place = teams
                .iter()
                .position(|known| *known == team)
                .unwrap_or_else(|| {
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

    fn is_team(&self, tables: &[(&Node, &Table)], name: &str) -> bool {
        tables
            .iter()
            .any(|(_, table)| table.text("team") == Some(name))
    }

    /// A name that is well formed and nobody else's, else what was written.
    fn name<T>(
        &mut self,
        node: Option<&Node>,
        what: &str,
        others: &[T],
        of: impl Fn(&T) -> &String,
    ) -> String {
        let Some((node, name)) = node.and_then(|node| Some((node, node.text()?))) else {
            return String::new();
        };
        if !is_name(name) {
            let message = format!("`{name}` can't be the name of a {what}");
            self.error_with(&node.at, "Q0107", message, Some(NAME_HELP.to_owned()));
        } else if others.iter().any(|other| of(other) == name) {
            self.error(
                &node.at,
                "Q0108",
                format!("another {what} has the name `{name}`"),
            );
        }
        name.to_owned()
    }

    /// A seat's key or a piece's letter that is well formed and nobody else's.
    fn letter<T>(
        &mut self,
        node: Option<&Node>,
        capital: bool,
        others: &[T],
        of: impl Fn(&T) -> (char, &String),
    ) -> Option<char> {
        let node = node?;
        let text = node.text()?;
        let mut chars = text.chars();
        let letter = chars
            .next()
            .filter(|_| chars.next().is_none())
            .unwrap_or(' ');
        let (codes, what, form) = if capital {
            (("Q0114", "Q0115"), "letter", "one capital letter, A to Z")
        } else {
            (
                ("Q0109", "Q0110"),
                "key",
                "one small letter, a to z, but not `d` or `x`",
            )
        };
        let fits = if capital {
            letter.is_ascii_uppercase()
        } else {
            letter.is_ascii_lowercase() && !matches!(letter, 'd' | 'x')
        };
        if !fits {
            let message = format!("`{text}` can't be a {what}");
            self.error_with(
                &node.at,
                codes.0,
                message,
                Some(format!("a {what} is {form}")),
            );
            return None;
        }
        if let Some((_, name)) = others.iter().map(of).find(|(other, _)| *other == letter) {
            let message = format!("`{name}` has the {what} `{letter}` already");
            self.error(&node.at, codes.1, message);
            return None;
        }
        Some(letter)
    }

    fn colour(&mut self, node: &Node) {
        let Some(text) = node.text() else { return };
        let digits = text.strip_prefix('#').unwrap_or_default();
        if !matches!(digits.len(), 3 | 6) || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            let help = "write it as `#d9b300` or `#db0`".to_owned();
            self.error_with(
                &node.at,
                "Q0112",
                format!("`{text}` is no colour"),
                Some(help),
            );
        }
    }

    /// The kinds of piece, and whether all letters are right.
    fn pieces(&mut self) -> (Vec<KindSpec>, bool) {
        let Some(node) = self.root.get("pieces") else {
            return (Vec::new(), false);
        };
        let entries = self.root.entries_of("pieces");
        if entries.is_empty() || entries.len() > MAX_KINDS {
            let count = entries.len();
            let message =
                format!("a game has 1 to {MAX_KINDS} kinds of piece, and this has {count}");
            let at = entries
                .get(MAX_KINDS)
                .map_or(&node.at, |entry| &entry.key_at)
                .clone();
            self.error(&at, "Q0116", message);
            return (Vec::new(), false);
        }
        let mut kinds: Vec<KindSpec> = Vec::new();
        let mut known = true;
        for entry in entries {
            if !is_name(&entry.key) {
                let message = format!("`{}` can't be the name of a piece", entry.key);
                self.error_with(&entry.key_at, "Q0107", message, Some(NAME_HELP.to_owned()));
            }
            let Some(table) = entry.node.table() else {
                known = false;
                continue;
            };
            let letter = self.letter(table.get("letter"), true, &kinds, |k| (k.letter, &k.name));
            known &= letter.is_some();
            let moves = table.text("moves").unwrap_or_default();
            let value = table.get("value").and_then(Node::integer).unwrap_or(0);
            kinds.push(KindSpec {
                name: entry.key.clone(),
                letter: letter.unwrap_or('\0'),
                royal: table.get("royal").and_then(Node::boolean).unwrap_or(false),
                value: i32::try_from(value).unwrap_or(0),
                notation: moves.to_owned(),
                walks: table
                    .get("moves")
                    .map(|node| self.walks(node))
                    .unwrap_or_default(),
            });
        }
        (kinds, known)
    }

    /// The walks of a notation; an empty one means that scripts say how the piece moves, if at all.
    fn walks(&mut self, node: &Node) -> Vec<quadrille_core::movement::Walk> {
        let text = node.text().unwrap_or_default();
        if text.is_empty() {
            return Vec::new();
        }
        notation::parse(text).unwrap_or_else(|errors| {
            for error in errors {
                let at = node.inside(error.span);
                self.error_with(&at, "Q0201", error.message, error.help);
            }
            Vec::new()
        })
    }

    /// The men at the start, and every named array.
    #[expect(
        clippy::type_complexity,
        reason = "the pair is taken apart where it is made"
    )]
    fn arrays(
        &mut self,
        geometry: Option<&Geometry>,
        men: &Men<'_>,
    ) -> (Vec<(Square, Piece)>, Vec<(String, Vec<(Square, Piece)>)>) {
        let mut arrays = Vec::new();
        let mut main = Vec::new();
        for entry in self.root.entries_of("array") {
            if entry.key == "picture" {
                main = self.array(&entry.node, geometry, men);
                continue;
            }
            if !is_name(&entry.key) {
                let message = format!("`{}` can't be the name of an array", entry.key);
                self.error_with(&entry.key_at, "Q0107", message, Some(NAME_HELP.to_owned()));
            }
            if let Some(node) = entry.node.table().and_then(|table| table.get("picture")) {
                arrays.push((entry.key.clone(), self.array(node, geometry, men)));
            }
        }
        if let Some(node) = self
            .root
            .table("rules")
            .and_then(|rules| rules.get("array"))
        {
            let name = node.text().unwrap_or_default();
            match arrays.iter().find(|(known, _)| known == name) {
                Some((_, men)) => main.clone_from(men),
                None => {
                    let help = did_you_mean(name, arrays.iter().map(|(name, _)| name.as_str()));
                    let message = format!("there is no `[array.{name}]`");
                    self.error_with(&node.at, "Q0137", message, help);
                }
            }
        }
        (main, arrays)
    }

    fn array(
        &mut self,
        node: &Node,
        geometry: Option<&Geometry>,
        men: &Men<'_>,
    ) -> Vec<(Square, Piece)> {
        let Some(text) = node.text().filter(|_| men.known) else {
            return Vec::new();
        };
        picture::array(text, geometry, men.seats, men.kinds).unwrap_or_else(|errors| {
            self.picture_errors(node, errors);
            Vec::new()
        })
    }

    fn order(&mut self, seats: &[SeatSpec]) -> Vec<Seat> {
        let seat = |i: usize| u8::try_from(i).map_or(Seat(0), Seat);
        let turn = self.root.table("rules").and_then(|rules| rules.get("turn"));
        let Some(node) = turn else {
            return (0..seats.len()).map(seat).collect();
        };
        let items = node.list();
        if matches!(node.value, Value::List(_)) && !(1..=MAX_ORDER).contains(&items.len()) {
            let message = format!(
                "the order has 1 to {MAX_ORDER} turns, and this {}",
                items.len()
            );
            self.error(&node.at, "Q0141", message);
        }
        let mut order = Vec::new();
        for item in items {
            let Some(name) = item.text() else { continue };
            match seats.iter().position(|seat| seat.name == name) {
                Some(i) => order.push(seat(i)),
                // Without seats the mistake is theirs.
                None if seats.is_empty() => {}
                None => {
                    let help = did_you_mean(name, seats.iter().map(|seat| seat.name.as_str()));
                    let message = format!("there is no seat `{name}`");
                    self.error_with(&item.at, "Q0140", message, help);
                }
            }
        }
        order
    }

    #[expect(
        clippy::type_complexity,
        reason = "the pair is taken apart where it is made"
    )]
    fn clauses(&mut self) -> (Vec<Clause>, Vec<(String, String)>) {
        let header = self.root.table("variant");
        let known: Vec<&str> = header
            .and_then(|header| header.get("sources"))
            .map_or(&[][..], Node::list)
            .iter()
            .filter_map(|source| source.table()?.text("key"))
            .collect();
        let mut clauses = Vec::new();
        let mut sources = Vec::new();
        for entry in self.root.entries_of("clauses") {
            let id = &entry.key;
            let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
            if id.is_empty() || !id.chars().all(fits) {
                let message = format!("`{id}` can't be the name of a clause");
                let help = "a clause's name has letters, digits, `-`, `_` and `.`".to_owned();
                self.error_with(&entry.key_at, "Q0107", message, Some(help));
            }
            if clauses.len() == MAX_CLAUSES {
                let message = format!("there are more than {MAX_CLAUSES} clauses");
                self.error(&entry.key_at, "Q0143", message);
                break;
            }
            let table = entry.node.table();
            let text = entry
                .node
                .text()
                .or_else(|| table?.text("text"))
                .unwrap_or_default();
            if let Some(node) = table.and_then(|table| table.get("source")) {
                let key = node.text().unwrap_or_default();
                if known.contains(&key) {
                    sources.push((id.clone(), key.to_owned()));
                } else {
                    let message = format!("no source in `[variant]` has the key `{key}`");
                    let help = did_you_mean(key, known.iter().copied());
                    let made = node.at.warning("Q0144", message);
                    self.diagnostics.push(Diagnostic { help, ..made });
                }
            }
            let place = entry.key_at.line();
            clauses.push(Clause {
                id: id.clone(),
                text: text.to_owned(),
                place,
            });
        }
        (clauses, sources)
    }

    fn meta(&self) -> Meta {
        let header = self.root.table("variant");
        let text = |key: &str| {
            header
                .and_then(|header| header.text(key))
                .map(str::to_owned)
        };
        let list = |key: &str| {
            header
                .and_then(|header| header.get(key))
                .map_or(&[][..], Node::list)
        };
        let pair = |source: &Node| {
            let table = source.table()?;
            Some((
                table.text("key")?.to_owned(),
                table.text("cite")?.to_owned(),
            ))
        };
        let seats = self.root.get("seats").map_or(&[][..], Node::list);
        let colour = |(seat, standard): (&'a Node, &&'a str)| {
            seat.table()
                .and_then(|seat| seat.text("colour"))
                .unwrap_or(standard)
                .to_owned()
        };
        let about = |entry: &Entry| {
            let about = entry.node.table().and_then(|preset| preset.text("about"));
            (entry.key.clone(), about.unwrap_or_default().to_owned())
        };
        Meta {
            id: text("id").unwrap_or_default(),
            title: text("title").unwrap_or_default(),
            inventor: text("inventor"),
            year: header.and_then(|header| header.get("year")?.integer()),
            place: text("place"),
            parents: list("parents")
                .iter()
                .filter_map(Node::text)
                .map(str::to_owned)
                .collect(),
            summary: text("summary"),
            sources: list("sources").iter().filter_map(pair).collect(),
            colours: seats.iter().zip(COLOURS.iter()).map(colour).collect(),
            presets: self.root.entries_of("presets").iter().map(about).collect(),
        }
    }
}

const NAME_HELP: &str =
    "a name begins with a small letter and has small letters, digits, `-` and `_`";

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_'))
}
