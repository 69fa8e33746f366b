//! Fields of a post's body, each with the values it takes. JSON is checked against them, so that a program that misspells a
//! field or sends another value is refused; a form may have additional fields from browsers.

use std::collections::HashMap;

use serde::de::DeserializeOwned;
use serde_json::map::Entry;
use serde_json::{Map, Number, Value};

use crate::web::Error;
use rookery_games::Message;
use rookery_games::Registry;
use rookery_games::text::{in_short, is_near};

/// Longer names are not compared with the known ones: they cannot be typing errors.
const MOST_COMPARED: usize = 40;
/// The greatest whole number up to which each has a floating-point number of its own (RFC 8259, section 6).
const MOST_EXACT: f64 = 9_007_199_254_740_992.0;

/// The fields of a request, as they were typed.
pub type TypedFields = HashMap<String, String>;

/// The values that a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Text,
    /// A whole number in these bounds. A string that contains one is accepted too.
    Number {
        least: i64,
        /// The greatest.
        most: i64,
    },
    /// A whole number in these bounds, or this word.
    NumberOr {
        least: i64,
        /// The greatest.
        most: i64,
        word: &'static str,
    },
    /// True or false. A string that contains either is accepted too.
    Switch,
    /// A list of strings, or one string.
    Tokens,
}

/// A field of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: &'static str,
    pub shape: Shape,
    /// Whether a program must send it.
    pub is_required: bool,
}

impl Field {
    pub const fn text(name: &'static str) -> Self {
        Field::of(name, Shape::Text)
    }

    /// A whole number in these bounds.
    pub const fn number(name: &'static str, least: i64, most: i64) -> Self {
        Field::of(name, Shape::Number { least, most })
    }

    /// A field that takes values of this `shape`.
    pub const fn of(name: &'static str, shape: Shape) -> Self {
        Field {
            name,
            shape,
            is_required: false,
        }
    }

    /// The same field, which a program must send.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.is_required = true;
        self
    }
}

/// The fields of a body.
pub trait Fields: DeserializeOwned + Send {
    /// Whether the fields may also be sent as `multipart/form-data`, as some third-party programs do.
    const TAKES_MULTIPART: bool = false;
    /// Whether other fields are passed over, whatever the form of the body: such programs send fields of their own.
    const HAS_OTHERS: bool = false;

    /// The known fields, given those that were sent: the options of a new match depend on its game.
    fn known(sent: &Map<String, Value>, games: &Registry) -> Vec<Field>;
}

/// Reads the object of a JSON body. `null` counts as missing.
///
/// # Errors
/// The first field that is invalid, unknown, or missing.
pub fn read<T: Fields>(mut sent: Map<String, Value>, games: &Registry) -> Result<T, Error> {
    sent.retain(|_, value| !value.is_null());
    let known = T::known(&sent, games);
    check(&mut sent, &known, T::HAS_OTHERS)?;
    deserialize(sent)
}

/// Reads the fields of a form, which are texts; other fields are passed over. Where a program gets the answer (`is_checked`), its fields are
/// checked as those of a JSON body. A page checks them itself: it shows the form again, with what was typed.
///
/// # Errors
/// As [`read`], or a field that is there more than once and no list.
pub fn read_form<T: Fields>(
    typed: Vec<(String, String)>,
    is_checked: bool,
    games: &Registry,
) -> Result<T, Error> {
    let mut sent = Map::new();
    for (name, text) in typed {
        add(&mut sent, name, text);
    }
    let known = T::known(&sent, games);
    let shape = |name: &str| known.iter().find(|f| f.name == name).map(|f| f.shape);
    for (name, value) in &sent {
        let is_list = matches!(shape(name), Some(Shape::Tokens) | None);
        if value.is_array() && !is_list {
            return Err(doubled(name));
        }
    }
    sent.retain(|name, value| match shape(name) {
        // Somebody else's field, as often as it likes.
        None => !value.is_array(),
        Some(Shape::Text | Shape::Tokens) => true,
        // An input that was left empty says nothing.
        Some(_) => !is_checked || value.as_str() != Some(""),
    });
    if is_checked {
        check(&mut sent, &known, true)?;
    }
    deserialize(sent)
}

