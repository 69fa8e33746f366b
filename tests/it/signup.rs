//! Signing up: the captcha and its four ways to fail, names and passwords, and the sign-up modes.

use rookery::store::Store;
use rookery::web::EarlierLinks::End;

use crate::support::browser::{Answer, Browser};
use crate::support::databases::on_both_databases;
use crate::support::html;
use crate::support::site::{ANSWER, MINUTE_MS, PASSWORD, Site};

/// One session opens more forms within a minute of the test's clock than a person does.
const MANY_CHALLENGES: (&str, &str) = ("limits.captcha_challenges_per_minute", "0");

on_both_databases!(
    an_account_is_made_and_the_guest_s_games_follow,
    an_invitation_that_is_none_cannot_be_withdrawn,
);

async fn an_account_is_made_and_the_guest_s_games_follow(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut browser = site.guest().await;
    let game = browser
        .start(&[("game", "morabaraba"), ("level", "1"), ("side", "0")])
        .await;
    assert_eq!(browser.get_json(&game).await["me"], 0);

    let answer = browser.sign_up("Thandi").await;
    assert_eq!((answer.status, answer.location().as_str()), (303, "/"));
    let account = browser.get("/account").await;
    assert_eq!(account.status, 200);
    assert!(account.says(&game), "the guest's game is in the account");
    assert_eq!(browser.get_json(&game).await["me"], 0);
    site.app.shutdown().await;
}

async fn try_with(
    browser: &mut Browser,
    name: &str,
    password: &str,
    challenge: &str,
    answer: &str,
) -> Answer {
    let fields = [
        ("name", name),
        ("password", password),
        ("challenge", challenge),
        ("answer", answer),
    ];
    browser.post("/signup", &fields).await
}

#[tokio::test]
async fn each_failure_of_the_captcha_has_its_own_words_and_keeps_the_other_fields() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let mut said = Vec::new();

    let challenge = browser.challenge("/signup").await;
    let wrong = try_with(&mut browser, "Thandi", PASSWORD, &challenge, "no such word").await;
    let used = try_with(&mut browser, "Thandi", PASSWORD, &challenge, ANSWER).await;
    let fresh = browser.challenge("/signup").await;
    let missing = try_with(&mut browser, "Thandi", PASSWORD, &fresh, "").await;
    site.clock.advance(11 * MINUTE_MS);
    let expired = try_with(&mut browser, "Thandi", PASSWORD, &fresh, ANSWER).await;

    for (answer, old) in [
        (&wrong, &challenge),
        (&used, &challenge),
        (&missing, &fresh),
        (&expired, &fresh),
    ] {
        assert_eq!(answer.status, 422);
        assert_eq!(answer.field("name").as_deref(), Some("Thandi"));
        assert_eq!(
            answer.field("password"),
            None,
            "a password is never sent back"
        );
        assert!(!answer.text().contains(PASSWORD));
        let shown = answer.field("challenge").unwrap();
        assert_ne!(&shown, old, "a new picture is shown");
        said.push(answer.problem("answer").unwrap());
    }
    said.sort();
    said.dedup();
    assert_eq!(said.len(), 4, "{said:?}");
    assert!(said.iter().all(|words| words.len() > 12), "{said:?}");

    // The picture that the last refusal showed is good.
    let last = expired.field("challenge").unwrap();
    assert_eq!(
        try_with(&mut browser, "Thandi", PASSWORD, &last, ANSWER)
            .await
            .status,
        303
    );
}

#[tokio::test]
async fn the_letters_count_without_case_and_spaces_and_a_challenge_belongs_to_one_session() {
    let site = Site::new().await;
    let (mut one, mut other) = (site.visitor(), site.visitor());
    let challenge = one.challenge("/signup").await;
    other.challenge("/signup").await;
    assert_eq!(
        try_with(&mut other, "Sipho", PASSWORD, &challenge, ANSWER)
            .await
            .status,
        422
    );
    let typed = format!(" {} ", ANSWER.to_uppercase());
    assert_eq!(
        try_with(&mut one, "Sipho", PASSWORD, &challenge, &typed)
            .await
            .status,
        303
    );
}

