//! The captcha in frames of other sites' pages, the questions of their servers in the form of plug-ins, and the owner's page for them.

use axum::http::Method;
use rookery::store::Store;
use serde_json::{Value, json};

use crate::captcha::{SECOND_MS, work_of};
use crate::support::browser::{Answer, Browser};
use crate::support::customer::{CHALLENGES, Customer, FORUM, SHOP, code, post_from, refused, text};
use crate::support::databases::on_both_databases;
use crate::support::html;
use crate::support::site::{ANSWER, FAST, MINUTE_MS, Site};

on_both_databases!(
    a_frame_gives_a_pass_that_counts_once,
    of_64_forms_of_one_frame_one_passes,
    each_site_has_a_price_of_its_own,
    without_scripts_there_are_ceilings_for_each_site,
    a_new_secret_leaves_time_to_change_it,
);

const FRAME: &str = "/captcha/frame";
const SITES: &str = "/admin/captcha/sites";
const SITEVERIFY: &str = "/api/v1/captcha/siteverify";
const HOUR_MS: i64 = 60 * MINUTE_MS;

/// The address of a site's frame; `around` is the origin of a page with the widget's script.
fn frame_of(customer: &Customer, around: &str) -> String {
    format!("{FRAME}?site={}&origin={around}", customer.key)
}

/// Sends the form of a frame.
async fn send(
    visitor: &mut Browser,
    customer: &Customer,
    around: &str,
    fields: &[(&str, &str)],
) -> Answer {
    let own = [("site", customer.key.as_str()), ("origin", around)];
    let fields: Vec<_> = own.into_iter().chain(fields.iter().copied()).collect();
    visitor.post(FRAME, &fields).await
}

/// The pass that a frame holds; empty if it is not passed.
fn token_of(frame: &Answer) -> String {
    let text = frame.text();
    html::attribute(html::tags(&text, "body")[0], "data-token").unwrap()
}

/// Passes the captcha in a frame.
async fn pass(visitor: &mut Browser, customer: &Customer) -> String {
    let around = customer.origin;
    let challenge = visitor.challenge(&frame_of(customer, around)).await;
    let fields = [("challenge", &*challenge), ("answer", ANSWER)];
    let passed = send(visitor, customer, around, &fields).await;
    assert_eq!(passed.status, 200, "{}", passed.text());
    token_of(&passed)
}

/// The answer to a plug-in's server. It sends a form, and reads the status 200 whatever the outcome.
async fn siteverify(server: &mut Browser, fields: &[(&str, &str)]) -> Value {
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    let body = html::form(fields).into_bytes();
    let told = server.send(Method::POST, SITEVERIFY, &headers, body).await;
    assert_eq!(told.status, 200, "{}", told.text());
    told.json()
}

