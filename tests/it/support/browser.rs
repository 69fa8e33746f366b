//! `Browser`: sends requests as a browser does, keeps its cookies, and does the captcha's work. `Answer`: the response.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicU16, Ordering};
use std::task::Poll;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, header};
use serde_json::Value;
use tower::ServiceExt;

use crate::support::html;
use crate::support::site::{ANSWER, HOST, PASSWORD};
use crate::support::work::Work;

/// A browser with a cookie jar and an address.
#[derive(Clone)]
pub struct Browser {
    router: Router,
    cookies: BTreeMap<String, String>,
    address: Option<String>,
    has_scripts: bool,
    /// The work that its pages ask for, by seed.
    work: BTreeMap<String, Work>,
}

/// An address in a network of its own, so that no test's browsers meet at a limit unless they are put at one address.
fn fresh_address() -> String {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let [high, low] = NEXT.fetch_add(1, Ordering::Relaxed).to_be_bytes();
    format!("10.{high}.{low}.1")
}

/// The answer to a request, whole.
#[derive(Debug)]
pub struct Answer {
    /// The status code.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body; empty for a stream of events, which has no end.
    pub body: Vec<u8>,
}

impl Browser {
    /// A browser that has never been anywhere.
    pub fn new(router: Router) -> Self {
        Browser {
            router,
            cookies: BTreeMap::new(),
            address: Some(fresh_address()),
            has_scripts: true,
            work: BTreeMap::new(),
        }
    }

    /// The same browser at another address.
    pub fn at(mut self, address: &str) -> Self {
        self.address = Some(address.to_owned());
        self
    }

    /// The same browser with scripts switched off: it does nothing of its own accord.
    pub fn without_scripts(mut self) -> Self {
        self.has_scripts = false;
        self
    }

    /// The value of a cookie.
    pub fn cookie(&self, name: &str) -> Option<&str> {
        self.cookies.get(name).map(String::as_str)
    }

    /// Plants a cookie.
    pub fn set_cookie(&mut self, name: &str, value: &str) {
        self.cookies.insert(name.to_owned(), value.to_owned());
    }

    /// Opens a page.
    pub async fn get(&mut self, path: &str) -> Answer {
        self.send(Method::GET, path, &[], Vec::new()).await
    }

    /// Asks for JSON.
    pub async fn get_json(&mut self, path: &str) -> Value {
        let answer = self
            .send(
                Method::GET,
                path,
                &[("accept", "application/json")],
                Vec::new(),
            )
            .await;
        assert_eq!(answer.status, 200, "GET {path}: {}", answer.text());
        answer.json()
    }

