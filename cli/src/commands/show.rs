//! `show`: draws positions and movements.

use std::path::Path;

use quadrille_core::{AnyGame, Kind, Seat};
use quadrille_dsl::diagnostic::did_you_mean;
use quadrille_dsl::load::RECONSTRUCTED;
use quadrille_dsl::text::Sentence;
use quadrille_dsl::{Ruleset, fen};
use quadrille_reports::pictures;

use crate::args::{Drawing, ShowArgs};
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use quadrille_render::{Picture, PictureOptions, Styled, png, svg, terminal};

/// The scale of a PNG picture in relation to the SVG picture from which it is made.
const PNG_SCALE: f32 = 2.0;

/// Draws a position or a movement, or prints the resolved ruleset.
pub fn run(args: &ShowArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let loaded = context::open_plain(&context.shelf, &args.rules)?;
    let format = match args.format {
        Some(format) => format,
        None => guess(args.output.as_deref())?,
    };
    let zones = zones(&loaded, args)?;
    let is_fen = matches!(format, Drawing::Fen | Drawing::PlainFen);
    if is_fen && (args.zones || !zones.is_empty()) {
        return Err(Failure::usage("a FEN can't show zones"));
    }
    let drawn = if args.resolved {
        Drawn::Text(Styled::from(&loaded.resolved))
    } else if let Some(name) = &args.piece {
        if is_fen {
            return Err(Failure::usage("a FEN can't show a piece's moves"));
        }
        let mut picture = movement(&loaded, name, args.from.as_deref())?;
        picture.mark_zones(loaded.spec(), &zones);
        draw(&picture, format, context, args.output.is_some())?
    } else {
        let hooks = loaded.hooks();
        let mut game = context::position(&loaded, &*hooks, &args.position)?;
        // The picture includes the next decision, such as the turn or a mate.
        game.decision()?;
        if is_fen {
            if args.seen_by.is_some() {
                return Err(Failure::usage("a FEN holds the whole position"));
            }
            let text = match format {
                Drawing::PlainFen => plain(&loaded, &*game)?,
                _ => fen::write(&loaded.rules, &game.setup()),
            };
            Drawn::Text(Styled::from(format!("{text}\n")))
        } else {
            let viewer = args.seen_by.as_deref().map(|name| seat(&loaded, name)).transpose()?;
            let mut picture = picture(&loaded, &*game, viewer);
            picture.mark_zones(loaded.spec(), &zones);
            if let (Drawing::Text, Some(year)) = (format, loaded.meta.dated()) {
                picture.title = format!("{} ({year})", picture.title);
            }
            if format == Drawing::Text && is_reconstructed(&loaded) {
                let id = &loaded.meta.id;
                let note = format!("partly reconstructed; see `quadrille explain {id}`");
                picture.notes.push(Sentence::text(note));
            }
            draw(&picture, format, context, args.output.is_some())?
        }
    };
    match &args.output {
        Some(path) => context.out.save(path, drawn.bytes())?,
        None if format == Drawing::Png && context.out.terminal => {
            let help = "write it to a file, as in `-o board.png`".to_owned();
            return Err(Failure::advised("a terminal can't show a PNG", Some(help)));
        }
        None => match drawn {
            Drawn::Text(text) => context.out.print(text)?,
            Drawn::Image(bytes) => context.out.image(&bytes)?,
        },
    }
    Ok(exit::FINE)
}

/// Returns the position as standard FEN.
fn plain(loaded: &Ruleset, game: &dyn AnyGame) -> Result<String, Failure> {
    fen::write_plain(&loaded.rules, &game.setup()).ok_or_else(|| {
        let help = "`--format fen` writes it as FEN4".to_owned();
        Failure::advised("plain FEN can't represent this position", Some(help))
    })
}

/// A drawing in one of the output formats.
enum Drawn {
    Text(Styled),
    Image(Vec<u8>),
}

impl Drawn {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_str().as_bytes(),
            Self::Image(bytes) => bytes,
        }
    }
}

/// Returns `true` if any rule or any part of the start position is reconstructed.
fn is_reconstructed(loaded: &Ruleset) -> bool {
    !loaded.reconstructed.is_empty()
        || loaded.clause_sources.iter().any(|(_, key)| key == RECONSTRUCTED)
}

/// Returns the drawing format for the extension of a file. Without a file or an extension, the
/// format is text.
fn guess(path: Option<&Path>) -> Result<Drawing, Failure> {
    let ending = path.and_then(Path::extension).and_then(|ending| ending.to_str());
    match ending {
        Some("svg") => Ok(Drawing::Svg),
        Some("png") => Ok(Drawing::Png),
        Some("fen") => Ok(Drawing::Fen),
        None | Some("txt") => Ok(Drawing::Text),
        Some(other) => Err(Failure::advised(
            format!("boards are not drawn as `.{other}`"),
            Some(
                "name a .svg, .png, .fen or .txt file, or choose a format with `--format`"
                    .to_owned(),
            ),
        )),
    }
}

