//! Tests of the actions of visitors, within and against the rules.

use std::pin::pin;
use std::time::Duration;

use futures_util::StreamExt;

use super::kinds::{searching, solved, waiting};
use super::site::{NEVER, NOW_MS, Site, against, guest, refusal, request, version};
use crate::accounts::{Name, Role};
use crate::ids::GameId;
use crate::ids::UserId;
use crate::matches::Match;
use crate::matches::NewMatch;
use crate::matches::Player;
use crate::matches::Refusal;
use crate::matches::Status;
use crate::matches::Visibility;
use crate::service::matches::versions;
use crate::service::{Error, NewGame};
use crate::store::NewUser;

const DAY_MS: i64 = 86_400_000;

#[tokio::test(flavor = "multi_thread")]
async fn the_home_boards_first_tap_is_answered_in_the_same_request() {
    let site = Site::new().await;
    let matches = site.node("a", solved);
    let me = guest();
    let new = NewGame {
        first: Some(vec!["b2".to_owned()]),
        ..against(8, 0)
    };
    assert!(matches.is_free(&new).unwrap());
    assert!(!matches.is_free(&against(3, 0)).unwrap());
    let game = matches.start_game(me, new).await.unwrap();
    assert_eq!(game.played().len(), 2);
    assert_eq!(game.record().version, 1);
    assert!(!game.is_engine_due());
    assert_eq!(matches.load_of_engine(), (0, 0));
    let kept = matches.load(game.id(), None).await.unwrap();
    assert_eq!(kept.record(), game.record());
    // And so is every further move.
    let free = game.game().legal()[0].path[0].clone();
    let game = matches
        .play_move(game.id(), Some(me), &request(&game, &free))
        .await
        .unwrap();
    assert_eq!(game.played().len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_move_that_is_not_legal_starts_nothing() {
    let site = Site::new().await;
    let matches = site.node("a", solved);
    let new = NewGame {
        first: Some(vec!["z9".to_owned()]),
        ..against(8, 0)
    };
    let checked = matches.check(&new);
    assert!(matches!(
        checked,
        Err(Error::Refused {
            why: Refusal::Illegal(_),
            ..
        })
    ));
    let refused = refusal(matches.start_game(guest(), new).await);
    assert!(matches!(refused, Refusal::Illegal(_)));
    for new in [
        NewGame {
            game: "tictactoe".to_owned(),
            ..against(1, 0)
        },
        against(0, 0),
        against(9, 0),
    ] {
        assert!(matches!(matches.check(&new), Err(Error::Setup(_))));
        let failed = matches.start_game(guest(), new).await.err();
        assert!(matches!(failed, Some(Error::Setup(_))));
    }
}

/// Whoever leaves the side to chance may have the first move, where the first position is the other side's, too.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_chance_may_allow_passes_the_check() {
    let site = Site::new().await;
    let matches = site.node("a", solved);
    for start in ["", "X../.../... o"] {
        let mut new = NewGame {
            side: None,
            first: Some(vec!["b2".to_owned()]),
            ..against(8, 0)
        };
        new.setup.start = start.to_owned();
        assert!(matches.check(&new).is_ok(), "{start}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_double_click_exactly_one_counts() {
    let site = Site::new().await;
    let matches = site.node_with("a", waiting, 1, 64);
    for _ in 0..10 {
        let me = guest();
        let game = matches.start_game(me, against(3, 0)).await.unwrap();
        let clicks = ["b2", "b2"].map(|text| {
            let (matches, click, id) = (matches.clone(), request(&game, text), game.id());
            tokio::spawn(async move { matches.play_move(id, Some(me), &click).await })
        });
        let [one, two] = clicks;
        let outcomes = [one.await.unwrap(), two.await.unwrap()];
        assert_eq!(outcomes.iter().filter(|o| o.is_ok()).count(), 1);
        let Some(Err(Error::Conflict(fresh))) = outcomes.into_iter().find(Result::is_err) else {
            panic!("the other is a conflict");
        };
        assert_eq!(
            fresh.record().moves.len(),
            1,
            "it shows the move that counted"
        );
        matches.resign(game.id(), Some(me)).await.unwrap();
    }
    assert!(matches.shutdown(NEVER).await.is_empty());
}

/// Two clicks that mean the same position take back one move, whether the engine had answered when it was seen (four plies) or not (three).
#[tokio::test(flavor = "multi_thread")]
async fn a_second_click_does_not_take_back_a_second_move() {
    let site = Site::new().await;
    let matches = site.node("a", solved);
    let me = guest();
    for seen in [3, 4] {
        let mut game = matches.start_game(me, against(8, 0)).await.unwrap();
        let id = game.id();
        for plies in [2, 4] {
            let path = game.game().legal()[0].path.join(",");
            let click = request(&game, &path);
            game = matches.play_move(id, Some(me), &click).await.unwrap();
            assert_eq!(game.record().moves.len(), plies);
        }
        let clicks = [(); 2].map(|()| matches.takeback(id, Some(me), Some(seen)));
        let [one, two] = clicks;
        let (one, two) = tokio::join!(one, two);
        assert_eq!([&one, &two].iter().filter(|done| done.is_ok()).count(), 1);
        let later = matches.takeback(id, Some(me), Some(seen)).await;
        assert!(matches!(later, Err(Error::Conflict(_))));
        let left = matches.load(id, Some(me)).await.unwrap();
        assert_eq!(left.record().moves.len(), 2);
        let first = matches.takeback(id, Some(me), Some(2)).await.unwrap();
        assert!(first.record().moves.is_empty());
        let second = matches.takeback(id, Some(me), Some(2)).await;
        assert!(matches!(second, Err(Error::Conflict(_))));
        let path = first.game().legal()[0].path.join(",");
        let click = request(&first, &path);
        let left = matches.play_move(id, Some(me), &click).await.unwrap();
        // A takeback from an old page does not take back a move made on another page since.
        let path = left.game().legal()[0].path.join(",");
        let click = request(&left, &path);
        let moved = matches.play_move(id, Some(me), &click).await.unwrap();
        assert_eq!(moved.record().moves.len(), 4);
        let old = matches.takeback(id, Some(me), Some(2)).await;
        assert!(matches!(old, Err(Error::Conflict(_))));
    }
}

/// The match was loaded before the engine's move was saved, as happens when both occur at the same moment.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_of_the_engine_meanwhile_does_not_keep_one_from_being_taken_back() {
    let site = Site::new().await;
    let matches = site.node("a", searching);
    let me = guest();
    let game = matches.start_game(me, against(3, 0)).await.unwrap();
    let click = request(&game, "b2");
    let before = matches.play_move(game.id(), Some(me), &click).await;
    let before = before.unwrap();
    assert!(before.is_engine_due());
    let answered = version(&matches, game.id(), 3).await;
    assert_eq!(answered.played().len(), 2);
    let back = matches.takeback(before, Some(me), Some(1)).await.unwrap();
    assert!(back.played().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_look_but_do_not_touch() {
    let site = Site::new().await;
    let matches = site.node("a", searching);
    let (me, other) = (guest(), guest());
    let game = matches.start_game(me, against(3, 0)).await.unwrap();
    let id = game.id();
    for who in [None, Some(other)] {
        assert!(matches.load(id, who).await.is_ok());
        let click = request(&game, "b2");
        let refusals = [
            refusal(matches.play_move(id, who, &click).await),
            refusal(matches.resign(id, who).await),
            refusal(matches.takeback(id, who, None).await),
            refusal(matches.draw(id, who).await),
            refusal(matches.rematch(id, who, false).await),
        ];
        assert!(refusals.iter().all(|why| *why == Refusal::NotAPlayer));
        assert!(matches!(
            matches.hint(id, who).await,
            Err(Error::Refused {
                why: Refusal::NotAPlayer,
                ..
            })
        ));
    }
    let untouched = matches.load(id, Some(me)).await.unwrap();
    assert_eq!(untouched.record(), game.record());
    let nowhere = matches.load(GameId::random(), Some(me)).await;
    assert!(matches!(nowhere, Err(Error::NotFound)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_match_does_not_exist_for_others() {
    let site = Site::new().await;
    let matches = site.node("a", solved);
    let me = guest();
    let new = NewMatch {
        id: GameId::random(),
        setup: Default::default(),
        seats: [me.into(), crate::matches::Holder::Engine(8)],
        visibility: Visibility::Private,
        seed: 1,
        engine_rev: 1,
        now_ms: NOW_MS,
    };
    let game = Match::start(solved().find("tic-tac-toe").unwrap(), new).unwrap();
    site.store.create_game(game.record()).await.unwrap();
    assert!(matches.load(game.id(), Some(me)).await.is_ok());
    for who in [None, Some(guest())] {
        assert!(matches!(
            matches.load(game.id(), who).await,
            Err(Error::NotFound)
        ));
        let click = request(&game, "b2");
        let moved = matches.play_move(game.id(), who, &click).await;
        assert!(matches!(moved, Err(Error::NotFound)));
        let listened = matches.subscribe(game.id(), who, 0).await;
        assert!(matches!(listened, Err(Error::NotFound)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_is_the_winning_move() {
    let site = Site::new().await;
    for kinds in [solved, searching] {
        let matches = site.node("a", kinds);
        let me = guest();
        let mut new = against(8, 0);
        // Two crosses in the top row: c3 wins at once, nothing else does.
        new.setup.start = "XX./OO./... x".to_owned();
        let game = matches.start_game(me, new).await.unwrap();
        let hint = matches.hint(game.id(), Some(me)).await.unwrap();
        assert_eq!(
            (hint.ply, hint.path),
            (game.game().ply(), vec!["c3".to_owned()])
        );
        let won = matches
            .play_move(game.id(), Some(me), &request(&game, "c3"))
            .await
            .unwrap();
        assert_eq!(won.record().status, Status::Won);
        assert!(matches!(
            matches.hint(game.id(), Some(me)).await,
            Err(Error::Refused {
                why: Refusal::Over,
                ..
            })
        ));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_comes_after_the_end_and_swaps_sides() {
    let site = Site::new().await;
    let matches = site.node("a", searching);
    let me = guest();
    let game = matches.start_game(me, against(3, 0)).await.unwrap();
    let too_early = matches.rematch(game.id(), Some(me), true).await;
    assert_eq!(refusal(too_early), Refusal::NotOver);
    matches.resign(game.id(), Some(me)).await.unwrap();
    let again = matches.rematch(game.id(), Some(me), true).await.unwrap();
    assert_eq!(again.side_of(me), Some(1));
    // The engine has the first move now.
    let answered = version(&matches, again.id(), 2).await;
    assert_eq!(answered.played().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn news_ends_when_the_site_shuts_down() {
    let site = Site::new().await;
    let matches = site.node("a", searching);
    let game = matches.start_game(guest(), against(3, 0)).await.unwrap();
    let mut known = pin!(matches.subscribe(game.id(), None, 1).await.unwrap());
    let mut unknown = pin!(matches.subscribe(game.id(), None, 0).await.unwrap());
    assert_eq!(unknown.next().await, Some(1));
    assert!(matches.shutdown(NEVER).await.is_empty());
    assert_eq!(known.next().await, None);
    assert_eq!(unknown.next().await, None);
}

/// After a restore from a backup a page may know a version that is still to come.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_knows_a_later_version_hears_of_the_present_one() {
    let site = Site::new().await;
    let matches = site.node("a", solved);
    let me = guest();
    let game = matches.start_game(me, against(8, 0)).await.unwrap();
    let mut news = pin!(matches.subscribe(game.id(), None, 9).await.unwrap());
    assert_eq!(news.next().await, Some(1));
    let click = request(&game, "b2");
    matches
        .play_move(game.id(), Some(me), &click)
        .await
        .unwrap();
    assert_eq!(news.next().await, Some(2));
}

/// Nobody publishes that a match was deleted: its news end when they look for it.
#[tokio::test(flavor = "multi_thread")]
async fn news_of_a_match_that_is_deleted_end() {
    let site = Site::new().await;
    let matches = site.node("a", solved);
    let game = matches.start_game(guest(), against(8, 0)).await.unwrap();
    let often = (matches.stop_token().clone(), Duration::from_millis(20));
    let news = versions::listen(&site.store, &site.bus, often, game.id(), None, 1).await;
    let mut news = pin!(news.unwrap());
    assert!(site.store.delete_game(game.id()).await.unwrap());
    let end = tokio::time::timeout(NEVER, news.next()).await;
    assert_eq!(end, Ok(None));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guests_matches_go_after_a_week_an_accounts_stay() {
    let site = Site::new().await;
    let matches = site.node("a", solved);
    let user = UserId::random();
    let name: Name = "Ada".parse().unwrap();
    site.store
        .create_user(&NewUser {
            id: user,
            name: &name,
            password_hash: "x",
            role: Role::User,
            approved_ms: Some(NOW_MS),
            created_ms: NOW_MS,
            guest: None,
            session: None,
            token: None,
            kept: None,
        })
        .await
        .unwrap();
    let owned = matches
        .start_game(Player::User(user), against(8, 0))
        .await
        .unwrap();
    let unowned = matches.start_game(guest(), against(8, 0)).await.unwrap();
    site.clock.advance(7 * DAY_MS);
    matches.maintenance().sweep().await.unwrap();
    assert!(
        matches.load(unowned.id(), None).await.is_ok(),
        "a week, not more"
    );
    site.clock.advance(1);
    matches.maintenance().sweep().await.unwrap();
    assert!(matches.load(owned.id(), None).await.is_ok());
    let gone = matches.load(unowned.id(), None).await;
    assert!(matches!(gone, Err(Error::NotFound)));
}

/// Handlers run on whatever thread is free, so every act must be able to move between threads while it waits.
#[tokio::test(flavor = "multi_thread")]
async fn acts_can_move_between_threads() {
    fn movable<T: Send>(_: &T) {}
    let site = Site::new().await;
    let matches = site.node("a", solved);
    let id = GameId::random();
    movable(&matches.start_game(guest(), against(8, 0)));
    movable(&matches.load(id, None));
    movable(&matches.resign(id, None));
    movable(&matches.rematch(id, None, true));
    movable(&matches.hint(id, None));
    movable(&matches.subscribe(id, None, 0));
}
