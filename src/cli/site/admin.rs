//! `rookery admin`: administration of users without a browser.

use crate::accounts::{Name, Role};
use crate::clock::Clock;
use crate::store::{Occupied, Store, User};
use crate::web;
use clap::{Args, Subcommand};
use serde_json::json;

use crate::cli::failure::Failure;
use crate::cli::output;
use crate::cli::site::args::{SiteArgs, block_on, open_site};

/// Print a set-up link, manage users and admins, reset passwords
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  rookery admin setup-link\n  rookery admin reset alice\n\n\
    Works while the site runs; give it the same --data or --database. Links begin with public_url, or else with the address at which the site runs, or will run by 'listen': where it is on \
    PostgreSQL or does not run, give it the same --public-url, --listen, --config or environment as well."
)]
pub struct Admin {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, Subcommand)]
enum Act {
    /// Print a one-time link with which the first admin chooses a name and a password; it ends those that were printed before
    SetupLink(Common),
    /// Make a user an admin
    Grant(Named),
    /// Make an admin a plain user
    Revoke(Named),
    /// Approve a user who is waiting for approval
    Approve(Named),
    /// Shut a user out and end their sessions
    Disable(Named),
    /// Let a disabled user log in again
    Enable(Named),
    /// Print a one-time link, valid for 24 hours, with which a user chooses a new password
    Reset(Named),
    /// List all users
    List(Common),
}

#[derive(Debug, Args)]
struct Common {
    #[command(flatten)]
    site: SiteArgs,
    /// Address of the site in links, where there is no public_url [default: where it runs]
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct Named {
    /// The user's name
    name: String,
    #[command(flatten)]
    common: Common,
}

/// The site of a command, and what its links begin with.
struct OpenedSite {
    store: Store,
    url: String,
}

impl Common {
    async fn open(self) -> Result<OpenedSite, Failure> {
        let is_told = self.listen.is_some();
        let listen = self.listen.map(|l| ("listen".to_owned(), l));
        let loaded = self.site.load(listen.into_iter().collect())?;
        let store = open_site(&loaded).await?;
        let config = &loaded.config;
        let is_told = is_told || !config.public_url.is_empty() || !config.database.is_empty();
        // The site may have been started with other arguments than this command.
        let running = match is_told {
            true => None,
            false => Occupied::address_of(&config.data),
        };
        let url = running.unwrap_or_else(|| web::base_url(config, config.listen));
        Ok(OpenedSite { store, url })
    }
}

impl Admin {
    /// Runs the command.
    ///
    /// # Errors
    /// An unknown name (2), or the database cannot be used (1).
    pub fn run(self) -> Result<(), Failure> {
        block_on(async move {
            match self.act {
                Act::SetupLink(common) => setup_link(common).await,
                Act::List(common) => list(common).await,
                Act::Grant(named) => set_role(named, Role::Admin).await,
                Act::Revoke(named) => set_role(named, Role::User).await,
                Act::Approve(named) => change(named, AccountChange::Approve).await,
                Act::Disable(named) => change(named, AccountChange::Disable).await,
                Act::Enable(named) => change(named, AccountChange::Enable).await,
                Act::Reset(named) => reset(named).await,
            }
        })
    }
}

async fn setup_link(common: Common) -> Result<(), Failure> {
    let json = common.json;
    let OpenedSite { store, url } = common.open().await?;
    match web::setup_link(&store, &Clock::System, &url, web::EarlierLinks::End)
        .await
        .map_err(failed)?
    {
        Some(link) if json => output::json_line(&json!({ "link": link })),
        Some(link) => output::line(&link),
        None => Err(Failure::work(
            "there is already an admin; `rookery admin reset NAME` prints a link for a new password, `rookery admin grant NAME` makes another admin",
        )),
    }
}

async fn list(common: Common) -> Result<(), Failure> {
    let json = common.json;
    let OpenedSite { store, .. } = common.open().await?;
    let mut place = None;
    loop {
        let page = store.users(100, place.as_ref()).await.map_err(failed)?;
        for user in &page.rows {
            let state = state(user);
            if json {
                output::json_line(&json!({
                    "name": user.name.as_str(), "role": user.role.as_str(), "state": state,
                    "created_ms": user.created_ms, "seen_ms": user.seen_ms
                }))?;
            } else {
                output::line(&format!(
                    "{:20}  {:5}  {state}",
                    user.name.as_str(),
                    user.role.as_str()
                ))?;
            }
        }
        if place.is_none() && page.rows.is_empty() && !json {
            output::remark("no users yet: open the link of 'rookery admin setup-link'");
        }
        place = page.next;
        if place.is_none() {
            return Ok(());
        }
    }
}

fn state(user: &User) -> &'static str {
    if user.disabled_ms.is_some() {
        "disabled"
    } else if user.approved_ms.is_none() {
        "waiting"
    } else {
        "active"
    }
}

