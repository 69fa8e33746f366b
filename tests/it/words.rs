//! The message catalogue against the code: no missing ids, no unused ids, and the right arguments everywhere.

use std::collections::{BTreeMap, BTreeSet};

use rookery_games::api::view::Piece;
use rookery_games::{GameType, Message, Registry, Setup};
use syn::visit::{self, Visit};

use crate::support::tree::{self, SourceFile};

/// A text of the catalogue: its place and its variables.
#[derive(Debug, Default)]
struct Entry {
    place: String,
    arguments: BTreeSet<String>,
    /// Other texts that it quotes.
    quotes: BTreeSet<String>,
    /// Whether a number decides between its forms.
    has_forms: bool,
}

/// A place in the code that names a text.
#[derive(Debug)]
struct Use {
    place: String,
    id: String,
    /// The arguments given on the spot; `None` where they may come later.
    arguments: Option<BTreeSet<String>>,
    /// Whether they are given as texts, which decide nothing.
    takes_texts: bool,
}

fn catalogue() -> BTreeMap<String, Entry> {
    let mut entries: BTreeMap<String, Entry> = BTreeMap::new();
    let games = tree::files("crates/rookery-games/src", "ftl");
    for file in tree::files("locales/en", "ftl").into_iter().chain(games) {
        let mut current: Option<String> = None;
        for (number, line) in file.text.lines().enumerate() {
            let begins = line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-');
            if begins && let Some((id, _)) = line.split_once('=') {
                let id = id.trim().to_owned();
                let place = format!("{}:{}", file.path, number + 1);
                let entry = Entry {
                    place: place.clone(),
                    ..Entry::default()
                };
                let twice = entries.insert(id.clone(), entry);
                assert!(
                    twice.is_none(),
                    "{place}: `{id}` stands twice in the catalogue"
                );
                current = Some(id);
            } else if line.starts_with('#') {
                current = None;
            }
            if let Some(entry) = current.as_ref().and_then(|id| entries.get_mut(id)) {
                read_placeables(line, entry);
            }
        }
    }
    assert!(!entries.is_empty(), "locales/en holds no texts");
    entries
}

/// Notes `{ $argument }`, `{ other-text }` and `{ $n -> …` of a line.
fn read_placeables(line: &str, entry: &mut Entry) {
    entry.has_forms |= line.contains("->");
    for (at, _) in line.match_indices('$') {
        let rest = &line[at + 1..];
        let end = rest.find(|c: char| !is_id_char(c)).unwrap_or(rest.len());
        entry.arguments.insert(rest[..end].to_owned());
    }
    for (at, _) in line.match_indices('{') {
        let rest = line[at + 1..].trim_start();
        let end = rest.find(|c: char| !is_id_char(c)).unwrap_or(rest.len());
        if end > 0 && rest.starts_with(|c: char| c.is_ascii_lowercase() || c == '-') {
            entry.quotes.insert(rest[..end].to_owned());
        }
    }
}

fn is_id_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// The texts that Rust code names: in `Message::new("…")` and in the calls that look a text up.
#[derive(Default)]
struct Calls {
    path: String,
    uses: Vec<Use>,
    /// Every literal, for texts whose id travels through a table or a variable.
    literals: BTreeSet<String>,
}

/// Methods whose first argument is a text's id: how many pairs of name and value follow, and what else is given.
const LOOK_UPS: &[(&str, usize, &[&str])] = &[
    ("t", 0, &[]),
    ("t1", 1, &[]),
    ("t2", 2, &[]),
    ("tn", 0, &["count"]),
];

/// Whether a method of [`LOOK_UPS`] passes its arguments on as texts.
fn takes_texts(named: usize, more: &[&str]) -> bool {
    named > 0 && more.is_empty()
}

impl Calls {
    fn note(&mut self, id: &syn::LitStr, arguments: Option<BTreeSet<String>>, takes_texts: bool) {
        self.uses.push(Use {
            place: self.path.clone(),
            id: id.value(),
            arguments,
            takes_texts,
        });
    }
}