#[tokio::test]
async fn another_picture_loses_nothing_that_was_typed() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let challenge = browser.challenge("/signup").await;
    let fields = [
        ("name", "Lerato"),
        ("password", PASSWORD),
        ("challenge", &*challenge),
        ("reload", "1"),
    ];
    let answer = browser.post("/signup", &fields).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.field("name").as_deref(), Some("Lerato"));
    let page = answer.text();
    let (_, asked) = page.split_once("id=\"f-answer\"").unwrap();
    assert!(asked.split('>').next().unwrap().contains(" autofocus"));
    assert!(page.contains("id=\"h-again\"") && !page.contains(PASSWORD));
    let fresh = answer.field("challenge").unwrap();
    assert_ne!(fresh, challenge);
    assert_eq!(
        try_with(&mut browser, "Lerato", PASSWORD, &challenge, ANSWER)
            .await
            .status,
        422
    );
    assert_eq!(
        try_with(&mut browser, "Lerato", PASSWORD, &fresh, ANSWER)
            .await
            .status,
        303
    );
}

#[tokio::test]
async fn the_picture_is_a_png_of_this_session_only() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let challenge = browser.challenge("/signup").await;
    let path = format!("/captcha/{challenge}/image");
    let picture = browser.get(&path).await;
    assert_eq!(picture.status, 200);
    assert_eq!(picture.header("content-type"), "image/png");
    assert_eq!(picture.header("cache-control"), "no-store");
    assert!(picture.body.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(
        browser.get(&path).await.body,
        picture.body,
        "one challenge, one picture"
    );
    let double = browser.get(&format!("{path}?scale=2")).await;
    assert_eq!(width_px(&double.body), 2 * width_px(&picture.body));
    assert_eq!(site.visitor().get(&path).await.status, 404);
    let foreign = [("sec-fetch-site", "cross-site")];
    let method = axum::http::Method::GET;
    assert_eq!(
        browser
            .send(method, &path, &foreign, Vec::new())
            .await
            .status,
        403
    );
}

/// The width in the header of a PNG (bytes 16 to 19, as the format has it).
fn width_px(png: &[u8]) -> u32 {
    u32::from_be_bytes(png[16..20].try_into().unwrap())
}

#[tokio::test]
async fn names_and_passwords_are_refused_at_their_field() {
    let site = Site::with(&[MANY_CHALLENGES]).await;
    site.user("Thandi").await;
    // From now on, nobody's form can be the one that made the account.
    site.clock.advance(MINUTE_MS);
    let mut browser = site.visitor();
    for (name, password, field) in [
        ("T", PASSWORD, "name"),
        ("abcdefghijklmnopqrstu", PASSWORD, "name"),
        ("1thandi", PASSWORD, "name"),
        ("than di", PASSWORD, "name"),
        ("thándi", PASSWORD, "name"),
        ("thandi", PASSWORD, "name"),
        ("THANDI", PASSWORD, "name"),
        ("console", PASSWORD, "name"),
        ("Rookery", PASSWORD, "name"),
        ("Nomsa", "short", "password"),
        ("Nomsa", "password", "password"),
        ("Nomsathree", "nomsathree", "password"),
        ("Nomsa", "Nomsa2026", "password"),
        ("Nomsa", "nomsanomsa", "password"),
        // The name of the site.
        ("Nomsa", "Rookery1", "password"),
        ("Nomsa", "         ", "password"),
        ("Nomsa", &"long".repeat(65), "password"),
    ] {
        let challenge = browser.challenge("/signup").await;
        let answer = try_with(&mut browser, name, password, &challenge, ANSWER).await;
        assert_eq!(answer.status, 422, "{name} {password}");
        assert!(
            answer.problem(field).is_some_and(|words| words.len() > 12),
            "{name} {password}"
        );
        assert_eq!(answer.field("name").as_deref(), Some(name));
    }
    // A form that its own rules refuse costs no picture.
    let challenge = browser.challenge("/signup").await;
    try_with(&mut browser, "Nomsa", "short", &challenge, ANSWER).await;
    assert_eq!(
        try_with(&mut browser, "Nomsa", PASSWORD, &challenge, ANSWER)
            .await
            .status,
        303
    );
}

#[tokio::test]
async fn the_form_has_at_most_four_fields_to_fill_in() {
    let site = Site::new().await;
    let page = site.visitor().get("/signup").await.text();
    let main = &page[page.find("action=\"/signup\"").unwrap()..];
    let main = &main[..main.find("</form>").unwrap()];
    let visible = html::tags(main, "input")
        .iter()
        .filter(|tag| html::attribute(tag, "type").as_deref() != Some("hidden"))
        .filter(|tag| html::attribute(tag, "name").as_deref() != Some("website"))
        .count();
    assert!((3..=4).contains(&visible), "{visible} fields");
}