async fn set_role(named: Named, role: Role) -> Result<(), Failure> {
    let json = named.common.json;
    let OpenedSite { store, .. } = named.common.open().await?;
    let user = find(&store, &named.name).await?;
    // The words of the page of users.
    let act = match role {
        Role::Admin => "grant",
        Role::User => "revoke",
    };
    let entry = web::console_entry(Clock::System.now_ms(), act, user.name.as_str(), None);
    let entry = entry.of_role(user.role, role);
    store
        .set_role(user.id, role, &entry)
        .await
        .map_err(failed)?;
    said(json, &user, role.as_str())
}

/// A change of whether a user may log in.
#[derive(Clone, Copy)]
enum AccountChange {
    Approve,
    Disable,
    Enable,
}

impl AccountChange {
    /// Its word in the audit log, which is that of the page of users.
    fn word(self) -> &'static str {
        match self {
            AccountChange::Approve => "approve",
            AccountChange::Disable => "disable",
            AccountChange::Enable => "enable",
        }
    }

    fn is_done(self, user: &User) -> bool {
        match self {
            AccountChange::Approve => user.approved_ms.is_some(),
            AccountChange::Disable => user.disabled_ms.is_some(),
            AccountChange::Enable => user.disabled_ms.is_none(),
        }
    }

    async fn make(self, store: &Store, user: &User, now_ms: i64) -> Result<(), Failure> {
        let entry = web::console_entry(now_ms, self.word(), user.name.as_str(), None);
        let made = match self {
            AccountChange::Approve => store.approve(user.id, now_ms, &entry).await,
            AccountChange::Disable => store.set_disabled(user.id, Some(now_ms), &entry).await,
            AccountChange::Enable => store.set_disabled(user.id, None, &entry).await,
        };
        made.map_err(failed)
    }
}

async fn change(named: Named, change: AccountChange) -> Result<(), Failure> {
    let json = named.common.json;
    let OpenedSite { store, .. } = named.common.open().await?;
    let mut user = find(&store, &named.name).await?;
    let was_so = change.is_done(&user);
    if !was_so {
        change.make(&store, &user, Clock::System.now_ms()).await?;
        user = find(&store, &named.name).await?;
    }
    let (name, state) = (user.name.as_str(), state(&user));
    match (json, was_so) {
        (true, _) => output::json_line(&json!({ "name": name, "state": state })),
        (false, false) => output::line(&format!("{name} is now: {state}")),
        (false, true) => output::line(&format!("{name} is unchanged: {state}")),
    }
}

async fn reset(named: Named) -> Result<(), Failure> {
    let json = named.common.json;
    let OpenedSite { store, url } = named.common.open().await?;
    let user = find(&store, &named.name).await?;
    let link = web::reset_link(&store, &Clock::System, &url, &user, None)
        .await
        .map_err(failed)?;
    if json {
        output::json_line(&json!({ "link": link, "state": state(&user) }))
    } else {
        if let Some(why) = why_shut_out(&user) {
            output::remark(&format!(
                "{} cannot log in with the new password: {why}",
                user.name
            ));
        }
        output::line(&link)
    }
}

/// The reason why a user cannot log in, and what an admin does about it.
fn why_shut_out(user: &User) -> Option<&'static str> {
    match state(user) {
        "disabled" => Some("the account is disabled; `rookery admin enable NAME` lets it in again"),
        "waiting" => {
            Some("the account is waiting for approval; `rookery admin approve NAME` lets it in")
        }
        _ => None,
    }
}

async fn find(store: &Store, name: &str) -> Result<User, Failure> {
    let unknown = || {
        Failure::input(format!(
            "there is no user '{name}'; `rookery admin list` shows them all"
        ))
    };
    let parsed: Name = name.parse().map_err(|_| unknown())?;
    let found = store.credentials(&parsed).await.map_err(failed)?;
    Ok(found.ok_or_else(unknown)?.user)
}

fn said(json: bool, user: &User, role: &str) -> Result<(), Failure> {
    let name = user.name.as_str();
    if json {
        return output::json_line(&json!({ "name": name, "role": role, "state": state(user) }));
    }
    let but = why_shut_out(user).map_or_else(String::new, |why| format!(", but {why}"));
    output::line(&format!("{name} is now: {role}{but}"))
}

fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::work(error.to_string())
}
