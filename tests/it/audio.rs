//! The audio captcha over HTTP: access, byte ranges, its code, and the counters.

use axum::http::Method;
use rookery::ids::ChallengeId;
use rookery::store::Store;

use crate::support::browser::{Answer, Browser};
use crate::support::databases::on_both_databases;
use crate::support::html;
use crate::support::site::Site;

on_both_databases!(is_counted_once_however_often_it_is_fetched);

fn path(challenge: &str) -> String {
    format!("/captcha/{challenge}/audio")
}

async fn ask(browser: &mut Browser, challenge: &str, headers: &[(&str, &str)]) -> Answer {
    browser
        .send(Method::GET, &path(challenge), headers, Vec::new())
        .await
}

/// The code that the recording of a challenge says.
async fn code(site: &Site, challenge: &str) -> String {
    let id: ChallengeId = challenge.parse().unwrap();
    let challenge = site.store().challenge(id).await.unwrap().unwrap();
    assert_ne!(challenge.answer_audio, challenge.answer_image);
    challenge.answer_audio
}

#[tokio::test]
async fn a_form_with_a_captcha_offers_a_recording_that_plays_without_scripts() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let page = visitor.get("/signup").await;
    let players = html::tags(&page.text(), "audio")
        .into_iter()
        .map(str::to_owned)
        .collect::<Vec<_>>();
    assert_eq!(players.len(), 1, "{}", page.text());
    assert!(players[0].contains(" controls"), "{players:?}");
    let src = html::attribute(&players[0], "src").unwrap();
    let challenge = page.field("challenge").unwrap();
    assert_eq!(src, path(&challenge));

    let whole = visitor.get(&src).await;
    assert_eq!(whole.status, 200);
    assert_eq!(whole.header("content-type"), "audio/wav");
    assert_eq!(whole.header("cache-control"), "no-store");
    assert_eq!(whole.header("accept-ranges"), "bytes");
    assert_eq!(&whole.body[..4], b"RIFF");
    assert!(whole.body.len() <= 100_000, "{}", whole.body.len());
    assert_eq!(visitor.get(&src).await.body, whole.body, "the same bytes");
}

#[tokio::test]
async fn a_recording_can_be_had_in_parts() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let challenge = visitor.challenge("/verify").await;
    let whole = ask(&mut visitor, &challenge, &[]).await;
    let (bytes, length) = (whole.body.clone(), whole.body.len());
    let etag = whole.header("etag").to_owned();
    // Safari asks for two bytes first, and plays only where it gets a 206 with exactly them.
    for (range, from, to) in [
        ("bytes=0-1".to_owned(), 0, 2),
        (format!("bytes=0-{}", length - 1), 0, length),
        ("bytes=1000-1999".to_owned(), 1000, 2000),
        ("bytes=1000-".to_owned(), 1000, length),
        ("bytes=-100".to_owned(), length - 100, length),
    ] {
        for more in [&[][..], &[("if-range", &*etag)]] {
            let headers = [
                &[("range", &*range), ("accept-encoding", "gzip, br")][..],
                more,
            ]
            .concat();
            let part = ask(&mut visitor, &challenge, &headers).await;
            assert_eq!(part.status, 206, "{range}");
            assert_eq!(part.body, bytes[from..to], "{range}");
            assert_eq!(
                part.header("content-range"),
                format!("bytes {from}-{}/{length}", to - 1)
            );
            assert_eq!(part.header("content-type"), "audio/wav");
            assert_eq!(part.header("cache-control"), "no-store");
            assert_eq!(part.header("content-encoding"), "");
        }
    }
    let range = format!("bytes={length}-");
    let beyond = ask(&mut visitor, &challenge, &[("range", &range)]).await;
    assert_eq!(beyond.status, 416);
    assert_eq!(beyond.header("content-range"), format!("bytes */{length}"));
    // Another recording than the one that the player knows: all of this one.
    let headers = [("range", "bytes=0-1"), ("if-range", "\"another\"")];
    let other = ask(&mut visitor, &challenge, &headers).await;
    assert_eq!((other.status, other.body), (200, bytes));
    let headers = [("accept-encoding", "gzip, br")];
    let packed = ask(&mut visitor, &challenge, &headers).await;
    assert_eq!(packed.header("content-encoding"), "");
    assert_eq!(packed.header("accept-ranges"), "bytes");
}

