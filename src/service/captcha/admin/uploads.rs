//! Fonts and backgrounds that an admin uploads: looked at before they are kept, kept in the database for every node.

use crate::clock::Clock;
use crate::ids::{AssetId, UserId};
use crate::service::Error;
use crate::service::captcha::live_settings::LiveSettings;
use crate::service::captcha::threads::CaptchaThreads;
use crate::store;
use crate::store::{Actor, AssetInfo, AssetKind, AuditEntry, NewAsset, Store};
use crate::work::JobError;
use rookery_captcha::backgrounds::Backgrounds;
use rookery_captcha::{
    Content, Fonts, InspectedUpload, Reason, inspect_upload, is_font_name, shipped,
};

/// The most files that are kept.
pub const MAX_UPLOADS: usize = 50;
/// The most bytes that they may have together.
pub const MAX_UPLOADED_BYTES: usize = 32 << 20;
/// The longest name that is kept, in characters.
const MAX_NAME: usize = 80;

/// The outcome of one uploaded file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uploaded {
    /// The name under which it is kept, or would have been.
    pub name: String,
    /// Its content, or the reason why it is not kept.
    pub outcome: Result<Content, NotKept>,
}

/// Why an uploaded file is not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotKept {
    /// It cannot be used.
    Unusable(Reason),
    /// The decoder panicked: a malicious font or picture, or a defect of the decoder.
    Broke,
    /// The same content is there already, under this name.
    Known(String),
    /// Another file has the name.
    NameTaken,
    /// [`MAX_UPLOADS`], [`MAX_UPLOADED_BYTES`], or the most fonts or backgrounds that are used would be passed.
    NoMoreRoom,
    /// All backgrounds together would take more memory than there is for them, so that one of them would not be used.
    NoMoreMemory,
}

/// The files of one upload that were kept: those in force do not have them yet.
#[derive(Default)]
struct KeptNow {
    fonts: usize,
    /// The bytes of memory that each background holds.
    grounds: Vec<usize>,
}

/// The uploaded files. A clone is the same.
#[derive(Clone)]
pub struct Uploads {
    store: Store,
    clock: Clock,
    settings: LiveSettings,
    threads: CaptchaThreads,
}

impl Uploads {
    pub(in crate::service) fn new(
        store: Store,
        clock: Clock,
        settings: LiveSettings,
        threads: CaptchaThreads,
    ) -> Self {
        Uploads {
            store,
            clock,
            settings,
            threads,
        }
    }

