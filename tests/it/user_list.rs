//! The owner's page of users: some found among many, acts on several, notes of invitations, and links that others can open.

use axum::http::{Method, Request};
use rookery::store::Store;
use rookery::web;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::signup::first_admin;
use crate::store::records::{admin, entry, new_user};
use crate::support::browser::{Answer, Browser};
use crate::support::databases::on_both_databases;
use crate::support::html;
use crate::support::site::{HOST, START_MS, Site};

on_both_databases!(some_of_many_users_are_found);

/// The names of the list on the page.
fn names(page: &str) -> Vec<String> {
    let heads = page
        .split("role=\"rowheader\" class=\"lead\"><bdi>")
        .skip(1);
    let names = heads.filter_map(|head| head.split('<').next());
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The names of all pages of the list that begins here, and the number of its pages.
async fn walk(browser: &mut Browser, path: &str) -> (Vec<String>, usize) {
    let (mut found, mut path, mut pages) = (Vec::new(), path.to_owned(), 0);
    loop {
        let answer = browser.get(&path).await;
        assert_eq!(answer.status, 200, "{path}");
        let page = answer.text();
        found.extend(names(&page));
        pages += 1;
        let next = html::tags(&page, "a")
            .into_iter()
            .find(|tag| tag.contains("rel=\"next\""));
        match next.and_then(|tag| html::attribute(tag, "href")) {
            Some(next) => path = next,
            None => return (found, pages),
        }
    }
}

async fn some_of_many_users_are_found(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut owner = first_admin(&site).await;
    let members: Vec<String> = (0..120).map(|n| format!("Member{n:03}")).collect();
    for name in members.iter().map(String::as_str).chain(["Wanda"]) {
        let parsed = name.parse().unwrap();
        let mut new = new_user(&parsed);
        new.created_ms = START_MS;
        new.approved_ms = (name != "Wanda").then_some(START_MS);
        site.store().create_user(&new).await.unwrap();
    }
    admin(site.store(), "Chief").await;
    let disabled = site.user_named("Member000").await.id;
    let shut_out = site
        .store()
        .set_disabled(disabled, Some(START_MS), &entry())
        .await;
    shut_out.unwrap();

    let found = walk(&mut owner, "/admin/users?name=member0").await;
    assert_eq!(found, (members[..100].to_vec(), 2));
    for (query, expected) in [
        ("name=MEMBER11", &members[110..]),
        ("name=Member007", &members[7..8]),
        ("name=member&state=disabled", &members[..1]),
        ("state=disabled", &members[..1]),
        // No sign stands for others.
        ("name=member_", &members[..0]),
        ("name=%25", &members[..0]),
        ("name=%00%3Cb%3E", &members[..0]),
        ("name=wanda&state=admins", &members[..0]),
    ] {
        let found = walk(&mut owner, &format!("/admin/users?{query}")).await;
        assert_eq!(found, (expected.to_vec(), 1), "{query}");
    }
    for (state, expected) in [
        ("admins", vec!["Chief", "Owner"]),
        ("waiting", vec!["Wanda"]),
    ] {
        let (found, _) = walk(&mut owner, &format!("/admin/users?state={state}")).await;
        assert_eq!(found, expected, "{state}");
    }
    // Whatever was not understood asks for all, with those that wait first.
    for all in ["/admin/users", "/admin/users?state=nonsense&from=x"] {
        let (found, pages) = walk(&mut owner, all).await;
        assert_eq!((found.len(), pages), (123, 3), "{all}");
        assert_eq!(found[..2], ["Wanda", "Chief"], "{all}");
    }

    // The filter stays: in its form, in the links to other pages, and where a button leads back to.
    let page = owner.get("/admin/users?name=member0&state=all").await;
    assert_eq!(page.field("name").as_deref(), Some("member0"));
    let next = page.text();
    assert!(next.contains("href=\"/admin/users?name=member0&amp;from=1.member049\""));
    let disabled = disabled.to_string();
    let enable = [
        ("act", "enable"),
        ("user", &*disabled),
        ("name", "member"),
        ("state", "disabled"),
    ];
    let sent = owner.post("/admin/users", &enable).await;
    let back = "/admin/users?name=member&state=disabled&done=enable&whom=Member000";
    assert_eq!(sent.location(), back);
    let page = owner.get(back).await;
    assert!(page.says("The account Member000 has been enabled."));
    assert!(page.says("No account matches."));
    site.app.shutdown().await;
}

/// The lines of the log for an action, by their subjects.
async fn subjects(site: &Site, action: &str) -> Vec<String> {
    let log = site.store().audit_log(500, None).await.unwrap().rows;
    let lines = log.into_iter().filter(|row| row.entry.action == action);
    let mut subjects: Vec<String> = lines.map(|row| row.entry.subject).collect();
    subjects.sort_unstable();
    subjects
}

#[tokio::test]
async fn several_accounts_are_approved_or_deleted_together() {
    let site = Site::with(&[("access.signup", "approval")]).await;
    let mut owner = first_admin(&site).await;
    for name in ["Asha", "Bela", "Chen", "Dina"] {
        site.visitor().sign_up(name).await;
    }
    let id = async |name: &str| site.user_named(name).await.id.to_string();
    let page = owner.get("/admin/users?state=waiting").await.text();
    let boxes: Vec<&str> = html::tags(&page, "input")
        .into_iter()
        .filter(|tag| tag.contains("type=\"checkbox\""))
        .collect();
    assert_eq!(boxes.len(), 4, "one a row that waits");
    for tag in &boxes {
        assert_eq!(html::attribute(tag, "form").as_deref(), Some("chosen"));
    }
    assert!(page.contains("Choose <span class=\"sr\">Asha</span></label>"));

    let send = async |owner: &mut Browser, act: &str, chosen: &[&str]| {
        let chosen = chosen.iter().map(|id| ("chosen", *id));
        let fields: Vec<_> = [("act", act), ("state", "waiting")]
            .into_iter()
            .chain(chosen)
            .collect();
        owner.post("/admin/users", &fields).await
    };
    let says = |answer: &Answer, words: &[&str]| {
        assert_eq!(answer.status, 200);
        for words in words {
            assert!(answer.says(words), "{words}: {}", answer.text());
        }
    };
    let (asha, bela, chen) = (id("Asha").await, id("Bela").await, id("Chen").await);
    // One that is no account does not stop the others.
    let chosen = ["nonsense", &*asha, &*bela, &*asha];
    let approved = send(&mut owner, "approve-chosen", &chosen).await;
    let words = [
        "2 accounts have been approved.",
        "One of the chosen accounts was not changed",
    ];
    says(&approved, &words);
    assert_eq!(names(&approved.text()), ["Chen", "Dina"], "the same part");
    assert_eq!(subjects(&site, "approve").await, ["Asha", "Bela"]);

    // Whoever was approved meanwhile is not deleted with the others.
    let deleted = send(&mut owner, "delete-chosen", &[&*asha, &*chen]).await;
    let words = [
        "One account has been deleted.",
        "One of the chosen accounts was not changed",
    ];
    says(&deleted, &words);
    assert_eq!(subjects(&site, "delete").await, ["Chen"]);
    assert!(site.user_named("Asha").await.approved_ms.is_some());

    let none = send(&mut owner, "approve-chosen", &[]).await;
    assert_eq!(none.status, 422);
    assert!(none.says("No account was chosen."));
    let body = json!({"act": "approve-chosen", "chosen": [id("Dina").await]});
    let sent = owner.post_json("/admin/users", &body).await;
    says(&sent, &["One account has been approved."]);
    site.app.shutdown().await;
}

#[tokio::test]
async fn a_link_or_a_role_that_lets_nobody_in_says_so() {
    let site = Site::with(&[("access.signup", "approval")]).await;
    let mut owner = first_admin(&site).await;
    site.visitor().sign_up("Thandi").await;
    let id = site.user_named("Thandi").await.id.to_string();
    let act = async |owner: &mut Browser, act: &str| {
        let sent = owner
            .post("/admin/users", &[("act", act), ("user", &id)])
            .await;
        match sent.status {
            303 => owner.get(&sent.location()).await,
            _ => sent,
        }
    };
    let waits = "Thandi cannot log in until you approve it.";
    for made in ["reset", "grant"] {
        assert!(act(&mut owner, made).await.says(waits), "{made}");
    }
    act(&mut owner, "approve").await;
    let link = act(&mut owner, "reset").await;
    assert!(link.says("It works once, within 24 hours:"));
    assert!(!link.says("cannot log in"));
    act(&mut owner, "disable").await;
    let disabled = "Thandi cannot log in until you enable it.";
    for made in ["reset", "grant"] {
        assert!(act(&mut owner, made).await.says(disabled), "{made}");
    }
    site.app.shutdown().await;
}

#[tokio::test]
async fn invitations_are_told_apart_by_their_notes() {
    let site = Site::new().await;
    let mut owner = first_admin(&site).await;
    for (note, is_good) in [
        ("Class 7b", true),
        (&*"é".repeat(60), true),
        (&*"x".repeat(61), false),
        ("two\nlines", false),
    ] {
        let body = [("act", "invite"), ("note", note)];
        let made = owner.post("/admin/users", &body).await;
        assert_eq!(made.status == 200, is_good, "{note:?}");
        assert_eq!(made.problem("note").is_none(), is_good, "{note:?}");
        assert!(made.says(note), "in the list, or typed again");
    }
    let page = owner.get("/admin/users").await;
    assert!(page.says("Class 7b") && page.says("><bdi>Owner</bdi></td>"));
    let log = site.store().audit_log(50, None).await.unwrap().rows;
    let noted = log
        .iter()
        .filter_map(|row| row.entry.after.as_deref())
        .any(|after| after.contains("\"note\":\"Class 7b\""));
    assert!(noted, "{log:?}");

    let id = page.field("invitation").unwrap();
    let back = format!("/admin/users?done=withdraw&whom={}", &id[..8]);
    let words = format!("The invitation {} has been withdrawn.", &id[..8]);
    assert!(!owner.get(&back).await.says(&words), "not yet");
    let withdraw = [("act", "withdraw"), ("invitation", &*id)];
    let sent = owner.post("/admin/users", &withdraw).await;
    assert_eq!(sent.location(), back);
    assert!(owner.get(&back).await.says(&words));
    site.app.shutdown().await;
}

/// What the page shows once, a program gets in JSON: the links open the same pages.
#[tokio::test]
async fn a_program_is_told_the_links_that_it_has_made() {
    const HERE: &str = "/admin/users";
    let site = Site::new().await;
    let mut owner = first_admin(&site).await;
    let opened = async |made: &Value| {
        let link = made["link"].as_str().unwrap();
        let path = link.strip_prefix(&format!("http://{HOST}")).unwrap();
        let page = site.visitor().get(path).await;
        assert_eq!(page.status, 200, "{link}");
        path.to_owned()
    };
    let invite = json!({"act": "invite", "uses": 2, "until": "2026-01-10"});
    let made = owner.post_json(HERE, &invite).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let made = made.json();
    assert_eq!(made["uses"], 2);
    assert_eq!(made["until"], "2026-01-10");
    assert!(opened(&made).await.starts_with("/signup?invite="));
    let withdraw = json!({"act": "withdraw", "invitation": made["invitation"]});
    assert_eq!(owner.post_json(HERE, &withdraw).await.status, 303);
    assert_eq!(owner.post_json(HERE, &withdraw).await.status, 404);

    site.user("Thandi").await;
    let id = site.user_named("Thandi").await.id;
    let reset = json!({"act": "reset", "user": id.to_string()});
    let made = owner.post_json(HERE, &reset).await.json();
    assert!(opened(&made).await.starts_with("/account/reset?token="));
    assert!(made["say"].as_str().unwrap().contains("Thandi"), "{made}");
    assert_eq!(made["remark"], Value::Null);
    let disable = json!({"act": "disable", "user": id.to_string()});
    assert_eq!(owner.post_json(HERE, &disable).await.status, 303);
    let made = owner.post_json(HERE, &reset).await.json();
    let remark = made["remark"].as_str().unwrap();
    assert!(remark.contains("until you enable it"), "{made}");

    // The answer is what `Accept` asks for, whatever the body is.
    let own = ("sec-fetch-site", "same-origin");
    let headers = [("content-type", "application/json"), own];
    let body = invite.to_string().into_bytes();
    let page = owner.send(Method::POST, HERE, &headers, body).await;
    assert!(page.header("content-type").starts_with("text/html"));
    assert!(page.says("/signup?invite="), "{}", page.text());
    site.app.shutdown().await;
}

/// The address at which an owner opens a site that listens everywhere.
const LAN: &str = "192.168.1.7:8080";

/// A page of an admin who has opened the site at this address.
async fn page_at(site: &Site, admin: &Browser, method: Method, path: &str, body: &str) -> String {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("host", LAN)
        .header("origin", format!("http://{LAN}"))
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "application/x-www-form-urlencoded")
        .header(
            "cookie",
            format!("rookery={}", admin.cookie("rookery").unwrap()),
        )
        .body(axum::body::Body::from(body.to_owned()))
        .unwrap();
    let router = web::router(&site.app).unwrap();
    let answer = router.oneshot(request).await.unwrap();
    let body = axum::body::to_bytes(answer.into_body(), 8 << 20).await;
    String::from_utf8_lossy(&body.unwrap()).into_owned()
}

#[tokio::test]
async fn links_lead_to_the_address_that_the_admin_has_opened() {
    // The harness opens the site at its own address: that of `public_url` where there is one.
    for (settings, base) in [
        (&[][..], format!("http://{LAN}")),
        (
            &[("public_url", "http://rookery.test")][..],
            "http://rookery.test".to_owned(),
        ),
    ] {
        let site = Site::with(settings).await;
        let owner = first_admin(&site).await;
        let id = site.user_named("Owner").await.id;
        for (method, path, body, link) in [
            (
                Method::POST,
                "/admin/users",
                "act=invite".to_owned(),
                "/signup?invite=",
            ),
            (
                Method::POST,
                "/admin/users",
                format!("act=reset&user={id}"),
                "/account/reset?token=",
            ),
            (
                Method::GET,
                "/admin/captcha",
                String::new(),
                "/reading-test",
            ),
        ] {
            let page = page_at(&site, &owner, method, path, &body).await;
            let link = format!(">{base}{link}");
            assert!(page.contains(&link), "{link}: {page}");
        }
        site.app.shutdown().await;
    }
}
