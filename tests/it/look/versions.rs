//! Versions of the look: two admins at once, the history, and the way back to an older one.

use rookery::store::Store;

use crate::look::{HERE, LOOK, assert_typed, look_with, save, send};
use crate::signup::first_admin;
use crate::support::databases::on_both_databases;
use crate::support::site::{FAST, MINUTE_MS, PASSWORD, Site};

const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

on_both_databases!(
    the_second_of_two_admins_sees_what_changed,
    of_many_at_once_one_saves,
    an_older_version_comes_back_with_its_logo,
    a_fixed_value_hides_what_was_saved,
);

async fn the_second_of_two_admins_sees_what_changed(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let mut first = first_admin(&site).await;
    let mut second = site.admin("Second").await;
    let seen = second.get(HERE).await.field("version").unwrap();
    assert_eq!(seen, "0");
    save(
        &mut first,
        &[("version", &seen), ("notice", "From the first")],
    )
    .await;
    let fields = look_with(&[("version", &seen), ("notice", "From the second")]);
    let refused = send(&mut second, &fields, None).await;
    assert_eq!(refused.status, 409);
    assert!(refused.says("<title>Error: "));
    assert_eq!(refused.text().matches(" autofocus").count(), 1);
    assert!(
        refused.says("Owner") && refused.says("From the first"),
        "who, and what"
    );
    let typed: Vec<_> = fields
        .iter()
        .copied()
        .filter(|(key, _)| *key != "version")
        .collect();
    assert_typed(&refused, &typed);
    assert!(site.visitor().get("/").await.says("From the first"));
    let fresh = refused.field("version").unwrap();
    assert_ne!(fresh, seen);
    save(
        &mut second,
        &[("version", &fresh), ("notice", "From the second")],
    )
    .await;
    assert!(site.visitor().get("/").await.says("From the second"));
}

/// For one start the environment fixes the name, and something else is saved meanwhile.
async fn a_fixed_value_hides_what_was_saved(store: Store) {
    let site = Site::on(store.clone(), &[FAST]).await;
    save(&mut first_admin(&site).await, &[]).await;
    let fixed = Site::on(store.clone(), &[FAST, ("site.name", "A Test")]).await;
    let mut owner = fixed.visitor();
    assert_eq!(owner.log_in("Owner", PASSWORD).await.status, 303);
    save(&mut owner, &[("notice", "Open again")]).await;
    let shown = fixed.visitor().get("/").await;
    assert!(shown.says("A Test") && shown.says("Open again"));
    let site = Site::on(store, &[FAST]).await;
    let shown = site.visitor().get("/").await;
    assert!(shown.says("Schachklub Süd") && shown.says("Open again"));
    assert!(!shown.says("A Test"));
}

async fn of_many_at_once_one_saves(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let admin = first_admin(&site).await;
    let all: Vec<_> = (0..6)
        .map(|n| {
            let mut admin = admin.clone();
            tokio::spawn(async move {
                let name = format!("Club {n}");
                let fields = look_with(&[("version", "0"), ("name", &name)]);
                let answer = send(&mut admin, &fields, None).await;
                (answer.status, name)
            })
        })
        .collect();
    let mut saved = Vec::new();
    for one in all {
        match one.await.unwrap() {
            (303, name) => saved.push(name),
            (status, _) => assert_eq!(status, 409),
        }
    }
    assert_eq!(saved.len(), 1);
    let home = site.visitor().get("/").await;
    assert!(home.says(&format!("<span>{}</span>", saved[0])));
    let history = site.store().setting_history("look", 10).await.unwrap();
    assert_eq!(history.len(), 1);
}

async fn an_older_version_comes_back_with_its_logo(store: Store) {
    let logo = b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>";
    let other = b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"9\"/>";
    let site = Site::on(store, &[FAST]).await;
    let mut admin = first_admin(&site).await;
    assert!(
        admin
            .get("/admin/look/history")
            .await
            .says("Nobody has changed")
    );
    assert_eq!(send(&mut admin, LOOK, Some(logo)).await.status, 303);
    // One that is never saved.
    let preview = look_with(&[("act", "preview"), ("version", "1")]);
    assert_eq!(send(&mut admin, &preview, Some(other)).await.status, 200);
    assert_eq!(site.store().logo_list().await.unwrap().len(), 2);
    site.clock.advance(2 * DAY_MS);
    let mut admin = site.visitor();
    admin.log_in("Owner", PASSWORD).await;
    let fields = look_with(&[("logo", ""), ("name", "Second"), ("imprint", "")]);
    assert_eq!(send(&mut admin, &fields, None).await.status, 303);
    assert_eq!(
        site.store().logo_list().await.unwrap().len(),
        1,
        "only the logo of a version is kept for longer than a day"
    );

    let history = admin.get("/admin/look/history").await;
    assert!(history.says("Owner") && history.says("Second") && history.says("Main Street 1"));
    assert!(history.text().contains("href=\"/admin/look?version=1\""));
    let page = admin.get("/admin/look?version=1").await;
    assert_typed(&page, LOOK);
    let (version, kept) = (page.field("version").unwrap(), page.field("logo").unwrap());
    assert_eq!(version, "2");
    save(&mut admin, &[("version", &version), ("logo", &kept)]).await;
    let mut visitor = site.visitor();
    assert!(visitor.get("/").await.says("<span>Schachklub Süd</span>"));
    assert_eq!(visitor.get("/site/logo").await.body, logo);
    assert_eq!(visitor.get("/imprint").await.status, 200);

    let defaults = admin.get("/admin/look?version=0").await;
    assert_typed(
        &defaults,
        &[
            ("name", "Rookery"),
            ("accent", ""),
            ("imprint", ""),
            ("logo", ""),
        ],
    );
    assert_eq!(admin.get("/admin/look?version=99").await.status, 404);
}
