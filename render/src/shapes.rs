//! The figures of the pieces, as vector paths in a box of 100 by 100. The feet of the figures are
//! at the bottom.
//!
//! The figures were drawn for Quadrille. The page draws the same figures. A kind without a figure
//! is drawn as a disc with its letter.

/// The figure of a kind of piece, as vector paths.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure {
    /// Filled and outlined paths, in the order of drawing.
    pub body: &'static [&'static str],
    /// Lines on the body, in the colour of the outline.
    pub lines: &'static str,
    /// Dots on the body, in the colour of the outline. Each has the coordinates of its centre, and
    /// its radius.
    pub dots: &'static [(f32, f32, f32)],
}

/// The foot of all figures except the disc.
const FOOT_PATH: &str = "M29 79H71C75 79 77 82 77 86V90H23V86C23 82 25 79 29 79Z";
/// The collar of bishop, queen and king.
const COLLAR_PATH: &str = "M36 54H64A3.5 3.5 0 0 1 64 61H36A3.5 3.5 0 0 1 36 54Z";
/// The sign of a promoted piece: a crescent at the upper right.
const GILT_PATH: &str = "M70 10A13 13 0 1 0 84 27A10.5 10.5 0 1 1 70 10Z";
/// The stem under the collar.
const STEM_PATH: &str = "M42 61H58C58 70 61 76 68 79H32C39 76 42 70 42 61Z";

const PAWN: Figure = Figure {
    body: &[
        "M43 56H57C57 66 60 74 67 79H33C40 74 43 66 43 56Z",
        "M39 49.5H61A3.5 3.5 0 0 1 61 56.5H39A3.5 3.5 0 0 1 39 49.5Z",
        "M50 25A12.5 12.5 0 0 1 50 50A12.5 12.5 0 0 1 50 25Z",
        FOOT_PATH,
    ],
    lines: "",
    dots: &[],
};

const ROOK: Figure = Figure {
    body: &[
        "M38 40H62L65 79H35Z",
        "M28 18H38V25H45V18H55V25H62V18H72V34L65 41H35L28 34Z",
        FOOT_PATH,
    ],
    lines: "M35 41H65M36 71H64",
    dots: &[],
};

const KNIGHT: Figure = Figure {
    body: &[
        "M33 79C32 66 45 60 46 49C41 52 37 52 34 57C32 60 29 61 26 59C22 56 20 53 22 49\
         C25 43 30 38 32 31C33 27 34 25 37 22L36 13L45 19L50 14L53 20C67 24 74 38 73 56\
         C73 66 71 72 70 79Z",
        FOOT_PATH,
    ],
    lines: "M57 27C65 34 67 45 66 58M24 53L28 51",
    dots: &[(41.0, 32.0, 2.6)],
};

const BISHOP: Figure = Figure {
    body: &[
        STEM_PATH,
        "M50 21C62 28 67 38 64 46C63 50 61 52 60 54H40C39 52 37 50 36 46C33 38 38 28 50 21Z",
        COLLAR_PATH,
        "M50 11A5 5 0 0 1 50 21A5 5 0 0 1 50 11Z",
        FOOT_PATH,
    ],
    lines: "M51 40L58 29",
    dots: &[],
};

const QUEEN: Figure = Figure {
    body: &[
        STEM_PATH,
        "M37 54L21 27L35 39L35.5 20L46 36L50 16L54 36L64.5 20L65 39L79 27L63 54Z",
        COLLAR_PATH,
        "M21 19A4 4 0 0 1 21 27A4 4 0 0 1 21 19ZM35.5 12A4 4 0 0 1 35.5 20A4 4 0 0 1 35.5 12Z\
         M64.5 12A4 4 0 0 1 64.5 20A4 4 0 0 1 64.5 12ZM79 19A4 4 0 0 1 79 27A4 4 0 0 1 79 19Z\
         M50 8A4 4 0 0 1 50 16A4 4 0 0 1 50 8Z",
        FOOT_PATH,
    ],
    lines: "M36 47C45 44.5 55 44.5 64 47",
    dots: &[],
};

