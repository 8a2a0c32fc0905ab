//! The figures of the pieces, as vector paths in a box of 100 by 100. The feet of the figures are
//! at the bottom.
//!
//! The figures were drawn for Quadrille. A kind without a figure is drawn as a disc with its
//! letter.

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

/// The back of a piece, for a kind that stands for hidden kinds.
const BACK: Figure = Figure {
    body: &["M34 24H66A6 6 0 0 1 72 30V79H28V30A6 6 0 0 1 34 24Z", FOOT_PATH],
    lines: "M42 43C42 32 58 32 58 42C58 49 50 49 50 57",
    dots: &[(50.0, 66.0, 3.0)],
};

/// The figure of a kind that is drawn as a disc.
pub const DISC_FIGURE: Figure =
    Figure { body: &["M50 18A32 32 0 0 1 50 82A32 32 0 0 1 50 18Z"], lines: "", dots: &[] };

/// Returns the figure of a kind, or `None` if the kind is drawn as a disc.
#[must_use]
pub fn figure(kind: &str) -> Option<Figure> {
    match kind {
        "pawn" => Some(PAWN),
        "rook" => Some(ROOK),
        "knight" => Some(KNIGHT),
        "bishop" => Some(BISHOP),
        "queen" => Some(QUEEN),
        "king" => Some(KING),
        "duck" => Some(DUCK),
        "unknown" => Some(BACK),
        _ => None,
    }
}
