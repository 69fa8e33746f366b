//! Trace file of `rookery search --trace`: the search tree as one JSON object.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use rookery_engine::{Edge, Recorded};
use rookery_games::{Game, Trace};

use crate::cli::engine::game_args::{is_standard, score_json};
use crate::cli::failure::Failure;
use crate::cli::output::unwritten;

/// Units of depth per ply.
const SIXTEENTHS: f64 = 16.0;

/// A trace file that has been opened but not written.
pub struct TraceFile<'a> {
    path: &'a PathBuf,
    file: BufWriter<File>,
    /// The end of a line within the object: none where each line of the output is an object.
    line_end: &'static str,
}

impl<'a> TraceFile<'a> {
    /// Opens the file before the search, so that a wrong path fails early. An earlier trace stays until the new one is there to be written. With
    /// `is_json` the results are one object a line, and in standard output the trace is one of them.
    pub fn create(path: &'a PathBuf, is_json: bool) -> Result<Self, Failure> {
        let file = open(path).map_err(|e| {
            Failure::input(format!("cannot write the trace {}: {e}", path.display()))
        })?;
        Ok(TraceFile {
            path,
            file: BufWriter::new(file),
            line_end: if is_json && is_standard(path) {
                ""
            } else {
                "\n"
            },
        })
    }

    /// Writes the recorded search: the completed depths, and each node, in a file on a line of its own.
    pub fn write(mut self, game: &dyn Game, trace: &Trace) -> Result<(), Failure> {
        let iterations: Vec<_> = trace
            .report
            .iterations
            .iter()
            .map(|step| {
                json!({
                    "depth": step.depth, "score": score_json(step.value),
                    "pv": step.notation, "nodes": step.nodes,
                })
            })
            .collect();
        let head = json!({
            "position": game.position(), "nodes_searched": trace.report.nodes,
            "nodes_left_out": trace.dropped, "iterations": iterations,
        });
        let (path, line_end) = (self.path, self.line_end);
        let write = |file: &mut BufWriter<File>| {
            // A pipe or a device has no length, and in standard output there may be more than a trace.
            if !is_standard(path) && file.get_ref().metadata()?.is_file() {
                file.get_ref().set_len(0)?;
            }
            // The nodes follow inside the same object.
            let head = head.to_string();
            let open = head.strip_suffix('}').unwrap_or(&head);
            write!(file, "{open},\"nodes\":[{line_end}")?;
            for (i, node) in trace.nodes.iter().enumerate() {
                let comma = if i + 1 < trace.nodes.len() { "," } else { "" };
                write!(file, "{}{comma}{line_end}", node_json(i, node))?;
            }
            writeln!(file, "]}}")?;
            file.flush()
        };
        write(&mut self.file).map_err(|e| match is_standard(path) {
            true => unwritten(&e),
            false => Failure::work(format!("cannot write the trace {}: {e}", path.display())),
        })
    }
}

/// The file at this path, or standard output.
fn open(path: &Path) -> io::Result<File> {
    if is_standard(path) {
        return io::stdout().as_fd().try_clone_to_owned().map(File::from);
    }
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
}

fn node_json(id: usize, node: &Recorded<String>) -> Value {
    let plies = |sixteenths: i32| f64::from(sixteenths) / SIXTEENTHS;
    let (alpha, beta) = node.visit.window;
    let mut text = json!({
        "id": id, "parent": node.parent, "ply": node.visit.ply, "move": node.visit.m,
        "depth": plies(node.visit.depth), "window": [alpha, beta], "score": node.value,
        "entered": node.visit.edge.name(), "why": node.why.name(),
    });
    if let Edge::Reduced(by) = node.visit.edge {
        text["reduced"] = json!(plies(by));
    }
    if node.visit.extension > 0 {
        text["extended"] = json!(plies(node.visit.extension));
    }
    if !node.skipped.is_empty() {
        let skipped = node.skipped.iter();
        let skipped = skipped.map(|(m, why)| json!({ "move": m, "why": why.name() }));
        text["skipped"] = skipped.collect();
    }
    text
}