const KING: Figure = Figure {
    body: &[
        STEM_PATH,
        "M47 7H53V12H58V18H53V26H47V18H42V12H47Z",
        "M39 54L31 34C30 29 40 25 50 25C60 25 70 29 69 34L61 54Z",
        COLLAR_PATH,
        FOOT_PATH,
    ],
    lines: "M31.5 35C43 31 57 31 68.5 35",
    dots: &[],
};

const DUCK: Figure = Figure {
    body: &[
        "M38 36L24 40C19 42 19 47 24 48C30 50 36 50 41 48Z",
        "M22 66C22 82 36 90 54 90C74 90 88 78 88 58C80 62 72 61 68 57C64 53 66 47 66 40\
         C66 26 56 17 46 17C35 17 28 26 30 36C31 42 35 46 38 50C33 53 22 57 22 66Z",
    ],
    lines: "M44 68C50 77 62 78 70 71",
    dots: &[(42.0, 31.0, 3.0)],
};

const ELEPHANT: Figure = Figure {
    body: &[
        "M36 79C33 70 31 62 31 52C31 34 40 22 54 22C70 22 79 34 78 54C78 64 75 72 72 79Z",
        "M40 24C28 26 20 36 20 48V66C20 70 16 71 14 68L10 73C16 80 27 77 28 67L30 56\
         C34 53 38 48 39 42Z",
        "M55 27C70 26 78 37 76 50C75 59 68 62 62 57C55 51 51 38 55 27Z",
        FOOT_PATH,
    ],
    lines: "M33 55C29 60 24 62 19 60",
    dots: &[(40.0, 36.0, 2.8)],
};

const HORSE: Figure = Figure {
    body: &[
        "M38 79C38 66 40 58 43 50L30 56C25 58 21 55 22 50L38 27L40 14L48 22C64 24 74 40 72 62\
         C72 70 70 75 68 79Z",
        "M48 22C58 18 70 24 76 36C80 45 80 56 77 64L70 58L71 48L63 44L64 36L55 33Z",
        FOOT_PATH,
    ],
    lines: "M27 52L31 49",
    dots: &[(43.0, 34.0, 2.8)],
};

const SHIP: Figure = Figure {
    body: &[
        "M47 14H53V62H47Z",
        "M53 18C70 22 80 36 80 54C72 49 62 48 53 51Z",
        "M47 24C37 30 28 40 24 54C32 50 40 49 47 51Z",
        "M14 60H86C84 74 74 84 62 86H38C26 84 16 74 14 60Z",
    ],
    lines: "M17 68H83",
    dots: &[],
};

const ALFIL: Figure = Figure {
    body: &[
        "M36 56H64C64 66 66 74 70 79H30C34 74 36 66 36 56Z",
        "M32 54C32 44 26 36 22 24C34 22 42 28 44 38C47 36 53 36 56 38C58 28 66 22 78 24\
         C74 36 68 44 68 54Z",
        "M33 49.5H67A3.5 3.5 0 0 1 67 56.5H33A3.5 3.5 0 0 1 33 49.5Z",
        FOOT_PATH,
    ],
    lines: "M50 36V48",
    dots: &[],
};

const FERZ: Figure = Figure {
    body: &[
        STEM_PATH,
        "M50 24C65 22 74 30 72 40C71 48 64 53 60 54H40C36 53 29 48 28 40C26 30 35 22 50 24Z",
        COLLAR_PATH,
        "M50 26C45 20 46 12 54 8C52 13 55 15 56 19C57 23 54 26 50 26Z",
        FOOT_PATH,
    ],
    lines: "M29 42C40 46 60 34 66 27M39 52C52 51 66 44 71 36",
    dots: &[],
};

const LESSER_QUEEN: Figure = Figure {
    body: &[
        STEM_PATH,
        "M38 54L27 32L40 42L50 25L60 42L73 32L62 54Z",
        COLLAR_PATH,
        "M50 17A4.5 4.5 0 0 1 50 26A4.5 4.5 0 0 1 50 17Z",
        FOOT_PATH,
    ],
    lines: "M37 48C45 45.5 55 45.5 63 48",
    dots: &[],
};

