//! Instructions per page, counted by callgrind: the load of the machine does not change them, so a table in the tree can
//! bound them.
//!
//! The program runs itself under valgrind. Callgrind writes a file of counts whenever the program asks the system for its parent,
//! which nothing else does: before and after each request that counts. The pages come in the order of the table, each `COUNTED`
//! times, and the least counts: the others may have been the first on a connection. The table is for builds with the test profile, so that
//! no further build is needed.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use tokio::runtime::Builder;

use crate::Failure;
use crate::pages;
use crate::site::{Site, answer};

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/pages.tsv");
const HEAD: &str = "# Instructions a page under callgrind. Written by: cargo test --bench site -- --instructions --write\n";
/// The most that a page may cost above the table, percent.
const TOLERANCE_PERCENT: u64 = 15;
/// Requests a page: the first ones fill caches that are filled once.
const WARM_UP: usize = 4;
const COUNTED: usize = 4;

/// Counts, and compares with the table.
pub fn compare() -> Result<(), Failure> {
    let table = std::fs::read_to_string(TABLE)?;
    let known: BTreeMap<&str, u64> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('\t'))
        .map(|(name, n)| Ok((name, n.parse()?)))
        .collect::<Result<_, Failure>>()?;
    let counts = count()?;
    let mut out = std::io::stdout().lock();
    let mut wrong = Vec::new();
    for (name, n) in &counts {
        let Some(known) = known.get(name.as_str()) else {
            wrong.push(format!("{name}: not in the table"));
            continue;
        };
        let change = (*n as f64 / *known as f64 - 1.0) * 100.0;
        writeln!(out, "{name:44} {n:>12} {change:+6.1} %")?;
        if n * 100 > known * (100 + TOLERANCE_PERCENT) {
            wrong.push(format!(
                "{name}: {n} instructions, {change:+.1} % of {known}"
            ));
        }
    }
    for name in known.keys() {
        if !counts.iter().any(|(own, _)| own == name) {
            wrong.push(format!("{name}: in the table, not measured"));
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "pages cost more than {TABLE} allows (a wanted change: -- --instructions --write):\n{}",
            wrong.join("\n")
        )
        .into()),
    }
}

/// Counts, and writes the table.
pub fn write() -> Result<(), Failure> {
    let lines: String = count()?
        .iter()
        .map(|(name, n)| format!("{name}\t{n}\n"))
        .collect();
    std::fs::write(TABLE, format!("{HEAD}{lines}"))?;
    Ok(())
}

/// Runs the pages under valgrind: the least of each.
fn count() -> Result<Vec<(String, u64)>, Failure> {
    let folder = tempfile::tempdir()?;
    let names = Command::new("valgrind")
        // Without the fair lock a thread of the database may wait for seconds while another one runs.
        .args(["--quiet", "--tool=callgrind", "--fair-sched=yes"])
        // A function of the C library has its name in every build; those of this program are stripped from some.
        .arg("--dump-before=getppid")
        .arg(format!(
            "--callgrind-out-file={}",
            folder.path().join("out").display()
        ))
        .arg(std::env::current_exe()?)
        .arg("--under-valgrind")
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| format!("valgrind is needed for this: {e}"))?;
    if !names.status.success() {
        return Err(format!("the pages under valgrind: {}", names.status).into());
    }
    let names = String::from_utf8(names.stdout)?;
    // The odd ones are the instructions before a request.
    let mut dumps = (1..).map(|n| 2 * n);
    names
        .lines()
        .map(|name| {
            let mut counts = Vec::new();
            for n in dumps.by_ref().take(COUNTED) {
                counts.push(total(&folder.path().join(format!("out.{n}")))?);
            }
            let least = counts.into_iter().min().ok_or("nothing was counted")?;
            Ok((name.to_owned(), least))
        })
        .collect()
}

/// The sum of all counts of a file of callgrind's.
fn total(file: &Path) -> Result<u64, Failure> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let sum = text
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("totals: "))
        .ok_or_else(|| format!("{}: no totals", file.display()))?;
    Ok(sum.trim().parse()?)
}

/// Asks for every page and prints their names in the order in which they were measured.
pub fn run_pages() -> Result<(), Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let site = runtime.block_on(Site::open())?;
    let pages = runtime.block_on(pages::all(&site, WARM_UP + COUNTED))?;
    let mut out = std::io::stdout().lock();
    for page in pages {
        for (i, (before, request)) in page.asked.into_iter().enumerate() {
            if let Some(before) = before {
                runtime.block_on(answer(&site.router, before))?;
            }
            if i < WARM_UP {
                runtime.block_on(answer(&site.router, request))?;
            } else {
                mark();
                runtime.block_on(answer(&site.router, request))?;
                mark();
            }
        }
        writeln!(out, "{}", page.name)?;
    }
    Ok(())
}

/// The call that callgrind watches for.
fn mark() {
    std::hint::black_box(std::os::unix::process::parent_id());
}
