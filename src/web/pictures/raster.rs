//! Rasters of drawings: an SVG of this program to the bytes of a PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

/// A drawing that cannot be turned into a PNG: a defect of a game's art.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// It is not SVG.
    #[error("the drawing cannot be read: {0}")]
    Unreadable(#[from] resvg::usvg::Error),
    /// Its size in pixels is zero or beyond all reason.
    #[error("a picture of {width_px} × {height_px} pixels cannot be drawn")]
    Size { width_px: u32, height_px: u32 },
    #[error("the picture cannot be written: {0}")]
    Png(String),
}

/// The largest side of a picture in pixels.
const MAX_SIDE_PX: u32 = 2048;

/// The PNG of a drawing at its own size. Text is left out, and so is every image that it refers to.
///
/// # Errors
/// The drawing is defective.
pub fn png(svg: &str) -> Result<Vec<u8>, RasterError> {
    let options = Options {
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size().to_int_size();
    let (width_px, height_px) = (size.width(), size.height());
    let is_small = width_px.max(height_px) <= MAX_SIDE_PX;
    let pixmap = is_small.then(|| Pixmap::new(width_px, height_px)).flatten();
    let mut pixmap = pixmap.ok_or(RasterError::Size {
        width_px,
        height_px,
    })?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    let png = pixmap.encode_png();
    png.map_err(|error| RasterError::Png(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_defective_drawing_is_refused() {
        let huge = r#"<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>"#;
        assert!(matches!(png(huge), Err(RasterError::Size { .. })));
        assert!(matches!(png("<svg"), Err(RasterError::Unreadable(_))));
    }

    #[test]
    fn nothing_is_fetched_for_a_drawing() {
        let plain = |inside: &str| {
            format!(
                r##"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="#fff"/>{inside}</svg>"##
            )
        };
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/static/favicon.svg");
        let image = format!(r#"<image href="{file}" width="8" height="8"/>"#);
        assert_eq!(png(&plain(&image)).unwrap(), png(&plain("")).unwrap());
    }
}
