//! Sample records for store tests.

use std::collections::HashMap;

use rookery::accounts::Name;
use rookery::accounts::Role;
use rookery::clock::Clock;
use rookery::ids::ChallengeId;
use rookery::ids::GameId;
use rookery::ids::GuestId;
use rookery::ids::UserId;
use rookery::matches::Holder;
use rookery::matches::MoveRecord;
use rookery::matches::Record;
use rookery::matches::SavedState;
use rookery::matches::Seat;
use rookery::matches::Spent;
use rookery::matches::Status;
use rookery::matches::Visibility;
use rookery::store::Actor;
use rookery::store::AuditEntry;
use rookery::store::Challenge;
use rookery::store::NewUser;
use rookery::store::SessionRecords;
use rookery::store::Store;
use rookery::store::User;
use rookery::store::session_hash;
use tower_sessions_core::SessionStore;
use tower_sessions_core::session::{Id, Record as LayerRecord};

/// The moment at which the tests begin, unix milliseconds.
pub const NOW: i64 = 1_800_000_000_000;
/// A minute and a day, in milliseconds.
pub const MINUTE: i64 = 60_000;
pub const DAY: i64 = 24 * 60 * MINUTE;

/// An account to be made; `name` must be a name.
pub fn new_user(name: &Name) -> NewUser<'_> {
    NewUser {
        id: UserId::random(),
        name,
        password_hash: "$hash",
        role: Role::User,
        approved_ms: Some(NOW),
        created_ms: NOW,
        guest: None,
        session: None,
        token: None,
        kept: None,
    }
}

/// An account that has been made.
pub async fn user(store: &Store, name: &str) -> User {
    let name = name.parse().unwrap();
    store.create_user(&new_user(&name)).await.unwrap()
}

/// An admin who has been made.
pub async fn admin(store: &Store, name: &str) -> User {
    let name = name.parse().unwrap();
    let mut new = new_user(&name);
    new.role = Role::Admin;
    store.create_user(&new).await.unwrap()
}

/// The line of the audit log for an act on the console.
pub fn entry() -> AuditEntry {
    AuditEntry {
        at_ms: NOW,
        actor: Actor::Other("console".to_owned()),
        action: "an act".to_owned(),
        subject: "somebody".to_owned(),
        before: None,
        after: None,
    }
}

/// The session layer's record of a new visitor, made at `NOW`, and the hash under which it is kept.
pub async fn session(store: &Store) -> (LayerRecord, String) {
    let records = SessionRecords::new(store.clone(), Clock::manual(NOW));
    let mut record = LayerRecord {
        id: Id::default(),
        data: HashMap::from([("from".to_owned(), "test".into())]),
        expiry_date: time::OffsetDateTime::UNIX_EPOCH,
    };
    records.create(&mut record).await.unwrap();
    let hash = session_hash(&record.id.to_string());
    (record, hash)
}

/// A challenge of a session, made at `created_ms`.
pub fn challenge(session_hash: &str, created_ms: i64) -> Challenge {
    Challenge {
        id: ChallengeId::random(),
        session_hash: session_hash.to_owned(),
        preset: "strong".to_owned(),
        settings_version: 3,
        seed: -7,
        answer_image: "KQ7".to_owned(),
        answer_audio: "4821".to_owned(),
        created_ms,
        expires_ms: created_ms + 10 * MINUTE,
        ended: None,
    }
}

/// A seat without a name.
pub fn seat(holder: Holder) -> Seat {
    Seat { holder, name: None }
}

/// A guest's game against the engine, with nothing played yet.
pub fn game(guest: GuestId) -> Record {
    Record {
        id: GameId::random(),
        game: "connect-four".to_owned(),
        variant: "standard".to_owned(),
        options: vec![
            ("z".to_owned(), "1".to_owned()),
            ("a".to_owned(), "2".to_owned()),
        ],
        start: String::new(),
        is_custom: false,
        version: 1,
        status: Status::Playing,
        winner: None,
        reason: None,
        visibility: Visibility::Link,
        seed: i64::MIN,
        engine_rev: 5,
        engine_due_ms: None,
        claimed_by: None,
        created_ms: NOW,
        updated_ms: NOW,
        seats: [seat(Holder::Guest(guest)), seat(Holder::Engine(4))],
        moves: Vec::new(),
    }
}

/// A version of a match in progress, of whose moves a writer knows nothing: all are written anew.
pub fn version(version: i64) -> SavedState {
    SavedState {
        version,
        plies: 0,
        written: usize::MAX,
        is_playing: true,
    }
}

/// A person's move.
pub fn person_move(path: &[&str], at_ms: i64) -> MoveRecord {
    MoveRecord {
        path: path.iter().map(|&token| token.to_owned()).collect(),
        notation: Some(path.join("-")),
        at_ms,
        spent: None,
    }
}

/// A move of the engine.
pub fn engine_move(path: &[&str], at_ms: i64) -> MoveRecord {
    MoveRecord {
        spent: Some(Spent {
            level: 4,
            nodes: 12_345,
            depth: 9,
            score: "cp 12".to_owned(),
            pv: "d1 d2".to_owned(),
            deadline_hit: true,
        }),
        ..person_move(path, at_ms)
    }
}
