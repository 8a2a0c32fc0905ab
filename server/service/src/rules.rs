//! Rulesets as messages: boards, pieces, clauses, tunables, lessons, findings.

use std::collections::BTreeMap;

use quadrille_core::rules::{Fog, KnownTo};
use quadrille_core::{Cell, Facing, Kind, Piece, Seat, Spec};
use quadrille_dsl::diagnostic::Code;
use quadrille_dsl::lessons::{self, Lesson};
use quadrille_dsl::load::{DECIDED, RECONSTRUCTED};
use quadrille_dsl::manifest::piece_figures::symbol_of;
use quadrille_dsl::text::{Argument, Sentence};
use quadrille_dsl::{Diagnostic, Ruleset, Severity, Source, notation, sentence};
use quadrille_render::layout::zones::telling;
use quadrille_render::layout::{Edge, Mark, ZonePart};
use quadrille_render::reach::{reach, vantage};
use quadrille_render::{Picture, PictureOptions, colour::Rgb};

use crate::draft::DRAFT_FOLDER;
use crate::protocol::{
    BoardView, Card, ClauseView, EdgeView, FileRange, Finding, FixView, KindView, LessonTitle,
    NeutralView, PresetView, Reach, ReachedSquare, RulesetView, SeatView, SourceView, SquareView,
    TunableView, ZonePartView, ZoneView,
};
use crate::view;

/// Returns the timeline entry of a ruleset. `lessons` is the number of the ruleset's lessons.
pub(crate) fn card(loaded: &Ruleset, lessons: usize) -> Card {
    let (spec, meta) = (loaded.spec(), &loaded.meta);
    let options = PictureOptions::of(loaded, &loaded.meta.title);
    let setup = view::start(loaded);
    let picture = match &setup {
        Some(setup) => Picture::new(spec, setup, &options),
        None => Picture::empty(spec, &options),
    };
    Card {
        id: meta.id.clone(),
        title: meta.title.clone(),
        year: meta.year,
        about: meta.about,
        inventor: meta.inventor.clone(),
        place: meta.place.clone(),
        parents: meta.parents.clone(),
        changes: meta.changes.clone(),
        summary: meta.summary.clone(),
        base_summary: meta.base_summary.clone(),
        seats: spec.seats.len(),
        teams: spec.teams.len() < spec.seats.len(),
        dice: spec.dice.is_some(),
        reconstructed: !loaded.reconstructed.is_empty()
            || loaded.clause_sources.iter().any(|(_, key)| key == RECONSTRUCTED),
        lessons,
        board: board(spec, &picture),
        armies: seats(spec, &picture),
        pieces: view::pieces(spec, &picture),
    }
}

/// Returns the full description of a ruleset.
pub(crate) fn ruleset(loaded: &Ruleset) -> RulesetView {
    let spec = loaded.spec();
    let lessons = lessons::of(loaded);
    let name = |seat: &Seat| spec.seats[seat.index()].name.clone();
    let tunables = loaded.tunables.iter().map(|tunable| TunableView {
        key: format!("{}.{}", tunable.script, tunable.name),
        about: tunable.doc.clone(),
        value: tunable.value.clone(),
        default: tunable.default.clone(),
        one_of: tunable.one_of.clone(),
    });
    let presets = loaded.meta.presets.iter();
    let sources = loaded.meta.sources.iter();
    RulesetView {
        fog: spec.fog.map(|fog| Fog::WORDS[usize::from(fog == Fog::Team)]),
        hidden_kinds: spec.hidden.as_ref().map(|hidden| KnownTo::WORDS[hidden.known_to as usize]),
        heeds_check: (0..spec.seats.len()).any(|seat| spec.heeds_check(Seat(seat as u8))),
        secrets: loaded.asks_in_secret(),
        card: card(loaded, lessons.len()),
        preset: loaded.preset.clone(),
        order: spec.order.iter().map(name).collect(),
        kinds: (0..spec.kinds.len()).map(|i| kind(loaded, Kind(i as u8))).collect(),
        clauses: clauses(loaded, &lessons),
        reconstructed: loaded.reconstructed.clone(),
        presets: presets
            .map(|(name, about)| PresetView { name: name.clone(), about: about.clone() })
            .collect(),
        tunables: tunables.collect(),
        sources: sources
            .map(|(key, cite)| SourceView { key: key.clone(), cite: cite.clone() })
            .collect(),
        lessons: lessons.iter().map(title).collect(),
        hash: loaded.hash.clone(),
        warnings: findings(&loaded.warnings()),
    }
}