    /// Sends a form; where it answers a captcha, with a proof of the work.
    pub async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let proof = self.proof_for(fields);
        let proof = proof.as_ref().map(|proof| ("proof", proof.as_str()));
        let fields: Vec<_> = fields.iter().copied().chain(proof).collect();
        let headers = [
            ("content-type", "application/x-www-form-urlencoded"),
            ("sec-fetch-site", "same-origin"),
        ];
        self.send(
            Method::POST,
            path,
            &headers,
            html::form(&fields).into_bytes(),
        )
        .await
    }

    /// Sends a form and leaves when its answer has been waited for `waits` times: the request is dropped there, as where a connection
    /// breaks. The answer, if it came before.
    pub async fn post_and_leave(
        &mut self,
        path: &str,
        fields: &[(&str, &str)],
        mut waits: usize,
    ) -> Option<Answer> {
        let mut request = pin!(self.post(path, fields));
        poll_fn(|context| match request.as_mut().poll(context) {
            Poll::Ready(answer) => Poll::Ready(Some(answer)),
            Poll::Pending if waits == 0 => Poll::Ready(None),
            Poll::Pending => {
                waits -= 1;
                Poll::Pending
            }
        })
        .await
    }

    /// The proof that a page's script would add to a form.
    fn proof_for(&self, fields: &[(&str, &str)]) -> Option<String> {
        let value = |name| fields.iter().find(|(known, _)| *known == name);
        let (_, challenge) = value("challenge").filter(|_| self.has_scripts)?;
        let work = self.work.get(*challenge)?;
        let is_answer = value("answer").is_some_and(|(_, typed)| !typed.is_empty());
        (is_answer && value("proof").is_none()).then(|| work.proof(work.tries))
    }

    /// Sends JSON as the site's script does.
    pub async fn post_json(&mut self, path: &str, body: &Value) -> Answer {
        let headers = [
            ("content-type", "application/json"),
            ("accept", "application/json"),
            ("sec-fetch-site", "same-origin"),
        ];
        self.send(Method::POST, path, &headers, body.to_string().into_bytes())
            .await
    }

    /// Sends files as a form with a field for them does.
    pub async fn post_files(&mut self, path: &str, files: &[(&str, Vec<u8>)]) -> Answer {
        let files: Vec<_> = files
            .iter()
            .map(|(name, bytes)| ("files", *name, bytes.as_slice()))
            .collect();
        self.post_parts(path, &[], &files).await
    }

    /// Sends fields and files, `(field, name of the file, bytes)`, as a form with both does.
    pub async fn post_parts(
        &mut self,
        path: &str,
        fields: &[(&str, &str)],
        files: &[(&str, &str, &[u8])],
    ) -> Answer {
        const BOUNDARY: &str = "----nothing-like-this-is-in-a-file";
        let mut body = Vec::new();
        for (field, value) in fields {
            // Browsers send lines as the protocol has them.
            let value = value.replace('\n', "\r\n");
            let part = format!(
                "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{field}\"\r\n\r\n{value}\r\n"
            );
            body.extend_from_slice(part.as_bytes());
        }
        for (field, name, bytes) in files {
            let head = format!(
                "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\
                 Content-Type: application/octet-stream\r\n\r\n"
            );
            body.extend_from_slice(head.as_bytes());
            body.extend_from_slice(bytes);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let headers = [
            ("content-type", kind.as_str()),
            ("sec-fetch-site", "same-origin"),
        ];
        self.send(Method::POST, path, &headers, body).await
    }

    /// Sends anything.
    pub async fn send(
        &mut self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Vec<u8>,
    ) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, HOST);
        if !self.cookies.is_empty() {
            let jar: Vec<String> = self
                .cookies
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            request = request.header(header::COOKIE, jar.join("; "));
        }
        if let Some(address) = &self.address {
            request = request.header("x-forwarded-for", address);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::from(body)).unwrap();
        let response = self
            .router
            .clone()
            .oneshot(request)
            .await
            .unwrap_or_else(|never| match never {});
        let (parts, body) = response.into_parts();
        self.keep_cookies(&parts.headers);
        let is_stream = parts
            .headers
            .get(header::CONTENT_TYPE)
            .is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
        let body = if is_stream {
            Vec::new()
        } else {
            axum::body::to_bytes(body, 8 << 20).await.unwrap().to_vec()
        };
        let answer = Answer {
            status: parts.status.as_u16(),
            headers: parts.headers,
            body,
        };
        if let Some(work) = Work::of(&answer.text()) {
            self.work.insert(work.seed.clone(), work);
        }
        answer
    }

    /// Sends a request as it is, without the jar, and returns the status.
    pub async fn status_of(&self, request: Request<Body>) -> u16 {
        let response = self
            .router
            .clone()
            .oneshot(request)
            .await
            .unwrap_or_else(|never| match never {});
        response.status().as_u16()
    }

    fn keep_cookies(&mut self, headers: &HeaderMap) {
        for cookie in headers.get_all(header::SET_COOKIE) {
            let cookie = cookie.to_str().unwrap();
            let (name, rest) = cookie.split_once('=').unwrap();
            let value = rest.split(';').next().unwrap_or_default();
            if rest.contains("Max-Age=0") || value.is_empty() {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }

    /// Opens a page with a captcha and takes down the challenge.
    pub async fn challenge(&mut self, page: &str) -> String {
        let answer = self.get(page).await;
        answer
            .field("challenge")
            .unwrap_or_else(|| panic!("{page} shows no captcha: {}", answer.text()))
    }

    /// Passes the captcha of a guest.
    pub async fn verify(&mut self) {
        let challenge = self.challenge("/verify").await;
        let answer = self
            .post("/verify", &[("challenge", &challenge), ("answer", ANSWER)])
            .await;
        assert_eq!(answer.status, 303, "{}", answer.text());
    }

    /// Fills in the sign-up form, captcha and all.
    pub async fn sign_up(&mut self, name: &str) -> Answer {
        let challenge = self.challenge("/signup").await;
        let fields = [
            ("name", name),
            ("password", PASSWORD),
            ("challenge", &*challenge),
            ("answer", ANSWER),
        ];
        self.post("/signup", &fields).await
    }

    /// Fills in the log-in form.
    pub async fn log_in(&mut self, name: &str, password: &str) -> Answer {
        self.post("/login", &[("name", name), ("password", password)])
            .await
    }

    /// Whether somebody is logged in here.
    pub async fn is_logged_in(&mut self) -> bool {
        self.get("/account").await.status == 200
    }

    /// Starts a game and returns its path, `/games/{id}`.
    pub async fn start(&mut self, fields: &[(&str, &str)]) -> String {
        let answer = self.post("/games", fields).await;
        let place = answer.location();
        assert!(place.starts_with("/games/"), "{} {place}", answer.status);
        place
    }

    /// Waits until the engine has moved (or the game is over) and returns the board view.
    pub async fn my_turn(&mut self, game: &str) -> Value {
        // Slower than an address may ask, which is 50 times a second.
        for _ in 0..600 {
            let view = self.get_json(game).await;
            if view["status"] != "playing" || view["turn"] == view["me"] {
                return view;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("{game}: the engine did not move within 30 s");
    }
}

impl Answer {
    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    /// The address to which it sends the browser; empty if it does not.
    pub fn location(&self) -> String {
        self.header("location").to_owned()
    }

    /// A header; empty where it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .and_then(|v| v.to_str().ok())
            .unwrap_or_default()
    }

    /// The value of a field of the page's forms.
    pub fn field(&self, name: &str) -> Option<String> {
        html::field(&self.text(), name)
    }

    /// The page's words about an error of a field.
    pub fn problem(&self, field: &str) -> Option<String> {
        html::by_id(&self.text(), &format!("e-{field}"))
    }

    /// Whether the page says this, character entities read.
    pub fn says(&self, words: &str) -> bool {
        html::unescape(&self.text()).contains(words)
    }
}
