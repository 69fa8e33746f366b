//! The audit log: each action name that the program writes, and the action that causes it.

use std::collections::{BTreeMap, BTreeSet};

use rookery::ids::AuditId;
use rookery::store::{OpenOptions, Store};
use rookery_captcha::shipped;

use crate::admin;
use crate::signup::first_admin;
use crate::store::records;
use crate::support::browser::Browser;
use crate::support::program::Place;
use crate::support::site::{PASSWORD, Site};
use crate::support::tree;

/// The words of the log. A new one needs a row, and an act below.
const WORDS: &[&str] = &[
    "sign-up",
    "log-in",
    "log-in-refused",
    "change-password",
    "delete-account",
    "reset-password",
    "admin-refused",
    "invite",
    "reset-link",
    "approve",
    "disable",
    "enable",
    "grant",
    "revoke",
    "delete",
    "captcha-settings",
    "captcha-upload",
    "captcha-remove",
    "withdraw-invitation",
    "captcha-site-add",
    "captcha-site-change",
    "captcha-site-secret",
    "captcha-site-remove",
    "site-look",
];

/// Words that the command line writes.
const FROM_THE_CONSOLE: [&str; 5] = ["set-role", "reset-link", "approve", "disable", "enable"];

/// A line: the actor by name, the action, and the person or thing that it was done to.
type Line = (String, String, String);

/// The lines of the log by their id.
async fn log(site: &Site) -> BTreeMap<AuditId, Line> {
    let rows = site.store().audit_log(500, None).await.unwrap();
    rows.rows
        .into_iter()
        .map(|row| {
            let actor = row
                .actor_name
                .unwrap_or_else(|| row.entry.actor.to_string());
            (row.id, (actor, row.entry.action, row.entry.subject))
        })
        .collect()
}

