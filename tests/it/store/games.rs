//! Games: whole records, one winner among writers, claims of the engine's turns, retention.

use std::ops::RangeInclusive;

use rookery::ids::GameId;
use rookery::ids::GuestId;
use rookery::matches::Holder;
use rookery::matches::Record;
use rookery::matches::Status;
use rookery::matches::Visibility;
use rookery::store::Error;
use rookery::store::GameBatches;
use rookery::store::Owner;
use rookery::store::PageCursor;
use rookery::store::Store;

use crate::store::records::{MINUTE, NOW, engine_move, game, person_move, seat, user, version};
use crate::support::databases::on_both_databases;

on_both_databases!(
    comes_back_as_it_was,
    saving_keeps_moves_and_end,
    moves_are_taken_back_and_replaced,
    the_second_writer_gets_a_conflict,
    of_many_writers_one_wins,
    a_reader_sees_one_version_whole,
    saving_leaves_the_seats_alone,
    lists_an_owners_games,
    reads_the_moves_of_several_games_at_once,
    due_games_are_claimed_once,
    a_dead_nodes_games_are_claimed_again,
    unowned_games_go,
    a_deleted_game_is_gone,
);

/// A node that has said nothing for longer is dead, in milliseconds.
const SILENT: i64 = 3_000;

/// The heartbeats of nodes that live at this time.
fn living(now_ms: i64) -> RangeInclusive<i64> {
    now_ms - SILENT..=now_ms + SILENT
}

/// Writes a heartbeat of this time, whatever the server's clock says.
async fn beat(store: &Store, node: &str, at_ms: i64) {
    store.beat(node, at_ms).await.unwrap();
    if let Some(pool) = store.postgres_pool() {
        sqlx::query("UPDATE nodes SET heartbeat_ms = $2 WHERE id = $1")
            .bind(node)
            .bind(at_ms)
            .execute(pool)
            .await
            .unwrap();
    }
}

/// The next version of a game, with nothing else changed.
fn next(game: &Record) -> Record {
    Record {
        version: game.version + 1,
        ..game.clone()
    }
}

async fn comes_back_as_it_was(store: Store) {
    let mut new = game(GuestId::random());
    new.start = "X../.O./... x".to_owned();
    new.is_custom = true;
    new.visibility = Visibility::Private;
    new.engine_due_ms = Some(NOW);
    new.claimed_by = Some("node-1".to_owned());
    new.moves = vec![
        person_move(&["d6", "d5", "b4"], NOW),
        engine_move(&["#swap"], NOW + 5),
    ];
    store.create_game(&new).await.unwrap();
    assert_eq!(store.game(new.id).await.unwrap(), Some(new));
    assert_eq!(store.game(GameId::random()).await.unwrap(), None);
}

async fn saving_keeps_moves_and_end(store: Store) {
    let new = game(GuestId::random());
    store.create_game(&new).await.unwrap();
    let mut won = next(&new);
    won.moves = vec![person_move(&["4"], NOW + 1), engine_move(&["4"], NOW + 2)];
    won.status = Status::Won;
    won.winner = Some(1);
    won.reason = Some("four-in-a-row".to_owned());
    won.updated_ms = NOW + 2;
    store.save_game(version(1), &won).await.unwrap();
    assert_eq!(store.game(new.id).await.unwrap(), Some(won));
}

async fn moves_are_taken_back_and_replaced(store: Store) {
    let mut first = game(GuestId::random());
    first.moves = (0..6)
        .map(|i| person_move(&[&format!("{i}")], NOW + i))
        .collect();
    store.create_game(&first).await.unwrap();

    let mut back = next(&first);
    back.moves.truncate(4);
    store
        .save_game(version(first.version), &back)
        .await
        .unwrap();
    assert_eq!(store.game(first.id).await.unwrap(), Some(back.clone()));

    // Another third move, in the same number of plies.
    let mut other = next(&back);
    other.moves[2] = engine_move(&["9"], NOW + 2);
    store
        .save_game(version(back.version), &other)
        .await
        .unwrap();
    assert_eq!(store.game(first.id).await.unwrap(), Some(other.clone()));

    let mut empty = next(&other);
    empty.moves.clear();
    store
        .save_game(version(other.version), &empty)
        .await
        .unwrap();
    assert_eq!(store.game(first.id).await.unwrap(), Some(empty));
}

