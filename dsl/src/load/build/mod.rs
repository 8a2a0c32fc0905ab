//! Builds the description of a game from the merged manifest. The parts that scripts declare are
//! not included.

pub(crate) mod board;
mod build_context;
mod hidden_kinds;
pub(crate) mod seats_kinds_and_arrays;

use std::collections::HashSet;

use quadrille_core::rules::{Clause, SeatSpec};
use quadrille_core::{Facing, Seat, Seats, Spec};

use super::meta::Meta;
use crate::diagnostic::{Code, Diagnostic, FirstSuggestions, NameSuggestion, instead_of_seat};
use crate::formats::picture::{PictureColour, PictureError};
use crate::manifest::check::misspelt_on;
use crate::manifest::tree::{FileSpan, TomlEntry, TomlNode, TomlTable, TomlValue};
pub(crate) use build_context::Array;
use build_context::BuildContext;
use seats_kinds_and_arrays::PictureKeys;

/// The maximum length of a turn order.
const MAX_ORDER: usize = 64;
/// The maximum number of clauses.
pub(crate) const MAX_CLAUSES: usize = 1000;

/// The colours of seats for which the manifest sets no colour.
const COLOURS: [&str; 8] =
    ["#d9b300", "#2c6fbb", "#c0392b", "#2e8b57", "#8e44ad", "#d35400", "#16a2a2", "#7f8c8d"];

/// The colour of neutral pieces if the manifest sets no colour for them.
const NEUTRAL_COLOUR: &str = "#8d9299";

/// The colours of seats that have the name of a colour.
const NAMED: [(&str, &str); 18] = [
    ("white", "#f3eee0"),
    ("black", "#45403c"),
    ("red", "#c0392b"),
    ("yellow", "#d9b300"),
    ("blue", "#2c6fbb"),
    ("green", "#2e8b57"),
    ("purple", "#8e44ad"),
    ("violet", "#8e44ad"),
    ("orange", "#d35400"),
    ("brown", "#7b4f2c"),
    ("grey", "#7f8c8d"),
    ("gray", "#7f8c8d"),
    ("pink", "#e38aae"),
    ("cyan", "#16a2a2"),
    ("turquoise", "#16a2a2"),
    ("gold", "#c9a227"),
    ("silver", "#b8bcc0"),
    ("ivory", "#efe6cf"),
];

/// Returns the colours of seats, in the order of the seats. If the manifest sets no colour for a
/// seat, the colour follows from the name of the seat, such as `red`. If the name is no colour, or
/// if this colour is taken, the seat gets the colour of its index. If that colour is taken too, the
/// seat gets the first free colour.
pub(crate) fn seat_colours(seats: &[TomlNode]) -> Vec<String> {
    let text = |seat: &TomlNode, key| seat.table()?.text(key).map(str::to_owned);
    let mut colours: Vec<Option<String>> = seats.iter().map(|seat| text(seat, "colour")).collect();
    // The first pass handles seats with the name of a colour. The second pass handles the rest.
    for by_name in [true, false] {
        for (i, seat) in seats.iter().enumerate() {
            if colours[i].is_some() {
                continue;
            }
            let is_free = |colour: &&str| {
                !colours.iter().flatten().any(|other| other.eq_ignore_ascii_case(colour))
            };
            let of_place = COLOURS[i % COLOURS.len()];
            let colour = if by_name {
                let named = text(seat, "name").and_then(|name| colour_named(&name));
                named.filter(is_free)
            } else {
                std::iter::once(of_place).chain(COLOURS).find(is_free).or(Some(of_place))
            };
            colours[i] = colour.map(str::to_owned);
        }
    }
    colours.into_iter().flatten().collect()
}

/// Returns the colour whose name the seat has. Upper and lower case do not matter.
fn colour_named(seat: &str) -> Option<&'static str> {
    NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(seat)).map(|(_, colour)| *colour)
}

/// The merged manifests, as written.
#[derive(Clone)]
pub(crate) struct MergedManifest {
    pub table: TomlTable,
    pub top: FileSpan,
    /// The pieces of each named array.
    pub arrays: Vec<(String, Array)>,
}

/// A game without its scripts.
pub(crate) struct Description {
    pub(crate) spec: Spec,
    pub(crate) meta: Meta,
    /// All named arrays.
    pub(crate) arrays: Vec<(String, Array)>,
    /// The clauses that name a source, each with the key of this source.
    pub(crate) clause_sources: Vec<(String, String)>,
}

