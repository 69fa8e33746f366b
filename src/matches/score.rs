//! The value of a search as a short text, stored with the engine's move: `cp 12`, `win 5`, `loss 4`, `exact 0`.

use rookery_engine::Value;

pub(super) fn print(value: Value) -> String {
    match value {
        Value::Cp(cp) => format!("cp {cp}"),
        Value::Win(plies) => format!("win {plies}"),
        Value::Loss(plies) => format!("loss {plies}"),
        Value::Exact(points) => format!("exact {points}"),
    }
}

/// Reads what [`print`] wrote; `None` for anything else.
pub(super) fn parse(text: &str) -> Option<Value> {
    let (unit, number) = text.split_once(' ')?;
    match unit {
        "cp" => number.parse().ok().map(Value::Cp),
        "win" => number.parse().ok().map(Value::Win),
        "loss" => number.parse().ok().map(Value::Loss),
        "exact" => number.parse().ok().map(Value::Exact),
        _ => None,
    }
}

/// Whether the value is an advantage for the side that searched.
pub(super) fn is_advantage(value: Value) -> bool {
    match value {
        Value::Cp(n) | Value::Exact(n) => n > 0,
        Value::Win(_) => true,
        Value::Loss(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_the_one_in_the_database() {
        for (value, text) in [
            (Value::Cp(-12), "cp -12"),
            (Value::Win(5), "win 5"),
            (Value::Loss(4), "loss 4"),
            (Value::Exact(0), "exact 0"),
        ] {
            assert_eq!(print(value), text);
            assert_eq!(parse(text), Some(value));
        }
        for text in ["", "cp", "cp x", "mate 3", "win -1"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn only_more_than_equal_is_an_advantage() {
        assert!(is_advantage(Value::Cp(1)));
        assert!(is_advantage(Value::Win(9)));
        assert!(!is_advantage(Value::Cp(0)));
        assert!(!is_advantage(Value::Exact(0)));
        assert!(!is_advantage(Value::Loss(1)));
    }
}