async fn the_second_writer_gets_a_conflict(store: Store) {
    let new = game(GuestId::random());
    store.create_game(&new).await.unwrap();
    let mut first = next(&new);
    first.moves = vec![person_move(&["1"], NOW)];
    let mut second = next(&new);
    second.moves = vec![person_move(&["2"], NOW)];
    store.save_game(version(1), &first).await.unwrap();
    let refused = store.save_game(version(1), &second).await;
    assert!(matches!(refused, Err(Error::Conflict)), "{refused:?}");
    assert_eq!(store.game(new.id).await.unwrap(), Some(first.clone()));

    store.delete_game(new.id).await.unwrap();
    let gone = store.save_game(version(2), &next(&first)).await;
    assert!(matches!(gone, Err(Error::Conflict)), "{gone:?}");
}

async fn of_many_writers_one_wins(store: Store) {
    let new = game(GuestId::random());
    store.create_game(&new).await.unwrap();
    let writers: Vec<_> = (0..16)
        .map(|i| {
            let store = store.clone();
            let mut mine = next(&new);
            mine.moves = vec![person_move(&[&format!("{i}")], NOW + i)];
            tokio::spawn(async move {
                match store.save_game(version(1), &mine).await {
                    Ok(()) => Some(mine),
                    Err(Error::Conflict) => None,
                    Err(other) => panic!("{other}"),
                }
            })
        })
        .collect();
    let mut winners = Vec::new();
    for writer in writers {
        winners.extend(writer.await.unwrap());
    }
    assert_eq!(winners.len(), 1);
    assert_eq!(store.game(new.id).await.unwrap(), winners.pop());
}

/// Version n of this game has n − 1 moves: whoever reads while somebody writes never sees anything else.
async fn a_reader_sees_one_version_whole(store: Store) {
    let mut record = game(GuestId::random());
    store.create_game(&record).await.unwrap();
    let id = record.id;
    let writer = {
        let store = store.clone();
        tokio::spawn(async move {
            for i in 0..50 {
                let expected = record.version;
                record = next(&record);
                record.moves.push(person_move(&["1"], NOW + i));
                store.save_game(version(expected), &record).await.unwrap();
            }
        })
    };
    loop {
        let read = store.game(id).await.unwrap().unwrap();
        assert_eq!(read.moves.len() + 1, usize::try_from(read.version).unwrap());
        if read.version == 51 {
            break;
        }
    }
    writer.await.unwrap();
}

/// The engine thinks; meanwhile the guest signs up; the engine's move must not take the game away again.
async fn saving_leaves_the_seats_alone(store: Store) {
    let anna = user(&store, "Anna").await;
    let guest = GuestId::random();
    let loaded_before = game(guest);
    store.create_game(&loaded_before).await.unwrap();
    let (_, hash) = crate::store::records::session(&store).await;
    store
        .log_in(&hash, None, anna.id, None, Some(guest), NOW)
        .await
        .unwrap();
    store
        .save_game(version(1), &next(&loaded_before))
        .await
        .unwrap();
    let kept = store.game(loaded_before.id).await.unwrap().unwrap();
    assert_eq!(kept.seats[0].holder, Holder::User(anna.id));
}

