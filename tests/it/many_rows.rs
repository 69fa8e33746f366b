//! Many rows: lists use an index and pages, one broken row does not break the list, and the sweep lets others write.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rookery::ids::GuestId;
use rookery::matches::{Holder, SavedState, Status};
use rookery::service::in_batches;
use rookery::store::{
    Error, GameBatches, LIST_STATEMENTS, Owner, POSTGRES_LIST_STATEMENTS, SWEPT_AT_ONCE,
};

use crate::store::records::{NOW, admin, entry, game, person_move, seat, user};
use crate::support::databases::{self, Fresh};
use crate::support::html;
use crate::support::raw::Raw;
use crate::support::site::Site;

/// Enough that a planner which may look at everything would not want to.
const ROWS: u32 = 4_000;

/// Where a scan looks at few rows: a row a node, and the matches that are being claimed.
const FEW: [&str; 3] = ["on nodes", "SCAN nodes", "SCAN due"];

/// Both databases, or the one that there is.
async fn both() -> Vec<Fresh> {
    let mut all = vec![databases::sqlite().await];
    all.extend(databases::postgres().await);
    all
}

/// The values for `$1`, `$2` and so on in the statement of this name.
fn values(name: &str) -> &'static [&'static str] {
    match name {
        "games of a user" => &["'u7'", "9000000000000000000", "''", "21"],
        "games of a guest" => &["'g7'", "9000000000000000000", "''", "21"],
        "matches of a user in one game" => &["'u7'", "9000000000000000000", "''", "21", "'c7'"],
        "export of the matches of a user" => &["'u7'", "0", "''", "51"],
        "export of the matches of a user in one game" => &["'u7'", "0", "''", "51", "'c7'"],
        "first match of a user" => &["'u7'", "'chess'", "5"],
        "first match of a guest" => &["'g7'", "'chess'", "30"],
        "moves of several matches" => &["'m1'", "1", "'m2'", "1", "'m3'", "1"],
        "lines of an analysis" => &["'m7'"],
        "best levels of a user" | "results of a user" => &["'u7'"],
        "users who wait"
        | "users"
        | "users who wait and are not disabled"
        | "admins"
        | "disabled users" => &["''", "''", "''", "51"],
        "audit log" => &["9000000000000000000", "''", "51"],
        "audit log of an action" => &["9000000000000000000", "''", "51", "'login'"],
        "audit log of an actor" => &["9000000000000000000", "''", "51", "'u7'", "'user'"],
        "audit log of an action of an actor" => &[
            "9000000000000000000",
            "''",
            "51",
            "'u7'",
            "'user'",
            "'login'",
        ],
        "matches that are due on a node" | "matches that are due later on a node" => {
            &["'n7'", "100"]
        }
        "claim of matches that are due" => &["'n7'", "9", "1", "5", "100"],
        // Most live: where many are asked for, the whole table is the shortest way to them.
        "living sessions" => &["3990", "500"],
        "lock of a guest's seats" => &["'g7'", "100"],
        "gift of a guest's seats" => &["'u7'", "'g7'", "'m7'"],
        "many seats of a user" => &["'u7'", "200"],
        "seats of a user who is deleted" => &["'u7'", "'g7'", "'d7'", "200"],
        "removal of games" | "removal of games at rest" => &["100", "'m100'", "500", "200"],
        "removal of matches of deleted accounts" => &["100", "'m100'", "500"],
        _ => &["100", "500"],
    }
}

