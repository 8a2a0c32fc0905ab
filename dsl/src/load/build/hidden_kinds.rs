//! Reads `[hidden]` and the keys `hidden` of seats and pieces.

use quadrille_core::rules::{HiddenKinds, KindSpec, KnownTo, MarkId, SeatSpec};
use quadrille_core::{Kind, Seat};

use super::BuildContext;
use crate::diagnostic::{Code, instead_of};
use crate::manifest::tree::{FileSpan, TomlNode, TomlTable};

/// Returns the value of the key `hidden` in a table if this value is `true`.
fn hidden(table: Option<&TomlTable>) -> Option<&TomlNode> {
    table?.get("hidden").filter(|node| node.boolean() == Some(true))
}

impl BuildContext<'_> {
    /// Returns the hidden kinds, and adds the mark of revealed pieces to `marks`. `colours` is the
    /// number of colours. Returns `None` if no kinds are hidden.
    pub(super) fn hidden_kinds(
        &mut self,
        seats: &[SeatSpec],
        kinds: &[KindSpec],
        colours: usize,
        marks: &mut Vec<String>,
    ) -> Option<HiddenKinds> {
        let root = self.root;
        let seat_nodes = root.get("seats").map(TomlNode::list).unwrap_or_default();
        let of_seat = |seat: usize| hidden(seat_nodes.get(seat).and_then(TomlNode::table));
        let pieces = root.table("pieces");
        let of_kind = |kind: &KindSpec| hidden(pieces?.get(&kind.name).and_then(TomlNode::table));
        let first = kinds.iter().find_map(of_kind).or_else(|| (0..seats.len()).find_map(of_seat));
        let tables = root.entries_of("pieces").iter().map(|entry| &entry.node).chain(seat_nodes);
        let is_written = tables.filter_map(TomlNode::table).any(|it| it.get("hidden").is_some());
        let options = root.table("hidden");
        let options = match (first, options) {
            (None, None) => return None,
            (Some(_), Some(options)) => options,
            (Some(first), None) => {
                let message = "kinds are hidden, but no kind is shown instead";
                let help = "add a kind to `[pieces]`, such as `unknown = { letter = \"U\", moves = \"\" }`, \
                            and a table `[hidden]` with `shown_as = \"unknown\"`";
                self.error_with(
                    &first.at,
                    Code::HiddenKinds,
                    message.to_owned(),
                    Some(help.to_owned()),
                );
                return None;
            }
            // A preset may show all kinds with `hidden = false`, and so may a ruleset that extends
            // this one.
            (None, Some(_)) if is_written => return None,
            (None, Some(_)) => {
                let at: FileSpan = root.entry("hidden")?.key_at.clone();
                let message = "`[hidden]` has no effect, because no kind and no seat is hidden";
                let help = "write `hidden = true` in a piece or in a seat, or remove `[hidden]`";
                self.error_with(&at, Code::HiddenKinds, message.to_owned(), Some(help.to_owned()));
                return None;
            }
        };
        let shown = options.get("shown_as")?;
        let name = shown.text().unwrap_or_default();
        let Some(shown_as) = kinds.iter().position(|kind| kind.name == name) else {
            let help = instead_of(name, kinds.iter().map(|kind| kind.name.as_str()));
            let message = format!("there is no kind `{name}`");
            self.error_with(&shown.at, Code::HiddenKinds, message, Some(help));
            return None;
        };
        if let Some(at) = of_kind(&kinds[shown_as]) {
            let message =
                format!("`{name}` is shown instead of hidden kinds, so it can't be hidden");
            let help = "remove `hidden = true`, or name another kind in `shown_as`";
            self.error_with(&at.at, Code::HiddenKinds, message, Some(help.to_owned()));
            return None;
        }
        let words = KnownTo::WORDS.iter().zip(KnownTo::ALL);
        let known_to = options.text("known_to").unwrap_or(KnownTo::WORDS[0]);
        let known_to = words.into_iter().find(|(word, _)| **word == known_to)?.1;
        let all =
            (0..colours).flat_map(|colour| kinds.iter().enumerate().map(move |it| (colour, it)));
        let concealed = all.filter(|(colour, (number, kind))| {
            *number != shown_as && (of_seat(*colour).is_some() || of_kind(kind).is_some())
        });
        let numbers = |(colour, (kind, _)): (usize, (usize, &KindSpec))| {
            Some((Seat(u8::try_from(colour).ok()?), Kind(u8::try_from(kind).ok()?)))
        };
        let revealed = MarkId(u8::try_from(marks.len()).ok()?);
        marks.push(HiddenKinds::REVEALED.to_owned());
        Some(HiddenKinds {
            pieces: concealed.filter_map(numbers).collect(),
            shown_as: Kind(u8::try_from(shown_as).ok()?),
            known_to,
            revealed,
            captures_reveal: options.get("captures_reveal").and_then(TomlNode::boolean)
                == Some(true),
        })
    }
}