async fn lists_an_owners_games(store: Store) {
    let anna = user(&store, "Anna").await;
    let guest = GuestId::random();
    let mut ids = Vec::new();
    for i in 0..5 {
        let mut new = game(guest);
        new.updated_ms = NOW + i;
        if i == 3 {
            new.seats[0] = seat(Holder::User(anna.id));
        }
        new.moves = (0..i).map(|ply| person_move(&["1"], NOW + ply)).collect();
        store.create_game(&new).await.unwrap();
        ids.push(new.id);
    }
    let list = async |owner, limit, place: Option<&PageCursor>| {
        store.games_of(owner, limit, place).await.unwrap()
    };
    let mine = list(Owner::Guest(guest), 3, None).await;
    let listed: Vec<_> = mine.rows.iter().map(|g| (g.record.id, g.plies)).collect();
    assert_eq!(listed, [(ids[4], 4), (ids[2], 2), (ids[1], 1)]);
    assert_eq!(mine.rows[0].record.seats[0].holder, Holder::Guest(guest));
    assert_eq!(mine.rows[0].record.seats[1].holder, Holder::Engine(4));
    assert_eq!(mine.rows[0].record.game, "connect-four");
    let rest = list(Owner::Guest(guest), 3, mine.next.as_ref()).await;
    assert_eq!(
        rest.rows.iter().map(|g| g.record.id).collect::<Vec<_>>(),
        [ids[0]]
    );
    assert_eq!(rest.next, None);
    let annas = list(Owner::User(anna.id), 3, None).await;
    assert_eq!(annas.rows.len(), 1);
    assert_eq!(annas.rows[0].record.seats[0].name.as_deref(), Some("Anna"));

    // Both seats of one game are one game.
    let mut both = game(guest);
    both.seats = [seat(Holder::User(anna.id)), seat(Holder::User(anna.id))];
    both.updated_ms = NOW + 9;
    store.create_game(&both).await.unwrap();
    let annas = list(Owner::User(anna.id), 9, None).await;
    assert_eq!(annas.rows.len(), 2);

    // A changed game comes first.
    let mut changed = store.game(ids[0]).await.unwrap().unwrap();
    changed.version += 1;
    changed.updated_ms = NOW + 10;
    store.save_game(version(1), &changed).await.unwrap();
    assert_eq!(
        list(Owner::Guest(guest), 1, None).await.rows[0].record.id,
        ids[0]
    );
}

async fn reads_the_moves_of_several_games_at_once(store: Store) {
    let guest = GuestId::random();
    let mut games = Vec::new();
    for plies in [2, 0, 3, 4] {
        let mut new = game(guest);
        let made = (0..plies).map(|ply| person_move(&["1", &ply.to_string()], NOW + ply));
        new.moves = made.collect();
        store.create_game(&new).await.unwrap();
        games.push(new);
    }
    // The third has gone on since somebody read this version of it.
    let wanted = [(&games[0], 1), (&games[2], 7), (&games[3], 1)];
    let wanted = wanted.map(|(game, version)| (game.id, version));
    let found = store.moves_of_several(&wanted).await.unwrap();
    assert_eq!(found.len(), 2);
    for n in [0, 3] {
        assert_eq!(found[&games[n].id], games[n].moves, "{n}");
    }
    let none = store.moves_of_several(&[(games[1].id, 1)]).await.unwrap();
    assert!(none.is_empty());
}

async fn due_games_are_claimed_once(store: Store) {
    let mut due = Vec::new();
    for i in 0..20 {
        let mut new = game(GuestId::random());
        new.engine_due_ms = (i % 2 == 0).then_some(NOW + i);
        store.create_game(&new).await.unwrap();
        if i % 2 == 0 {
            due.push(new.id);
        }
    }
    // A node lives long before its first claim: it beats when it starts, and claims a second later.
    for node in 0..4 {
        beat(&store, &format!("node-{node}"), NOW + 49).await;
    }
    let nodes: Vec<_> = (0..4)
        .map(|node| {
            let store = store.clone();
            tokio::spawn(async move {
                let node = format!("node-{node}");
                let mut mine = Vec::new();
                for _ in 0..4 {
                    let claimed = store.claim_due(&node, NOW + 50, living(NOW + 50), 2);
                    mine.extend(claimed.await.unwrap());
                }
                mine
            })
        })
        .collect();
    let mut claimed = Vec::new();
    for node in nodes {
        claimed.extend(node.await.unwrap());
    }
    claimed.extend(
        store
            .claim_due("node-9", NOW + 50, living(NOW + 50), 100)
            .await
            .unwrap(),
    );
    claimed.sort_unstable();
    due.sort_unstable();
    assert_eq!(claimed, due);
}

