//! Style sheet of the games' worlds: the colours of each board and its pieces as custom properties of the class `world-NAME`.

use std::fmt::Write as _;

use rookery_games::{Registry, Tint, World};

/// The style sheet of all games. Each colour stands twice, as in `static/site.css`: once for browsers without `light-dark()`, which
/// stay light, and once as a pair.
pub fn style_sheet(games: &Registry) -> String {
    let mut css = String::new();
    for kind in games.all() {
        let (name, tints) = (kind.name(), tints(&kind.sheet().world));
        let rule = |value: fn(&Tint) -> String| {
            let pairs = tints
                .iter()
                .map(|(key, tint)| format!("--{key}:{}", value(tint)));
            format!(".world-{name}{{{}}}", pairs.collect::<Vec<_>>().join(";"))
        };
        let alone = rule(|tint| tint.light.to_owned());
        let pairs = rule(|tint| format!("light-dark({},{})", tint.light, tint.dark));
        write!(
            css,
            "{alone}@supports (color:light-dark(red,red)){{{pairs}}}"
        )
        .expect("writing to memory does not fail");
    }
    css
}

/// The custom properties of `static/board.css`.
fn tints(world: &World) -> [(&'static str, Tint); 13] {
    [
        ("board", world.ground),
        ("board-2", world.second),
        ("board-line", world.line),
        ("board-text", world.text),
        ("dark-fill", world.dark.fill),
        ("dark-edge", world.dark.edge),
        ("dark-mark", world.dark.mark),
        ("light-fill", world.light.fill),
        ("light-edge", world.light.edge),
        ("light-mark", world.light.mark),
        ("target", world.target),
        ("take", world.take),
        ("last", world.last),
    ]
}
