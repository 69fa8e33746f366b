//! The headers of every route, on plain http and on https, and of the cookie.

use axum::http::Method;
use rookery::web::routes;

use crate::routes::fill;
use crate::support::browser::Answer;
use crate::support::site::Site;

const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; media-src 'self'; \
    worker-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; manifest-src 'self'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types rookery";

/// The only page that others may show in a frame; tests/it/captcha_frames.rs has its own headers.
const FRAMED: &str = "/captcha/frame";

/// The headers that are the same in every answer.
const ALWAYS: [(&str, &str); 4] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    (
        "permissions-policy",
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// A site of the owner's choices.
struct Kind {
    is_https: bool,
    /// Search engines may list it.
    is_listed: bool,
}

impl Kind {
    /// All nine headers, and when an answer may be kept; `is_framed`: others may show it in a frame.
    fn check(&self, answer: &Answer, what: &str, path: &str, is_framed: bool) {
        for (name, value) in ALWAYS {
            assert_eq!(answer.header(name), value, "{name}: {what}");
        }
        let csp = match is_framed {
            true => CSP.replace("'none'; require", "*; require"),
            false => CSP.to_owned(),
        };
        let policies = answer.headers.get_all("content-security-policy");
        let policies: Vec<_> = policies.iter().collect();
        assert_eq!(policies, [csp.as_str()], "{what}");
        let sent = |name: &str, value: &'static str, is_sent: bool| {
            let expected = if is_sent { value } else { "" };
            assert_eq!(answer.header(name), expected, "{name}: {what}");
        };
        // It knows no list of sites.
        sent("x-frame-options", "DENY", !is_framed);
        sent(
            "strict-transport-security",
            "max-age=31536000",
            self.is_https,
        );
        sent("x-robots-tag", "noindex, nofollow", !self.is_listed);
        let embedding = match is_for_other_pages(path) {
            true => "cross-origin",
            false => "same-origin",
        };
        sent("cross-origin-resource-policy", embedding, true);
        assert!(!answer.header("cache-control").is_empty(), "{what}");
    }
}

/// The captcha's addresses that pages of other sites load.
fn is_for_other_pages(path: &str) -> bool {
    path.starts_with("/api/v1/captcha/challenges") || [FRAMED, "/captcha/widget.js"].contains(&path)
}

#[tokio::test]
async fn every_answer_has_the_security_headers() {
    // More requests than an address may send: a refusal would have the headers of all refusals.
    let fast = ("limits.requests_per_second", "100000");
    let https = ("public_url", "https://games.example.org");
    let hidden = ("site.robots", "false");
    for (settings, kind) in [
        (
            &[fast][..],
            Kind {
                is_https: false,
                is_listed: true,
            },
        ),
        (
            &[fast, https, hidden][..],
            Kind {
                is_https: true,
                is_listed: false,
            },
        ),
    ] {
        let site = Site::with(settings).await;
        let mut browser = site.visitor();
        for (route, methods) in routes() {
            let path = fill(route, "aaaaaaaaaaaaaaaaaaaaaaaaaa");
            for method in methods.iter().copied().chain(["HEAD", "PUT"]) {
                let method: Method = method.parse().unwrap();
                let answer = browser.send(method.clone(), &path, &[], Vec::new()).await;
                assert_ne!(answer.status, 429, "{method} {path}");
                let what = format!("{method} {path} ({})", answer.status);
                let is_framed = path == FRAMED && method != "PUT";
                kind.check(&answer, &what, &path, is_framed);
            }
        }
        let unknown = browser.get("/nothing").await;
        kind.check(&unknown, "an unknown address", "/nothing", false);
        let foreign = browser
            .send(
                Method::POST,
                "/login",
                &[("sec-fetch-site", "cross-site")],
                Vec::new(),
            )
            .await;
        kind.check(&foreign, "a foreign post", "/login", false);
        let large = browser
            .post("/login", &[("name", &"x".repeat(70_000))])
            .await;
        kind.check(&large, "a body that is too large", "/login", false);
    }
}

/// The thread of the captcha's work alone may use WebAssembly, by its own answer; the libraries that it loads and all other scripts
/// have the policy of the pages.
#[tokio::test]
async fn only_the_thread_of_the_work_may_use_webassembly() {
    const WORKER_CSP: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";
    let site = Site::new().await;
    let mut browser = site.visitor();
    let page = browser.get("/verify").await.text();
    let at = page.find("/static/").unwrap();
    let folder = page[at..].split('/').nth(2).unwrap().to_owned();
    for (file, policy) in [
        ("work-worker.js", WORKER_CSP),
        ("work.js", CSP),
        ("scrypt.js", CSP),
        ("vendor/hash-wasm/scrypt.umd.min.js", CSP),
    ] {
        // Also under the address of an earlier release.
        for hash in [&*folder, "earlier"] {
            let answer = browser.get(&format!("/static/{hash}/{file}")).await;
            assert_eq!(answer.status, 200, "{file}");
            let policies = answer.headers.get_all("content-security-policy");
            let policies: Vec<_> = policies.iter().collect();
            assert_eq!(policies, [policy], "{file}");
        }
    }
}

