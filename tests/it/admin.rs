//! The admin pages: the settings of the captcha, and the users.

use axum::http::Method;
use serde_json::json;

use crate::signup::first_admin;
use crate::support::browser::{Answer, Browser};
use crate::support::site::{MINUTE_MS, PASSWORD, Site};
use crate::support::tree;

/// The settings of the classic captcha with values that fit.
const SETTINGS: &[(&str, &str)] = &[
    ("classic.fonts_dir", "fonts"),
    ("classic.font_size_px", "30"),
    ("classic.spacing_px", "11"),
    ("classic.jiggle_px", "6"),
    ("classic.rotation_deg", "7"),
    ("classic.size_variation_px", "3"),
    ("classic.backgrounds_dir", "backgrounds"),
    ("classic.noise_pixels", "5"),
    ("classic.noise_lines", "2"),
    ("classic.margin_px", "12"),
    ("classic.image_rotation_deg", "1"),
];

/// Fields of numbers with a value below and a value above the allowed ones.
const OUT_OF_RANGE: &[(&str, &str, &str)] = &[
    ("classic.font_size_px", "7", "100"),
    ("classic.spacing_px", "-1", "201"),
    ("classic.jiggle_px", "-1", "100"),
    ("classic.rotation_deg", "-1", "91"),
    ("classic.size_variation_px", "-1", "51"),
    ("classic.noise_pixels", "-1", "201"),
    ("classic.noise_lines", "-1", "101"),
    ("classic.margin_px", "-1", "201"),
    ("classic.image_rotation_deg", "-1", "31"),
];

fn with<'a>(
    version: &'a str,
    act: &'a str,
    changed: &[(&'a str, &'a str)],
) -> Vec<(&'a str, &'a str)> {
    let mut fields = vec![("version", version), ("act", act)];
    for (key, value) in SETTINGS {
        fields.push((
            key,
            changed
                .iter()
                .find(|(k, _)| k == key)
                .map_or(*value, |(_, v)| v),
        ));
    }
    fields
}

pub async fn version(browser: &mut Browser) -> String {
    browser
        .get("/admin/captcha")
        .await
        .field("version")
        .unwrap()
}

pub async fn save(browser: &mut Browser, version: &str, changed: &[(&str, &str)]) -> Answer {
    browser
        .post("/admin/captcha", &with(version, "save", changed))
        .await
}

#[tokio::test]
async fn every_field_out_of_range_is_named_and_all_that_was_typed_stays() {
    let site = Site::new().await;
    let mut admin = first_admin(&site).await;
    let version = version(&mut admin).await;
    for (key, low, high) in OUT_OF_RANGE {
        for value in [*low, *high, "", "x", "1.5", "99999999999999999999"] {
            let answer = save(&mut admin, &version, &[(key, value)]).await;
            assert_eq!(answer.status, 422, "{key}={value:?}");
            assert!(
                answer.problem(key).is_some_and(|words| words.len() > 12),
                "{key}={value:?}"
            );
            assert_eq!(answer.field(key).as_deref(), Some(value));
            for (other, kept) in SETTINGS.iter().filter(|(k, _)| k != key) {
                assert_eq!(
                    answer.field(other).as_deref(),
                    Some(*kept),
                    "{key}={value:?}: {other}"
                );
            }
        }
    }
    // All that is wrong is said at once.
    let all: Vec<(&str, &str)> = OUT_OF_RANGE
        .iter()
        .map(|(key, _, high)| (*key, *high))
        .collect();
    let answer = save(&mut admin, &version, &all).await;
    assert!(all.iter().all(|(key, _)| answer.problem(key).is_some()));
    let wide = save(
        &mut admin,
        &version,
        &[
            ("classic.font_size_px", "20"),
            ("classic.size_variation_px", "20"),
        ],
    )
    .await;
    assert_eq!(wide.status, 422);
    assert!(wide.problem("classic.size_variation_px").is_some());
    assert_eq!(
        self::version(&mut admin).await,
        version,
        "nothing was saved"
    );
}