/// Adds a field of a form; one that is there already becomes a list.
fn add(sent: &mut Map<String, Value>, name: String, text: String) {
    let text = Value::String(text);
    match sent.entry(name) {
        Entry::Vacant(new) => _ = new.insert(text),
        Entry::Occupied(mut known) => match known.get_mut() {
            Value::Array(texts) => texts.push(text),
            first => *first = Value::Array(vec![first.take(), text]),
        },
    }
}

fn deserialize<T: Fields>(sent: Map<String, Value>) -> Result<T, Error> {
    serde_json::from_value(Value::Object(sent))
        .map_err(|e| Error::BadRequest(Message::new("error-form").with("what", e.to_string())))
}

/// The refusal of a field that is there more than once: which of its values was meant is not known.
pub fn doubled(name: &str) -> Error {
    Error::BadRequest(Message::new("error-doubled").with("field", in_short(name)))
}

/// The refusal of a body without a field that it needs.
pub fn missing(name: &str) -> Error {
    Error::Field {
        code: "missing-field",
        message: Message::new("field-missing").with("field", name),
        field: name.to_owned(),
        nearest: None,
    }
}

/// Checks all fields; other ones pass only where `has_others`.
fn check(sent: &mut Map<String, Value>, known: &[Field], has_others: bool) -> Result<(), Error> {
    // Invalid values come first: the set of known fields may depend on them.
    for field in known {
        if let Some(value) = sent.get_mut(field.name) {
            fit(field, value)?;
        }
    }
    let stranger = sent
        .keys()
        .find(|name| known.iter().all(|field| field.name != *name));
    if let Some(name) = stranger.filter(|_| !has_others) {
        return Err(unknown(name, known));
    }
    let lacking = known
        .iter()
        .find(|field| field.is_required && !sent.contains_key(field.name));
    match lacking {
        Some(field) => Err(missing(field.name)),
        None => Ok(()),
    }
}

fn unknown(name: &str, known: &[Field]) -> Error {
    let name: String = name.chars().take(MOST_COMPARED).collect();
    let nearest = known
        .iter()
        .map(|field| field.name)
        .min_by_key(|known| strsim::damerau_levenshtein(&name.to_lowercase(), known))
        .filter(|&known| is_near(&name, known));
    let message = match nearest {
        Some(nearest) => Message::new("field-unknown")
            .with("field", name.clone())
            .with("nearest", nearest),
        None if known.is_empty() => Message::new("field-none-known").with("field", name.clone()),
        None => Message::new("field-not-known").with("field", name.clone()),
    };
    Error::Field {
        code: "unknown-field",
        message,
        field: name,
        nearest,
    }
}

/// Checks a value against its field; a number or a switch becomes the text that a form would have sent.
fn fit(field: &Field, value: &mut Value) -> Result<(), Error> {
    let is_token = |value: &Value| value.is_string();
    let takes = match (field.shape, &*value) {
        (Shape::Text | Shape::Tokens, Value::String(_)) => true,
        (Shape::Tokens, Value::Array(tokens)) => tokens.iter().all(is_token),
        (Shape::Switch, Value::Bool(_)) => true,
        (Shape::Switch, Value::String(text)) => ["true", "false"].contains(&text.as_str()),
        (Shape::NumberOr { word, .. }, Value::String(text)) if text == word => true,
        (Shape::Number { least, most } | Shape::NumberOr { least, most, .. }, given) => {
            let number = match given {
                Value::Number(number) => whole(number),
                Value::String(text) => text.parse().ok(),
                _ => None,
            };
            number.is_some_and(|number| (least..=most).contains(&number))
        }
        _ => false,
    };
    if !takes {
        return Err(wrong(field));
    }
    let text = match &*value {
        Value::Number(number) => whole(number).map(|number| number.to_string()),
        Value::Bool(is_on) => Some(is_on.to_string()),
        _ => None,
    };
    if let Some(text) = text {
        *value = Value::String(text);
    }
    Ok(())
}