#[tokio::test]
async fn private_pages_are_never_stored_and_static_files_for_ever() {
    let site = Site::new().await;
    let mut admin = site.admin("Owner").await;
    for path in [
        "/account",
        "/account/games",
        "/admin",
        "/admin/captcha",
        "/admin/users",
        "/admin/captcha/sites",
        "/signup",
        "/login",
        "/verify",
        "/setup",
        "/account/reset",
        "/admin/captcha/preview/0",
    ] {
        assert_eq!(
            admin.get(path).await.header("cache-control"),
            "no-store",
            "{path}"
        );
    }
    assert_eq!(
        admin.post("/login", &[]).await.header("cache-control"),
        "no-store"
    );
    for path in ["/", "/play", "/rules/morabaraba"] {
        let cache = admin.get(path).await.header("cache-control").to_owned();
        assert!(
            cache == "no-store" || cache.starts_with("private"),
            "{path}: {cache}"
        );
    }
    let page = admin.get("/").await.text();
    let at = page.find("/static/").unwrap();
    let file = page[at..].split('"').next().unwrap();
    assert!(
        admin
            .get(file)
            .await
            .header("cache-control")
            .contains("immutable"),
        "{file}"
    );
    // HEAD has the headers of GET (RFC 9110, 9.3.2).
    for path in [file, "/", "/account"] {
        let whole = admin.get(path).await.header("cache-control").to_owned();
        let head = admin.send(Method::HEAD, path, &[], Vec::new()).await;
        assert_eq!(head.header("cache-control"), whole, "{path}");
    }
    let old = admin.get("/static/yesterday/site.css").await;
    assert!(
        !old.header("cache-control").contains("immutable"),
        "a file under an older address is not kept"
    );
}

/// Files are compressed once, for browsers on plain http (which take no brotli) too; a page asks for a dozen, and no limit counts them.
#[tokio::test]
async fn a_static_file_comes_in_the_form_that_the_client_takes() {
    let site = Site::with(&[("limits.requests_per_second", "1")]).await;
    let mut browser = site.visitor();
    let page = browser.get("/").await.text();
    let at = page.find("/static/").unwrap();
    let folder = page[at..].split('/').nth(2).unwrap();
    let file = format!("/static/{folder}/site.css");
    let mut sizes = Vec::new();
    for (accepted, coding) in [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("br;q=0, GZIP;q=0.5", "gzip"),
        ("gzip;q=0", ""),
        ("", ""),
    ] {
        let headers = [("accept-encoding", accepted)];
        let answer = browser.send(Method::GET, &file, &headers, Vec::new()).await;
        assert_eq!(answer.header("content-encoding"), coding, "{accepted}");
        sizes.push(answer.body.len());
    }
    assert!(sizes[0] < sizes[1] && sizes[1] == sizes[2], "{sizes:?}");
    assert!(3 * sizes[1] < sizes[3] && sizes[3] == sizes[4], "{sizes:?}");
    let face = format!("/static/{folder}/vendor/quicksand/display.woff2");
    let all = [("accept-encoding", "gzip, br")];
    let face = browser.send(Method::GET, &face, &all, Vec::new()).await;
    assert_eq!((face.status, face.header("content-encoding")), (200, ""));
    let is_limited = async |path: &str| {
        for _ in 0..20 {
            if site.visitor().at("198.51.100.9").get(path).await.status == 429 {
                return true;
            }
        }
        false
    };
    assert!(!is_limited(&file).await);
    assert!(is_limited(&format!("/static/{folder}/no-such-file.css")).await);
}

/// Where no coding suits, there is the body without one (RFC 9110, section 12.5.3): an act that was done is no refusal.
#[tokio::test]
async fn who_takes_no_coding_gets_the_body_as_it_is() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let page = browser.get("/").await.text();
    let at = page.find("/static/").unwrap();
    let file = page[at..].split('"').next().unwrap();
    for accepted in [
        "identity;q=0",
        "identity;q=0, *;q=0",
        "gzip;q=0,br;q=0,*;q=0",
    ] {
        let encoding = ("accept-encoding", accepted);
        for path in ["/", "/rules/chess", file] {
            let answer = browser.send(Method::GET, path, &[encoding], vec![]).await;
            let found = (answer.status, answer.header("content-encoding"));
            assert_eq!(found, (200, ""), "{path} {accepted}");
        }
        let kind = ("content-type", "application/x-www-form-urlencoded");
        let body = b"game=tic-tac-toe&tap=b2".to_vec();
        let sent = [kind, encoding];
        let begun = browser.send(Method::POST, "/games", &sent, body).await;
        assert_eq!(begun.status, 303, "{accepted}");
    }
    site.app.shutdown().await;
}

