//! Parsed sources of the site and its crates, without their tests.

use syn::visit::{self, Visit};

use crate::support::tree;

/// The folders of sources, one a crate.
pub const CRATES: [&str; 5] = [
    "src",
    "crates/rookery-attacker/src",
    "crates/rookery-captcha/src",
    "crates/rookery-engine/src",
    "crates/rookery-games/src",
];

/// A file of a crate.
pub struct Source {
    /// The path from the root of the tree.
    pub path: String,
    /// Its items.
    pub file: syn::File,
}

/// The files of a crate, without those of tests.
pub fn of_crate(root: &str) -> Vec<Source> {
    let files = tree::files(root, "rs").into_iter();
    let of_product = files.filter(|file| {
        let mut parts = file.path.trim_end_matches(".rs").split('/');
        !parts.any(|part| part == "tests")
    });
    let parse = |file: tree::SourceFile| Source {
        file: syn::parse_file(&file.text).unwrap_or_else(|e| panic!("{}: {e}", file.path)),
        path: file.path,
    };
    let all: Vec<Source> = of_product.map(parse).collect();
    assert!(!all.is_empty(), "{root} has no files");
    all
}

/// Whether an item is compiled for tests only.
pub fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|a| match &a.meta {
        syn::Meta::List(list) => a.path().is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    })
}

/// A type that a file defines, with its fields if it is a struct.
pub struct Type {
    pub name: String,
    pub visibility: syn::Visibility,
    pub fields: Vec<syn::Field>,
    pub attributes: Vec<syn::Attribute>,
    pub is_enum: bool,
}

/// The types that a file defines in itself and in its modules, and the names of those that it implements methods for.
#[derive(Default)]
pub struct Types {
    pub defined: Vec<Type>,
    pub implemented: Vec<String>,
}

impl Types {
    pub fn of(file: &syn::File) -> Self {
        let mut types = Types::default();
        types.visit_file(file);
        types
    }
}

impl<'ast> Visit<'ast> for Types {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.defined.push(Type {
            name: item.ident.to_string(),
            visibility: item.vis.clone(),
            fields: item.fields.iter().cloned().collect(),
            attributes: item.attrs.clone(),
            is_enum: false,
        });
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.defined.push(Type {
            name: item.ident.to_string(),
            visibility: item.vis.clone(),
            fields: Vec::new(),
            attributes: item.attrs.clone(),
            is_enum: true,
        });
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.defined.push(Type {
            name: item.ident.to_string(),
            visibility: item.vis.clone(),
            fields: Vec::new(),
            attributes: item.attrs.clone(),
            is_enum: false,
        });
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.defined.push(Type {
            name: item.ident.to_string(),
            visibility: item.vis.clone(),
            fields: Vec::new(),
            attributes: item.attrs.clone(),
            is_enum: false,
        });
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if let (None, syn::Type::Path(of)) = (&item.trait_, &*item.self_ty)
            && let Some(last) = of.path.segments.last()
        {
            self.implemented.push(last.ident.to_string());
        }
    }
}