impl<'ast> Visit<'ast> for Calls {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if let Some((_, named, more)) = LOOK_UPS.iter().find(|(name, ..)| call.method == name)
            && call.args.len() == 1 + 2 * named + more.len()
        {
            let given: BTreeSet<String> = (0..*named)
                .filter_map(|n| literals_of(&call.args[1 + 2 * n]).into_iter().next())
                .map(|name| name.value())
                .chain(more.iter().map(|name| (*name).to_owned()))
                .collect();
            for id in literals_of(&call.args[0]) {
                self.note(&id, Some(given.clone()), takes_texts(*named, more));
            }
        } else if call.method == "with" {
            let (message, given) = unwind(call);
            if let Some(id) = message.and_then(new_message) {
                self.note(&id, Some(given), false);
                // The calls inside were counted here; those nested in their arguments were not.
                self.visit_arguments(call);
                return;
            }
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Some(id) = new_message(&syn::Expr::Call(call.clone())) {
            // Its arguments may be added in another statement.
            self.note(&id, None, false);
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        self.literals.insert(literal.value());
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let text = mac.tokens.to_string();
        self.literals.extend(quoted(&text));
        visit::visit_macro(self, mac);
    }
}

impl Calls {
    fn visit_arguments(&mut self, call: &syn::ExprMethodCall) {
        for argument in &call.args {
            self.visit_expr(argument);
        }
        match &*call.receiver {
            syn::Expr::MethodCall(inner) => self.visit_arguments(inner),
            syn::Expr::Call(inner) => {
                for argument in &inner.args {
                    self.visit_expr(argument);
                }
            }
            _ => {}
        }
    }
}

/// `Message::new("id").with("a", …).with("b", …)` → the innermost receiver, and `a`, `b`.
fn unwind(call: &syn::ExprMethodCall) -> (Option<&syn::Expr>, BTreeSet<String>) {
    let mut given = BTreeSet::new();
    let mut call = call;
    loop {
        if call.method != "with" {
            return (None, given);
        }
        if let Some(name) = call
            .args
            .first()
            .and_then(|e| literals_of(e).into_iter().next())
        {
            given.insert(name.value());
        }
        match &*call.receiver {
            syn::Expr::MethodCall(inner) => call = inner,
            other => return (Some(other), given),
        }
    }
}

/// The id in `Message::new("id")`.
fn new_message(expr: &syn::Expr) -> Option<syn::LitStr> {
    let syn::Expr::Call(call) = expr else {
        return None;
    };
    let syn::Expr::Path(path) = &*call.func else {
        return None;
    };
    let names: Vec<String> = path
        .path
        .segments
        .iter()
        .map(|s| s.ident.to_string())
        .collect();
    if !names.ends_with(&["Message".to_owned(), "new".to_owned()]) {
        return None;
    }
    match call.args.first()? {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(id),
            ..
        }) => Some(id.clone()),
        _ => None,
    }
}

/// The string literals that an expression may have as its value: itself, or the ends of a `match` or an `if`.
fn literals_of(expr: &syn::Expr) -> Vec<syn::LitStr> {
    match expr {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(text),
            ..
        }) => vec![text.clone()],
        syn::Expr::Match(choice) => choice
            .arms
            .iter()
            .flat_map(|arm| literals_of(&arm.body))
            .collect(),
        syn::Expr::If(choice) => {
            let mut found = block_end(&choice.then_branch);
            if let Some((_, other)) = &choice.else_branch {
                found.extend(literals_of(other));
            }
            found
        }
        syn::Expr::Block(block) => block_end(&block.block),
        _ => Vec::new(),
    }
}

fn block_end(block: &syn::Block) -> Vec<syn::LitStr> {
    match block.stmts.last() {
        Some(syn::Stmt::Expr(expr, None)) => literals_of(expr),
        _ => Vec::new(),
    }
}

/// A game by its name, and the ends of ids that its rules alone come to, with blanks between.
type Member = (&'static str, &'static str);

