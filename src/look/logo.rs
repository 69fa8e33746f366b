//! The logo of the site: inspection of an upload, and the name under which the file is kept, which says what it is.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::look::svg::{self, Forbidden};
use rookery_captcha::{Reason, shrink};

/// The most bytes of an upload.
pub const MAX_LOGO_BYTES: usize = 256 << 10;
/// The largest size of a bitmap logo; the size stated for a drawing fits into it.
const MAX_WIDTH_PX: u32 = 512;
const MAX_HEIGHT_PX: u32 = 128;
/// The place for it in the header, CSS pixels: a quarter of the largest size, for screens with many pixels.
const SHOWN_WIDTH_PX: u32 = 128;
const SHOWN_HEIGHT_PX: u32 = 32;
/// The beginning of a document type.
const DOCUMENT_TYPE: &str = "<!DOCTYPE";
/// The digits of a SHA-256.
const HASH_DIGITS: usize = 64;

/// A logo that is kept. Its name, `HASH-WIDTHxHEIGHT.KIND`, is that of its file in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logo {
    /// SHA-256 of the bytes, lower-case hex.
    hash: String,
    width_px: u32,
    height_px: u32,
    is_svg: bool,
}

/// A logo to be kept, and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExaminedLogo {
    pub width_px: u32,
    pub height_px: u32,
    pub is_svg: bool,
    /// The drawing, or a PNG of the picture's pixels.
    pub bytes: Vec<u8>,
}

/// Why a file cannot be the logo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogoProblem {
    /// It is larger than [`MAX_LOGO_BYTES`].
    TooManyBytes,
    /// It is neither SVG, PNG, JPEG nor WebP.
    NotALogo,
    /// It is a drawing with something that must not be there.
    Drawing(Forbidden),
    /// It is a picture that cannot be used.
    Picture(Reason),
}

/// Inspects a file by its content; its name does not matter.
///
/// # Errors
/// The reason why it cannot be the logo.
pub fn examine(bytes: &[u8]) -> Result<ExaminedLogo, LogoProblem> {
    if bytes.len() > MAX_LOGO_BYTES {
        return Err(LogoProblem::TooManyBytes);
    }
    if is_picture(bytes) {
        let shrunk = shrink(bytes, MAX_WIDTH_PX, MAX_HEIGHT_PX).map_err(LogoProblem::Picture)?;
        return Ok(ExaminedLogo {
            width_px: shrunk.width_px,
            height_px: shrunk.height_px,
            is_svg: false,
            bytes: shrunk.png,
        });
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if !text.trim_ascii_start().starts_with(b"<") {
        return Err(LogoProblem::NotALogo);
    }
    let text = std::str::from_utf8(text)
        .map_err(|error| LogoProblem::Drawing(Forbidden::Unreadable(error.to_string())))?;
    let text = without_prolog(text);
    let (width, height) = svg::check(&text).map_err(LogoProblem::Drawing)?;
    let (width_px, height_px) = fit((width, height), (MAX_WIDTH_PX, MAX_HEIGHT_PX));
    Ok(ExaminedLogo {
        width_px,
        height_px,
        is_svg: true,
        bytes: text.into_bytes(),
    })
}

/// The drawing without its XML declaration, which could name an encoding other than the one it is read in here, and without a
/// document type that defines nothing; many programs write both. It is still to be checked.
fn without_prolog(text: &str) -> String {
    let text = match text.split_once("?>") {
        Some((declaration, rest)) if declaration.starts_with("<?xml ") => rest,
        _ => text,
    };
    let parts = text.split_once(DOCUMENT_TYPE).and_then(|(before, rest)| {
        let (inside, after) = rest.split_once('>')?;
        (!inside.contains('[')).then_some((before, after))
    });
    match parts {
        Some((before, after)) => format!("{before}{after}"),
        None => text.to_owned(),
    }
}

fn is_picture(bytes: &[u8]) -> bool {
    let is_webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    is_webp || bytes.starts_with(b"\x89PNG\r\n\x1a\n") || bytes.starts_with(b"\xff\xd8\xff")
}

/// The size in whole pixels with these proportions that fills a box; at least one pixel either way.
fn fit((width, height): (f32, f32), (max_width, max_height): (u32, u32)) -> (u32, u32) {
    let scale = (max_width as f32 / width).min(max_height as f32 / height);
    let side = |side: f32, max| ((side * scale).round() as u32).clamp(1, max);
    (side(width, max_width), side(height, max_height))
}

impl Logo {
    /// The logo that an upload becomes; `hash` is the SHA-256 of its bytes in lower-case hex.
    pub fn new(examined: &ExaminedLogo, hash: String) -> Self {
        Logo {
            hash,
            width_px: examined.width_px,
            height_px: examined.height_px,
            is_svg: examined.is_svg,
        }
    }

    /// SHA-256 of the bytes, lower-case hex.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Whether it is a drawing; otherwise it is a PNG.
    pub fn is_svg(&self) -> bool {
        self.is_svg
    }

    /// Width and height in the header, CSS pixels.
    pub fn shown_px(&self) -> (u32, u32) {
        let size = (self.width_px as f32, self.height_px as f32);
        fit(size, (SHOWN_WIDTH_PX, SHOWN_HEIGHT_PX))
    }
}

impl fmt::Display for Logo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_svg { "svg" } else { "png" };
        write!(
            f,
            "{}-{}x{}.{kind}",
            self.hash, self.width_px, self.height_px
        )
    }
}

