//! One-time tokens: valid once, for one purpose, for a limited time.

use rookery::accounts::Role;
use rookery::store::Error;
use rookery::store::IssuedToken;
use rookery::store::NewToken;
use rookery::store::NewUser;
use rookery::store::Store;
use rookery::store::TokenKind;
use rookery::store::User;

use crate::store::records::{DAY, NOW, entry, new_user, user};
use crate::support::databases::on_both_databases;

on_both_databases!(
    is_good_once,
    of_many_users_as_many_get_it_as_it_has_uses,
    lists_and_removes,
    goes_with_its_user,
    a_set_up_link_ends_with_the_first_admin_who_can_log_in,
);

fn invite(token_hash: &str, created_ms: i64) -> NewToken<'_> {
    NewToken {
        kind: TokenKind::Invite,
        token_hash,
        subject: None,
        created_by: None,
        uses: 1,
        created_ms,
        expires_ms: created_ms + DAY,
    }
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
    let times =
        |tokens: Vec<IssuedToken>| -> Vec<i64> { tokens.iter().map(|t| t.created_ms).collect() };
    let good = store.tokens(TokenKind::Invite, NOW).await.unwrap();
    assert_eq!(times(good), [NOW + 1, NOW]);
    assert!(!store.delete_token(TokenKind::Setup, "a").await.unwrap());
    assert!(store.delete_token(TokenKind::Invite, "a").await.unwrap());
    assert!(!store.delete_token(TokenKind::Invite, "a").await.unwrap());
    store.create_token(&invite("a", NOW)).await.unwrap();
    assert_eq!(store.delete_expired_tokens(NOW).await.unwrap(), 0);
    assert_eq!(store.delete_expired_tokens(NOW + 1).await.unwrap(), 1);
    assert_eq!(store.delete_tokens(TokenKind::Setup).await.unwrap(), 0);
    assert_eq!(store.delete_tokens(TokenKind::Invite).await.unwrap(), 2);
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
