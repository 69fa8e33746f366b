//! Ways to get an account, as `rookery captcha price` measures them.

use serde::{Serialize, Serializer};

/// The evidence that a visitor shows to get an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The picture and work.
    Picture,
    /// The recording and work.
    Recording,
    /// Work alone.
    Work,
    /// The picture and a wait.
    WithoutScripts,
}

impl Way {
    /// Every way.
    pub const ALL: [Way; 4] = [Way::Picture, Way::Recording, Way::Work, Way::WithoutScripts];

    /// Its name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Way::Picture => "picture",
            Way::Recording => "recording",
            Way::Work => "work alone",
            Way::WithoutScripts => "without scripts",
        }
    }

    /// Whether it runs scripts, and so takes work.
    pub fn has_scripts(self) -> bool {
        self != Way::WithoutScripts
    }

    /// Seconds that the form has to be open: the shipped `fill_s` and `wait_s`.
    pub fn wait_s(self) -> i64 {
        match self {
            Way::WithoutScripts => 15,
            Way::Picture | Way::Recording | Way::Work => 2,
        }
    }
}

/// As its name.
impl Serialize for Way {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
