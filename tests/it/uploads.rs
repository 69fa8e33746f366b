//! Uploaded pictures as the database keeps them: their pixels and nothing else, whatever came with them; and the room for them.

use std::io::Cursor;
use std::path::Path;

use axum::http::Method;
use image::{ImageFormat, Rgb, RgbImage};
use rookery::ids::AssetId;
use rookery::store::{AssetKind, NewAsset, SQLITE_FILE};
use sqlx::{Connection, SqliteConnection};

use crate::support::databases;
use crate::support::pictures::{self, chunk};
use crate::support::site::Site;

const ASSETS: &str = "/admin/captcha/assets";
/// The data that a camera or program writes beside the pixels.
const SECRET: &[u8] = b"taken at 33.92 S 18.42 E";

/// A PNG with a text and EXIF.
fn png() -> Vec<u8> {
    let plain = pictures::plain_png();
    // Signature of 8 bytes, header chunk of 25.
    let (head, rest) = plain.split_at(33);
    let text = chunk(*b"tEXt", &[&b"Comment\0"[..], SECRET].concat());
    [head, &text, &chunk(*b"eXIf", SECRET), rest].concat()
}

/// A JPEG with EXIF and a comment.
fn jpeg() -> Vec<u8> {
    let plain = pictures::encoded(ImageFormat::Jpeg);
    let (start, rest) = plain.split_at(2);
    let segment = |marker, data: &[u8]| {
        let length = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
        [&[0xff, marker][..], &length, data].concat()
    };
    let exif = segment(0xe1, &[&b"Exif\0\0"[..], SECRET].concat());
    [start, &exif, &segment(0xfe, SECRET), rest].concat()
}

/// A GIF with a comment before its end.
fn gif() -> Vec<u8> {
    let plain = pictures::encoded(ImageFormat::Gif);
    let (pixels, end) = plain.split_at(plain.len() - 1);
    let length = u8::try_from(SECRET.len()).unwrap();
    [pixels, &[0x21, 0xfe, length], SECRET, &[0], end].concat()
}

/// A WebP with a chunk behind its pixels, which readers pass over.
fn webp() -> Vec<u8> {
    // Other pixels than those of the PNG: the format loses none, and the same picture is not kept twice.
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::from_fn(48, 32, |x, y| Rgb([x as u8 * 5, 90, y as u8 * 7]))
        .write_to(&mut bytes, ImageFormat::WebP)
        .unwrap();
    let mut bytes = bytes.into_inner();
    let length = u32::try_from(SECRET.len()).unwrap().to_le_bytes();
    bytes.extend([&b"EXIF"[..], &length, SECRET].concat());
    let whole = u32::try_from(bytes.len() - 8).unwrap().to_le_bytes();
    bytes[4..8].copy_from_slice(&whole);
    bytes
}

fn holds_secret(bytes: &[u8]) -> bool {
    bytes.windows(SECRET.len()).any(|part| part == SECRET)
}

/// The name and the bytes of each upload, as they stand in the database.
async fn kept(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let url = format!("sqlite://{}?mode=ro", folder.join(SQLITE_FILE).display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    sqlx::query_as("SELECT name, bytes FROM assets ORDER BY name")
        .fetch_all(&mut connection)
        .await
        .unwrap()
}

#[tokio::test]
async fn an_uploaded_picture_is_kept_as_its_pixels_and_nothing_else() {
    let databases::Fresh { store, folder } = databases::sqlite().await;
    let site = Site::on(store, &[]).await;
    let mut admin = site.admin("Owner").await;
    let came = [
        ("a.png", png()),
        ("b.jpeg", jpeg()),
        ("c.gif", gif()),
        ("d.webp", webp()),
    ];
    assert!(came.iter().all(|(_, bytes)| holds_secret(bytes)));
    let answer = admin.post_files(ASSETS, &came).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let kept = kept(folder.path()).await;
    assert_eq!(kept.len(), came.len(), "{}", answer.text());
    for ((name, came), (_, kept)) in came.iter().zip(&kept) {
        assert!(kept.starts_with(b"\x89PNG\r\n\x1a\n"), "{name} is a PNG");
        assert!(!holds_secret(kept), "{name}");
        let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().into_rgb8();
        assert_eq!(pixels(kept), pixels(came), "{name}");
        // Of its chunks none is anything but pixels and their colours.
        for chunk in ["tEXt", "zTXt", "iTXt", "eXIf", "iCCP", "tIME"] {
            let chunk = chunk.as_bytes();
            assert!(!kept.windows(4).any(|part| part == chunk), "{name}");
        }
    }
    // Nor is it anywhere else in the folder.
    site.app.shutdown().await;
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let bytes = std::fs::read(&path).unwrap();
            assert!(!holds_secret(&bytes), "{}", path.display());
        }
    }
}

