//! Arguments that choose a captcha: preset, single settings, fonts and backgrounds, or those of a site.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use clap::Args;

use rookery_captcha::shipped;
use rookery_captcha::{
    AssetFile, Assets, Captcha, FieldSpec, Kind, Preset, RejectedAsset, Settings,
};

use crate::cli::failure::Failure;
use crate::cli::output::remark;
use crate::cli::site::args::{SiteArgs, open_site};
use crate::web;
use crate::web::AssetFolder;

/// The captcha to draw.
#[derive(Debug, Args)]
pub struct PictureArgs {
    /// The preset: strong or classic.
    #[arg(long, value_name = "NAME", conflicts_with = "site")]
    preset: Option<String>,
    /// Change one setting: strong.masks=off, classic.noise_lines=8. Repeat it for others; `rookery config` lists the keys.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    changes: Vec<String>,
    /// Draw on plain colours, without any background.
    #[arg(long, conflicts_with_all = ["backgrounds", "site"])]
    plain: bool,
    /// A folder of *.ttf and *.otf files to use in place of the shipped fonts.
    #[arg(long, value_name = "DIR", conflicts_with = "site")]
    fonts: Option<PathBuf>,
    /// A folder of pictures to use in place of the shipped backgrounds.
    #[arg(long, value_name = "DIR", conflicts_with = "site")]
    backgrounds: Option<PathBuf>,
    /// Draw as a site does: its saved settings, fonts and backgrounds. Give it the site's --data, --database or --config.
    #[arg(long)]
    site: bool,
    /// The site's folder, with --site [default: data]
    #[arg(long, value_name = "DIR", requires = "site")]
    data: Option<String>,
    /// The site's PostgreSQL, with --site
    #[arg(long, value_name = "URL", requires = "site")]
    database: Option<String>,
    /// The site's configuration file, with --site [default: ./config.toml, if it is there]
    #[arg(long, value_name = "FILE", requires = "site")]
    config: Option<PathBuf>,
}

impl PictureArgs {
    /// The captcha of these arguments. Files that cannot be used, and changes without an effect, are named on standard error.
    ///
    /// # Errors
    /// An unknown preset or setting, a value out of its bounds, a folder that cannot be read, or no site.
    pub async fn captcha(&self) -> Result<Captcha, Failure> {
        let mut captcha = match self.site {
            true => self.of_site().await?,
            false => self.shipped()?,
        };
        for change in &self.changes {
            set(&mut captcha.settings, change)?;
        }
        captcha.settings.validate().map_err(|errors| {
            let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
            Failure::input(format!("--set: {}", all.join("; ")))
        })?;
        let preset = captcha.settings.preset;
        for change in self.changes.iter().filter(|set| is_idle(set, preset)) {
            remark(&format!(
                "rookery: --set {change} changes nothing: it is not about the preset {preset}"
            ));
        }
        for RejectedAsset { name, reason } in &captcha.assets.rejected {
            remark(&format!("rookery: {name} is not used: {reason}"));
        }
        Ok(captcha)
    }

    /// A name for results.
    pub fn name(&self, captcha: &Captcha) -> String {
        let mut name = captcha.settings.preset.to_string();
        if self.plain {
            name += ", plain backgrounds";
        }
        for change in &self.changes {
            name = format!("{name}, {change}");
        }
        name
    }

    fn shipped(&self) -> Result<Captcha, Failure> {
        let preset = match &self.preset {
            Some(name) => {
                let preset = name.trim().to_lowercase().parse();
                preset.map_err(|e| Failure::input(format!("{e}")))?
            }
            None => Preset::default(),
        };
        let assets = assets(
            self.fonts.as_deref(),
            self.backgrounds.as_deref(),
            self.plain,
        )?;
        Ok(Captcha {
            settings: Settings {
                preset,
                ..Settings::default()
            },
            assets: Arc::new(assets),
        })
    }

    async fn of_site(&self) -> Result<Captcha, Failure> {
        let place = SiteArgs {
            config: self.config.clone(),
            data: self.data.clone(),
            database: self.database.clone(),
            public_url: None,
        };
        let loaded = place.load(Vec::new())?;
        let store = open_site(&loaded).await?;
        web::saved_captcha(&loaded, &store)
            .await
            .map_err(|e| Failure::work(e.to_string()))
    }
}

/// Makes one change of the form KEY=VALUE.
fn set(settings: &mut Settings, change: &str) -> Result<(), Failure> {
    let wrong = |problem: String| Failure::input(format!("--set {change}: {problem}"));
    let (key, value) = change
        .split_once('=')
        .ok_or_else(|| wrong("write KEY=VALUE, as in strong.masks=off".to_owned()))?;
    let key = without_section(key);
    if let Some(why) = Settings::field(key).and_then(of_no_use) {
        return Err(wrong(why.to_owned()));
    }
    settings.set(key, value).map_err(|e| wrong(e.to_string()))
}

/// The key of a setting, which may be written as `rookery config` has it.
fn without_section(key: &str) -> &str {
    key.strip_prefix("captcha.").unwrap_or(key)
}

/// Whether a change is to a setting of another preset than this one.
fn is_idle(change: &str, preset: Preset) -> bool {
    let section = without_section(change).split('.').next();
    let of = section.and_then(|name| name.parse::<Preset>().ok());
    of.is_some_and(|of| of != preset)
}

/// Why a setting has no effect on a picture that a command draws, where it has none.
fn of_no_use(spec: &FieldSpec) -> Option<&'static str> {
    match (spec.kind, spec.key) {
        (Kind::Directory, "classic.fonts_dir") => Some("use --fonts DIR"),
        (Kind::Directory, _) => Some("use --backgrounds DIR"),
        (_, key) if key.starts_with("defence.") => {
            Some("it is about the defence around the picture; the picture stays the same")
        }
        _ => None,
    }
}

/// The shipped fonts and backgrounds, or those of the given folders.
///
/// # Errors
/// A folder cannot be read, or has no usable font.
fn assets(
    font_folder: Option<&Path>,
    backgrounds: Option<&Path>,
    plain: bool,
) -> Result<Assets, Failure> {
    let mut rejected = Vec::new();
    let fonts = match font_folder {
        Some(folder) => read_folder(AssetFolder::Fonts, folder, &mut rejected)?,
        None => shipped::font_files(),
    };
    let backgrounds = match backgrounds {
        Some(folder) => read_folder(AssetFolder::Backgrounds, folder, &mut rejected)?,
        None if plain => Vec::new(),
        None => shipped::background_files(),
    };
    let mut assets = Assets::load(fonts, backgrounds);
    assets.rejected.extend(rejected);
    match font_folder {
        Some(folder) if assets.fonts.is_empty() => Err(Failure::input(format!(
            "--fonts {}: none of its files is a usable font (*.ttf or *.otf, with the letters a–z and A–Z)",
            folder.display()
        ))),
        _ => Ok(assets),
    }
}

/// The files of a folder, without its subfolders, within the limits of a site; those that cannot be read are noted.
fn read_folder(
    kind: AssetFolder,
    folder: &Path,
    rejected: &mut Vec<RejectedAsset>,
) -> Result<Vec<AssetFile>, Failure> {
    let failed = |e: io::Error| Failure::input(format!("cannot read {}: {e}", folder.display()));
    drop(fs::read_dir(folder).map_err(failed)?);
    Ok(kind.files(folder, rejected).unwrap_or_default())
}