/// Code that several games share: a literal there is the end of an id that begins with the name of each of them.
const SHARED: [(&str, &[Member]); 1] = [(
    "crates/rookery-games/src/mills/",
    &[
        (
            "morabaraba",
            "brief-ten-moves brief-ten-moves-either end-ten-moves end-ten-moves-either see-saw corner-forbidden",
        ),
        (
            "nine-mens-morris",
            "brief-forty-plies brief-mill end-forty-plies end-mill first-mill-wins must-remove-second \
             not-adjacent-no-flying say-move-remove-two say-place-remove-two task-place-or-move \
             task-remove-second two-removals",
        ),
    ],
)];

/// The ids of games that the literals of a file they share stand for.
fn ids_of_families<'a>(
    path: &'a str,
    literals: &'a BTreeSet<String>,
) -> impl Iterator<Item = String> {
    let games = SHARED.iter().filter(|(folder, _)| path.starts_with(folder));
    let games = games.flat_map(|(_, games)| *games);
    games.flat_map(|(game, _)| literals.iter().map(move |end| format!("{game}-{end}")))
}

/// The literals in a game's own folder that begin with its name: ids of texts, wherever they are put into a message.
fn ids_of_game(calls: &Calls) -> Vec<Use> {
    let folder = calls.path.strip_prefix("crates/rookery-games/src/");
    let folder = folder.and_then(|path| path.split('/').next());
    let name = folder.unwrap_or_default().replace('_', "-");
    let games = Registry::shipped();
    if games.all().iter().all(|kind| kind.name() != name) {
        return Vec::new();
    }
    let prefix = format!("{name}-");
    let is_id = |text: &&String| {
        text.starts_with(&prefix) && !text.ends_with('-') && text.chars().all(is_id_char)
    };
    let ids = calls.literals.iter().filter(is_id);
    ids.map(|id| Use {
        place: calls.path.clone(),
        id: id.clone(),
        arguments: None,
        takes_texts: false,
    })
    .collect()
}

/// The calls and literals of each file, without those of tests.
fn calls_by_file() -> Vec<Calls> {
    let mut all = Vec::new();
    let folders = ["src", "crates"].iter();
    for file in folders.flat_map(|folder| tree::files(folder, "rs")) {
        if file.path.contains("/tests/") || file.path.ends_with("/tests.rs") {
            continue;
        }
        let mut calls = Calls {
            path: file.path.clone(),
            ..Calls::default()
        };
        let parsed = syn::parse_file(&file.text).unwrap_or_else(|e| panic!("{}: {e}", file.path));
        // A text that a test makes up is not one of the catalogue.
        for item in parsed.items.iter().filter(|item| !is_test(item)) {
            calls.visit_item(item);
        }
        all.push(calls);
    }
    all
}

fn calls_in_rust() -> (Vec<Use>, BTreeSet<String>) {
    let mut uses = Vec::new();
    let mut literals = BTreeSet::new();
    for mut calls in calls_by_file() {
        uses.extend(ids_of_game(&calls));
        uses.append(&mut calls.uses);
        literals.extend(ids_of_families(&calls.path, &calls.literals));
        literals.append(&mut calls.literals);
    }
    (uses, literals)
}

fn is_test(item: &syn::Item) -> bool {
    let attributes = match item {
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        _ => return false,
    };
    attributes.iter().any(|a| match &a.meta {
        syn::Meta::List(list) => a.path().is_ident("cfg") && list.tokens.to_string() == "test",
        _ => a.path().is_ident("test"),
    })
}

/// The texts that templates name: `t("…")`, `t1("…", "name", value)` and so on.
fn calls_in_templates() -> Vec<Use> {
    tree::files("templates", "html")
        .iter()
        .flat_map(calls_in_template)
        .collect()
}