fn draw(
    picture: &Picture,
    format: Drawing,
    context: &CommandContext,
    to_file: bool,
) -> Result<Drawn, Failure> {
    let drawn = match format {
        Drawing::Svg => Drawn::Text(Styled::from(svg::draw(picture))),
        Drawing::Png => png::draw(&svg::draw(picture), PNG_SCALE)
            .map(Drawn::Image)
            .map_err(|why| Failure::Io { name: "PNG".to_owned(), why: why.to_string() })?,
        Drawing::Text | Drawing::Fen | Drawing::PlainFen => {
            let depth = if to_file { terminal::ColourDepth::Plain } else { context.out.depth };
            Drawn::Text(terminal::draw(picture, depth))
        }
    };
    Ok(drawn)
}

/// Returns the names of the zones to mark.
fn zones<'a>(loaded: &'a Ruleset, args: &'a ShowArgs) -> Result<Vec<&'a str>, Failure> {
    let names = || loaded.spec().zones.iter().map(|(name, _)| name.as_str());
    let asked = args.zones || !args.zone.is_empty();
    if asked && names().next().is_none() {
        let help = "zones are declared under `[zones]` in geometry.toml".to_owned();
        return Err(Failure::advised(format!("{} has no zones", loaded.meta.id), Some(help)));
    }
    if args.zones {
        return Ok(names().collect());
    }
    for name in &args.zone {
        if !names().any(|known| known == name) {
            let list = format!("expected one of: {}", names().collect::<Vec<_>>().join(", "));
            let help = did_you_mean(name, names()).unwrap_or(list);
            return Err(Failure::advised(format!("unknown zone `{name}`"), Some(help)));
        }
    }
    Ok(args.zone.iter().map(String::as_str).collect())
}

/// Returns the seat with a name.
fn seat(loaded: &Ruleset, name: &str) -> Result<Seat, Failure> {
    let spec = loaded.spec();
    spec.seat_named(name).ok_or_else(|| {
        let names = || spec.seats.iter().map(|seat| seat.name.as_str());
        let list = format!("expected one of: {}", names().collect::<Vec<_>>().join(", "));
        let help = did_you_mean(name, names()).unwrap_or(list);
        Failure::advised(format!("unknown seat `{name}`"), Some(help))
    })
}

/// Returns the picture of a game as `viewer` sees it. If `viewer` is `None`, shows everything.
#[must_use]
pub fn picture(loaded: &Ruleset, game: &dyn AnyGame, viewer: Option<Seat>) -> Picture {
    let spec = loaded.spec();
    let options = PictureOptions { viewer, ..PictureOptions::of(loaded, &loaded.meta.title) };
    let mut picture = Picture::of_game(spec, game, &options);
    if let (Some(legend), Some(outcome)) = (&mut picture.legend, game.outcome()) {
        legend.ending = Some(quadrille_reports::outcome::describe(spec, outcome));
    }
    picture
}

/// Returns the picture of a kind's moves.
///
/// # Errors
/// Returns a [`Failure`] if the rules have no such kind, or the board has no such square.
pub fn movement(loaded: &Ruleset, name: &str, from: Option<&str>) -> Result<Picture, Failure> {
    let spec = loaded.spec();
    let letter = || name.chars().next().filter(|_| name.chars().count() == 1);
    let kind =
        spec.kind_named(name).or_else(|| spec.kind_of_letter(letter()?)).ok_or_else(|| {
            let names = || spec.kinds.iter().map(|kind| kind.name.as_str());
            let list = format!("expected one of: {}", names().collect::<Vec<_>>().join(", "));
            let help = did_you_mean(name, names()).unwrap_or(list);
            Failure::advised(format!("unknown piece `{name}`"), Some(help))
        })?;
    let square = |name: &str| {
        spec.geometry.square_named(name).ok_or_else(|| {
            let board =
                format!("`quadrille show {}` shows the names of the squares", loaded.meta.id);
            Failure::advised(format!("`{name}` is not a square of this board"), Some(board))
        })
    };
    let from = from.map(square).transpose()?;
    let title = format!("{}: {}", loaded.meta.title, describe(loaded, kind));
    Ok(pictures::movement(loaded, kind, from, &title))
}

/// Returns a kind's name and notation.
fn describe(loaded: &Ruleset, kind: Kind) -> String {
    loaded
        .rules
        .spec()
        .kinds
        .get(kind.index())
        .map_or_else(String::new, |kind| format!("{} ({})", kind.name, kind.notation))
}
