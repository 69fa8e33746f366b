//! The files of `deploy/` against the program: keys of the environment, a reason for every line, matching paths and ports.

use std::collections::BTreeMap;

use rookery::config::{Loaded, Sources};

use crate::support::tree;

fn text(name: &str) -> String {
    let path = tree::root().join("deploy").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// `ROOKERY__KEY: "value"` and `ENV ROOKERY__KEY=value`, wherever they stand.
fn variables(text: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for line in text
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with('#'))
    {
        let line = line.strip_prefix("ENV ").unwrap_or(line);
        if !line.starts_with("ROOKERY__") {
            continue;
        }
        let (key, value) = line.split_once([':', '=']).unwrap();
        let value = value.trim().trim_matches('"');
        found.insert(key.to_owned(), value.to_owned());
    }
    found
}

/// The text that compose puts in place of `${NAME:?…}`.
fn filled_in(value: &str) -> String {
    let mut filled = String::new();
    let mut rest = value;
    while let Some((before, after)) = rest.split_once("${") {
        let (_, after) = after.split_once('}').unwrap();
        filled.push_str(before);
        filled.push_str("example.org");
        rest = after;
    }
    filled + rest
}

#[test]
fn every_variable_is_a_key_of_the_configuration() {
    let empty = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
    for (name, least) in [
        ("Containerfile", 3),
        ("compose.yaml", 2),
        ("compose.nodes.yaml", 3),
    ] {
        let variables = variables(&text(name));
        assert!(variables.len() >= least, "{name}: {variables:?}");
        let environment = variables
            .iter()
            .map(|(key, value)| (key.clone(), filled_in(value)))
            .collect();
        let sources = Sources {
            file: Some(empty.path().to_owned()),
            environment,
            flags: Vec::new(),
        };
        if let Err(error) = Loaded::read(&sources) {
            panic!("{name}: {error}");
        }
    }
}

#[test]
fn every_setting_of_the_units_has_its_reason() {
    for name in ["rookery.service", "rookery.socket"] {
        let text = text(name);
        let mut is_explained = false;
        let mut settings = 0;
        for line in text.lines() {
            if line.starts_with('#') {
                is_explained = true;
            } else if line.is_empty() || line.starts_with('[') {
                is_explained = false;
            } else if line.contains('=') {
                // One reason may stand above settings that belong together.
                let says_itself = ["Description", "Documentation"]
                    .iter()
                    .any(|key| line.starts_with(key));
                assert!(
                    is_explained || says_itself,
                    "{name}: no reason above {line}"
                );
                settings += 1;
            }
        }
        assert!(settings > 5, "{name}");
    }
}

#[test]
fn every_instruction_of_the_containerfile_has_its_reason() {
    let text = text("Containerfile");
    let mut above = "";
    let mut instructions = 0;
    for line in text.lines() {
        if !line.starts_with('#') && !line.is_empty() {
            assert!(above.starts_with('#'), "no reason above {line}");
            instructions += 1;
        }
        above = line;
    }
    assert!(instructions >= 15, "{instructions}");
}

/// A line of a compose file that is not empty.
struct Setting<'a> {
    indent: usize,
    text: &'a str,
}

impl Setting<'_> {
    fn is_comment(&self) -> bool {
        self.text.starts_with('#')
    }
}

/// The settings of a compose file without a reason. A reason stands directly above the line, or above the key that has a few
/// plain settings below it; a key that only holds others needs none. Below "See compose.yaml" are lines of that file.
fn without_reason<'a>(text: &'a str, elsewhere: &str) -> Vec<&'a str> {
    const FEW: usize = 3;
    let lines: Vec<Setting> = text
        .lines()
        .map(|line| Setting {
            indent: line.len() - line.trim_start().len(),
            text: line.trim(),
        })
        .filter(|line| !line.text.is_empty())
        .collect();
    let lines = lines.as_slice();
    let is_reason_above = |at: usize| {
        at > 0 && lines[at - 1].is_comment() && lines[at - 1].indent == lines[at].indent
    };
    let below = |at: usize| {
        let indent = lines[at].indent;
        let deeper = lines[at + 1..]
            .iter()
            .take_while(move |line| line.indent > indent);
        deeper.filter(|line| !line.is_comment())
    };
    let is_told_by_its_key = |at: usize| {
        let key = lines[..at]
            .iter()
            .rposition(|line| !line.is_comment() && line.indent < lines[at].indent);
        let is_plain = |key: usize| {
            below(key).count() <= FEW && below(key).all(|line| line.indent == lines[at].indent)
        };
        key.is_some_and(|key| is_reason_above(key) && is_plain(key))
    };
    let is_told_elsewhere = |at: usize| {
        let told = lines[..at]
            .iter()
            .rfind(|line| line.is_comment() && line.indent <= lines[at].indent);
        let refers = told.is_some_and(|line| line.text.starts_with("# See compose.yaml"));
        refers && elsewhere.lines().any(|line| line.trim() == lines[at].text)
    };
    (0..lines.len())
        .filter(|&at| !lines[at].is_comment() && below(at).next().is_none())
        .filter(|&at| !is_reason_above(at) && !is_told_by_its_key(at) && !is_told_elsewhere(at))
        .map(|at| lines[at].text)
        .collect()
}

