//! Accounts: names are unique regardless of case, sign-up is one transaction, and there is always an admin.

use rookery::accounts::Name;
use rookery::accounts::Role;
use rookery::ids::GuestId;
use rookery::ids::UserId;
use rookery::matches::Holder;
use rookery::store::Error;
use rookery::store::GameBatches;
use rookery::store::NewToken;
use rookery::store::Store;
use rookery::store::TokenKind;

use crate::store::records::{DAY, NOW, admin, entry, game, new_user, seat, session, user};
use crate::support::databases::{self, on_both_databases};
use crate::support::raw::Raw;

on_both_databases!(
    comes_back_as_it_was,
    keeps_what_the_user_chose,
    a_name_is_taken_in_any_case,
    of_many_who_want_a_name_one_gets_it,
    sign_up_takes_everything_along,
    a_refused_sign_up_leaves_nothing,
    an_invitation_is_used_up_with_the_account,
    a_new_password_ends_the_other_sessions,
    a_log_in_needs_the_password_that_is_set,
    a_password_link_works_once,
    password_links_end_with_the_password,
    waits_for_approval,
    what_is_done_to_who_waits_spares_who_was_approved_meanwhile,
    the_matches_of_who_waits_are_spared_for_a_time,
    lists_by_name_in_pages,
    lists_who_waits_first_in_pages_of_any_size,
    the_last_admin_stays,
    two_admins_cannot_remove_each_other,
    deleting_leaves_the_opponents_games,
);

async fn comes_back_as_it_was(store: Store) {
    let anna = user(&store, "Anna").await;
    assert_eq!(store.user(anna.id).await.unwrap(), Some(anna.clone()));
    assert_eq!(anna.name.as_str(), "Anna");
    assert_eq!((anna.role, anna.version), (Role::User, 1));
    assert_eq!((anna.created_ms, anna.seen_ms), (NOW, NOW));
    assert_eq!(anna.settings, "{}");
    let known = store
        .credentials(&"aNNa".parse().unwrap())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (known.user, known.password_hash.as_str()),
        (anna.clone(), "$hash")
    );
    assert_eq!(
        store.password_hash(anna.id).await.unwrap().as_deref(),
        Some("$hash")
    );
    assert_eq!(store.user(UserId::random()).await.unwrap(), None);
    let unknown = store.credentials(&"Bert".parse().unwrap()).await.unwrap();
    assert!(unknown.is_none());
    let name = "Carl".parse().unwrap();
    let mut new = new_user(&name);
    (new.role, new.approved_ms) = (Role::Admin, None);
    let carl = store.create_user(&new).await.unwrap();
    assert_eq!((carl.role, carl.approved_ms), (Role::Admin, None));
    assert_eq!(store.user(carl.id).await.unwrap(), Some(carl));
}

/// Here its row cannot be read: who made it is not told of a failure, for the account exists.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_account_is_not_read_again() {
    let fresh = databases::sqlite().await;
    let mut raw = Raw::of(&fresh).await;
    raw.run(
        "CREATE TRIGGER unreadable AFTER INSERT ON users
         BEGIN UPDATE users SET name = '1 & 1' WHERE id = NEW.id; END",
    )
    .await;
    let anna = user(&fresh.store, "Anna").await;
    assert_eq!(anna.name.as_str(), "Anna");
    let read = fresh.store.user(anna.id).await;
    assert!(read.is_err(), "{read:?}");
}

async fn keeps_what_the_user_chose(store: Store) {
    let (anna, bert) = (user(&store, "Anna").await, user(&store, "Bert").await);
    let chosen = r#"{"speed":"quick"}"#;
    store.set_user_settings(anna.id, chosen).await.unwrap();
    let read = store.user(anna.id).await.unwrap().unwrap();
    assert_eq!((&*read.settings, read.version), (chosen, 2));
    assert_eq!(store.user(bert.id).await.unwrap(), Some(bert));
    let nobody = store.set_user_settings(UserId::random(), chosen).await;
    assert!(matches!(nobody, Err(Error::NotFound)), "{nobody:?}");
}

async fn a_name_is_taken_in_any_case(store: Store) {
    user(&store, "Anna").await;
    let name = "ANNA".parse().unwrap();
    let refused = store.create_user(&new_user(&name)).await;
    assert!(matches!(refused, Err(Error::NameTaken)), "{refused:?}");
}

