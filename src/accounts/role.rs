//! The roles of accounts.

/// The role of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Plays.
    User,
    /// Plays, and runs the site.
    Admin,
}

impl Role {
    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::User => "user",
            Role::Admin => "admin",
        }
    }

    /// The inverse of [`Role::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        [Role::User, Role::Admin]
            .into_iter()
            .find(|r| r.as_str() == text)
    }
}
