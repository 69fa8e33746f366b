//! Link preview of a page: the title, text and picture that messengers and other sites show for a link to it (Open Graph and
//! Twitter cards, `templates/partials/link_preview.html`).

use crate::web::App;
use crate::web::pictures::drawing::{CARD_HEIGHT_PX, CARD_WIDTH_PX};

/// The preview that a link to a page shows elsewhere.
pub struct LinkPreview {
    pub title: String,
    /// A sentence or two.
    pub description: String,
    /// The page's whole address; `None` where the site has no `public_url`, without which no address is right everywhere.
    pub address: Option<String>,
    /// The large picture, if there is one.
    pub picture: Option<PreviewPicture>,
}

/// The picture of a link preview.
pub struct PreviewPicture {
    /// Its whole address.
    pub address: String,
    /// The alternative text.
    pub alt: String,
    pub width_px: u32,
    pub height_px: u32,
}

impl LinkPreview {
    /// The preview of the page at `path`, without a picture.
    pub fn new(app: &App, path: &str, title: String, description: String) -> Self {
        LinkPreview {
            title,
            description,
            address: app.public_address(path),
            picture: None,
        }
    }

    /// The same with the card at `path`, where addresses are known.
    #[must_use]
    pub fn with_card(mut self, app: &App, path: &str, alt: String) -> Self {
        self.picture = app.public_address(path).map(|address| PreviewPicture {
            address,
            alt,
            width_px: CARD_WIDTH_PX,
            height_px: CARD_HEIGHT_PX,
        });
        self
    }
}
