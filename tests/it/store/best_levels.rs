//! Best levels beaten: raised by a user's win against the engine, never lowered, and found in matches of before.

use rookery::ids::{GuestId, UserId};
use rookery::matches::{Holder, Record, SavedState, Status};
use rookery::store::{BestLevel, Error, Store};

use crate::store::records::{NOW, entry, game, seat, session, user};
use crate::support::databases::on_both_databases;
use crate::support::earlier_schema::EarlierSchema;

on_both_databases!(
    a_win_raises_the_level_and_nothing_lowers_it,
    what_is_no_win_over_a_level_counts_for_nothing,
    a_guests_wins_follow_into_the_account,
    a_win_counts_for_whoever_has_the_seat_now,
    levels_go_with_the_account,
);

/// A match of this holder, on side 0, against the engine.
fn against(holder: Holder, level: u8) -> Record {
    let mut new = game(GuestId::random());
    new.seats = [seat(holder), seat(Holder::Engine(level))];
    new
}

/// Stores a match, and ends it with a win of this side at this time.
async fn ended(store: &Store, new: &Record, winner: usize, at_ms: i64) -> Record {
    store.create_game(new).await.unwrap();
    let mut won = new.clone();
    (won.version, won.status, won.winner, won.updated_ms) = (2, Status::Won, Some(winner), at_ms);
    store.save_game(SavedState::of(new), &won).await.unwrap();
    won
}

/// The levels by game, with the time and the match of each.
async fn levels(store: &Store, user: UserId) -> Vec<(String, u8, i64, String)> {
    let found = store.best_levels(user).await.unwrap().into_iter();
    found
        .map(|best| (best.game, best.level, best.won_ms, best.match_id))
        .collect()
}

fn four(level: u8, at_ms: i64, won: &Record) -> (String, u8, i64, String) {
    ("connect-four".to_owned(), level, at_ms, won.id.to_string())
}

async fn a_win_raises_the_level_and_nothing_lowers_it(store: Store) {
    let anna = user(&store, "Anna").await.id;
    let bert = user(&store, "Bert").await.id;
    let mine = |level| against(Holder::User(anna), level);
    assert_eq!(levels(&store, anna).await, []);
    let first = ended(&store, &mine(3), 0, NOW + 1).await;
    assert_eq!(levels(&store, anna).await, [four(3, NOW + 1, &first)]);
    // The same level again, and a lower one, in a new match each.
    ended(&store, &mine(3), 0, NOW + 2).await;
    ended(&store, &mine(1), 0, NOW + 3).await;
    assert_eq!(levels(&store, anna).await, [four(3, NOW + 1, &first)]);
    let higher = ended(&store, &mine(5), 0, NOW + 4).await;
    assert_eq!(levels(&store, anna).await, [four(5, NOW + 4, &higher)]);

    // Its last move taken back, the match goes on and is lost.
    let mut on = higher.clone();
    (on.version, on.status, on.winner) = (3, Status::Playing, None);
    store.save_game(SavedState::of(&higher), &on).await.unwrap();
    let mut lost = on.clone();
    (lost.version, lost.status, lost.winner) = (4, Status::Won, Some(1));
    store.save_game(SavedState::of(&on), &lost).await.unwrap();
    store.delete_game(first.id).await.unwrap();
    assert_eq!(levels(&store, anna).await, [four(5, NOW + 4, &higher)]);

    // Other games and other users are kept apart.
    let mut chess = mine(2);
    chess.game = "chess".to_owned();
    chess.seats.swap(0, 1);
    let chess = ended(&store, &chess, 1, NOW + 5).await;
    let of_chess = ("chess".to_owned(), 2, NOW + 5, chess.id.to_string());
    let both = [of_chess, four(5, NOW + 4, &higher)];
    assert_eq!(levels(&store, anna).await, both);
    assert_eq!(levels(&store, bert).await, []);
    let one = store.best_level(anna, "chess").await.unwrap();
    let expected = BestLevel {
        game: "chess".to_owned(),
        level: 2,
        match_id: chess.id.to_string(),
        won_ms: NOW + 5,
    };
    assert_eq!(one, Some(expected));
    assert_eq!(store.best_level(bert, "chess").await.unwrap(), None);
}

async fn what_is_no_win_over_a_level_counts_for_nothing(store: Store) {
    let anna = user(&store, "Anna").await.id;
    let mine = || against(Holder::User(anna), 3);
    ended(&store, &mine(), 1, NOW).await;
    let mut custom = mine();
    (custom.start, custom.is_custom) = ("4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1".to_owned(), true);
    ended(&store, &custom, 0, NOW).await;
    let mut person = mine();
    person.seats[1] = seat(Holder::Guest(GuestId::random()));
    ended(&store, &person, 0, NOW).await;
    for status in [Status::Drawn, Status::Aborted] {
        let new = mine();
        store.create_game(&new).await.unwrap();
        let mut over = new.clone();
        (over.version, over.status) = (2, status);
        store.save_game(SavedState::of(&new), &over).await.unwrap();
    }
    // The writer who was too late has won nothing.
    let new = mine();
    store.create_game(&new).await.unwrap();
    let mut late = new.clone();
    (late.version, late.status, late.winner) = (3, Status::Won, Some(0));
    let seen = SavedState {
        version: 2,
        ..SavedState::of(&new)
    };
    let refused = store.save_game(seen, &late).await;
    assert!(matches!(refused, Err(Error::Conflict)), "{refused:?}");
    assert_eq!(levels(&store, anna).await, []);
    // A start that was drawn by lot is not custom.
    let mut drawn = mine();
    drawn.start = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9".to_owned();
    let won = ended(&store, &drawn, 0, NOW).await;
    assert_eq!(levels(&store, anna).await, [four(3, NOW, &won)]);
}

