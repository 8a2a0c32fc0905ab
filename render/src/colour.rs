//! Colours: parsed from rulesets, mixed, and compared.

use quadrille_core::numeric::math::{exp, ln};

/// A colour: red, green and blue with eight bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// A colour near black, for contrast with light colours.
    pub const INK: Self = Self(0x22, 0x20, 0x1d);
    /// A colour near white, for contrast with dark colours.
    pub const PAPER: Self = Self(0xfa, 0xf8, 0xf3);

    /// Reads a colour in the form `#rgb` or `#rrggbb`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        let nibbles: Vec<u8> =
            digits.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect::<Option<_>>()?;
        match nibbles[..] {
            [r, g, b] => Some(Self(r * 17, g * 17, b * 17)),
            [r, rr, g, gg, b, bb] => Some(Self(r * 16 + rr, g * 16 + gg, b * 16 + bb)),
            _ => None,
        }
    }

    /// Returns the colour of the seat with index `seat` in rulesets that name no colour for it.
    #[must_use]
    pub fn of_seat(seat: usize) -> Self {
        const SEAT_COLOURS: [Rgb; 8] = [
            Rgb(0xd9, 0xb3, 0x00),
            Rgb(0xc0, 0x39, 0x2b),
            Rgb(0xf2, 0xef, 0xe6),
            Rgb(0x2b, 0x2b, 0x2b),
            Rgb(0x2e, 0x6f, 0xba),
            Rgb(0x2e, 0x8b, 0x57),
            Rgb(0x8e, 0x44, 0xad),
            Rgb(0xd3, 0x6b, 0x1f),
        ];
        SEAT_COLOURS[seat % SEAT_COLOURS.len()]
    }

    /// Returns the relative luminance, from 0 to 1.
    #[must_use]
    pub fn luminance(self) -> f32 {
        let linear = |c: u8| {
            let c = f32::from(c) / 255.0;
            if c <= 0.04 { c / 12.92 } else { exp(2.4 * ln(f64::from((c + 0.055) / 1.055))) as f32 }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Returns `INK` or `PAPER`, whichever is more legible on this colour.
    #[must_use]
    pub fn contrast(self) -> Self {
        if self.luminance() > 0.18 { Self::INK } else { Self::PAPER }
    }

    /// Returns this colour mixed with `share` (0 to 1) of `other`.
    #[must_use]
    pub fn mixed(self, other: Self, share: f32) -> Self {
        let mix = |a: u8, b: u8| {
            (f32::from(a) * (1.0 - share) + f32::from(b) * share).round().clamp(0.0, 255.0) as u8
        };
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Returns the nearest colour of a 256-colour terminal, from its 6 x 6 x 6 cube and its greys.
    #[must_use]
    pub fn ansi256(self) -> u8 {
        const ANSI_LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let near =
            |c: u8| (0u8..6).min_by_key(|&i| ANSI_LEVELS[usize::from(i)].abs_diff(c)).unwrap_or(0);
        let (r, g, b) = (near(self.0), near(self.1), near(self.2));
        let cube = Self(
            ANSI_LEVELS[usize::from(r)],
            ANSI_LEVELS[usize::from(g)],
            ANSI_LEVELS[usize::from(b)],
        );
        let mean = (u16::from(self.0) + u16::from(self.1) + u16::from(self.2)) / 3;
        let step = (mean.saturating_sub(3) / 10).min(23) as u8;
        let grey = Self(8 + step * 10, 8 + step * 10, 8 + step * 10);
        if self.distance(grey) < self.distance(cube) { 232 + step } else { 16 + 36 * r + 6 * g + b }
    }

    fn distance(self, other: Self) -> u32 {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(self.0, other.0) + square(self.1, other.1) + square(self.2, other.2)
    }
}

impl std::fmt::Display for Rgb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_both_lengths_and_nothing_else() {
        assert_eq!(Rgb::parse("#d9b300"), Some(Rgb(0xd9, 0xb3, 0)));
        assert_eq!(Rgb::parse("#fa0"), Some(Rgb(0xff, 0xaa, 0)));
        for wrong in ["", "#", "d9b300", "#d9b30", "#gggggg", "yellow", "#ééé"] {
            assert_eq!(Rgb::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_written_on_a_colour_differs_from_it_in_brightness() {
        for seat in 0..8 {
            let colour = Rgb::of_seat(seat);
            let gap = (colour.luminance() - colour.contrast().luminance()).abs();
            assert!(gap > 0.12, "{colour} on {}", colour.contrast());
        }
    }

    #[test]
    fn terminal_colours_are_the_nearest_there_are() {
        assert_eq!(Rgb(0, 0, 0).ansi256(), 16);
        assert_eq!(Rgb(255, 255, 255).ansi256(), 231);
        assert_eq!(Rgb(255, 0, 0).ansi256(), 196);
        assert_eq!(Rgb(128, 128, 128).ansi256(), 244);
    }
}