async fn of_many_who_want_a_name_one_gets_it(store: Store) {
    let tries: Vec<_> = (0..16)
        .map(|i| {
            let store = store.clone();
            tokio::spawn(async move {
                let name: Name = if i % 2 == 0 { "Anna" } else { "anna" }.parse().unwrap();
                match store.create_user(&new_user(&name)).await {
                    Ok(_) => true,
                    Err(Error::NameTaken) => false,
                    Err(other) => panic!("{other}"),
                }
            })
        })
        .collect();
    let mut made = 0;
    for one in tries {
        made += usize::from(one.await.unwrap());
    }
    assert_eq!(made, 1);
}

async fn sign_up_takes_everything_along(store: Store) {
    let guest = GuestId::random();
    let (_, hash) = session(&store).await;
    let mine = game(guest);
    store.create_game(&mine).await.unwrap();
    let name = "Anna".parse().unwrap();
    let mut new = new_user(&name);
    new.guest = Some(guest);
    new.session = Some(&hash);
    let anna = store.create_user(&new).await.unwrap();
    let known = store.session(&hash, NOW).await.unwrap().unwrap();
    assert_eq!(known.user, Some(anna.clone()));
    assert_eq!(known.reauth_ms, Some(NOW));
    let seats = store.game(mine.id).await.unwrap().unwrap().seats;
    assert_eq!(seats[0].holder, Holder::User(anna.id));
}

async fn a_refused_sign_up_leaves_nothing(store: Store) {
    let guest = GuestId::random();
    let mine = game(guest);
    store.create_game(&mine).await.unwrap();
    let (_, hash) = session(&store).await;
    store.end_session(&hash).await.unwrap();
    let name = "Anna".parse().unwrap();
    let mut new = new_user(&name);
    new.guest = Some(guest);
    new.session = Some(&hash);
    let refused = store.create_user(&new).await;
    assert!(matches!(refused, Err(Error::NotFound)), "{refused:?}");
    assert_eq!(store.user(new.id).await.unwrap(), None);
    let seats = store.game(mine.id).await.unwrap().unwrap().seats;
    assert_eq!(seats[0].holder, Holder::Guest(guest));
}

async fn an_invitation_is_used_up_with_the_account(store: Store) {
    user(&store, "Anna").await;
    let invitation = NewToken::new(TokenKind::Invite, "invitation", NOW, NOW + DAY);
    store.create_token(&invitation).await.unwrap();
    // A name that is taken does not cost the invitation …
    let taken = "Anna".parse().unwrap();
    let mut new = new_user(&taken);
    new.token = Some((TokenKind::Invite, "invitation"));
    let refused = store.create_user(&new).await;
    assert!(matches!(refused, Err(Error::NameTaken)), "{refused:?}");
    // … an account does …
    let bert = "Bert".parse().unwrap();
    let mut new = new_user(&bert);
    new.token = Some((TokenKind::Invite, "invitation"));
    store.create_user(&new).await.unwrap();
    // … and there is no second one, nor one of another kind.
    let carl = "Carl".parse().unwrap();
    for kind in [TokenKind::Invite, TokenKind::Setup] {
        let mut new = new_user(&carl);
        new.token = Some((kind, "invitation"));
        let refused = store.create_user(&new).await;
        assert!(matches!(refused, Err(Error::TokenSpent)), "{refused:?}");
        assert!(store.credentials(&carl).await.unwrap().is_none());
    }
}

async fn a_new_password_ends_the_other_sessions(store: Store) {
    let anna = user(&store, "Anna").await;
    let (_, here) = session(&store).await;
    let (_, elsewhere) = session(&store).await;
    for hash in [&here, &elsewhere] {
        store
            .log_in(hash, None, anna.id, None, None, NOW)
            .await
            .unwrap();
    }
    store
        .set_password(anna.id, "$hash", "$new", Some(&here), &entry())
        .await
        .unwrap();
    assert!(store.session(&here, NOW).await.unwrap().is_some());
    assert!(store.session(&elsewhere, NOW).await.unwrap().is_none());
    let hash = store.password_hash(anna.id).await.unwrap();
    assert_eq!(hash.as_deref(), Some("$new"));
    // What was checked against the password of before comes too late.
    let late = store
        .set_password(anna.id, "$hash", "$other", None, &entry())
        .await;
    assert!(matches!(late, Err(Error::PasswordChanged)), "{late:?}");
    let hash = store.password_hash(anna.id).await.unwrap();
    assert_eq!(hash.as_deref(), Some("$new"));
    let nobody = store
        .set_password(UserId::random(), "$new", "$newer", None, &entry())
        .await;
    assert!(matches!(nobody, Err(Error::PasswordChanged)), "{nobody:?}");
}