/// A number without a fraction. JSON has one kind of number: some programs write 8.0 where they mean 8.
fn whole(number: &Number) -> Option<i64> {
    number.as_i64().or_else(|| {
        let float = number.as_f64()?;
        let is_whole = float.fract() == 0.0 && float.abs() <= MOST_EXACT;
        is_whole.then_some(float as i64)
    })
}

fn wrong(field: &Field) -> Error {
    let message = match field.shape {
        Shape::Text => Message::new("field-text").with("field", field.name),
        Shape::Switch => Message::new("field-switch").with("field", field.name),
        Shape::Tokens => Message::new("field-tokens").with("field", field.name),
        Shape::Number { least, most } => Message::new("field-number")
            .with("field", field.name)
            .with("least", least)
            .with("most", most),
        Shape::NumberOr { least, most, word } => Message::new("field-number-or")
            .with("field", field.name)
            .with("least", least)
            .with("most", most)
            .with("word", word),
    };
    Error::Field {
        code: "field",
        message,
        field: field.name.to_owned(),
        nearest: None,
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    struct Order {
        game: String,
        level: String,
        side: String,
        path: Value,
    }

    impl Fields for Order {
        fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
            let (least, most, word) = (0, 1, "random");
            vec![
                Field::text("game").required(),
                Field::number("level", 1, 8),
                Field::of("side", Shape::NumberOr { least, most, word }),
                Field::of("path", Shape::Tokens),
            ]
        }
    }

    fn order(body: Value) -> Result<Order, (&'static str, String)> {
        let Value::Object(sent) = body else {
            panic!("no object")
        };
        read(sent, &Registry::shipped()).map_err(|error| match error {
            Error::Field { code, field, .. } => (code, field),
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn numbers_are_numbers_and_texts_that_say_one_are_read() {
        for (level, text) in [
            (json!(1), "1"),
            (json!(8), "8"),
            (json!("3"), "3"),
            // Numbers without a fraction, as JSON may write them.
            (json!(8.0), "8"),
            (json!(4e0), "4"),
        ] {
            let read = order(json!({"game": "chess", "level": level})).unwrap();
            assert_eq!(read.level, text);
        }
        for level in [
            json!(0),
            json!(9),
            json!(1.5),
            json!("x"),
            json!(true),
            json!([1]),
            json!(1e30),
            json!(9.0),
            json!(0.0),
        ] {
            let refused = order(json!({"game": "chess", "level": level})).unwrap_err();
            assert_eq!(refused, ("field", "level".to_owned()), "{level}");
        }
        for side in [json!(0), json!("1"), json!("random")] {
            assert!(
                order(json!({"game": "chess", "side": side})).is_ok(),
                "{side}"
            );
        }
        assert!(order(json!({"game": "chess", "side": "left"})).is_err());
        assert!(order(json!({"game": 5})).is_err(), "a text is a text");
    }

    #[test]
    fn a_field_that_is_not_known_is_named_with_the_nearest_one() {
        let Value::Object(sent) = json!({"game": "chess", "Levle": 3}) else {
            panic!("no object")
        };
        let Err(Error::Field {
            code,
            field,
            nearest,
            ..
        }) = read::<Order>(sent, &Registry::shipped())
        else {
            panic!("it is unknown")
        };
        assert_eq!(
            (code, field.as_str(), nearest),
            ("unknown-field", "Levle", Some("level"))
        );
        // None is near.
        let Value::Object(sent) = json!({"game": "chess", "colour": 0}) else {
            panic!("no object")
        };
        let far = read::<Order>(sent, &Registry::shipped());
        assert!(
            matches!(far, Err(Error::Field { nearest: None, .. })),
            "{far:?}"
        );
        let long = "l".repeat(60_000);
        let Value::Object(sent) = json!({ long: 3 }) else {
            panic!("no object")
        };
        let Err(Error::Field { field, .. }) = read::<Order>(sent, &Registry::shipped()) else {
            panic!("it is unknown")
        };
        assert_eq!(field.len(), MOST_COMPARED);
    }

    fn form(pairs: &[(&str, &str)], is_checked: bool) -> Result<Order, (&'static str, String)> {
        let typed = pairs
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        let read = read_form(typed.collect(), is_checked, &Registry::shipped());
        read.map_err(|error| match error {
            Error::Field { code, field, .. } => (code, field),
            Error::BadRequest(message) => ("bad-request", message.id.into_owned()),
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn a_form_is_checked_for_programs_and_read_as_it_is_for_pages() {
        for is_checked in [true, false] {
            // Other people's fields are passed over, however often they are there.
            let sent = [("game", "chess"), ("level", "3"), ("utm", "x"), ("utm", "")];
            let read = form(&sent, is_checked).unwrap();
            assert_eq!((read.game.as_str(), read.level.as_str()), ("chess", "3"));
            let path = [("game", "chess"), ("path", "e2"), ("path", "e4")];
            assert_eq!(form(&path, is_checked).unwrap().path, json!(["e2", "e4"]));
            let text = [("game", "chess"), ("path", "e2,e4")];
            assert_eq!(form(&text, is_checked).unwrap().path, json!("e2,e4"));
            let twice = [("game", "go"), ("game", "chess")];
            assert_eq!(
                form(&twice, is_checked).unwrap_err(),
                ("bad-request", "error-doubled".to_owned())
            );
        }
        let field = |code, name: &str| Err((code, name.to_owned()));
        let level = |sent: &[(&str, &str)], is_checked| form(sent, is_checked).map(|o| o.level);
        assert_eq!(
            level(&[("level", "3")], true),
            field("missing-field", "game")
        );
        assert_eq!(level(&[("level", "3")], false), Ok("3".to_owned()));
        let wrong = [("game", "chess"), ("level", "high")];
        assert_eq!(level(&wrong, true), field("field", "level"));
        assert_eq!(level(&wrong, false), Ok("high".to_owned()));
        // Not given, as a browser sends it.
        let empty = [("game", "chess"), ("level", ""), ("side", "")];
        for is_checked in [true, false] {
            assert_eq!(level(&empty, is_checked), Ok(String::new()));
        }
    }

    /// The fields of a program that sends others beside them.
    #[derive(Debug, Deserialize)]
    struct Question {
        secret: String,
    }

    impl Fields for Question {
        const HAS_OTHERS: bool = true;

        fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
            vec![Field::text("secret").required()]
        }
    }

    #[test]
    fn other_fields_are_passed_over_where_programs_send_their_own() {
        let ask = |body: Value| {
            let Value::Object(sent) = body else {
                panic!("no object")
            };
            read::<Question>(sent, &Registry::shipped()).map(|question| question.secret)
        };
        let read = ask(json!({"version": 3, "secret": "x", "user_agent": ["y"]}));
        assert!(matches!(read.as_deref(), Ok("x")), "{read:?}");
        // Those that are known are checked as ever.
        assert!(ask(json!({"version": 3})).is_err());
        assert!(ask(json!({"secret": 3})).is_err());
    }

    #[test]
    fn what_is_missing_is_named_and_null_is_missing() {
        for body in [json!({}), json!({"game": null}), json!({"level": 3})] {
            assert_eq!(
                order(body).unwrap_err(),
                ("missing-field", "game".to_owned())
            );
        }
        let tokens = order(json!({"game": "chess", "path": ["e2", "e4"]})).unwrap();
        assert_eq!(tokens.path, json!(["e2", "e4"]));
        assert!(order(json!({"game": "chess", "path": ["e2", 4]})).is_err());
        let all = order(json!({"game": "chess"})).unwrap();
        assert_eq!((all.game.as_str(), all.side.as_str()), ("chess", ""));
    }
}
