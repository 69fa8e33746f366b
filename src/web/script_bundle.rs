//! The bundle of the scripts that load with a match: one file in place of a request for each module.
//!
//! The modules of `static/` stay as they are in the tree, where tests and types look at each alone. Here the ones that an entry imports
//! become functions of one script, without comments. What they export has one name in all of it, so that nothing is said of imports.
//! Modules that load later import the same names, but from the bundle; the address of a bundled module serves a line that re-exports
//! them from there, so that no module runs twice.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// A script with everything that it imports at once.
pub struct ScriptBundle {
    /// The script in place of the entry.
    pub script: String,
    /// The script at the address of each other module in the bundle, by file name.
    pub references: BTreeMap<String, String>,
}

impl ScriptBundle {
    /// A module that loads later, with its imports of bundled modules taken from the bundle of `entry`: a request of their own
    /// could get lost, and browsers would not repeat it. `None` if it imports none of them.
    pub fn imported_by(&self, entry: &str, text: &str) -> Option<String> {
        let mut is_other = false;
        let mut later = String::with_capacity(text.len());
        for line in text.lines() {
            let from = line.strip_prefix("import ").and_then(imported);
            if let Some(name) = from.filter(|name| self.references.contains_key(*name)) {
                later.push_str(&line.replace(&format!("\"./{name}\""), &format!("\"./{entry}\"")));
                is_other = true;
            } else {
                later.push_str(line);
            }
            later.push('\n');
        }
        is_other.then_some(later)
    }
}

/// A module as part of a bundle.
#[derive(Default)]
struct Module {
    body: String,
    exports: Vec<String>,
}

/// Bundles a module with those that it imports, directly or not.
///
/// # Errors
/// A module is missing, imports itself by way of others, or is written in a form that this does not know: an import or export that
/// is not `import { a, b } from "./file.js";` or `export` before a declaration, or a text over several lines; or two modules export
/// the same name.
pub fn bundle(entry: &str, read: &dyn Fn(&str) -> Option<String>) -> Result<ScriptBundle, String> {
    let mut done = Vec::new();
    add(entry, read, &mut Vec::new(), &mut done)?;
    let mut script = String::new();
    let mut exported: Vec<&str> = Vec::new();
    let mut references: BTreeMap<String, String> = BTreeMap::new();
    for (name, Module { body, exports }) in &done {
        if name == entry {
            // In a block, which may have names of its own.
            let all = exported.join(", ");
            script.push_str(&format!("{{\n{body}}}\nexport {{ {all} }};\n"));
            continue;
        }
        let names = exports.join(", ");
        for export in exports {
            if exported.contains(&export.as_str()) {
                return Err(format!("{name}: {export} is exported elsewhere, too"));
            }
            exported.push(export);
        }
        script.push_str(&format!(
            "const {{ {names} }} = (() => {{\n{body}return {{ {names} }};\n}})();\n"
        ));
        let reference = format!("export {{ {names} }} from \"./{entry}\";\n");
        references.insert(name.clone(), reference);
    }
    Ok(ScriptBundle { script, references })
}

/// Adds a module behind those that it imports.
fn add(
    name: &str,
    read: &dyn Fn(&str) -> Option<String>,
    open: &mut Vec<String>,
    done: &mut Vec<(String, Module)>,
) -> Result<(), String> {
    if done.iter().any(|(known, _)| known == name) {
        return Ok(());
    }
    if open.iter().any(|known| known == name) {
        return Err(format!(
            "{name} imports itself by way of {}",
            open.join(", ")
        ));
    }
    let text = read(name).ok_or_else(|| format!("{name} is missing"))?;
    open.push(name.to_owned());
    let mut module = Module::default();
    for line in without_comments(&text) {
        if line.matches('`').count() % 2 != 0 {
            return Err(format!("{name}: a text goes over several lines: {line}"));
        }
        if let Some(import) = line.strip_prefix("import ") {
            let from = imported(import).ok_or_else(|| format!("{name}: {line}"))?;
            add(from, read, open, done)?;
            continue;
        }
        let declaration = line.strip_prefix("export ");
        if let Some(declaration) = declaration {
            let exported = declared(declaration).ok_or_else(|| format!("{name}: {line}"))?;
            module.exports.push(exported.to_owned());
        }
        module.body.push_str(declaration.unwrap_or(&line));
        module.body.push('\n');
    }
    open.pop();
    done.push((name.to_owned(), module));
    Ok(())
}

/// A script or style sheet without its comments; as it is where a text goes over several lines, which may look like comments.
pub fn lean(script: &str) -> String {
    let has_long_text = script
        .lines()
        .any(|line| line.matches('`').count() % 2 != 0);
    if has_long_text {
        return script.to_owned();
    }
    let mut lean = String::with_capacity(script.len());
    for line in without_comments(script) {
        lean.push_str(&line);
        lean.push('\n');
    }
    lean
}

