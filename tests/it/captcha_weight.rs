//! The weight of the captcha in a page of another site, as it is sent: compressed by Brotli.

use axum::http::Method;

use crate::support::browser::Browser;
use crate::support::customer::{Customer, FORUM};
use crate::support::html;
use crate::support::site::Site;

const KB: usize = 1000;

/// The bytes that are sent for a path to a browser that takes Brotli.
async fn weight(visitor: &mut Browser, path: &str) -> usize {
    let headers = [("accept-encoding", "br")];
    let sent = visitor.send(Method::GET, path, &headers, Vec::new()).await;
    assert_eq!(
        (sent.status, sent.header("content-encoding")),
        (200, "br"),
        "{path}"
    );
    sent.body.len()
}

#[tokio::test]
async fn widget_and_thread_weigh_at_most_12_kb_each() {
    let site = Site::new().await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let mut visitor = site.visitor();
    let frame = format!("/captcha/frame?site={}&origin={FORUM}", forum.key);
    let page = visitor.get(&frame).await.text();
    let linked = |tag, attribute| -> Vec<String> {
        let tags = html::tags(&page, tag);
        let files = tags
            .iter()
            .filter_map(|tag| html::attribute(tag, attribute));
        files.filter(|file| file.starts_with("/static/")).collect()
    };
    let mut files = linked("script", "src");
    files.extend(linked("link", "href"));
    let work = files
        .iter()
        .find(|file| file.ends_with("/work.js"))
        .unwrap()
        .clone();
    let mut widget = weight(&mut visitor, &frame).await;
    for file in files
        .iter()
        .map(String::as_str)
        .chain(["/captcha/widget.js"])
    {
        // The icon of a frame is never shown and not fetched.
        if !file.ends_with(".svg") {
            widget += weight(&mut visitor, file).await;
        }
    }
    let here = work.trim_end_matches("work.js");
    let mut thread = 0;
    for file in ["work-worker.js", "vendor/hash-wasm/scrypt.umd.min.js"] {
        thread += weight(&mut visitor, &format!("{here}{file}")).await;
    }
    assert!(widget <= 12 * KB, "{widget} bytes");
    assert!(thread <= 12 * KB, "{thread} bytes");
}