/// PHP sends a form in parts where a program hands it the fields as a list.
#[tokio::test]
async fn a_plug_in_may_ask_in_a_form_of_parts() {
    let site = Site::new().await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let token = pass(&mut site.visitor(), &forum).await;
    let part = |name: &str, value: &str| {
        format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    // With a field that some plug-in sends, and nobody needs.
    let fields = part("version", "3.1") + &part("secret", &forum.secret);
    let body = fields + &part("response", &token) + "--x--\r\n";
    let headers = [("content-type", "multipart/form-data; boundary=x")];
    let mut server = site.visitor();
    let told = server
        .send(Method::POST, SITEVERIFY, &headers, body.into_bytes())
        .await;
    assert_eq!(told.json()["success"], true, "{}", told.text());
    let again = json!({"secret": forum.secret, "response": token, "version": 3});
    let told = post_from(&mut server, None, SITEVERIFY, &again).await;
    assert_eq!(told.json()["error-codes"], json!(["timeout-or-duplicate"]));
    // Its end is missing.
    let cut = part("secret", &forum.secret).into_bytes();
    let told = server.send(Method::POST, SITEVERIFY, &headers, cut).await;
    assert_eq!(told.status, 400, "{}", told.text());
    site.app.shutdown().await;
}

/// A page without the widget's script says nothing of itself; the browser may.
#[tokio::test]
async fn without_a_script_the_browser_names_the_page() {
    let site = Site::new().await;
    let mut owner = site.admin("Owner").await;
    let origins = "https://forum.example\nhttps://shop.example:8443";
    let both = Customer::added_by(&mut owner, "Both", origins).await;
    let mut server = site.visitor();
    for (referrer, host) in [
        ("https://shop.example:8443/", json!("shop.example")),
        ("https://forum.example/topic/7", json!("forum.example")),
        ("https://forum.example.evil.example/", Value::Null),
        ("", Value::Null),
    ] {
        let mut visitor = site.visitor();
        let frame = format!("{FRAME}?site={}", both.key);
        let headers = [("referer", referrer)];
        let frame = visitor
            .send(Method::GET, &frame, &headers, Vec::new())
            .await;
        let challenge = frame.field("challenge").unwrap();
        let from = frame.field("from").unwrap_or_default();
        let fields = [
            ("challenge", &*challenge),
            ("answer", ANSWER),
            ("from", &*from),
        ];
        let passed = send(&mut visitor, &both, "", &fields).await;
        let token = token_of(&passed);
        let fields = [("secret", &*both.secret), ("response", &*token)];
        let told = siteverify(&mut server, &fields).await;
        assert_eq!((&told["success"], &told["hostname"]), (&json!(true), &host));
    }
    // What a form claims counts only if it is one of the site's.
    let mut visitor = site.visitor();
    let challenge = visitor
        .challenge(&format!("{FRAME}?site={}", both.key))
        .await;
    let fields = [
        ("challenge", &*challenge),
        ("answer", ANSWER),
        ("from", "https://evil.example"),
    ];
    let token = token_of(&send(&mut visitor, &both, "", &fields).await);
    let fields = [("secret", &*both.secret), ("response", &*token)];
    assert_eq!(
        siteverify(&mut server, &fields).await["hostname"],
        Value::Null
    );
    site.app.shutdown().await;
}

/// A frame that could not be given a challenge, for there had been too many from its address, has nothing to guess.
#[tokio::test]
async fn who_has_no_challenge_does_not_use_up_the_checks_of_others() {
    let site = Site::with(&[
        ("limits.captcha_challenges_per_minute_and_address", "1"),
        ("limits.captcha_checks_per_minute", "2"),
    ])
    .await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let mut first = site.visitor().at("203.0.113.7");
    let challenge = first.challenge(&frame_of(&forum, FORUM)).await;
    let mut second = site.visitor().at("203.0.113.7");
    for _ in 0..5 {
        let closed = second.get(&frame_of(&forum, FORUM)).await;
        assert_eq!(
            (closed.status, closed.field("challenge").as_deref()),
            (429, Some(""))
        );
        send(&mut second, &forum, FORUM, &[("challenge", "")]).await;
    }
    let right = [("challenge", &*challenge), ("answer", ANSWER)];
    let passed = send(&mut first, &forum, FORUM, &right).await;
    assert_eq!(passed.status, 200, "{}", passed.text());
    site.app.shutdown().await;
}

async fn a_frame_gives_a_pass_that_counts_once(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let shop = Customer::added_by(&mut owner, "Shop", SHOP).await;
    let mut visitor = site.visitor();
    let frame = visitor.get(&frame_of(&forum, FORUM)).await;
    assert_eq!((frame.status, frame.header("x-frame-options")), (200, ""));
    let policy = frame.header("content-security-policy");
    assert!(
        policy.contains("frame-ancestors 'self' https://forum.example;"),
        "{policy}"
    );
    assert_eq!(frame.header("cache-control"), "no-store");
    let page = frame.text();
    let image = html::attribute(html::tags(&page, "img")[0], "src").unwrap();
    assert_eq!(
        visitor.get(&image).await.header("content-type"),
        "image/png"
    );

    // A wrong answer shows another picture.
    let challenge = frame.field("challenge").unwrap();
    let wrong = [("challenge", &*challenge), ("answer", "wrong")];
    let refused = send(&mut visitor, &forum, FORUM, &wrong).await;
    assert_eq!((refused.status, &*token_of(&refused)), (422, ""));
    assert!(refused.problem("answer").is_some());
    let next = refused.field("challenge").unwrap();
    assert_ne!(next, challenge);
    // The next picture on demand.
    let other = [("challenge", &*next), ("reload", "1")];
    let other = send(&mut visitor, &forum, FORUM, &other).await;
    let challenge = other.field("challenge").unwrap();
    assert_ne!(next, challenge);
    let right = [("challenge", &*challenge), ("answer", ANSWER)];
    // Not in a form of another site.
    let stolen = send(&mut visitor, &shop, SHOP, &right).await;
    assert_eq!((stolen.status, &*token_of(&stolen)), (422, ""));
    let passed = send(&mut visitor, &forum, FORUM, &right).await;
    let token = token_of(&passed);
    assert!(token.len() >= 26, "{token}");
    assert!(visitor.cookie("rookery").is_none(), "no cookie is set");

    let mut server = site.visitor();
    let with = |secret: &str, response: &str| {
        let fields = [
            ("secret", secret),
            ("response", response),
            ("remoteip", "203.0.113.9"),
        ];
        fields.map(|(name, value)| (name, value.to_owned()))
    };
    for (secret, response, codes) in [
        (
            "",
            "",
            json!(["missing-input-secret", "missing-input-response"]),
        ),
        ("", &*token, json!(["missing-input-secret"])),
        (&*forum.secret, " ", json!(["missing-input-response"])),
        ("nonsense", &*token, json!(["invalid-input-secret"])),
        (
            &*forum.secret,
            "nonsense",
            json!(["invalid-input-response"]),
        ),
        (&*shop.secret, &*token, json!(["invalid-input-response"])),
    ] {
        let fields = with(secret, response);
        let fields: Vec<_> = fields.iter().map(|(n, v)| (*n, v.as_str())).collect();
        let told = siteverify(&mut server, &fields).await;
        assert_eq!(told, json!({"success": false, "error-codes": codes}));
    }
    let fields = [("secret", &*forum.secret), ("response", &*token)];
    let told = siteverify(&mut server, &fields).await;
    assert_eq!(told["success"], true, "{told}");
    assert_eq!(told["hostname"], "forum.example");
    assert_eq!(told["error-codes"], json!([]));
    let at = text(&told["challenge_ts"]);
    assert!(at.len() == 20 && at.ends_with('Z'), "{at}");
    let told = siteverify(&mut server, &fields).await;
    assert_eq!(told["error-codes"], json!(["timeout-or-duplicate"]));

    let late = pass(&mut visitor, &forum).await;
    site.clock.advance(5 * MINUTE_MS + 1);
    let told = siteverify(
        &mut server,
        &[("secret", &*forum.secret), ("response", &*late)],
    )
    .await;
    assert_eq!(told["error-codes"], json!(["timeout-or-duplicate"]));
    site.app.shutdown().await;
}

#[tokio::test]
async fn a_frame_of_the_wrong_page_says_what_is_wrong() {
    let site = Site::new().await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let mut visitor = site.visitor();
    for (path, said) in [
        (format!("{FRAME}?site=nonsense"), "no site with this key"),
        (FRAME.to_owned(), "no site with this key"),
        (
            frame_of(&forum, "https://evil.example"),
            "https://evil.example",
        ),
        (
            frame_of(&forum, "https://forum.example.evil.example"),
            "not one of this site",
        ),
    ] {
        let frame = visitor.get(&path).await;
        assert_eq!(frame.status, 404, "{path}");
        assert!(frame.says(said), "{}", frame.text());
        assert_eq!(frame.field("challenge"), None);
        // The developer of any page can read it.
        assert!(
            frame
                .header("content-security-policy")
                .contains("frame-ancestors *;")
        );
    }
    let script = visitor.get("/captcha/widget.js").await;
    assert_eq!(script.status, 200);
    assert_eq!(
        script.header("cross-origin-resource-policy"),
        "cross-origin"
    );
    assert_eq!(script.header("cache-control"), "public, max-age=3600");
    // All other pages are framed by nobody.
    for path in ["/", "/signup", "/verify"] {
        let page = visitor.get(path).await;
        assert_eq!(page.header("x-frame-options"), "DENY");
        assert!(
            page.header("content-security-policy")
                .contains("frame-ancestors 'none'")
        );
    }
}

async fn of_64_forms_of_one_frame_one_passes(store: Store) {
    let settings = [
        ("limits.captcha_checks_per_minute", "0"),
        ("captcha.defence.adaptive", "false"),
        // A proof fits one seed.
        ("captcha.defence.work_tries", "64"),
    ];
    let site = Site::on(store, &settings).await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let shop = Customer::added_by(&mut owner, "Shop", SHOP).await;
    for _ in 0..6 {
        let work = work_of(&site.visitor().get(&frame_of(&forum, FORUM)).await);
        let proof = work.proof(work.more);
        let other_seed = site.visitor().challenge(&frame_of(&forum, FORUM)).await;
        let forms: Vec<_> = (0..64)
            .map(|n| {
                // Half of them are not what the work was for: on another site's page, and with another challenge.
                let (from, challenge) = match n % 4 {
                    1 => (&shop, &work.seed),
                    3 => (&forum, &other_seed),
                    _ => (&forum, &work.seed),
                };
                let (from, mut visitor) = (from.clone(), site.visitor());
                let (challenge, proof) = (challenge.clone(), proof.clone());
                tokio::spawn(async move {
                    let fields = [("challenge", &*challenge), ("proof", &*proof)];
                    let answer = send(&mut visitor, &from, from.origin, &fields).await;
                    !token_of(&answer).is_empty()
                })
            })
            .collect();
        let mut passed = Vec::new();
        for (n, form) in forms.into_iter().enumerate() {
            if form.await.unwrap() {
                passed.push(n % 2);
            }
        }
        assert_eq!(passed, [0]);
    }
    site.app.shutdown().await;
}

async fn each_site_has_a_price_of_its_own(store: Store) {
    let settings = [
        FAST,
        ("captcha.defence.work_tries", "8"),
        ("captcha.defence.range_usual", "2"),
        ("captcha.defence.site_usual", "3"),
    ];
    let site = Site::on(store, &settings).await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let shop = Customer::added_by(&mut owner, "Shop", SHOP).await;
    let mut seen = Vec::new();
    for n in 0..8 {
        let mut visitor = site.visitor().at(&format!("203.0.{n}.1"));
        let page = visitor.get(&frame_of(&forum, FORUM)).await;
        seen.push(work_of(&page).tries);
        pass(&mut visitor, &forum).await;
    }
    assert_eq!(seen, [8, 8, 8, 32, 32, 32, 128, 128], "usual 3, twice 6");
    // The same by the API, which says it in numbers.
    let mut visitor = site.visitor();
    let made = forum.challenge(&mut visitor).await;
    assert_eq!(made["work"]["tries"], 128);
    assert_eq!(made["work"]["tries_without_reading"], 512);
    let body = json!({"answer": ANSWER, "proof": "0.1.2.3.4.5.6.7"});
    let cheap = forum.post(&mut visitor, text(&made["check"]), &body).await;
    assert_eq!(code(&cheap), refused(422, "more-work"));
    // Neither another site nor this site's own accounts pay for that.
    let page = visitor.get(&frame_of(&shop, SHOP)).await;
    assert_eq!(work_of(&page).tries, 8);
    assert_eq!(work_of(&visitor.get("/signup").await).tries, 8);
    site.app.shutdown().await;
}

async fn without_scripts_there_are_ceilings_for_each_site(store: Store) {
    let settings = [
        FAST,
        ("captcha.defence.range_without_scripts", "2"),
        ("captcha.defence.wait_s", "15"),
    ];
    let site = Site::on(store, &settings).await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let mut statuses = Vec::new();
    for _ in 0..3 {
        let mut visitor = site.visitor().at("203.0.113.7").without_scripts();
        let path = format!("{FRAME}?site={}", forum.key);
        let challenge = visitor.challenge(&path).await;
        let fields = [("challenge", &*challenge), ("answer", ANSWER)];
        let early = send(&mut visitor, &forum, "", &fields).await;
        assert_eq!(early.status, 429);
        site.clock.advance(15 * SECOND_MS);
        let frame = send(&mut visitor, &forum, "", &fields).await;
        statuses.push(frame.status);
        if frame.status == 200 {
            // The visitor copies it into the form around the frame.
            let text = frame.text();
            let inputs = html::tags(&text, "input");
            let shown = inputs.iter().find(|tag| tag.contains("f-code")).unwrap();
            let shown = html::attribute(shown, "value").unwrap();
            let told = siteverify(
                &mut site.visitor(),
                &[("secret", &*forum.secret), ("response", &*shown)],
            )
            .await;
            assert_eq!(
                (told["success"].clone(), told["hostname"].clone()),
                (json!(true), json!("forum.example"))
            );
        }
    }
    assert_eq!(statuses, [200, 200, 429]);
    site.app.shutdown().await;
}

/// The owner tries the captcha at whatever name the server is reached by; of another name's page it is not.
#[tokio::test]
async fn a_page_of_this_site_may_frame_it_under_the_name_that_it_was_asked_by() {
    let site = Site::new().await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let frame = frame_of(&forum, "http://games.lan:8080");
    let mut visitor = site.visitor();
    for (asked_by, status) in [
        ("http://games.lan:8080", 200),
        ("http://games.lan:8081", 404),
        ("", 404),
    ] {
        let page = visitor.get(&format!("{asked_by}{frame}")).await;
        assert_eq!(page.status, status, "{asked_by}");
        assert_eq!(page.field("challenge").is_some(), status == 200);
    }
}

async fn a_new_secret_leaves_time_to_change_it(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut owner = site.admin("Owner").await;
    // A form that is sent twice leaves the secret that is in use. A later new one ends it at once.
    let shop = Customer::added_by(&mut owner, "Shop", SHOP).await;
    for (after_ms, is_valid) in [(0, true), (MINUTE_MS, true), (10 * MINUTE_MS, false)] {
        site.clock.advance(after_ms);
        let fields = [("act", "rotate"), ("site", &*shop.key)];
        assert_eq!(owner.post(SITES, &fields).await.status, 200);
        let token = pass(&mut site.visitor(), &shop).await;
        let fields = [("secret", &*shop.secret), ("response", &*token)];
        let told = siteverify(&mut site.visitor(), &fields).await;
        assert_eq!(told["success"], is_valid, "{told}");
    }

    let mut forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let old = forum.secret.clone();
    let fields = [("act", "rotate"), ("site", &*forum.key)];
    let page = owner.post(SITES, &fields).await;
    assert_eq!(page.status, 200, "{}", page.text());
    forum.secret = html::by_id(&page.text(), "secret").unwrap();
    assert_ne!(old, forum.secret);
    assert!(
        !owner.get(SITES).await.says(&forum.secret),
        "it is shown once"
    );
    let mut server = site.visitor();
    for (after_ms, is_old_valid) in [(0, true), (23 * HOUR_MS, true), (2 * HOUR_MS, false)] {
        site.clock.advance(after_ms);
        for (secret, is_valid) in [(&old, is_old_valid), (&forum.secret, true)] {
            let token = pass(&mut site.visitor(), &forum).await;
            let fields = [("secret", &**secret), ("response", &*token)];
            let told = siteverify(&mut server, &fields).await;
            assert_eq!(told["success"], is_valid, "{told}");
        }
    }
    site.app.shutdown().await;
}

/// Where the site does not know its public address, it is the one under which the owner has opened the page.
#[tokio::test]
async fn the_lines_for_another_site_have_an_address_that_it_reaches() {
    let public: &[(&str, &str)] = &[("public_url", "http://rookery.test")];
    for (settings, address) in [
        (&public[..0], "http://192.168.1.7:8080"),
        (public, "http://rookery.test"),
    ] {
        let site = Site::with(settings).await;
        let mut owner = site.admin("Owner").await;
        Customer::added_by(&mut owner, "Forum", FORUM).await;
        let page = owner.get(&format!("http://192.168.1.7:8080{SITES}")).await;
        for path in ["/captcha/widget.js", "/captcha/frame?site="] {
            let line = format!("src=\"{address}{path}");
            assert!(page.says(&line), "{line}: {}", page.text());
        }
        assert!(page.says(&format!("{address}/api/v1/captcha/siteverify")));
    }
}

#[tokio::test]
async fn the_owner_changes_a_site_and_tries_it_out() {
    let site = Site::new().await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let page = owner.get(&format!("{SITES}?edit={}", forum.key)).await;
    assert_eq!(page.field("name").as_deref(), Some("Forum"));
    assert!(page.says(FORUM));
    let change = |name, origins| {
        [
            ("act", "save"),
            ("site", forum.key.as_str()),
            ("name", name),
            ("origins", origins),
        ]
    };
    let wrong = owner.post(SITES, &change("Forum", "forum.example")).await;
    assert_eq!(wrong.status, 422);
    assert!(wrong.problem("origins").unwrap().contains("forum.example"));
    assert!(
        wrong.text().contains("value=\"save\""),
        "it still changes that site"
    );
    let saved = owner.post(SITES, &change("Club", SHOP)).await;
    assert_eq!(saved.status, 303);
    let kept = site.store().captcha_sites().await.unwrap();
    assert_eq!(
        (&*kept[0].name, &*kept[0].origins),
        ("Club", &[SHOP.to_owned()][..])
    );
    let mut visitor = site.visitor();
    let body = json!({"site": forum.key});
    let gone = forum.post(&mut visitor, CHALLENGES, &body).await;
    assert_eq!(code(&gone), refused(403, "foreign-origin"));

    let page = owner.get(&format!("{SITES}?try={}", forum.key)).await;
    assert!(
        page.header("content-security-policy")
            .contains("frame-src 'self'")
    );
    assert!(page.text().contains("src=\"/captcha/widget.js\""));
    let club = Customer {
        origin: SHOP,
        ..forum.clone()
    };
    let token = pass(&mut site.visitor(), &club).await;
    for said in ["The captcha works", "not a valid token"] {
        let fields = [
            ("act", "try"),
            ("site", &*forum.key),
            ("rookery-captcha-response", &*token),
        ];
        let page = owner.post(SITES, &fields).await;
        assert!(page.status == 200 && page.says(said), "{}", page.text());
    }
    for act in ["save", "rotate", "try", "remove"] {
        let fields = [
            ("act", act),
            ("site", "nonsense"),
            ("name", "x"),
            ("origins", FORUM),
        ];
        assert_eq!(owner.post(SITES, &fields).await.status, 404, "{act}");
    }
    assert_eq!(
        owner.get(&format!("{SITES}?edit=nonsense")).await.status,
        404
    );
}
