//! `docs/api.md` against the code: every post, every field with its type, and every command, which is run.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use rookery::service::NewGame;
use rookery::web::{self, EarlierLinks, Field, Shape, routes};
use serde_json::json;

use crate::api::JSON;
use crate::support::browser::{Answer, Browser};
use crate::support::html;
use crate::support::site::{ANSWER, PASSWORD, Site};
use crate::support::tree;
use crate::support::work::EASY_PROOF;

/// A section of the document about one action.
struct Section {
    routes: Vec<String>,
    /// The name and the values of each row of the table.
    fields: BTreeMap<String, String>,
    /// Each command with the status that it says.
    examples: Vec<(String, u16)>,
}

/// The sections about posts.
fn sections() -> Vec<Section> {
    sections_of("`POST ")
}

/// The sections whose headings begin so: with a method, after the sign of code.
fn sections_of(beginning: &str) -> Vec<Section> {
    let text = std::fs::read_to_string(tree::root().join("docs/api.md")).unwrap();
    let parts = text
        .split("\n## ")
        .skip(1)
        .filter(|part| part.starts_with(beginning));
    let method = beginning.trim_start_matches('`');
    parts.map(|part| section(method, part)).collect()
}

fn section(method: &str, text: &str) -> Section {
    let heading = text.lines().next().unwrap();
    let quoted = heading.split('`').skip(1).step_by(2);
    let routes = quoted.map(|route| route.strip_prefix(method).unwrap().to_owned());
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let rows = rows.map(|row| {
        let mut cells = row.split(" | ");
        let name = cells.next().unwrap().trim_end_matches('`').to_owned();
        (name, cells.next().unwrap().trim().to_owned())
    });
    let blocks = text
        .split("```sh\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap());
    let examples = blocks.flat_map(|block| {
        let joined = block.replace("\\\n", " ");
        let lines: Vec<String> = joined.lines().map(|line| line.trim().to_owned()).collect();
        let pairs = lines.chunks(2).map(|pair| {
            let status = pair[1]
                .strip_prefix("# ")
                .unwrap()
                .split_whitespace()
                .next()
                .unwrap();
            (pair[0].clone(), status.parse().unwrap())
        });
        pairs.collect::<Vec<_>>()
    });
    Section {
        routes: routes.collect(),
        fields: rows.collect(),
        examples: examples.collect(),
    }
}

/// A field's type in the words of the document.
fn words_of(field: &Field) -> String {
    let takes = match field.shape {
        Shape::Text => "string".to_owned(),
        Shape::Switch => "true or false".to_owned(),
        Shape::Tokens => "string or list of strings".to_owned(),
        Shape::Number { least, most } if most > 1 << 40 => format!("number from {least}"),
        Shape::Number { least, most } => format!("number, {least} to {most}"),
        Shape::NumberOr { least, most, word } => {
            format!("number, {least} to {most}, or `\"{word}\"`")
        }
    };
    match field.is_required {
        true => format!("{takes}; required"),
        false => takes,
    }
}

#[test]
fn the_document_has_every_post_and_every_field() {
    let sections = sections();
    let told: Vec<&String> = sections
        .iter()
        .flat_map(|section| &section.routes)
        .collect();
    let posts: BTreeSet<&str> = routes()
        .filter(|(_, methods)| methods.contains(&"POST"))
        .map(|(route, _)| route)
        .collect();
    assert_eq!(
        told.iter()
            .map(|route| route.as_str())
            .collect::<BTreeSet<_>>(),
        posts
    );
    assert_eq!(told.len(), posts.len(), "a route stands twice");
    for section in &sections {
        assert!(
            !section.examples.is_empty(),
            "{:?} has no example",
            section.routes
        );
        for route in &section.routes {
            let Some(fields) = web::fields_of(route) else {
                assert_eq!(route, "/admin/captcha/assets", "it takes files");
                continue;
            };
            // The many settings of the captcha stand in its own document.
            let fields = fields.iter().filter(|field| !field.name.contains('.'));
            let known = fields.map(|field| (field.name.to_owned(), words_of(field)));
            let known: BTreeMap<_, _> = known.collect();
            assert_eq!(section.fields, known, "{route}");
        }
    }
}

/// Splits a command as a shell does, as far as the document needs it.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for c in command.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.push(c),
            None if c == '\'' || c == '"' => quote = Some(c),
            None if c == ' ' => {
                words.extend(Some(std::mem::take(&mut word)).filter(|w| !w.is_empty()))
            }
            None => word.push(c),
        }
    }
    words.extend(Some(word).filter(|w| !w.is_empty()));
    words
}

