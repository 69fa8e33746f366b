//! Tests of the builder against a program without symmetries, on a game small enough for it; and of files that are truncated,
//! changed or unfinished.

use std::cell::Cell;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::LazyLock;
use std::time::SystemTime;

use proptest::prelude::*;

use crate::Value;
use crate::tables::build::verify;
use crate::tables::{
    BuildOptions, BuildResult, Endgames, Error, Finished, Group, Moves, PackedValue,
};
use crate::tables::{
    MaterialClass, OpenTables, Place, Progress, Space, Summary, TableBuilder, solve, up_to,
};

/// Three against three on three by three points: a move goes to a free point beside, also askew from or to the centre; three in a
/// row win, and a side that cannot move loses.
#[derive(Debug)]
struct ThreeMen;

/// The points of the side to move, and of the other.
type Men = [u16; 2];

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const BESIDE: [u16; 9] = [
    0b000_011_010,
    0b000_010_101,
    0b000_110_010,
    0b001_010_001,
    0b111_101_111,
    0b100_010_100,
    0b010_011_000,
    0b101_010_000,
    0b010_110_000,
];

fn has_line(men: u16) -> bool {
    LINES.iter().any(|line| men & line == *line)
}

fn each(set: u16) -> impl Iterator<Item = usize> {
    (0..9).filter(move |point| set >> point & 1 == 1)
}

fn image(men: u16, s: usize) -> u16 {
    each(men).fold(0, |out, point| {
        let (mut x, mut y) = (point % 3, point / 3);
        if s & 1 == 1 {
            x = 2 - x;
        }
        if s & 2 == 2 {
            y = 2 - y;
        }
        if s & 4 == 4 {
            (x, y) = (y, x);
        }
        out | 1 << (3 * y + x)
    })
}

/// All positions with the side to move; a side whose line stands on its own turn would have won before.
fn positions() -> Vec<Men> {
    let threes = || (0..512_u16).filter(|men| men.count_ones() == 3);
    let pairs = threes().flat_map(|own| threes().map(move |other| [own, other]));
    pairs
        .filter(|[own, other]| own & other == 0 && !has_line(*own))
        .collect()
}

fn children([own, other]: Men) -> Vec<Men> {
    if has_line(other) {
        return Vec::new();
    }
    let free = 0o777 & !(own | other);
    let from = each(own);
    from.flat_map(|from| {
        let to = each(BESIDE[from] & free);
        to.map(move |to| [other, own ^ 1 << from ^ 1 << to])
    })
    .collect()
}

fn number([own, other]: Men) -> usize {
    usize::from(own) << 9 | usize::from(other)
}

impl Space for ThreeMen {
    type State = Men;
    const GAME: &'static str = "three-men";
    const REVISION: u64 = 7;
    const SYMMETRIES: usize = 8;

    fn groups(&self) -> Vec<Group> {
        vec![Group {
            label: "3-3".to_owned(),
            is_played: true,
            is_on_request: false,
            materials: vec![5],
        }]
    }

    fn name(&self, _slice: MaterialClass) -> String {
        "3-3".to_owned()
    }

    fn len(&self, _slice: MaterialClass) -> usize {
        1 << 18
    }

    fn needs(&self, _group: &Group) -> Vec<MaterialClass> {
        Vec::new()
    }

    fn place(&self, men: Men) -> Place {
        let images = (0..8).map(|s| number(self.image(men, s)));
        Place {
            material: 5,
            index: images.min().unwrap(),
        }
    }

    fn state(&self, place: Place) -> Option<Men> {
        let men @ [own, other] = [(place.index >> 9) as u16, (place.index & 511) as u16];
        let is_one = own.count_ones() == 3 && other.count_ones() == 3 && own & other == 0;
        (is_one && !has_line(own) && self.place(men) == place).then_some(men)
    }

    fn image(&self, men: Men, s: usize) -> Men {
        men.map(|men| image(men, s))
    }

    fn moves(&self, men: Men, _finished: &impl Finished, out: &mut Moves<Men>) {
        for child in children(men) {
            out.stay(child);
        }
    }

    fn unmoves(&self, [own, other]: Men, out: &mut Vec<Men>) {
        let free = 0o777 & !(own | other);
        for to in each(other) {
            for from in each(BESIDE[to] & free) {
                let before = other ^ 1 << to ^ 1 << from;
                if !has_line(before) && !has_line(own) {
                    out.push([before, own]);
                }
            }
        }
    }
}

