//! Clients that leave in the middle of a post: at each place where it waits, the request is dropped, and nothing is half done.

use std::time::Duration;

use rookery::store::Store;

use crate::support::browser::{Answer, Browser};
use crate::support::databases::on_both_databases;
use crate::support::site::{FAST, PASSWORD, Site};

on_both_databases!(
    a_changed_password_is_written_down,
    a_password_set_by_a_link_is_written_down,
    what_an_admin_does_is_written_down,
);

/// So that only the place where a request is dropped decides.
const SETTINGS: &[(&str, &str)] = &[FAST, ("captcha.defence.adaptive", "false")];
const NEW_PASSWORD: &str = "seven herons at dawn";
/// Long enough that only what never comes reaches it.
const NEVER: Duration = Duration::from_secs(30);
/// More places than any post waits at.
const MOST_WAITS: usize = 500;
/// Each of them several times: a database that answers at once, or has prepared a statement before, is not waited for.
const TIMES: usize = 5;

/// The number of waits after which each post is left, in its order.
fn waits() -> impl Iterator<Item = usize> {
    (0..MOST_WAITS).flat_map(|waits| [waits; TIMES])
}

/// Waits until a condition holds; fails the test if it never does.
async fn until(what: &str, is_so: impl AsyncFn() -> bool) {
    let waiting = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let found = tokio::time::timeout(NEVER, waiting).await;
    found.unwrap_or_else(|_| panic!("in vain: {what}"));
}

/// The number of lines of an action in the log.
async fn lines(store: &Store, action: &str, subject: &str) -> usize {
    let log = store.audit_log(1000, None).await.unwrap();
    let is_one = |entry: &rookery::store::AuditEntry| {
        entry.action == action && (subject.is_empty() || entry.subject == subject)
    };
    log.rows.iter().filter(|row| is_one(&row.entry)).count()
}

/// Makes an account for each place where a post may be left, leaves it there, and checks that what has changed is written down.
async fn each_change_is_written_down(
    site: &Site,
    action: &str,
    post: impl AsyncFn(&mut Browser, &str, usize) -> Option<Answer>,
    has_changed: impl AsyncFn(&str) -> bool,
) {
    let (mut names, mut answered) = (Vec::new(), 0);
    for (n, waits) in waits().enumerate() {
        let name = format!("User{n}");
        let mut browser = site.user(&name).await;
        let answer = post(&mut browser, &name, waits).await;
        names.push(name);
        if let Some(answer) = answer {
            assert_eq!(answer.status, 303, "{}", answer.text());
            answered += 1;
        } else {
            answered = 0;
        }
        if answered == TIMES {
            break;
        }
    }
    until("each change is written down", async || {
        let mut changed = 0;
        for name in &names {
            let has_changed = has_changed(name).await;
            if lines(site.store(), action, name).await != usize::from(has_changed) {
                return false;
            }
            changed += usize::from(has_changed);
        }
        changed > 0
    })
    .await;
}

async fn a_changed_password_is_written_down(store: Store) {
    let site = Site::on(store, SETTINGS).await;
    let form = [("old", PASSWORD), ("new", NEW_PASSWORD)];
    each_change_is_written_down(
        &site,
        "change-password",
        async |browser, _, waits| {
            browser
                .post_and_leave("/account/password", &form, waits)
                .await
        },
        async |name| takes(&site, name, NEW_PASSWORD).await,
    )
    .await;
    site.app.shutdown().await;
}

async fn a_password_set_by_a_link_is_written_down(store: Store) {
    let site = Site::on(store, SETTINGS).await;
    each_change_is_written_down(
        &site,
        "reset-password",
        async |browser, name, waits| {
            let user = site.user_named(name).await.id;
            let link = rookery::web::reset_link(site.store(), &site.clock, "", user, None).await;
            let link = link.unwrap();
            let token = link.split_once("token=").unwrap().1;
            let form = [("token", token), ("password", NEW_PASSWORD)];
            browser.post_and_leave("/account/reset", &form, waits).await
        },
        async |name| takes(&site, name, NEW_PASSWORD).await,
    )
    .await;
    site.app.shutdown().await;
}

/// Whether the account takes this password.
async fn takes(site: &Site, name: &str, password: &str) -> bool {
    let found = site.store().credentials(&name.parse().unwrap()).await;
    let hash = found.unwrap().unwrap().password_hash;
    rookery::accounts::verify(password, &hash).unwrap()
}

async fn what_an_admin_does_is_written_down(store: Store) {
    let site = Site::on(store, SETTINGS).await;
    let owner = site.admin("Owner").await;
    each_change_is_written_down(
        &site,
        "disable",
        async |_, name, waits| {
            let id = site.user_named(name).await.id.to_string();
            let form = [("act", "disable"), ("user", &*id)];
            let mut owner = owner.clone();
            owner.post_and_leave("/admin/users", &form, waits).await
        },
        async |name| site.user_named(name).await.disabled_ms.is_some(),
    )
    .await;
    site.app.shutdown().await;
}