#[tokio::test]
async fn who_fills_the_field_that_nobody_sees_stays_outside() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let challenge = browser.challenge("/signup").await;
    let fields = [
        ("name", "Robot"),
        ("password", PASSWORD),
        ("challenge", &*challenge),
        ("answer", ANSWER),
        ("website", "https://spam.example"),
    ];
    assert_eq!(browser.post("/signup", &fields).await.status, 422);
}

#[tokio::test]
async fn only_failed_checks_count_and_the_eleventh_in_a_minute_waits() {
    let site = Site::with(&[MANY_CHALLENGES]).await;
    let mut browser = site.visitor().at("203.0.113.7");
    for _ in 0..10 {
        let challenge = browser.challenge("/verify").await;
        let answer = browser
            .post("/verify", &[("challenge", &challenge), ("answer", "wrong")])
            .await;
        assert_eq!(answer.status, 422);
    }
    let challenge = browser.challenge("/verify").await;
    let right = [("challenge", challenge.as_str()), ("answer", ANSWER)];
    let limited = browser.post("/verify", &right).await;
    assert_eq!(limited.status, 429);
    assert!(
        limited
            .header("retry-after")
            .parse::<u32>()
            .is_ok_and(|s| (1..=61).contains(&s))
    );
    // Another address is not concerned, and a minute later this one is not either.
    site.visitor().at("203.0.113.8").verify().await;
    site.clock.advance(MINUTE_MS);
    browser.verify().await;
}

#[tokio::test]
async fn sign_ups_are_limited_by_address() {
    let site = Site::with(&[("limits.signups_per_hour", "2")]).await;
    for name in ["one", "two"] {
        assert_eq!(
            site.visitor().at("203.0.113.7").sign_up(name).await.status,
            303
        );
    }
    let answer = site.visitor().at("203.0.113.7").sign_up("three").await;
    assert_eq!(answer.status, 429);
    assert_eq!(answer.field("name").as_deref(), Some("three"));
    assert_eq!(
        site.visitor()
            .at("203.0.113.8")
            .sign_up("three")
            .await
            .status,
        303
    );
}

#[tokio::test]
async fn a_closed_site_takes_nobody() {
    let site = Site::with(&[("access.signup", "closed")]).await;
    let mut browser = site.visitor();
    let page = browser.get("/signup").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.field("challenge"), None);
    let answer = browser
        .post("/signup", &[("name", "Thandi"), ("password", PASSWORD)])
        .await;
    assert_eq!(answer.status, 403);
}

#[tokio::test]
async fn with_approval_the_account_waits_for_an_admin() {
    let site = Site::with(&[("access.signup", "approval")]).await;
    let mut owner = first_admin(&site).await;
    let mut browser = site.guest().await;
    let game = browser
        .start(&[("game", "tic-tac-toe"), ("level", "1"), ("side", "0")])
        .await;
    let answer = browser.sign_up("Newcomer").await;
    assert_eq!(answer.status, 200);
    assert!(!browser.is_logged_in().await);
    // Until then the match is the guest's.
    let view = browser.my_turn(&game).await;
    let path = &view["moves"][0]["path"];
    let body = serde_json::json!({"ply": view["ply"], "hash": view["hash"], "path": path});
    let moved = browser.post_json(&format!("{game}/moves"), &body).await;
    assert_eq!(moved.status, 200, "{}", moved.text());
    let refused = browser.log_in("Newcomer", PASSWORD).await;
    assert_eq!(refused.status, 422);
    let id = site.user_named("Newcomer").await.id.to_string();
    let answer = owner
        .post("/admin/users", &[("act", "approve"), ("user", &id)])
        .await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    assert_eq!(browser.log_in("Newcomer", PASSWORD).await.status, 303);
    assert!(browser.is_logged_in().await);
    assert_ne!(browser.my_turn(&game).await["me"], serde_json::Value::Null);
}

