//! The engine's answers on one node: a whole match, stopping, failing, a full queue.

use super::kinds::{panicking, searching, waiting};
use super::site::{NEVER, Site, against, guest, refusal, request, until, version};
use crate::matches::Refusal;
use crate::matches::Status;
use crate::service::Error;
use crate::service::matches::actions::ENGINE_REV;
use crate::work::MAX_WAITING_PER_KEY;
use data_encoding::HEXLOWER;
use rookery_games::Registry;
use sha2::{Digest, Sha256};

#[test]
fn the_revision_of_the_engine_counts_up_with_the_levels() {
    let mut sum = Sha256::new();
    for kind in Registry::shipped().all() {
        sum.update(kind.name());
        sum.update(kind.sheet().level_results);
    }
    let digest = HEXLOWER.encode(&sum.finalize()[..8]);
    assert_eq!(
        (ENGINE_REV, digest.as_str()),
        (6, "09110dd47b48a22a"),
        "levels were measured anew: raise ENGINE_REV, and put this digest here"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_match_is_played_and_kept() {
    let site = Site::new().await;
    let matches = site.node("a", searching);
    for (level, side) in [(1, 0), (3, 1), (8, 0), (8, 1)] {
        let me = guest();
        let mut game = matches.start_game(me, against(level, side)).await.unwrap();
        while game.record().status == Status::Playing {
            if game.is_engine_due() {
                game = version(&matches, game.id(), game.record().version + 1).await;
            } else {
                let first = game.game().legal()[0].path[0].clone();
                let click = request(&game, &first);
                game = matches
                    .play_move(game.id(), Some(me), &click)
                    .await
                    .unwrap();
            }
        }
        let kept = matches.load(game.id(), Some(me)).await.unwrap();
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
    until("nothing is searched", || matches.load_of_engine() == (0, 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_and_taking_back_stop_the_search() {
    let site = Site::new().await;
    let matches = site.node("a", waiting);
    let me = guest();
    let game = matches.start_game(me, against(3, 0)).await.unwrap();
    let id = game.id();
    for _ in 0..3 {
        let now = matches.load(id, Some(me)).await.unwrap();
        let moved = matches.play_move(id, Some(me), &request(&now, "b2")).await;
        assert!(moved.unwrap().is_engine_due());
        until("the search begins", || matches.load_of_engine().0 == 1).await;
        let back = matches.takeback(id, Some(me), None).await.unwrap();
        assert!(back.played().is_empty() && !back.is_engine_due());
        until("the search ends", || matches.load_of_engine() == (0, 0)).await;
    }
    let now = matches.load(id, Some(me)).await.unwrap();
    let click = request(&now, "b2");
    matches.play_move(id, Some(me), &click).await.unwrap();
    until("the search begins", || matches.load_of_engine().0 == 1).await;
    let over = matches.resign(id, Some(me)).await.unwrap();
    assert_eq!(over.record().reason.as_deref(), Some("resigned"));
    until("the search ends", || matches.load_of_engine() == (0, 0)).await;
    let kept = matches.load(id, Some(me)).await.unwrap();
    assert_eq!((kept.played().len(), kept.record().winner), (1, Some(1)));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_fails_is_tried_three_times_and_then_the_match_ends() {
    let site = Site::new().await;
    let matches = site.node("a", panicking);
    matches.heartbeat().beat().await.unwrap();
    let me = guest();
    let game = matches.start_game(me, against(3, 1)).await.unwrap();
    for again in 0..2 {
        let idle = || matches.load_of_engine() == (0, 0) && matches.engine.running.has_deferred();
        until("the search fails", idle).await;
        let due = matches.load(game.id(), Some(me)).await.unwrap();
        assert!(due.is_engine_due(), "still due after failure {again}");
        matches.takeover().pick_up().await.unwrap();
    }
    let over = version(&matches, game.id(), 2).await;
    assert_eq!(over.record().status, Status::Aborted);
    assert_eq!(over.record().reason.as_deref(), Some("engine-failed"));
    assert_eq!(
        refusal(matches.resign(game.id(), Some(me)).await),
        Refusal::Over
    );
    // A failed hint is reported; the visitor has to ask for it again.
    let game = matches.start_game(me, against(3, 0)).await.unwrap();
    let hint = matches.hint(game.id(), Some(me)).await;
    assert!(matches!(hint, Err(Error::EngineFailed(_))));
}

/// One player's matches beyond those that may wait are left alone until one of the others has its move, in the order in which they came.
#[tokio::test(flavor = "multi_thread")]
async fn matches_of_one_player_wait_for_each_other() {
    let site = Site::new().await;
    let matches = site.node_with("a", waiting, 1, 64);
    matches.heartbeat().beat().await.unwrap();
    let me = guest();
    let mut ids = Vec::new();
    for _ in 0..MAX_WAITING_PER_KEY + 3 {
        let game = matches.start_game(me, against(3, 1)).await.unwrap();
        ids.push(game.id());
        until("the first search begins", || {
            matches.load_of_engine().0 == 1
        })
        .await;
    }
    let due = async || matches.load(ids[5], Some(me)).await.unwrap();
    let before = due().await.record().engine_due_ms;
    site.clock.advance(10_000);
    matches.heartbeat().beat().await.unwrap();
    matches.takeover().pick_up().await.unwrap();
    let deferred = matches.engine.running.take_deferred();
    let expected: Vec<_> = ids[5..].iter().map(|id| (*id, Some(me))).collect();
    assert_eq!(deferred, expected);
    assert_eq!(due().await.record().engine_due_ms, before);
    assert!(matches.shutdown(NEVER).await.is_empty());
}

/// A player with the maximum number of waiting searches is told so; others still find room.
#[tokio::test(flavor = "multi_thread")]
async fn one_players_share_of_the_queue_is_no_full_engine() {
    let site = Site::new().await;
    let matches = site.node_with("a", waiting, 1, 64);
    let me = guest();
    let mine = matches.start_game(me, against(3, 0)).await.unwrap();
    for _ in 0..=MAX_WAITING_PER_KEY {
        matches.start_game(me, against(3, 1)).await.unwrap();
        until("the first search begins", || {
            matches.load_of_engine().0 == 1
        })
        .await;
    }
    assert_eq!(matches.load_of_engine(), (1, MAX_WAITING_PER_KEY));
    let hint = matches.hint(mine.id(), Some(me)).await;
    assert!(matches!(hint, Err(Error::Limited { retry_after_s: 1.. })));
    let analyses = matches.analyses();
    let lines = analyses.lines_of(&mine, me, mine.game()).await;
    assert!(matches!(lines, Err(Error::Limited { .. })));
    let room = analyses.must_have_room_for(me);
    assert!(matches!(room, Err(Error::Limited { .. })));
    assert!(analyses.must_have_room_for(guest()).is_ok());
    assert!(matches.shutdown(NEVER).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_engine_refuses_new_matches_but_keeps_moves() {
    let site = Site::new().await;
    let matches = site.node_with("a", waiting, 1, 1);
    matches.heartbeat().beat().await.unwrap();
    let [first, second, third] = [guest(), guest(), guest()];
    // The third sits at the board before the engine is full.
    let mine = matches.start_game(third, against(3, 0)).await.unwrap();
    let one = matches.start_game(first, against(3, 1)).await.unwrap();
    until("the search begins", || matches.load_of_engine() == (1, 0)).await;
    let two = matches.start_game(second, against(3, 1)).await.unwrap();
    assert_eq!(matches.load_of_engine(), (1, 1));
    let busy = matches.start_game(guest(), against(3, 0)).await;
    assert!(matches!(busy, Err(Error::Busy { retry_after_s: 1.. })));
    let busy = matches.hint(mine.id(), Some(third)).await;
    assert!(matches!(busy, Err(Error::Busy { .. })));

    let click = request(&mine, "b2");
    let moved = matches
        .play_move(mine.id(), Some(third), &click)
        .await
        .unwrap();
    assert!(
        moved.is_engine_due(),
        "the move counts, the answer must wait"
    );
    let has_looked = matches.takeover().pick_up().await.unwrap();
    assert_eq!(matches.load_of_engine(), (1, 1), "still no room");
    assert!(!has_looked, "nothing was asked of the database");
    for (player, game) in [(first, one), (second, two)] {
        matches.resign(game.id(), Some(player)).await.unwrap();
    }
    until("there is room", || matches.load_of_engine() == (0, 0)).await;
    matches.takeover().pick_up().await.unwrap();
    until("it is searched", || matches.load_of_engine() == (1, 0)).await;
    assert!(matches.shutdown(NEVER).await.is_empty());
}
