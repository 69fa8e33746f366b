//! A script that signs up: a visitor with an address, who reads every captcha perfectly and works as fast as native code does.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::cli::captcha::price::throwaway_site::ThrowawaySite;
use crate::cli::captcha::price::way::Way;
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::ids::ChallengeId;
use crate::store::Challenge;
use rookery_captcha::defence::{Proof, SOLUTIONS};

const PASSWORD: &str = "a script has no memory of its own";
/// Forms that are sent again with more work, at most.
const FORMS: usize = 4;
const MS: i64 = 1000;

/// The outcome of a sign-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The account is there.
    LetIn,
    /// It waits for the owner.
    Held,
    /// It was refused.
    Refused,
}

/// A sign-up and what it took.
#[derive(Clone, Copy, Debug)]
pub struct SignUpCost {
    /// The outcome of the sign-up.
    pub outcome: Outcome,
    /// The tries that the site asked for, on average; 0 where it asked for none.
    pub asked: u64,
    /// The tries that it took.
    pub tries: u64,
    /// The CPU seconds that they took.
    pub cpu_s: f64,
}

/// Signs up once.
///
/// # Errors
/// The site does not answer as a site does.
pub async fn sign_up(
    site: &ThrowawaySite,
    way: Way,
    from: &str,
    name: &str,
) -> Result<SignUpCost, Failure> {
    let mut cookie = String::new();
    let mut page = ask(site.address, "GET", from, &mut cookie, "").await?;
    let mut attempt = SignUpCost {
        outcome: Outcome::Refused,
        asked: 0,
        tries: 0,
        cpu_s: 0.0,
    };
    let mut numbers = Numbers::default();
    for _ in 0..FORMS {
        let Some(id) = page.challenge() else {
            return Ok(attempt);
        };
        site.clock.advance(way.wait_s() * MS);
        attempt.asked = page.asked(way);
        if attempt.asked > 0 {
            numbers = numbers.work(id.clone(), attempt.asked).await?;
        }
        let form = form(site, way, &id, name, &numbers.proof(attempt.asked)).await?;
        page = ask(site.address, "POST", from, &mut cookie, &form).await?;
        attempt.tries = numbers.tried;
        attempt.cpu_s = numbers.cpu_s;
        attempt.outcome = page.outcome();
        // A form that asks for more work comes back with the challenge that it was for.
        if attempt.outcome != Outcome::Refused || !page.text.contains(&id) {
            break;
        }
    }
    Ok(attempt)
}

/// Sends one proof in which a number shows less work than the page asks for, beside seven that are good enough.
///
/// # Errors
/// The site does not answer as a site does, or asks for so little that every number does.
pub async fn undercut(
    site: &ThrowawaySite,
    way: Way,
    from: &str,
    name: &str,
) -> Result<Outcome, Failure> {
    let mut cookie = String::new();
    let page = ask(site.address, "GET", from, &mut cookie, "").await?;
    let id = page
        .challenge()
        .ok_or_else(|| Failure::work("the form has no challenge"))?;
    site.clock.advance(way.wait_s() * MS);
    let asked = page.asked(way);
    let numbers = Numbers::default().work(id.clone(), asked).await?;
    let proof = numbers
        .cheap_proof(asked)
        .ok_or_else(|| Failure::work(format!("{}: no work is asked for", way.name())))?;
    let form = form(site, way, &id, name, &proof).await?;
    let page = ask(site.address, "POST", from, &mut cookie, &form).await?;
    Ok(page.outcome())
}

/// The form of a perfect reader.
async fn form(
    site: &ThrowawaySite,
    way: Way,
    id: &str,
    name: &str,
    proof: &str,
) -> Result<String, Failure> {
    let challenge = challenge(site, id).await?;
    let answer = match way {
        Way::Picture | Way::WithoutScripts => challenge.answer_image.as_str(),
        Way::Recording => challenge.answer_audio.as_str(),
        Way::Work => "",
    };
    let password = PASSWORD.replace(' ', "+");
    Ok(format!(
        "name={name}&password={password}&challenge={id}&answer={answer}&proof={proof}"
    ))
}

/// The numbers of a seed that were tried, and those that are of use.
#[derive(Default)]
struct Numbers {
    tried: u64,
    cpu_s: f64,
    found: Vec<(u64, u64)>,
}