/// Reads the merged manifest, and adds the errors to `diagnostics`. If there are errors, the
/// returned description is incomplete. Returns `None` if the manifest has no valid board.
pub(crate) fn draft(
    table: &TomlTable,
    top: &FileSpan,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Description> {
    let mut builder = BuildContext { root: table, top, diagnostics, diagonal: Seats::default() };
    let geometry = builder.board();
    let lines = geometry.as_ref().map(|board| builder.lines(board)).unwrap_or_default();
    let zones = geometry.as_ref().map(|board| builder.zones(board)).unwrap_or_default();
    let (seats, teams, keys_known) = builder.seats();
    let (neutral, key_known) = builder.neutral(&seats);
    let (kinds, letters_known) = builder.pieces(seats.len());
    let diagonal = builder.diagonal;
    // Cells can be checked only if the keys and letters are valid.
    let unowned = neutral.iter().map(|neutral| PictureColour {
        key: neutral.key,
        name: &neutral.name,
        facing: Facing::North,
    });
    let colours: Vec<PictureColour<'_>> = PictureColour::of(&seats).chain(unowned).collect();
    let known = keys_known
        && key_known
        && letters_known
        && !["seats", "neutral", "pieces"].into_iter().any(|key| misspelt_on(table, &[key]));
    let keys = PictureKeys { colours: &colours, kinds: &kinds, known };
    let (array, arrays) = builder.arrays(geometry.as_ref(), &keys);
    let mut marks = Vec::new();
    let hidden = builder.hidden_kinds(&seats, &kinds, colours.len(), &mut marks);
    let order = builder.order(&seats);
    let (clauses, clause_sources) = builder.clauses();
    let meta = Meta { lines, ..builder.meta() };
    let rules = table.table("rules");
    let ply_limit = rules
        .and_then(|rules| rules.get("ply_limit")?.integer())
        .and_then(|limit| u32::try_from(limit).ok())
        .unwrap_or(Spec::DEFAULT_PLY_LIMIT);
    let spec = Spec {
        id: meta.id.clone(),
        diagonal,
        neutral,
        zones,
        teams,
        array,
        order,
        clauses,
        ply_limit,
        marks,
        hidden,
        ..Spec::bare(geometry?, seats, kinds)
    };
    Some(Description { spec, meta, arrays, clause_sources })
}

impl<'a> BuildContext<'a> {
    fn error(&mut self, at: &FileSpan, code: Code, message: impl Into<String>) {
        self.diagnostics.push(at.error(code, message));
    }

    fn error_with(
        &mut self,
        at: &FileSpan,
        code: Code,
        message: String,
        help: Option<impl Into<NameSuggestion>>,
    ) {
        self.diagnostics.push(at.error(code, message).maybe_help(help));
    }

    fn picture_errors(&mut self, node: &TomlNode, errors: Vec<PictureError>) {
        for error in errors {
            let at = node.inside(error.span.clone());
            self.error_with(&at, error.kind.code(), error.to_string(), error.help);
        }
    }

    fn order(&mut self, seats: &[SeatSpec]) -> Vec<Seat> {
        let seat = |i: usize| u8::try_from(i).map_or(Seat(0), Seat);
        let turn = self.root.table("rules").and_then(|rules| rules.get("order"));
        let Some(node) = turn else {
            return (0..seats.len()).map(seat).collect();
        };
        let items = node.list();
        if matches!(node.value, TomlValue::List(_)) && !(1..=MAX_ORDER).contains(&items.len()) {
            let message = format!(
                "the turn order has 1 to {MAX_ORDER} entries, but this one has {}",
                items.len()
            );
            self.error(&node.at, Code::OrderLength, message);
        }
        let mut order = Vec::new();
        for item in items {
            order.extend(self.seat_named(item, seats));
        }
        order
    }

    /// Returns the seat with this name.
    fn seat_named(&mut self, item: &TomlNode, seats: &[SeatSpec]) -> Option<Seat> {
        let name = item.text()?;
        let found = seats.iter().position(|seat| seat.name == name);
        // If there are no seats, or if a seat has no name, another error is already reported.
        let named = !seats.is_empty() && seats.iter().all(|seat| !seat.name.is_empty());
        if found.is_none() && named && !misspelt_on(self.root, &["seats"]) {
            let help =
                instead_of_seat(name, seats.iter().map(|seat| (seat.name.as_str(), seat.key)));
            let message = format!("there is no seat `{name}`");
            self.error_with(&item.at, Code::NoSuchSeatInOrder, message, Some(help));
        }
        found.and_then(|i| u8::try_from(i).ok()).map(Seat)
    }

    fn clauses(&mut self) -> (Vec<Clause>, Vec<(String, String)>) {
        let header = self.root.table("variant");
        let listed =
            header.and_then(|header| header.get("sources")).map_or(&[][..], TomlNode::list);
        let known: Vec<&str> =
            listed.iter().filter_map(|source| source.table()?.text("key")).collect();
        let keys: HashSet<&str> = known.iter().copied().collect();
        let mut suggestions = FirstSuggestions::new();
        // If the list of sources has an error, an unknown source may be a consequence.
        let all = known.len() == listed.len() && !misspelt_on(self.root, &["variant", "sources"]);
        let mut clauses = Vec::new();
        let mut sources = Vec::new();
        for entry in self.root.entries_of("clauses") {
            let id = &entry.key;
            let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
            if id.is_empty() || !id.chars().all(fits) {
                let message = format!("`{id}` can't be the id of a clause");
                let help = "use only letters, digits, `-`, `_` and `.`".to_owned();
                self.error_with(&entry.key_at, Code::InvalidName, message, Some(help));
            }
            if clauses.len() == MAX_CLAUSES {
                let message = format!("there are more than {MAX_CLAUSES} clauses");
                self.error(&entry.key_at, Code::ClauseCount, message);
                break;
            }
            let table = entry.node.table();
            let text = entry.node.text().or_else(|| table?.text("text")).unwrap_or_default();
            if let Some(node) = table.and_then(|table| table.get("source")) {
                match node.text() {
                    Some(key) if keys.contains(key) => {
                        sources.push((id.clone(), key.to_owned()));
                    }
                    Some(key) if all => {
                        let message = format!("no source in `[variant]` has the key `{key}`");
                        let listed = || {
                            format!("add `{{ key = \"{key}\", cite = \"…\" }}` to its `sources`")
                        };
                        let help = suggestions.suggest(key, known.iter().copied());
                        let help = help.unwrap_or_else(|| listed().into());
                        self.diagnostics
                            .push(node.at.warning(Code::NoSuchSource, message).help(help));
                    }
                    _ => {}
                }
            }
            let place = entry.key_at.line();
            clauses.push(Clause { id: id.clone(), text: text.to_owned(), place });
        }
        (clauses, sources)
    }

    fn meta(&self) -> Meta {
        let header = self.root.table("variant");
        let text = |key: &str| header.and_then(|header| header.text(key)).map(str::to_owned);
        let list =
            |key: &str| header.and_then(|header| header.get(key)).map_or(&[][..], TomlNode::list);
        let pair = |source: &TomlNode| {
            let table = source.table()?;
            Some((table.text("key")?.to_owned(), table.text("cite")?.to_owned()))
        };
        let seats = self.root.get("seats").map_or(&[][..], TomlNode::list);
        let colours = seat_colours(seats).into_iter();
        let neutral = self.root.table("neutral");
        let unowned =
            neutral.map(|table| table.text("colour").unwrap_or(NEUTRAL_COLOUR).to_owned());
        let about = |entry: &TomlEntry| {
            let about = entry.node.table().and_then(|preset| preset.text("about"));
            (entry.key.clone(), about.unwrap_or_default().to_owned())
        };
        let symbol = |kind: &TomlEntry| {
            Some((kind.key.clone(), kind.node.table()?.text("symbol")?.to_owned()))
        };
        Meta {
            id: text("id").unwrap_or_default(),
            title: text("title").unwrap_or_default(),
            inventor: text("inventor"),
            year: header.and_then(|header| header.get("year")?.integer()),
            about: header.and_then(|header| header.get("about")?.boolean()).unwrap_or_default(),
            place: text("place"),
            parents: list("parents").iter().filter_map(TomlNode::text).map(str::to_owned).collect(),
            changes: text("changes"),
            summary: text("summary"),
            base_summary: None,
            sources: list("sources").iter().filter_map(pair).collect(),
            colours: colours.chain(unowned).collect(),
            symbols: self.root.entries_of("pieces").iter().filter_map(symbol).collect(),
            lines: Vec::new(),
            presets: self.root.entries_of("presets").iter().map(about).collect(),
        }
    }
}
