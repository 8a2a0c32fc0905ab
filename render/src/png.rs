//! Converts SVG pictures to PNG.

use std::fmt;

use resvg::{tiny_skia, usvg};

/// The reason why a picture can't be drawn as PNG.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PngError(String);

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PngError {}

/// Draws an SVG as PNG, at `scale` times its size.
///
/// # Errors
/// Returns a [`PngError`] if the drawing can't be read or is too large for memory.
pub fn draw(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())
        .map_err(|error| PngError(format!("can't draw the picture: {error}")))?;
    let size = tree
        .size()
        .to_int_size()
        .scale_by(scale)
        .ok_or_else(|| PngError("the picture has no size".to_owned()))?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height())
        .ok_or_else(|| PngError("the picture is too large".to_owned()))?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError(format!("can't write the picture: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Picture, PictureOptions};
    use crate::testing::cross;

    #[test]
    fn a_picture_is_drawn_at_the_size_asked_for() {
        let (spec, setup) = cross();
        let svg = crate::svg::draw(&Picture::new(&spec, &setup, &PictureOptions::default()));
        let png = draw(&svg, 0.5).unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        let width = u32::from_be_bytes(png[16..20].try_into().unwrap());
        assert_eq!(width, 374);
    }

    #[test]
    fn what_is_no_drawing_is_refused() {
        assert!(draw("<svg", 1.0).is_err());
    }
}
