//! The audit log.

use rookery::accounts::Role;
use rookery::ids::AssetId;
use rookery::store::Actor;
use rookery::store::ActorKind;
use rookery::store::AssetKind;
use rookery::store::AuditEntry;
use rookery::store::AuditFilter;
use rookery::store::NewAsset;
use rookery::store::NewToken;
use rookery::store::Store;
use rookery::store::TokenKind;

use crate::store::records::{DAY, NOW, admin, entry, new_user, user};
use crate::support::databases::{self, Fresh, on_both_databases};
use crate::support::earlier_schema::EarlierSchema;
use crate::support::raw::Raw;

on_both_databases!(
    reads_newest_first_and_forgets,
    a_row_that_counts_says_whether_there_were_others,
    is_filtered_by_action_and_actor,
);

async fn reads_newest_first_and_forgets(store: Store) {
    let anna = user(&store, "Anna").await;
    let entries: Vec<AuditEntry> = (0..3)
        .map(|i| AuditEntry {
            at_ms: NOW + i,
            actor: match i {
                0 => Actor::Other("visitor 192.0.2.0".to_owned()),
                _ => Actor::User(anna.id),
            },
            action: "login".to_owned(),
            subject: format!("number {i}"),
            before: (i == 1).then(|| "{\"a\":1}".to_owned()),
            after: None,
        })
        .collect();
    for entry in &entries {
        store.audit(entry).await.unwrap();
    }
    let page = store.audit_log(2, None).await.unwrap();
    assert_eq!(page.rows[0].entry, entries[2]);
    assert_eq!(page.rows[1].entry, entries[1]);
    assert_eq!(page.rows[1].actor_name.as_deref(), Some("Anna"));
    let last = store.audit_log(2, page.next.as_ref()).await.unwrap();
    assert_eq!(last.next, None);
    let log = last.rows;
    assert_eq!(log.len(), 1);
    assert_eq!((&log[0].entry, &log[0].actor_name), (&entries[0], &None));

    assert_eq!(store.delete_audit(NOW + 2).await.unwrap(), 2);
    assert_eq!(store.audit_log(9, None).await.unwrap().rows.len(), 1);

    // A deleted user stays in the log, by name.
    let deletion = AuditEntry {
        at_ms: NOW + 3,
        action: "delete-account".to_owned(),
        subject: "Anna".to_owned(),
        ..entries[2].clone()
    };
    store.delete_user(anna.id, None, &deletion).await.unwrap();
    let log = store.audit_log(9, None).await.unwrap().rows;
    let found: Vec<_> = log.iter().map(|row| &row.entry).collect();
    assert_eq!(found, [&deletion, &entries[2]]);
    let is_anna = |name: &Option<String>| name.as_deref() == Some("Anna");
    assert!(log.iter().all(|row| is_anna(&row.actor_name)), "{log:?}");
}

async fn a_row_that_counts_says_whether_there_were_others(store: Store) {
    for (actor, subject) in [
        ("one", "anna"),
        ("one", "anna"),
        ("more", "anna"),
        ("more", "bert"),
        ("more", "anna"),
    ] {
        let counted = AuditEntry {
            actor: Actor::Other(actor.to_owned()),
            subject: subject.to_owned(),
            ..entry()
        };
        store.audit_counted(&counted).await.unwrap();
    }
    let log = store.audit_log(9, None).await.unwrap().rows;
    let mut found: Vec<_> = log
        .iter()
        .map(|row| {
            let actor = row.entry.actor.to_string();
            (actor, &*row.entry.subject, row.n, row.has_others)
        })
        .collect();
    found.sort_unstable();
    let expected = [("more", "anna", 3, true), ("one", "anna", 2, false)];
    let expected = expected.map(|(actor, one, n, others)| (actor.to_owned(), one, n, others));
    assert_eq!(found, expected);
}

