//! Inspection of an SVG drawing that is to be shown as the logo: nothing that runs, loads or explodes.

use std::collections::{HashMap, HashSet};

use roxmltree::{Attribute, Document, Node, NodeId, ParsingOptions};

use crate::look::text::beginning;

const SVG: &str = "http://www.w3.org/2000/svg";
const XHTML: &str = "http://www.w3.org/1999/xhtml";
/// Maximum number of elements; a detailed emblem has some hundred.
const MAX_ELEMENTS: usize = 2000;
/// Maximum number of elements after every reference is replaced by what it refers to.
const MAX_DRAWN: u64 = 20_000;
/// Maximum depth of elements.
const MAX_DEPTH: usize = 64;
/// Maximum number of nodes of a document, texts and comments included; reading stops beyond it.
const MAX_NODES: u32 = 10_000;
/// The longest part of a drawing that a reason quotes, in characters.
const MAX_QUOTED: usize = 40;

/// Elements that run, load, or hold other languages; compared in lower case.
const ELEMENTS: [&str; 19] = [
    "script",
    "foreignobject",
    "iframe",
    "object",
    "embed",
    "audio",
    "video",
    "canvas",
    "image",
    "feimage",
    "set",
    "animate",
    "animatecolor",
    "animatemotion",
    "animatetransform",
    "discard",
    "handler",
    "listener",
    "font-face-uri",
];
/// Parts of a style that load, run, or begin a language of their own.
const STYLES: [&str; 9] = [
    "@import",
    "@font-face",
    "@namespace",
    "image-set(",
    "image(",
    "src(",
    "cross-fade(",
    "expression(",
    "javascript:",
];

/// Attributes that act on an element as a whole, not on each that it holds.
const NOT_INHERITED: [&str; 3] = ["clip-path", "mask", "filter"];

/// The parts that a drawing must not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// Its text is not UTF-8, or not well-formed; the parser's message.
    Unreadable(String),
    /// A document type, which could define entities.
    DocumentType,
    /// An instruction to programs, such as for another stylesheet; its name.
    Instruction(String),
    /// It is some other XML.
    NotSvg,
    /// An element that runs, loads or holds other languages; its name.
    Element(String),
    /// An attribute that runs on an event; its name.
    EventAttribute(String),
    /// A reference to anything outside the drawing.
    Reference(String),
    /// A part of a style that could load something.
    Style(String),
    /// Too many elements, too deeply nested ones, or too many after references are expanded.
    TooIntricate,
    /// Elements that refer to each other in a circle.
    Circle,
    /// Neither a view box nor a width and a height in pixels.
    NoSize,
}

/// Width and height of a drawing, in its own units.
pub type Size = (f32, f32);

/// Checks a drawing.
///
/// # Errors
/// The first thing that it must not have.
pub fn check(text: &str) -> Result<Size, Forbidden> {
    let options = ParsingOptions {
        allow_dtd: false,
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::DtdDetected => Forbidden::DocumentType,
        roxmltree::Error::NodesLimitReached => Forbidden::TooIntricate,
        other => Forbidden::Unreadable(other.to_string()),
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" || root.tag_name().namespace() != Some(SVG) {
        return Err(Forbidden::NotSvg);
    }
    check_count(&document)?;
    for node in document.descendants() {
        if let Some(instruction) = node.pi() {
            return Err(Forbidden::Instruction(quote(instruction.target)));
        }
        if node.is_element() {
            check_element(node)?;
        }
    }
    References::of(&document).check(root)?;
    size(root).ok_or(Forbidden::NoSize)
}

fn check_count(document: &Document<'_>) -> Result<(), Forbidden> {
    let elements = || document.descendants().filter(Node::is_element);
    let is_deep = |node: Node<'_, '_>| node.ancestors().nth(MAX_DEPTH + 1).is_some();
    match elements().nth(MAX_ELEMENTS).is_some() || elements().any(is_deep) {
        true => Err(Forbidden::TooIntricate),
        false => Ok(()),
    }
}