const ARCHBISHOP: Figure = Figure {
    body: &[
        "M33 79C32 66 45 60 46 49C41 52 37 52 34 57C32 60 29 61 26 59C22 56 20 53 22 49\
         C25 43 30 38 32 31C33 27 34 25 37 22L36 13L45 19L50 14L53 20C67 24 74 38 73 56\
         C73 66 71 72 70 79Z",
        "M41 21C38 14 42 7 50 3C58 7 62 14 59 21L50 17Z",
        FOOT_PATH,
    ],
    lines: "M57 30C65 36 67 46 66 58M24 53L28 51M50 6V13M46 10H54",
    dots: &[(41.0, 33.0, 2.6)],
};

const CHANCELLOR: Figure = Figure {
    body: &[
        "M33 79C32 66 45 60 46 49C41 52 37 52 34 57C32 60 29 61 26 59C22 56 20 53 22 49\
         C25 43 30 38 32 31C33 27 34 25 37 22L36 13L45 19L50 14L53 20C67 24 74 38 73 56\
         C73 66 71 72 70 79Z",
        "M34 6H41V11H47V6H53V11H59V6H66V17L61 23H39L34 17Z",
        FOOT_PATH,
    ],
    lines: "M59 31C65 36 67 46 66 58M24 53L28 51",
    dots: &[(41.0, 33.0, 2.6)],
};

const MANN: Figure = Figure {
    body: &[
        STEM_PATH,
        "M50 22C66 22 70 40 62 54H38C30 40 34 22 50 22Z",
        COLLAR_PATH,
        "M47 10H53V24H47Z",
        FOOT_PATH,
    ],
    lines: "M36 38H64",
    dots: &[],
};

const CAMEL: Figure = Figure {
    body: &[
        "M30 79C30 66 34 60 34 52L34 38L24 42C19 43 16 39 18 35L30 24C36 20 44 23 44 30V46\
         C48 36 54 30 60 30C66 30 72 36 76 46C80 56 78 68 76 79Z",
        FOOT_PATH,
    ],
    lines: "M60 30C58 36 56 42 57 48",
    dots: &[(32.0, 31.0, 2.6)],
};

const GIRAFFE: Figure = Figure {
    body: &[
        "M44 79C46 60 46 44 44 30L30 34C26 35 23 31 25 28L38 18L38 8L43 14L48 10L51 18\
         C58 34 60 60 70 79Z",
        FOOT_PATH,
    ],
    lines: "M50 40H56M49 54H59M49 67H63",
    dots: &[(39.0, 22.0, 2.4)],
};

const GOLD: Figure = Figure {
    body: &[
        "M34 48H66L68 79H32Z",
        "M28 50C28 34 37 24 50 24C63 24 72 34 72 50Z",
        "M50 30C38 28 28 20 24 6C18 22 26 38 50 40C74 38 82 22 76 6C72 20 62 28 50 30Z",
        "M26 46H74A3.5 3.5 0 0 1 74 53H26A3.5 3.5 0 0 1 26 46Z",
        FOOT_PATH,
    ],
    lines: "M42 62H58M42 70H58",
    dots: &[],
};

const SILVER: Figure = Figure {
    body: &[
        "M34 48H66L68 79H32Z",
        "M28 50C28 34 37 24 50 24C63 24 72 34 72 50Z",
        "M50 8L57 20L50 40L43 20Z",
        "M26 46H74A3.5 3.5 0 0 1 74 53H26A3.5 3.5 0 0 1 26 46Z",
        FOOT_PATH,
    ],
    lines: "M42 62H58M42 70H58",
    dots: &[],
};

const LANCE: Figure = Figure {
    body: &[
        "M46 34H54V79H46Z",
        "M50 4C58 12 61 22 58 34H42C39 22 42 12 50 4Z",
        "M38 34H62A3.5 3.5 0 0 1 62 41H38A3.5 3.5 0 0 1 38 34Z",
        "M42 43C36 50 36 58 40 66L46 50V43ZM58 43C64 50 64 58 60 66L54 50V43Z",
        FOOT_PATH,
    ],
    lines: "M50 12V28",
    dots: &[],
};