/// The lines of a script, without indentation, empty lines, lines that are comments only, and the types noted in others.
fn without_comments(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let mut is_inside = false;
    let lines = text.lines().map(str::trim).filter(move |line| {
        let is_comment = is_inside || line.starts_with("//");
        if is_inside || line.starts_with("/*") {
            let is_whole = line.find("*/").is_some_and(|at| at + 2 == line.len());
            is_inside = !line.contains("*/");
            return !(is_comment || is_whole || is_inside);
        }
        !is_comment && !line.is_empty()
    });
    lines.map(without_types)
}

/// A line without the types that it notes for the check of types, as in `/** @type {number} */ (n)`.
fn without_types(line: &str) -> Cow<'_, str> {
    const NOTE: &str = "/** @type {";
    if !line.contains(NOTE) {
        return Cow::Borrowed(line);
    }
    let mut left = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, (_, after))) = rest
        .split_once(NOTE)
        .and_then(|(before, noted)| Some((before, noted.split_once("*/")?)))
    {
        left.push_str(before);
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
    left.push_str(rest);
    Cow::Owned(left)
}

/// The file of `{ a, b } from "./file.js";`.
fn imported(import: &str) -> Option<&str> {
    let (names, from) = import.strip_prefix("{ ")?.split_once(" } from \"./")?;
    let is_plain = names.split(", ").all(is_identifier);
    from.strip_suffix("\";").filter(|_| is_plain)
}

/// The name that `const a = …`, `function a(…`, `async function a(…` or `class A …` declares.
fn declared(declaration: &str) -> Option<&str> {
    let kinds = ["const ", "async function ", "function ", "class "];
    let rest = kinds
        .iter()
        .find_map(|kind| declaration.strip_prefix(kind))?;
    let end = rest.find(|c: char| !is_letter(c))?;
    let name = &rest[..end];
    is_identifier(name).then_some(name)
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

fn is_identifier(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &str)]) -> Result<ScriptBundle, String> {
        bundle("a.js", &|name| {
            let found = files.iter().find(|(known, _)| *known == name)?;
            Some(found.1.to_owned())
        })
    }

    #[test]
    fn modules_come_once_each_behind_what_they_import() {
        let bundle = of(&[
            (
                "a.js",
                "// A.\nimport { two } from \"./b-c.js\";\nimport { one } from \"./d.js\";\n\none(two);\n",
            ),
            (
                "b-c.js",
                "import { one } from \"./d.js\";\n/** Two.\n * @type {number} */\nexport const two = one(1);\n",
            ),
            (
                "d.js",
                "/** One. */\nexport function one(n) {\n  /** @type {number} */ (n);\n  return n; // kept\n}\n",
            ),
        ])
        .unwrap();
        assert_eq!(
            bundle.script,
            "const { one } = (() => {\nfunction one(n) {\n(n);\nreturn n; // kept\n}\nreturn { one };\n})();\n\
             const { two } = (() => {\nconst two = one(1);\nreturn { two };\n})();\n\
             {\none(two);\n}\nexport { one, two };\n"
        );
        let reference = "export { two } from \"./a.js\";\n";
        assert_eq!(bundle.references["b-c.js"], reference);
        assert_eq!(bundle.references.len(), 2);
        assert_eq!(
            bundle
                .imported_by(
                    "a.js",
                    "import { one } from \"./d.js\";\nimport { e } from \"./e.js\";\none(e);\n"
                )
                .as_deref(),
            Some("import { one } from \"./a.js\";\nimport { e } from \"./e.js\";\none(e);\n")
        );
        assert_eq!(
            bundle.imported_by("a.js", "import { e } from \"./e.js\";\n"),
            None
        );
    }

    #[test]
    fn a_script_is_sent_without_its_comments() {
        assert_eq!(
            lean("// A.\n\n/** One.\n * More. */\nconst a = 1;\n  f(a); // kept\n"),
            "const a = 1;\nf(a); // kept\n"
        );
        assert_eq!(
            lean(
                "const [a, b] = [/** @type {A} */ (x), /** @type {{ b: B }} */(y)]; /** @type {\n"
            ),
            "const [a, b] = [(x), (y)]; /** @type {\n"
        );
        let long = "const a = `\n// no comment`;\n";
        assert_eq!(lean(long), long);
    }

    #[test]
    fn a_name_that_two_modules_export_is_refused() {
        let error = of(&[
            (
                "a.js",
                "import { one } from \"./b.js\";\nimport { two } from \"./c.js\";\n",
            ),
            ("b.js", "export const one = 1;\n"),
            ("c.js", "export const two = 2;\nexport const one = 1;\n"),
        ]);
        assert_eq!(error.err().unwrap(), "c.js: one is exported elsewhere, too");
    }

    #[test]
    fn what_it_does_not_know_is_refused_by_its_name() {
        for (script, said) in [
            ("import { one } from \"./gone.js\";", "gone.js is missing"),
            ("import { a } from \"./a.js\";", "a.js imports itself"),
            ("import \"./b.js\";", "a.js: import \"./b.js\";"),
            (
                "import { a as b } from \"./b.js\";",
                "a.js: import { a as b }",
            ),
            ("export default 1;", "a.js: export default 1;"),
            ("const a = `one", "a text goes over several lines"),
        ] {
            let error = of(&[("a.js", script)]).err().unwrap();
            assert!(error.starts_with(said) || error.contains(said), "{error}");
        }
    }
}
