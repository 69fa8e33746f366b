//! Benchmark of each page of the site: `cargo bench --bench site`, and `cargo test --bench site -- --instructions`.
//!
//! The site's router is asked in this process, without a network and without compression, on SQLite in a temporary folder. Keep it
//! on one core (`taskset -c 0 cargo bench …`): to wake another one costs more in a virtual machine than a small statement does.
//!
//! * without arguments: CPU milliseconds of the whole process a page, beside a bare axum answer in the same run;
//! * `--instructions [--write]`: instructions a page under valgrind, against `benches/pages.tsv`; more than 15 % above it fails;
//! * `-- --rows N`: the lists at a hundred matches and at N, and how long a write waits while the sweep is at work.

mod growth;
mod instructions;
mod pages;
mod site;
mod times;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    // Cargo adds `--bench`.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => times::print(),
        ["--rows", rows] => growth::print(rows.parse()?),
        ["--instructions"] => instructions::compare(),
        ["--instructions", "--write"] => instructions::write(),
        ["--under-valgrind"] => instructions::run_pages(),
        _ => Err("expected nothing, --rows N, or --instructions [--write]".into()),
    }
}