/// Returns the list entry of a lesson.
pub(crate) fn title(lesson: &Lesson) -> LessonTitle {
    LessonTitle {
        id: lesson.id.clone(),
        clauses: lesson.clauses.clone(),
        says: lesson.says.clone(),
        preset: lesson.preset.clone(),
        set: lesson.set.clone(),
        unplayable: lesson.unplayable.clone(),
        actions: lesson.play.as_deref().unwrap_or_default().split_whitespace().count(),
    }
}

fn board(spec: &Spec, picture: &Picture) -> BoardView {
    let geometry = &spec.geometry;
    let squares = geometry.squares().map(|square| {
        let Cell { file, rank } = geometry.cell(square);
        SquareView { name: geometry.name(square), file, rank, light: geometry.is_light(square) }
    });
    let edges = |edges: &[Edge]| -> Vec<EdgeView> {
        let view =
            |edge: &Edge| EdgeView { file: edge.file, rank: edge.rank, side: edge.side.word() };
        edges.iter().map(view).collect()
    };
    let mut marked = picture.clone();
    marked.mark_zones(spec, &telling(spec));
    let zones = marked.zones.iter().map(|group| ZoneView {
        label: group.label.to_string(),
        sentence: group.label.clone(),
        parts: group.parts.iter().map(|part| zone(spec, part)).collect(),
    });
    BoardView {
        zones: zones.collect(),
        files: picture.files,
        ranks: picture.ranks,
        squares: squares.collect(),
        walls: view::walls(picture),
        joined: edges(&picture.joined),
        one_way: edges(&picture.one_way),
        portals: spec
            .geometry
            .portals()
            .map(|ring| {
                let cells = ring.iter().map(|square| spec.geometry.cell(*square));
                cells.map(|cell| [cell.file, cell.rank]).collect()
            })
            .collect(),
        lines: picture.lines.iter().map(|(a, b)| [a.file, a.rank, b.file, b.rank]).collect(),
        notes: picture.notes.iter().map(ToString::to_string).collect(),
        note_sentences: picture.notes.clone(),
        neutral: picture
            .colours
            .get(spec.seats.len())
            .map(|look| NeutralView { name: look.name.clone(), colour: css(look.colour) }),
    }
}

fn zone(spec: &Spec, part: &ZonePart) -> ZonePartView {
    let squares = part.squares.iter().filter_map(|(file, rank)| spec.geometry.at(*file, *rank));
    ZonePartView {
        seat: part.seat.clone(),
        colour: css(part.colour),
        squares: squares.map(|square| spec.geometry.name(square)).collect(),
        inset: part.inset,
    }
}

fn seats(spec: &Spec, picture: &Picture) -> Vec<SeatView> {
    let partners = |i: usize| {
        let team = spec.seats[i].team;
        let others = spec.seats.iter().enumerate();
        let others = others.filter(move |(other, seat)| *other != i && seat.team == team);
        others.map(|(_, seat)| seat.name.clone()).collect()
    };
    let looks = spec.seats.iter().zip(&picture.colours).enumerate();
    looks
        .map(|(i, (seat, look))| SeatView {
            name: seat.name.clone(),
            key: seat.key,
            colour: css(look.colour),
            team: spec.teams.get(usize::from(seat.team)).cloned().unwrap_or_default(),
            partners: partners(i),
            facing: seat.facing.word().to_owned(),
        })
        .collect()
}