#[tokio::test]
async fn the_cookie_is_out_of_reach_of_scripts_and_of_other_sites() {
    for (settings, name) in [
        (&[][..], "rookery"),
        (
            &[("public_url", "https://games.example.org")][..],
            "__Host-rookery",
        ),
    ] {
        let site = Site::with(settings).await;
        let answer = site.visitor().get("/signup").await;
        let cookie = answer.header("set-cookie").to_owned();
        assert!(cookie.starts_with(&format!("{name}=")), "{cookie}");
        for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        assert_eq!(
            cookie.contains("Secure"),
            name.starts_with("__Host-"),
            "{cookie}"
        );
        assert!(!cookie.contains("Domain"), "{cookie}");
        // Nor is that of a choice.
        let theme = [("theme", "dark")];
        let chosen = site.visitor().post("/account/theme", &theme).await;
        let choice = chosen.header("set-cookie").to_owned();
        assert!(choice.starts_with("theme=dark;"), "{choice}");
        for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Secure"] {
            assert_eq!(choice.contains(part), cookie.contains(part), "{choice}");
        }
        // A browser ignores the removal of a cookie that it would not have taken.
        let mut owner = site.admin("Owner").await;
        let removed = owner.post("/logout", &[]).await;
        let removal = removed.header("set-cookie").to_owned();
        assert!(removal.contains("Max-Age=0"), "{removal}");
        for part in ["Secure", "Path=/"] {
            assert_eq!(removal.contains(part), cookie.contains(part), "{removal}");
        }
    }
}

/// A browser that goes back to the address of a match does not show the JSON that the page's script has got from there.
#[tokio::test]
async fn what_accept_decides_is_kept_apart_by_caches() {
    let site = Site::new().await;
    let mut visitor = site.admin("Owner").await;
    let game = visitor.start(&[("game", "tic-tac-toe")]).await;
    for path in ["/", &game] {
        for accept in ["text/html", "application/json"] {
            let headers = [("accept", accept)];
            let answer = visitor.send(Method::GET, path, &headers, Vec::new()).await;
            assert_eq!(answer.header("vary"), "accept", "{path} as {accept}");
        }
    }
}

#[tokio::test]
async fn a_page_has_no_inline_code_and_no_foreign_address() {
    let site = Site::new().await;
    let mut admin = site.admin("Owner").await;
    let game = admin.start(&[("game", "tic-tac-toe"), ("tap", "b2")]).await;
    for path in [
        "/",
        "/play",
        "/play/morabaraba",
        "/rules/morabaraba",
        "/login",
        "/account",
        "/admin",
        &game,
        "/admin/captcha",
    ] {
        let page = admin.get(path).await.text();
        assert!(
            crate::rooms::inline_code(&page).is_empty(),
            "{path}: {:?}",
            crate::rooms::inline_code(&page)
        );
        for tag in ["script", "link", "img", "form", "audio"] {
            for found in crate::support::html::tags(&page, tag) {
                for name in ["src", "href", "action"] {
                    let address = crate::support::html::attribute(found, name)
                        .unwrap_or_else(|| "/".to_owned());
                    let is_own = (address.starts_with('/') && !address.starts_with("//"))
                        || address.starts_with(['?', '#']);
                    assert!(is_own, "{path}: <{found}>");
                }
            }
        }
    }
}

/// Pages that anybody may see are asked for again, and a browser may show them when somebody goes back.
#[tokio::test]
async fn pages_for_everybody_may_be_kept_and_have_to_be_asked_for_again() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    for path in ["/", "/play", "/play/chess", "/rules/chess"] {
        let answer = browser.get(path).await;
        assert_eq!(
            answer.header("cache-control"),
            "private, no-cache",
            "{path}"
        );
    }
}

/// By which the line in the log is found when somebody reports an error.
#[tokio::test]
async fn every_answer_has_a_reference_of_its_own() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let mut known = std::collections::BTreeSet::new();
    for path in ["/", "/", "/healthz", "/no-such-page", "/static/any/app.js"] {
        let answer = browser.get(path).await;
        let reference = answer.header("x-request-id").to_owned();
        assert_eq!(reference.len(), 8, "{path}: {reference:?}");
        assert!(known.insert(reference), "{path}: {known:?}");
    }
}
