//! Another site that uses the captcha of the site under test: its pages and its server.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::browser::{Answer, Browser};
use crate::support::html;
use crate::support::site::ANSWER;
use crate::support::work::EASY_PROOF;

pub const FORUM: &str = "https://forum.example";
pub const SHOP: &str = "https://shop.example:8443";
pub const CHALLENGES: &str = "/api/v1/captcha/challenges";
pub const VERIFY: &str = "/api/v1/captcha/verify";

/// Another site, as its operator knows it.
#[derive(Clone)]
pub struct Customer {
    pub origin: &'static str,
    pub key: String,
    pub secret: String,
}

impl Customer {
    /// A site that the owner adds on the page for it.
    pub async fn added_by(owner: &mut Browser, name: &str, origin: &'static str) -> Self {
        let fields = [("act", "add"), ("name", name), ("origins", origin)];
        let page = owner.post("/admin/captcha/sites", &fields).await;
        assert_eq!(page.status, 200, "{}", page.text());
        Customer {
            origin,
            key: html::by_id(&page.text(), "site-key").unwrap(),
            secret: html::by_id(&page.text(), "secret").unwrap(),
        }
    }

    /// A post from a page of this site, as a browser sends it.
    pub async fn post(&self, visitor: &mut Browser, path: &str, body: &Value) -> Answer {
        post_from(visitor, Some(self.origin), path, body).await
    }

    /// A new challenge for a visitor.
    pub async fn challenge(&self, visitor: &mut Browser) -> Value {
        let made = self
            .post(visitor, CHALLENGES, &json!({"site": self.key}))
            .await;
        assert_eq!(made.status, 200, "{}", made.text());
        made.json()
    }

    /// A visitor's pass, earned by the answer that every captcha takes.
    pub async fn pass(&self, visitor: &mut Browser) -> String {
        let made = self.challenge(visitor).await;
        let checked = self.post(visitor, text(&made["check"]), &right()).await;
        assert_eq!(checked.status, 200, "{}", checked.text());
        text(&checked.json()["token"]).to_owned()
    }

    /// The answer to this site's server about a token. It is not a browser: it sends no origin.
    pub async fn verify(&self, server: &mut Browser, token: &str) -> Answer {
        let body = json!({"secret": self.secret, "token": token});
        post_from(server, None, VERIFY, &body).await
    }
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value}"))
}

pub async fn post_from(
    browser: &mut Browser,
    origin: Option<&str>,
    path: &str,
    body: &Value,
) -> Answer {
    let mut headers = vec![("content-type", "application/json")];
    if let Some(origin) = origin {
        headers.extend([("origin", origin), ("sec-fetch-site", "cross-site")]);
    }
    browser
        .send(Method::POST, path, &headers, body.to_string().into_bytes())
        .await
}

/// The body of a check by the answer that every captcha takes.
pub fn right() -> Value {
    json!({"answer": ANSWER, "proof": EASY_PROOF})
}

/// The word for programs in a refusal.
pub fn code(answer: &Answer) -> (u16, String) {
    let json = answer.json();
    assert!(!text(&json["error"]["say"]).is_empty());
    (answer.status, text(&json["error"]["code"]).to_owned())
}

pub fn refused(status: u16, word: &str) -> (u16, String) {
    (status, word.to_owned())
}
