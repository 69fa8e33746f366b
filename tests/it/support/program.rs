//! The `rookery` program as its owner runs it, in a folder of its own and with an environment of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// A folder to run the program in.
pub struct Place(TempDir);

impl Place {
    /// An empty folder.
    pub fn new() -> Self {
        Place(tempfile::tempdir().unwrap())
    }

    /// The folder.
    pub fn path(&self) -> &std::path::Path {
        self.0.path()
    }

    /// The program with its arguments, not yet started.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
        command
            .args(arguments)
            .current_dir(self.path())
            .stdin(Stdio::null());
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("ROOKERY_")) {
            command.env_remove(name);
        }
        command
    }

    /// Runs a command to its end.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a command that has to succeed and returns its lines.
    pub fn lines(&self, arguments: &[&str]) -> Vec<String> {
        let output = self.run(arguments);
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(str::to_owned)
            .collect()
    }

    /// Runs a command with `--json` and returns the object of its last line.
    pub fn totals(&self, arguments: &[&str]) -> serde_json::Value {
        let lines = self.lines(&[arguments, &["--json"]].concat());
        serde_json::from_str(lines.last().unwrap()).unwrap()
    }

    /// Serves on a free port of the loopback address and waits until the site has printed where it is.
    pub fn serve(&self, arguments: &[&str]) -> Server {
        let mut all = vec!["serve", "--listen", "127.0.0.1:0"];
        all.extend(arguments);
        let mut command = self.command(&all);
        command.stderr(Stdio::piped());
        Server::start(command)
    }
}

/// The exit code and what stands on standard error, one line.
pub fn failure(output: &Output) -> (i32, String) {
    let words = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(
        words.trim_end().lines().count(),
        1,
        "one line says what is wrong: {words}"
    );
    (output.status.code().unwrap(), words)
}

/// A running site; killed when it is dropped.
pub struct Server {
    child: Child,
    /// The address, `127.0.0.1:port`.
    pub address: String,
    /// What it printed at the start.
    pub greeting: Vec<String>,
    printed: BufReader<std::process::ChildStdout>,
}

impl Server {
    /// Starts a command that serves on a free port, and waits until the site has printed where it is.
    pub fn start(mut command: Command) -> Self {
        Server::wait_for(command.stdout(Stdio::piped()).spawn().unwrap())
    }

    fn wait_for(mut child: Child) -> Self {
        let mut printed = BufReader::new(child.stdout.take().unwrap());
        let mut greeting = Vec::new();
        let mut address = None;
        // The set-up link stands below the address, where there is one.
        while address.is_none()
            || !greeting
                .iter()
                .any(|line: &String| line.contains("/setup?token="))
        {
            let mut line = String::new();
            if printed.read_line(&mut line).unwrap() == 0 {
                let mut words = String::new();
                if let Some(mut errors) = child.stderr.take() {
                    errors.read_to_string(&mut words).unwrap();
                }
                panic!("the site did not start: {words}");
            }
            if let Some((_, rest)) = line.split_once("http://") {
                let end = rest
                    .find(|c: char| c == '/' || c.is_whitespace())
                    .unwrap_or(rest.len());
                address.get_or_insert_with(|| rest[..end].to_owned());
            }
            greeting.push(line);
        }
        Server {
            child,
            address: address.unwrap(),
            greeting,
            printed,
        }
    }

    /// The answer to a GET, status line, headers and body, as it comes over the wire.
    pub fn get(&self, path: &str) -> String {
        let mut stream = self.connect();
        write!(
            stream,
            "GET {path} HTTP/1.0\r\nHost: {}\r\n\r\n",
            self.address
        )
        .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A connection to the site.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        stream
    }

    /// Asks the site to stop, as a service manager does, and returns its exit code and what else it printed.
    pub fn terminate(mut self) -> (Option<i32>, String) {
        let sent = Command::new("sh")
            .args(["-c", &format!("kill -TERM {}", self.child.id())])
            .status()
            .unwrap();
        assert!(sent.success());
        let mut rest = String::new();
        self.printed.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().code(), rest)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
