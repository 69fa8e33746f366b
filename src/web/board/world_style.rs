//! Style sheet of a game's world: the colours of its board and its pieces as custom properties of the class `world-NAME`, and
//! those of its further themes where `<html>` has the class `NAME-theme-KEY`.

use rookery_games::{GameType, Tint, World};

/// A custom property of `static/board.css` with its colour.
type Property = (&'static str, Tint);

/// The style sheet of a game. A theme names what differs from the game's own colours. A picture that shows one theme whatever the
/// visitor has chosen is of the class `world-NAME--KEY`.
pub fn style_sheet(game_type: &dyn GameType) -> String {
    let (name, sheet) = (game_type.name(), game_type.sheet());
    let own = tints(&sheet.world);
    let mut selector = format!(".world-{name}");
    for (key, ..) in game_type.themes() {
        selector += &format!(",.world-{name}--{key}");
    }
    let mut css = rules(&selector, &own);
    for theme in sheet.themes {
        let key = theme.key;
        let selector = format!(".{name}-theme-{key} .world-{name},.world-{name}--{key}");
        let differs = |(one, own): (Property, &Property)| (one != *own).then_some(one);
        let pairs = tints(&theme.world).into_iter().zip(&own);
        let different: Vec<Property> = pairs.filter_map(differs).collect();
        css += &rules(&selector, &different);
    }
    css
}

/// Each colour stands twice, as in `static/site.css`: once for browsers without `light-dark()`, which stay light, and once as a
/// pair.
fn rules(selector: &str, tints: &[Property]) -> String {
    let rule = |value: fn(&Tint) -> String| {
        let pairs = tints
            .iter()
            .map(|(key, tint)| format!("--{key}:{}", value(tint)));
        format!("{selector}{{{}}}", pairs.collect::<Vec<_>>().join(";"))
    };
    let alone = rule(|tint| tint.light.to_owned());
    let pairs = rule(|tint| format!("light-dark({},{})", tint.light, tint.dark));
    format!("{alone}@supports (color:light-dark(red,red)){{{pairs}}}")
}

/// The custom properties of `static/board.css`.
fn tints(world: &World) -> [Property; 13] {
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