const DRAGON: Figure = Figure {
    body: &[
        "M40 79C34 68 40 60 48 54C54 49 54 43 48 42C42 42 38 46 32 46C24 46 18 42 18 35\
         C24 35 27 33 30 29C34 23 41 20 49 20L60 8L60 20C72 24 78 34 74 46C71 54 64 58 64 65\
         C64 71 68 75 72 79Z",
        "M74 46L86 42L78 54L86 58L75 62L80 72L68 70C63 64 66 57 74 46Z",
        FOOT_PATH,
    ],
    lines: "M24 41C30 42 34 40 38 37M58 28C64 32 66 38 64 44",
    dots: &[(45.0, 30.0, 2.8)],
};

const TOKIN: Figure = Figure {
    body: &[
        "M43 56H57C57 66 60 74 67 79H33C40 74 43 66 43 56Z",
        "M39 49.5H61A3.5 3.5 0 0 1 61 56.5H39A3.5 3.5 0 0 1 39 49.5Z",
        "M50 25A12.5 12.5 0 0 1 50 50A12.5 12.5 0 0 1 50 25Z",
        GILT_PATH,
        FOOT_PATH,
    ],
    lines: "",
    dots: &[],
};

const GILT_SILVER: Figure = Figure {
    body: &[
        "M34 48H66L68 79H32Z",
        "M28 50C28 34 37 24 50 24C63 24 72 34 72 50Z",
        "M50 8L57 20L50 40L43 20Z",
        "M26 46H74A3.5 3.5 0 0 1 74 53H26A3.5 3.5 0 0 1 26 46Z",
        GILT_PATH,
        FOOT_PATH,
    ],
    lines: "M42 62H58M42 70H58",
    dots: &[],
};

const GILT_KNIGHT: Figure = Figure {
    body: &[
        "M33 79C32 66 45 60 46 49C41 52 37 52 34 57C32 60 29 61 26 59C22 56 20 53 22 49\
         C25 43 30 38 32 31C33 27 34 25 37 22L36 13L45 19L50 14L53 20C67 24 74 38 73 56\
         C73 66 71 72 70 79Z",
        GILT_PATH,
        FOOT_PATH,
    ],
    lines: "M57 30C64 36 67 46 66 58M24 53L28 51",
    dots: &[(41.0, 32.0, 2.6)],
};

const GILT_LANCE: Figure = Figure {
    body: &[
        "M46 34H54V79H46Z",
        "M50 4C58 12 61 22 58 34H42C39 22 42 12 50 4Z",
        "M38 34H62A3.5 3.5 0 0 1 62 41H38A3.5 3.5 0 0 1 38 34Z",
        "M42 43C36 50 36 58 40 66L46 50V43ZM58 43C64 50 64 58 60 66L54 50V43Z",
        GILT_PATH,
        FOOT_PATH,
    ],
    lines: "M50 12V28",
    dots: &[],
};

const GENERAL: Figure = Figure {
    body: &[
        "M36 52H64L68 79H32Z",
        "M47 6H53V22H47Z",
        "M27 52C27 34 36 21 50 21C64 21 73 34 73 52L66 60L60 50H40L34 60Z",
        "M53 7C62 4 66 12 76 8C74 17 64 18 53 16Z",
        FOOT_PATH,
    ],
    lines: "M30 42C42 38 58 38 70 42M50 22V40M44 68H56",
    dots: &[],
};

const ADVISOR: Figure = Figure {
    body: &[
        "M40 56H60L67 79H33Z",
        "M50 30A13 13 0 0 1 50 56A13 13 0 0 1 50 30Z",
        "M12 31C12 27 16 26 20 27L36 31V26C36 18 42 13 50 13C58 13 64 18 64 26V31L80 27\
         C84 26 88 27 88 31C88 35 84 36 80 36H20C16 36 12 35 12 31Z",
        FOOT_PATH,
    ],
    lines: "M36 31H64M50 62V74",
    dots: &[],
};

const CHARIOT: Figure = Figure {
    body: &[
        "M26 24H74L78 36H22Z",
        "M30 36H35V52H30ZM65 36H70V52H65Z",
        "M22 50H78V60H22Z",
        "M50 46A22 22 0 0 1 50 90A22 22 0 0 1 50 46Z",
    ],
    lines: "M50 49V87M31 68H69M36.5 54.5L63.5 81.5M63.5 54.5L36.5 81.5",
    dots: &[(50.0, 68.0, 5.0)],
};

