//! Fields of the forms of `/admin/users`, and the part of its list that an address or a form asks for.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value};

use crate::store::{PageCursor, UserFilter, UserState};
use crate::web::admin::invitations::{self, TypedInvitation};
use crate::web::admin::narrowing::{query_of, typed};
use crate::web::request::fields::{Field, Fields, Shape, TypedFields};
use rookery_games::Registry;

/// The address of the list.
pub const HERE: &str = "/admin/users";

/// The part of the list that is shown, and that its forms come back to.
#[derive(Clone, Debug, Default)]
pub struct ListPart {
    /// The beginning of the names as it was typed; empty for all.
    pub name: String,
    pub state: UserState,
    /// The end of the page before.
    pub place: Option<PageCursor>,
}

impl ListPart {
    /// The part of the list that these query values ask for. Unknown values, from an old or broken link, stand for the whole list.
    pub fn of(name: &str, state: &str, from: &str) -> Self {
        ListPart {
            name: typed(name),
            state: UserState::parse(state).unwrap_or_default(),
            place: from.parse().ok(),
        }
    }

    pub fn filter(&self) -> UserFilter {
        UserFilter {
            prefix: self.name.to_ascii_lowercase(),
            state: self.state,
        }
    }

    /// The word for the state, empty for all.
    pub fn state_word(&self) -> &'static str {
        match self.state {
            UserState::All => "",
            state => state.as_str(),
        }
    }

    /// The place as a text, empty for the first page.
    pub fn start(&self) -> String {
        let place = self.place.as_ref();
        place.map(PageCursor::to_string).unwrap_or_default()
    }

    /// The query of an address that keeps the filter.
    pub fn narrowed(&self) -> String {
        query_of(&[("name", &self.name), ("state", self.state_word())])
    }

    /// The address of this part, with the act that was just done and its target.
    pub fn address(&self, done: &str, whom: &str) -> String {
        let query = query_of(&[
            ("name", &self.name),
            ("state", self.state_word()),
            ("from", &self.start()),
            ("done", done),
            ("whom", whom),
        ]);
        format!("{HERE}?{query}")
    }
}

/// The fields of the buttons: an action, and the user, the users or the invitation for whom it is meant.
#[derive(Debug, Default)]
pub struct UsersFields {
    pub act: String,
    pub user: String,
    /// The ids of several users.
    pub chosen: Vec<String>,
    /// The part of the list to come back to.
    pub part: ListPart,
    /// An invitation to be withdrawn.
    pub invitation: String,
    /// An invitation to be made.
    pub invite: TypedInvitation,
}

impl Fields for UsersFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![
            Field::text("act"),
            Field::text("user"),
            Field::of("chosen", Shape::Tokens),
            Field::text("from"),
            Field::text("name"),
            Field::text("state"),
            Field::number("uses", 1, invitations::USES_AT_MOST.into()),
            Field::text("until"),
            Field::text("note"),
            Field::text("invitation"),
        ]
    }
}

impl<'de> Deserialize<'de> for UsersFields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(SentFields)
    }
}

/// A reader of the fields one by one: `chosen` is one id or a list of them.
struct SentFields;

impl<'de> Visitor<'de> for SentFields {
    type Value = UsersFields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the fields of a form")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut sent: A) -> Result<UsersFields, A::Error> {
        let (mut texts, mut chosen) = (TypedFields::new(), Vec::new());
        while let Some((name, value)) = sent.next_entry::<String, Value>()? {
            let is_chosen = name == "chosen";
            match value {
                Value::String(id) if is_chosen => chosen.push(id),
                Value::String(text) => {
                    texts.insert(name, text);
                }
                Value::Array(ids) if is_chosen => {
                    chosen.extend(ids.iter().filter_map(Value::as_str).map(str::to_owned));
                }
                _ => {}
            }
        }
        let mut take = |name: &str| texts.remove(name).unwrap_or_default();
        Ok(UsersFields {
            act: take("act"),
            user: take("user"),
            chosen,
            part: ListPart::of(&take("name"), &take("state"), &take("from")),
            invitation: take("invitation"),
            invite: TypedInvitation {
                uses: take("uses"),
                until: take("until"),
                note: take("note"),
            },
        })
    }
}
