//! Doc lines that say no more than the identifier below them.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};

use crate::structure::sources::{self, CRATES};

/// Words that say nothing of their own.
const FILLERS: [&str; 16] = [
    "a", "an", "the", "its", "their", "this", "these", "of", "for", "in", "to", "is", "are", "and",
    "one", "all",
];

/// The words of an identifier (`ActiveCaptcha`, `match_id`) or of a line, in the singular and without fillers.
fn words(text: &str) -> BTreeSet<String> {
    let mut spaced = String::new();
    let mut was_lower = false;
    for c in text.chars() {
        if c.is_uppercase() && was_lower {
            spaced.push(' ');
        }
        was_lower = c.is_lowercase();
        spaced.push(if c.is_alphanumeric() { c } else { ' ' });
    }
    let lower = spaced.to_lowercase();
    let singular = |word: &str| {
        let stem = match word.strip_suffix("es") {
            Some(stem)
                if ["ch", "sh", "ss", "x"]
                    .iter()
                    .any(|end| stem.ends_with(end)) =>
            {
                stem
            }
            _ => word.strip_suffix('s').unwrap_or(word),
        };
        let is_plural = stem.len() > 2 && !stem.ends_with('s');
        if is_plural {
            stem.to_owned()
        } else {
            word.to_owned()
        }
    };
    let words = lower
        .split_whitespace()
        .filter(|word| !FILLERS.contains(word));
    words.map(singular).collect()
}

/// Whether a doc comment has only words of the identifier. One that quotes code tells a name in another place, such as a table's.
fn repeats(doc: &str, identifier: &str) -> bool {
    let said = words(doc);
    !said.is_empty() && !doc.contains('`') && said.is_subset(&words(identifier))
}

/// The doc comments of a file that repeat the identifier below them.
#[derive(Default)]
struct Repeated(Vec<String>);

impl Repeated {
    fn check(&mut self, attributes: &[syn::Attribute], identifier: &syn::Ident) {
        let doc: Vec<String> = attributes.iter().filter_map(line_of).collect();
        let doc = doc.join(" ");
        if repeats(&doc, &identifier.to_string()) {
            self.0.push(format!("{identifier}: {}", doc.trim()));
        }
    }
}

/// The text of a line `/// …`.
fn line_of(attribute: &syn::Attribute) -> Option<String> {
    match &attribute.meta {
        syn::Meta::NameValue(pair) if attribute.path().is_ident("doc") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(text),
                ..
            }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Repeated {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let named = match item {
            syn::Item::Struct(i) => Some((&i.attrs, &i.ident)),
            syn::Item::Enum(i) => Some((&i.attrs, &i.ident)),
            syn::Item::Trait(i) => Some((&i.attrs, &i.ident)),
            syn::Item::Type(i) => Some((&i.attrs, &i.ident)),
            syn::Item::Const(i) => Some((&i.attrs, &i.ident)),
            syn::Item::Static(i) => Some((&i.attrs, &i.ident)),
            syn::Item::Fn(i) => Some((&i.attrs, &i.sig.ident)),
            syn::Item::Mod(i) => Some((&i.attrs, &i.ident)),
            _ => None,
        };
        if let Some((attributes, identifier)) = named {
            self.check(attributes, identifier);
        }
        visit::visit_item(self, item);
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if let Some(identifier) = &field.ident {
            self.check(&field.attrs, identifier);
        }
        visit::visit_field(self, field);
    }

    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        self.check(&variant.attrs, &variant.ident);
        visit::visit_variant(self, variant);
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        match item {
            syn::ImplItem::Fn(i) => self.check(&i.attrs, &i.sig.ident),
            syn::ImplItem::Const(i) => self.check(&i.attrs, &i.ident),
            syn::ImplItem::Type(i) => self.check(&i.attrs, &i.ident),
            _ => {}
        }
        visit::visit_impl_item(self, item);
    }

    fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
        match item {
            syn::TraitItem::Fn(i) => self.check(&i.attrs, &i.sig.ident),
            syn::TraitItem::Const(i) => self.check(&i.attrs, &i.ident),
            syn::TraitItem::Type(i) => self.check(&i.attrs, &i.ident),
            _ => {}
        }
        visit::visit_trait_item(self, item);
    }
}

#[test]
fn no_doc_line_only_repeats_its_identifier() {
    let mut problems = Vec::new();
    for source in CRATES.iter().flat_map(|root| sources::of_crate(root)) {
        let mut repeated = Repeated::default();
        repeated.visit_file(&source.file);
        problems.extend(
            repeated
                .0
                .iter()
                .map(|line| format!("{}: {line}", source.path)),
        );
    }
    assert!(
        problems.is_empty(),
        "{} doc lines say no more than the identifier: say more, or nothing\n{}",
        problems.len(),
        problems.join("\n")
    );
}

#[test]
fn a_repetition_is_told_from_a_description() {
    for (doc, identifier) in [
        ("Its clock.", "clock"),
        ("A match.", "Match"),
        ("The ids of the matches.", "match_ids"),
        ("The active captcha.", "ActiveCaptcha"),
    ] {
        assert!(repeats(doc, identifier), "{doc} over {identifier}");
    }
    for (doc, identifier) in [
        ("", "clock"),
        ("Milliseconds since 1970.", "clock"),
        ("`[site]`", "Site"),
        ("A match in progress.", "Match"),
    ] {
        assert!(!repeats(doc, identifier), "{doc} over {identifier}");
    }
}