/// A text that is not the name of a logo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the name of a logo")]
pub struct NotALogoName;

impl FromStr for Logo {
    type Err = NotALogoName;

    fn from_str(text: &str) -> Result<Self, NotALogoName> {
        let read = || {
            let (hash, rest) = text.split_once('-')?;
            let (size, kind) = rest.split_once('.')?;
            let (width, height) = size.split_once('x')?;
            let is_hash = hash.len() == HASH_DIGITS && hash.bytes().all(|b| b.is_ascii_hexdigit());
            let side = |text: &str, max| {
                let side = text.parse().ok()?;
                (1..=max).contains(&side).then_some(side)
            };
            let logo = Logo {
                hash: hash.to_owned(),
                width_px: side(width, MAX_WIDTH_PX)?,
                height_px: side(height, MAX_HEIGHT_PX)?,
                is_svg: kind == "svg",
            };
            (is_hash && ["svg", "png"].contains(&kind)).then_some(logo)
        };
        read().ok_or(NotALogoName)
    }
}

impl Serialize for Logo {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Logo {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn the_name_says_what_the_file_is() {
        let name = format!("{HASH}-512x100.svg");
        let logo: Logo = name.parse().unwrap();
        assert_eq!((logo.to_string(), logo.is_svg()), (name, true));
        assert_eq!((logo.hash(), logo.shown_px()), (HASH, (128, 25)));
        for wrong in [
            String::new(),
            format!("{HASH}-513x1.svg"),
            format!("{HASH}-0x1.svg"),
            format!("{HASH}-1x1.gif"),
            format!("{HASH}-1x1"),
            format!("x{HASH}-1x1.png"),
            "../../etc/passwd-1x1.png".to_owned(),
        ] {
            assert_eq!(wrong.parse::<Logo>(), Err(NotALogoName), "{wrong}");
        }
    }

    #[test]
    fn a_logo_fills_the_height_or_the_width_of_its_place() {
        for (size, shown) in [
            ("64x64", (32, 32)),
            ("16x16", (32, 32)),
            ("512x64", (128, 16)),
            ("1x128", (1, 32)),
            ("512x1", (128, 1)),
        ] {
            let logo: Logo = format!("{HASH}-{size}.png").parse().unwrap();
            assert_eq!(logo.shown_px(), shown, "{size}");
        }
    }

    #[test]
    fn the_content_decides_what_a_file_is() {
        let svg =
            b"\xef\xbb\xbf \n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1e30 1\"/>";
        let examined = examine(svg).unwrap();
        assert_eq!(
            (examined.width_px, examined.height_px, examined.is_svg),
            (512, 1, true)
        );
        assert!(
            examined.bytes.starts_with(b" \n<svg"),
            "without the mark of the encoding"
        );
        for other in [
            &b""[..],
            b"GIF89a",
            b"%PDF",
            b"MZ",
            b"BM",
            b"{}",
            b"RIFF....WAVE",
        ] {
            assert_eq!(examine(other), Err(LogoProblem::NotALogo), "{other:?}");
        }
        let latin = b"<svg xmlns=\"http://www.w3.org/2000/svg\">\xe9</svg>";
        let refused = examine(latin);
        assert!(matches!(
            refused,
            Err(LogoProblem::Drawing(Forbidden::Unreadable(_)))
        ));
        let cut = b"\x89PNG\r\n\x1a\n";
        assert!(matches!(examine(cut), Err(LogoProblem::Picture(_))));
        assert_eq!(
            examine(&vec![b'<'; MAX_LOGO_BYTES + 1]),
            Err(LogoProblem::TooManyBytes)
        );
    }

    #[test]
    fn declaration_and_document_type_are_dropped() {
        const DRAWING: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2 1\"/>";
        const PUBLIC: &str = "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\"\n \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">";
        for before in [
            String::new(),
            "<?xml version=\"1.0\" encoding=\"ISO-2022-JP\"?>".to_owned(),
            PUBLIC.to_owned(),
            format!("<?xml version=\"1.0\" standalone=\"no\"?>{PUBLIC}"),
        ] {
            let examined = examine(format!("{before}{DRAWING}").as_bytes()).unwrap();
            assert_eq!(examined.bytes, DRAWING.as_bytes(), "{before}");
        }
        for (before, problem) in [
            (
                "<!DOCTYPE svg [<!ENTITY a \"b\">]>",
                Forbidden::DocumentType,
            ),
            (
                "<!DOCTYPE a><!DOCTYPE svg [<!ENTITY a \"b\">]>",
                Forbidden::DocumentType,
            ),
            (
                "<?xml-stylesheet href=\"x.css\"?>",
                Forbidden::Instruction("xml-stylesheet".to_owned()),
            ),
        ] {
            let refused = examine(format!("{before}{DRAWING}").as_bytes());
            assert_eq!(refused, Err(LogoProblem::Drawing(problem)), "{before}");
        }
        // The text left after the cut is the one that is checked.
        let spliced = format!("<!-- <!DOCTYPE --> <script/> -->{DRAWING}");
        let examined = examine(spliced.as_bytes()).map(|logo| logo.bytes);
        assert_eq!(
            examined,
            Ok(format!("<!--  <script/> -->{DRAWING}").into_bytes())
        );
    }
}