async fn a_log_in_needs_the_password_that_is_set(store: Store) {
    let anna = user(&store, "Anna").await;
    let (_, hash) = session(&store).await;
    let log_in = |password| store.log_in(&hash, None, anna.id, Some(password), None, NOW);
    store
        .set_password(anna.id, "$hash", "$new", None, &entry())
        .await
        .unwrap();
    let late = log_in("$hash").await;
    assert!(matches!(late, Err(Error::PasswordChanged)), "{late:?}");
    assert!(!is_bound(&store, &hash).await);
    store
        .set_disabled(anna.id, Some(NOW), &entry())
        .await
        .unwrap();
    let disabled = log_in("$new").await;
    assert!(
        matches!(disabled, Err(Error::PasswordChanged)),
        "{disabled:?}"
    );
    store.enable(anna.id, &entry()).await.unwrap();
    let again = store.enable(anna.id, &entry()).await;
    assert!(matches!(again, Err(Error::NotFound)), "{again:?}");
    assert!(!is_bound(&store, &hash).await);
    log_in("$new").await.unwrap();
    assert!(is_bound(&store, &hash).await);
}

/// Whether a session belongs to a user.
async fn is_bound(store: &Store, hash: &str) -> bool {
    let session = store.session(hash, NOW).await.unwrap();
    session.is_some_and(|session| session.user.is_some())
}

async fn password_links_end_with_the_password(store: Store) {
    let anna = user(&store, "Anna").await;
    let bert = user(&store, "Bert").await;
    let link = async |subject, token_hash| {
        let new = NewToken {
            subject: Some(subject),
            ..NewToken::new(TokenKind::Reset, token_hash, NOW, NOW + DAY)
        };
        store.create_token(&new).await.unwrap();
    };
    let is_good = async |token_hash| {
        let token = store.token(TokenKind::Reset, token_hash, NOW).await;
        token.unwrap().is_some()
    };
    link(bert.id, "bert").await;
    link(anna.id, "first").await;
    link(anna.id, "second").await;
    assert!(!is_good("first").await && is_good("second").await);
    store
        .set_password(anna.id, "$hash", "$new", None, &entry())
        .await
        .unwrap();
    assert!(!is_good("second").await && is_good("bert").await);
}

async fn a_password_link_works_once(store: Store) {
    let anna = user(&store, "Anna").await;
    let (_, hash) = session(&store).await;
    store
        .log_in(&hash, None, anna.id, None, None, NOW)
        .await
        .unwrap();
    let bert = user(&store, "Bert").await;
    let links = [("good", anna.id, NOW + DAY), ("old", bert.id, NOW)];
    for (token_hash, subject, expires_ms) in links {
        store
            .create_token(&NewToken {
                subject: Some(subject),
                ..NewToken::new(TokenKind::Reset, token_hash, NOW - DAY, expires_ms)
            })
            .await
            .unwrap();
    }
    for token_hash in ["old", "unknown"] {
        let refused = store
            .reset_password(token_hash, "$new", NOW, &entry())
            .await;
        assert!(matches!(refused, Err(Error::TokenSpent)), "{refused:?}");
    }
    let whose = store
        .reset_password("good", "$new", NOW, &entry())
        .await
        .unwrap();
    assert_eq!(whose, anna.id);
    assert!(store.session(&hash, NOW).await.unwrap().is_none());
    let again = store.reset_password("good", "$newer", NOW, &entry()).await;
    assert!(matches!(again, Err(Error::TokenSpent)), "{again:?}");
    let kept = store.password_hash(anna.id).await.unwrap();
    assert_eq!(kept.as_deref(), Some("$new"));
}

