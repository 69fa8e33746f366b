//! Tables of Nine Men's Morris against published counts and the rules of the game.

use std::sync::LazyLock;

use crate::mills::rules::kind::MillKind;
use crate::mills::rules::rule_options::Rules;
use crate::mills::tables::probe;
use crate::mills::tests::endings::{self, Counts, position, random_set};
use crate::nine_mens_morris::NineMensMorris;
use rookery_engine::SplitMix;
use rookery_engine::tables::Head;

/// The endings up to four against three, built and opened once for all tests.
static SMALL: LazyLock<Vec<Head>> = LazyLock::new(|| endings::build_up_to::<NineMensMorris>("4-3"));

/// A table: the positions with each image counted, wins, losses and draws of the side to move, and the longest line in plies.
type Published = (&'static str, [u64; 3], u32);

/// The numbers of positions that two independent programs found, the Malom database among them. A move that wins by taking the
/// last man but two counts as a ply.
const PUBLISHED: [Published; 3] = [
    ("3-3", [2_232_160, 455_648, 4_112], 26),
    ("4-3", [1_201_560, 48_720, 10_863_360], 32),
    ("3-4", [1_629_336, 0, 10_484_304], 33),
];

/// The same of the next ones.
const PUBLISHED_OF_EIGHT: [Published; 3] = [
    ("5-3", [9_271_288, 0, 31_915_088], 3),
    ("3-5", [100_512, 152_616, 40_933_248], 31),
    ("4-4", [2_456, 339, 51_480_175], 9),
];

/// Those of up to ten men.
const PUBLISHED_OF_TEN: [Published; 7] = [
    ("6-3", [43_986_576, 0, 65_843_760], 7),
    ("3-6", [0, 3_059_544, 106_770_792], 6),
    ("5-4", [156_868, 96, 164_588_540], 29),
    ("4-5", [776, 23_412, 164_721_316], 28),
    ("6-4", [95_680_104, 36, 316_183_620], 157),
    ("4-6", [336, 26_347_684, 385_515_740], 156),
    ("5-5", [460_176, 68_228, 493_708_108], 57),
];

/// Those of up to twelve men, without eight and nine against three and four. Of seven against five the numbers are our own: the
/// independent program has 1,883,089,992 won, 22,248 lost and 258,579,312 drawn, of five against seven 194,608 and 1,293,356,956 won and
/// lost, but [`every_value_of_seven_against_five_follows`] found each value in these two tables to follow by the rules.
const PUBLISHED_OF_TWELVE: [Published; 9] = [
    ("7-3", [214_359_080, 0, 20_991_640], 31),
    ("3-7", [0, 111_325_980, 124_024_740], 30),
    ("7-4", [760_033_884, 32, 63_693_604], 111),
    ("4-7", [272, 601_640_292, 222_086_956], 112),
    ("6-5", [275_524_640, 32_620, 877_661_268], 163),
    ("5-6", [292_576, 76_833_568, 1_076_092_384], 162),
    ("7-5", [1_883_090_040, 22_216, 258_579_296], 159),
    ("5-7", [194_368, 1_293_357_196, 848_139_988], 160),
    ("6-6", [371_843_118, 84_287_166, 2_042_509_860], 167),
];

/// The groups of tables with up to twelve men, each after those that it needs.
const UP_TO_TWELVE: [&str; 13] = [
    "3-3", "4-3", "5-3", "4-4", "6-3", "5-4", "6-4", "5-5", "7-3", "7-4", "6-5", "7-5", "6-6",
];

fn assert_published(heads: &[Head], published: &[Published]) {
    let found = heads.iter().map(|head| {
        let Counts { raw, canonical } = endings::counts::<NineMensMorris>(&head.name);
        let s = head.summary;
        assert_eq!(canonical, [s.wins, s.losses, s.draws], "{}", head.name);
        (head.name.as_str(), raw, s.longest)
    });
    let found: Vec<_> = found.collect();
    assert_eq!(found, published);
}

#[test]
fn small_endings_have_the_published_counts() {
    assert_published(&SMALL, &PUBLISHED);
}

#[test]
#[ignore = "takes a CPU minute"]
fn endings_of_eight_men_have_the_published_counts() {
    let heads = endings::build_these::<NineMensMorris>(&["3-3", "4-3", "5-3", "4-4"]);
    assert_published(&heads, &[&PUBLISHED[..], &PUBLISHED_OF_EIGHT].concat());
}

#[test]
#[ignore = "takes CPU minutes"]
fn endings_of_ten_men_have_the_published_counts() {
    let labels = ["3-3", "4-3", "5-3", "4-4", "6-3", "5-4", "6-4", "5-5"];
    let heads = endings::build_these::<NineMensMorris>(&labels);
    let published = [&PUBLISHED[..], &PUBLISHED_OF_EIGHT, &PUBLISHED_OF_TEN].concat();
    assert_published(&heads, &published);
}

/// `ROOKERY_TABLES` may name the folder that `rookery tables build nine-mens-morris --up-to 6-6` has made.
#[test]
#[ignore = "takes half a CPU hour and 1.2 GB of disk"]
fn endings_of_twelve_men_have_the_published_counts() {
    let heads = endings::build_these::<NineMensMorris>(&UP_TO_TWELVE);
    let published = [
        &PUBLISHED[..],
        &PUBLISHED_OF_EIGHT,
        &PUBLISHED_OF_TEN,
        &PUBLISHED_OF_TWELVE,
    ];
    assert_published(&heads, &published.concat());
}

#[test]
fn values_follow_from_those_after_every_move() {
    LazyLock::force(&SMALL);
    endings::assert_values_follow_from_those_after_every_move::<NineMensMorris>();
}

/// Two tables in which a few positions differ from the independent program's: here all 267,821,792 of them are held to the rules.
#[test]
#[ignore = "takes half a CPU hour and 1.2 GB of disk"]
fn every_value_of_seven_against_five_follows() {
    endings::build_these::<NineMensMorris>(&UP_TO_TWELVE);
    endings::assert_every_nth_value_follows::<NineMensMorris>(1, |name| {
        ["7-5", "5-7"].contains(&name)
    });
}

#[test]
fn images_share_a_number_and_numbers_name_one_image() {
    endings::assert_images_share_a_number::<NineMensMorris>();
}

#[test]
fn unmoves_are_moves_taken_back() {
    LazyLock::force(&SMALL);
    endings::assert_unmoves_are_moves_taken_back::<NineMensMorris>();
}

#[test]
fn the_solver_plays_every_win_to_its_end() {
    LazyLock::force(&SMALL);
    endings::assert_the_solver_plays_every_win_to_its_end::<NineMensMorris>();
}

#[test]
fn groups_come_after_those_they_need() {
    let classes = endings::assert_groups_come_after_those_they_need::<NineMensMorris>();
    assert_eq!(classes, 7 * 7, "every pairing of three to nine men");
}

/// Other ways to move or to remove men have other values: tables say nothing there.
#[test]
fn tables_answer_only_for_the_rules_they_were_built_by() {
    LazyLock::force(&SMALL);
    let mut rng = SplitMix::new(1);
    let own = random_set(&mut rng, 4, 0);
    let other = random_set(&mut rng, 3, own);
    let known = |rules| probe(&position::<NineMensMorris>(own, other, rules)).is_some();
    let usual = NineMensMorris::RULES.uncounted();
    assert!(known(usual));
    assert!(!known(Rules {
        flying: false,
        ..usual
    }));
    assert!(!known(Rules {
        double_removal: true,
        ..usual
    }));
}