async fn is_filtered_by_action_and_actor(store: Store) {
    let anna = user(&store, "Anna").await;
    for (n, actor) in (0..4).zip([
        Actor::User(anna.id),
        Actor::User(anna.id),
        Actor::Other("console".to_owned()),
        Actor::Other("console".to_owned()),
    ]) {
        let action = if n % 2 == 0 { "grant" } else { "revoke" };
        let line = AuditEntry {
            at_ms: NOW + n,
            actor,
            action: action.to_owned(),
            ..entry()
        };
        store.audit(&line).await.unwrap();
    }
    store.delete_user(anna.id, None, &entry()).await.unwrap();
    // An account of an earlier release, whose name is that of another actor.
    let console = user(&store, "Console").await;
    let line = AuditEntry {
        at_ms: NOW + 4,
        actor: Actor::User(console.id),
        action: "grant".to_owned(),
        ..entry()
    };
    store.audit(&line).await.unwrap();
    for (action, who, kind, expected) in [
        ("grant", "", ActorKind::User, vec![4, 2, 0]),
        ("", "ANNA", ActorKind::User, vec![1, 0]),
        ("", "anna", ActorKind::Other, vec![]),
        ("revoke", "anna", ActorKind::User, vec![1]),
        ("revoke", "Console", ActorKind::Other, vec![3]),
        ("grant", "console", ActorKind::Other, vec![2]),
        ("grant", "console", ActorKind::User, vec![4]),
        ("", "CONSOLE", ActorKind::User, vec![4]),
        ("login", "", ActorKind::User, vec![]),
        ("", "ann", ActorKind::User, vec![]),
    ] {
        let filter = AuditFilter { action, who, kind };
        // A line a page: each leads to the next.
        let (mut found, mut place) = (Vec::new(), None);
        loop {
            let page = store.audit_log_of(filter, 1, place.as_ref()).await.unwrap();
            found.extend(page.rows.iter().map(|row| row.entry.at_ms - NOW));
            place = page.next;
            if place.is_none() {
                break;
            }
        }
        assert_eq!(found, expected, "{action:?} {who:?} {kind:?}");
    }
}

/// Takes migration 19 back.
const WITHOUT_NAMES: &[&str] = &[
    "DROP INDEX audit_actor",
    "DROP INDEX audit_action",
    "ALTER TABLE audit DROP COLUMN actor_name",
    "ALTER TABLE audit DROP COLUMN has_others",
    "ALTER TABLE tokens DROP COLUMN note",
    "DROP INDEX users_admin_names",
    "DROP INDEX users_disabled",
];