async fn waits_for_approval(store: Store) {
    let name = "Anna".parse().unwrap();
    let mut new = new_user(&name);
    new.approved_ms = None;
    let anna = store.create_user(&new).await.unwrap();
    assert_eq!(anna.approved_ms, None);
    store.approve(anna.id, NOW + 1, &entry()).await.unwrap();
    store.approve(anna.id, NOW + 2, &entry()).await.unwrap();
    let anna = store.user(anna.id).await.unwrap().unwrap();
    assert_eq!(anna.approved_ms, Some(NOW + 1));
}

async fn what_is_done_to_who_waits_spares_who_was_approved_meanwhile(store: Store) {
    let mut ids = Vec::new();
    for name in ["Anna", "Bert", "Carl"] {
        let name = name.parse().unwrap();
        let mut new = new_user(&name);
        new.approved_ms = None;
        ids.push(store.create_user(&new).await.unwrap().id);
    }
    let line = entry();
    let (anna, bert, carl) = (ids[0], ids[1], ids[2]);
    store.approve(anna, NOW + 1, &line).await.unwrap();
    let approved = store.user(anna).await.unwrap();
    for late in [
        store.delete_waiting_user(anna, &line).await,
        store.approve_waiting(anna, NOW + 2, &line).await,
        store.delete_waiting_user(UserId::random(), &line).await,
    ] {
        assert!(matches!(late, Err(Error::NotFound)), "{late:?}");
    }
    assert_eq!(store.user(anna).await.unwrap(), approved);
    store.approve_waiting(bert, NOW + 3, &line).await.unwrap();
    let bert = store.user(bert).await.unwrap().unwrap();
    assert_eq!(bert.approved_ms, Some(NOW + 3));
    store.delete_waiting_user(carl, &line).await.unwrap();
    assert_eq!(store.user(carl).await.unwrap(), None);
    let log = store.audit_log(9, None).await.unwrap().rows;
    assert_eq!(log.len(), 3, "what was not done is not written down");
}

async fn the_matches_of_who_waits_are_spared_for_a_time(store: Store) {
    let (guest, name) = (GuestId::random(), "Anna".parse().unwrap());
    let mut new = new_user(&name);
    (new.approved_ms, new.guest) = (None, Some(guest));
    store.create_user(&new).await.unwrap();
    store.create_game(&game(guest)).await.unwrap();
    let batches = GameBatches::default();
    for (before_ms, removed) in [(1, 0), (90 * DAY - 1, 0), (90 * DAY + 1, 1)] {
        let gone = store.delete_unowned_games(NOW + before_ms, &batches).await;
        assert_eq!(gone.unwrap(), removed, "{before_ms}");
    }
}

async fn lists_by_name_in_pages(store: Store) {
    for name in ["carl", "Anna", "bert", "Dora", "emil"] {
        user(&store, name).await;
    }
    let mut names = Vec::new();
    let mut place = None;
    for _ in 0..3 {
        let page = store.users(2, place.as_ref()).await.unwrap();
        names.push(
            page.rows
                .iter()
                .map(|u| u.name.to_string())
                .collect::<Vec<_>>()
                .join(" "),
        );
        place = page.next;
    }
    assert_eq!(names, ["Anna bert", "carl Dora", "emil"]);
    assert_eq!(place, None);
    assert_eq!(store.totals().await.unwrap().users, 5);
}

/// Those who wait come first, and a page may end among them, behind them or after them.
async fn lists_who_waits_first_in_pages_of_any_size(store: Store) {
    for name in ["wim", "Vusi", "Uli"] {
        let name = name.parse().unwrap();
        let mut new = new_user(&name);
        new.approved_ms = None;
        store.create_user(&new).await.unwrap();
    }
    for name in ["carl", "Anna", "bert"] {
        user(&store, name).await;
    }
    for size in 1..=7 {
        let (mut names, mut place) = (Vec::new(), None);
        loop {
            let page = store.users(size, place.as_ref()).await.unwrap();
            names.extend(page.rows.iter().map(|u| u.name.to_string()));
            place = page.next;
            // A chain that leads round in a circle ends here.
            if place.is_none() || names.len() > 12 {
                break;
            }
        }
        assert_eq!(names.join(" "), "Uli Vusi wim Anna bert carl", "{size}");
    }
}