#[tokio::test]
async fn an_invitation_lets_one_person_in() {
    let site = Site::with(&[("access.signup", "invite")]).await;
    let mut owner = first_admin(&site).await;
    assert_eq!(site.visitor().get("/signup").await.field("challenge"), None);
    let made = owner
        .post("/admin/users", &[("act", "invite")])
        .await
        .text();
    let at = made.find("/signup?invite=").unwrap();
    let link = made[at..].split(['<', '"']).next().unwrap().to_owned();
    let token = link.rsplit('=').next().unwrap().to_owned();
    for (name, status) in [("Guest1", 303), ("Guest2", 403)] {
        let mut browser = site.visitor();
        let challenge = browser
            .get(&link)
            .await
            .field("challenge")
            .unwrap_or_default();
        let fields = [
            ("name", name),
            ("password", PASSWORD),
            ("challenge", &*challenge),
            ("answer", ANSWER),
            ("invite", &*token),
        ];
        assert_eq!(
            browser.post("/signup", &fields).await.status,
            status,
            "{name}"
        );
    }
    // The log says by which invitation somebody came, and nothing that would let others in.
    let log = site.store().audit_log(50, None).await.unwrap();
    let entries: Vec<_> = log.rows.into_iter().map(|row| row.entry).collect();
    let invite = entries.iter().find(|entry| entry.action == "invite");
    let by = format!("{{\"invitation\":\"{}\"}}", invite.unwrap().subject);
    let signed_up = |name: &str| {
        let is_it = |e: &&rookery::store::AuditEntry| e.action == "sign-up" && e.subject == name;
        entries.iter().find(is_it).unwrap().after.clone()
    };
    assert_eq!(signed_up("Owner"), None);
    assert_eq!(signed_up("Guest1").as_deref(), Some(&*by));
    assert!(!by.contains(&token), "{by}");
}

#[tokio::test]
async fn an_invitation_has_a_number_and_a_last_day_and_can_be_withdrawn() {
    let site = Site::new().await;
    let mut owner = first_admin(&site).await;
    let page = owner.get("/admin/users").await;
    assert_eq!(page.field("uses").as_deref(), Some("1"));
    assert_eq!(page.field("until").map(|day| day.len()), Some(10));
    for (uses, until, field) in [
        ("0", "", "uses"),
        ("501", "", "uses"),
        ("many", "", "uses"),
        ("", "yesterday", "until"),
        ("", "2001-01-01", "until"),
        ("", "2999-01-01", "until"),
    ] {
        let form = [("act", "invite"), ("uses", uses), ("until", until)];
        let page = owner.post("/admin/users", &form).await;
        assert_eq!(page.status, 422, "{uses:?} {until:?}");
        assert!(page.problem(field).is_some(), "{}", page.text());
        let typed = if uses.is_empty() { until } else { uses };
        assert_eq!(page.field(field).as_deref(), Some(typed), "it is kept");
    }
    let form = [("act", "invite"), ("uses", "12")];
    let page = owner.post("/admin/users", &form).await;
    assert!(page.says("0 of 12"), "{}", page.text());
    let text = page.text();
    let at = text.find("/signup?invite=").unwrap();
    let link = text[at..].split('<').next().unwrap().to_owned();
    assert!(site.visitor().get(&link).await.says("You are invited"));
    let id = page.field("invitation").unwrap();
    for status in [303, 404] {
        let form = [("act", "withdraw"), ("invitation", &*id)];
        assert_eq!(owner.post("/admin/users", &form).await.status, status);
    }
    assert!(!site.visitor().get(&link).await.says("You are invited"));
}

/// The link that a new site prints for its first admin.
async fn setup_link(site: &Site) -> String {
    let link = rookery::web::setup_link(site.store(), &site.clock, "", End).await;
    link.unwrap().unwrap()
}

/// The first admin by the set-up link, as on every new site.
pub async fn first_admin(site: &Site) -> Browser {
    let link = setup_link(site).await;
    let token = link.split_once("token=").unwrap().1.to_owned();
    let mut browser = site.visitor();
    let answer = browser
        .post(
            "/setup",
            &[("token", &token), ("name", "Owner"), ("password", PASSWORD)],
        )
        .await;
    assert_eq!(
        (answer.status, answer.location().as_str()),
        (303, "/admin"),
        "{}",
        answer.text()
    );
    browser
}

#[tokio::test]
async fn a_name_that_is_refused_at_set_up_comes_back_as_text() {
    let typed = "\"><b>x";
    let site = Site::new().await;
    let link = setup_link(&site).await;
    let (_, token) = link.split_once("token=").unwrap();
    let form = [("token", token), ("name", typed), ("password", PASSWORD)];
    let answer = site.visitor().post("/setup", &form).await;
    assert_eq!(answer.status, 422);
    let page = answer.text();
    assert!(!page.contains(typed), "{page}");
    assert!(html::unescape(&page).contains(typed), "{page}");
}