fn check_element(node: Node<'_, '_>) -> Result<(), Forbidden> {
    let name = node.tag_name();
    let lower = name.name().to_ascii_lowercase();
    if ELEMENTS.contains(&&*lower) || name.namespace() == Some(XHTML) {
        return Err(Forbidden::Element(quote(name.name())));
    }
    for attribute in node.attributes() {
        check_attribute(&attribute)?;
    }
    if lower == "style" {
        check_style(&style_text(node))?;
    }
    Ok(())
}

/// The text of a style element as a browser reads it: its own, without comments and elements inside.
fn style_text(node: Node<'_, '_>) -> String {
    let own = node.children().filter(Node::is_text);
    own.filter_map(|part| part.text()).collect()
}

fn check_attribute(attribute: &Attribute<'_, '_>) -> Result<(), Forbidden> {
    let (name, value) = (attribute.name().to_ascii_lowercase(), attribute.value());
    if name.starts_with("on") {
        return Err(Forbidden::EventAttribute(quote(attribute.name())));
    }
    let is_reference = ["href", "src", "base"].contains(&&*name);
    if is_reference && !is_inside(value) {
        return Err(Forbidden::Reference(quote(value)));
    }
    // Programs note their own things in namespaces of their own, which no browser reads.
    match attribute.namespace() {
        None => check_style(value),
        Some(_) => Ok(()),
    }
}

/// Checks a style, or an attribute that is read like one: what it names lies in the drawing.
fn check_style(style: &str) -> Result<(), Forbidden> {
    // An escape could spell any of these words.
    if let Some(at) = style.find('\\') {
        return Err(Forbidden::Style(quote(declaration(&style[at..]))));
    }
    let lower = style.to_ascii_lowercase();
    if let Some(at) = STYLES.iter().find_map(|word| lower.find(word)) {
        return Err(Forbidden::Style(quote(declaration(&style[at..]))));
    }
    for (at, opening) in lower.match_indices("url(") {
        let address = lower[at + opening.len()..].split(')').next();
        let address = address.unwrap_or_default().trim_start();
        if !is_inside(address.strip_prefix(['"', '\'']).unwrap_or(address)) {
            return Err(Forbidden::Reference(quote(&style[at..])));
        }
    }
    Ok(())
}

/// The first declaration or rule of a style, without what follows it.
fn declaration(style: &str) -> &str {
    let end = style.find([';', '}']).unwrap_or(style.len());
    style[..end].trim_end()
}

/// Whether an address is that of a part of the drawing, spelled as the part is.
fn is_inside(address: &str) -> bool {
    address.trim_start().starts_with('#') && !address.contains('%')
}

/// The beginning of a text, for a reason.
fn quote(text: &str) -> String {
    beginning(text, MAX_QUOTED).replace(char::is_control, " ")
}

/// The references between the elements of a drawing. Ten levels of elements with ten references each draw ten thousand million elements.
struct References<'a, 'input> {
    by_id: HashMap<&'a str, Node<'a, 'input>>,
    /// The ids that style sheets name. Any element may be meant.
    by_sheets: Vec<String>,
    /// Numbers in the outlines of all elements: a marker is drawn at each corner.
    corners: u64,
    drawn: HashMap<NodeId, u64>,
    open: HashSet<NodeId>,
}

impl<'a, 'input> References<'a, 'input> {
    fn of(document: &'a Document<'input>) -> Self {
        let (mut by_id, mut by_sheets, mut corners) = (HashMap::new(), Vec::new(), 0);
        for node in document.descendants() {
            if let Some(id) = node.attribute("id") {
                by_id.entry(id).or_insert(node);
            }
            if node.tag_name().name().eq_ignore_ascii_case("style") {
                let style = style_text(node);
                by_sheets.extend(named(&style).into_iter().map(str::to_owned));
            }
            let outlines = ["d", "points"].map(|name| node.attribute(name));
            corners += outlines.into_iter().flatten().map(numbers).sum::<u64>();
        }
        by_sheets.sort_unstable();
        by_sheets.dedup();
        References {
            by_id,
            by_sheets,
            corners,
            drawn: HashMap::new(),
            open: HashSet::new(),
        }
    }

    fn check(mut self, root: Node<'a, 'input>) -> Result<(), Forbidden> {
        let mut all = self.count(root, 0)?;
        for id in std::mem::take(&mut self.by_sheets) {
            all = all.saturating_mul(self.times(&id, 0)?);
        }
        match all <= MAX_DRAWN {
            true => Ok(()),
            false => Err(Forbidden::TooIntricate),
        }
    }

