//! Dispatch from a board's width, known at run time, to code compiled for that width.

/// Runs generic code at the width of a ruleset's board: `at_width!(rules, W => code)`.
macro_rules! at_width {
    ($rules:expr, $w:ident => $code:expr) => {
        match $rules.words() {
            1 => {
                const $w: usize = 1;
                $code
            }
            #[cfg(feature = "all-widths")]
            2 => {
                const $w: usize = 2;
                $code
            }
            #[cfg(feature = "all-widths")]
            3 => {
                const $w: usize = 3;
                $code
            }
            #[cfg(feature = "wide-boards")]
            16 => {
                const $w: usize = 16;
                $code
            }
            _ => {
                const $w: usize = 4;
                $code
            }
        }
    };
}
pub(crate) use at_width;
