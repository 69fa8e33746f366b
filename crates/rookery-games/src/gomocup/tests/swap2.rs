//! The choices of Swap2.

use crate::gomocup::tests::manager::{Manager, is_point, point};

#[test]
fn three_first_stones_are_three_points() {
    for size in [15, 19] {
        let mut manager = Manager::starts(size, 1);
        let answer = manager.ask("SWAP2BOARD\nDONE");
        let points: Vec<_> = answer.split(' ').map(|text| point(text, size)).collect();
        assert_eq!(points.len(), 3, "{answer}");
        assert!(points[0] != points[1] && points[1] != points[2] && points[0] != points[2]);
    }
}

/// The examples of the protocol: every answer has one of the published forms.
#[test]
fn the_published_examples_are_answered() {
    let mut manager = Manager::starts(15, 1);
    for stones in ["7,7\n8,7\n9,9", "7,7\n8,7\n9,9\n8,8\n8,6"] {
        let answer = manager.ask(&format!("SWAP2BOARD\n{stones}\nDONE"));
        assert!(answer == "SWAP" || is_point(&answer, 15), "{answer}");
        assert!(!stones.contains(&answer), "{answer}");
    }
    // The stones were a question: the board is empty.
    assert!(is_point(&manager.ask("BEGIN"), 15));
}

/// White is to move: three black stones in a row are better, and so are white stones together against stones in the corners.
#[test]
fn the_better_colour_is_taken() {
    let mut manager = Manager::starts(15, 1);
    let black = manager.ask("SWAP2BOARD\n6,7\n0,0\n7,7\n14,14\n8,7\nDONE");
    assert_eq!(black, "SWAP");
    let white = manager.ask("SWAP2BOARD\n0,0\n7,7\n14,14\n8,8\n0,14\nDONE");
    assert!(is_point(&white, 15), "{white}");
}

#[test]
fn other_numbers_of_stones_are_refused() {
    let mut manager = Manager::starts(15, 1);
    for lines in [
        "7,7\n",
        "7,7\n8,8\n9,8\n9,9\n",
        "7,7\n7,7\n8,8\n",
        "7,7,1\n8,8,2\n9,9,1\n",
        "15,0\n",
    ] {
        let answer = manager.ask(&format!("SWAP2BOARD\n{lines}DONE"));
        assert!(answer.starts_with("ERROR "), "{answer}");
    }
}
