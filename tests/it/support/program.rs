//! The `rookery` program run as its owner does, in a folder of its own and with an environment of its own.

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
        command.args(arguments);
        self.at_home(command)
    }

    /// A line of the shell in which `"$0" "$@"` is the program with its arguments, not yet started.
    pub fn shell(&self, script: &str, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script, program]).args(arguments);
        self.at_home(command)
    }

    /// A command in this folder, with no setting of the site in its environment.
    fn at_home(&self, mut command: Command) -> Command {
        command.current_dir(self.path()).stdin(Stdio::null());
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
        self.serve_with(arguments, &[])
    }

    /// The same with settings, `(variable, value)`.
    pub fn serve_with(&self, arguments: &[&str], settings: &[(&str, &str)]) -> Server {
        let mut all = vec!["serve", "--listen", "127.0.0.1:0"];
        all.extend(arguments);
        let mut command = self.command(&all);
        command
            .envs(settings.iter().copied())
            .stderr(Stdio::piped());
        Server::start(command)
    }
}

/// The file to which [`Place::serve_logged`] writes the log of the site.
const LOG: &str = "log.txt";

impl Place {
    /// Serves with at most `files` open files, as `ulimit -n` sets it; `settings` are variables of the environment. What is
    /// logged is kept for [`Place::log`].
    pub fn serve_logged(&self, files: u32, settings: &[(&str, &str)]) -> Server {
        self.serve_program(env!("CARGO_BIN_EXE_rookery"), files, settings)
    }

    /// The same with another program than the one that was compiled for the tests.
    pub fn serve_program(&self, program: &str, files: u32, settings: &[(&str, &str)]) -> Server {
        let script = format!("ulimit -n {files}; exec \"$0\" \"$@\"");
        let log = std::fs::File::create(self.path().join(LOG)).unwrap();
        let child = self
            .shell(&script, program, &["serve", "--listen", "127.0.0.1:0"])
            .envs(settings.iter().copied())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        Server::wait_for(child)
    }

    /// The log so far of a site of [`Place::serve_logged`].
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.path().join(LOG)).unwrap()
    }
}

/// The exit code and the one line on standard error.
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
    /// The lines that it printed at the start.
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
                if let Some(mut log) = child.stderr.take() {
                    log.read_to_string(&mut words).unwrap();
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

    /// The process's memory as the kernel counts it, KiB: `VmRSS` is all of it, `RssAnon` the part that the process has written to,
    /// without the pages that it shares with its own file.
    pub fn memory_kib(&self, count: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status
            .lines()
            .find_map(|l| l.strip_prefix(count)?.strip_prefix(':'));
        let number = line.unwrap().split_whitespace().next().unwrap();
        number.parse().unwrap()
    }

    /// A connection to the site.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        stream
    }

    /// The process's number.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Ends the site as a power cut does: at once, wherever it is.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// The log of the site from now on, line by line, as it comes.
    pub fn log(&mut self) -> impl Iterator<Item = String> + use<> {
        let log = BufReader::new(self.child.stderr.take().unwrap());
        log.lines().map_while(Result::ok)
    }

    /// Asks the site to stop, as a service manager does, and returns its exit code and the rest of its output.
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
