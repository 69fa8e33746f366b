//! One-time tokens: valid once, for one purpose, for a limited time.

use rookery::accounts::Role;
use rookery::store::Error;
use rookery::store::IssuedToken;
use rookery::store::NewToken;
use rookery::store::NewUser;
use rookery::store::Store;
use rookery::store::TokenKind;
use rookery::store::User;

use crate::store::records::{DAY, NOW, admin, entry, new_user, user};
use crate::support::databases::on_both_databases;

on_both_databases!(
    is_good_once,
    of_many_users_as_many_get_it_as_it_has_uses,
    lists_and_removes,
    a_token_that_was_replaced_is_told_from_one_that_was_used,
    an_invitation_has_a_note_and_a_maker,
    only_an_admin_who_can_log_in_makes_one,
    admins_who_act_at_once_do_not_wait_for_each_other_in_a_circle,
    goes_with_its_user,
    a_set_up_link_ends_with_the_first_admin_who_can_log_in,
);

fn invite(token_hash: &str, created_ms: i64) -> NewToken<'_> {
    NewToken::new(TokenKind::Invite, token_hash, created_ms, created_ms + DAY)
}

/// Makes an account by a token.
async fn sign_up(
    store: &Store,
    name: &str,
    token: (TokenKind, &str),
    now_ms: i64,
) -> Result<User, Error> {
    let name = name.parse().unwrap();
    let new = NewUser {
        token: Some(token),
        created_ms: now_ms,
        ..new_user(&name)
    };
    store.create_user(&new).await
}

async fn a_set_up_link_ends_with_the_first_admin_who_can_log_in(store: Store) {
    for way in ["granted", "approved", "enabled"] {
        let name = way.parse().unwrap();
        let waits = way == "approved";
        let new = NewUser {
            approved_ms: (!waits).then_some(NOW),
            ..new_user(&name)
        };
        let id = store.create_user(&new).await.unwrap().id;
        if way == "enabled" {
            store.set_disabled(id, Some(NOW), &entry()).await.unwrap();
        }
        let setup = NewToken {
            kind: TokenKind::Setup,
            ..invite(way, NOW)
        };
        store.create_token(&setup).await.unwrap();
        let is_good = async || {
            let found = store.token(TokenKind::Setup, way, NOW).await;
            found.unwrap().is_some()
        };
        assert!(is_good().await);
        store.set_role(id, Role::Admin, &entry()).await.unwrap();
        assert_eq!(is_good().await, way != "granted", "{way}");
        store.approve(id, NOW, &entry()).await.unwrap();
        assert_eq!(is_good().await, way == "enabled", "{way}");
        store.set_disabled(id, None, &entry()).await.unwrap();
        assert!(!is_good().await, "{way}");
    }
}

async fn is_good_once(store: Store) {
    store.create_token(&invite("a", NOW)).await.unwrap();
    let read = |kind, now| store.token(kind, "a", now);
    assert_eq!(
        read(TokenKind::Invite, NOW).await.unwrap(),
        Some(IssuedToken {
            token_hash: "a".to_owned(),
            kind: TokenKind::Invite,
            subject: None,
            created_by: None,
            uses: 1,
            used: 0,
            created_ms: NOW,
            expires_ms: NOW + DAY,
        })
    );
    assert_eq!(read(TokenKind::Setup, NOW).await.unwrap(), None);
    assert_eq!(read(TokenKind::Invite, NOW + DAY).await.unwrap(), None);
    for (name, kind, now_ms, is_good) in [
        ("Anna", TokenKind::Setup, NOW, false),
        ("Anna", TokenKind::Invite, NOW + DAY, false),
        ("Anna", TokenKind::Invite, NOW + DAY - 1, true),
        ("Berta", TokenKind::Invite, NOW, false),
    ] {
        let made = sign_up(&store, name, (kind, "a"), now_ms).await;
        match is_good {
            true => assert!(made.is_ok(), "{made:?}"),
            false => assert!(matches!(made, Err(Error::TokenSpent)), "{made:?}"),
        }
    }
    assert_eq!(read(TokenKind::Invite, NOW).await.unwrap(), None);
}

async fn of_many_users_as_many_get_it_as_it_has_uses(store: Store) {
    let for_five = NewToken {
        uses: 5,
        ..invite("b", NOW)
    };
    store.create_token(&invite("a", NOW)).await.unwrap();
    store.create_token(&for_five).await.unwrap();
    for (hash, expected) in [("a", 1), ("b", 5)] {
        assert_eq!(winners(&store, hash).await, expected);
    }
}

/// The number of 32 users at once that get a token.
async fn winners(store: &Store, hash: &'static str) -> usize {
    let tries: Vec<_> = (0..32)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                let name = format!("{hash}{n}user");
                let token = (TokenKind::Invite, hash);
                match sign_up(&store, &name, token, NOW).await {
                    Ok(_) => true,
                    Err(Error::TokenSpent) => false,
                    Err(error) => panic!("{error}"),
                }
            })
        })
        .collect();
    let mut winners = 0;
    for one in tries {
        winners += usize::from(one.await.unwrap());
    }
    winners
}

async fn lists_and_removes(store: Store) {
    for (hash, at_ms) in [("old", NOW - DAY), ("a", NOW), ("b", NOW + 1)] {
        store.create_token(&invite(hash, at_ms)).await.unwrap();
    }
    let good = store.invitations(NOW).await.unwrap();
    let times: Vec<i64> = good.iter().map(|open| open.token.created_ms).collect();
    assert_eq!(times, [NOW + 1, NOW]);
    for (kind, is_there) in [
        (TokenKind::Setup, false),
        (TokenKind::Invite, true),
        (TokenKind::Invite, false),
    ] {
        let removed = store.delete_token(kind, "a", &entry()).await;
        assert_eq!(removed.unwrap(), is_there);
    }
    let log = store.audit_log(9, None).await.unwrap().rows;
    assert_eq!(log.len(), 1, "what was not there is not written down");
    store.create_token(&invite("a", NOW)).await.unwrap();
    assert_eq!(store.delete_expired_tokens(NOW).await.unwrap(), 0);
    assert_eq!(store.delete_expired_tokens(NOW + 1).await.unwrap(), 1);
}