async fn the_last_admin_stays(store: Store) {
    assert_eq!(store.count_admins().await.unwrap(), 0);
    let anna = admin(&store, "Anna").await;
    let bert = user(&store, "Bert").await;
    assert_eq!(store.count_admins().await.unwrap(), 1);
    for refused in [
        store.set_role(anna.id, Role::User, &entry()).await,
        store.set_disabled(anna.id, Some(NOW), &entry()).await,
        store.delete_user(anna.id, None, &entry()).await,
    ] {
        assert!(matches!(refused, Err(Error::LastAdmin)), "{refused:?}");
    }
    // A disabled admin does not count.
    store
        .set_role(bert.id, Role::Admin, &entry())
        .await
        .unwrap();
    store
        .set_disabled(bert.id, Some(NOW), &entry())
        .await
        .unwrap();
    let refused = store.set_role(anna.id, Role::User, &entry()).await;
    assert!(matches!(refused, Err(Error::LastAdmin)), "{refused:?}");
    store.set_disabled(bert.id, None, &entry()).await.unwrap();
    store.set_role(anna.id, Role::User, &entry()).await.unwrap();
    assert_eq!(store.count_admins().await.unwrap(), 1);
}

async fn two_admins_cannot_remove_each_other(store: Store) {
    let mut last = admin(&store, "Keeper").await;
    for round in 0..10 {
        let other = admin(&store, &format!("Other{round}")).await;
        let demote = |id| {
            let store = store.clone();
            tokio::spawn(async move { store.set_role(id, Role::User, &entry()).await })
        };
        let (one, two) = (demote(last.id), demote(other.id));
        match (one.await.unwrap(), two.await.unwrap()) {
            (Ok(()), Err(Error::LastAdmin)) => last = other,
            (Err(Error::LastAdmin), Ok(())) => {}
            both => panic!("round {round}: {both:?}"),
        }
        assert_eq!(store.count_admins().await.unwrap(), 1);
    }
}

async fn deleting_leaves_the_opponents_games(store: Store) {
    let anna = user(&store, "Anna").await;
    let bert = user(&store, "Bert").await;
    let (_, hash) = session(&store).await;
    store
        .log_in(&hash, None, anna.id, None, None, NOW)
        .await
        .unwrap();
    let mut with_bert = game(GuestId::random());
    with_bert.seats = [seat(Holder::User(anna.id)), seat(Holder::User(bert.id))];
    let mut with_engine = game(GuestId::random());
    with_engine.seats[0] = seat(Holder::User(anna.id));
    let mut alone = game(GuestId::random());
    alone.seats = [seat(Holder::User(anna.id)), seat(Holder::User(anna.id))];
    for game in [&with_bert, &with_engine, &alone] {
        store.create_game(game).await.unwrap();
    }

    let late = store.delete_user(anna.id, Some("$other"), &entry()).await;
    assert!(matches!(late, Err(Error::PasswordChanged)), "{late:?}");
    assert!(store.game(with_engine.id).await.unwrap().is_some());
    store
        .delete_user(anna.id, Some("$hash"), &entry())
        .await
        .unwrap();

    assert_eq!(store.user(anna.id).await.unwrap(), None);
    assert!(store.session(&hash, NOW).await.unwrap().is_none());
    assert_eq!(store.game(with_engine.id).await.unwrap(), None);
    let seats = store.game(with_bert.id).await.unwrap().unwrap().seats;
    assert!(matches!(seats[0].holder, Holder::Guest(_)));
    assert_eq!(seats[1].holder, Holder::User(bert.id));
    // What nobody finds any more goes by itself.
    let batches = GameBatches::default();
    for removed in [1, 0] {
        let gone = store.delete_games_of_deleted_users(&batches).await;
        assert_eq!(gone.unwrap(), removed);
    }
    // A match that nobody owns any more goes by retention; one that Bert owns does not.
    assert_eq!(
        store
            .delete_unowned_games(NOW + 1, &GameBatches::default())
            .await
            .unwrap(),
        1
    );
    assert_eq!(store.game(alone.id).await.unwrap(), None);
    assert!(store.game(with_bert.id).await.unwrap().is_some());
    let again = store.delete_user(anna.id, None, &entry()).await;
    assert!(matches!(again, Err(Error::NotFound)), "{again:?}");
}
