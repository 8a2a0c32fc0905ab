//! Draws words in SVG, as strokes.

use std::fmt::Write as _;

use crate::glyphs;

/// Draws the strokes of a word centred on a point.
pub(super) fn word(text: &str, x: f32, y: f32, scale: f32, out: &mut String) {
    line(text, x - glyphs::width(text) * scale / 2.0, y, scale, out);
}

/// Draws the strokes of a line of text that begins at `left`, with its capitals centred on `y`.
pub(super) fn line(text: &str, mut left: f32, y: f32, scale: f32, out: &mut String) {
    let top = y - glyphs::CAPITAL_HEIGHT * scale / 2.0;
    for c in text.chars() {
        let (width, strokes) = glyphs::glyph(c);
        if !strokes.is_empty() {
            let _ = writeln!(
                out,
                "<path transform=\"translate({left:.2} {top:.2}) scale({scale})\" d=\"{strokes}\"/>"
            );
        }
        left += (width + glyphs::LETTER_GAP) * scale;
    }
}

/// Splits text into lines of at most `width`. A word that is wider than a line is divided.
pub(super) fn wrapped(text: &str, width: f32, scale: f32) -> Vec<String> {
    let fits = |text: &str| glyphs::width(text) * scale <= width;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if fits(&format!("{line} {word}")) => {
                line.push(' ');
                line.push_str(word);
            }
            _ if fits(word) => lines.push(word.to_owned()),
            _ => {
                let mut part = String::new();
                for c in word.chars() {
                    if !part.is_empty() && !fits(&format!("{part}{c}")) {
                        lines.push(std::mem::take(&mut part));
                    }
                    part.push(c);
                }
                lines.push(part);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_wider_than_they_may_be() {
        let scale = 1.25;
        for text in
            ["pieces moved by northwest", "a bb ccc dddd eeeee", "", "   ", "abcdefghijklmnopq"]
        {
            for width in [12.0, 50.0, 100.0, 1000.0] {
                let lines = wrapped(text, width, scale);
                for line in &lines {
                    assert!(glyphs::width(line) * scale <= width, "{line} in {width}");
                }
                let all = |text: &str| text.split_whitespace().collect::<String>();
                assert_eq!(all(&lines.join(" ")), all(text), "{text:?} in {width}");
            }
        }
        assert_eq!(wrapped("to move", 30.0, 1.25), ["to", "mov", "e"]);
    }
}
