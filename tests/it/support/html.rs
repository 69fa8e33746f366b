//! A minimal parser of HTML and forms for the tests.

/// Fields as the body of a form.
pub fn form(fields: &[(&str, &str)]) -> String {
    let pairs: Vec<String> = fields
        .iter()
        .map(|(name, value)| format!("{}={}", escape(name), escape(value)))
        .collect();
    pairs.join("&")
}

/// Percent-escapes all but letters and digits.
pub fn escape(text: &str) -> String {
    text.bytes()
        .map(|b| {
            if b.is_ascii_alphanumeric() {
                char::from(b).to_string()
            } else {
                format!("%{b:02X}")
            }
        })
        .collect()
}

/// The value of the first `<input>` of this name; a checkbox has one only where it is ticked.
pub fn field(html: &str, name: &str) -> Option<String> {
    tags(html, "input")
        .into_iter()
        .find(|tag| attribute(tag, "name").as_deref() == Some(name))
        .and_then(|tag| attribute(tag, "value"))
}

/// The text of the element with this id, tags left out.
pub fn by_id(html: &str, id: &str) -> Option<String> {
    let at = html.find(&format!("id=\"{id}\""))?;
    let inside = &html[at + html[at..].find('>')? + 1..];
    Some(unescape(&inside[..inside.find("</")?]))
}

/// All opening tags of a name, without the brackets.
pub fn tags<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    html.match_indices(&format!("<{name} "))
        .map(|(at, _)| &html[at + 1..at + html[at..].find('>').unwrap_or(html.len() - at)])
        .collect()
}

/// An attribute of a tag.
pub fn attribute(tag: &str, name: &str) -> Option<String> {
    let at = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    let value = &tag[at..];
    Some(unescape(&value[..value.find('"')?]))
}

/// Reads the character entities that templates write.
pub fn unescape(text: &str) -> String {
    [
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
    ]
    .iter()
    .chain(&[
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&#38;", "&"),
        ("&amp;", "&"),
    ])
    .fold(text.to_owned(), |text, (entity, sign)| {
        text.replace(entity, sign)
    })
}
