//! Restarts, dead nodes, and two nodes on one database: the engine moves, and moves once.

use super::kinds::{searching, waiting};
use super::site::{NEVER, Site, against, guest, request, until, version};
use crate::arena::TAKE_OVER_AFTER_MS;

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_in_the_middle_of_a_search_goes_on() {
    let site = Site::new().await;
    let me = guest();
    let before = site.node("only", waiting);
    let game = before.start_game(me, against(3, 0)).await.unwrap();
    let click = request(&game, "b2");
    before.play_move(game.id(), Some(me), &click).await.unwrap();
    until("the search begins", || before.load_of_engine().0 == 1).await;
    assert!(
        before.shutdown(NEVER).await,
        "a search does not hold up the end"
    );
    let kept = before.load(game.id(), Some(me)).await.unwrap();
    assert!(kept.is_engine_due(), "an interrupted search makes no move");
    drop(before);

    let after = site.node("only", searching);
    after.run_janitor();
    let answered = version(&after, game.id(), 3).await;
    assert_eq!(answered.played().len(), 2);
    assert!(after.shutdown(NEVER).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dead_nodes_match_is_taken_over_after_30_s_and_not_before() {
    let site = Site::new().await;
    let me = guest();
    let dead = site.node("dead", waiting);
    let alive = site.node("alive", searching);
    let game = dead.start_game(me, against(3, 1)).await.unwrap();
    until("the search begins", || dead.load_of_engine().0 == 1).await;

    site.clock.advance(TAKE_OVER_AFTER_MS - 1);
    alive.pick_up(TAKE_OVER_AFTER_MS).await.unwrap();
    let kept = alive.load(game.id(), None).await.unwrap();
    assert_eq!(kept.record().claimed_by.as_deref(), Some("dead"));
    assert_eq!(alive.load_of_engine(), (0, 0));

    site.clock.advance(2);
    alive.pick_up(TAKE_OVER_AFTER_MS).await.unwrap();
    let answered = version(&alive, game.id(), 2).await;
    assert_eq!(answered.played().len(), 1);
    // The dead one wakes up: its player moves there, and its old search has no say.
    let click = request(&answered, &answered.game().legal()[0].path[0]);
    let moved = dead.play_move(game.id(), Some(me), &click).await.unwrap();
    assert_eq!(moved.played().len(), 2);
    assert!(dead.shutdown(NEVER).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_that_search_the_same_position_make_one_move() {
    let site = Site::new().await;
    let nodes = [
        site.node_with("a", searching, 1, 64),
        site.node_with("b", searching, 1, 64),
    ];
    for _ in 0..10 {
        let game = nodes[0].start_game(guest(), against(3, 1)).await.unwrap();
        // Due for 0 ms is enough here: each takes it from the other while both may be searching.
        let (one, two) = tokio::join!(nodes[0].pick_up(0), nodes[1].pick_up(0));
        one.unwrap();
        two.unwrap();
        version(&nodes[1], game.id(), 2).await;
        until("both have finished", || {
            nodes
                .iter()
                .all(|node| node.load_of_engine() == (0, 0) && node.thinking.is_idle())
        })
        .await;
        let kept = nodes[0].load(game.id(), None).await.unwrap();
        assert_eq!((kept.played().len(), kept.record().version), (1, 2));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_no_node_has_claimed_is_taken_at_once() {
    let site = Site::new().await;
    let gone = site.node("gone", waiting);
    let game = gone.start_game(guest(), against(3, 1)).await.unwrap();
    assert!(gone.shutdown(NEVER).await);
    let mut record = game.record().clone();
    record.claimed_by = None;
    record.version += 1;
    site.store.save_game(game.kept(), &record).await.unwrap();
    let node = site.node("new", searching);
    node.pick_up(TAKE_OVER_AFTER_MS).await.unwrap();
    let answered = version(&node, game.id(), 3).await;
    assert_eq!(answered.played().len(), 1);
}
