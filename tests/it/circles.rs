//! Circles of imports between files, with re-exports resolved to the file that defines a name.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};

use crate::structure::sources::{CRATES, is_for_tests};
use crate::support::tree::{self, SourceFile};

/// Circles that stay, each inside one folder, with its reason.
const CIRCLES: [(&str, &str); 2] = [
    (
        "crates/rookery-games/src/chess/rules/",
        "a position lists its moves, and moves are listed by looking at the position",
    ),
    (
        "crates/rookery-games/src/gomoku/rules/",
        "a position says which moves are forbidden, and they are so by the positions after them",
    ),
];

type Module = Vec<String>;

/// The names that a file uses, defines, and only passes on: single names, and all that a module has.
#[derive(Default)]
struct Imports {
    /// The modules in files of their own that it declares.
    children: BTreeSet<String>,
    named: Vec<Module>,
    defined: BTreeSet<String>,
    passed_on: BTreeMap<String, Module>,
    globs: Vec<Module>,
}

impl Imports {
    fn of(text: &str) -> Self {
        let parsed = syn::parse_file(text).unwrap();
        let child = |item: &syn::Item| match item {
            syn::Item::Mod(item) if item.content.is_none() => Some(item.ident.to_string()),
            _ => None,
        };
        let mut imports = Imports {
            children: parsed.items.iter().filter_map(child).collect(),
            ..Imports::default()
        };
        imports.visit_file(&parsed);
        imports
    }

    /// Whether a path that begins so leads to another file, whatever is imported.
    fn is_root(&self, first: &str) -> bool {
        ["crate", "super"].contains(&first) || self.children.contains(first)
    }

    fn tree(&mut self, tree: &syn::UseTree, before: &mut Module, is_public: bool) {
        let (name, alias) = match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.tree(&path.tree, before, is_public);
                before.pop();
                return;
            }
            syn::UseTree::Group(group) => {
                for item in &group.items {
                    self.tree(item, before, is_public);
                }
                return;
            }
            syn::UseTree::Name(name) => (name.ident.to_string(), name.ident.to_string()),
            syn::UseTree::Rename(name) => (name.ident.to_string(), name.rename.to_string()),
            syn::UseTree::Glob(_) if is_public => {
                self.globs.push(before.clone());
                return;
            }
            syn::UseTree::Glob(_) => ("*".to_owned(), "*".to_owned()),
        };
        let mut whole = before.clone();
        if name != "self" {
            whole.push(name);
        }
        if is_public {
            self.passed_on.insert(alias, whole);
        } else {
            self.named.push(whole);
        }
    }
}

/// The paths from `crate`, `super` or a child in the text of a macro, whose contents are not a syntax tree.
fn paths_of_macro(text: &str, children: &BTreeSet<String>) -> Vec<Module> {
    // Between quotes stands text.
    let text: String = text.split('"').step_by(2).collect();
    let text = text.replace(" :: ", "::").replace(":: ", "::");
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut paths = Vec::new();
    let children = children.iter().map(String::as_str);
    for root in ["crate", "super"].into_iter().chain(children) {
        for (at, _) in text.match_indices(&format!("{root}::")) {
            // Later steps of a path, and the ends of longer words, begin no path.
            if text[..at].ends_with(|c: char| is_word(c) || c == ':') {
                continue;
            }
            let end = text[at..].find(|c: char| !is_word(c) && c != ':');
            let path = &text[at..end.map_or(text.len(), |end| at + end)];
            paths.push(
                path.split("::")
                    .filter(|step| !step.is_empty())
                    .map(str::to_owned)
                    .collect(),
            );
        }
    }
    paths
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !is_for_tests(&item.attrs) {
            let is_public = !matches!(item.vis, syn::Visibility::Inherited);
            self.tree(&item.tree, &mut Module::new(), is_public);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Module = path.segments.iter().map(|s| s.ident.to_string()).collect();
        if segments.len() > 1 && self.is_root(&segments[0]) {
            self.named.push(segments);
        }
        visit::visit_path(self, path);
    }

    fn visit_item(&mut self, item: &'ast syn::Item) {
        let name = match item {
            syn::Item::Const(i) => Some(&i.ident),
            syn::Item::Enum(i) => Some(&i.ident),
            syn::Item::Fn(i) => Some(&i.sig.ident),
            syn::Item::Static(i) => Some(&i.ident),
            syn::Item::Struct(i) => Some(&i.ident),
            syn::Item::Trait(i) => Some(&i.ident),
            syn::Item::Type(i) => Some(&i.ident),
            syn::Item::Union(i) => Some(&i.ident),
            _ => None,
        };
        self.defined.extend(name.map(ToString::to_string));
        visit::visit_item(self, item);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let paths = paths_of_macro(&mac.tokens.to_string(), &self.children);
        self.named.extend(paths);
        visit::visit_macro(self, mac);
    }

    // `pub(in crate::…)` says who may see an item, not that it is used.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}
}