#[test]
fn every_setting_of_the_compose_files_has_its_reason() {
    let [one, nodes] = ["compose.yaml", "compose.nodes.yaml"].map(text);
    for text in [&one, &nodes] {
        assert!(text.lines().count() > 40);
        assert_eq!(without_reason(text, &one), <[&str; 0]>::default());
    }
    // The check itself: a setting that somebody adds without a word is found wherever it stands.
    let added = one.replace(
        "    mem_limit: 1g\n",
        "    mem_limit: 1g\n    privileged: true\n",
    );
    assert_eq!(without_reason(&added, &one), ["privileged: true"]);
    let added = nodes.replace("  mem_limit: 1g\n", "  mem_limit: 1g\n  privileged: true\n");
    assert_eq!(without_reason(&added, &one), ["privileged: true"]);
    let added = one.replace(
        "      - data:/data\n",
        "      - data:/data\n      - /:/host\n",
    );
    assert_eq!(without_reason(&added, &one), ["- /:/host"]);
}

/// CI tries the scripts that an owner or the Containerfile runs: a script that CI does not call may have stopped working long ago.
#[test]
fn ci_calls_every_script_and_builds_by_none_of_its_own() {
    let steps = ["run", "deploy", "outside"]
        .map(|name| std::fs::read_to_string(tree::root().join(".ci").join(name)).unwrap());
    let lines: Vec<&str> = steps
        .iter()
        .flat_map(|text| text.lines())
        .map(str::trim)
        .filter(|line| !line.starts_with('#') && !line.starts_with("begin "))
        .collect();
    for script in ["build", "install", "root", "image"] {
        let path = format!("deploy/{script} ");
        let is_called = |line: &&str| format!("{line} ").replace(')', " ").contains(&path);
        assert!(lines.iter().any(is_called), "no step calls {path}");
    }
    let own = |line: &&&str| {
        let is_other = line.contains(" -p ") || line.contains("--manifest-path");
        line.starts_with("cargo build") && line.contains("--release") && !is_other
    };
    assert_eq!(lines.iter().find(own), None, "deploy/build builds the site");
    let image = text("Containerfile");
    assert!(image.contains("deploy/build") && image.contains("deploy/root"));
}

/// A test whose tools a machine may lack is skipped with a line that nobody reads in CI: there each such test is required.
#[test]
fn ci_requires_whatever_tests_may_skip() {
    let run = std::fs::read_to_string(tree::root().join(".ci/run")).unwrap();
    let exported: Vec<&str> = run
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("export "))
        .flat_map(str::split_whitespace)
        .collect();
    // The word in a text, not in the name of a variable.
    let says_so = |line: &str| {
        let mut texts = line.split('"').skip(1).step_by(2);
        texts.any(|text| text.to_lowercase().contains(concat!("skip", "ped")))
    };
    let mut skipping = 0;
    let folders = ["tests/it", "crates"].map(|folder| tree::files(folder, "rs"));
    for file in folders.iter().flatten() {
        if !file.text.lines().any(says_so) {
            continue;
        }
        let start = "const REQUIRE: &str = \"";
        let variable = file
            .text
            .split_once(start)
            .map(|(_, rest)| rest.split('"').next());
        let variable = variable
            .flatten()
            .unwrap_or_else(|| panic!("{} cannot be required", file.path));
        let wanted = format!("{variable}=1");
        assert!(
            exported.contains(&wanted.as_str()),
            ".ci/run does not export {wanted}"
        );
        skipping += 1;
    }
    assert!(skipping >= 2, "{skipping}");
}

/// Each node by itself would search on all cores but one.
#[test]
fn several_nodes_on_a_machine_share_its_cores() {
    let mut several = 0;
    for name in ["compose.yaml", "compose.nodes.yaml"] {
        let text = text(name);
        if text.matches("<<: *node").count() < 2 {
            continue;
        }
        let threads = variables(&text)
            .get("ROOKERY__ENGINE__THREADS")
            .and_then(|threads| threads.parse::<u32>().ok());
        let is_limited = text
            .lines()
            .any(|line| line.trim_start().starts_with("cpus:"));
        assert!(is_limited || threads > Some(0), "{name}: {threads:?}");
        several += 1;
    }
    assert_eq!(several, 1);
}

