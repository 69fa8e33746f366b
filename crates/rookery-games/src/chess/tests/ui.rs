//! Tests of chess as players see it: words, castling in two ways, claims, Chess960.

use std::collections::BTreeSet;

use crate::api::view::Fx;
use crate::chess::pgn;
use crate::{Arg, Credits, Error, Game, GameType, Message, Registry, Setup};

fn chess() -> &'static dyn GameType {
    Registry::shipped().find("chess").unwrap()
}

pub(in crate::chess) fn from(variant: &str, start: &str) -> Box<dyn Game> {
    let setup = Setup {
        variant: variant.to_owned(),
        start: start.to_owned(),
        ..Setup::default()
    };
    chess().start(&setup).unwrap()
}

pub(in crate::chess) fn at(start: &str) -> Box<dyn Game> {
    from("", start)
}

fn play(game: &mut dyn Game, moves: &str) {
    for text in moves.split_whitespace() {
        let path = game.read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        game.play(&path).unwrap();
    }
}

pub(in crate::chess) fn tokens(path: &str) -> Vec<String> {
    path.split(',').map(str::to_owned).collect()
}

/// The message as `id(argument, …)`, so that a table can hold it.
pub(in crate::chess) fn short(message: &Message) -> String {
    let args = message.args.iter().map(|(_, arg)| match arg {
        Arg::Text(text) => text.clone(),
        Arg::Number(n) => n.to_string(),
        Arg::Message(inner) => short(inner),
    });
    let args: Vec<_> = args.collect();
    let id = message.id.strip_prefix("chess-").unwrap_or(&message.id);
    if args.is_empty() {
        id.to_owned()
    } else {
        format!("{id}({})", args.join(" "))
    }
}

/// A queen counts 9, a rook 5, a knight and a bishop 3, a pawn 1.
#[test]
fn the_material_beside_the_board_says_who_is_ahead() {
    // Pawn 1, knight and bishop 3, rook 5, queen 9: the surplus of each side, and its lead.
    for (fen, kinds, leads) in [
        ("", [&[][..], &[]], [None, None]),
        (
            "4k3/p7/8/8/8/8/8/Q3K3 w - - 0 1",
            [&["queen"][..], &["pawn"]],
            [Some("material-lead(8)"), None],
        ),
        (
            "4k2r/8/8/8/8/8/8/2B1K3 w - - 0 1",
            [&["bishop"][..], &["rook"]],
            [None, Some("material-lead(2)")],
        ),
        (
            "4k3/p7/8/8/8/8/PPP5/N3K1N1 w - - 0 1",
            [&["pawn", "pawn", "knight", "knight"][..], &[]],
            [Some("material-lead(8)"), None],
        ),
    ] {
        let zones = at(fen).zones();
        assert_eq!(zones.len(), 2);
        for (side, zone) in zones.iter().enumerate() {
            assert_eq!(zone.side, Some(side));
            assert_eq!(short(&zone.label), "material");
            assert_eq!(zone.kinds, kinds[side], "{fen}");
            let text = zone.text.as_ref().map(short);
            assert_eq!(text.as_deref(), leads[side], "{fen}");
        }
    }
}

#[test]
fn moves_in_words_say_what_they_take_and_threaten() {
    for (fen, path, words) in [
        ("", "e2,e4", "say-move(white e2 e4 pawn)"),
        (
            "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1",
            "e2,d3",
            "say-take(white e2 d3 pawn pawn)",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "e5,d6",
            "say-in-passing(white e5 d5 d6)",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "e1,g1",
            "say-castle-short(white g1 f1)",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "e8,a8",
            "say-castle-long(black c8 d8)",
        ),
        (
            "8/P2k4/8/8/8/8/8/4K3 w - - 0 1",
            "a7,a8,=N",
            "say-promote(white a7 a8 knight)",
        ),
        (
            "1r6/P2k4/8/8/8/8/8/4K3 w - - 0 1",
            "a7,b8,=N",
            "say-check(say-take-promote(white a7 b8 knight rook))",
        ),
        (
            "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
            "a1,a8",
            "say-mate(say-move(white a1 a8 rook))",
        ),
    ] {
        let said = at(fen).play(&tokens(path)).unwrap().say;
        assert_eq!(short(&said), words, "{path} in {fen}");
    }
}