#[tokio::test]
async fn saving_counts_the_version_up_and_is_in_the_audit_log() {
    let site = Site::new().await;
    let mut admin = first_admin(&site).await;
    let before = version(&mut admin).await;
    let saved = save(&mut admin, &before, &[]).await;
    assert_eq!(saved.status, 303, "{}", saved.text());
    let page = admin.get("/admin/captcha").await;
    assert_ne!(page.field("version").unwrap(), before);
    for (key, value) in SETTINGS {
        assert_eq!(page.field(key).as_deref(), Some(*value));
    }
    let audit = site.store().audit_log(10, None).await.unwrap().rows;
    let row = audit
        .iter()
        .find(|row| row.entry.action.contains("captcha"))
        .unwrap();
    assert!(
        row.entry
            .after
            .as_deref()
            .is_some_and(|after| after.contains("30")),
        "{row:?}"
    );

    // New pictures are drawn with the saved settings.
    let mut visitor = site.visitor();
    let challenge = visitor.challenge("/verify").await;
    let picture = visitor.get(&format!("/captcha/{challenge}/image")).await;
    assert_eq!(picture.status, 200);

    let now = page.field("version").unwrap();
    let factory = admin
        .post("/admin/captcha", &with(&now, "factory", &[]))
        .await;
    assert_eq!(factory.status, 303);
    assert_eq!(
        admin
            .get("/admin/captcha")
            .await
            .field("classic.font_size_px")
            .as_deref(),
        Some("24")
    );
}

#[tokio::test]
async fn the_second_of_two_admins_gets_409_and_sees_what_changed() {
    let site = Site::new().await;
    let mut first = first_admin(&site).await;
    let mut second = site.admin("Second").await;
    let seen = version(&mut first).await;
    assert_eq!(
        save(&mut first, &seen, &[("classic.font_size_px", "33")])
            .await
            .status,
        303
    );
    let refused = save(&mut second, &seen, &[("classic.font_size_px", "44")]).await;
    assert_eq!(refused.status, 409);
    assert!(refused.says("Owner"), "who");
    assert!(refused.says("33"), "and what");
    assert_eq!(
        refused.field("classic.font_size_px").as_deref(),
        Some("44"),
        "what the second typed stays"
    );
    let fresh = refused.field("version").unwrap();
    assert_ne!(fresh, seen);
    assert_eq!(
        save(&mut second, &fresh, &[("classic.font_size_px", "44")])
            .await
            .status,
        303
    );
}

#[tokio::test]
async fn unsaved_values_are_previewed_and_change_nothing() {
    let site = Site::new().await;
    let mut admin = first_admin(&site).await;
    let seen = version(&mut admin).await;
    let small = admin
        .get("/admin/captcha/preview/0?seed=7&preset=classic&classic.font_size_px=10&classic.margin_px=0")
        .await;
    let large = admin
        .get("/admin/captcha/preview/0?seed=7&preset=classic&classic.font_size_px=60&classic.margin_px=90")
        .await;
    for picture in [&small, &large] {
        assert_eq!(
            (picture.status, picture.header("content-type")),
            (200, "image/png")
        );
    }
    let height_px = |png: &[u8]| u32::from_be_bytes(png[20..24].try_into().unwrap());
    assert!(height_px(&large.body) > height_px(&small.body) + 100);
    let again = admin
        .get("/admin/captcha/preview/0?seed=7&preset=classic&classic.font_size_px=10&classic.margin_px=0")
        .await;
    assert_eq!(again.body, small.body, "the same seed draws the same");
    assert_eq!(
        admin
            .get("/admin/captcha/preview/0?classic.font_size_px=7")
            .await
            .status,
        422
    );
    let page = admin
        .post(
            "/admin/captcha",
            &with(&seen, "preview", &[("classic.font_size_px", "31")]),
        )
        .await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("classic.font_size_px=31"));
    assert_eq!(version(&mut admin).await, seen);
}

/// Browsers send no checkbox that is not ticked, so in the page's own form a switch that is left out is off; nowhere else.
#[tokio::test]
async fn what_a_program_leaves_out_of_the_settings_stays_as_it_is() {
    const HERE: &str = "/admin/captcha";
    let site = Site::new().await;
    let mut admin = first_admin(&site).await;
    let settings = || {
        let live = site.app.captchas.settings.current();
        live.drawing.settings.clone()
    };
    let mut expected = settings();
    assert!(expected.defence.work && expected.defence.invite);
    // Nothing at all is no order to save.
    let own = [("sec-fetch-site", "same-origin")];
    for refused in [
        admin.send(Method::POST, HERE, &own, Vec::new()).await,
        admin.post(HERE, &[]).await,
        admin.post_json(HERE, &json!({})).await,
    ] {
        assert_eq!(refused.status, 422, "{}", refused.text());
    }
    assert_eq!(settings(), expected);
    let margin = json!({"classic.margin_px": 9});
    assert_eq!(admin.post_json(HERE, &margin).await.status, 303);
    expected.classic.margin_px = 9;
    assert_eq!(settings(), expected);
    // A form that is not the page's: it has no version.
    let lines = admin.post(HERE, &[("classic.noise_lines", "3")]).await;
    assert_eq!(lines.status, 303);
    expected.classic.noise_lines = 3;
    assert_eq!(settings(), expected);
    let off = json!({"defence.work": false, "version": version(&mut admin).await});
    assert_eq!(admin.post_json(HERE, &off).await.status, 303);
    expected.defence.work = false;
    assert_eq!(settings(), expected);
    let seen = version(&mut admin).await;
    let form = [("version", &*seen), ("defence.work", "true")];
    assert_eq!(admin.post(HERE, &form).await.status, 303);
    let saved = settings();
    assert!(saved.defence.work && !saved.defence.invite);
    assert_eq!(saved.classic.margin_px, 9);
}

