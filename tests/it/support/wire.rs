//! A browser without scripts on a real connection, which may break at any moment.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use crate::support::html;

/// No answer takes longer.
const WITHIN: Duration = Duration::from_secs(30);

/// A visitor of a served site, with a cookie jar.
#[derive(Clone, Debug)]
pub struct Wire {
    address: String,
    cookies: BTreeMap<String, String>,
    /// The visitor's address, as a proxy in front says it.
    forwarded_for: Option<String>,
}

/// A whole answer from the wire.
#[derive(Debug)]
pub struct Reply {
    /// The status code.
    pub status: u16,
    /// The headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl Reply {
    /// A header; empty where it is missing.
    pub fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value)
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }
}

impl Wire {
    /// Somebody who has never been there.
    pub fn new(address: &str) -> Self {
        Wire {
            address: address.to_owned(),
            cookies: BTreeMap::new(),
            forwarded_for: None,
        }
    }

    /// The same visitor, through a proxy that passes on requests from that address.
    pub fn forwarded_for(mut self, client: &str) -> Self {
        self.forwarded_for = Some(client.to_owned());
        self
    }

    /// The same visitor, when the site is somewhere else.
    pub fn moved_to(mut self, address: &str) -> Self {
        self.address = address.to_owned();
        self
    }

    /// Opens a page.
    pub fn get(&mut self, path: &str) -> io::Result<Reply> {
        self.send("GET", path, "", "")
    }

    /// Sends a form.
    pub fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> io::Result<Reply> {
        let kind = "application/x-www-form-urlencoded";
        self.send("POST", path, kind, &html::form(fields))
    }

    /// Sends JSON and takes JSON, as the page's script does.
    pub fn post_json(&mut self, path: &str, body: &Value) -> io::Result<Reply> {
        self.send("POST", path, "application/json", &body.to_string())
    }

    /// A fresh home board with its first move made; its address. It needs no captcha.
    pub fn home_game(&mut self) -> io::Result<Result<String, Reply>> {
        let reply = self.post("/games", &[("game", "tic-tac-toe"), ("tap", "b2")])?;
        let place = reply.header("location").to_owned();
        match reply.status {
            303 if place.starts_with("/games/") => Ok(Ok(place)),
            _ => Ok(Err(reply)),
        }
    }

    fn send(&mut self, method: &str, path: &str, kind: &str, body: &str) -> io::Result<Reply> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(WITHIN))?;
        let jar: Vec<String> = self
            .cookies
            .iter()
            .map(|(k, v)| format!("{k}={v}"))
            .collect();
        let accept = match path.starts_with("/api/") || kind == "application/json" {
            true => "application/json",
            false => "text/html",
        };
        let forwarded = self.forwarded_for.as_ref();
        let forwarded = forwarded.map(|client| format!("X-Forwarded-For: {client}\r\n"));
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAccept: {accept}\r\nCookie: {}\r\n{}\
             Sec-Fetch-Site: same-origin\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            jar.join("; "),
            forwarded.unwrap_or_default(),
            body.len()
        )?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let reply = parse(&String::from_utf8_lossy(&answer)).ok_or(io::ErrorKind::UnexpectedEof)?;
        for (_, cookie) in reply
            .headers
            .iter()
            .filter(|(name, _)| name == "set-cookie")
        {
            if let Some((name, rest)) = cookie.split_once('=') {
                let value = rest.split(';').next().unwrap_or_default();
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        Ok(reply)
    }
}

/// An answer that is whole, by its own length; `None` for one that broke off.
fn parse(text: &str) -> Option<Reply> {
    let (head, body) = text.split_once("\r\n\r\n")?;
    let mut lines = head.lines();
    let status = lines.next()?.split_whitespace().nth(1)?.parse().ok()?;
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let reply = Reply {
        status,
        headers,
        body: body.to_owned(),
    };
    let length = reply.header("content-length");
    let is_whole = length.is_empty() || length.parse().is_ok_and(|n: usize| body.len() >= n);
    is_whole.then_some(reply)
}