#[test]
fn the_task_says_check_and_names_who_gives_it() {
    for (fen, prefix, words) in [
        ("", "", "task-move"),
        ("", "g1", "task-move-to(knight)"),
        ("", "e1", "task-move-to(king)"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1", "task-king-to"),
        // The king would cross f1, which the rook attacks.
        (
            "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
            "e1",
            "task-move-to(king)",
        ),
        ("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", "", "task-check(rook e4)"),
        ("4k3/8/8/8/4r3/5n2/8/4K3 w - - 0 1", "", "task-double-check"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7,a8", "task-promote"),
    ] {
        let prefix: Vec<_> = tokens(prefix)
            .into_iter()
            .filter(|t| !t.is_empty())
            .collect();
        assert_eq!(short(&at(fen).task(&prefix).unwrap()), words, "{fen}");
    }
    let marks = at("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1").marks(&[]);
    assert_eq!(marks.len(), 1);
    assert_eq!((marks[0].at.as_str(), marks[0].kind), ("e1", "check"));
    assert!(at("").marks(&[]).is_empty());
}

#[test]
fn the_king_castles_by_two_steps_or_onto_its_rook() {
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let after: Vec<_> = ["e1,g1", "e1,h1", "O-O", "0-0", "e1g1", "e1h1"]
        .into_iter()
        .map(|text| {
            let mut game = at(start);
            let path = game.read(text).unwrap();
            assert_eq!(path, ["e1", "g1"], "{text}");
            game.play(&path).unwrap();
            game.position()
        })
        .collect();
    assert_eq!(after[0], "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    assert!(after.iter().all(|p| *p == after[0]));
    let mut game = at(start);
    assert_eq!(game.play(&tokens("e1,a1")).unwrap().path, ["e1", "c1"]);
}

/// If castling looks like a step of the king, it is entered by tapping the rook; king and rook may change places.
#[test]
fn in_chess960_a_step_of_the_king_is_a_step() {
    let mut game = from("chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    let castling = game
        .legal()
        .into_iter()
        .find(|l| l.alt[0] == "O-O")
        .unwrap();
    assert_eq!(castling.path, ["f1", "g1"]);
    assert_eq!(castling.fx[1].len(), 2);
    let before: Vec<_> = game.pieces().into_iter().map(|p| (p.kind, p.id)).collect();
    game.play(&castling.path).unwrap();
    assert_eq!(game.position(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    let after: Vec<_> = game.pieces().into_iter().map(|p| (p.kind, p.id)).collect();
    let of = |list: &[(&str, u16)], kind| list.iter().find(|(k, _)| *k == kind).unwrap().1;
    for kind in ["king", "rook"] {
        assert_eq!(
            of(&before, kind),
            of(&after, kind),
            "the {kind} keeps its number"
        );
    }
    let mut game = from("chess960", "4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    let paths: Vec<_> = game
        .legal()
        .into_iter()
        .map(|l| (l.path, l.alt[0].clone()))
        .collect();
    assert!(paths.contains(&(tokens("f1,g1"), "Kg1".to_owned())));
    assert!(paths.contains(&(tokens("f1,h1"), "O-O".to_owned())));
    let played = game.play(&tokens("f1,h1")).unwrap();
    assert_eq!(played.notation, "O-O");
    // The king stays where it is, and only the rook moves.
    let game = from("chess960", "4k3/8/8/8/8/8/8/6KR w H - 0 1");
    let castling = game
        .legal()
        .into_iter()
        .find(|l| l.alt[0] == "O-O")
        .unwrap();
    assert_eq!(castling.path, ["g1", "h1"]);
    assert!(matches!(&castling.fx[1][..], [Fx::Move { to, .. }] if to == "f1"));
}

#[test]
fn a_pawn_is_offered_what_it_may_become() {
    let game = at("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    let offered: Vec<_> = game
        .choices()
        .into_iter()
        .map(|c| (c.token, c.figure))
        .collect();
    let drawn = |kind| Some((0, kind));
    assert_eq!(
        offered,
        [
            ("=Q", drawn("queen")),
            ("=R", drawn("rook")),
            ("=B", drawn("bishop")),
            ("=N", drawn("knight"))
        ]
    );
    assert!(at("").choices().is_empty());
    for text in ["a8=N", "a8N", "a7a8n", "a7-a8=N", "a7,a8,=N"] {
        assert_eq!(game.read(text).unwrap(), ["a7", "a8", "=N"], "{text}");
    }
}

/// A small `b` is the file of a pawn, even if a bishop could take on the same square; the other letters of pieces are not letters
/// of files.
#[test]
fn a_small_b_is_never_a_bishop() {
    let game = at("2r1k3/1P6/8/8/8/7B/8/4K3 w - - 0 1");
    let Err(Error::Illegal(why)) = game.read("bxc8") else {
        panic!("what the pawn becomes is not said");
    };
    assert_eq!(short(&why), "illegal-promotion");
    assert_eq!(game.read("bxc8=q").unwrap(), ["b7", "c8", "=Q"]);
    assert_eq!(game.read("Bxc8").unwrap(), ["h3", "c8"]);
    assert_eq!(game.read("kd2").unwrap(), ["e1", "d2"]);
}

#[test]
fn taking_in_passing_may_be_said() {
    let game = at("4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 2");
    for text in ["exf6", "exf6 e.p.", "exf6e.p.", "e5xf6 e.p.!", "ef6"] {
        assert_eq!(game.read(text).unwrap(), ["e5", "f6"], "{text}");
    }
    // The pawn gives check to the king on e2.
    let game = at("8/8/2k5/8/3Pp3/8/4K3/8 b - d3 0 1");
    for text in [
        "exd3+",
        "exd3+ e.p.",
        "exd3 e.p.+",
        "exd3e.p.+",
        "exd3+e.p.!?",
    ] {
        assert_eq!(game.read(text).unwrap(), ["e4", "d3"], "{text}");
    }
}

/// As moves stand in books and on score sheets.
#[test]
fn a_number_before_a_move_and_figurines_are_read() {
    let mut game = at("");
    let typed = [
        "1. e4",
        "1...e5",
        "2.♘f3",
        "♞c6",
        " 3. ♗b5 ",
        "3… a6",
        "♙d2d4",
    ];
    for (text, expected) in typed
        .into_iter()
        .zip(["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "d4"])
    {
        let path = game.read(text).unwrap();
        assert_eq!(path, game.read(expected).unwrap(), "{text}");
        game.play(&path).unwrap();
    }
    assert!(game.read("1.").is_err() && game.read("4 exd4").is_err());
}

#[test]
fn a_text_that_several_moves_answer_to_is_refused_with_all_of_them() {
    for (start, text, could_be) in [
        ("4k3/8/8/8/8/N7/8/N3K3 w - -", "Nc2", &["N1c2", "N3c2"][..]),
        ("4k3/8/8/8/8/8/8/R3K2R w - -", "Rb2", &[]),
        ("4k3/8/8/3p1p2/4P3/8/8/4K3 w - -", "e4", &[]),
        // There is nothing to capture.
        ("4k3/8/8/8/8/8/4P3/4K3 w - -", "xe3", &[]),
        ("4k3/8/8/8/8/8/4P3/4K3 w - -", "Kxd1", &[]),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - -", "a8", &[]),
        // The other knight is pinned.
        ("k2r4/8/8/8/8/3N4/8/N2K4 w - -", "Nc2", &[]),
    ] {
        let game = at(start);
        let mut found = game.could_be(text);
        found.sort();
        assert_eq!(found, could_be, "{text} in {start}");
        let said = Error::unread(game.as_ref(), text).to_string();
        match could_be {
            [] => assert!(said.contains("is not a legal move"), "{said}"),
            several => {
                assert!(game.read(text).is_err());
                several.iter().for_each(|m| assert!(said.contains(m)));
            }
        }
    }
}

#[test]
fn the_third_time_is_a_claim_and_the_fifth_a_draw() {
    let mut game = at("");
    const AROUND: &str = "Nf3 Nf6 Ng1 Ng8";
    play(game.as_mut(), AROUND);
    assert_eq!(game.claim(), None);
    play(game.as_mut(), AROUND);
    assert_eq!(game.claim().unwrap().reason, "threefold-repetition");
    assert_eq!(game.ending(), None);
    play(game.as_mut(), "e4");
    assert_eq!(game.claim(), None, "another position is on the board");
    let mut game = at("");
    play(game.as_mut(), &[AROUND; 4].join(" "));
    assert_eq!(game.ending().unwrap().reason, "fivefold-repetition");
    assert_eq!(
        game.claim(),
        None,
        "a game that is over has nothing to claim"
    );
}

#[test]
fn fifty_moves_are_a_claim_and_seventy_five_a_draw() {
    let mut game = at("4k3/8/8/8/8/8/8/R3K3 w - - 98 80");
    play(game.as_mut(), "Ra2");
    assert_eq!(game.claim(), None);
    play(game.as_mut(), "Ke7");
    assert_eq!(game.claim().unwrap().reason, "fifty-moves");
    let mut game = at("4k3/8/8/8/8/8/8/R3K3 w - - 149 90");
    play(game.as_mut(), "Ra2");
    assert_eq!(game.ending().unwrap().reason, "seventy-five-moves");
    // Another program may have played on: such a position is accepted, and the game is over in it unless it is mate.
    for (fen, reason) in [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 151 90", "seventy-five-moves"),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 200 120", "checkmate"),
    ] {
        assert_eq!(at(fen).ending().unwrap().reason, reason, "{fen}");
        assert_eq!(at(fen).position(), fen);
    }
    // Mate with the last of these moves counts.
    let mut game = at("6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 90");
    play(game.as_mut(), "Ra8#");
    assert_eq!(game.ending().unwrap().reason, "checkmate");
    // Stalemate with it is called stalemate.
    let mut game = at("7k/8/6K1/8/8/8/8/5Q2 w - - 149 90");
    play(game.as_mut(), "Qf7");
    assert_eq!(game.ending().unwrap().reason, "stalemate");
}

#[test]
fn the_end_is_named() {
    for (fen, last, reason, winner) in [
        (
            "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
            "Ra8",
            "checkmate",
            Some(0),
        ),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7", "stalemate", None),
        (
            "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1",
            "Kxe2",
            "dead-position",
            None,
        ),
    ] {
        let mut game = at(fen);
        play(game.as_mut(), last);
        let ending = game.ending().unwrap();
        assert_eq!((ending.reason, ending.winner), (reason, winner), "{fen}");
    }
}

#[test]
fn chess960_begins_where_chance_or_a_number_says() {
    let setup = |variant: &str, start: &str| Setup {
        variant: variant.to_owned(),
        start: start.to_owned(),
        ..Setup::default()
    };
    let drawn: BTreeSet<_> = (0..200)
        .map(|chance| chess().decide(setup("chess960", ""), chance).unwrap().start)
        .collect();
    assert!(drawn.len() > 150, "{} of 200 are different", drawn.len());
    let again = chess().decide(setup("chess960", ""), 7).unwrap();
    assert_eq!(again, chess().decide(setup("chess960", ""), 7).unwrap());
    assert!(chess().start(&again).is_ok());
    // Nothing is left to chance where the start is known.
    assert_eq!(chess().decide(setup("", ""), 7).unwrap().start, "");
    assert_eq!(
        chess().decide(setup("chess960", "0"), 7).unwrap().start,
        "0"
    );
    assert_eq!(
        from("chess960", "0").position(),
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"
    );
    for (variant, start, words) in [
        ("chess960", "960", "numbers 0 to 959"),
        ("", "518", "only Chess960 has numbered"),
    ] {
        let Err(error) = chess().start(&setup(variant, start)) else {
            panic!("{start} is refused");
        };
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn a_game_is_written_as_the_standard_says() {
    let mut game = at("");
    play(game.as_mut(), "f3 e5 g4 Qh4#");
    let credits = Credits {
        site: "The \"Rook\"\t\\ Pawn".to_owned(),
        date: (2024, 2, 9),
        players: ["Ann \"A\" Bee\n".to_owned(), "C\\D".to_owned()],
        outcome: Some(Some(1)),
    };
    let expected = r#"[Event "Casual game"]
[Site "The \"Rook\"\\ Pawn"]
[Date "2024.02.09"]
[Round "-"]
[White "Ann \"A\" Bee"]
[Black "C\\D"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
"#;
    assert_eq!(game.export(&credits).unwrap().text, expected);
    let mut game = from("chess960", "4k2r/8/8/8/8/8/8/4K3 b k - 0 12");
    play(game.as_mut(), "O-O Kd2");
    let text = game.export(&Credits::default()).unwrap().text;
    assert!(
        text.contains(
            "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"4k2r/8/8/8/8/8/8/4K3 b k - 0 12\"]\n"
        ),
        "{text}"
    );
    assert!(text.contains("[Site \"?\"]\n"), "{text}");
    assert!(text.ends_with("\n\n12... O-O 13. Kd2 *\n"), "{text}");
    // The array is not the usual one, although the variant is the standard one.
    let mut game = at("4k3/8/8/8/8/8/8/3K3R w K - 0 1");
    play(game.as_mut(), "O-O");
    let text = game.export(&Credits::default()).unwrap().text;
    assert!(text.contains("[Variant \"Chess960\"]\n"), "{text}");
    let record = pgn::read(&text).unwrap();
    assert_eq!(record.moves.nodes.len(), 1);
    let mut game = at("");
    for _ in 0..60 {
        // Knights to and fro would end the game too soon.
        let last = game.legal().pop().unwrap().path;
        game.play(&last).unwrap();
    }
    let text = game.export(&Credits::default()).unwrap().text;
    assert!(text.lines().all(|line| line.len() <= 79), "{text}");
    assert!(text.lines().count() > 10);
}

#[test]
fn the_position_as_text_tells_the_pieces_apart() {
    let game = at("");
    let diagram = game.diagram(&game.board());
    let lines: Vec<_> = diagram.lines().collect();
    assert_eq!(lines[0], "8  r n b q k b n r");
    assert_eq!(lines[7], "1  R N B Q K B N R");
}