/// RFC 9110, section 15.5.16; a form of parts that cannot be read is another matter.
#[tokio::test]
async fn a_body_that_cannot_have_files_is_of_an_unsupported_type() {
    let site = Site::new().await;
    let mut admin = site.admin("Owner").await;
    for (kind, body, status, code) in [
        ("application/json", "{}", 415, "media-type"),
        (
            "application/x-www-form-urlencoded",
            "a=b",
            415,
            "media-type",
        ),
        ("text/plain", "a", 415, "media-type"),
        ("multipart/form-data", "a", 400, "bad-request"),
        ("Multipart/Form-Data; boundary=x", "a", 400, "bad-request"),
    ] {
        let headers = [
            ("content-type", kind),
            ("accept", "application/json"),
            ("sec-fetch-site", "same-origin"),
        ];
        let body = body.as_bytes().to_vec();
        let answer = admin.send(Method::POST, ASSETS, &headers, body).await;
        assert_eq!(answer.status, status, "{kind}: {}", answer.text());
        assert_eq!(answer.json()["error"]["code"], code, "{kind}");
        let names_type = answer.says("sent as multipart/form-data");
        assert_eq!(names_type, status == 415, "{kind}: {}", answer.text());
    }
    let own = [("sec-fetch-site", "same-origin")];
    let empty = admin.send(Method::POST, ASSETS, &own, Vec::new()).await;
    assert_eq!(empty.status, 415, "{}", empty.text());
    assert!(site.store().asset_list().await.unwrap().is_empty());
}

/// A picture of 2,048 by 1,024 pixels and 2,500 colours: 6 MiB when it is decoded, of the 24 that all backgrounds may take.
fn large(shade: u8) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::from_fn(2_048, 1_024, |x, y| {
        Rgb([shade, (x % 50) as u8, (y % 50) as u8])
    })
    .write_to(&mut bytes, ImageFormat::Png)
    .unwrap();
    bytes.into_inner()
}

/// Backgrounds are read in the order of their names: one that was kept beyond the memory for them would put another out of use.
#[tokio::test]
async fn a_picture_for_which_there_is_no_memory_is_refused_and_no_other_is() {
    let site = Site::new().await;
    let mut admin = site.admin("Owner").await;
    let files = [
        ("7.png", large(7)),
        ("8.png", large(8)),
        ("9.png", large(9)),
        ("0.png", large(0)),
    ];
    let answer = admin.post_files(ASSETS, &files).await;
    assert_eq!(answer.status, 422, "{}", answer.text());
    assert!(answer.says("too much memory"), "{}", answer.text());
    let live = site.app.captchas.settings.current();
    let assets = &live.drawing.assets;
    assert_eq!(assets.rejected, []);
    let names = assets.backgrounds.names();
    for (name, is_kept) in [("7.png", 1), ("8.png", 1), ("9.png", 1), ("0.png", 0)] {
        let found = names.iter().filter(|known| *known == name).count();
        assert_eq!(found, is_kept, "{name}: {names:?}");
    }
    assert_eq!(site.store().asset_list().await.unwrap().len(), 3);
}

#[tokio::test]
async fn uploaded_files_have_32_mib_together() {
    let site = Site::new().await;
    let mut admin = site.admin("Owner").await;
    // Rows of 8 MiB, without an upload: three leave room for a picture, four do not.
    for (rows, name, bytes, said) in [
        (0..3_u8, "a.png", png(), "kept as a background"),
        (3..4, "b.webp", webp(), "no more room"),
    ] {
        for n in rows {
            let new = NewAsset {
                id: AssetId::random(),
                kind: AssetKind::Background,
                name: &format!("{n}.png"),
                bytes: &vec![n; 8 << 20],
                added_by: None,
                added_ms: 0,
            };
            site.store().add_asset(&new, None).await.unwrap();
        }
        let answer = admin.post_files(ASSETS, &[(name, bytes)]).await;
        assert!(answer.says(said), "{name}: {}", answer.text());
    }
    assert_eq!(site.store().asset_list().await.unwrap().len(), 5);
}
