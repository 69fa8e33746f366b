//! Tests of the games' pictures and texts on pages of many games.

use super::*;

#[test]
fn every_game_has_its_picture_and_its_levels() {
    let words = Words::read("en", &Registry::shipped()).unwrap();
    let gallery = Gallery::new(&words, &Registry::shipped()).unwrap();
    for kind in Registry::shipped().all() {
        let profile = gallery.profile(kind.name()).unwrap();
        assert!(profile.picture.0.contains("<svg") && profile.picture.0.contains("href=\"#p-"));
        assert_eq!(profile.levels.len(), usize::from(LEVEL_COUNT));
    }
    assert!(matches!(gallery.profile("skat"), Err(Error::NotFound)));
}

#[test]
fn each_variant_has_a_picture_of_its_first_position_or_its_showcase() {
    let words = Words::read("en", &Registry::shipped()).unwrap();
    let gallery = Gallery::new(&words, &Registry::shipped()).unwrap();
    let four = &gallery.profile("connect-four").unwrap().variants;
    for variant in four {
        let (cols, rows) = variant.key.split_once('x').unwrap();
        let picture = &variant.picture.0;
        let [cols, rows] = [cols, rows].map(|count| count.parse::<u32>().unwrap());
        let (x, y, width, height) = (2 * cols, 2 * rows, 104 * cols, 104 * rows);
        assert!(picture.contains(&format!("viewBox=\"-{x} -{y} {width} {height}\"")));
        // Tiles of another drawing may be hidden with it.
        let over = format!("over-connect-four-{}", variant.key);
        assert!(picture.contains(&format!("id=\"{over}\"")));
        assert!(picture.contains(&format!("url(#{over})")) && !picture.contains("<use "));
    }
    let chess = &gallery.profile("chess").unwrap().variants;
    let pieces = |n: usize| chess[n].picture.0.matches("<use ").count();
    assert_eq!((chess.len(), pieces(0), pieces(1)), (2, 32, 32));
    assert_ne!(chess[0].picture.0, chess[1].picture.0);
    let gomoku = &gallery.profile("gomoku").unwrap().variants;
    let stones = gomoku
        .iter()
        .map(|variant| variant.picture.0.matches("<use ").count());
    assert_eq!(stones.collect::<Vec<_>>(), [11, 9, 9, 8]);
}

#[test]
fn the_home_board_is_the_first_begun_match_or_the_first_solved_game() {
    let words = Words::read("en", &Registry::shipped()).unwrap();
    let board = home_board(&words, &Registry::shipped()).unwrap();
    assert_eq!(board.caption, "Connect Four against Casual");
    let html = &board.html.0;
    for field in [("game", "connect-four"), ("begun", "true"), ("ply", "6")] {
        let field = format!("name=\"{}\" value=\"{}\"", field.0, field.1);
        assert!(html.contains(&field), "{field}");
    }
    assert_eq!(html.matches("<use ").count(), 6);
    let solved = Registry::shipped().find("tic-tac-toe").unwrap();
    let board = home_board(&words, &Registry::of(vec![solved])).unwrap();
    let html = &board.html.0;
    assert!(html.contains("name=\"game\" value=\"tic-tac-toe\"") && !board.is_begun);
    assert!(!html.contains("\"begun\"") && !html.contains("<use "));
}
