//! Checks strings that are names, in comparisons, lists, switches and maps.
//!
//! Uses the [interface](crate::script::interface::api).

use std::ops::Range;

use quadrille_core::Restriction;
use rhai::{Expr, Position};

use super::Lint;
use crate::diagnostic::{Code, suggest};
use crate::script::interface::api::{Type, named};
use crate::script::interface::bindings::find_queries::PROPERTIES;
use crate::text::prose::with_article;

/// The type of a map key's value.
enum MapKeyType {
    /// One value of a type.
    One(Type),
    /// An array of values.
    Many(Type),
    /// One value or an array.
    Either(Type),
    /// Either the name of a zone, or an array of squares.
    Zone,
    /// Either the word `royals`, or an array of kinds.
    Royals,
}

impl Lint<'_> {
    /// Checks the expression `with`, which is compared with a value of type `of`. `unequal` is the
    /// result of the comparison if the two always differ: `true` for `!=`, and `false` for `==`.
    pub(super) fn compared(&mut self, of: Type, with: &Expr, unequal: bool) {
        if let Expr::CharConstant(c, at) = with
            && !of.is_value()
        {
            self.character(*c, *at, Code::ComparisonNeverTrue);
        }
        for (text, at) in self.texts_of(with) {
            self.compared_text(of, &text, self.text_span(&text, at), unequal);
        }
    }

    pub(super) fn compared_text(
        &mut self,
        of: Type,
        text: &str,
        span: Range<usize>,
        unequal: bool,
    ) {
        match of {
            Type::OneOf(_)
            | Type::Kind
            | Type::State
            | Type::ColourName
            | Type::TeamName
            | Type::SquareName
            | Type::Question
            | Type::Choice
            | Type::Offer => self.literal(of, text, span),
            Type::Seat | Type::Square | Type::Piece | Type::Move => {
                let what = of.word();
                let message = format!("comparing a {what} with a string is always {unequal}");
                let help = match of {
                    Type::Piece => "compare its `.kind`".to_owned(),
                    Type::Move => "compare its `.piece.kind`, or `.to.name`".to_owned(),
                    _ => format!("write `{what}(\"{text}\")`, or compare its `.name`"),
                };
                self.error(Code::ComparisonNeverTrue, span, message, Some(help));
            }
            Type::Int => {
                let message = format!("comparing a number with a string is always {unequal}");
                let help = if text.parse::<i64>().is_ok() {
                    format!("write `{text}` without quotes")
                } else {
                    "compare it with a number".to_owned()
                };
                self.error(Code::ComparisonNeverTrue, span, message, Some(help));
            }
            _ => {}
        }
    }

    /// Checks a list of names that is searched for a value: `piece.kind in ["pawn", "rook"]` or
    /// `["pawn", "rook"].contains(piece.kind)`.
    pub(super) fn listed(&mut self, list: &Expr, sought: &Expr) {
        if let (Some(of), Some(Expr::Array(items, _))) =
            (self.type_of(sought), self.literal_of(list).cloned())
        {
            items.iter().for_each(|item| self.compared(of, item, false));
        }
        // For example `"red" in seat.partners`. A list of kinds may be searched for a kind that
        // only other games have.
        if let Some(of) = self.type_of(list).and_then(Type::element).filter(|of| of.is_value()) {
            self.compared(of, sought, false);
        }
    }

    /// Checks `#{ pawn: 1, rook: 5 }[piece.kind]`.
    pub(super) fn looked_up(&mut self, map: &Expr, key: &Expr) {
        let (Some(of), Some(Expr::Map(entries, _))) =
            (self.type_of(key), self.literal_of(map).cloned())
        else {
            return;
        };
        for (name, _) in &entries.0 {
            self.compared_text(of, &name.name, self.text_span(&name.name, name.pos), false);
        }
    }

    /// Returns the strings in the cases of a `switch`, with their places. They are read from the
    /// source, because Rhai's tree contains only the hashes of the strings.
    pub(super) fn cases(&self, at: Position) -> Vec<(String, Range<usize>)> {
        let text = &self.source.text;
        let start = self.span(at).start;
        let strings = &self.outline.strings;
        let skipped = |at: usize| {
            strings.iter().chain(&self.outline.comments).find(|span| span.contains(&at))
        };
        let (mut depth, mut opened, mut parens) = (0_usize, false, 0_usize);
        let mut patterns = false;
        let mut found = Vec::new();
        let mut i = start;
        while i < text.len() {
            if let Some(span) = skipped(i) {
                let string = strings.iter().any(|other| other == span);
                if string && opened && depth == 1 && parens == 0 && patterns {
                    found.push((text[span.clone()].to_owned(), span.clone()));
                }
                i = span.end;
                continue;
            }
            match text.as_bytes()[i] {
                b'{' => {
                    depth += 1;
                    if !opened && parens == 0 {
                        (opened, patterns) = (true, true);
                    }
                }
                b'}' => {
                    depth = depth.saturating_sub(1);
                    if opened && depth == 0 {
                        break;
                    }
                    // A case with a block needs no comma.
                    patterns |= depth == 1;
                }
                b'(' | b'[' => parens += 1,
                b')' | b']' => parens = parens.saturating_sub(1),
                b',' if depth == 1 && parens == 0 => patterns = true,
                b'=' if depth == 1 && text[i..].starts_with("=>") => patterns = false,
                // A condition follows.
                b'i' if depth == 1 && text[i..].starts_with("if ") => patterns = false,
                _ => {}
            }
            i += 1;
        }
        found
    }

    /// Checks the keys and values of a map argument of an interface function.
    pub(super) fn map(&mut self, function: &str, map: &Expr) {
        let Some(Expr::Map(entries, _)) = self.literal_of(map).cloned() else { return };
        let mut params = named(function).flat_map(|function| function.params);
        let of_seats = params.find_map(|(_, of)| match of {
            Type::SeatMap(value) => Some(**value),
            _ => None,
        });
        let keys: &[&str] = match function {
            "find" => &PROPERTIES,
            "restrict" => Restriction::BY_RESTRICT,
            _ if of_seats.is_some() => &[],
            _ => return,
        };
        for (name, value) in &entries.0 {
            let key = name.name.as_str();
            if let Some(takes) = of_seats {
                self.literal(Type::SeatName, key, self.text_span(key, name.pos));
                self.taken(function, key, &MapKeyType::One(takes), value);
                continue;
            }
            if !keys.contains(&key) {
                let help = suggest(key, keys.iter().copied())
                    .unwrap_or_else(|| format!("use one of: {}", keys.join(", ")).into());
                let message = format!("`{function}` has no key `{key}`");
                let span = self.text_span(key, name.pos);
                self.error(Code::UnknownName, span, message, Some(help));
                continue;
            }
            let takes = match (function, key) {
                ("find", "kind") => MapKeyType::Either(Type::Kind),
                ("find", "colour" | "controller") => MapKeyType::Either(Type::Seat),
                ("find", "zone") => MapKeyType::Zone,
                ("find", "mark") => MapKeyType::One(Type::Mark),
                (_, "royal" | "safe") => MapKeyType::One(Type::Bool),
                (_, "lifts") => MapKeyType::One(Type::Square),
                (_, "captures" | "colours") => MapKeyType::Many(Type::Seat),
                (_, "from" | "to") => MapKeyType::Zone,
                (_, "spares") => MapKeyType::Royals,
                _ => MapKeyType::Many(Type::Kind),
            };
            self.taken(function, key, &takes, value);
        }
    }

    /// Checks a map in `extra_moves`, or in one of its helpers, if the map is probably a move.
    /// Reports a misspelt key, an extra key, or a value of `from` or `to` that is not a square. A
    /// map with other keys is intermediate data, so it is not checked.
    pub(super) fn offered(&mut self, entries: &[(rhai::Ident, Expr)]) {
        const HOOK: &str = "extra_moves";
        const ENDS: [&str; 2] = ["from", "to"];
        let within = entries.first().and_then(|(key, _)| self.within(key.pos));
        let Some(within) = within.filter(|within| self.serves(*within, HOOK)) else { return };
        let helper = self.outline.functions[within].hook.is_none();
        let missing: Vec<&str> = ENDS
            .into_iter()
            .filter(|end| entries.iter().all(|(key, _)| key.name != *end))
            .collect();
        for (name, value) in entries {
            let key = name.name.as_str();
            if ENDS.contains(&key) {
                if missing.is_empty() {
                    self.taken(HOOK, key, &MapKeyType::One(Type::Square), value);
                }
                continue;
            }
            let close = suggest(key, missing.iter().copied());
            // Keys such as `x` and `y` resemble neither `from` nor `to`. A helper's other keys may
            // have other purposes.
            if close.is_none() && (helper || !missing.is_empty()) {
                continue;
            }
            let message = format!("a move of `{HOOK}` has no `{key}`");
            let span = self.text_span(key, name.pos);
            let help = close.unwrap_or_else(|| "use only the keys `from` and `to`".into());
            self.error(Code::UnknownName, span, message, Some(help));
        }
    }

    /// Returns `true` if the function with the index `within` is this hook, or a helper that the
    /// hook calls directly or indirectly.
    fn serves(&self, within: usize, hook: &str) -> bool {
        let functions = &self.outline.functions;
        let mut reached: Vec<usize> =
            (0..functions.len()).filter(|i| functions[*i].name.value == hook).collect();
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            next += 1;
            let called = |i: &usize| {
                functions[*i].hook.is_none()
                    && functions[from].words.contains(&functions[*i].name.value)
            };
            let fresh: Vec<usize> =
                (0..functions.len()).filter(|i| !reached.contains(i)).filter(called).collect();
            reached.extend(fresh);
        }
        reached.contains(&within)
    }

    /// Checks the value of a key.
    fn taken(&mut self, function: &str, key: &str, takes: &MapKeyType, value: &Expr) {
        let one = |list: Option<&Expr>| match list {
            Some(Expr::Array(items, _)) => Some(items.to_vec()),
            _ => None,
        };
        let items = one(self.literal_of(value));
        match takes {
            MapKeyType::One(of) => self.value(function, key, *of, value),
            MapKeyType::Many(of) | MapKeyType::Either(of) => match items {
                Some(items) => items.iter().for_each(|item| self.value(function, key, *of, item)),
                None if matches!(takes, MapKeyType::Either(_)) => {
                    self.value(function, key, *of, value);
                }
                None => self.value(function, key, Type::List, value),
            },
            MapKeyType::Zone => match items {
                Some(items) => {
                    items.iter().for_each(|item| self.value(function, key, Type::Square, item));
                }
                None => self.value(function, key, Type::Zone, value),
            },
            MapKeyType::Royals => match items {
                Some(items) => {
                    items.iter().for_each(|item| self.value(function, key, Type::Kind, item));
                }
                None => self.value(function, key, Type::OneOf(&["royals"]), value),
            },
        }
    }

    fn value(&mut self, function: &str, key: &str, of: Type, value: &Expr) {
        let texts = self.texts_of(value);
        let Some(sort) = of.sort() else { return };
        if sort == Type::Text && !texts.is_empty() {
            for (text, at) in texts {
                self.literal(of, &text, self.text_span(&text, at));
            }
            return;
        }
        let Some(given) = self.type_of(value) else { return };
        // The elements of an array may be unknown, and an array may replace a single value.
        if given.sort() == Some(sort) || given.sort() == Some(Type::List) {
            return;
        }
        let (takes, given) = (with_article(&of.plain()), with_article(&given.plain()));
        let message = format!("`{key}` of `{function}` takes {takes}, not {given}");
        let help = match (of, texts.first()) {
            (Type::Seat | Type::Square, Some((text, _))) => {
                Some(format!("write `{}(\"{text}\")`", of.word()))
            }
            _ => None,
        };
        let span = match texts.first() {
            Some((text, at)) => self.text_span(text, *at),
            None => self.span(value.start_position()),
        };
        self.error(Code::WrongArguments, span, message, help);
    }
}