#[tokio::test]
async fn what_is_heard_passes_as_well_as_what_is_seen_and_only_once() {
    let site = Site::new().await;
    for write in [
        |code: &str| code.to_owned(),
        |code: &str| code.replace(' ', "").to_uppercase(),
        |code: &str| {
            let spelt = [("0", "zero"), ("1", "one"), ("7", "seven"), ("9", "nine")];
            spelt.iter().fold(code.to_owned(), |code, (digit, word)| {
                code.replace(digit, word)
            })
        },
    ] {
        let mut visitor = site.visitor();
        let challenge = visitor.challenge("/verify").await;
        let heard = write(&code(&site, &challenge).await);
        let fields = [("challenge", &*challenge), ("answer", &*heard)];
        assert_eq!(
            visitor.post("/verify", &fields).await.status,
            303,
            "{heard}"
        );
        assert_eq!(visitor.post("/verify", &fields).await.status, 422, "again");
        assert_eq!(ask(&mut visitor, &challenge, &[]).await.status, 404);
    }
    let mut visitor = site.visitor();
    let challenge = visitor.challenge("/verify").await;
    let heard = code(&site, &challenge).await;
    let (_, short) = heard.split_once(' ').unwrap();
    let fields = [("challenge", &*challenge), ("answer", short)];
    assert_eq!(visitor.post("/verify", &fields).await.status, 422);
}

#[tokio::test]
async fn a_recording_is_its_sessions_and_refused_like_the_picture() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let challenge = visitor.challenge("/verify").await;
    let mut other = site.visitor();
    other.challenge("/verify").await;
    assert_eq!(ask(&mut other, &challenge, &[]).await.status, 404);
    let mut stranger = site.visitor();
    assert_eq!(ask(&mut stranger, &challenge, &[]).await.status, 404);
    let headers = [("sec-fetch-site", "cross-site")];
    assert_eq!(ask(&mut visitor, &challenge, &headers).await.status, 403);
    site.clock.advance(601_000);
    assert_eq!(ask(&mut visitor, &challenge, &[]).await.status, 404);

    let site = Site::with(&[("limits.captcha_images_per_minute", "3")]).await;
    let mut visitor = site.visitor();
    let challenge = visitor.challenge("/verify").await;
    for _ in 0..3 {
        assert_eq!(ask(&mut visitor, &challenge, &[]).await.status, 200);
    }
    let refused = ask(&mut visitor, &challenge, &[]).await;
    assert_eq!(refused.status, 429);
    assert!(!refused.header("retry-after").is_empty());

    let site = Site::with(&[("access.captcha_view", "users")]).await;
    let mut visitor = site.visitor();
    let challenge = visitor.challenge("/verify").await;
    assert_eq!(ask(&mut visitor, &challenge, &[]).await.status, 403);
}

async fn is_counted_once_however_often_it_is_fetched(store: Store) {
    let site = Site::on(store, &[]).await;
    for heard in 1..=2 {
        let mut visitor = site.visitor();
        let challenge = visitor.challenge("/verify").await;
        for range in ["bytes=0-1", "bytes=2-", "bytes=0-"] {
            let part = ask(&mut visitor, &challenge, &[("range", range)]).await;
            assert_eq!(part.status, 206);
        }
        let counts = site.store().captcha_counts(0).await.unwrap();
        let count = counts.iter().find(|count| count.event == "audio").unwrap();
        assert_eq!(count.n, heard);
    }
}
