//! Memory of an open board that waits for events: `cargo bench --bench streams`.
//!
//! The server runs in a process of its own, with as many streams as visitors on 5,000 addresses behind a trusted proxy would open.
//! It prints the growth of the resident memory per stream and, for comparison, per kept connection without a stream.
//! `ROOKERY_BIN` names another program to measure.

use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The number of connections of each kind.
const COUNT: usize = 5_000;
/// The most that one stream may cost, KiB.
const MOST_KIB: f64 = 20.0;
/// The headers that a browser sends with each request.
const BROWSER: &str = "Accept: text/event-stream\r\nAccept-Encoding: gzip, deflate, br\r\nAccept-Language: en\r\n\
    Cache-Control: no-cache\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0\r\n";

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let maximum = getrlimit(Resource::Nofile).maximum;
    let raised = Rlimit {
        current: maximum,
        maximum,
    };
    setrlimit(Resource::Nofile, raised)?;
    let folder = tempfile::tempdir()?;
    let site = Site::start(folder.path())?;
    let game = site.game()?;
    // The start has ended: fonts are read, tables are open.
    sleep(Duration::from_secs(6));
    let mut out = std::io::stdout().lock();
    let idle = site.resident_kib()?;
    writeln!(out, "{idle} KiB resident with nobody there")?;
    let mut each = Vec::new();
    for (name, path) in [
        ("event streams", format!("{game}/events")),
        ("kept connections", "/healthz".to_owned()),
    ] {
        let before = site.resident_kib()?;
        let open = site.open(&path)?;
        sleep(Duration::from_secs(3));
        let after = site.resident_kib()?;
        let per = (after as f64 - before as f64) / open.len() as f64;
        writeln!(
            out,
            "{:5} {name}: {after} KiB, {per:.1} KiB each",
            open.len()
        )?;
        each.push(per);
        drop(open);
        sleep(Duration::from_secs(5));
    }
    writeln!(out, "{} KiB when all are gone", site.resident_kib()?)?;
    let verdict = if each[0] <= MOST_KIB {
        "kept"
    } else {
        "NOT kept"
    };
    writeln!(out, "{MOST_KIB} KiB a stream: {verdict}")?;
    Ok(())
}

/// The site as a child, killed at the end.
struct Site {
    child: Child,
    address: String,
}

impl Site {
    fn start(folder: &std::path::Path) -> Result<Self> {
        let program = std::env::var("ROOKERY_BIN")
            .unwrap_or_else(|_| env!("CARGO_BIN_EXE_rookery").to_owned());
        let child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .current_dir(folder)
            .env("ROOKERY__TRUSTED_PROXIES", "127.0.0.1/32")
            .env("ROOKERY__ENGINE__BUILD_TABLES", "false")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut site = Site {
            child,
            address: String::new(),
        };
        let printed = site.child.stdout.take().ok_or("no output")?;
        for line in BufReader::new(printed).lines() {
            let line = line?;
            if let Some((_, address)) = line.split_once("site      http://") {
                site.address = address.to_owned();
            }
            if line.contains("/setup?token=") {
                break;
            }
        }
        Ok(site)
    }

    /// A game that waits for its visitor.
    fn game(&self) -> Result<String> {
        let body = "game=tic-tac-toe&tap=b2";
        let mut stream = TcpStream::connect(&self.address)?;
        write!(
            stream,
            "POST /games HTTP/1.0\r\nHost: {}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let place = answer.lines().find_map(|l| l.strip_prefix("location: "));
        Ok(place.ok_or("no game")?.to_owned())
    }

    fn open(&self, path: &str) -> Result<Vec<TcpStream>> {
        let mut open = Vec::new();
        for n in 0..COUNT {
            let mut stream = TcpStream::connect(&self.address)?;
            let visitor = format!("10.{}.{}.1", n >> 8, n & 255);
            write!(
                stream,
                "GET {path} HTTP/1.1\r\nHost: {}\r\nX-Forwarded-For: {visitor}\r\n{BROWSER}\r\n",
                self.address
            )?;
            let mut answer = [0; 2048];
            let length = stream.read(&mut answer)?;
            // A stream is answered in HTTP/1.0: it ends with its connection.
            if !matches!(
                &answer[..length],
                [
                    b'H',
                    b'T',
                    b'T',
                    b'P',
                    b'/',
                    b'1',
                    b'.',
                    b'0' | b'1',
                    b' ',
                    b'2',
                    b'0',
                    b'0',
                    ..
                ]
            ) {
                return Err(String::from_utf8_lossy(&answer[..length]).into());
            }
            open.push(stream);
        }
        Ok(open)
    }

    fn resident_kib(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
        let number = line.and_then(|l| l.split_whitespace().next());
        Ok(number.ok_or("no VmRSS")?.parse()?)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
