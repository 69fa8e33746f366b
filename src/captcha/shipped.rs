//! The fonts and backgrounds that come with the program; sources and licences stand beside them in `fonts/` and `backgrounds/`.

/// DejaVu Sans Bold: drawn where no other font is usable.
pub(crate) const BUILT_IN_FACE: &[u8] = include_bytes!("../../fonts/DejaVuSans-Bold.ttf");

/// Names and bytes of the fonts that come with the program.
pub fn fonts() -> Vec<(&'static str, &'static [u8])> {
    vec![
        (
            "AveriaSansGWF-Bold.ttf",
            include_bytes!("../../fonts/AveriaSansGWF-Bold.ttf"),
        ),
        (
            "AveriaSerifGWF-Bold.ttf",
            include_bytes!("../../fonts/AveriaSerifGWF-Bold.ttf"),
        ),
        ("DejaVuSans-Bold.ttf", BUILT_IN_FACE),
        (
            "Essays1743-Bold.ttf",
            include_bytes!("../../fonts/Essays1743-Bold.ttf"),
        ),
        (
            "GNUTypewriter.ttf",
            include_bytes!("../../fonts/GNUTypewriter.ttf"),
        ),
        (
            "LiberationSerif-BoldItalic.ttf",
            include_bytes!("../../fonts/LiberationSerif-BoldItalic.ttf"),
        ),
        ("Play-Bold.ttf", include_bytes!("../../fonts/Play-Bold.ttf")),
    ]
}

/// Names and bytes of the backgrounds that come with the program, as `rookery captcha backgrounds` makes them.
pub fn backgrounds() -> Vec<(&'static str, &'static [u8])> {
    vec![
        ("clouds.png", include_bytes!("../../backgrounds/clouds.png")),
        ("grain.png", include_bytes!("../../backgrounds/grain.png")),
        (
            "hatching.png",
            include_bytes!("../../backgrounds/hatching.png"),
        ),
        ("linen.png", include_bytes!("../../backgrounds/linen.png")),
        ("marble.png", include_bytes!("../../backgrounds/marble.png")),
        ("stains.png", include_bytes!("../../backgrounds/stains.png")),
        (
            "terrazzo.png",
            include_bytes!("../../backgrounds/terrazzo.png"),
        ),
        ("wood.png", include_bytes!("../../backgrounds/wood.png")),
    ]
}