fn css(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn kind(loaded: &Ruleset, number: Kind) -> KindView {
    let spec = loaded.spec();
    let kind = &spec.kinds[number.index()];
    let has = |seat: usize| {
        let placed = spec
            .array
            .iter()
            .any(|(_, piece)| (piece.kind(), piece.colour().index()) == (number, seat));
        let mut held = spec.hands.iter().filter(|hand| hand.seat.index() == seat);
        placed || held.any(|hand| hand.pieces.iter().any(|(kind, n)| *kind == number && *n > 0))
    };
    let armies = (0..spec.seats.len()).filter(|seat| has(*seat));
    KindView {
        name: kind.name.clone(),
        symbol: symbol_of(&loaded.meta.symbols, &kind.name).to_owned(),
        letter: kind.letter,
        royal: kind.royal,
        moves: notation::movement(spec, kind),
        armies: armies.map(|seat| spec.seats[seat].name.clone()).collect(),
    }
}

fn clauses(loaded: &Ruleset, lessons: &[Lesson]) -> Vec<ClauseView> {
    let clause = |clause: &quadrille_core::rules::Clause| {
        let key = loaded.source_of(&clause.id);
        let showing = lessons.iter().enumerate();
        let showing = showing.filter(|(_, lesson)| lesson.clauses.contains(&clause.id));
        ClauseView {
            id: clause.id.clone(),
            text: clause.text.clone(),
            source: key.and_then(|key| loaded.citation(key)).map(str::to_owned),
            reconstructed: key == Some(RECONSTRUCTED),
            decided: key == Some(DECIDED),
            lessons: showing.map(|(number, _)| number).collect(),
        }
    };
    loaded.spec().clauses.iter().map(clause).collect()
}

/// Returns the squares that a piece can reach on an empty board. An error names the unknown kind,
/// army, square or facing.
pub(crate) fn reached(
    loaded: &Ruleset,
    kind: &str,
    army: Option<&str>,
    square: Option<&str>,
    facing: Option<&str>,
) -> Result<Reach, Sentence> {
    let spec = loaded.spec();
    let kind = spec
        .kind_named(kind)
        .ok_or_else(|| sentence!(RefusalNoKind, kind = Argument::kind(kind)))?;
    let seat = match army {
        Some(army) => spec
            .seat_named(army)
            .ok_or_else(|| sentence!(RefusalNoArmy, army = Argument::seat(army)))?,
        None => Seat(0),
    };
    let from = match square {
        Some(name) => spec.geometry.square_named(name),
        None => vantage(spec, kind, seat),
    };
    let from = from.ok_or_else(|| {
        sentence!(RefusalNoSquare, square = Argument::square(square.unwrap_or("?")))
    })?;
    let starts = spec
        .array
        .iter()
        .find(|(at, piece)| *at == from && (piece.kind(), piece.colour()) == (kind, seat));
    let facing = match facing {
        Some(word) => Facing::ALL
            .into_iter()
            .find(|facing| facing.word() == word)
            .ok_or_else(|| sentence!(RefusalNoFacing, facing = Argument::Text(word.to_owned())))?,
        None => starts.map_or(spec.seats[seat.index()].facing, |(_, piece)| piece.facing()),
    };
    let piece = Piece::new(kind, seat, facing);
    let mut picture = Picture::empty(spec, &PictureOptions::of(loaded, &loaded.meta.title));
    picture.place(spec, from, piece);
    let how = |mark: Mark| match mark {
        Mark::Quiet => Some("moves"),
        Mark::Capture => Some("captures"),
        Mark::Either => Some("both"),
        Mark::Assisted => Some("assisted"),
        Mark::Check | Mark::Origin | Mark::Highlight | Mark::Hidden => None,
    };
    let squares = reach(spec, piece, from).into_iter().filter_map(|(square, mark)| {
        let how = how(mark)?.to_owned();
        Some(ReachedSquare { square: spec.geometry.name(square), how })
    });
    let piece =
        view::pieces(spec, &picture).pop().ok_or_else(|| sentence!(RefusalPieceNotShown))?;
    Ok(Reach { piece, squares: squares.collect() })
}

/// Converts diagnostics to findings. A draft has no named folder. Therefore the finding that a
/// ruleset's id differs from its folder is left out.
pub(crate) fn findings<'d>(found: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<Finding> {
    let found = found.into_iter().filter(|found| found.code != Some(Code::IdIsNotFolderName));
    found.map(finding).collect()
}

/// Converts a diagnostic to a finding, with places that a page can mark.
fn finding(found: &Diagnostic) -> Finding {
    let mut units: BTreeMap<*const Source, Units> = BTreeMap::new();
    let places = found.labels.iter().map(|label| {
        let units = units.entry(std::sync::Arc::as_ptr(&label.source)).or_default();
        FileRange {
            file: file(&label.source),
            line: label.source.position(label.span.start).0,
            from: units.at(&label.source.text, label.span.start),
            to: units.at(&label.source.text, label.span.end),
            text: label.text.clone(),
        }
    });
    let places = places.collect();
    let fixes = found.fixes.iter().map(|fix| {
        let mut units = Units::default();
        FixView {
            file: file(&fix.source),
            from: units.at(&fix.source.text, fix.span.start),
            to: units.at(&fix.source.text, fix.span.end),
            text: fix.replacement.clone(),
        }
    });
    Finding {
        code: found.code.map(|code| code.to_string()),
        error: found.severity == Severity::Error,
        message: found.message.clone(),
        help: found.help.clone(),
        places,
        fixes: fixes.collect(),
    }
}

/// Returns the name of a source file. For a file of a draft, the name does not include the folder.
fn file(source: &Source) -> String {
    source.name.strip_prefix(DRAFT_FOLDER).unwrap_or(&source.name).to_owned()
}

/// A converter from byte offsets to offsets in UTF-16 units. It counts from the byte offset of the
/// last call. If the new byte offset is smaller, it counts from the start.
#[derive(Default)]
struct Units {
    byte: usize,
    unit: usize,
}

impl Units {
    fn at(&mut self, text: &str, byte: usize) -> usize {
        let byte = byte.min(text.len());
        if byte < self.byte {
            *self = Self::default();
        }
        let passed = text.get(self.byte..byte).unwrap_or_default();
        self.unit += passed.encode_utf16().count();
        self.byte = byte;
        self.unit
    }
}
