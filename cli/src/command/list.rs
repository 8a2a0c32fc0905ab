//! `list`: the rulesets there are.

use quadrille_dsl::{Library as _, Meta};
use serde::Serialize;

use crate::args::{Change, Format, List};
use crate::exit::{self, Failure};
use crate::report::Envelope;
use crate::session::{self, Context};
use crate::table::{Side, columns};

#[derive(Serialize)]
struct Body {
    rulesets: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    id: String,
    year: Option<i64>,
    title: String,
    summary: Option<String>,
    inventor: Option<String>,
    place: Option<String>,
    parents: Vec<String>,
    presets: Vec<String>,
    /// Whether it can be loaded.
    loads: bool,
}

impl Entry {
    fn new(id: String, meta: Option<Meta>) -> Self {
        let loads = meta.is_some();
        let meta = meta.unwrap_or_default();
        Self {
            id,
            year: meta.year,
            title: meta.title,
            summary: meta.summary,
            inventor: meta.inventor,
            place: meta.place,
            parents: meta.parents,
            presets: meta.presets.into_iter().map(|(name, _)| name).collect(),
            loads,
        }
    }

    fn row(&self) -> Vec<String> {
        let year = self.year.map_or_else(String::new, |year| year.to_string());
        let about = match (self.loads, &self.summary) {
            (false, _) => format!("can't be loaded: see `quadrille check {}`", self.id),
            (true, Some(summary)) => format!("{}. {}", self.title, first_sentence(summary)),
            (true, None) => self.title.clone(),
        };
        vec![year, self.id.clone(), about]
    }
}

/// Prints the list.
pub fn run(args: &List, context: &mut Context) -> Result<u8, Failure> {
    let load = |id: String| {
        let loaded = session::open(&context.shelf, &id, &Change::default());
        Entry::new(id, loaded.ok().map(|loaded| loaded.meta))
    };
    let mut entries: Vec<Entry> = context.shelf.names().into_iter().map(load).collect();
    entries.sort_by(|a, b| (a.year, &a.id).cmp(&(b.year, &b.id)));
    match args.format {
        Format::Json => {
            context.out.json(&Envelope::new(None, None, Body { rulesets: entries }))?;
        }
        Format::Text => {
            let rows: Vec<_> = entries.iter().map(Entry::row).collect();
            context.out.print(&columns(&[Side::Right, Side::Left, Side::Left], &rows))?;
        }
    }
    Ok(exit::FINE)
}

/// The text up to its first full stop.
fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}
