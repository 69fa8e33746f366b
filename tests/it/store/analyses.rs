//! Analyses in the database: begun by one, kept line by line, gone with the match.

use rookery::ids::GuestId;
use rookery::matches::StoredLine;
use rookery::store::{GameBatches, Store};

use crate::store::records::{DAY, NOW, game};
use crate::support::databases::on_both_databases;

on_both_databases!(
    one_begins_and_a_silent_one_is_taken_over,
    lines_are_kept_as_long_as_the_version_is_the_same,
    an_analysis_goes_with_its_match,
);

fn line(ply: usize, place: usize, score: &str) -> StoredLine {
    StoredLine {
        ply,
        place,
        score: score.to_owned(),
        path: "e2,e4 e7,e5".to_owned(),
        notation: "e4 e5".to_owned(),
    }
}

async fn one_begins_and_a_silent_one_is_taken_over(store: Store) {
    let new = game(GuestId::random());
    store.create_game(&new).await.unwrap();
    assert_eq!(store.analysis(new.id).await.unwrap(), None);
    let begin = async |version: i64, now_ms: i64| {
        let begun = store.begin_analysis(new.id, (version, 3), now_ms, 30_000);
        begun.await.unwrap()
    };
    assert!(begin(1, NOW).await);
    assert!(!begin(1, NOW + 30_000).await, "it gave a sign a moment ago");
    assert!(store.beat_analysis(new.id, 1, NOW + 20_000).await.unwrap());
    assert!(!begin(1, NOW + 50_000).await);
    assert!(begin(1, NOW + 50_001).await, "it is silent");
    // The clock of the node that beat was a day ahead.
    assert!(store.beat_analysis(new.id, 1, NOW + DAY).await.unwrap());
    assert!(begin(1, NOW + 50_001).await, "a sign from the future");
    let stored = store.analysis(new.id).await.unwrap().unwrap();
    assert_eq!(
        (
            stored.version,
            stored.positions,
            stored.beat_ms,
            stored.done_ms
        ),
        (1, 3, NOW + 50_001, None)
    );
    store
        .finish_analysis(new.id, 1, NOW + 60_000)
        .await
        .unwrap();
    assert!(!begin(1, NOW + DAY).await, "it is complete");
    assert!(!store.beat_analysis(new.id, 1, NOW).await.unwrap());
    assert!(
        begin(2, NOW + DAY).await,
        "another version is another analysis"
    );
}

async fn lines_are_kept_as_long_as_the_version_is_the_same(store: Store) {
    let new = game(GuestId::random());
    store.create_game(&new).await.unwrap();
    let begun = store.begin_analysis(new.id, (1, 2), NOW, 0);
    assert!(begun.await.unwrap());
    let keep = async |version: i64, line: &StoredLine| {
        store
            .keep_analysed(new.id, version, line, NOW + 5)
            .await
            .unwrap()
    };
    assert!(keep(1, &line(1, 0, "cp 3")).await);
    assert!(keep(1, &line(0, 0, "win 7")).await);
    assert!(keep(1, &line(1, 0, "cp 8")).await, "found again");
    assert!(!keep(0, &line(0, 0, "cp 1")).await);
    let asked = [line(1, 1, "cp 9"), line(1, 2, "cp 2")];
    store.keep_lines(new.id, 0, &asked).await.unwrap();
    store.keep_lines(new.id, 1, &asked).await.unwrap();
    let stored = store.analysis(new.id).await.unwrap().unwrap();
    let [first, second] = asked;
    assert_eq!(
        stored.lines,
        [line(0, 0, "win 7"), line(1, 0, "cp 8"), first, second]
    );
    assert_eq!(stored.beat_ms, NOW + 5);
    store.finish_analysis(new.id, 1, NOW + 9).await.unwrap();
    assert!(
        !keep(1, &line(0, 0, "cp 1")).await,
        "what is complete stays"
    );
    store.begin_analysis(new.id, (2, 2), NOW, 0).await.unwrap();
    let stored = store.analysis(new.id).await.unwrap().unwrap();
    assert_eq!((stored.version, stored.lines.len()), (2, 0));
}

async fn an_analysis_goes_with_its_match(store: Store) {
    for is_swept in [false, true] {
        let new = game(GuestId::random());
        store.create_game(&new).await.unwrap();
        store.begin_analysis(new.id, (1, 2), NOW, 0).await.unwrap();
        store
            .keep_analysed(new.id, 1, &line(0, 0, "cp 3"), NOW)
            .await
            .unwrap();
        match is_swept {
            false => assert!(store.delete_game(new.id).await.unwrap()),
            true => {
                let batches = GameBatches::default();
                let swept = store.delete_unowned_games(NOW + DAY, &batches);
                assert_eq!(swept.await.unwrap(), 1);
            }
        }
        assert_eq!(store.analysis(new.id).await.unwrap(), None);
        assert!(
            !store
                .keep_analysed(new.id, 1, &line(1, 0, "cp 3"), NOW)
                .await
                .unwrap()
        );
        // Its lines are gone, too: a new match of the same name would have none.
        store.create_game(&new).await.unwrap();
        store.begin_analysis(new.id, (1, 2), NOW, 0).await.unwrap();
        assert_eq!(store.analysis(new.id).await.unwrap().unwrap().lines, []);
        store.delete_game(new.id).await.unwrap();
    }
}
