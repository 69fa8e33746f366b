//! The web app manifest: its name is the site's, each icon has the size that it says, and its colours are those of the pages.

use serde_json::Value;

use crate::support::site::Site;
use crate::support::tree;

#[tokio::test]
async fn the_site_can_be_put_on_a_home_screen() {
    let site = Site::with(&[("site.name", "Chess at Home")]).await;
    let mut visitor = site.visitor();
    let page = visitor.get("/").await;
    let page = String::from_utf8(page.body).unwrap();
    assert!(page.contains("<link rel=\"manifest\" href=\"/site.webmanifest\">"));
    let answer = visitor.get("/site.webmanifest").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["content-type"], "application/manifest+json");
    let manifest: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(manifest["name"], "Chess at Home");
    assert_eq!(manifest["start_url"], "/");
    assert_eq!(manifest["display"], "standalone");
    let css = std::fs::read_to_string(tree::root().join("static/site.css")).unwrap();
    for (member, token) in [("background_color", "--paper"), ("theme_color", "--card")] {
        let colour = manifest[member].as_str().unwrap();
        assert!(css.contains(&format!("{token}: {colour};")), "{member}");
    }
    let icons = manifest["icons"].as_array().unwrap();
    // The icons that browsers ask for before they offer to install a site.
    for (sizes, purpose) in [
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ] {
        let is_it = |icon: &&Value| icon["sizes"] == sizes && icon["purpose"] == purpose;
        let icon = icons.iter().find(is_it).unwrap();
        let file = visitor.get(icon["src"].as_str().unwrap()).await;
        assert_eq!(
            (file.status, &file.headers["content-type"]),
            (200, &"image/png".parse().unwrap())
        );
        let picture = image::load_from_memory(&file.body).unwrap();
        assert_eq!(format!("{}x{}", picture.width(), picture.height()), sizes);
    }
}
