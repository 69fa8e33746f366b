//! The shipped fonts and backgrounds; their sources and licences are in `fonts/` and `backgrounds/`.

use crate::{AssetFile, Source};

/// DejaVu Sans Bold: used if no other font is usable.
pub(crate) const BUILT_IN_FACE: &[u8] = include_bytes!("../fonts/DejaVuSans-Bold.ttf");

/// Names and bytes of the fonts that come with the program.
pub fn fonts() -> Vec<(&'static str, &'static [u8])> {
    vec![
        (
            "AllertaMedium.otf",
            include_bytes!("../fonts/AllertaMedium.otf"),
        ),
        (
            "AveriaSansGWF-Bold.ttf",
            include_bytes!("../fonts/AveriaSansGWF-Bold.ttf"),
        ),
        (
            "AveriaSerifGWF-Bold.ttf",
            include_bytes!("../fonts/AveriaSerifGWF-Bold.ttf"),
        ),
        ("Cabin-Bold.otf", include_bytes!("../fonts/Cabin-Bold.otf")),
        (
            "Caladea-Bold.ttf",
            include_bytes!("../fonts/Caladea-Bold.ttf"),
        ),
        (
            "Comfortaa-Bold.ttf",
            include_bytes!("../fonts/Comfortaa-Bold.ttf"),
        ),
        (
            "ComicNeue-Bold.otf",
            include_bytes!("../fonts/ComicNeue-Bold.otf"),
        ),
        (
            "CourierPrime-Bold.otf",
            include_bytes!("../fonts/CourierPrime-Bold.otf"),
        ),
        ("DejaVuSans-Bold.ttf", BUILT_IN_FACE),
        (
            "Dosis-ExtraBold.otf",
            include_bytes!("../fonts/Dosis-ExtraBold.otf"),
        ),
        (
            "Essays1743-Bold.ttf",
            include_bytes!("../fonts/Essays1743-Bold.ttf"),
        ),
        (
            "GNUTypewriter.ttf",
            include_bytes!("../fonts/GNUTypewriter.ttf"),
        ),
        (
            "LiberationSerif-BoldItalic.ttf",
            include_bytes!("../fonts/LiberationSerif-BoldItalic.ttf"),
        ),
        ("Play-Bold.ttf", include_bytes!("../fonts/Play-Bold.ttf")),
        (
            "Quicksand-Bold.ttf",
            include_bytes!("../fonts/Quicksand-Bold.ttf"),
        ),
        (
            "RobotoSlab-Bold.otf",
            include_bytes!("../fonts/RobotoSlab-Bold.otf"),
        ),
        (
            "YanoneKaffeesatz-Bold.otf",
            include_bytes!("../fonts/YanoneKaffeesatz-Bold.otf"),
        ),
    ]
}

/// Names and bytes of the backgrounds that come with the program, as `rookery captcha backgrounds` makes them.
pub fn backgrounds() -> Vec<(&'static str, &'static [u8])> {
    vec![
        ("clouds.png", include_bytes!("../backgrounds/clouds.png")),
        ("grain.png", include_bytes!("../backgrounds/grain.png")),
        (
            "hatching.png",
            include_bytes!("../backgrounds/hatching.png"),
        ),
        ("linen.png", include_bytes!("../backgrounds/linen.png")),
        ("marble.png", include_bytes!("../backgrounds/marble.png")),
        ("stains.png", include_bytes!("../backgrounds/stains.png")),
        (
            "terrazzo.png",
            include_bytes!("../backgrounds/terrazzo.png"),
        ),
        ("wood.png", include_bytes!("../backgrounds/wood.png")),
    ]
}

/// [`fonts`] as input of [`crate::Assets::load`], to which you may add your own.
pub fn font_files() -> Vec<AssetFile> {
    files(fonts())
}

/// [`backgrounds`] as input of [`crate::Assets::load`], to which you may add your own.
pub fn background_files() -> Vec<AssetFile> {
    files(backgrounds())
}

fn files(known: Vec<(&'static str, &'static [u8])>) -> Vec<AssetFile> {
    let file = |(name, bytes): (&str, &[u8])| AssetFile {
        name: name.to_owned(),
        source: Source::Shipped,
        bytes: bytes.to_vec(),
    };
    known.into_iter().map(file).collect()
}