async fn a_dead_nodes_games_are_claimed_again(store: Store) {
    let mut new = game(GuestId::random());
    new.engine_due_ms = Some(NOW);
    store.create_game(&new).await.unwrap();
    beat(&store, "dead", NOW).await;
    assert!(store.claim(new.id, "dead", NOW).await.unwrap());
    assert!(!store.claim(new.id, "other", NOW).await.unwrap());
    let claim = |now| store.claim_due("other", now, living(now), 10);
    // A node that lives keeps its due matches, however long it has been.
    beat(&store, "dead", NOW + MINUTE).await;
    assert_eq!(claim(NOW + MINUTE + SILENT).await.unwrap(), []);
    let late = NOW + MINUTE + SILENT + 1;
    assert_eq!(claim(late).await.unwrap(), [new.id]);
    let kept = store.game(new.id).await.unwrap().unwrap();
    assert_eq!(kept.claimed_by.as_deref(), Some("other"));
    assert_eq!(kept.engine_due_ms, Some(late));
    // Taken over by somebody who lives, it is nobody else's.
    beat(&store, "other", late).await;
    let third = store.claim_due("third", late, living(late), 10).await;
    assert_eq!(third.unwrap(), []);
    assert_eq!(store.due_of("other", late).await.unwrap(), []);
    assert_eq!(store.due_of("other", late + 1).await.unwrap(), [new.id]);
    assert_eq!(store.due_of("third", late + 1).await.unwrap(), []);
    let later = async |after| store.due_later_of("other", after).await.unwrap();
    assert_eq!(later(late - 1).await, [new.id]);
    assert_eq!(later(late).await, []);
    // A node that has signed off is dead at once.
    store.sign_off("other").await.unwrap();
    let third = store.claim_due("third", late, living(late), 10).await;
    assert_eq!(third.unwrap(), [new.id]);

    // The claim counts for no version, and the move that answers it ends it.
    let mut moved = next(&kept);
    moved.engine_due_ms = None;
    moved.claimed_by = None;
    store.save_game(version(1), &moved).await.unwrap();
    assert!(!store.claim(new.id, "other", NOW).await.unwrap());
}

async fn unowned_games_go(store: Store) {
    let anna = user(&store, "Anna").await;
    let mut old = game(GuestId::random());
    old.moves = vec![person_move(&["1"], NOW)];
    let mut fresh = game(GuestId::random());
    fresh.updated_ms = NOW + 1;
    let mut owned = game(GuestId::random());
    owned.seats[1] = seat(Holder::User(anna.id));
    for new in [&old, &fresh, &owned] {
        store.create_game(new).await.unwrap();
    }
    assert_eq!(
        store
            .delete_unowned_games(NOW, &GameBatches::default())
            .await
            .unwrap(),
        0
    );
    assert_eq!(
        store
            .delete_unowned_games(NOW + 1, &GameBatches::default())
            .await
            .unwrap(),
        1
    );
    assert_eq!(store.game(old.id).await.unwrap(), None);
    assert!(store.game(fresh.id).await.unwrap().is_some());
    assert!(store.game(owned.id).await.unwrap().is_some());
}

async fn a_deleted_game_is_gone(store: Store) {
    let mut new = game(GuestId::random());
    new.moves = vec![person_move(&["1"], NOW)];
    store.create_game(&new).await.unwrap();
    assert!(store.delete_game(new.id).await.unwrap());
    assert!(!store.delete_game(new.id).await.unwrap());
    // Its seats and moves went with it: the same id can be made anew.
    store.create_game(&new).await.unwrap();
    assert_eq!(store.game(new.id).await.unwrap(), Some(new));
}
