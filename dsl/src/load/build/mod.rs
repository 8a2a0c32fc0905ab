//! From the merged file to the description of a game: everything but what scripts add.

mod board;
mod pieces;

use quadrille_core::rules::{Clause, SeatSpec};
use quadrille_core::{Piece, Seat, Spec, Square};

use super::Meta;
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::formats::picture::PictureError;
use crate::manifest::tree::{At, Entry, Node, Table, Value};
use pieces::Men;

/// The most places in the order of turns.
const MAX_ORDER: usize = 64;
/// The most clauses.
const MAX_CLAUSES: usize = 1000;

/// Colours for seats that name none.
const COLOURS: [&str; 8] =
    ["#d9b300", "#2c6fbb", "#c0392b", "#2e8b57", "#8e44ad", "#d35400", "#16a2a2", "#7f8c8d"];

/// The men of a picture.
pub(crate) type Array = Vec<(Square, Piece)>;

/// A game without its scripts.
pub(crate) struct Draft {
    pub(crate) spec: Spec,
    pub(crate) meta: Meta,
    /// Every named array.
    pub(crate) arrays: Vec<(String, Array)>,
    /// Clause and key of its source.
    pub(crate) clause_sources: Vec<(String, String)>,
}

/// Reads the merged file. Every error is added to `diagnostics`, and then the draft is not to be
/// used; it is there at all only if there is a board.
pub(crate) fn draft(table: &Table, top: &At, diagnostics: &mut Vec<Diagnostic>) -> Option<Draft> {
    let mut builder = Builder { root: table, top, diagnostics };
    let geometry = builder.board();
    let zones = geometry.as_ref().map(|board| builder.zones(board)).unwrap_or_default();
    let (seats, teams, keys_known) = builder.seats();
    let (kinds, letters_known) = builder.pieces();
    // Cells can be judged only by keys and letters that are right themselves.
    let men = Men { seats: &seats, kinds: &kinds, known: keys_known && letters_known };
    let (array, arrays) = builder.arrays(geometry.as_ref(), &men);
    let order = builder.order(&seats);
    let (clauses, clause_sources) = builder.clauses();
    let meta = builder.meta();
    let rules = table.table("rules");
    let ply_limit = rules
        .and_then(|rules| rules.get("ply_limit")?.integer())
        .and_then(|limit| u32::try_from(limit).ok())
        .unwrap_or(Spec::PLY_LIMIT);
    let spec = Spec {
        id: meta.id.clone(),
        zones,
        teams,
        array,
        order,
        clauses,
        ply_limit,
        ..Spec::bare(geometry?, seats, kinds)
    };
    Some(Draft { spec, meta, arrays, clause_sources })
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
        self.diagnostics.push(Diagnostic { help, ..at.error(code, message) });
    }

    fn picture_errors(&mut self, node: &Node, errors: Vec<PictureError>) {
        for error in errors {
            let at = node.inside(error.span);
            self.error_with(&at, error.code, error.message, error.help);
        }
    }

    fn order(&mut self, seats: &[SeatSpec]) -> Vec<Seat> {
        let seat = |i: usize| u8::try_from(i).map_or(Seat(0), Seat);
        let turn = self.root.table("rules").and_then(|rules| rules.get("order"));
        let Some(node) = turn else {
            return (0..seats.len()).map(seat).collect();
        };
        let items = node.list();
        if matches!(node.value, Value::List(_)) && !(1..=MAX_ORDER).contains(&items.len()) {
            let message = format!("the order has 1 to {MAX_ORDER} turns, and this {}", items.len());
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
            let text = entry.node.text().or_else(|| table?.text("text")).unwrap_or_default();
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
            clauses.push(Clause { id: id.clone(), text: text.to_owned(), place });
        }
        (clauses, sources)
    }

    fn meta(&self) -> Meta {
        let header = self.root.table("variant");
        let text = |key: &str| header.and_then(|header| header.text(key)).map(str::to_owned);
        let list =
            |key: &str| header.and_then(|header| header.get(key)).map_or(&[][..], Node::list);
        let pair = |source: &Node| {
            let table = source.table()?;
            Some((table.text("key")?.to_owned(), table.text("cite")?.to_owned()))
        };
        let seats = self.root.get("seats").map_or(&[][..], Node::list);
        let colour = |(seat, standard): (&'a Node, &&'a str)| {
            seat.table().and_then(|seat| seat.text("colour")).unwrap_or(standard).to_owned()
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
            parents: list("parents").iter().filter_map(Node::text).map(str::to_owned).collect(),
            changes: text("changes"),
            summary: text("summary"),
            sources: list("sources").iter().filter_map(pair).collect(),
            colours: seats.iter().zip(COLOURS.iter()).map(colour).collect(),
            presets: self.root.entries_of("presets").iter().map(about).collect(),
        }
    }
}
