//! Tests of the network: incremental sums against sums from scratch, integers against the formula in floating point, and
//! files.

use std::sync::Arc;

use crate::chess::board::bits::squares;
use crate::chess::network::{LAYER_ONE, Network, OUTPUT_ONE, Sums};
use crate::chess::notation::fen;
use crate::chess::rules::chess960;
use crate::chess::tests::perft::{random_game, random_games, turned};
use crate::chess::{Chess, Role};
use rookery_engine::{EVAL_MAX, Position, SplitMix};

fn sums(position: &Chess, network: &Network) -> Sums {
    let mut sums = Sums::default();
    sums.renew(position, network);
    sums
}

fn value(position: &Chess, network: &Network) -> i32 {
    network.evaluate(position, &sums(position, network))
}

#[test]
fn sums_do_not_depend_on_the_way() {
    let network = Network::built_in();
    let starts = (0..60).map(|game| match game % 3 {
        0 => fen::parse(fen::START).unwrap(),
        1 => chess960::start(game * 16),
        _ => fen::parse("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -").unwrap(),
    });
    for (start, seed) in starts.zip(0..) {
        let mut kept = sums(&start, &network);
        random_game(&start, seed, |parent, m, child| {
            let before = kept.clone();
            kept.follow(&before, parent, m, child, &network);
            assert_eq!(kept, sums(child, &network), "{m:?} in {parent:?}");
        });
    }
}

#[test]
fn neither_the_colour_nor_left_and_right_change_the_value() {
    let network = Network::built_in();
    random_games(40, |_, _, position| {
        let upright = value(position, &network);
        for (flip, swaps) in [(56, true), (7, false)] {
            if swaps || position.castling_rooks() == 0 {
                let other = turned(position, flip, swaps);
                assert_eq!(value(&other, &network), upright, "{position:?}");
            }
        }
    });
}

/// The formula once more, as the papers write it, from the pieces on the board.
fn formula(position: &Chess, network: &Network) -> f64 {
    let (layer_one, output_one) = (f64::from(LAYER_ONE), f64::from(OUTPUT_ONE));
    let pieces = Role::ALL.iter().flat_map(|&role| {
        let of =
            move |side| squares(position.pieces_of(side, role)).map(move |at| (side, role, at));
        of(0).chain(of(1))
    });
    let pieces: Vec<_> = pieces.collect();
    let set = (pieces.len() - 1) / 4;
    let mut output = f64::from(network.output_bias[set]) / layer_one / output_one;
    let mover = position.side();
    for (view, weights) in [mover, 1 - mover].into_iter().zip(&network.outputs[set]) {
        let king_is_right = position.king(view) % 8 > 3;
        for (i, &weight) in weights.iter().enumerate() {
            let mut sum = f64::from(network.layer_bias[i]);
            for &(side, role, at) in &pieces {
                let (mut column, mut row) = (at % 8, at / 8);
                if king_is_right {
                    column = 7 - column;
                }
                if view == 1 {
                    row = 7 - row;
                }
                let whose = usize::from(side != view);
                let input = whose * 384 + role as usize * 64 + usize::from(row * 8 + column);
                sum += f64::from(network.inputs[input][i]);
            }
            let clipped = (sum / layer_one).clamp(0.0, 1.0);
            output += clipped * clipped * f64::from(weight) / output_one;
        }
    }
    output * f64::from(network.scale_cp)
}

#[test]
fn whole_numbers_say_what_the_formula_says() {
    let network = Network::built_in();
    random_games(20, |_, _, position| {
        // Less is left with every ply without progress; only the output is compared.
        if position.quiet_steps() == 0 {
            let (whole, exact) = (value(position, &network), formula(position, &network));
            let difference = (f64::from(whole) - exact).abs();
            assert!(difference < 1.1, "{whole} {exact} {position:?}");
        }
    });
}

/// A bishop more, of whose value 16/28 is left after a hundred plies without progress.
#[test]
fn an_advantage_fades() {
    let network = Network::built_in();
    let after = |plies: u16| {
        let text = format!("rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {plies} 90");
        value(&fen::parse(&text).unwrap(), &network)
    };
    let whole = after(0);
    assert!(whole > 100, "{whole}");
    assert_eq!(after(11), whole);
    assert_eq!(after(12), whole * 27 / 28);
    assert_eq!(after(100), whole * 16 / 28);
}

#[test]
fn files_are_read_back() {
    let network = Network::built_in();
    let bytes = network.to_bytes();
    assert_eq!(bytes, include_bytes!("network.bin"));
    assert_eq!(Network::from_bytes(&bytes), Ok((*network).clone()));
}

#[test]
fn files_that_are_not_right_are_refused() {
    let network = Network::built_in();
    let bytes = network.to_bytes();
    let refusal = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err();
    assert!(refusal(b"").contains("got 0 bytes"));
    assert!(refusal(&bytes[1..]).contains("not a network of this version"));
    let mut random = SplitMix::new(1);
    for _ in 0..50 {
        let mut damaged = bytes.clone();
        damaged[8 + random.below(bytes.len() - 8)] ^= 1 << random.below(8);
        assert!(refusal(&damaged).contains("the file is damaged"));
    }
    let changed = |change: fn(&mut Network)| {
        let mut network = (*network).clone();
        change(&mut network);
        refusal(&network.to_bytes())
    };
    let too_large: [fn(&mut Network); 6] = [
        |network| network.inputs[5][7] = i16::MIN,
        |network| network.layer_bias[0] = 893,
        |network| network.outputs[3][1][2] = -128,
        |network| network.outputs[7] = [[65; 256]; 2],
        |network| network.output_bias[1] = i32::MIN,
        |network| network.scale_cp = 0,
    ];
    for change in too_large {
        assert!(changed(change).contains("too large"));
    }
}

/// With the largest numbers that a file may hold nothing overflows: the tests are built with checks for that.
#[test]
fn the_largest_numbers_do_not_overflow() {
    let built_in = Network::built_in();
    for sign in [1, -1] {
        let mut network = (*built_in).clone();
        network.inputs.iter_mut().for_each(|row| row.fill(892));
        network.layer_bias.fill(892);
        network.outputs = [[[64 * sign; 256]; 2]; 8];
        network.output_bias = [i32::from(sign) << 20; 8];
        network.scale_cp = 1_000;
        let network = Network::from_bytes(&network.to_bytes()).map(Arc::new);
        let most = value(&fen::parse(fen::START).unwrap(), &network.unwrap());
        assert_eq!(most, i32::from(sign) * EVAL_MAX);
    }
}