/// Runs a command of the document as curl would.
async fn curl(person: &mut Browser, command: &str) -> Answer {
    let mut words = words(command).into_iter();
    assert_eq!(words.next().as_deref(), Some("curl"), "{command}");
    let (mut headers, mut body, mut files, mut path) = (Vec::new(), None, Vec::new(), None);
    let mut is_post = false;
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap();
        match word.as_str() {
            "-b" | "-c" => drop(value()),
            "-X" => is_post |= value() == "POST",
            "-H" => {
                let header = value();
                let (name, value) = header.split_once(": ").unwrap();
                headers.push((name.to_lowercase(), value.to_owned()));
            }
            "--json" => {
                body = Some(value());
                for name in ["content-type", "accept"] {
                    headers.push((name.to_owned(), "application/json".to_owned()));
                }
            }
            "-F" => files.push(value()),
            address => path = address.strip_prefix("$SITE").map(str::to_owned),
        }
    }
    let path = path.unwrap_or_else(|| panic!("{command}: no address"));
    if !files.is_empty() {
        let picture = include_bytes!("../../static/favicon.png").to_vec();
        return person.post_files(&path, &[("ground.png", picture)]).await;
    }
    let headers: Vec<(&str, &str)> = headers
        .iter()
        .map(|(n, v)| (n.as_str(), v.as_str()))
        .collect();
    let method = match is_post || body.is_some() {
        true => Method::POST,
        false => Method::GET,
    };
    let body = body.unwrap_or_default().into_bytes();
    person.send(method, &path, &headers, body).await
}

/// The visitor of an example, and the values of its variables.
struct Stage {
    site: Site,
    owner: Browser,
    people: usize,
}

impl Stage {
    async fn person(&mut self, route: &str) -> (Browser, String) {
        self.people += 1;
        let name = format!("Person{}", self.people);
        let person = match route {
            route if route.starts_with("/admin") => self.owner.clone(),
            "/signup" | "/login" | "/verify" | "/setup" | "/account/reset" => self.site.visitor(),
            route if route.starts_with("/api/v1/captcha") => self.site.visitor(),
            _ => self.site.user(&name).await,
        };
        (person, name)
    }

    /// The example with its variables filled in.
    async fn fill(&mut self, person: &mut Browser, route: &str, command: &str) -> String {
        let mut filled = command.to_owned();
        if command.contains("$GAME") {
            let first = [("game", "tic-tac-toe"), ("level", "8"), ("side", "0")];
            let game = match route.ends_with("/takeback") {
                true => {
                    person
                        .start(&[("game", "tic-tac-toe"), ("tap", "b2")])
                        .await
                }
                false => person.start(&first).await,
            };
            if ["/rematch", "/analysis"]
                .iter()
                .any(|act| route.ends_with(act))
            {
                person.post(&format!("{game}/resign"), &[]).await;
            }
            let view = person.get_json(&game).await;
            filled = filled
                .replace("$GAME", game.trim_start_matches("/games/"))
                .replace("$HASH", view["hash"].as_str().unwrap())
                .replace("$PLY", &view["ply"].to_string());
        }
        if command.contains("$CHALLENGE") {
            let id = match route.starts_with("/api") {
                false => person.challenge("/verify").await,
                true => self.challenge().await,
            };
            filled = filled.replace("$CHALLENGE", &id);
        }
        if command.contains("$FILE") {
            let picture = include_bytes!("../../static/favicon.png").to_vec();
            person
                .post_files("/admin/captcha/assets", &[("another.png", picture)])
                .await;
            let id = person
                .get("/admin/captcha/assets")
                .await
                .field("id")
                .unwrap();
            filled = filled.replace("$FILE", &id);
        }
        if command.contains("$USER") {
            self.site.user("Somebody").await;
            let id = self.site.user_named("Somebody").await.id;
            filled = filled.replace("$USER", &id.to_string());
        }
        if command.contains("$TOKEN") {
            filled = filled.replace("$TOKEN", &self.token(route).await);
        }
        if command.contains("$SITE_KEY") || command.contains("$SECRET") {
            let (key, secret) = self.customer().await;
            filled = filled
                .replace("$SITE_KEY", &key)
                .replace("$SECRET", &secret);
        }
        filled
            .replace("$ANSWER", ANSWER)
            .replace("$PROOF", EASY_PROOF)
            .replace("$PASSWORD", PASSWORD)
    }