#[tokio::test]
async fn the_set_up_link_works_once() {
    let site = Site::new().await;
    let link = setup_link(&site).await;
    let token = link.split_once("token=").unwrap().1.to_owned();
    let mut browser = site.visitor();
    // Opening the link consumes nothing, and neither does a form that is refused.
    for _ in 0..2 {
        assert_eq!(
            browser.get(&link).await.field("token").as_deref(),
            Some(&*token)
        );
    }
    let refused = browser
        .post(
            "/setup",
            &[("token", &token), ("name", "O"), ("password", PASSWORD)],
        )
        .await;
    assert_eq!(refused.status, 422);
    let fields = [
        ("token", &*token),
        ("name", "Owner"),
        ("password", PASSWORD),
    ];
    assert_eq!(browser.post("/setup", &fields).await.status, 303);
    assert_eq!(browser.get("/admin").await.status, 200);

    let second = [
        ("token", &*token),
        ("name", "Second"),
        ("password", PASSWORD),
    ];
    let answer = site.visitor().post("/setup", &second).await;
    assert_eq!(answer.status, 422);
    // The link is named, whatever else is wrong, and who follows it is told that it is gone.
    let wrong = [("token", &*token), ("name", "1"), ("password", PASSWORD)];
    for page in [
        site.visitor().post("/setup", &wrong).await,
        site.visitor().get(&link).await,
    ] {
        assert!(page.says("This link is not valid or has already been used."));
        assert!(!page.says("This site is new."));
    }
    assert_eq!(site.visitor().get(&link).await.status, 410);
    assert!(
        rookery::web::setup_link(site.store(), &site.clock, "", End)
            .await
            .unwrap()
            .is_none()
    );
    assert_eq!(
        site.visitor()
            .post("/setup", &[("token", "made-up"), ("name", "Third")])
            .await
            .status,
        422
    );
}

/// The owner signed up as everybody does, and was made an admin on the command line.
#[tokio::test]
async fn the_set_up_link_ends_with_the_first_admin_whoever_that_is() {
    let site = Site::new().await;
    let link = setup_link(&site).await;
    let token = link.split_once("token=").unwrap().1.to_owned();
    drop(site.admin("Owner").await);
    let fields = [
        ("token", &*token),
        ("name", "Second"),
        ("password", PASSWORD),
    ];
    assert_eq!(site.visitor().post("/setup", &fields).await.status, 422);
    assert_eq!(site.store().count_admins().await.unwrap(), 1);
}

/// Another session, or none where a browser keeps no cookies: the answer was not looked at, and is no wrong one.
#[tokio::test]
async fn a_picture_of_another_session_is_said_to_be_that() {
    let site = Site::with(&[("limits.captcha_checks_per_minute", "1")]).await;
    for _ in 0..3 {
        let challenge = site.visitor().challenge("/verify").await;
        let fields = [("challenge", &*challenge), ("answer", ANSWER)];
        let refused = site.visitor().post("/verify", &fields).await;
        assert_eq!(refused.status, 422);
        assert!(refused.says("keeps no cookies"), "{}", refused.text());
    }
    site.app.shutdown().await;
}

async fn an_invitation_that_is_none_cannot_be_withdrawn(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut owner = site.admin("Owner").await;
    for invitation in ["", "unknown", "0123", "\0"] {
        let fields = [("act", "withdraw"), ("invitation", invitation)];
        let refused = owner.post("/admin/users", &fields).await;
        assert_eq!(refused.status, 404, "{invitation:?}");
    }
}

#[tokio::test]
async fn no_invitation_is_made_that_would_let_nobody_in() {
    let off = [("captcha.defence.invite", "false")];
    let closed = [("access.signup", "closed")];
    for (settings, words) in [
        (off, "Invitations are switched off"),
        (closed, "Nobody can sign up"),
    ] {
        let site = Site::with(&settings).await;
        let mut owner = first_admin(&site).await;
        let refused = owner.post("/admin/users", &[("act", "invite")]).await;
        assert_eq!(refused.status, 422);
        assert!(refused.says(words));
        let json = serde_json::json!({"act": "invite"});
        assert_eq!(owner.post_json("/admin/users", &json).await.status, 422);
    }
}