fn calls_in_template(file: &SourceFile) -> Vec<Use> {
    let mut uses = Vec::new();
    for (name, named, more) in LOOK_UPS {
        for (at, opening) in file.text.match_indices(&format!(".{name}(")) {
            let arguments = split_arguments(&file.text[at + opening.len()..]);
            let Some(id) = arguments.first().and_then(|a| literal(a)) else {
                continue;
            };
            let given = (0..*named)
                .filter_map(|n| literal(arguments.get(1 + 2 * n)?))
                .chain(more.iter().map(|name| (*name).to_owned()))
                .collect();
            let line = file.text[..at].matches('\n').count() + 1;
            uses.push(Use {
                place: format!("{}:{line}", file.path),
                id,
                arguments: Some(given),
                takes_texts: takes_texts(*named, more),
            });
        }
    }
    uses
}

/// The arguments of a call whose opening parenthesis has just been read.
fn split_arguments(text: &str) -> Vec<String> {
    let (mut depth, mut in_text) = (0_u32, false);
    let mut arguments = vec![String::new()];
    for c in text.chars() {
        match c {
            '"' => in_text = !in_text,
            '(' | '[' if !in_text => depth += 1,
            ')' | ']' if !in_text && depth == 0 => break,
            ')' | ']' if !in_text => depth -= 1,
            ',' if !in_text && depth == 0 => {
                arguments.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = arguments.last_mut() {
            last.push(c);
        }
    }
    arguments
}

fn literal(argument: &str) -> Option<String> {
    let inside = argument.trim().strip_prefix('"')?.strip_suffix('"')?;
    (!inside.contains('"')).then(|| inside.to_owned())
}

/// The parts of a text between double quotes.
fn quoted(text: &str) -> Vec<String> {
    text.split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_text_that_is_named_exists_and_gets_its_arguments() {
    let catalogue = catalogue();
    let (in_rust, _) = calls_in_rust();
    let in_templates = calls_in_templates();
    let mut problems = Vec::new();
    for found in in_rust.iter().chain(&in_templates) {
        let Some(entry) = catalogue.get(&found.id) else {
            problems.push(format!(
                "{}: the catalogue lacks `{}`",
                found.place, found.id
            ));
            continue;
        };
        if found.takes_texts && entry.has_forms {
            problems.push(format!(
                "{}: `{}` has forms for a number, and is given a text",
                found.place, found.id
            ));
        }
        let Some(given) = &found.arguments else {
            continue;
        };
        for wanted in all_arguments(entry, &catalogue).difference(given) {
            problems.push(format!(
                "{}: `{}` wants the argument ${wanted}",
                found.place, found.id
            ));
        }
        for extra in given.difference(&all_arguments(entry, &catalogue)) {
            problems.push(format!(
                "{}: `{}` has no use for the argument {extra}",
                found.place, found.id
            ));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    eprintln!(
        "{} texts, named in {} places",
        catalogue.len(),
        in_rust.len() + in_templates.len()
    );
}

/// The ends of ids in shared code: each game has those that its rules come to, and no others.
#[test]
fn games_that_share_code_have_the_texts_that_they_come_to() {
    let catalogue = catalogue();
    let has = |game: &str, end: &str| catalogue.contains_key(&format!("{game}-{end}"));
    let files = calls_by_file();
    for (folder, games) in SHARED {
        let own_files = files.iter().filter(|calls| calls.path.starts_with(folder));
        let ends: BTreeSet<&str> = own_files
            .flat_map(|calls| calls.literals.iter().map(String::as_str))
            .collect();
        let is_own = |own: &str, end: &str| own.split_whitespace().any(|known| known == end);
        for (game, own) in games {
            for end in own.split_whitespace() {
                assert!(ends.contains(end), "nothing in {folder} says `{end}`");
                assert!(has(game, end), "the catalogue lacks `{game}-{end}`");
            }
            for end in &ends {
                let mut others = games.iter().filter(|(other, _)| other != game);
                let is_of_another = others.any(|(_, own)| is_own(own, end));
                let is_text = games.iter().any(|(game, _)| has(game, end));
                let is_due = is_own(own, end) || !is_of_another;
                assert!(
                    !is_text || has(game, end) == is_due,
                    "`{game}-{end}` and the texts of the other games differ"
                );
            }
        }
    }
}

/// The arguments of a text and of the texts that it quotes.
fn all_arguments(entry: &Entry, catalogue: &BTreeMap<String, Entry>) -> BTreeSet<String> {
    let mut all = entry.arguments.clone();
    for quoted in entry.quotes.iter().filter_map(|id| catalogue.get(id)) {
        all.extend(all_arguments(quoted, catalogue));
    }
    all
}

#[test]
fn every_text_of_the_catalogue_is_used() {
    let catalogue = catalogue();
    let (_, mut used) = calls_in_rust();
    used.extend(ids_of_sheets());
    used.extend(calls_in_templates().into_iter().map(|found| found.id));
    // A text that only another text quotes is used where that one is.
    used.extend(
        catalogue
            .values()
            .flat_map(|entry| entry.quotes.iter().cloned()),
    );
    let unused: Vec<String> = catalogue
        .iter()
        .filter(|(id, _)| !used.contains(*id))
        .map(|(id, entry)| format!("{}: nothing uses `{id}`", entry.place))
        .collect();
    assert!(unused.is_empty(), "{}", unused.join("\n"));
}

/// The pieces of a game after the moves of its showcase and in the positions of its bench, among which are all kinds of both sides.
fn pieces_of_sheet(kind: &dyn GameType) -> impl Iterator<Item = Piece> {
    let mut game = kind.start(&Setup::default()).unwrap();
    for text in kind.sheet().showcase {
        game.play(&game.read(text).unwrap()).unwrap();
    }
    let positions = kind.sheet().bench.positions.iter();
    let bench = positions.map(|text| kind.start(&Setup::at(*text)).unwrap());
    let games: Vec<_> = bench.chain([game]).collect();
    games.into_iter().flat_map(|game| game.pieces())
}

/// The ids that follow from the names of games, of their variants, options, sides and pieces.
fn ids_of_sheets() -> Vec<String> {
    let games = Registry::shipped();
    let example_tree = games.find_any("example-tree").unwrap();
    let of_game = |kind: &&dyn GameType| {
        let mut messages = vec![kind.title(), kind.summary()];
        messages.extend(kind.glance());
        messages.extend(kind.rules());
        let sheet = kind.sheet();
        messages.extend(sheet.rules.iter().filter_map(|key| kind.heading(key)));
        for diagram in sheet.diagrams {
            messages.push(kind.caption(diagram));
            let answers = diagram.goal.map(|_| [true, false]);
            let answers = answers.into_iter().flatten();
            messages.extend(answers.map(|is_right| kind.comment(diagram, is_right)));
        }
        let tasks = sheet.coach.iter();
        let task = |key| Message::new(format!("{}-task-{key}", kind.name()));
        messages.extend(tasks.filter_map(|key| kind.coach(&task(key))));
        messages.extend(kind.start_hint());
        messages.extend(kind.variants().into_iter().map(|variant| variant.label));
        for option in kind.options() {
            messages.push(option.label);
            messages.extend(option.values.into_iter().map(|(_, label)| label));
        }
        messages.extend(kind.themes().into_iter().map(|(_, label, _)| label));
        messages.extend(kind.piece_sets().into_iter().map(|(_, label, _)| label));
        messages.extend(kind.sides(&Setup::default()).map(|side| side.name));
        messages.extend(pieces_of_sheet(*kind).map(|piece| piece.name));
        messages.into_iter().map(|message| message.id.into_owned())
    };
    let kinds = games.all().iter().chain([&example_tree]);
    kinds.flat_map(of_game).collect()
}

#[test]
fn every_id_of_a_sheet_has_its_text() {
    let catalogue = catalogue();
    for id in ids_of_sheets() {
        assert!(catalogue.contains_key(&id), "the catalogue lacks `{id}`");
    }
}

#[test]
fn every_quoted_text_exists() {
    let catalogue = catalogue();
    for (id, entry) in &catalogue {
        for quoted in &entry.quotes {
            assert!(
                catalogue.contains_key(quoted),
                "{}: `{id}` quotes `{quoted}`, which is not there",
                entry.place
            );
        }
    }
}