    /// Maximum number of elements drawn for `node` with everything that it contains and refers to. A fill, stroke or marker is
    /// inherited by every element inside.
    fn count(&mut self, node: Node<'a, 'input>, depth: usize) -> Result<u64, Forbidden> {
        if let Some(known) = self.drawn.get(&node.id()) {
            return Ok(*known);
        }
        if depth > 4 * MAX_DEPTH {
            return Err(Forbidden::TooIntricate);
        }
        if !self.open.insert(node.id()) {
            return Err(Forbidden::Circle);
        }
        let (mut sum, mut times) = (1_u64, 1_u64);
        for child in node.children().filter(Node::is_element) {
            sum = sum.saturating_add(self.count(child, depth + 1)?);
        }
        for attribute in node.attributes() {
            let name = attribute.name();
            if name == "href" {
                let id = attribute.value().trim().trim_start_matches('#');
                sum = sum.saturating_add(self.count_id(id, depth + 1)?);
                continue;
            }
            for id in named(attribute.value()) {
                match NOT_INHERITED.contains(&name) {
                    true => sum = sum.saturating_add(self.count_id(id, depth + 1)?),
                    false => times = times.saturating_mul(self.times(id, depth + 1)?),
                }
            }
        }
        self.open.remove(&node.id());
        let all = sum.saturating_mul(times);
        self.drawn.insert(node.id(), all);
        Ok(all)
    }

    /// The elements that are drawn for an id; none, where there is no such element.
    fn count_id(&mut self, id: &str, depth: usize) -> Result<u64, Forbidden> {
        match self.by_id.get(id) {
            Some(target) => self.count(*target, depth),
            None => Ok(0),
        }
    }

    /// The factor by which the number of drawn elements grows for each element that is painted with this id.
    fn times(&mut self, id: &str, depth: usize) -> Result<u64, Forbidden> {
        let drawn = self.count_id(id, depth)?;
        let name = self.by_id.get(id).map(|target| target.tag_name().name());
        Ok(match name {
            Some("linearGradient" | "radialGradient") => 1,
            Some("marker") => drawn.saturating_mul(self.corners),
            _ => drawn,
        }
        .max(1))
    }
}

/// The ids that a style names with `url(#id)`.
fn named(style: &str) -> Vec<&str> {
    let is_mark = |c: char| c.is_whitespace() || "\"'".contains(c);
    let lower = style.to_ascii_lowercase();
    let ids = lower.match_indices("url(").filter_map(|(at, opening)| {
        let inside = style[at + opening.len()..].trim_start_matches(is_mark);
        let inside = inside.strip_prefix('#')?;
        inside.split(|c| c == ')' || is_mark(c)).next()
    });
    ids.collect()
}

/// The numbers of an outline, or a few more.
fn numbers(outline: &str) -> u64 {
    let is_part = |c: char| c.is_ascii_digit();
    let bytes = outline.as_bytes();
    let starts = (0..bytes.len())
        .filter(|at| is_part(bytes[*at].into()) && (*at == 0 || !is_part(bytes[*at - 1].into())));
    starts.count() as u64
}

/// The size by the view box, or else by width and height.
fn size(root: Node<'_, '_>) -> Option<Size> {
    let positive = |width: f32, height: f32| {
        let is_size = |side: f32| side.is_finite() && side > 0.0;
        (is_size(width) && is_size(height)).then_some((width, height))
    };
    if let Some(view_box) = root.attribute("viewBox") {
        let numbers: Vec<f32> = view_box
            .split([' ', ',', '\t', '\n', '\r'])
            .filter(|part| !part.is_empty())
            .map(str::parse)
            .collect::<Result<_, _>>()
            .ok()?;
        let [_, _, width, height] = numbers.try_into().ok()?;
        return positive(width, height);
    }
    let side = |name| -> Option<f32> {
        let text = root.attribute(name)?.trim();
        text.strip_suffix("px").unwrap_or(text).parse().ok()
    };
    positive(side("width")?, side("height")?)
}

#[cfg(test)]
mod tests;
