//! Circles of imports between files, with re-exports resolved to the file that defines a name.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};

use crate::support::tree;

/// The sources of each crate of ours.
const CRATES: [&str; 5] = [
    "src",
    "crates/rookery-attacker/src",
    "crates/rookery-captcha/src",
    "crates/rookery-engine/src",
    "crates/rookery-games/src",
];

/// Circles that stay, each inside one folder, with its reason.
const CIRCLES: [(&str, &str); 1] = [(
    "crates/rookery-games/src/chess/rules/",
    "a position lists its moves, and moves are listed by looking at the position",
)];

type Module = Vec<String>;

/// What a file names, and what it only passes on.
#[derive(Default)]
struct Imports {
    named: Vec<Module>,
    passed_on: BTreeMap<String, Module>,
}

impl Imports {
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

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|a| match &a.meta {
        syn::Meta::List(list) => a.path().is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    })
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
        if segments.len() > 1 && ["crate", "super"].contains(&segments[0].as_str()) {
            self.named.push(segments);
        }
        visit::visit_path(self, path);
    }

    // `pub(in crate::…)` says who may see, not what is used.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}
}

/// The files of a crate by module.
struct Crate {
    files: BTreeMap<Module, (String, Imports)>,
}

impl Crate {
    fn read(root: &str) -> Self {
        let mut files = BTreeMap::new();
        for file in tree::files(root, "rs") {
            let rest = file.path[root.len() + 1..].trim_end_matches(".rs");
            if rest
                .split('/')
                .any(|part| part == "tests" || part == "main")
            {
                continue;
            }
            let mut module: Module = rest.split('/').map(str::to_owned).collect();
            module.pop_if(|last| last == "mod" || last == "lib");
            let mut imports = Imports::default();
            imports.visit_file(&syn::parse_file(&file.text).unwrap());
            files.insert(module, (file.path, imports));
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

    /// The module whose file defines what a path from the root names.
    fn definer(&self, path: &[String], steps: usize) -> Option<Module> {
        let length = (0..=path.len())
            .rev()
            .find(|n| self.files.contains_key(&path[..*n]))?;
        let module = path[..length].to_vec();
        let passed_on = path
            .get(length)
            .and_then(|name| self.files[&module].1.passed_on.get(name));
        let Some(target) = passed_on.filter(|_| steps > 0) else {
            return Some(module);
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