async fn fill(raw: &mut Raw) {
    let into = [
        (
            "users (id, name, name_key, password_hash, role, approved_ms, created_ms, seen_ms, settings, version)",
            "('u#', 'u#', 'u#', '', 'user', 1, 1, 1, '{}', 1)",
        ),
        (
            "games (id, game, variant, options, start, version, status, visibility, seed, engine_rev, created_ms, updated_ms)",
            "('m#', 'chess', 'standard', '[]', '', 1, 'playing', 'link', 1, 1, #, #)",
        ),
        (
            "seats (game_id, side, user_id, game, updated_ms)",
            "('m#', 0, 'u7', 'c#', #)",
        ),
        (
            "best_levels (user_id, game, level, game_id, won_ms)",
            "('u#', 'chess', 3, 'm#', 1)",
        ),
        (
            "results (user_id, game, won, drawn, lost)",
            "('u#', 'chess', 3, 2, 1)",
        ),
        (
            "seats (game_id, side, guest_id, updated_ms)",
            "('m#', 1, 'g#', #)",
        ),
        ("moves (game_id, ply, path, at_ms)", "('m#', 0, 'e2,e4', 1)"),
        (
            "analyses (game_id, version, positions, beat_ms)",
            "('m#', 1, 1, #)",
        ),
        (
            "analysis_lines (game_id, ply, place, score, path, notation)",
            "('m#', 0, 0, 'cp 1', 'e2,e4', 'e4')",
        ),
        (
            "sessions (id_hash, created_ms, seen_ms, expires_ms, data)",
            "('s#', 1, 1, #, '{}')",
        ),
        (
            "captchas (id, session_hash, preset, settings_version, seed, answer_image, answer_audio, created_ms, expires_ms, ended, ended_ms)",
            "('c#', 's', 'strong', 1, 1, '', '', 1, 1, 'wrong', #)",
        ),
        (
            "captcha_passes (token_hash, site_key, created_ms, expires_ms)",
            "('p#', 'site', 1, #)",
        ),
        (
            "tokens (token_hash, kind, created_ms, expires_ms)",
            "('t#', 'invite', 1, #)",
        ),
        (
            "audit (id, at_ms, actor, action, subject)",
            "('a#', #, 'u7', 'login', '')",
        ),
        (
            "arrivals (kind, network, minute, n)",
            "('pass', 'n#', #, 1)",
        ),
        ("arrivals (kind, network, minute, n)", "('pass', '', #, 1)"),
        ("captcha_counts", "(#, 'strong', 'right', 1)"),
        ("captcha_times", "(#, 'strong', 1, 'right', 7, 1)"),
        ("captcha_first_tries", "(#, 'strong', 1, 'right', 1)"),
    ];
    raw.run("INSERT INTO captcha_sites (key, name, origins, secret_hash, created_ms) VALUES ('site', '', '', '', 1)")
        .await;
    for (table, row) in into {
        raw.fill(ROWS, &format!("INSERT INTO {table}"), row).await;
    }
    raw.run("UPDATE users SET approved_ms = NULL WHERE name_key LIKE 'u1%'")
        .await;
    if let Raw::Postgres(_) = raw {
        // PostgreSQL does so by itself after a while; a site on SQLite never does.
        raw.run("ANALYZE").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_list_looks_at_everything_or_sorts_it() {
    for fresh in both().await {
        let mut raw = Raw::of(&fresh).await;
        fill(&mut raw).await;
        let more: &[(&str, &str)] = match &raw {
            Raw::Sqlite(_) => &[],
            Raw::Postgres(_) => POSTGRES_LIST_STATEMENTS,
        };
        for (name, sql) in LIST_STATEMENTS.iter().chain(more) {
            let mut sql = (*sql).to_owned();
            for (n, value) in values(name).iter().enumerate() {
                sql = sql.replace(&format!("${}", n + 1), value);
            }
            let plan = raw.plan(&sql).await;
            let bad = plan.iter().find(|line| {
                let is_few = FEW.iter().any(|few| line.contains(few));
                let is_scan = line.contains("Seq Scan") || line.trim_start().starts_with("SCAN ");
                let is_scan = is_scan && !is_few;
                let is_sort = line.contains("TEMP B-TREE FOR ORDER BY")
                    || (line.contains("Sort") && !line.contains("Sort Key"));
                // Those of three matches.
                let may_sort = *name == "moves of several matches";
                is_scan || (is_sort && !may_sort)
            });
            let kind = fresh.store.kind();
            assert_eq!(bad, None, "{name} on {kind}: {plan:#?}");
            if name.ends_with("matches of a user in one game") {
                let by_game = |line: &String| line.contains("seats_user_game");
                assert!(plan.iter().any(by_game), "{kind}: {plan:#?}");
            }
            // Seats are looked up by their match: a guest may have any number of others. The guest's matches are found once.
            let naming = |index: &str| plan.iter().filter(|line| line.contains(index)).count();
            let by_match = naming("sqlite_autoindex_seats_1 (game_id=?") + naming("seats_pkey");
            if name.ends_with("a guest's seats") {
                let by_guest = naming("seats_guest");
                let found = usize::from(name.starts_with("lock"));
                assert_eq!((by_match, by_guest), (1, found), "{kind}: {plan:#?}");
            }
            // As above, and once more for the opponent.
            if *name == "seats of a user who is deleted" {
                let by_user = naming("seats_user");
                assert_eq!((by_match, by_user), (2, 1), "{kind}: {plan:#?}");
            }
            // The site's arrivals are not looked at.
            if *name == "old arrivals of networks" {
                assert!(naming("arrivals_networks") > 0, "{kind}: {plan:#?}");
            }
            if name.starts_with("removal of games") {
                let ends_at_the_place = |line: &String| {
                    line.contains("seats_unowned ((updated_ms,game_id)<(?,?))")
                        || line.contains("(ROW(updated_ms, game_id) <= ROW(")
                };
                assert!(plan.iter().any(ends_at_the_place), "{kind}: {plan:#?}");
            }
        }
        fresh.store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn totals_follow_what_happens() {
    for fresh in both().await {
        let store = &fresh.store;
        let anna = user(store, "Anna").await;
        let mut first = game(GuestId::random());
        first.seats[0] = seat(Holder::User(anna.id));
        let second = game(GuestId::random());
        let third = game(GuestId::random());
        for new in [&first, &second, &third] {
            store.create_game(new).await.unwrap();
        }
        let totals = async || {
            let totals = store.totals().await.unwrap();
            (totals.users, totals.games, totals.playing)
        };
        assert_eq!(totals().await, (1, 3, 3));
        let mut over = second.clone();
        (over.version, over.status) = (2, Status::Drawn);
        store
            .save_game(SavedState::of(&second), &over)
            .await
            .unwrap();
        assert_eq!(totals().await, (1, 3, 2));
        // Taken back, it goes on.
        let mut on = over.clone();
        (on.version, on.status) = (3, Status::Playing);
        store.save_game(SavedState::of(&over), &on).await.unwrap();
        assert_eq!(totals().await, (1, 3, 3));
        assert!(store.delete_game(third.id).await.unwrap());
        assert!(!store.delete_game(third.id).await.unwrap());
        assert_eq!(totals().await, (1, 2, 2));
        assert_eq!(
            store
                .delete_unowned_games(NOW + 1, &GameBatches::default())
                .await
                .unwrap(),
            1
        );
        assert_eq!(totals().await, (1, 1, 1));
        store.delete_user(anna.id, None, &entry()).await.unwrap();
        let batches = GameBatches::default();
        let removed = store.delete_games_of_deleted_users(&batches).await;
        assert_eq!(removed.unwrap(), 1);
        assert_eq!(totals().await, (0, 0, 0));
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_cannot_be_read_is_left_out_of_its_list() {
    for fresh in both().await {
        let mut raw = Raw::of(&fresh).await;
        let store = &fresh.store;
        let anna = user(store, "Anna").await;
        let guest = GuestId::random();
        for i in 0..3 {
            let mut new = game(guest);
            new.updated_ms = NOW + i;
            store.create_game(&new).await.unwrap();
        }
        let newest = store.games_of(Owner::Guest(guest), 1, None).await.unwrap();
        let broken = newest.rows[0].record.id;
        raw.run(&format!(
            "DELETE FROM seats WHERE side = 1 AND game_id = '{broken}'"
        ))
        .await;
        let page = store.games_of(Owner::Guest(guest), 2, None).await.unwrap();
        assert_eq!(page.rows.len(), 1, "one of the two cannot be read");
        let rest = store
            .games_of(Owner::Guest(guest), 2, page.next.as_ref())
            .await
            .unwrap();
        assert_eq!((rest.rows.len(), rest.next), (1, None));

        user(store, "Bert").await;
        raw.run("UPDATE users SET name = '1 & 1' WHERE name_key = 'bert'")
            .await;
        let users = store.users(9, None).await.unwrap().rows;
        assert_eq!(users.iter().map(|u| u.id).collect::<Vec<_>>(), [anna.id]);
        store.close().await;
    }
}

/// The links of the pages lead to every match once, whatever is played in the meantime.
#[tokio::test(flavor = "multi_thread")]
async fn pages_of_a_list_lead_to_every_row_once() {
    let site = Site::new().await;
    let mut anna = site.user("Anna").await;
    let owner = site.user_named("Anna").await.id;
    for i in 0..45 {
        let mut new = game(GuestId::random());
        new.seats[0] = seat(Holder::User(owner));
        new.updated_ms = NOW + i % 7;
        site.store().create_game(&new).await.unwrap();
    }
    let (mut seen, mut page, mut pages) = (HashSet::new(), "/account".to_owned(), 0);
    loop {
        let answer = anna.get(&page).await;
        assert_eq!(answer.status, 200);
        let text = answer.text();
        // Those that are unfinished are above the list, too.
        let list = text.split_once("class=\"filters\"").unwrap().1;
        for link in html::tags(list, "a") {
            let href = html::attribute(link, "href").unwrap_or_default();
            if href.starts_with("/games/") {
                assert!(seen.insert(href), "a match stands on two pages");
            }
        }
        pages += 1;
        let next = html::tags(&text, "a")
            .into_iter()
            .find(|tag| tag.contains("rel=\"next\""));
        let Some(next) = next else { break };
        page = html::attribute(next, "href").unwrap();
        // Another match comes before all of them.
        let mut new = game(GuestId::random());
        new.seats[0] = seat(Holder::User(owner));
        new.updated_ms = NOW + 100;
        site.store().create_game(&new).await.unwrap();
    }
    assert_eq!((seen.len(), pages), (45, 3));
    // Those of one game, from the filter on; the match that came meanwhile is of the same game.
    let link = html::tags(&anna.get("/account").await.text(), "a")
        .into_iter()
        .filter_map(|tag| html::attribute(tag, "href"))
        .find(|href| href == "/account?game=connect-four");
    let of_game = anna.get(&link.unwrap()).await.text();
    let next = html::tags(&of_game, "a")
        .into_iter()
        .find(|tag| tag.contains("rel=\"next\""))
        .and_then(|tag| html::attribute(tag, "href"))
        .unwrap();
    assert!(
        next.starts_with("/account?game=connect-four&from="),
        "{next}"
    );
    let second = anna.get(&next).await.text();
    for page in [&of_game, &second] {
        assert!(page.contains("href=\"/account?game=connect-four\" aria-current"));
        assert_eq!(page.matches("class=\"when\"").count(), 20);
    }
    let none = anna.get("/account?game=chess").await;
    assert!(none.says("You have not played this one yet.") && !none.says("<tbody"));
    let unknown = anna.get("/account?game=ches").await;
    assert_eq!(unknown.status, 422);
    assert!(
        unknown.says("ches") && unknown.says("chess"),
        "{}",
        unknown.text()
    );
    for broken in ["/account?from=", "/account?from=x.y", "/account?from=1.%27"] {
        assert_eq!(anna.get(broken).await.status, 200, "{broken}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sweep_goes_in_batches_and_lets_others_write_between() {
    for fresh in both().await {
        let mut raw = Raw::of(&fresh).await;
        let into = [
            (
                "games (id, game, variant, options, start, version, status, visibility, seed, engine_rev, created_ms, updated_ms)",
                "('m#', 'chess', 'standard', '[]', '', 1, 'playing', 'link', 1, 1, #, #)",
            ),
            (
                "seats (game_id, side, guest_id, updated_ms)",
                "('m#', 0, 'g#', #)",
            ),
            (
                "seats (game_id, side, level, updated_ms)",
                "('m#', 1, 1, #)",
            ),
            (
                "sessions (id_hash, created_ms, seen_ms, expires_ms, data)",
                "('s#', 1, 1, #, '{}')",
            ),
        ];
        for (table, row) in into {
            raw.fill(1_203, &format!("INSERT INTO {table}"), row).await;
        }
        let store = fresh.store.clone();
        // One long match takes its batch for itself and a part of the next.
        let mut long = game(GuestId::random());
        long.updated_ms = -1;
        long.moves = (0..2_100).map(|i| person_move(&["1"], i)).collect();
        store.create_game(&long).await.unwrap();
        let limits = GameBatches::default();
        assert_eq!(
            store.delete_unowned_games(10_000, &limits).await.unwrap(),
            1
        );

        let writes = Arc::new(AtomicU32::new(0));
        let writer = {
            let (store, writes) = (store.clone(), Arc::clone(&writes));
            tokio::spawn(async move {
                loop {
                    store.create_game(&game(GuestId::random())).await.unwrap();
                    writes.fetch_add(1, Ordering::SeqCst);
                }
            })
        };
        let batches = std::sync::Mutex::new(Vec::new());
        let swept = in_batches(
            || async {
                let n = store.delete_unowned_games(10_000, &limits).await?;
                batches
                    .lock()
                    .unwrap()
                    .push((n, writes.load(Ordering::SeqCst)));
                Ok(n)
            },
            |n| n > 0,
        );
        assert_eq!(swept.await.unwrap(), 1_203);
        writer.abort();
        let batches = batches.into_inner().unwrap();
        let sizes: Vec<u64> = batches.iter().map(|(n, _)| *n).collect();
        // The number that go at once follows from the time that they take: 50 to 2,000 rows, three a match.
        assert!(sizes.iter().all(|n| *n <= 500), "{sizes:?}");
        assert!((3..=1_203 / 16 + 2).contains(&sizes.len()), "{sizes:?}");
        assert_eq!(sizes.last(), Some(&0));
        assert!(
            batches[0].1 < batches.last().unwrap().1,
            "somebody wrote between the first batch and the last: {batches:?}"
        );
        let sessions = in_batches(
            || store.delete_expired_sessions(10_000),
            |n| n >= SWEPT_AT_ONCE,
        );
        assert_eq!(sessions.await.unwrap(), 1_203);
        store.close().await;
    }
}

/// An account with thousands of matches loses its seats in batches, between which others write, and is gone, with its matches for
/// everybody; their rows go in batches, too.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_with_many_matches_is_deleted_without_keeping_others() {
    const MATCHES: u32 = 3_000;
    for fresh in both().await {
        let mut raw = Raw::of(&fresh).await;
        let store = fresh.store.clone();
        let (anna, bert) = (user(&store, "Anna").await, user(&store, "Bert").await);
        let seat_of_anna = format!("('m#', 0, '{}', 'chess', #)", anna.id);
        let into = [
            (
                "games (id, game, variant, options, start, version, status, visibility, seed, engine_rev, created_ms, updated_ms)",
                "('m#', 'chess', 'standard', '[]', '', 1, 'playing', 'link', 1, 1, #, #)",
            ),
            (
                "seats (game_id, side, user_id, game, updated_ms)",
                &*seat_of_anna,
            ),
            (
                "seats (game_id, side, level, game, updated_ms)",
                "('m#', 1, 1, 'chess', #)",
            ),
            ("moves (game_id, ply, path, at_ms)", "('m#', 0, 'e2,e4', 1)"),
            ("moves (game_id, ply, path, at_ms)", "('m#', 1, 'e7,e5', 1)"),
        ];
        for (table, row) in into {
            raw.fill(MATCHES, &format!("INSERT INTO {table}"), row)
                .await;
        }
        let mut with_engine = game(GuestId::random());
        with_engine.seats[0] = seat(Holder::User(anna.id));
        let mut with_bert = game(GuestId::random());
        with_bert.seats = [seat(Holder::User(anna.id)), seat(Holder::User(bert.id))];
        for new in [&with_engine, &with_bert] {
            store.create_game(new).await.unwrap();
        }

        let writes = Arc::new(AtomicU32::new(0));
        let writer = {
            let (store, writes) = (store.clone(), Arc::clone(&writes));
            tokio::spawn(async move {
                loop {
                    store.count_hit("somebody", 60_000, NOW).await.unwrap();
                    writes.fetch_add(1, Ordering::SeqCst);
                }
            })
        };
        while writes.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        let before = writes.load(Ordering::SeqCst);
        store.delete_user(anna.id, None, &entry()).await.unwrap();
        // The writer stood in the line at the end of each batch of 200, or wrote already.
        let during = writes.load(Ordering::SeqCst) - before;
        assert!(during >= MATCHES / 200 - 1, "{during} writes");
        assert!(store.game(with_engine.id).await.unwrap().is_none());
        assert!(store.game_head(with_engine.id).await.unwrap().is_none());
        let kept = store.game(with_bert.id).await.unwrap().unwrap();
        assert!(matches!(kept.seats[0].holder, Holder::Guest(_)));
        assert_eq!(kept.seats[1].holder, Holder::User(bert.id));
        // Nothing of the matches was removed in the transaction that deleted the account.
        let rows = async |raw: &mut Raw, table: &str| {
            let sql = format!("SELECT CAST(COUNT(*) AS TEXT) FROM {table}");
            raw.texts(&sql).await[0].clone().unwrap()
        };
        assert_eq!(rows(&mut raw, "games").await, (MATCHES + 2).to_string());

        let (limits, batches) = (GameBatches::default(), std::sync::Mutex::new(Vec::new()));
        let removed = in_batches(
            || async {
                let n = store.delete_games_of_deleted_users(&limits).await?;
                let written = writes.load(Ordering::SeqCst);
                batches.lock().unwrap().push((n, written));
                Ok(n)
            },
            |n| n > 0,
        );
        assert_eq!(removed.await.unwrap(), u64::from(MATCHES) + 1);
        writer.abort();
        let batches = batches.into_inner().unwrap();
        // Five rows a match, and 2,000 rows at once at most.
        assert!(batches.iter().all(|(n, _)| *n <= 400), "{batches:?}");
        assert!(batches.len() > 7, "{batches:?}");
        assert!(
            batches[0].1 < batches.last().unwrap().1,
            "somebody wrote between the first batch and the last: {batches:?}"
        );
        for (table, left) in [("games", "1"), ("seats", "2"), ("moves", "0")] {
            assert_eq!(rows(&mut raw, table).await, left, "{table}");
        }
        drop(raw);
        store.close().await;
    }
}

/// Before an account loses any of its seats, it is asked whether it may go.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_with_many_matches_that_may_not_go_keeps_them() {
    const MATCHES: u32 = 450;
    for fresh in both().await {
        let mut raw = Raw::of(&fresh).await;
        let store = &fresh.store;
        let owner = admin(store, "Owner").await.id;
        let seat_of_owner = format!("('m#', 0, '{owner}', 'chess', #)");
        let into = [
            (
                "games (id, game, variant, options, start, version, status, visibility, seed, engine_rev, created_ms, updated_ms)",
                "('m#', 'chess', 'standard', '[]', '', 1, 'playing', 'link', 1, 1, #, #)",
            ),
            (
                "seats (game_id, side, user_id, game, updated_ms)",
                &*seat_of_owner,
            ),
        ];
        for (table, row) in into {
            raw.fill(MATCHES, &format!("INSERT INTO {table}"), row)
                .await;
        }
        let last = store.delete_user(owner, None, &entry()).await;
        assert!(matches!(last, Err(Error::LastAdmin)), "{last:?}");
        admin(store, "Anna").await;
        let changed = store.delete_user(owner, Some("$old"), &entry()).await;
        assert!(
            matches!(changed, Err(Error::PasswordChanged)),
            "{changed:?}"
        );
        let approved = store.delete_waiting_user(owner, &entry()).await;
        assert!(matches!(approved, Err(Error::NotFound)), "{approved:?}");
        let seats = format!("SELECT CAST(COUNT(*) AS TEXT) FROM seats WHERE user_id = '{owner}'");
        assert_eq!(raw.texts(&seats).await, [Some(MATCHES.to_string())]);
        store
            .delete_user(owner, Some("$hash"), &entry())
            .await
            .unwrap();
        assert_eq!(raw.texts(&seats).await, [Some("0".to_owned())]);
        drop(raw);
        store.close().await;
    }
}