#[tokio::test]
async fn a_value_that_the_environment_fixes_is_locked() {
    let site = Site::with(&[("captcha.classic.font_size_px", "28")]).await;
    let mut admin = first_admin(&site).await;
    let page = admin.get("/admin/captcha").await;
    assert_eq!(page.field("classic.font_size_px"), None);
    let version = page.field("version").unwrap();
    assert_eq!(
        save(&mut admin, &version, &[("classic.font_size_px", "44")])
            .await
            .status,
        303
    );
    assert_eq!(
        site.app
            .captchas
            .settings
            .current()
            .drawing
            .settings
            .classic
            .font_size_px,
        28
    );
    // What is saved is the value that counts again when the environment fixes none: here the default.
    let saved = site.store().setting("captcha").await.unwrap().unwrap();
    let saved: serde_json::Value = serde_json::from_str(&saved.value).unwrap();
    assert_eq!(saved["classic"]["font_size_px"], 24);
}

#[tokio::test]
async fn admin_pages_ask_for_the_password_again_after_half_an_hour() {
    let site = Site::new().await;
    let mut admin = first_admin(&site).await;
    // Whoever works there is not interrupted.
    for _ in 0..2 {
        site.clock.advance(30 * MINUTE_MS - 1);
        assert_eq!(admin.get("/admin/users").await.status, 200);
    }
    site.clock.advance(30 * MINUTE_MS);
    let sent = admin.get("/admin/users").await;
    assert_eq!(
        (sent.status, sent.location().as_str()),
        (303, "/login?next=/admin/users")
    );
    assert_eq!(admin.get("/account").await.status, 200);
    let back = admin
        .post(
            "/login",
            &[
                ("name", "Owner"),
                ("password", PASSWORD),
                ("next", "/admin/users"),
            ],
        )
        .await;
    assert_eq!(back.location(), "/admin/users");
    assert_eq!(admin.get("/admin/users").await.status, 200);
}

/// The list says what was done to whom; an address that somebody made up says nothing that is not so.
#[tokio::test]
async fn the_list_of_users_says_what_was_done() {
    let site = Site::with(&[("access.signup", "approval")]).await;
    let mut admin = first_admin(&site).await;
    site.visitor().sign_up("Thandi").await;
    let id = site.user_named("Thandi").await.id.to_string();
    for (act, words) in [
        ("approve", "The account Thandi has been approved."),
        ("disable", "The account Thandi has been disabled."),
        ("enable", "The account Thandi has been enabled."),
        ("grant", "Thandi is now an admin."),
        ("revoke", "Thandi is no longer an admin."),
        ("delete", "The account Thandi has been deleted."),
    ] {
        let made_up = format!("/admin/users?done={act}&whom=Thandi");
        assert!(!admin.get(&made_up).await.says(words), "{act}: not yet");
        let form = [("act", act), ("user", &*id), ("from", "1.Anna")];
        let sent = admin.post("/admin/users", &form).await;
        let back = format!("/admin/users?from=1.Anna&done={act}&whom=Thandi");
        assert_eq!((sent.status, sent.location()), (303, back));
        let page = admin.get(&sent.location()).await;
        assert!(page.says(words), "{act}: {}", page.text());
        assert!(!admin.get("/admin/users").await.says(words), "{act}");
    }
    // The button of an old page, or of another admin's: nothing is done, said to be done, or written down.
    let id = site.user_named("Owner").await.id.to_string();
    for (act, words) in [
        ("approve", "The account Owner does not wait for approval"),
        ("enable", "The account Owner is not disabled"),
    ] {
        let form = [("act", act), ("user", &*id)];
        let refused = admin.post("/admin/users", &form).await;
        assert_eq!(refused.status, 409, "{act}");
        assert!(refused.says(words), "{act}: {}", refused.text());
        let log = site.store().audit_log(500, None).await.unwrap();
        let lines = log.rows.iter().filter(|row| row.entry.action == act);
        let subjects: Vec<_> = lines.map(|row| &*row.entry.subject).collect();
        assert_eq!(subjects, ["Thandi"], "{act}");
    }
    let nobody = admin.get("/admin/users?done=grant&whom=Nobody").await;
    assert!(!nobody.says("Nobody is now an admin."));
}