/// Every value by the definition, from all positions and without symmetry: again and again, until nothing changes.
fn brute_force() -> Vec<Option<u32>> {
    let mut plies: Vec<Option<u32>> = vec![None; 1 << 18];
    let positions = positions();
    for depth in 0.. {
        let mut found = Vec::new();
        for &men in positions
            .iter()
            .filter(|men| plies[number(**men)].is_none())
        {
            let after: Vec<_> = children(men)
                .into_iter()
                .map(|c| plies[number(c)])
                .collect();
            let wins = after.iter().any(|p| p.is_some_and(|n| n % 2 == 0));
            let loses = after.iter().all(|p| p.is_some_and(|n| n % 2 == 1));
            if wins && depth % 2 == 1 || loses && depth % 2 == 0 {
                found.push(number(men));
            }
        }
        if found.is_empty() && depth > 1 {
            return plies;
        }
        for i in found {
            plies[i] = Some(depth);
        }
    }
    plies
}

#[test]
fn every_value_is_that_of_the_brute_force() {
    let cells = solve(&ThreeMen, &ThreeMen.groups()[0]).unwrap();
    let plies = brute_force();
    let mut counts = [0; 3];
    for men in positions() {
        let cell = PackedValue::from_byte(cells[0][ThreeMen.place(men).index]);
        let expected = plies[number(men)].map_or(Value::Exact(0), |n| match n % 2 {
            1 => Value::Win(n),
            _ => Value::Loss(n),
        });
        assert_eq!(cell.value(), Some(expected), "{men:?}");
        counts[match expected {
            Value::Win(_) => 0,
            Value::Loss(_) => 1,
            _ => 2,
        }] += 1;
    }
    // The game has all three, or the comparison would say little.
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
    let classes = positions().into_iter().filter(|&men| {
        let place = ThreeMen.place(men);
        ThreeMen.state(place) == Some(men)
    });
    assert_eq!(Summary::of(&cells[0]).positions(), classes.count() as u64);
}

static OPEN_TABLES: OpenTables = OpenTables::new();
static TABLE_BUILDER: TableBuilder<ThreeMen> = TableBuilder {
    space: &ThreeMen,
    open_tables: &OPEN_TABLES,
};

fn go_on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn build(folder: &Path, threads: usize) -> BuildResult {
    let options = BuildOptions {
        folder,
        threads,
        is_time_to_save: &|| false,
    };
    TABLE_BUILDER.build(0, &options, &mut go_on).unwrap()
}

#[test]
fn threads_change_nothing() {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let built = [1, 3].map(|n| build(folders[n / 2].path(), n));
    assert_eq!(built[0], built[1]);
    assert!(!built[0].was_there);
    assert!(build(folders[0].path(), 1).was_there);
}

#[test]
fn work_that_was_stopped_goes_on_where_it_was_kept() {
    let folder = tempfile::tempdir().unwrap();
    let whole = tempfile::tempdir().unwrap();
    let saves = Cell::new(0);
    let options = BuildOptions {
        folder: folder.path(),
        threads: 1,
        is_time_to_save: &|| {
            saves.set(saves.get() + 1);
            true
        },
    };
    let stop_at_four = |p: Progress| match p.plies {
        Some(4) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let stopped = TABLE_BUILDER.build(0, &options, &mut { stop_at_four });
    assert!(matches!(stopped, Err(Error::Stopped)));
    assert_eq!(saves.get(), 5);
    let draft = folder.path().join("three-men/3-3.draft");
    assert!(draft.exists());
    let mut first = None;
    let mut listen = |p: Progress| {
        first.get_or_insert(p.plies);
        ControlFlow::Continue(())
    };
    let built = TABLE_BUILDER.build(0, &options, &mut listen).unwrap();
    assert_eq!(first, Some(Some(4)), "nothing is done twice");
    assert_eq!(built.tables, build(whole.path(), 1).tables);
    assert!(!draft.exists());
}

#[test]
fn a_damaged_draft_is_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions {
        folder: folder.path(),
        threads: 1,
        is_time_to_save: &|| true,
    };
    let mut stop = |p: Progress| match p.plies {
        Some(3) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    TABLE_BUILDER.build(0, &options, &mut stop).unwrap_err();
    let draft = folder.path().join("three-men/3-3.draft");
    let mut bytes = fs::read(&draft).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&draft, bytes).unwrap();
    let whole = tempfile::tempdir().unwrap();
    let built = TABLE_BUILDER.build(0, &options, &mut go_on).unwrap();
    assert_eq!(built.tables, build(whole.path(), 1).tables);
}

