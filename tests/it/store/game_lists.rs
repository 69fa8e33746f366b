//! Lists of the matches of one game: a guest's matches follow into them, and earlier matches have their place there.

use rookery::ids::{GameId, GuestId, UserId};
use rookery::matches::Holder;
use rookery::store::{PageCursor, Store};

use crate::store::records::{NOW, game, seat, session, user};
use crate::support::databases::on_both_databases;
use crate::support::earlier_schema::EarlierSchema;

on_both_databases!(
    one_games_matches_come_in_pages,
    a_guests_matches_follow_into_the_list
);

/// Stores a match of this game.
async fn played(store: &Store, holder: Holder, name: &str, at_ms: i64) -> GameId {
    let mut new = game(GuestId::random());
    new.game = name.to_owned();
    new.seats = [seat(holder), seat(Holder::Engine(3))];
    new.updated_ms = at_ms;
    store.create_game(&new).await.unwrap();
    new.id
}

/// A page of two of them, and where the next begins.
async fn page_of(
    store: &Store,
    user: UserId,
    name: &str,
    place: Option<&PageCursor>,
) -> (Vec<GameId>, Option<PageCursor>) {
    let found = store.games_of_user_in(user, name, 2, place).await.unwrap();
    (
        found.rows.iter().map(|game| game.record.id).collect(),
        found.next,
    )
}

async fn one_games_matches_come_in_pages(store: Store) {
    let anna = user(&store, "Anna").await.id;
    let bert = user(&store, "Bert").await.id;
    let mut chess = Vec::new();
    for i in 0..3 {
        chess.push(played(&store, Holder::User(anna), "chess", NOW + 3 * i).await);
        played(&store, Holder::User(anna), "othello", NOW + 3 * i + 1).await;
        played(&store, Holder::User(bert), "chess", NOW + 3 * i + 2).await;
    }
    let (first, next) = page_of(&store, anna, "chess", None).await;
    assert_eq!(first, [chess[2], chess[1]]);
    let last = page_of(&store, anna, "chess", next.as_ref()).await;
    assert_eq!(last, (vec![chess[0]], None));
    assert_eq!(
        page_of(&store, anna, "morabaraba", None).await,
        (vec![], None)
    );
}

async fn a_guests_matches_follow_into_the_list(store: Store) {
    let anna = user(&store, "Anna").await.id;
    let guest = GuestId::random();
    let chess = played(&store, Holder::Guest(guest), "chess", NOW).await;
    played(&store, Holder::Guest(guest), "othello", NOW + 1).await;
    let (_, hash) = session(&store).await;
    store
        .log_in(&hash, None, anna, None, Some(guest), NOW)
        .await
        .unwrap();
    assert_eq!(
        page_of(&store, anna, "chess", None).await,
        (vec![chess], None)
    );
}

/// The database as it was before the lists, opened by this build.
async fn a_migration_lists_what_was_played_before(mut database: EarlierSchema) {
    let anna = user(&database.store, "Anna").await.id;
    let chess = played(&database.store, Holder::User(anna), "chess", NOW).await;
    let othello = played(&database.store, Holder::User(anna), "othello", NOW + 1).await;
    let back = [
        "DROP INDEX seats_user_game",
        "ALTER TABLE seats DROP COLUMN game",
    ];
    let store = database.migrated_again(16, &back).await;
    assert_eq!(
        page_of(&store, anna, "chess", None).await,
        (vec![chess], None)
    );
    assert_eq!(page_of(&store, anna, "othello", None).await.0, [othello]);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_on_sqlite_lists_what_was_played_before() {
    a_migration_lists_what_was_played_before(EarlierSchema::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_on_postgres_lists_what_was_played_before() {
    if let Some(database) = EarlierSchema::postgres().await {
        a_migration_lists_what_was_played_before(database).await;
    }
}