#[tokio::test]
async fn dates_of_the_lists_are_for_machines_too() {
    let site = Site::new().await;
    let mut admin = first_admin(&site).await;
    let fields = [
        ("act", "add"),
        ("name", "Forum"),
        ("origins", "https://forum.example"),
    ];
    admin.post("/admin/captcha/sites", &fields).await;
    admin.post("/admin/users", &[("act", "invite")]).await;
    let now = "<time datetime=\"2026-01-01T12:00:00Z\">2026-01-01 12:00 UTC</time>";
    for (path, dates) in [
        ("/admin", 2),
        ("/admin/users", 2),
        ("/admin/captcha/sites", 1),
    ] {
        let page = admin.get(path).await.text();
        assert!(page.matches(now).count() >= dates, "{path}: {page}");
    }
}

/// A cell of a moment in a list of the owner's pages; days of figures are heads.
#[test]
fn no_list_has_a_date_for_people_alone() {
    let mut cells = 0;
    for file in tree::files("templates/admin", "html") {
        for cell in file.text.split("<td").skip(1) {
            let (tag, inside) = cell.split_once('>').unwrap();
            if tag.contains("class=\"when") {
                let is_time = inside.starts_with("<time datetime=");
                assert!(is_time, "{}: {inside}", file.path);
                cells += 1;
            }
        }
    }
    assert!(cells >= 7, "{cells}");
}

#[tokio::test]
async fn users_are_listed_reset_promoted_and_deleted() {
    let site = Site::new().await;
    let mut admin = first_admin(&site).await;
    let mut thandi = site.user("Thandi").await;
    let game = thandi
        .start(&[("game", "tic-tac-toe"), ("tap", "b2")])
        .await;
    let id = site.user_named("Thandi").await.id.to_string();
    let own = site.user_named("Owner").await.id.to_string();
    assert!(admin.get("/admin/users").await.says("Thandi"));

    let link = admin
        .post("/admin/users", &[("act", "reset"), ("user", &id)])
        .await;
    assert!(link.says("/account/reset?token="));
    for act in ["disable", "delete", "revoke"] {
        let answer = admin
            .post("/admin/users", &[("act", act), ("user", &own)])
            .await;
        assert_eq!(
            answer.status, 422,
            "{act}: an admin does not lock out the own account"
        );
    }
    assert_eq!(
        admin
            .post("/admin/users", &[("act", "grant"), ("user", &id)])
            .await
            .status,
        303
    );
    thandi.log_in("Thandi", PASSWORD).await;
    assert_eq!(thandi.get("/admin").await.status, 200);
    assert_eq!(
        admin
            .post("/admin/users", &[("act", "revoke"), ("user", &id)])
            .await
            .status,
        303
    );
    assert_eq!(
        thandi.get("/admin").await.status,
        404,
        "roles are read at each request"
    );

    assert_eq!(
        admin
            .post("/admin/users", &[("act", "delete"), ("user", &id)])
            .await
            .status,
        303
    );
    assert!(!thandi.is_logged_in().await);
    assert!(!admin.get("/admin/users").await.says("Thandi"));
    assert_eq!(site.visitor().get(&game).await.status, 404);
    assert_eq!(
        admin
            .post("/admin/users", &[("act", "delete"), ("user", &id)])
            .await
            .status,
        404
    );
    assert_eq!(
        site.visitor().sign_up("Thandi").await.status,
        303,
        "the name is free again"
    );

    let log = site.store().audit_log(50, None).await.unwrap().rows;
    for action in ["grant", "revoke", "delete", "reset-link"] {
        assert!(
            log.iter().any(|row| row.entry.action == action),
            "{action} is in the audit log"
        );
    }
    let text = format!("{log:?}");
    assert!(!text.contains(PASSWORD), "and no password is");
}