/// The files of a crate by module.
struct Crate {
    files: BTreeMap<Module, (String, Imports)>,
}

impl Crate {
    fn read(root: &str) -> Self {
        Crate::of(root, tree::files(root, "rs"))
    }

    fn of(root: &str, sources: Vec<SourceFile>) -> Self {
        let mut files = BTreeMap::new();
        for file in sources {
            let rest = file.path[root.len() + 1..].trim_end_matches(".rs");
            if rest
                .split('/')
                .any(|part| part == "tests" || part == "main")
            {
                continue;
            }
            let mut module: Module = rest.split('/').map(str::to_owned).collect();
            module.pop_if(|last| last == "mod" || last == "lib");
            files.insert(module, (file.path, Imports::of(&file.text)));
        }
        Crate { files }
    }

    /// The path from the crate's root; `None` for other crates.
    fn absolute(&self, path: &[String], from: &Module) -> Option<Module> {
        let rest = || path[1..].iter().cloned();
        match path[0].as_str() {
            "crate" => Some(rest().collect()),
            "self" => Some(from.iter().cloned().chain(rest()).collect()),
            "super" => Some(
                from[..from.len().checked_sub(1)?]
                    .iter()
                    .cloned()
                    .chain(rest())
                    .collect(),
            ),
            first => {
                let below: Module = from.iter().cloned().chain([first.to_owned()]).collect();
                let whole = from.iter().chain(path).cloned().collect();
                self.files.contains_key(&below).then_some(whole)
            }
        }
    }

    /// The module whose file defines the item that a path from the root names.
    fn definer(&self, path: &[String], steps: usize) -> Option<Module> {
        let length = (0..=path.len())
            .rev()
            .find(|n| self.files.contains_key(&path[..*n]))?;
        let module = path[..length].to_vec();
        let imports = &self.files[&module].1;
        let Some(name) = path.get(length).filter(|_| steps > 0) else {
            return Some(module);
        };
        let Some(target) = imports.passed_on.get(name) else {
            if imports.defined.contains(name) {
                return Some(module);
            }
            // A module that is passed on as a whole has its name from the file that defines it.
            let from_glob = imports.globs.iter().find_map(|glob| {
                let mut whole = self.absolute(glob, &module)?;
                whole.push(name.clone());
                let home = self.definer(&whole, steps - 1)?;
                self.files[&home].1.defined.contains(name).then_some(home)
            });
            return Some(from_glob.unwrap_or(module));
        };
        let Some(mut whole) = self.absolute(target, &module) else {
            return Some(module);
        };
        whole.extend_from_slice(&path[length + 1..]);
        self.definer(&whole, steps - 1)
    }

    fn arrows(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let arrows_of = |(module, (_, imports)): (&Module, &(String, Imports))| {
            let absolute = |path: &Module| self.absolute(path, module);
            let paths = imports.named.iter().filter_map(absolute);
            let to = paths.filter_map(|path| self.definer(&path, 8));
            to.filter(|other| other != module).collect()
        };
        self.files
            .iter()
            .map(|file| (file.0, arrows_of(file)))
            .collect()
    }

    /// The modules that lead back to themselves, each with all that it reaches and that reaches it.
    fn circles(&self) -> BTreeSet<BTreeSet<&str>> {
        let arrows = self.arrows();
        let reached = |from: &Module| {
            let (mut seen, mut next) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(module) = next.pop() {
                for other in &arrows[&module] {
                    if seen.insert(other.clone()) {
                        next.push(other.clone());
                    }
                }
            }
            seen
        };
        let all: BTreeMap<&Module, BTreeSet<Module>> = self
            .files
            .keys()
            .map(|module| (module, reached(module)))
            .collect();
        let in_circles = all
            .iter()
            .filter(|(module, reached)| reached.contains(**module));
        in_circles
            .map(|(module, reached)| {
                let back = reached.iter().filter(|other| all[other].contains(*module));
                back.map(|other| self.files[other].0.as_str()).collect()
            })
            .collect()
    }
}

#[test]
fn files_import_each_other_in_no_circle() {
    let mut found = BTreeSet::new();
    for root in CRATES {
        let all = Crate::read(root);
        assert!(!all.files.is_empty(), "{root} has no files");
        for circle in all.circles() {
            let home = CIRCLES
                .iter()
                .find(|(folder, _)| circle.iter().all(|f| f.starts_with(folder)));
            let (folder, _) = home.unwrap_or_else(|| panic!("a circle of imports: {circle:?}"));
            found.insert(*folder);
        }
    }
    for (folder, why) in CIRCLES {
        assert!(
            found.contains(folder),
            "{folder} has no circle any more ({why})"
        );
    }
}

