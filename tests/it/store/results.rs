//! Results of users: counted as matches end, no longer counted as they go on, and found in matches of before.

use rookery::ids::{GuestId, UserId};
use rookery::matches::{Holder, Record, SavedState, Status};
use rookery::store::{Error, Owner, Store};

use crate::store::records::{NOW, entry, game, new_user, seat, session, user};
use crate::support::databases::on_both_databases;
use crate::support::earlier_schema::EarlierSchema;

on_both_databases!(
    each_end_counts_once_for_each_side,
    a_match_that_goes_on_no_longer_counts,
    what_is_no_result_counts_for_nothing,
    a_guests_results_follow_into_the_account,
    a_guests_many_results_follow_in_pieces,
    many_results_of_a_guest_who_waited_follow_with_the_log_in,
);

/// More matches than one transaction gives to a user.
const MANY: usize = 230;

fn between(first: Holder, second: Holder) -> Record {
    let mut new = game(GuestId::random());
    new.seats = [seat(first), seat(second)];
    new
}

/// Ends a stored match so, as its next version.
async fn end(store: &Store, new: &Record, status: Status, winner: Option<usize>) -> Record {
    let mut over = new.clone();
    (over.version, over.status, over.winner) = (new.version + 1, status, winner);
    let saved = SavedState::of(new);
    store.save_game(saved, &over).await.unwrap();
    over
}

async fn ended(store: &Store, new: &Record, status: Status, winner: Option<usize>) -> Record {
    store.create_game(new).await.unwrap();
    end(store, new, status, winner).await
}

/// Won, drawn and lost by game.
async fn results(store: &Store, user: UserId) -> Vec<(String, [usize; 3])> {
    let found = store.results(user).await.unwrap().into_iter();
    found
        .map(|of| (of.game, [of.won, of.drawn, of.lost]))
        .collect()
}

fn four(counts: [usize; 3]) -> Vec<(String, [usize; 3])> {
    vec![("connect-four".to_owned(), counts)]
}

async fn each_end_counts_once_for_each_side(store: Store) {
    let anna = user(&store, "Anna").await.id;
    let bert = user(&store, "Bert").await.id;
    let of = || between(Holder::User(anna), Holder::User(bert));
    assert_eq!(results(&store, anna).await, []);
    ended(&store, &of(), Status::Won, Some(0)).await;
    ended(&store, &of(), Status::Won, Some(1)).await;
    ended(&store, &of(), Status::Won, Some(1)).await;
    ended(&store, &of(), Status::Drawn, None).await;
    let lost = between(Holder::Engine(5), Holder::User(anna));
    ended(&store, &lost, Status::Won, Some(0)).await;
    assert_eq!(results(&store, anna).await, four([1, 1, 3]));
    assert_eq!(results(&store, bert).await, four([2, 1, 1]));
    let mut chess = of();
    chess.game = "chess".to_owned();
    ended(&store, &chess, Status::Drawn, None).await;
    let both = [("chess".to_owned(), [0, 1, 0]), four([1, 1, 3]).remove(0)];
    assert_eq!(results(&store, anna).await, both);
    // One that comes whole, as from a backup of another kind.
    let mut whole = of();
    (whole.status, whole.winner) = (Status::Won, Some(0));
    store.create_game(&whole).await.unwrap();
    assert_eq!(results(&store, bert).await[1].1, [2, 1, 2]);
    store.delete_user(anna, None, &entry()).await.unwrap();
    assert_eq!(results(&store, anna).await, []);
}

async fn a_match_that_goes_on_no_longer_counts(store: Store) {
    let anna = user(&store, "Anna").await.id;
    let of = || between(Holder::User(anna), Holder::Engine(3));
    let lost = ended(&store, &of(), Status::Won, Some(1)).await;
    assert_eq!(results(&store, anna).await, four([0, 0, 1]));
    let on = end(&store, &lost, Status::Playing, None).await;
    assert_eq!(results(&store, anna).await, four([0, 0, 0]));
    // A writer who was too late has changed nothing.
    let late = SavedState {
        version: 1,
        is_playing: false,
        ..SavedState::of(&on)
    };
    let refused = store.save_game(late, &on).await;
    assert!(matches!(refused, Err(Error::Conflict)), "{refused:?}");
    assert_eq!(results(&store, anna).await, four([0, 0, 0]));
    let won = end(&store, &on, Status::Won, Some(0)).await;
    assert_eq!(results(&store, anna).await, four([1, 0, 0]));
    // Another change of a match that is over, such as who may see it.
    end(&store, &won, Status::Won, Some(0)).await;
    assert_eq!(results(&store, anna).await, four([1, 0, 0]));
    store.delete_game(won.id).await.unwrap();
    assert_eq!(results(&store, anna).await, four([1, 0, 0]));
}

async fn what_is_no_result_counts_for_nothing(store: Store) {
    let anna = user(&store, "Anna").await.id;
    let alone = between(Holder::User(anna), Holder::User(anna));
    ended(&store, &alone, Status::Won, Some(0)).await;
    let broken = between(Holder::User(anna), Holder::Engine(2));
    ended(&store, &broken, Status::Aborted, None).await;
    let mut custom = between(Holder::User(anna), Holder::Engine(2));
    (custom.start, custom.is_custom) = ("a position".to_owned(), true);
    let won = ended(&store, &custom, Status::Won, Some(0)).await;
    assert_eq!(results(&store, anna).await, []);
    end(&store, &won, Status::Playing, None).await;
    assert_eq!(results(&store, anna).await, []);
}

