//! Texts for the script in the browser, which has none of its own.

use std::collections::BTreeMap;

use rookery_games::Message;

/// The texts by the script's short names. `{…}` in a text is filled in by the script.
pub fn for_script(say: &dyn Fn(&Message) -> String) -> BTreeMap<&'static str, String> {
    let open = |name: &str| format!("{{{name}}}");
    [
        ("empty", Message::new("cell-empty")),
        ("selected", Message::new("cell-selected")),
        ("own", Message::new("cell-own")),
        ("can", Message::new("cell-can")),
        ("take", Message::new("cell-take")),
        ("last", Message::new("cell-last")),
        ("ahead", Message::new("cell-premove")),
        (
            "standing",
            Message::new("board-standing")
                .with("side", open("side"))
                .with("places", open("places")),
        ),
        ("none", Message::new("board-no-pieces")),
        ("finish", Message::new("board-finish")),
        ("clear", Message::new("board-clear")),
        ("cleared", Message::new("board-cleared")),
        ("sending", Message::new("board-sending")),
        ("asking", Message::new("board-asking")),
        ("awaited", Message::new("board-awaited")),
        ("notSent", Message::new("board-not-sent")),
        ("notReached", Message::new("board-not-reached")),
        ("offline", Message::new("board-offline")),
        ("online", Message::new("board-online")),
        ("notYourTurn", Message::new("board-not-your-turn")),
        ("notPresent", Message::new("board-not-present")),
        ("noTakeback", Message::new("refusal-nothing-to-take-back")),
        (
            "moves",
            Message::new("board-moves-from")
                .with("place", open("place"))
                .with("moves", open("moves")),
        ),
        (
            "noMoves",
            Message::new("board-no-moves-from").with("place", open("place")),
        ),
        ("draw", Message::new("game-draw")),
        ("claim", Message::new("game-claim")),
        ("noLast", Message::new("board-no-last")),
        (
            "opponent",
            Message::new("board-opponent")
                .with("player", open("player"))
                .with("side", open("side")),
        ),
        (
            "marked",
            Message::new("board-marked")
                .with("what", open("what"))
                .with("places", open("places")),
        ),
        ("turned", Message::new("board-turned")),
        (
            "titleTurn",
            Message::new("board-title-turn").with("title", open("title")),
        ),
        (
            "hint",
            Message::new("board-hint").with("move", open("move")),
        ),
        (
            "hintPiece",
            Message::new("board-hint-piece")
                .with("piece", open("piece"))
                .with("place", open("place")),
        ),
        (
            "premoveFrom",
            Message::new("board-premove-from").with("from", open("from")),
        ),
        (
            "premove",
            Message::new("board-premove")
                .with("from", open("from"))
                .with("to", open("to")),
        ),
        (
            "premoveMissed",
            Message::new("board-premove-missed")
                .with("from", open("from"))
                .with("to", open("to")),
        ),
    ]
    .into_iter()
    .map(|(name, message)| (name, say(&message)))
    .collect()
}