impl Numbers {
    /// Works on until a proof shows this many tries.
    async fn work(mut self, seed: String, tries: u64) -> Result<Self, Failure> {
        tokio::task::spawn_blocking(move || {
            let since = output::thread_cpu_seconds();
            while self.showing(tries).count() < SOLUTIONS {
                let shown = Proof::tries_of_number(&self.tried.to_string(), &seed);
                self.found.push((self.tried, shown));
                self.tried += 1;
            }
            self.cpu_s += output::thread_cpu_seconds() - since;
            self
        })
        .await
        .map_err(|e| Failure::work(e.to_string()))
    }

    fn showing(&self, tries: u64) -> impl Iterator<Item = &(u64, u64)> {
        self.found.iter().filter(move |(_, shown)| *shown >= tries)
    }

    fn proof(&self, tries: u64) -> String {
        joined(self.showing(tries).take(SOLUTIONS))
    }

    /// A proof whose worst number shows as much as it can below these tries; `None` if every number shows them.
    fn cheap_proof(&self, tries: u64) -> Option<String> {
        let below = self.found.iter().filter(|(_, shown)| *shown < tries);
        let worst = below.max_by_key(|(_, shown)| *shown)?;
        let good = self.showing(tries).take(SOLUTIONS - 1);
        Some(joined(good.chain([worst])))
    }
}

fn joined<'a>(numbers: impl Iterator<Item = &'a (u64, u64)>) -> String {
    let numbers: Vec<String> = numbers.map(|(number, _)| number.to_string()).collect();
    numbers.join(".")
}

/// The challenge with its answer, as a perfect reader knows it.
async fn challenge(site: &ThrowawaySite, id: &str) -> Result<Challenge, Failure> {
    let id: ChallengeId = id
        .parse()
        .map_err(|_| Failure::work("the challenge in the form is not an identifier"))?;
    let found = site.store.challenge(id).await;
    found
        .map_err(|e| Failure::work(e.to_string()))?
        .ok_or_else(|| Failure::work("the challenge in the form is not in the database"))
}

struct Page {
    status: u16,
    text: String,
}

impl Page {
    fn challenge(&self) -> Option<String> {
        between(&self.text, "name=\"challenge\" value=\"", "\"").map(str::to_owned)
    }

    /// The tries that it asks for by this way; 0 if none.
    fn asked(&self, way: Way) -> u64 {
        let attribute = match way {
            Way::Picture | Way::Recording => "data-tries=\"",
            Way::Work => "data-more=\"",
            Way::WithoutScripts => return 0,
        };
        let asked = between(&self.text, attribute, "\"");
        asked.and_then(|asked| asked.parse().ok()).unwrap_or(0)
    }

    fn outcome(&self) -> Outcome {
        match self.status {
            303 => Outcome::LetIn,
            200 => Outcome::Held,
            _ => Outcome::Refused,
        }
    }
}

/// Opens or sends the sign-up page.
async fn ask(
    to: SocketAddr,
    method: &str,
    from: &str,
    cookie: &mut String,
    form: &str,
) -> Result<Page, Failure> {
    let request = format!(
        "{method} /signup HTTP/1.0\r\nHost: {to}\r\nX-Forwarded-For: {from}\r\nCookie: {cookie}\r\nSec-Fetch-Site: same-origin\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
        form.len()
    );
    let exchange = async {
        let mut stream = TcpStream::connect(to).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        Ok::<_, std::io::Error>(String::from_utf8_lossy(&answer).into_owned())
    };
    let answer = exchange
        .await
        .map_err(|e| Failure::work(format!("no answer from the throwaway site: {e}")))?;
    let (head, text) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    for line in head.lines() {
        if let Some(set) = line.to_ascii_lowercase().strip_prefix("set-cookie: ") {
            let value = &line["set-cookie: ".len()..][..set.find(';').unwrap_or(set.len())];
            value.clone_into(cookie);
        }
    }
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    Ok(Page {
        status: status
            .ok_or_else(|| Failure::work("the answer of the throwaway site has no status"))?,
        text: text.to_owned(),
    })
}

/// The text between two others.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(start)?;
    Some(rest.split_once(end)?.0)
}