async fn a_guests_results_follow_into_the_account(store: Store) {
    let anna = user(&store, "Anna").await.id;
    let bert = user(&store, "Bert").await.id;
    let guest = GuestId::random();
    let of = || between(Holder::Guest(guest), Holder::User(bert));
    ended(&store, &of(), Status::Won, Some(0)).await;
    ended(&store, &of(), Status::Drawn, None).await;
    let open = of();
    store.create_game(&open).await.unwrap();
    assert_eq!(results(&store, bert).await, four([0, 1, 1]));
    let (_, hash) = session(&store).await;
    store
        .log_in(&hash, None, anna, None, Some(guest), NOW)
        .await
        .unwrap();
    assert_eq!(results(&store, anna).await, four([1, 1, 0]));
    // The other side had them counted already.
    assert_eq!(results(&store, bert).await, four([0, 1, 1]));
    end(&store, &open, Status::Won, Some(1)).await;
    // Bert's match against a guest who was himself is none.
    let himself = GuestId::random();
    let against = between(Holder::Guest(himself), Holder::User(bert));
    let against = ended(&store, &against, Status::Won, Some(1)).await;
    assert_eq!(results(&store, bert).await, four([2, 1, 1]));
    let (_, hash) = session(&store).await;
    store
        .log_in(&hash, None, bert, None, Some(himself), NOW)
        .await
        .unwrap();
    end(&store, &against, Status::Playing, None).await;
    assert_eq!(results(&store, anna).await, four([1, 1, 1]));
    assert_eq!(results(&store, bert).await, four([1, 1, 1]));
}

async fn guest_who_won_many(store: &Store) -> GuestId {
    let guest = GuestId::random();
    for _ in 0..MANY {
        let against = between(Holder::Guest(guest), Holder::Engine(2));
        ended(store, &against, Status::Won, Some(0)).await;
    }
    guest
}

/// The account is made with some of them, so that others who write need not wait long, and the log-in brings the rest.
async fn a_guests_many_results_follow_in_pieces(store: Store) {
    let guest = guest_who_won_many(&store).await;
    let name = "Anna".parse().unwrap();
    let mut new = new_user(&name);
    new.guest = Some(guest);
    let anna = store.create_user(&new).await.unwrap().id;
    let first = results(&store, anna).await[0].1[0];
    assert!((1..MANY).contains(&first), "{first}");
    store.give_matches(anna, None, guest).await.unwrap();
    assert_eq!(results(&store, anna).await, four([MANY, 0, 0]));
    let left = store.games_of(Owner::Guest(guest), 9, None).await.unwrap();
    assert!(left.rows.is_empty());
}

/// All of them: the account forgets the guest then, and what stayed behind would be swept.
async fn many_results_of_a_guest_who_waited_follow_with_the_log_in(store: Store) {
    let guest = guest_who_won_many(&store).await;
    let name = "Anna".parse().unwrap();
    let mut new = new_user(&name);
    (new.approved_ms, new.guest) = (None, Some(guest));
    let anna = store.create_user(&new).await.unwrap().id;
    assert_eq!(results(&store, anna).await, []);
    store.approve(anna, NOW, &entry()).await.unwrap();
    let (_, hash) = session(&store).await;
    store
        .log_in(&hash, None, anna, None, None, NOW)
        .await
        .unwrap();
    assert_eq!(results(&store, anna).await, four([MANY, 0, 0]));
    let left = store.games_of(Owner::Guest(guest), 9, None).await.unwrap();
    assert!(left.rows.is_empty());
}

/// A database as it was before results were counted, with these matches in it, opened by this build.
async fn a_migration_counts_what_was_played_before(mut database: EarlierSchema) {
    let store = database.store.clone();
    let anna = user(&store, "Anna").await.id;
    let bert = user(&store, "Bert").await.id;
    let of = || between(Holder::User(anna), Holder::User(bert));
    ended(&store, &of(), Status::Won, Some(0)).await;
    ended(&store, &of(), Status::Drawn, None).await;
    ended(&store, &of(), Status::Aborted, None).await;
    store.create_game(&of()).await.unwrap();
    let alone = between(Holder::User(bert), Holder::User(bert));
    ended(&store, &alone, Status::Won, Some(0)).await;
    let guest = between(Holder::Guest(GuestId::random()), Holder::User(bert));
    ended(&store, &guest, Status::Won, Some(1)).await;
    let counted = [results(&store, anna).await, results(&store, bert).await];
    let store = database.migrated_again(18, &["DROP TABLE results"]).await;
    assert_eq!(counted, [four([1, 1, 0]), four([1, 1, 1])]);
    let found = [results(&store, anna).await, results(&store, bert).await];
    assert_eq!(found, counted);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_on_sqlite_counts_what_was_played_before() {
    a_migration_counts_what_was_played_before(EarlierSchema::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_on_postgres_counts_what_was_played_before() {
    if let Some(database) = EarlierSchema::postgres().await {
        a_migration_counts_what_was_played_before(database).await;
    }
}
