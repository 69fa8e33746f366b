//! Restarts, dead nodes, and two nodes on one database: the engine moves, and moves once.

use std::sync::Arc;

use super::kinds::{searching, waiting};
use super::site::{NEVER, Site, against, guest, request, until, version};
use crate::matches::Match;
use crate::service::SILENT_AFTER_MS;

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
        before.shutdown(NEVER).await.is_empty(),
        "a search does not hold up the end"
    );
    let kept = before.load(game.id(), Some(me)).await.unwrap();
    assert!(kept.is_engine_due(), "an interrupted search makes no move");
    drop(before);

    let after = site.node("only", searching);
    after.maintenance().run();
    let answered = version(&after, game.id(), 3).await;
    assert_eq!(answered.played().len(), 2);
    assert!(after.shutdown(NEVER).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_nodes_match_is_taken_over_and_a_living_ones_is_not() {
    let site = Site::new().await;
    let me = guest();
    let dead = site.node("dead", waiting);
    let alive = site.node("alive", searching);
    dead.heartbeat().beat().await.unwrap();
    let game = dead.start_game(me, against(3, 1)).await.unwrap();
    until("the search begins", || dead.load_of_engine().0 == 1).await;

    site.clock.advance(SILENT_AFTER_MS);
    assert!(alive.takeover().pick_up().await.unwrap(), "it has looked");
    let kept = alive.load(game.id(), None).await.unwrap();
    assert_eq!(kept.record().claimed_by.as_deref(), Some("dead"));
    assert_eq!(alive.load_of_engine(), (0, 0));

    // However long the search takes: a node that lives keeps its matches.
    dead.heartbeat().beat().await.unwrap();
    site.clock.advance(SILENT_AFTER_MS);
    alive.takeover().pick_up().await.unwrap();
    assert_eq!(alive.load_of_engine(), (0, 0));

    site.clock.advance(1);
    alive.takeover().pick_up().await.unwrap();
    let answered = version(&alive, game.id(), 2).await;
    assert_eq!(answered.played().len(), 1);
    // The dead node wakes up: its player moves there, and the result of its old search is dropped.
    let click = request(&answered, &answered.game().legal()[0].path[0]);
    let moved = dead.play_move(game.id(), Some(me), &click).await.unwrap();
    assert_eq!(moved.played().len(), 2);
    assert!(dead.shutdown(NEVER).await.is_empty());
}

/// A clock that is far ahead must not keep a dead node alive.
#[tokio::test(flavor = "multi_thread")]
async fn a_heartbeat_from_the_future_is_no_sign_of_life() {
    let site = Site::new().await;
    let dead = site.node("dead", waiting);
    site.clock.advance(3_600_000);
    dead.heartbeat().beat().await.unwrap();
    let game = dead.start_game(guest(), against(3, 1)).await.unwrap();
    site.clock.advance(-3_600_000);
    let alive = site.node("alive", searching);
    alive.takeover().pick_up().await.unwrap();
    version(&alive, game.id(), 2).await;
    assert!(dead.shutdown(NEVER).await.is_empty());
}

/// A match that node "one" has claimed without searching it: its move is due so many milliseconds from now.
async fn lost_match_of_one(site: &Site, due_in_ms: i64) -> Arc<Match> {
    let gone = site.node("gone", waiting);
    let game = gone.start_game(guest(), against(3, 1)).await.unwrap();
    assert!(gone.shutdown(NEVER).await.is_empty());
    let mut record = game.record().clone();
    record.claimed_by = Some("one".to_owned());
    record.engine_due_ms = Some(site.clock.now_ms() + due_in_ms);
    record.version += 1;
    site.store.save_game(game.kept(), &record).await.unwrap();
    game
}

/// The database kept the move, but the node's line broke before it heard so: nobody has begun a search.
#[tokio::test(flavor = "multi_thread")]
async fn a_node_finds_its_own_match_that_it_lost_on_the_way() {
    let site = Site::new().await;
    let game = lost_match_of_one(&site, 0).await;
    let node = site.node("one", searching);
    node.heartbeat().beat().await.unwrap();
    node.takeover().pick_up().await.unwrap();
    assert!(
        node.engine.running.is_idle(),
        "a request may be about to begin it"
    );
    site.clock.advance(2_001);
    node.takeover().pick_up().await.unwrap();
    let answered = version(&node, game.id(), 3).await;
    assert_eq!(answered.played().len(), 1);
}

/// It was lost while the clock was ahead.
#[tokio::test(flavor = "multi_thread")]
async fn a_node_finds_its_own_match_that_is_due_in_the_future() {
    let site = Site::new().await;
    let game = lost_match_of_one(&site, 86_400_000).await;
    let node = site.node("one", searching);
    node.heartbeat().beat().await.unwrap();
    node.takeover().pick_up().await.unwrap();
    let answered = version(&node, game.id(), 3).await;
    assert_eq!(answered.played().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_ends_signs_off_and_a_dead_ones_row_goes() {
    let site = Site::new().await;
    let [old, alive] = [site.node("old", searching), site.node("alive", searching)];
    old.heartbeat().beat().await.unwrap();
    site.clock.advance(60_001);
    alive.heartbeat().beat().await.unwrap();
    let names = async || -> Vec<String> {
        let nodes = site.store.nodes().await.unwrap();
        nodes.into_iter().map(|(name, _)| name).collect()
    };
    assert_eq!(names().await, ["alive", "old"]);
    alive.maintenance().sweep().await.unwrap();
    assert_eq!(names().await, ["alive"]);
    alive.maintenance().run();
    assert!(alive.shutdown(NEVER).await.is_empty());
    assert_eq!(names().await, [""; 0]);
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
        // Neither has said that it lives: each takes it from the other while both may be searching.
        let (one, two) = tokio::join!(nodes[0].takeover().pick_up(), nodes[1].takeover().pick_up());
        one.unwrap();
        two.unwrap();
        version(&nodes[1], game.id(), 2).await;
        until("both have finished", || {
            nodes
                .iter()
                .all(|node| node.load_of_engine() == (0, 0) && node.engine.running.is_idle())
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
    assert!(gone.shutdown(NEVER).await.is_empty());
    let mut record = game.record().clone();
    record.claimed_by = None;
    record.version += 1;
    site.store.save_game(game.kept(), &record).await.unwrap();
    let node = site.node("new", searching);
    node.takeover().pick_up().await.unwrap();
    let answered = version(&node, game.id(), 3).await;
    assert_eq!(answered.played().len(), 1);
}