/// Has an act happen and checks that exactly these lines are written for it.
async fn writes(site: &Site, lines: &[(&str, &str, &str)], act: impl AsyncFnOnce()) {
    let before = log(site).await;
    act().await;
    let mut after = log(site).await;
    after.retain(|id, _| !before.contains_key(id));
    let mut found: Vec<_> = after
        .values()
        .map(|(actor, action, subject)| (&**actor, &**action, &**subject))
        .collect();
    let mut expected = lines.to_vec();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

/// The name of the only user who has done anything yet.
async fn only_name(site: &Site) -> String {
    log(site).await.into_values().next().unwrap().0
}

async fn act(browser: &mut Browser, act: &str, user: &str) {
    let answer = browser
        .post("/admin/users", &[("act", act), ("user", user)])
        .await;
    assert!(answer.status < 400, "{act}: {}", answer.text());
}

#[tokio::test]
async fn what_visitors_and_users_do_is_written_down() {
    let site = Site::new().await;
    let mut thandi = site.visitor();
    writes(
        &site,
        &[
            ("Thandi", "sign-up", "Thandi"),
            ("Thandi", "log-in", "Thandi"),
        ],
        async || {
            thandi.sign_up("Thandi").await;
        },
    )
    .await;
    // Those of a minute are one row.
    writes(&site, &[], async || {
        site.visitor().log_in("thandi", PASSWORD).await;
    })
    .await;
    site.clock.advance(60_000);
    writes(&site, &[("Thandi", "log-in", "Thandi")], async || {
        site.visitor().log_in("thandi", PASSWORD).await;
    })
    .await;
    // A name that nobody has may be a password.
    let unknown = [("visitor 198.51.100.0/24", "log-in-refused", "")];
    writes(&site, &unknown, async || {
        let mut visitor = site.visitor().at("198.51.100.7");
        visitor.log_in("seven-herons", "Thandi").await;
    })
    .await;
    let at = "203.0.113.7";
    let refused = [("visitor 203.0.113.0/24", "log-in-refused", "thandi")];
    writes(&site, &refused, async || {
        site.visitor().at(at).log_in("Thandi", "not this").await;
    })
    .await;
    let changed = [("Thandi", "change-password", "Thandi")];
    writes(&site, &changed, async || {
        let fields = [("old", PASSWORD), ("new", "seven herons at dawn")];
        assert_eq!(thandi.post("/account/password", &fields).await.status, 303);
    })
    .await;
    writes(
        &site,
        &[("Thandi", "admin-refused", "/admin/users")],
        async || {
            assert_eq!(thandi.get("/admin/users").await.status, 404);
        },
    )
    .await;
    let user = site.user_named("Thandi").await;
    let link = rookery::web::reset_link(site.store(), &site.clock, "", user.id, None)
        .await
        .unwrap();
    writes(
        &site,
        &[("Thandi", "reset-password", "Thandi")],
        async || {
            let token = link.split_once("token=").unwrap().1;
            let fields = [("token", token), ("password", "nine herons at dusk")];
            assert_eq!(
                site.visitor().post("/account/reset", &fields).await.status,
                303
            );
        },
    )
    .await;
    // A mere look at something is not written down.
    writes(&site, &[], async || {
        thandi.get("/account").await;
        site.visitor().get("/login").await;
    })
    .await;
    // The account is gone, and with it the name of the one who acted.
    let id = user.id.to_string();
    let deleted = [(id.as_str(), "delete-account", "Thandi")];
    thandi.log_in("Thandi", "nine herons at dusk").await;
    writes(&site, &deleted, async || {
        let fields = [("password", "nine herons at dusk")];
        assert_eq!(thandi.post("/account/delete", &fields).await.status, 303);
    })
    .await;
}

#[tokio::test]
async fn what_admins_do_is_written_down() {
    let site = Site::with(&[("access.signup", "approval")]).await;
    let mut owner = first_admin(&site).await;
    let name = only_name(&site).await;
    site.visitor().sign_up("Thandi").await;
    let id = site.user_named("Thandi").await.id.to_string();
    for (word, subject) in [
        ("approve", "Thandi"),
        ("reset-link", "Thandi"),
        ("disable", "Thandi"),
        ("enable", "Thandi"),
        ("grant", "Thandi"),
        ("revoke", "Thandi"),
        ("delete", "Thandi"),
        ("invite", ""),
    ] {
        let sent = if word == "reset-link" { "reset" } else { word };
        let user = if word == "invite" { "" } else { &*id };
        writes(&site, &[(&name, word, subject)], async || {
            act(&mut owner, sent, user).await;
        })
        .await;
    }
    let open = owner.get("/admin/users").await.field("invitation").unwrap();
    writes(&site, &[(&name, "withdraw-invitation", "")], async || {
        let fields = [("act", "withdraw"), ("invitation", &*open)];
        assert_eq!(owner.post("/admin/users", &fields).await.status, 303);
    })
    .await;
}

#[tokio::test]
async fn what_admins_change_of_the_captcha_is_written_down() {
    let site = Site::new().await;
    let mut owner = first_admin(&site).await;
    let name = only_name(&site).await;
    writes(
        &site,
        &[(&name, "captcha-settings", "captcha")],
        async || {
            let version = admin::version(&mut owner).await;
            let answer = admin::save(&mut owner, &version, &[]).await;
            assert!(answer.status < 400, "{}", answer.text());
        },
    )
    .await;
    let assets = "/admin/captcha/assets";
    let font = [shipped::fonts()[0].1, b"more"].concat();
    writes(&site, &[(&name, "captcha-upload", "new.ttf")], async || {
        assert_eq!(
            owner.post_files(assets, &[("new.ttf", font)]).await.status,
            200
        );
    })
    .await;
    let kept = site.app.captchas.tools.uploads.list().await.unwrap();
    let id = kept[0].id.to_string();
    writes(&site, &[(&name, "captcha-remove", "new.ttf")], async || {
        owner
            .post(&format!("{assets}/remove"), &[("id", &id)])
            .await;
    })
    .await;
    let sites = "/admin/captcha/sites";
    writes(&site, &[(&name, "captcha-site-add", "Forum")], async || {
        let fields = [
            ("act", "add"),
            ("name", "Forum"),
            ("origins", "https://forum.example"),
        ];
        assert_eq!(owner.post(sites, &fields).await.status, 200);
    })
    .await;
    let key = site.store().captcha_sites().await.unwrap()[0]
        .key
        .to_string();
    for (act, word) in [
        ("save", "captcha-site-change"),
        ("rotate", "captcha-site-secret"),
    ] {
        writes(&site, &[(&name, word, "Forum")], async || {
            let fields = [
                ("act", act),
                ("site", &*key),
                ("name", "Forum"),
                ("origins", "https://forum.example"),
            ];
            assert!(owner.post(sites, &fields).await.status < 400);
        })
        .await;
    }
    writes(
        &site,
        &[(&name, "captcha-site-remove", "Forum")],
        async || {
            owner
                .post(sites, &[("act", "remove"), ("site", &key)])
                .await;
        },
    )
    .await;
}

#[tokio::test]
async fn what_the_owner_does_on_the_console_is_written_down() {
    let place = Place::new();
    // The command makes no site.
    assert_eq!(place.serve(&[]).terminate().0, Some(0));
    let options = OpenOptions::sqlite(place.path().join("data"));
    let store = Store::open(&options).await.unwrap();
    records::user(&store, "Anna").await;
    records::user(&store, "Busi").await;
    let wanda = "Wanda".parse().unwrap();
    let mut waiting = records::new_user(&wanda);
    waiting.approved_ms = None;
    store.create_user(&waiting).await.unwrap();
    for command in [
        "grant Anna",
        "grant Busi",
        "revoke Anna",
        "reset Anna",
        "approve Wanda",
        "disable Anna",
        "enable Anna",
        // What is so already is not written down.
        "approve Busi",
        "enable Busi",
    ] {
        let words: Vec<&str> = ["admin"].into_iter().chain(command.split(' ')).collect();
        assert_eq!(place.lines(&words).len(), 1, "{command}");
    }
    let log = store.audit_log(500, None).await.unwrap();
    let lines: BTreeSet<(String, String, String, Option<String>)> = log
        .rows
        .into_iter()
        .map(|row| {
            (
                row.entry.actor.to_string(),
                row.entry.action,
                row.entry.subject,
                row.entry.after,
            )
        })
        .collect();
    let line = |action: &str, subject: &str, after: Option<&str>| {
        assert!(FROM_THE_CONSOLE.contains(&action));
        let own = ["console", action, subject].map(ToOwned::to_owned);
        let [actor, action, subject] = own;
        (actor, action, subject, after.map(ToOwned::to_owned))
    };
    let expected = BTreeSet::from([
        line("set-role", "Anna", Some("admin")),
        line("set-role", "Busi", Some("admin")),
        line("set-role", "Anna", Some("user")),
        line("reset-link", "Anna", None),
        line("approve", "Wanda", None),
        line("disable", "Anna", None),
        line("enable", "Anna", None),
    ]);
    assert_eq!(lines, expected);
    store.close().await;
}

/// The words that the source hands to the log are those of the table: a new one needs a row and an act.
#[test]
fn every_word_of_the_log_has_a_row() {
    let known: BTreeSet<&str> = WORDS.iter().copied().chain(FROM_THE_CONSOLE).collect();
    let mut found = BTreeSet::new();
    let files = ["src/web", "src/service", "src/cli"]
        .into_iter()
        .flat_map(|folder| tree::files(folder, "rs"));
    for file in files {
        for call in [
            ".note(",
            ".note_counted(",
            "action: ",
            ".note_file(",
            "note_site(",
            "const ACTION: ",
            ".audit_entry(",
            "console_entry(",
        ] {
            for (at, _) in file.text.match_indices(call) {
                let rest: String = file.text[at..].chars().take(160).collect();
                let Some(word) = rest.split('"').nth(1) else {
                    continue;
                };
                let is_word = word.contains('-') || known.contains(word);
                if is_word && word.chars().all(|c| c.is_ascii_lowercase() || c == '-') {
                    found.insert(word.to_owned());
                }
            }
        }
    }
    let strangers: Vec<_> = found
        .iter()
        .filter(|word| !known.contains(&***word))
        .collect();
    assert!(strangers.is_empty(), "no row for {strangers:?}");
    // Those of the administration come by way of a table, and are held by the acts above.
    let written: Vec<_> = WORDS.iter().filter(|word| found.contains(**word)).collect();
    assert!(written.len() >= 12, "{written:?}");
    assert!(found.contains("set-role"), "only the console writes it");
}