    /// The uploaded files, without their bytes.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn list(&self) -> Result<Vec<AssetInfo>, Error> {
        Ok(self.store.asset_list().await?)
    }

    /// Keeps those of the files, `(name, bytes)`, that can be used, writes them down in the audit log, and puts them in force
    /// on every node. What is refused leaves the others as they are, and so does a failure half-way.
    ///
    /// # Errors
    /// The database does not answer, or the drawing thread is busy.
    pub async fn add(
        &self,
        files: Vec<(String, Vec<u8>)>,
        by: UserId,
    ) -> Result<Vec<Uploaded>, Error> {
        let mut all = Vec::with_capacity(files.len());
        let (mut kept, mut failure) = (KeptNow::default(), None);
        for (name, bytes) in files {
            match self.add_one(clean(&name), bytes, by, &mut kept).await {
                Ok(file) => all.push(file),
                Err(error) => {
                    failure = Some(error);
                    break;
                }
            }
        }
        // The file that failed may have been kept; those before it were.
        let has_more = failure.is_some() || all.iter().any(|file| file.outcome.is_ok());
        let rescanned = match has_more {
            true => self.settings.rescan().await,
            false => Ok(()),
        };
        match failure {
            Some(error) => Err(error),
            None => rescanned.map(|()| all),
        }
    }

    /// Keeps a file if it can be used, and notes it in `now`.
    async fn add_one(
        &self,
        name: String,
        bytes: Vec<u8>,
        by: UserId,
        now: &mut KeptNow,
    ) -> Result<Uploaded, Error> {
        let (came, examined) = self.inspect_upload(bytes).await?;
        let examined = match examined {
            Ok(examined) => examined,
            Err(why) => {
                return Ok(Uploaded {
                    name,
                    outcome: Err(why),
                });
            }
        };
        let content = examined.content;
        let name = named_for(content, name);
        let outcome = match self.why_not(&came, &examined, now).await? {
            Some(why) => Err(why),
            None => self.keep(content, &name, &examined.bytes, by).await?,
        };
        match &outcome {
            Ok(Content::Background) => now.grounds.push(examined.held_bytes),
            Ok(Content::Font) => now.fonts += 1,
            Err(_) => {}
        }
        Ok(Uploaded { name, outcome })
    }

    /// Inspects a file on the drawing thread, where a panic of the decoder does no other harm.
    async fn inspect_upload(
        &self,
        bytes: Vec<u8>,
    ) -> Result<(Vec<u8>, Result<InspectedUpload, NotKept>), Error> {
        let job = move || {
            let examined = inspect_upload(&bytes).map_err(NotKept::Unusable);
            (bytes, examined)
        };
        match self.threads.on_drawing(job).await? {
            Ok(examined) => Ok(examined),
            Err(JobError::Panicked(words)) => {
                tracing::warn!(words, "an uploaded file broke its reader");
                Ok((Vec::new(), Err(NotKept::Broke)))
            }
            Err(error) => Err(Error::Internal(error.to_string())),
        }
    }

    /// Why an upload with the bytes `came` is not kept, given the files of the same upload that were kept before it; `None` if there is
    /// room for it.
    async fn why_not(
        &self,
        came: &[u8],
        examined: &InspectedUpload,
        now: &KeptNow,
    ) -> Result<Option<NotKept>, Error> {
        let bytes = &examined.bytes;
        let own = shipped::fonts().into_iter().chain(shipped::backgrounds());
        if let Some((name, _)) = { own }.find(|(_, known)| *known == came) {
            return Ok(Some(NotKept::Known(name.to_owned())));
        }
        let kept = self.store.asset_list().await?;
        let sha256 = store::asset_hash(bytes);
        if let Some(known) = kept.iter().find(|file| file.sha256 == sha256) {
            return Ok(Some(NotKept::Known(known.name.clone())));
        }
        let sum: usize = kept.iter().map(|file| file.bytes).sum();
        if kept.len() >= MAX_UPLOADS || sum + bytes.len() > MAX_UPLOADED_BYTES {
            return Ok(Some(NotKept::NoMoreRoom));
        }
        // The assets in force do not contain the files of this upload yet.
        let live = self.settings.current();
        let more = [&now.grounds[..], &[examined.held_bytes]].concat();
        let used = &live.drawing.assets.backgrounds;
        let fonts = live.drawing.assets.fonts.len() + now.fonts;
        Ok(match examined.content {
            Content::Background if used.has_room(&more) => None,
            Content::Background if used.len() + more.len() > Backgrounds::MAX_COUNT => {
                Some(NotKept::NoMoreRoom)
            }
            Content::Background => Some(NotKept::NoMoreMemory),
            Content::Font if fonts < Fonts::MAX_COUNT => None,
            Content::Font => Some(NotKept::NoMoreRoom),
        })
    }

    async fn keep(
        &self,
        content: Content,
        name: &str,
        bytes: &[u8],
        by: UserId,
    ) -> Result<Result<Content, NotKept>, Error> {
        let new = NewAsset {
            id: AssetId::random(),
            kind: kind_of(content),
            name,
            bytes,
            added_by: Some(by),
            added_ms: self.clock.now_ms(),
        };
        let what = serde_json::json!({ "kind": new.kind.as_str(), "bytes": bytes.len() });
        let entry = self.entry("captcha-upload", name, None, Some(what), by);
        match self.store.add_asset(&new, Some(&entry)).await {
            Ok(()) => Ok(Ok(content)),
            Err(store::Error::NameTaken) => Ok(Err(NotKept::NameTaken)),
            Err(error) => Err(error.into()),
        }
    }

    /// Removes an uploaded file, on every node; false where there is none.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn remove(&self, id: AssetId, by: UserId) -> Result<bool, Error> {
        let files = self.store.asset_list().await?;
        let Some(file) = files.into_iter().find(|file| file.id == id) else {
            return Ok(false);
        };
        let what = serde_json::json!({ "kind": file.kind.as_str(), "bytes": file.bytes });
        let entry = self.entry("captcha-remove", &file.name, Some(what), None, by);
        if !self.store.delete_asset(id, &entry).await? {
            return Ok(false);
        }
        self.settings.rescan().await?;
        Ok(true)
    }

    /// The line of the audit log about a file.
    fn entry(
        &self,
        action: &str,
        name: &str,
        before: Option<serde_json::Value>,
        after: Option<serde_json::Value>,
        by: UserId,
    ) -> AuditEntry {
        AuditEntry {
            at_ms: self.clock.now_ms(),
            actor: Actor::User(by),
            action: action.to_owned(),
            subject: name.to_owned(),
            before: before.map(|json| json.to_string()),
            after: after.map(|json| json.to_string()),
        }
    }
}

fn kind_of(content: Content) -> AssetKind {
    match content {
        Content::Font => AssetKind::Font,
        Content::Background => AssetKind::Background,
    }
}

/// The last part of a path, without characters that no file name needs.
fn clean(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept: String = last
        .trim()
        .chars()
        .map(|c| match c {
            c if c.is_alphanumeric() || " ._-()+".contains(c) => c,
            _ => '_',
        })
        .take(MAX_NAME)
        .collect();
    match kept.trim_matches(['.', ' ']) {
        "" => "file".to_owned(),
        name => name.to_owned(),
    }
}

/// The name with an extension that fits the content: when the files are read again, fonts are recognised by their name, and text files
/// are skipped.
fn named_for(content: Content, name: String) -> String {
    let lower = name.to_ascii_lowercase();
    let is_note = lower.ends_with(".md") || lower.ends_with(".txt");
    match content {
        Content::Font if !is_font_name(&name) => format!("{name}.ttf"),
        Content::Background if is_note => format!("{name}.image"),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use crate::service::captcha::admin::uploads::{clean, named_for};
    use rookery_captcha::Content;

    #[test]
    fn names_keep_nothing_that_a_path_or_a_page_could_read() {
        for (given, kept) in [
            ("Play-Bold.ttf", "Play-Bold.ttf"),
            ("/etc/passwd", "passwd"),
            ("..\\..\\C:\\fonts\\a b.otf", "a b.otf"),
            ("../..", "file"),
            ("", "file"),
            ("<b>\u{202e}x</b>.png", "b_.png"),
            ("   .hidden.png", "hidden.png"),
            ("Überschrift (2).ttf", "Überschrift (2).ttf"),
        ] {
            assert_eq!(clean(given), kept, "{given:?}");
        }
        assert_eq!(clean(&"x".repeat(500)).len(), 80);
    }

    #[test]
    fn a_name_follows_the_content() {
        let named = |content, name: &str| named_for(content, name.to_owned());
        assert_eq!(named(Content::Font, "a.bin"), "a.bin.ttf");
        assert_eq!(named(Content::Font, "a.OTF"), "a.OTF");
        assert_eq!(named(Content::Background, "notes.txt"), "notes.txt.image");
        assert_eq!(named(Content::Background, "a.png"), "a.png");
    }
}
