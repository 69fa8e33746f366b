//! Logos: the way of an upload into the header, and refused files.

use std::io::Cursor;

use axum::http::Method;
use image::{ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use rookery::ids::AssetId;
use rookery::service::KeptLogo;
use rookery::store::{AssetKind, NewAsset, Store};

use crate::look::{HERE, LOOK, assert_typed, look_with, send};
use crate::signup::first_admin;
use crate::support::browser::{Answer, Browser};
use crate::support::databases::on_both_databases;
use crate::support::html;
use crate::support::pictures::{jpeg_of_scans, png_of, zlib_of_zeros};
use crate::support::site::{FAST, MINUTE_MS, PASSWORD, Site};

const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

const DRAWING: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 80 20\"><path d=\"M0 0h80v20z\"/></svg>";

/// The logo in the header: address, width and height.
async fn shown(browser: &mut Browser) -> Option<[String; 3]> {
    let page = browser.get("/").await.text();
    let has_tower = page.contains("class=\"logo-tower\"");
    let tag = html::tags(&page, "img")
        .into_iter()
        .find(|tag| html::attribute(tag, "class").as_deref() == Some("logo"));
    assert_eq!(tag.is_none(), has_tower, "one logo, and no more");
    tag.map(|tag| ["src", "width", "height"].map(|name| html::attribute(tag, name).unwrap()))
}

fn picture(format: ImageFormat, width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::from_fn(width, height, |x, y| Rgb([x as u8, y as u8, 90]))
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner()
}

/// Width and height of a PNG.
fn size_px(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

fn assert_harmless(file: &Answer) {
    assert_eq!(
        file.header("content-security-policy"),
        "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    );
    assert_eq!(file.header("x-content-type-options"), "nosniff");
}

on_both_databases!(
    a_drawing_is_the_logo_until_it_is_removed,
    the_file_is_kept_with_the_form
);

async fn a_drawing_is_the_logo_until_it_is_removed(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let mut admin = first_admin(&site).await;
    let mut visitor = site.visitor();
    assert_eq!(shown(&mut visitor).await, None);
    let saved = send(&mut admin, LOOK, Some(DRAWING.as_bytes())).await;
    assert_eq!(saved.status, 303, "{}", saved.text());
    let [src, width, height] = shown(&mut visitor).await.unwrap();
    assert_eq!((width.as_str(), height.as_str()), ("128", "32"));
    assert!(src.starts_with("/site/logo?v="));
    let file = visitor.get(&src).await;
    assert_eq!(
        (file.status, file.header("content-type")),
        (200, "image/svg+xml")
    );
    assert_eq!(file.text(), DRAWING);
    assert!(file.header("cache-control").contains("immutable"));
    assert_harmless(&file);
    let old = visitor.get("/site/logo?v=yesterday").await;
    assert_eq!((old.status, old.header("cache-control")), (200, "no-cache"));
    let etag = file.header("etag").to_owned();
    let known = [("if-none-match", etag.as_str())];
    let again = visitor.send(Method::GET, &src, &known, Vec::new()).await;
    assert_eq!(again.status, 304);

    // It stays while other fields change, and another node has it.
    let page = admin.get(HERE).await;
    let name = page.field("logo").unwrap();
    let fields = look_with(&[("logo", &name), ("notice", "New")]);
    assert_eq!(send(&mut admin, &fields, None).await.status, 303);
    assert_eq!(shown(&mut visitor).await.unwrap()[0], src);
    let other = Site::on(site.store().clone(), &[]).await;
    assert_eq!(other.visitor().get(&src).await.text(), DRAWING);
    // The list of the captcha's files has no logos.
    assert!(site.store().asset_list().await.unwrap().is_empty());
    assert!(!admin.get("/admin/captcha/assets").await.says(&name));

    let fields = look_with(&[("logo", &name), ("remove_logo", "true")]);
    assert_eq!(send(&mut admin, &fields, None).await.status, 303);
    assert_eq!(shown(&mut visitor).await, None);
    assert_eq!(visitor.get("/site/logo").await.status, 404);
    other.app.shutdown().await;
}

async fn the_file_is_kept_with_the_form(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let mut admin = first_admin(&site).await;
    let fields = look_with(&[("accent", "no colour")]);
    let refused = send(&mut admin, &fields, Some(DRAWING.as_bytes())).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.problem("logo_file"), None);
    let name = refused.field("logo").unwrap();
    let preview = html::tags(&refused.text(), "img")
        .iter()
        .find_map(|tag| html::attribute(tag, "src").filter(|src| src.contains(&name)))
        .unwrap();
    let file = admin.get(&preview).await;
    assert_eq!(file.text(), DRAWING);
    assert_harmless(&file);
    assert_eq!(
        site.visitor().get(&preview).await.status,
        303,
        "only for admins"
    );
    assert_eq!(
        site.visitor().get("/site/logo").await.status,
        404,
        "it is not in force"
    );

    let saved = send(&mut admin, &look_with(&[("logo", &name)]), None).await;
    assert_eq!(saved.status, 303);
    assert!(shown(&mut site.visitor()).await.is_some());
    let gone = name.replace(|c: char| c.is_ascii_digit(), "0");
    for unknown in [gone.as_str(), "../../etc/passwd", "<script>"] {
        let refused = send(&mut admin, &look_with(&[("logo", unknown)]), None).await;
        assert_eq!(refused.status, 422, "{unknown}");
        assert!(
            refused
                .problem("logo_file")
                .is_some_and(|words| words.contains("no longer there"))
        );
        assert_typed(&refused, LOOK);
    }
}

#[tokio::test]
async fn pictures_become_small_pngs() {
    let site = Site::with(&[FAST]).await;
    let mut admin = first_admin(&site).await;
    let mut visitor = site.visitor();
    for (format, size, kept, place) in [
        (ImageFormat::Png, (1024, 256), (512, 128), ["128", "32"]),
        (ImageFormat::Jpeg, (300, 300), (128, 128), ["32", "32"]),
        (ImageFormat::WebP, (40, 20), (40, 20), ["64", "32"]),
    ] {
        let bytes = picture(format, size.0, size.1);
        let saved = send(&mut admin, LOOK, Some(&bytes)).await;
        assert_eq!(saved.status, 303, "{format:?}: {}", saved.text());
        let [src, width, height] = shown(&mut visitor).await.unwrap();
        assert_eq!([width.as_str(), height.as_str()], place, "{format:?}");
        let file = visitor.get(&src).await;
        assert_eq!(file.header("content-type"), "image/png", "{format:?}");
        assert_eq!(size_px(&file.body), kept, "{format:?}");
        assert_harmless(&file);
    }
}

#[tokio::test]
async fn transparency_of_a_logo_is_kept() {
    let site = Site::with(&[FAST]).await;
    let mut admin = first_admin(&site).await;
    let mut visitor = site.visitor();
    for (format, alpha) in [(ImageFormat::Png, 60), (ImageFormat::WebP, 61)] {
        let mut bytes = Cursor::new(Vec::new());
        RgbaImage::from_fn(40, 20, |x, _| match x < 20 {
            true => Rgba([138, 28, 91, 255]),
            false => Rgba([138, 28, 91, alpha]),
        })
        .write_to(&mut bytes, format)
        .unwrap();
        let bytes = bytes.into_inner();
        let saved = send(&mut admin, LOOK, Some(&bytes)).await;
        assert_eq!(saved.status, 303, "{format:?}: {}", saved.text());
        let [src, ..] = shown(&mut visitor).await.unwrap();
        let file = visitor.get(&src).await;
        let kept = image::load_from_memory(&file.body).unwrap().into_rgba8();
        assert_eq!(kept.get_pixel(0, 0).0, [138, 28, 91, 255], "{format:?}");
        assert_eq!(kept.get_pixel(39, 19).0, [138, 28, 91, alpha], "{format:?}");
    }
}

#[tokio::test]
async fn what_cannot_be_the_logo_is_refused_with_its_reason() {
    let site = Site::with(&[FAST]).await;
    let mut admin = first_admin(&site).await;
    assert_eq!(
        send(&mut admin, LOOK, Some(DRAWING.as_bytes()))
            .await
            .status,
        303
    );
    let before = shown(&mut site.visitor()).await;
    let kept = admin.get(HERE).await.field("logo").unwrap();
    let drawing = |inside: &str| {
        DRAWING
            .replace("<path", &format!("{inside}<path"))
            .into_bytes()
    };
    let files: Vec<(Vec<u8>, &str)> = vec![
        (drawing("<script>alert(1)</script>"), "script"),
        (drawing("<g onload=\"alert(1)\"/>"), "onload"),
        (
            drawing("<foreignObject><p>x</p></foreignObject>"),
            "foreignObject",
        ),
        (
            drawing("<use href=\"https://evil.example/x.svg#a\"/>"),
            "https://evil.example/x.svg#a",
        ),
        (
            drawing("<image href=\"data:image/png;base64,AA\"/>"),
            "image",
        ),
        (
            drawing("<style>path{fill:url(https://evil.example)}</style>"),
            "url(https://evil.example)",
        ),
        (drawing(&"<g/>".repeat(2000)), "too many elements"),
        (
            format!("<!DOCTYPE svg [<!ENTITY a \"b\">]>{DRAWING}").into_bytes(),
            "document type",
        ),
        (
            b"<html><script>alert(1)</script></html>".to_vec(),
            "not an SVG",
        ),
        (b"<svg".to_vec(), "not well-formed"),
        (
            b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec(),
            "no size",
        ),
        (png_of(30_000, 30_000, &[0; 64]), "30"),
        (
            picture(ImageFormat::Gif, 9, 9),
            "neither SVG, PNG, JPEG nor WebP",
        ),
        (b"%PDF-1.7".to_vec(), "neither SVG, PNG, JPEG nor WebP"),
        (jpeg_of_scans(100), "cannot be used"),
        (vec![b'<'; (256 << 10) + 1], "256 kB"),
        (vec![0; 5 << 20], "256 kB"),
    ];
    for (bytes, reason) in files {
        let fields = look_with(&[("name", "Other"), ("logo", &kept)]);
        let refused = send(&mut admin, &fields, Some(&bytes)).await;
        let what = String::from_utf8_lossy(&bytes[..bytes.len().min(60)]).into_owned();
        assert_eq!(refused.status, 422, "{what}");
        let problem = refused
            .problem("logo_file")
            .unwrap_or_else(|| panic!("{what}: no reason"));
        assert!(problem.contains(reason), "{what}: {problem}");
        assert_typed(&refused, &fields);
        assert!(!refused.text().contains("<script>alert"), "{what}");
        assert_eq!(
            shown(&mut site.visitor()).await,
            before,
            "{what}: the logo in force stays"
        );
    }
    // One pixel with 100 MB behind it: refused, or read as one pixel.
    let bomb = png_of(1, 1, &zlib_of_zeros(100 << 20));
    let answer = send(&mut admin, LOOK, Some(&bomb)).await;
    assert!([303, 422].contains(&answer.status), "{}", answer.status);
}

#[tokio::test]
async fn two_hundred_logos_that_were_not_saved_leave_no_room_for_a_day() {
    let site = Site::with(&[FAST]).await;
    let mut admin = first_admin(&site).await;
    let owner = site.user_named("Owner").await.id;
    for n in 0..200 {
        let name = format!("{n:064x}-9x9.svg");
        let new = NewAsset {
            id: AssetId::random(),
            kind: AssetKind::Logo,
            name: &name,
            bytes: DRAWING.as_bytes(),
            added_by: Some(owner),
            added_ms: site.clock.now_ms(),
        };
        site.store().add_asset(&new, None).await.unwrap();
    }
    let full = send(&mut admin, LOOK, Some(DRAWING.as_bytes())).await;
    assert_eq!(full.status, 422);
    let problem = full.problem("logo_file").unwrap();
    assert!(
        problem.contains("too many logos that were not saved"),
        "{problem}"
    );
    assert_typed(&full, LOOK);
    assert_eq!(shown(&mut site.visitor()).await, None);

    site.clock.advance(DAY_MS + 1);
    let mut admin = site.visitor();
    admin.log_in("Owner", PASSWORD).await;
    let saved = send(&mut admin, LOOK, Some(DRAWING.as_bytes())).await;
    assert_eq!(saved.status, 303, "{}", saved.text());
    assert!(shown(&mut site.visitor()).await.is_some());
}

#[tokio::test]
async fn a_logo_that_is_not_saved_goes_a_day_after_its_last_upload() {
    let site = Site::with(&[FAST]).await;
    let mut admin = first_admin(&site).await;
    let owner = site.user_named("Owner").await.id;
    let saved = send(&mut admin, LOOK, Some(DRAWING.as_bytes())).await;
    assert_eq!(saved.status, 303, "{}", saved.text());
    let other = DRAWING.replace("v20z", "v10z").into_bytes();
    let sweep = async || {
        site.app.matches.maintenance().sweep().await.unwrap();
        site.store().logo_list().await.unwrap().len()
    };
    for _ in 0..2 {
        let kept = site.app.look.keep_logo(other.clone(), owner).await.unwrap();
        assert!(matches!(kept, KeptLogo::Kept(_)), "{kept:?}");
        site.clock.advance(DAY_MS);
        assert_eq!(site.store().logo_list().await.unwrap().len(), 2);
    }
    assert_eq!(sweep().await, 2, "not yet");
    site.clock.advance(1);
    assert_eq!(sweep().await, 1);
    assert!(shown(&mut site.visitor()).await.is_some(), "the saved one");
}
