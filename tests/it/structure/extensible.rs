//! Room for growth in the library crates: another project compiles on when an error or a figure of a report is added.

use crate::structure::sources::{self, CRATES, Type, Types};

fn may_grow(found: &Type) -> bool {
    let ends = |end| found.name.ends_with(end);
    match found.is_enum {
        true => ends("Error"),
        false => !found.fields.is_empty() && (ends("Report") || ends("Result")),
    }
}

#[test]
fn errors_and_reports_of_the_crates_are_not_exhaustive() {
    let mut looked_at = 0;
    for source in CRATES[1..].iter().flat_map(|root| sources::of_crate(root)) {
        let types = Types::of(&source.file).defined.into_iter();
        for found in types.filter(may_grow) {
            if !matches!(found.visibility, syn::Visibility::Public(_)) {
                continue;
            }
            looked_at += 1;
            let is_open = found
                .attributes
                .iter()
                .any(|a| a.path().is_ident("non_exhaustive"));
            assert!(
                is_open,
                "{}: {} needs #[non_exhaustive]",
                source.path, found.name
            );
        }
    }
    assert!(looked_at >= 10, "{looked_at} only");
}