const CANNON: Figure = Figure {
    body: &[
        "M20 36L78 20C83 19 87 23 88 28C89 33 87 38 82 40L30 60C20 63 12 56 13 47\
         C14 41 16 38 20 36Z",
        "M44 52L70 62L84 86H70L58 70Z",
        "M42 48A21 21 0 0 1 42 90A21 21 0 0 1 42 48Z",
    ],
    lines: "M42 51V87M24 69H60M29.5 56.5L54.5 81.5M54.5 56.5L29.5 81.5M74 22L80 40",
    dots: &[(42.0, 69.0, 4.5)],
};

const SOLDIER: Figure = Figure {
    body: &[
        "M43 56H57C57 66 60 74 67 79H33C40 74 43 66 43 56Z",
        "M50 32A12 12 0 0 1 50 56A12 12 0 0 1 50 32Z",
        "M50 12L80 42C70 46 30 46 20 42Z",
        FOOT_PATH,
    ],
    lines: "M50 18V36",
    dots: &[],
};

const WALL: Figure = Figure {
    body: &["M16 34H84V58H16Z", "M16 58H84V84H16Z"],
    lines: "M50 34V58M33 58V84M67 58V84",
    dots: &[],
};

/// All figures by the name of their symbol. In `geometry.toml`, the symbol of a kind of piece is
/// one of these names.
pub const FIGURES: &[(&str, Figure)] = &[
    ("pawn", PAWN),
    ("rook", ROOK),
    ("knight", KNIGHT),
    ("bishop", BISHOP),
    ("queen", QUEEN),
    ("king", KING),
    ("duck", DUCK),
    ("elephant", ELEPHANT),
    ("horse", HORSE),
    ("ship", SHIP),
    ("alfil", ALFIL),
    ("ferz", FERZ),
    ("lesser_queen", LESSER_QUEEN),
    ("archbishop", ARCHBISHOP),
    ("chancellor", CHANCELLOR),
    ("mann", MANN),
    ("camel", CAMEL),
    ("giraffe", GIRAFFE),
    ("gold", GOLD),
    ("silver", SILVER),
    ("lance", LANCE),
    ("dragon", DRAGON),
    ("tokin", TOKIN),
    ("gilt_silver", GILT_SILVER),
    ("gilt_knight", GILT_KNIGHT),
    ("gilt_lance", GILT_LANCE),
    ("general", GENERAL),
    ("advisor", ADVISOR),
    ("chariot", CHARIOT),
    ("cannon", CANNON),
    ("soldier", SOLDIER),
    ("wall", WALL),
    ("unknown", BACK),
];

/// The back of a piece, for a kind that stands for hidden kinds.
const BACK: Figure = Figure {
    body: &["M34 24H66A6 6 0 0 1 72 30V79H28V30A6 6 0 0 1 34 24Z", FOOT_PATH],
    lines: "M42 43C42 32 58 32 58 42C58 49 50 49 50 57",
    dots: &[(50.0, 66.0, 3.0)],
};

/// The figure of a kind that is drawn as a disc.
pub const DISC_FIGURE: Figure =
    Figure { body: &["M50 18A32 32 0 0 1 50 82A32 32 0 0 1 50 18Z"], lines: "", dots: &[] };

/// Returns the figure of a symbol, or `None` if the symbol is drawn as a disc.
#[must_use]
pub fn figure(symbol: &str) -> Option<Figure> {
    FIGURES.iter().find(|(name, _)| *name == symbol).map(|(_, figure)| *figure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_dsl::manifest::piece_figures::{DISC, SYMBOLS};

    #[test]
    fn each_symbol_has_one_figure() {
        let figures: Vec<&str> = FIGURES.iter().map(|(name, _)| *name).chain([DISC]).collect();
        assert_eq!(figures, SYMBOLS);
        let mut bodies: Vec<_> = FIGURES.iter().map(|(_, figure)| figure.body).collect();
        bodies.sort_unstable();
        bodies.dedup();
        assert_eq!(bodies.len(), FIGURES.len());
    }
}
