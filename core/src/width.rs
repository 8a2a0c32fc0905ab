//! Runs code that is compiled for the width of a board, although the width is known only at run
//! time.
//!
//! The width of a board is the number of words in its square sets: 1 to 4, or 16.
//! [`at_width!`](crate::at_width) runs code with the width of a ruleset's board.
//! [`with_typed!`](crate::with_typed) runs code with the typed game behind a game of any width. The
//! features of this crate determine the widths for which code is compiled. Dependent crates use the
//! two macros, so they need not list the widths.

/// Runs generic code at the width of a ruleset's board: `at_width!(rules, W => code)`.
#[doc(hidden)]
#[macro_export]
macro_rules! at_width {
    ($rules:expr, $w:ident => $code:expr) => {
        $crate::for_each_width! { match_words! { $rules, $w => $code } }
    };
}

/// Runs generic code with the typed game that is behind a game of any width: `with_typed!(game,
/// typed => code)`. `game` is a `&mut dyn AnyGame`. In the code, `typed` is a `&mut TypedGame<'_,
/// W>`. The code runs in a closure, so a `return` in it does not leave the surrounding function.
#[doc(hidden)]
#[macro_export]
macro_rules! with_typed {
    ($game:expr, $typed:ident => $code:expr) => {
        $crate::internals::with_typed($game, |game| {
            $crate::for_each_width! { match_typed! { game, $typed => $code } }
        })
    };
}

/// Selects the match arm for the width of a ruleset's board.
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

/// Selects the match arm for the width of a typed game.
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
