//! Dispatch from a board's width, known at run time, to code compiled for that width.
//!
//! Square sets have 1 to 4 words, or 16. [`at_width!`](crate::at_width) starts with a ruleset and
//! names the width; [`with_typed!`](crate::with_typed) starts with a game of any width and names
//! the typed game. The crates above use both. The features of this crate decide which widths exist,
//! so those crates need not know them.

/// Runs generic code at the width of a ruleset's board: `at_width!(rules, W => code)`.
#[doc(hidden)]
#[macro_export]
macro_rules! at_width {
    ($rules:expr, $w:ident => $code:expr) => {
        $crate::for_each_width! { match_words! { $rules, $w => $code } }
    };
}

/// Runs generic code with the typed game of a game of any width:
/// `with_typed!(game, typed => code)`. `game` is a `&mut dyn AnyGame`, `typed` becomes a
/// `&mut TypedGame<'_, W>`. The code can't return from the function around it.
#[doc(hidden)]
#[macro_export]
macro_rules! with_typed {
    ($game:expr, $typed:ident => $code:expr) => {
        $crate::internals::with_typed($game, |game| {
            $crate::for_each_width! { match_typed! { game, $typed => $code } }
        })
    };
}

/// Selects the arm of a ruleset's width.
#[doc(hidden)]
#[macro_export]
macro_rules! match_words {
    ([$($words:literal $name:ident),*] $rules:expr, $w:ident => $code:expr) => {
        match $rules.words() {
            $($words => {
                const $w: usize = $words;
                $code
            })*
            _ => {
                const $w: usize = 4;
                $code
            }
        }
    };
}

/// Selects the arm of a typed game's width.
#[doc(hidden)]
#[macro_export]
macro_rules! match_typed {
    ([$($words:literal $name:ident),*] $game:expr, $typed:ident => $code:expr) => {
        match $game {
            $($crate::internals::TypedGameMut::$name($typed) => $code,)*
            $crate::internals::TypedGameMut::Four($typed) => $code,
        }
    };
}

/// Calls a macro with the widths of this build, except 4, which every build has.
#[doc(hidden)]
#[macro_export]
#[cfg(all(feature = "all-widths", not(debug_assertions), feature = "wide-boards"))]
macro_rules! for_each_width {
    ($then:ident! { $($input:tt)* }) => {
        $crate::$then! { [1 One, 2 Two, 3 Three, 16 Sixteen] $($input)* }
    };
}

/// Calls a macro with the widths of this build, except 4, which every build has.
#[doc(hidden)]
#[macro_export]
#[cfg(all(feature = "all-widths", not(debug_assertions), not(feature = "wide-boards")))]
macro_rules! for_each_width {
    ($then:ident! { $($input:tt)* }) => {
        $crate::$then! { [1 One, 2 Two, 3 Three] $($input)* }
    };
}

/// Calls a macro with the widths of this build, except 4, which every build has.
#[doc(hidden)]
#[macro_export]
#[cfg(all(not(all(feature = "all-widths", not(debug_assertions))), feature = "wide-boards"))]
macro_rules! for_each_width {
    ($then:ident! { $($input:tt)* }) => {
        $crate::$then! { [1 One, 16 Sixteen] $($input)* }
    };
}

/// Calls a macro with the widths of this build, except 4, which every build has.
#[doc(hidden)]
#[macro_export]
#[cfg(not(any(all(feature = "all-widths", not(debug_assertions)), feature = "wide-boards")))]
macro_rules! for_each_width {
    ($then:ident! { $($input:tt)* }) => {
        $crate::$then! { [1 One] $($input)* }
    };
}
