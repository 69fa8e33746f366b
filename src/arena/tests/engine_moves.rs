//! The engine's answers on one node: a whole match, stopping, failing, a full queue.

use super::kinds::{panicking, searching, waiting};
use super::site::{NEVER, Site, against, guest, refusal, request, until, version};
use crate::arena::Error;
use crate::play::Refusal;
use crate::play::Status;

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_match_is_played_and_kept() {
    let site = Site::new().await;
    let arena = site.node("a", searching);
    for (level, side) in [(1, 0), (3, 1), (8, 0), (8, 1)] {
        let me = guest();
        let mut game = arena.start_game(me, against(level, side)).await.unwrap();
        while game.record().status == Status::Playing {
            if game.is_engine_due() {
                game = version(&arena, game.id(), game.record().version + 1).await;
            } else {
                let first = game.game().legal()[0].path[0].clone();
                let click = request(&game, &first);
                game = arena.play_move(game.id(), Some(me), &click).await.unwrap();
            }
        }
        let kept = arena.load(game.id(), Some(me)).await.unwrap();
        assert!(kept.game().ending().is_some());
        if level == 8 {
            assert_ne!(
                kept.record().winner,
                Some(side),
                "the best level never loses"
            );
        }
        for (ply, made) in kept.record().moves.iter().enumerate() {
            let by_engine = ply % 2 != side;
            assert_eq!(
                made.spent.as_ref().map(|s| s.level),
                by_engine.then_some(level)
            );
        }
    }
    until("nothing is searched", || arena.load_of_engine() == (0, 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_and_taking_back_stop_the_search() {
    let site = Site::new().await;
    let arena = site.node("a", waiting);
    let me = guest();
    let game = arena.start_game(me, against(3, 0)).await.unwrap();
    let id = game.id();
    for _ in 0..3 {
        let now = arena.load(id, Some(me)).await.unwrap();
        let moved = arena.play_move(id, Some(me), &request(&now, "b2")).await;
        assert!(moved.unwrap().is_engine_due());
        until("the search begins", || arena.load_of_engine().0 == 1).await;
        let back = arena.takeback(id, Some(me)).await.unwrap();
        assert!(back.played().is_empty() && !back.is_engine_due());
        until("the search ends", || arena.load_of_engine() == (0, 0)).await;
    }
    let now = arena.load(id, Some(me)).await.unwrap();
    let click = request(&now, "b2");
    arena.play_move(id, Some(me), &click).await.unwrap();
    until("the search begins", || arena.load_of_engine().0 == 1).await;
    let over = arena.resign(id, Some(me)).await.unwrap();
    assert_eq!(over.record().reason.as_deref(), Some("resigned"));
    until("the search ends", || arena.load_of_engine() == (0, 0)).await;
    let kept = arena.load(id, Some(me)).await.unwrap();
    assert_eq!((kept.played().len(), kept.record().winner), (1, Some(1)));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_fails_is_tried_three_times_and_then_the_match_ends() {
    let site = Site::new().await;
    let arena = site.node("a", panicking);
    arena.beat().await.unwrap();
    let me = guest();
    let game = arena.start_game(me, against(3, 1)).await.unwrap();
    for again in 0..2 {
        let idle = || arena.load_of_engine() == (0, 0) && arena.thinking.has_parked();
        until("the search fails", idle).await;
        let due = arena.load(game.id(), Some(me)).await.unwrap();
        assert!(due.is_engine_due(), "still due after failure {again}");
        arena.pick_up().await.unwrap();
    }
    let over = version(&arena, game.id(), 2).await;
    assert_eq!(over.record().status, Status::Aborted);
    assert_eq!(over.record().reason.as_deref(), Some("engine-failed"));
    assert_eq!(
        refusal(arena.resign(game.id(), Some(me)).await),
        Refusal::Over
    );
    // A hint is asked again by whoever asked; the failure is told.
    let game = arena.start_game(me, against(3, 0)).await.unwrap();
    let hint = arena.hint(game.id(), Some(me)).await;
    assert!(matches!(hint, Err(Error::EngineFailed(_))));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_engine_refuses_new_matches_but_keeps_moves() {
    let site = Site::new().await;
    let arena = site.node_with("a", waiting, 1, 1);
    arena.beat().await.unwrap();
    let [first, second, third] = [guest(), guest(), guest()];
    // The third sits at the board before the engine is full.
    let mine = arena.start_game(third, against(3, 0)).await.unwrap();
    let one = arena.start_game(first, against(3, 1)).await.unwrap();
    until("the search begins", || arena.load_of_engine() == (1, 0)).await;
    let two = arena.start_game(second, against(3, 1)).await.unwrap();
    assert_eq!(arena.load_of_engine(), (1, 1));
    let busy = arena.start_game(guest(), against(3, 0)).await;
    assert!(matches!(busy, Err(Error::Busy { retry_after_s: 1.. })));
    let busy = arena.hint(mine.id(), Some(third)).await;
    assert!(matches!(busy, Err(Error::Busy { .. })));

    let click = request(&mine, "b2");
    let moved = arena
        .play_move(mine.id(), Some(third), &click)
        .await
        .unwrap();
    assert!(
        moved.is_engine_due(),
        "the move counts, the answer must wait"
    );
    arena.pick_up().await.unwrap();
    assert_eq!(arena.load_of_engine(), (1, 1), "still no room");
    for (player, game) in [(first, one), (second, two)] {
        arena.resign(game.id(), Some(player)).await.unwrap();
    }
    until("there is room", || arena.load_of_engine() == (0, 0)).await;
    arena.pick_up().await.unwrap();
    until("it is searched", || arena.load_of_engine() == (1, 0)).await;
    assert!(arena.shutdown(NEVER).await);
}