async fn a_token_that_was_replaced_is_told_from_one_that_was_used(store: Store) {
    let setup = |hash| NewToken::new(TokenKind::Setup, hash, NOW, NOW + DAY);
    for hash in ["first", "second"] {
        store.create_token(&setup(hash)).await.unwrap();
    }
    store.create_token(&invite("other", NOW)).await.unwrap();
    let replaced = store.replace_tokens(TokenKind::Setup, NOW + 1).await;
    assert_eq!(replaced.unwrap(), 2);
    store.create_token(&setup("third")).await.unwrap();
    for (kind, hash, is_good, is_replaced) in [
        (TokenKind::Setup, "first", false, true),
        (TokenKind::Setup, "third", true, false),
        (TokenKind::Setup, "none", false, false),
        (TokenKind::Invite, "other", true, false),
        (TokenKind::Invite, "first", false, false),
    ] {
        let good = store.token(kind, hash, NOW + 1).await.unwrap();
        let replaced = store.is_token_replaced(kind, hash).await.unwrap();
        assert_eq!((good.is_some(), replaced), (is_good, is_replaced), "{hash}");
    }
    let name = "Owner".parse().unwrap();
    let mut first = new_user(&name);
    first.token = Some((TokenKind::Setup, "third"));
    store.create_user(&first).await.unwrap();
    let replaced = store.is_token_replaced(TokenKind::Setup, "third").await;
    assert!(!replaced.unwrap(), "it was used");
}

async fn an_invitation_has_a_note_and_a_maker(store: Store) {
    let anna = admin(&store, "Anna").await;
    let by_anna = NewToken {
        created_by: Some(anna.id),
        ..invite("b", NOW + 1)
    };
    let line = entry();
    let noted = store.create_noted_token(&by_anna, "Class 7b", &line);
    noted.await.unwrap();
    store.create_token(&invite("a", NOW)).await.unwrap();
    let open = store.invitations(NOW).await.unwrap();
    let seen: Vec<_> = open
        .iter()
        .map(|open| (&*open.token.token_hash, &*open.note, open.maker.as_deref()))
        .collect();
    assert_eq!(seen, [("b", "Class 7b", Some("Anna")), ("a", "", None)]);
    assert_eq!(store.audit_log(9, None).await.unwrap().rows.len(), 1);
}

/// One that is made while its maker loses the role does not outlive the others.
async fn only_an_admin_who_can_log_in_makes_one(store: Store) {
    admin(&store, "Keeper").await;
    let revoked = admin(&store, "Revoked").await.id;
    let disabled = admin(&store, "Disabled").await.id;
    let deleted = admin(&store, "Deleted").await.id;
    for id in [revoked, disabled, deleted] {
        let hash = id.to_string();
        let new = NewToken {
            created_by: Some(id),
            ..invite(&hash, NOW)
        };
        store.create_token(&new).await.unwrap();
    }
    assert_eq!(store.invitations(NOW).await.unwrap().len(), 3);
    let line = entry();
    let done = store.set_role(revoked, Role::User, &line).await;
    done.unwrap();
    let done = store.set_disabled(disabled, Some(NOW), &line).await;
    done.unwrap();
    store.delete_user(deleted, None, &line).await.unwrap();
    for (id, kind) in [
        (revoked, TokenKind::Invite),
        (revoked, TokenKind::Reset),
        (disabled, TokenKind::Invite),
        (deleted, TokenKind::Invite),
    ] {
        let new = NewToken {
            kind,
            created_by: Some(id),
            ..invite("late", NOW)
        };
        let late = store.create_noted_token(&new, "", &line).await;
        assert!(matches!(late, Err(Error::NotFound)), "{late:?}");
    }
    assert_eq!(store.invitations(NOW).await.unwrap(), []);
}

/// PostgreSQL would break one of them off.
async fn admins_who_act_at_once_do_not_wait_for_each_other_in_a_circle(store: Store) {
    let anna = admin(&store, "Anna").await.id;
    let bert = admin(&store, "Bert").await.id;
    let carl = user(&store, "Carl").await.id;
    for round in 0..40 {
        let acts = [(anna, bert), (bert, anna), (anna, carl)].map(|(by, subject)| {
            let store = store.clone();
            tokio::spawn(async move {
                let hash = format!("{round}-{by}-{subject}");
                let new = NewToken {
                    kind: TokenKind::Reset,
                    subject: Some(subject),
                    created_by: Some(by),
                    ..invite(&hash, NOW)
                };
                store.create_token(&new).await
            })
        });
        let other = store.clone();
        let disabling =
            tokio::spawn(async move { other.set_disabled(carl, Some(NOW), &entry()).await });
        for act in acts.into_iter().chain([disabling]) {
            act.await.unwrap().unwrap();
        }
    }
}

async fn goes_with_its_user(store: Store) {
    let anna = user(&store, "Anna").await;
    let mut reset = invite("a", NOW);
    reset.kind = TokenKind::Reset;
    reset.subject = Some(anna.id);
    store.create_token(&reset).await.unwrap();
    store.delete_user(anna.id, None, &entry()).await.unwrap();
    let left = store.token(TokenKind::Reset, "a", NOW).await.unwrap();
    assert_eq!(left, None);
}