    /// A site that may use this one's captcha: its key and its secret.
    async fn customer(&mut self) -> (String, String) {
        let fields = [
            ("act", "add"),
            ("name", "Forum"),
            ("origins", "https://forum.example"),
        ];
        let page = self
            .owner
            .post("/admin/captcha/sites", &fields)
            .await
            .text();
        let value = |id| html::by_id(&page, id).unwrap();
        (value("site-key"), value("secret"))
    }

    async fn challenge(&mut self) -> String {
        let (key, _) = self.customer().await;
        let body = json!({"site": key}).to_string().into_bytes();
        let headers = [JSON, ("origin", "https://forum.example")];
        let path = "/api/v1/captcha/challenges";
        let made = self
            .site
            .visitor()
            .send(Method::POST, path, &headers, body)
            .await;
        made.json()["id"].as_str().unwrap().to_owned()
    }

    async fn token(&mut self, route: &str) -> String {
        let (store, clock) = (self.site.store(), &self.site.clock);
        let link = match route {
            "/setup" => web::setup_link(store, clock, "", EarlierLinks::End)
                .await
                .unwrap()
                .unwrap(),
            _ => {
                self.site.user("Forgetful").await;
                let user = self.site.user_named("Forgetful").await;
                web::reset_link(store, clock, "", &user, None)
                    .await
                    .unwrap()
            }
        };
        link.split_once("token=").unwrap().1.to_owned()
    }
}

/// Every command of the document does what the document says, on the site of a test.
#[tokio::test(flavor = "multi_thread")]
async fn every_example_of_the_document_runs() {
    let mut problems = Vec::new();
    for section in sections().into_iter().chain(sections_of("`GET ")) {
        // Each on a site of its own: changes by one do not matter to another.
        let site = Site::with(&[("captcha.defence.adaptive", "false")]).await;
        let is_setup = section.routes[0] == "/setup";
        let owner = match is_setup {
            true => site.visitor(),
            false => site.admin("Owner").await,
        };
        let mut stage = Stage {
            site,
            owner,
            people: 0,
        };
        for (command, status) in &section.examples {
            let route = &section.routes[0];
            let (mut person, name) = stage.person(route).await;
            if route == "/login" {
                stage.site.user(&name).await;
            }
            let filled = stage
                .fill(&mut person, route, command)
                .await
                .replace("$NAME", &name);
            let answer = curl(&mut person, &filled).await;
            if answer.status != *status {
                problems.push(format!(
                    "{filled}\n  {} instead of {status}: {}",
                    answer.status,
                    answer.text()
                ));
            }
        }
        stage.site.app.shutdown().await;
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The examples show numbers as numbers: a quoted one would be accepted too, and teach what the text above does not say.
#[test]
fn no_example_of_the_document_quotes_a_number() {
    for section in sections() {
        for (command, _) in section.examples {
            let quoted = command.split('"').skip(1).step_by(2);
            let numbers: Vec<&str> = quoted.filter(|text| text.parse::<f64>().is_ok()).collect();
            assert!(numbers.is_empty(), "{numbers:?} in {command}");
        }
    }
}

/// A new match follows its fields, and nothing else.
#[test]
fn a_new_match_has_no_field_that_the_document_lacks() {
    // A field that is added here stands in the document too, or this no longer compiles.
    let NewGame {
        game: _,
        setup: _,
        level: _,
        side: _,
        line: _,
        first: _,
    } = NewGame::default();
    let fields = web::fields_of("/games").unwrap();
    let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
    assert_eq!(
        names,
        ["game", "variant", "level", "side", "start", "tap", "begun"]
    );
}