/// A socket that goes on listening starts the site for the next visitor, in the folder that has just been emptied.
#[test]
fn whoever_restores_under_systemd_stops_the_socket_and_empties_the_place_first() {
    let readme = std::fs::read_to_string(tree::root().join("README.md")).unwrap();
    let mut texts = vec![("README.md".to_owned(), readme)];
    let docs = tree::files("docs", "md").into_iter();
    texts.extend(docs.map(|file| (file.path, file.text)));
    let mut restores = 0;
    for (name, text) in &texts {
        // Every second part stands between fences.
        for block in text.split("```").skip(1).step_by(2) {
            let lines: Vec<&str> = block.lines().collect();
            for line in lines.iter().filter(|line| line.contains("systemctl stop")) {
                assert!(line.contains("rookery.socket"), "{name}: {line}");
            }
            let restoring = lines.iter().position(|line| {
                line.contains("rookery restore")
                    && line.contains("--config /etc/rookery/config.toml")
            });
            let Some(at) = restoring else {
                continue;
            };
            let has = |lines: &[&str], words: &str| lines.iter().any(|line| line.contains(words));
            for words in [
                "systemctl stop rookery.socket rookery.service",
                "mv /var/lib/rookery/rookery.sqlite*",
            ] {
                assert!(has(&lines[..at], words), "{name}: {words}: {block}");
            }
            let start = "systemctl start rookery.socket rookery.service";
            assert!(has(&lines[at..], start), "{name}: {start}: {block}");
            restores += 1;
        }
    }
    assert!(restores >= 2, "{restores}");
}

/// An owner who first ran the site from the sources may have named a folder of their own in the tree's config.toml.
#[test]
fn another_data_folder_in_the_sources_is_told_each_time_and_leaves_nothing() {
    let place = tempfile::tempdir().unwrap();
    let (sources, installed) = (place.path().join("sources"), place.path().join("installed"));
    std::fs::create_dir_all(sources.join("deploy")).unwrap();
    for name in ["install", "rookery.service", "rookery.socket"] {
        std::fs::copy(
            tree::root().join("deploy").join(name),
            sources.join("deploy").join(name),
        )
        .unwrap();
    }
    let shipped = std::fs::read_to_string(tree::root().join("config.toml")).unwrap();
    let own = shipped.replace("\ndata = \"data\"\n", "\ndata = \"/srv/games\"\n");
    assert_ne!(own, shipped);
    std::fs::write(sources.join("config.toml"), own).unwrap();
    for _ in 0..2 {
        let output = std::process::Command::new("bash")
            .arg(sources.join("deploy/install"))
            .arg(sources.join("config.toml"))
            .arg(&installed)
            .output()
            .unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{words}");
        assert_eq!(words.lines().count(), 1, "{words}");
        assert!(
            words.contains("config.toml") && words.contains("set data = \"data\""),
            "{words}"
        );
        assert!(!installed.exists());
    }
}

#[test]
fn paths_and_ports_agree() {
    let (service, socket, install) = (
        text("rookery.service"),
        text("rookery.socket"),
        text("install"),
    );
    for path in ["/usr/local/bin/rookery", "/etc/rookery/config.toml"] {
        assert!(service.contains(path) && install.contains(path), "{path}");
    }
    assert!(service.contains("StateDirectory=rookery") && install.contains("/var/lib/rookery"));
    assert!(socket.contains("ListenStream=127.0.0.1:8080"));
    let image = text("Containerfile");
    let port = variables(&image)["ROOKERY__LISTEN"]
        .rsplit_once(':')
        .unwrap()
        .1
        .to_owned();
    assert!(image.contains(&format!("EXPOSE {port}/tcp")));
    assert!(text("compose.yaml").contains(&format!("127.0.0.1:8080:{port}")));
    assert!(text("Caddyfile").contains(&format!("node-1:{port} node-2:{port}")));
    // Each node is scraped by itself, and not through Caddy.
    assert!(text("Caddyfile").contains("respond /metrics 404"));
    let metrics = std::fs::read_to_string(tree::root().join("docs/metrics.md")).unwrap();
    assert!(metrics.contains(&format!("[\"node-1:{port}\", \"node-2:{port}\"]")));
    // The same user in the root and in the image, and the folder that is a volume.
    assert!(image.contains("USER 10001:10001") && text("root").contains("rookery:x:10001:10001:"));
    let data = variables(&image)["ROOKERY__DATA"].clone();
    assert!(
        image.contains(&format!("VOLUME {data}"))
            && text("root").contains(&format!("$root{data}\""))
    );
}
