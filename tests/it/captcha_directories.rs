//! Directories of the captcha's files that are tried before the settings are saved.

use std::path::Path;

use rookery_captcha::shipped;

use crate::support::browser::Browser;
use crate::support::site::Site;

/// A shipped font that is another file: readers pass over bytes after the last table.
fn font(more: &[u8]) -> Vec<u8> {
    let (_, bytes) = shipped::fonts().remove(0);
    [bytes, more].concat()
}

/// What the page of settings shows before they are saved: the files of both directories as they were when a picture first asked for them.
#[tokio::test]
async fn directories_that_are_not_saved_are_tried() {
    let folder = tempfile::tempdir().unwrap();
    let (fonts, grounds) = (folder.path().join("fonts"), folder.path().join("grounds"));
    for made in [&fonts, &grounds] {
        std::fs::create_dir(made).unwrap();
    }
    std::fs::write(fonts.join("mine.ttf"), font(b"mine")).unwrap();
    let site = Site::new().await;
    let settings = &site.app.captchas.settings;
    // Names of fonts, and whether an own directory of fonts or of backgrounds is missing.
    let tried = async |own: &[(&str, &Path)]| {
        let mut unsaved = settings.current().drawing.settings.clone();
        for (key, folder) in own {
            unsaved.set(key, &folder.display().to_string()).unwrap();
        }
        let tried = settings.unsaved(unsaved).await.unwrap();
        let names = tried.drawing.assets.fonts.names();
        let has = |name: &str| names.contains(&name.to_owned());
        let missing = (tried.missing.fonts, tried.missing.backgrounds);
        (has("mine.ttf"), has("later.ttf"), missing)
    };
    let none = (false, false);
    assert_eq!(tried(&[]).await, (false, false, none));
    let own = [("classic.fonts_dir", &*fonts)];
    assert_eq!(tried(&own).await, (true, false, none));
    std::fs::write(fonts.join("later.ttf"), font(b"later")).unwrap();
    // The next picture of the same page.
    assert_eq!(tried(&own).await, (true, false, none));
    let both = [own[0], ("classic.backgrounds_dir", &*grounds)];
    assert_eq!(tried(&both).await, (true, true, none));
    let nowhere = folder.path().join("nowhere");
    let no_grounds = [own[0], ("classic.backgrounds_dir", &*nowhere)];
    assert_eq!(tried(&no_grounds).await, (true, true, (false, true)));
    let no_fonts = [("classic.fonts_dir", &*nowhere)];
    assert_eq!(tried(&no_fonts).await, (false, false, (true, false)));
}

/// A directory that the configuration names and that is not there is told of, and takes nothing away; the default one may be missing.
#[tokio::test]
async fn a_missing_directory_of_the_configuration_is_told_of() {
    let usual = Site::new().await;
    assert!(!usual.app.captchas.settings.current().missing.fonts);
    let site = Site::with(&[("captcha.classic.fonts_dir", "/nowhere/fonts")]).await;
    let missing = site.app.captchas.settings.current().missing;
    assert!(missing.fonts && !missing.backgrounds);
    let fonts = |site: &Site| {
        let captcha = site.app.captchas.settings.current();
        captcha.drawing.assets.fonts.names().to_vec()
    };
    assert_eq!(fonts(&site), fonts(&usual));
    let mut owner = site.admin("Owner").await;
    for path in ["/admin", "/admin/captcha"] {
        let page = owner.get(path).await.text();
        assert!(page.contains("The font path is not a directory"), "{page}");
    }
    // It keeps nothing else from being saved.
    let save = async |owner: &mut Browser, key: &str, value: &str| {
        let fields = [("act", "save"), (key, value)];
        owner.post("/admin/captcha", &fields).await.status
    };
    assert_eq!(save(&mut owner, "classic.noise_lines", "3").await, 303);
    // A mistyped one is not saved.
    let mut owner = usual.admin("Owner").await;
    for (key, value, status) in [
        ("classic.fonts_dir", "~/fonts", 422),
        ("classic.fonts_dir", "", 422),
        ("classic.backgrounds_dir", "/nowhere/else", 422),
        ("classic.fonts_dir", "/tmp", 303),
    ] {
        let found = save(&mut owner, key, value).await;
        assert_eq!(found, status, "{key} {value}");
    }
    let captcha = usual.app.captchas.settings.current();
    let saved = &captcha.drawing.settings.classic;
    let dirs = (&*saved.fonts_dir, &*saved.backgrounds_dir);
    assert_eq!(dirs, ("/tmp", "backgrounds"));
}