#[test]
fn a_table_whose_values_have_changed_is_not_taken_for_there() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 1);
    let path = folder.path().join("three-men/3-3.table");
    let whole = fs::read(&path).unwrap();
    let mut changed = whole.clone();
    changed[70_000] ^= 4;
    fs::write(&path, changed).unwrap();
    let options = BuildOptions {
        folder: folder.path(),
        threads: 1,
        is_time_to_save: &|| false,
    };
    let refused = TABLE_BUILDER.build(0, &options, &mut go_on).unwrap_err();
    let words = refused.to_string();
    assert!(
        words.contains("does not have the checksum in its head"),
        "{words}"
    );
    let rebuilt = TABLE_BUILDER.rebuild(0, &options, &mut go_on).unwrap();
    assert!(!rebuilt.was_there);
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn reading_tables_that_are_there_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 1);
    let options = BuildOptions {
        folder: folder.path(),
        threads: 1,
        is_time_to_save: &|| false,
    };
    let mut told = None;
    let mut stop = |progress: Progress| {
        told = Some(progress);
        ControlFlow::Break(())
    };
    let stopped = TABLE_BUILDER.build(0, &options, &mut stop);
    assert!(matches!(stopped, Err(Error::Stopped)), "{stopped:?}");
    let told = told.unwrap();
    assert!(told.is_reading && told.done > 0, "{told:?}");
    assert_eq!(told.total, 1 << 18, "a byte a position");
}

/// The number of a process says nothing: in containers all writers have the same one, and others' may be hidden.
#[test]
fn a_draft_is_kept_as_long_as_its_writer_holds_its_lock() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 1);
    let own = std::process::id();
    let name = format!("three-men/3-3.{own}-00000000000000af.tmp");
    let draft = folder.path().join(name);
    let writer = fs::File::create(&draft).unwrap();
    writer.try_lock().unwrap();
    assert!(build(folder.path(), 1).was_there);
    assert!(draft.exists());
    drop(writer);
    assert!(build(folder.path(), 1).was_there);
    assert!(!draft.exists());
}

#[test]
fn remains_of_killed_builds_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("three-men");
    build(folder.path(), 1);
    // Names of earlier versions, whose drafts were not locked; the last name is another table's.
    let left = ["3-3.4294967295.tmp", "3-3.draft"].map(|name| game.join(name));
    let kept = ["3-3.1.tmp", "3-3-old.4294967295.tmp"].map(|name| game.join(name));
    for path in left.iter().chain(&kept) {
        fs::write(path, "cut short").unwrap();
    }
    // Without a lock, age decides.
    let age = |path: &Path| {
        let file = fs::File::options().write(true).open(path).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
    };
    age(&left[0]);
    assert!(build(folder.path(), 1).was_there);
    assert!(left.iter().all(|path| !path.exists()), "{left:?}");
    // A build that has work to do removes them, too.
    fs::remove_file(game.join("3-3.table")).unwrap();
    fs::write(&left[0], "cut short").unwrap();
    age(&left[0]);
    assert!(!build(folder.path(), 1).was_there);
    assert!(!left[0].exists());
    assert!(kept.iter().all(|path| path.exists()), "{kept:?}");
}

/// Opens the tables of a folder into an `OpenTables` of its own.
fn open(folder: &Path) -> (&'static OpenTables, Vec<String>) {
    let open_tables: &'static OpenTables = Box::leak(Box::default());
    let works = TableBuilder {
        space: &ThreeMen,
        open_tables,
    };
    let mut go_on = || ControlFlow::Continue(());
    let (heads, errors) = works.open(folder, &mut go_on).unwrap();
    assert_eq!(heads.is_empty(), open_tables.is_empty());
    (open_tables, errors.iter().map(Error::to_string).collect())
}

