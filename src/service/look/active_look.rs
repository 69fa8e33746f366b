//! The look in force, made ready once for every page.

use crate::look::{Logo, Look, Paragraph, paragraphs};
use crate::store;

/// Digits of a hash in an address: enough to tell any two versions apart.
const ADDRESS_DIGITS: usize = 16;

/// The look as pages show it.
#[derive(Clone, Debug)]
pub struct ActiveLook {
    /// Version in the database; 0 = nobody has changed the configuration's.
    pub version: i64,
    /// The settings of the owner.
    pub look: Look,
    /// The accent as a stylesheet; without one pages have the colours of the program.
    pub stylesheet: Option<Stylesheet>,
    /// The logo with its bytes; without one pages have that of the program.
    pub logo: Option<ServedLogo>,
    /// The page about the person who runs the site; empty if there is none.
    pub imprint: Vec<Paragraph>,
    /// The page about the data that the site has of its visitors; empty if there is none.
    pub privacy: Vec<Paragraph>,
}

/// A small stylesheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stylesheet {
    pub css: String,
    /// The beginning of its hash, which is part of its address.
    pub hash: String,
}

/// A logo that is ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServedLogo {
    pub logo: Logo,
    pub bytes: Vec<u8>,
    /// The beginning of its hash, which is part of its address.
    pub hash: String,
    /// Width in the header, CSS pixels.
    pub width_px: u32,
    /// Height in the header, CSS pixels.
    pub height_px: u32,
}

impl ActiveLook {
    /// A look and the bytes of its logo, if it has one and they are there.
    pub(in crate::service) fn new(version: i64, look: Look, logo: Option<ServedLogo>) -> Self {
        let stylesheet = look
            .accent_colours()
            .map(|accent| Stylesheet::new(accent.css()));
        ActiveLook {
            version,
            stylesheet,
            logo,
            imprint: paragraphs(&look.imprint),
            privacy: paragraphs(&look.privacy),
            look,
        }
    }
}

impl Stylesheet {
    fn new(css: String) -> Self {
        let hash = address_of(&store::asset_hash(css.as_bytes()));
        Stylesheet { css, hash }
    }
}

impl ServedLogo {
    pub(in crate::service) fn new(logo: Logo, bytes: Vec<u8>) -> Self {
        let (width_px, height_px) = logo.shown_px();
        ServedLogo {
            hash: address_of(logo.hash()),
            width_px,
            height_px,
            logo,
            bytes,
        }
    }
}

fn address_of(hash: &str) -> String {
    hash.chars().take(ADDRESS_DIGITS).collect()
}