async fn a_guests_wins_follow_into_the_account(store: Store) {
    let anna = user(&store, "Anna").await.id;
    let guest = GuestId::random();
    let mine = |level| against(Holder::Guest(guest), level);
    ended(&store, &mine(2), 0, NOW + 1).await;
    let best = ended(&store, &mine(4), 0, NOW + 2).await;
    ended(&store, &mine(6), 1, NOW + 3).await;
    ended(
        &store,
        &against(Holder::Guest(GuestId::random()), 8),
        0,
        NOW,
    )
    .await;
    let (_, hash) = session(&store).await;
    store
        .log_in(&hash, None, anna, None, Some(guest), NOW)
        .await
        .unwrap();
    assert_eq!(levels(&store, anna).await, [four(4, NOW + 2, &best)]);

    // Those of another evening as a guest raise it no more than they should.
    let other = GuestId::random();
    ended(&store, &against(Holder::Guest(other), 3), 0, NOW + 9).await;
    let (_, hash) = session(&store).await;
    store
        .log_in(&hash, None, anna, None, Some(other), NOW)
        .await
        .unwrap();
    assert_eq!(levels(&store, anna).await, [four(4, NOW + 2, &best)]);

    let third = GuestId::random();
    let won = ended(&store, &against(Holder::Guest(third), 3), 0, NOW + 9).await;
    let name = "Carla".parse().unwrap();
    let mut new = crate::store::records::new_user(&name);
    new.guest = Some(third);
    let carla = store.create_user(&new).await.unwrap().id;
    assert_eq!(levels(&store, carla).await, [four(3, NOW + 9, &won)]);
}

/// The match was loaded as a guest's; meanwhile the guest signed up.
async fn a_win_counts_for_whoever_has_the_seat_now(store: Store) {
    let anna = user(&store, "Anna").await.id;
    let guest = GuestId::random();
    let new = against(Holder::Guest(guest), 7);
    store.create_game(&new).await.unwrap();
    let (_, hash) = session(&store).await;
    store
        .log_in(&hash, None, anna, None, Some(guest), NOW)
        .await
        .unwrap();
    let mut won = new.clone();
    (won.version, won.status, won.winner, won.updated_ms) = (2, Status::Won, Some(0), NOW + 1);
    store.save_game(SavedState::of(&new), &won).await.unwrap();
    assert_eq!(levels(&store, anna).await, [four(7, NOW + 1, &won)]);
}

async fn levels_go_with_the_account(store: Store) {
    let anna = user(&store, "Anna").await.id;
    let bert = user(&store, "Bert").await.id;
    ended(&store, &against(Holder::User(anna), 3), 0, NOW).await;
    let kept = ended(&store, &against(Holder::User(bert), 4), 0, NOW).await;
    store.delete_user(anna, None, &entry()).await.unwrap();
    assert_eq!(levels(&store, anna).await, []);
    assert_eq!(levels(&store, bert).await, [four(4, NOW, &kept)]);
}

/// A database as it was before best levels were kept, with these matches in it, opened by this build.
async fn a_migration_finds_what_was_won_before(mut database: EarlierSchema) {
    let store = database.store.clone();
    let anna = user(&store, "Anna").await.id;
    let bert = user(&store, "Bert").await.id;
    let of = |user, level| against(Holder::User(user), level);
    ended(&store, &of(anna, 2), 0, NOW + 1).await;
    let first = ended(&store, &of(anna, 4), 0, NOW + 2).await;
    ended(&store, &of(anna, 4), 0, NOW + 3).await;
    ended(&store, &of(anna, 8), 1, NOW + 4).await;
    let mut custom = of(anna, 7);
    custom.start = "a position".to_owned();
    ended(&store, &custom, 0, NOW + 5).await;
    ended(
        &store,
        &against(Holder::Guest(GuestId::random()), 8),
        0,
        NOW,
    )
    .await;
    let berts = ended(&store, &of(bert, 1), 0, NOW + 6).await;
    let back = [
        "DROP TABLE best_levels",
        "ALTER TABLE games DROP COLUMN custom",
    ];
    let store = database.migrated_again(13, &back).await;
    assert_eq!(levels(&store, anna).await, [four(4, NOW + 2, &first)]);
    assert_eq!(levels(&store, bert).await, [four(1, NOW + 6, &berts)]);
    let kept = store.game(custom.id).await.unwrap().unwrap();
    assert!(kept.is_custom);
    assert!(!store.game(first.id).await.unwrap().unwrap().is_custom);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_on_sqlite_finds_what_was_won_before() {
    a_migration_finds_what_was_won_before(EarlierSchema::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_on_postgres_finds_what_was_won_before() {
    if let Some(database) = EarlierSchema::postgres().await {
        a_migration_finds_what_was_won_before(database).await;
    }
}