#[test]
fn an_open_table_tells_what_stands_in_it() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 1);
    let (open_tables, errors) = open(folder.path());
    assert!(errors.is_empty() && open_tables.has(5) && !open_tables.has(4));
    let cells = solve(&ThreeMen, &ThreeMen.groups()[0]).unwrap();
    for index in (0..1 << 18).chain(0..5_000) {
        let cell = open_tables.cell(Place { material: 5, index });
        assert_eq!(cell, Some(PackedValue::from_byte(cells[0][index])));
    }
    for (material, index) in [(5, 1 << 18), (4, 0)] {
        assert_eq!(open_tables.cell(Place { material, index }), None);
    }
}

#[test]
fn files_that_are_wrong_are_not_opened_and_say_why() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 1);
    let path = folder.path().join("three-men/3-3.table");
    let whole = fs::read(&path).unwrap();
    let changed = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        bytes
    };
    for (bytes, why) in [
        (changed(70_000), "does not have the checksum in its head"),
        (changed(3), "is not a table, or its head is damaged"),
        (changed(57), "is not a table, or its head is damaged"),
        (whole[..60].to_vec(), "is too short for a table"),
        (whole[..90_000].to_vec(), "is cut short or has grown"),
    ] {
        fs::write(&path, bytes).unwrap();
        let (open_tables, errors) = open(folder.path());
        assert!(open_tables.is_empty());
        assert!(errors[0].contains(why), "{errors:?}");
        assert!(errors[0].contains("3-3.table"), "{errors:?}");
    }
}

struct Values(Vec<u8>);

impl Finished for Values {
    fn cell(&self, place: Place) -> PackedValue {
        PackedValue::from_byte(self.0[place.index])
    }
}

#[test]
fn a_value_that_does_not_follow_is_found() {
    let group = &ThreeMen.groups()[0];
    let cells = solve(&ThreeMen, group).unwrap().remove(0);
    let positions = Summary::of(&cells).positions();
    let check = |cells: &[u8]| verify::check(&ThreeMen, group, &Values(cells.to_vec()), &mut go_on);
    assert_eq!(check(&cells).unwrap(), Ok(positions));
    // A win that is said to come later, a loss that is said to be a draw, and a position where there is none.
    for (byte, wrong) in [(6, 8), (5, 0), (255, 0)] {
        let index = cells.iter().position(|&b| b == byte).unwrap();
        let mut cells = cells.clone();
        cells[index] = wrong;
        assert!(check(&cells).unwrap().is_err(), "{byte} {wrong}");
    }
}

#[test]
fn tables_in_a_folder_are_proven() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(
        TABLE_BUILDER.prove(0, folder.path(), &mut go_on),
        Ok(None)
    ));
    let positions = build(folder.path(), 1).tables[0].summary.positions();
    let proven = TABLE_BUILDER.prove(0, folder.path(), &mut go_on).unwrap();
    assert_eq!(proven, Some(positions));
    let mut stop = |_| ControlFlow::Break(());
    let stopped = TABLE_BUILDER.prove(0, folder.path(), &mut stop);
    assert!(matches!(stopped, Err(Error::Stopped)));
}

/// A whole table file.
static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 1);
    fs::read(folder.path().join("three-men/3-3.table")).unwrap()
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// One bit anywhere, or a cut anywhere: the file is refused, and named.
    #[test]
    fn no_damage_goes_unseen(at in 0..WHOLE.len(), bit in 0..8_u8, is_cut in any::<bool>()) {
        let mut bytes = WHOLE.clone();
        if is_cut {
            bytes.truncate(at);
        } else {
            bytes[at] ^= 1 << bit;
        }
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("three-men")).unwrap();
        fs::write(folder.path().join("three-men/3-3.table"), bytes).unwrap();
        let (open_tables, errors) = open(folder.path());
        prop_assert!(open_tables.is_empty());
        prop_assert!(errors.len() == 1 && errors[0].contains("3-3.table"), "{errors:?}");
    }
}

#[test]
fn names_choose_the_plans_up_to_them() {
    let plans = TABLE_BUILDER.plans();
    assert_eq!(up_to(&plans, "3-3").unwrap(), 0..=0);
    let error = up_to(&plans, "4-3").unwrap_err().to_string();
    assert_eq!(error, "there is no table '4-3'; name one of 3-3");
}
