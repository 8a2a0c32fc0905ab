//! `list`: lists the rulesets by year.

use quadrille_core::Spec;
use quadrille_dsl::Meta;
use quadrille_reports::envelope::Envelope;
use quadrille_reports::table::{Align, columns};
use serde::Serialize;

use crate::args::{ListArgs, OutputFormat};
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};

#[derive(Serialize)]
struct RulesetList {
    rulesets: Vec<ListedRuleset>,
}

#[derive(Serialize)]
struct ListedRuleset {
    id: String,
    year: Option<i64>,
    /// `true` if the year is approximate.
    about: bool,
    #[serde(skip)]
    dated: Option<String>,
    title: String,
    summary: Option<String>,
    inventor: Option<String>,
    place: Option<String>,
    parents: Vec<String>,
    presets: Vec<String>,
    /// The numbers of seats and teams, and the size of the board. `None` if the manifest can't be
    /// read.
    #[serde(flatten)]
    size: Option<RulesetSize>,
    /// `true` if the manifest can be read.
    loads: bool,
}

#[derive(Serialize)]
struct RulesetSize {
    seats: usize,
    teams: usize,
    files: u8,
    ranks: u8,
    squares: usize,
}

impl RulesetSize {
    fn new(spec: &Spec) -> Self {
        Self {
            seats: spec.seats.len(),
            teams: spec.teams.len(),
            files: spec.geometry.files(),
            ranks: spec.geometry.ranks(),
            squares: spec.geometry.len(),
        }
    }

    fn players(&self) -> String {
        match self.teams {
            teams if teams < self.seats => format!("{} seats, {teams} teams", self.seats),
            _ => format!("{} seats", self.seats),
        }
    }

    fn board(&self) -> String {
        let Self { files, ranks, squares, .. } = self;
        match usize::from(*files) * usize::from(*ranks) {
            all if all == *squares => format!("{files}x{ranks}"),
            _ => format!("{files}x{ranks}, {squares} squares"),
        }
    }
}

impl ListedRuleset {
    fn new(id: String, outline: Option<(Meta, Spec)>) -> Self {
        let loads = outline.is_some();
        let size = outline.as_ref().map(|(_, spec)| RulesetSize::new(spec));
        let meta = outline.map_or_else(Meta::default, |(meta, _)| meta);
        Self {
            id,
            year: meta.year,
            about: meta.about,
            dated: meta.dated(),
            title: meta.title,
            summary: meta.summary,
            inventor: meta.inventor,
            place: meta.place,
            parents: meta.parents,
            presets: meta.presets.into_iter().map(|(name, _)| name).collect(),
            size,
            loads,
        }
    }

    fn row(&self) -> Vec<String> {
        let year = self.dated.clone().unwrap_or_default();
        let Some(size) = &self.size else {
            let broken = format!("can't be loaded; see `quadrille check {}`", self.id);
            return vec![year, self.id.clone(), broken];
        };
        let place = self.place.clone().unwrap_or_default();
        vec![year, self.id.clone(), self.title.clone(), place, size.players(), size.board()]
    }
}

/// Prints the list of rulesets.
pub fn run(args: &ListArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let all = context::outlines(&context.shelf);
    let mut entries: Vec<ListedRuleset> =
        all.map(|(id, outline)| ListedRuleset::new(id, outline)).collect();
    entries
        .sort_by(|a, b| (a.year.is_none(), a.year, &a.id).cmp(&(b.year.is_none(), b.year, &b.id)));
    match args.format {
        OutputFormat::Json => {
            context.out.json(&Envelope::new(None, None, RulesetList { rulesets: entries }))?;
        }
        OutputFormat::Text => {
            // A ruleset that can't be loaded has a remark instead of columns. The remark must not
            // widen the columns.
            let left = [Align::Left; 5];
            let sides: Vec<Align> = std::iter::once(Align::Right).chain(left).collect();
            let rows: Vec<_> = entries.iter().map(ListedRuleset::row).collect();
            context.out.print(columns(&sides, &rows))?;
        }
    }
    Ok(exit::FINE)
}
