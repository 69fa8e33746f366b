//! The audit log: each action name that the program writes, and the action that causes it.

use std::collections::{BTreeMap, BTreeSet};

use rookery::ids::AuditId;
use rookery::store::{OpenOptions, Store};
use rookery_captcha::shipped;

use crate::admin;
use crate::signup::first_admin;
use crate::store::records;
use crate::support::browser::Browser;
use crate::support::html;
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
const FROM_THE_CONSOLE: [&str; 6] = [
    "grant",
    "revoke",
    "reset-link",
    "approve",
    "disable",
    "enable",
];

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
    let link = rookery::web::reset_link(site.store(), &site.clock, "", &user, None)
        .await
        .unwrap();
    // Whoever had the link did it.
    let reset = [("visitor 203.0.113.0/24", "reset-password", "Thandi")];
    writes(&site, &reset, async || {
        let token = link.split_once("token=").unwrap().1;
        let fields = [("token", token), ("password", "nine herons at dusk")];
        let mut visitor = site.visitor().at(at);
        let answer = visitor.post("/account/reset", &fields).await;
        assert_eq!(answer.status, 303);
    })
    .await;
    // A mere look at something is not written down.
    writes(&site, &[], async || {
        thandi.get("/account").await;
        site.visitor().get("/login").await;
    })
    .await;
    // The account is gone; the name of the one who acted stays.
    let deleted = [("Thandi", "delete-account", "Thandi")];
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
    ] {
        let sent = if word == "reset-link" { "reset" } else { word };
        writes(&site, &[(&name, word, subject)], async || {
            act(&mut owner, sent, &id).await;
        })
        .await;
    }
    // An invitation is named by the first digits of its token's hash.
    act(&mut owner, "invite", "").await;
    let open = owner.get("/admin/users").await.field("invitation").unwrap();
    let number = &open[..8];
    let lines = log(&site).await;
    let made = lines.values().find(|(_, action, _)| action == "invite");
    assert_eq!(made.map(|(.., subject)| &**subject), Some(number));
    let withdrawn = [(&*name, "withdraw-invitation", number)];
    writes(&site, &withdrawn, async || {
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
    // The first change is told from what the site came with.
    let rows = site.store().audit_log(500, None).await.unwrap().rows;
    let saved = rows
        .iter()
        .find(|row| row.entry.action == "captcha-settings");
    assert!(saved.unwrap().entry.before.is_some());
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
        line("grant", "Anna", Some(r#"{"role":"admin"}"#)),
        line("grant", "Busi", Some(r#"{"role":"admin"}"#)),
        line("revoke", "Anna", Some(r#"{"role":"user"}"#)),
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
    assert!(found.contains("reset-link"), "it comes with its entry");
}

/// The cells of the rows of the log on its page: when, who, what, to what, and the change.
fn rows(page: &str) -> Vec<Vec<String>> {
    let (_, log) = page.split_once("id=\"log\"").unwrap();
    let rows = log.split("<tr role=\"row\">").skip(2);
    rows.map(|row| row.split("<td").skip(1).map(words_of).collect())
        .collect()
}

/// The text of a cell, whose tag has lost its beginning.
fn words_of(cell: &str) -> String {
    let (_, inside) = cell.split_once('>').unwrap();
    let inside = inside.split("</td>").next().unwrap();
    let words = inside.split('<').filter_map(|part| part.rsplit('>').next());
    html::unescape(&words.collect::<String>())
}

#[tokio::test]
async fn the_page_of_the_log_tells_what_happened() {
    let site = Site::new().await;
    let mut owner = first_admin(&site).await;
    let mut second = site.admin("Second").await;
    site.user("Thandi").await;
    let id = async |name: &str| site.user_named(name).await.id.to_string();
    act(&mut second, "grant", &id("Thandi").await).await;
    for name in ["Thandi", "Second"] {
        let mut visitor = site.visitor().at("203.0.113.7");
        visitor.log_in(name, "not this").await;
    }
    let gone = id("Second").await;
    act(&mut owner, "delete", &gone).await;
    let page = owner.get("/admin").await.text();
    assert!(!page.contains(&gone), "the name in place of the id");
    let rows = rows(&page);
    let row_of = |who: &str, what: &str| {
        let found = rows.iter().find(|row| row[1] == who && row[2] == what);
        found.unwrap_or_else(|| panic!("{who} {what}: {rows:#?}"))
    };
    assert_eq!(
        row_of("Second", "grant")[3..],
        ["Thandi", "role: user → admin"]
    );
    let refused = row_of("(visitor 203.0.113.0/24)", "log-in-refused (2 times)");
    assert_eq!(refused[3..], ["thandi and others", ""]);
}

#[tokio::test]
async fn the_log_is_filtered_by_action_and_by_who_acted() {
    let site = Site::new().await;
    let mut owner = first_admin(&site).await;
    site.user("Thandi").await;
    for n in 0..60 {
        let now_ms = site.clock.now_ms();
        let line = rookery::web::console_entry(now_ms, "grant", &format!("u{n}"), None);
        site.store().audit(&line).await.unwrap();
    }
    let mut stranger = site.visitor().at("203.0.113.7");
    stranger.log_in("Thandi", "not this").await;
    // As long as no user has the name, it needs no parentheses.
    let of_site = rows(&owner.get("/admin?action=grant&who=console").await.text());
    assert_eq!(of_site.len(), 50);
    assert!(of_site.iter().all(|row| row[1] == "(console)"));
    // An account of an earlier release, with a name that no account gets today.
    let name = "Console".parse().unwrap();
    let console = site.store().create_user(&records::new_user(&name)).await;
    let id = Some(console.unwrap().id);
    let noted = site.app.accounts.note(id, "grant", "u60", None);
    noted.await.unwrap();
    let first = owner.get("/admin?action=grant&who=(Console)").await;
    assert_eq!(first.field("who").as_deref(), Some("(Console)"));
    let next = html::tags(&first.text(), "a")
        .into_iter()
        .find(|tag| tag.contains("rel=\"next\""))
        .and_then(|tag| html::attribute(tag, "href"))
        .unwrap();
    let kept = "/admin?action=grant&who=%28Console%29&from=";
    assert!(next.starts_with(kept), "{next}");
    let rest = owner.get(&next).await.text();
    let (first, rest) = (rows(&first.text()), rows(&rest));
    assert_eq!((first.len(), rest.len()), (50, 10));
    let is_one = |row: &Vec<String>| row[1] == "(console)" && row[2] == "grant";
    assert!(first.iter().chain(&rest).all(is_one));
    let of_user = rows(&owner.get("/admin?action=grant&who=console").await.text());
    let who_and_whom: Vec<_> = of_user.iter().map(|row| [&row[1], &row[3]]).collect();
    assert_eq!(who_and_whom, [["Console", "u60"]]);
    let of_thandi = rows(&owner.get("/admin?who=thandi").await.text());
    assert!(!of_thandi.is_empty());
    assert!(of_thandi.iter().all(|row| row[1] == "Thandi"));
    // A network is found as the log has it, and without the word before it.
    for who in [
        "(visitor+203.0.113.0/24)",
        "visitor+203.0.113.0/24",
        "203.0.113.0/24",
    ] {
        let path = format!("/admin?action=log-in-refused&who={who}");
        let found = rows(&owner.get(&path).await.text());
        assert_eq!(found.len(), 1, "{who}");
    }
    for nothing in [
        "/admin?action=revoke",
        "/admin?who=%00nobody",
        "/admin?who=()",
        "/admin?who=(+)",
    ] {
        let page = owner.get(nothing).await;
        assert_eq!(page.status, 200, "{nothing}");
        assert!(page.says("No line of the log matches."), "{nothing}");
    }
    // Each word can be chosen.
    let page = owner.get("/admin").await.text();
    let offered: BTreeSet<String> = html::tags(&page, "option")
        .into_iter()
        .filter_map(|tag| html::attribute(tag, "value"))
        .collect();
    for word in WORDS.iter().chain(&FROM_THE_CONSOLE) {
        assert!(offered.contains(*word), "{word}");
    }
}
