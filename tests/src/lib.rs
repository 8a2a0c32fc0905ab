//! Helpers for tests and benches: rules written in Rust, which are compared with rules from files,
//! and other helpers that several tests use.

pub mod agree;
pub mod changed;
pub mod entry;
pub mod games;
pub mod plain;
pub mod random;
pub mod seeds;
pub mod table;
pub mod turned;
pub mod values;

use quadrille_core::rules::{CastlingMove, KindSpec, Promotion};
use quadrille_core::rules::{Emitted, SeatResult};
use quadrille_core::rules::{Filter, Handler};
use quadrille_core::rules::{Leg, Path, Take};
use quadrille_core::{
    Effect, Event, EventKind, Facing, Geometry, HookError, Hooks, Kind, Piece, Seat, Spec, Square,
    Vector, View, Zone,
};
use quadrille_dsl::{Folder, Library, LibraryError};

/// Returns leaping paths for these vectors.
#[must_use]
pub fn leaps(vectors: &[Vector]) -> Vec<Path> {
    vectors.iter().map(|v| Path::new(Leg::leap(*v))).collect()
}

/// Returns the specification of orthodox chess, with its kinds in the order p, n, b, r, q, k.
#[must_use]
pub fn orthodox() -> Spec {
    let mut pawn = vec![Path { take: Take::NONE, ..Path::new(Leg::leap(Vector::new(0, 1))) }];
    for dx in [-1, 1] {
        pawn.push(Path {
            quiet: false,
            en_passant: true,
            ..Path::new(Leg::leap(Vector::new(dx, 1)))
        });
    }
    pawn.push(Path {
        take: Take::NONE,
        initial: true,
        ..Path::new(Leg { min: 2, max: 2, ..Leg::leap(Vector::new(0, 1)) })
    });
    let geometry = Geometry::rectangle(8, 8).unwrap_or_else(|error| panic!("{error}"));
    let square = |name: &str| geometry.square_named(name).unwrap_or(Square(0));
    let mut array = Vec::new();
    let mut promotions = Vec::new();
    let mut castling = Vec::new();
    for (seat, facing, back, front) in [(0, Facing::North, 1, 2), (1, Facing::South, 8, 7)] {
        for (i, kind) in [3, 1, 2, 4, 5, 2, 1, 3].into_iter().enumerate() {
            let file = (b'a' + i as u8) as char;
            let piece = |kind| Piece::new(Kind(kind), Seat(seat), facing);
            array.push((square(&format!("{file}{back}")), piece(kind)));
            array.push((square(&format!("{file}{front}")), piece(0)));
            let promotion = Promotion {
                kinds: [4, 3, 2, 1].map(Kind).to_vec(),
                optional: false,
                ..Promotion::default()
            };
            promotions.push((piece(0), square(&format!("{file}{}", 9 - back)), promotion));
        }
        for (king_side, to, rook, over, files) in
            [(true, 'g', 'h', 'f', "fg"), (false, 'c', 'a', 'd', "bcd")]
        {
            let on = |file: char| square(&format!("{file}{back}"));
            castling.push(CastlingMove {
                seat: Seat(seat),
                king_side,
                king: (on('e'), on(to)),
                rook: (on(rook), on(over)),
                kinds: Some([Kind(5), Kind(3)]),
                shares_rights: false,
                empty: files.chars().map(on).collect(),
                safe: [on('e'), on(over)].into_iter().collect::<Zone>(),
                clause: None,
            });
        }
    }
    let kinds = vec![
        KindSpec::new("pawn", 'P', 1, pawn),
        KindSpec::new("knight", 'N', 3, Path::leaper(1, 2)),
        KindSpec::new("bishop", 'B', 3, Path::rider(1, 1)),
        KindSpec::new("rook", 'R', 5, Path::rider(1, 0)),
        KindSpec::new("queen", 'Q', 9, [Path::rider(1, 0), Path::rider(1, 1)].concat()),
        KindSpec::royal("king", 'K', [Path::leaper(1, 0), Path::leaper(1, 1)].concat()),
    ];
    Spec {
        id: "orthodox-in-rust".to_owned(),
        array,
        castling,
        promotions,
        repetition: Some(3),
        no_progress: Some(50),
        progress_kinds: 1,
        insufficient: vec![
            vec![vec![Kind(5)], vec![Kind(5)]],
            vec![vec![Kind(5), Kind(1)], vec![Kind(5)]],
            vec![vec![Kind(5), Kind(2)], vec![Kind(5)]],
        ],
        handlers: [EventKind::Mate, EventKind::Stalemate]
            .map(|event| Handler {
                event,
                filter: Filter::default(),
                clause: None,
                judged: false,
                chooses: false,
                name: format!("{event:?}"),
            })
            .to_vec(),
        ..Spec::two_player(geometry, kinds)
    }
}

/// Hooks for the ends of orthodox chess, in ten lines of Rust. A mated player loses, and a
/// stalemate is a draw.
#[derive(Debug)]
pub struct OrthodoxEnds;

impl Hooks for OrthodoxEnds {
    fn call(
        &self,
        _: usize,
        event: &Event<'_>,
        _: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        let results = match event {
            Event::Mate(Seat(0)) => vec![SeatResult::Loss, SeatResult::Win],
            Event::Mate(_) => vec![SeatResult::Win, SeatResult::Loss],
            _ => vec![SeatResult::Draw; 2],
        };
        out.push(Emitted { effect: Effect::Finish(results), clause: None, place: 0 });
        Ok(())
    }
}

/// A library of the rulesets of the repository, the recipes of its cookbook, and the rulesets for
/// tests. It reads their files from disk.
#[derive(Debug)]
pub struct Disk {
    roots: [std::path::PathBuf; 3],
}

impl Disk {
    /// Creates a library that searches the shipped rulesets first, then `docs/cookbook` and
    /// `tests/rulesets`.
    #[must_use]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let roots = ["../rulesets", "../docs/cookbook", "rulesets"];
        Self { roots: roots.map(|root| here.join(root)) }
    }

    fn list(path: &std::path::Path) -> Vec<std::path::PathBuf> {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        paths
    }

    fn stem(path: &std::path::Path) -> String {
        path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }
}

impl Library for Disk {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        let path = self
            .roots
            .iter()
            .map(|root| root.join(name))
            .find(|path| path.join("geometry.toml").is_file())
            .ok_or(LibraryError::NotFound)?;
        let mut folder = Folder { name: name.to_owned(), ..Folder::default() };
        for file in Self::list(&path) {
            let key = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let bytes = std::fs::read(&file);
            let bytes = bytes.map_err(|error| LibraryError::Unreadable(error.to_string()))?;
            folder.files.insert(key, bytes);
        }
        Ok(folder)
    }

    fn names(&self) -> Vec<String> {
        let all = self.roots.iter().flat_map(|root| Self::list(root));
        all.filter(|path| path.join("geometry.toml").is_file())
            .map(|path| Self::stem(&path))
            .collect()
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        std::fs::read(self.roots[0].join("plugins").join(format!("{name}.rhai"))).ok()
    }

    fn plugins(&self) -> Vec<String> {
        Self::list(&self.roots[0].join("plugins")).iter().map(|path| Self::stem(path)).collect()
    }
}