/// The circles of a crate of made-up files.
fn circles_of(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let file = |(path, text): &(&str, &str)| SourceFile {
        path: format!("sample/{path}"),
        text: (*text).to_owned(),
    };
    let all = Crate::of("sample", files.iter().map(file).collect());
    let names = |circle: &BTreeSet<&str>| {
        let names = circle
            .iter()
            .map(|path| path.trim_start_matches("sample/").to_owned());
        names.collect()
    };
    all.circles().iter().map(names).collect()
}

#[test]
fn a_circle_is_seen_however_its_imports_are_written() {
    let lib = ("lib.rs", "mod a; mod b; mod c; pub use c::C; pub use c::*;");
    let a = ("a.rs", "use crate::b::B; pub struct A; fn f(_: B) {}");
    for b in [
        "use crate::a::A; pub struct B(A);",
        "use super::a; pub struct B(a::A);",
        "use crate::a::A as Other; pub struct B(Other);",
        "pub struct B(crate::a::A);",
        "pub struct B; fn g() { println!(\"{:?}\", crate::a::A); }",
        "pub struct B; fn g() { vec![super::a::A]; }",
        "pub struct B; macro_rules! m { () => { $crate::a::A } }",
    ] {
        let circle = [vec!["a.rs".to_owned(), "b.rs".to_owned()]];
        let found = circles_of(&[lib, a, ("b.rs", b), ("c.rs", "pub struct C;")]);
        assert_eq!(found, circle, "{b}");
    }
}

/// A file that declares another one needs no import for what is in there.
#[test]
fn a_circle_is_seen_where_a_file_calls_its_child() {
    let lib = ("lib.rs", "mod a;");
    let child = ("a/child.rs", "use super::A; pub fn f(_: A) {}");
    for face in [
        "mod child; pub struct A; fn g() { child::f(A); }",
        "mod child; pub struct A; const G: fn(A) = child::f;",
        "mod child; pub struct A; fn g() { println!(\"{:?}\", child::f(A)); }",
    ] {
        let circle = [vec!["a/child.rs".to_owned(), "a/mod.rs".to_owned()]];
        assert_eq!(
            circles_of(&[lib, ("a/mod.rs", face), child]),
            circle,
            "{face}"
        );
    }
    // Another module's `child`, and one that stands in the file itself.
    for face in [
        "mod child; use crate::b; pub struct A; fn g() { b::child::f(); }",
        "mod inner { pub fn f() {} } mod child; pub struct A; fn g() { inner::f(); }",
    ] {
        let b = ("b.rs", "pub mod child { pub fn f() {} }");
        let found = circles_of(&[lib, ("a/mod.rs", face), child, b]);
        assert_eq!(found, Vec::<Vec<String>>::new(), "{face}");
    }
}

#[test]
fn a_re_export_is_followed_to_the_file_that_defines_the_name() {
    // `c` names only the root, which passes on what `d` has under a name, as a whole, and through another module.
    for (lib, named) in [
        ("mod c; mod d; mod e; pub use d::D;", "D"),
        ("mod c; mod d; mod e; pub use d::D as Other;", "Other"),
        ("mod c; mod d; mod e; pub use d::*;", "D"),
        ("mod c; mod d; mod e; pub use e::D;", "D"),
        ("mod c; mod d; mod e; pub use e::*;", "D"),
    ] {
        let c = format!("use crate::{named}; pub struct C; fn f(_: {named}) {{}}");
        let d = "use crate::c::C; pub struct D; fn f(_: C) {}";
        let files = [
            ("lib.rs", lib),
            ("c.rs", c.as_str()),
            ("d.rs", d),
            ("e.rs", "pub use crate::d::D;"),
        ];
        assert_eq!(circles_of(&files), [["c.rs", "d.rs"]], "{lib}");
    }
}

#[test]
fn what_leads_one_way_is_no_circle() {
    let files = [
        ("lib.rs", "mod a; mod b; pub use b::B;"),
        (
            "a.rs",
            "use crate::B; pub struct A; fn f(_: B) { println!(\"see crate::a::A\"); }",
        ),
        (
            "b.rs",
            "pub struct B; #[cfg(test)] mod tests { use crate::a::A; fn f(_: A) {} }",
        ),
    ];
    assert_eq!(circles_of(&files), Vec::<Vec<String>>::new());
}