/// Lines of before get the names of the accounts that are still there.
async fn earlier_lines_get_names(mut database: EarlierSchema) {
    let anna = user(&database.store, "Anna").await;
    let of_anna = AuditEntry {
        actor: Actor::User(anna.id),
        ..entry()
    };
    for line in [&of_anna, &entry()] {
        database.store.audit(line).await.unwrap();
    }
    let store = database.migrated_again(19, WITHOUT_NAMES).await;
    store.delete_user(anna.id, None, &entry()).await.unwrap();
    let others = ("console", ActorKind::Other);
    for ((who, kind), lines) in [(("anna", ActorKind::User), 1), (others, 2)] {
        let action = "";
        let filter = AuditFilter { action, who, kind };
        let found = store.audit_log_of(filter, 9, None).await.unwrap().rows;
        assert_eq!(found.len(), lines, "{who}");
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_on_sqlite_names_earlier_lines() {
    earlier_lines_get_names(EarlierSchema::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_on_postgres_names_earlier_lines() {
    if let Some(database) = EarlierSchema::postgres().await {
        earlier_lines_get_names(database).await;
    }
}

/// An account with very many matches loses their seats in several transactions, and the last one fails.
#[tokio::test(flavor = "multi_thread")]
async fn a_deletion_that_breaks_off_is_in_the_log() {
    let refuse: &[&str] = &[
        "CREATE TRIGGER refused BEFORE DELETE ON users BEGIN SELECT RAISE(ABORT, 'refused'); END",
    ];
    is_written_down_at_once(databases::sqlite().await, refuse, "DROP TRIGGER refused").await;
    let refuse: &[&str] = &[
        "CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$ LANGUAGE plpgsql",
        "CREATE TRIGGER refused BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION refuse()",
    ];
    if let Some(fresh) = databases::postgres().await {
        is_written_down_at_once(fresh, refuse, "DROP TRIGGER refused ON users").await;
    }
}

async fn is_written_down_at_once(fresh: Fresh, refuse: &[&str], allow: &str) {
    const MATCHES: u32 = 450;
    let mut raw = Raw::of(&fresh).await;
    let store = &fresh.store;
    let anna = user(store, "Anna").await.id;
    let seat_of_anna = format!("('m#', 0, '{anna}', 'chess', #)");
    for (table, row) in [
        (
            "games (id, game, variant, options, start, version, status, visibility, seed, engine_rev, created_ms, updated_ms)",
            "('m#', 'chess', 'standard', '[]', '', 1, 'playing', 'link', 1, 1, #, #)",
        ),
        (
            "seats (game_id, side, user_id, game, updated_ms)",
            &*seat_of_anna,
        ),
    ] {
        raw.fill(MATCHES, &format!("INSERT INTO {table}"), row)
            .await;
    }
    let entry = AuditEntry {
        action: "delete".to_owned(),
        subject: "Anna".to_owned(),
        ..entry()
    };
    let written = async || -> usize {
        let rows = store.audit_log(9, None).await.unwrap().rows;
        rows.iter().filter(|row| row.entry == entry).count()
    };
    for statement in refuse {
        raw.run(statement).await;
    }
    assert!(store.delete_user(anna, None, &entry).await.is_err());
    assert!(store.user(anna).await.unwrap().is_some());
    let seats = format!("SELECT CAST(COUNT(*) AS TEXT) FROM seats WHERE user_id = '{anna}'");
    let left: u32 = raw.texts(&seats).await[0]
        .as_ref()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..MATCHES).contains(&left), "{left}");
    assert_eq!(written().await, 1);
    // What is left goes in one transaction.
    raw.run(allow).await;
    store.delete_user(anna, None, &entry).await.unwrap();
    assert_eq!(store.user(anna).await.unwrap(), None);
    assert_eq!(written().await, 2);
    drop(raw);
    store.close().await;
}

/// An act and its entry are one transaction: neither is there without the other.
#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_written_down_does_not_happen() {
    let refuse: &[&str] = &[
        "CREATE TRIGGER refused BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'refused'); END",
    ];
    leaves_the_accounts_alone(databases::sqlite().await, refuse).await;
    let refuse: &[&str] = &[
        "CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$ LANGUAGE plpgsql",
        "CREATE TRIGGER refused BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION refuse()",
    ];
    if let Some(fresh) = databases::postgres().await {
        leaves_the_accounts_alone(fresh, refuse).await;
    }
}

async fn leaves_the_accounts_alone(fresh: Fresh, refuse: &[&str]) {
    let mut raw = Raw::of(&fresh).await;
    let store = &fresh.store;
    admin(store, "Owner").await;
    let anna = user(store, "Anna").await;
    let bert = user(store, "Bert").await;
    store
        .set_disabled(bert.id, Some(NOW), &entry())
        .await
        .unwrap();
    let bert = store.user(bert.id).await.unwrap();
    let bert_id = bert.as_ref().unwrap().id;
    let name = "Wanda".parse().unwrap();
    let mut new = new_user(&name);
    new.approved_ms = None;
    let wanda = store.create_user(&new).await.unwrap();
    let link = NewToken {
        subject: Some(anna.id),
        ..NewToken::new(TokenKind::Reset, "link", NOW, NOW + DAY)
    };
    store.create_token(&link).await.unwrap();
    let font = |name| NewAsset {
        id: AssetId::random(),
        kind: AssetKind::Font,
        name,
        bytes: b"a font",
        added_by: Some(anna.id),
        added_ms: NOW,
    };
    let (kept, refused) = (font("kept.ttf"), font("refused.ttf"));
    store.add_asset(&kept, None).await.unwrap();
    let files = store.asset_list().await.unwrap();
    let before = store.audit_log(9, None).await.unwrap();
    for statement in refuse {
        raw.run(statement).await;
    }

    let (id, entry) = (anna.id, entry());
    let reset = store.reset_password("link", "$new", NOW, &entry).await;
    let invite = NewToken::new(TokenKind::Invite, "invite", NOW, NOW + DAY);
    let invited = store.create_noted_token(&invite, "", &entry).await;
    let withdrawn = store.delete_token(TokenKind::Reset, "link", &entry).await;
    for (act, done) in [
        ("set_role", store.set_role(id, Role::Admin, &entry).await),
        ("disable", store.set_disabled(id, Some(NOW), &entry).await),
        ("enable", store.set_disabled(bert_id, None, &entry).await),
        ("approve", store.approve(wanda.id, NOW, &entry).await),
        (
            "set_password",
            store.set_password(id, "$hash", "$new", None, &entry).await,
        ),
        ("reset_password", reset.map(drop)),
        ("create_noted_token", invited),
        ("delete_token", withdrawn.map(drop)),
        ("delete_user", store.delete_user(id, None, &entry).await),
        ("add_asset", store.add_asset(&refused, Some(&entry)).await),
        (
            "delete_asset",
            store.delete_asset(kept.id, &entry).await.map(drop),
        ),
    ] {
        assert!(done.is_err(), "{act}");
    }
    assert_eq!(store.asset_list().await.unwrap(), files);
    assert_eq!(store.user(bert_id).await.unwrap(), bert);
    for user in [anna, wanda] {
        assert_eq!(store.user(user.id).await.unwrap(), Some(user));
    }
    let hash = store.password_hash(id).await.unwrap();
    assert_eq!(hash.as_deref(), Some("$hash"));
    let link = store.token(TokenKind::Reset, "link", NOW).await.unwrap();
    assert!(link.is_some(), "the link is not used up");
    assert_eq!(store.invitations(NOW).await.unwrap(), []);
    assert_eq!(store.totals().await.unwrap().users, 4);
    assert_eq!(store.audit_log(9, None).await.unwrap(), before);
    drop(raw);
    store.close().await;
}
