//! Another program as a child process: lines go to its standard input and come from its standard output.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::protocol::fault::Fault;
use crate::protocol::line_reader;
use crate::text::quoted;
use rookery_engine::Control;
#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};

/// The interval at which one who waits for a line looks at the time.
const LOOK: Duration = Duration::from_millis(20);
/// Looks that a program is given to end by itself.
const LOOKS_TO_END: u32 = 25;
/// Lines that wait to be heard; a program that says more than that waits.
const MOST_LINES: usize = 1_024;

/// A running program.
pub(crate) struct EngineProcess {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The last line of its standard error.
    complaint: Arc<Mutex<String>>,
    complaints: Option<JoinHandle<()>>,
    patience: Duration,
    control: Control,
    /// The line that was said last, and when.
    asked: (String, Duration),
}

impl EngineProcess {
    /// Starts a command: a program and its arguments, with spaces between them. It may take `patience` over an answer, by the clock of
    /// `control`, whose stop ends all waiting.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start(command: &str, patience: Duration, control: &Control) -> io::Result<Self> {
        let mut words = command.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or_default());
        // In a group of its own, Ctrl-C is for the match alone, and what the program has started ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (sender, lines) = mpsc::sync_channel(MOST_LINES);
        let complaint = Arc::new(Mutex::new(String::new()));
        if let Some(output) = output {
            // It ends when there are no more lines, or nobody listens.
            thread::spawn(move || each_line(output, |line| sender.send(line).is_ok()));
        }
        let complaints = errors.map(|errors| {
            let kept = Arc::clone(&complaint);
            thread::spawn(move || {
                each_line(errors, |line| {
                    if !line.is_empty() {
                        *kept.lock().unwrap_or_else(PoisonError::into_inner) = line;
                    }
                    true
                });
            })
        });
        Ok(EngineProcess {
            child,
            input,
            lines,
            complaint,
            complaints,
            patience,
            control: control.clone(),
            asked: (String::new(), control.elapsed()),
        })
    }

    /// Says a line.
    ///
    /// # Errors
    /// The program has ended.
    pub fn say(&mut self, line: &str) -> Result<(), Fault> {
        self.asked = (line.to_owned(), self.control.elapsed());
        let said = self.input.as_mut().map(|input| {
            input.write_all(format!("{line}\n").as_bytes())?;
            input.flush()
        });
        match said {
            Some(Ok(())) => Ok(()),
            _ => Err(self.ended()),
        }
    }

    /// The next line.
    ///
    /// # Errors
    /// There is none within the time, the program has ended, or the waiting was stopped.
    pub fn hear(&mut self) -> Result<String, Fault> {
        loop {
            if self.control.is_stopped() {
                return Err(Fault::Stopped);
            }
            // Looked at before each line: one that goes on talking has not answered either.
            if self.control.elapsed().saturating_sub(self.asked.1) > self.patience {
                return Err(Fault::Failed(format!(
                    "did not answer {} for {} s",
                    quoted(&self.asked.0),
                    self.patience.as_secs_f64()
                )));
            }
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The first line of which `found` tells something, and what it tells.
    ///
    /// # Errors
    /// As [`EngineProcess::hear`].
    pub fn hear_until<T>(
        &mut self,
        mut found: impl FnMut(&str) -> Option<Result<T, Fault>>,
    ) -> Result<T, Fault> {
        loop {
            let line = self.hear()?;
            if let Some(told) = found(&line) {
                return told;
            }
        }
    }

    /// That the program is no longer there, and what it said about that.
    fn ended(&mut self) -> Fault {
        // What it complains of is whole when its standard error has ended, which a child of its own may keep open.
        for _ in 0..LOOKS_TO_END {
            match &self.complaints {
                Some(thread) if !thread.is_finished() => thread::sleep(LOOK),
                _ => break,
            }
        }
        let complaint = self
            .complaint
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let asked = match self.asked.0.as_str() {
            "" => String::new(),
            line => format!(" when told {}", quoted(line)),
        };
        Fault::Failed(match complaint.as_str() {
            "" => format!("ended{asked}"),
            said => format!("ended{asked}; its last words are {}", quoted(said)),
        })
    }
}

/// The end of its input ends most programs; one that goes on is killed.
impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.input = None;
        for _ in 0..LOOKS_TO_END {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(LOOK),
                _ => return,
            }
        }
        // It has gone by itself if this fails.
        #[cfg(unix)]
        if let Some(group) = Pid::from_raw(self.child.id().cast_signed()) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Calls `more` with each line until it has enough.
fn each_line(from: impl Read, mut more: impl FnMut(String) -> bool) {
    let mut from = BufReader::new(from);
    while let Ok(Some(line)) = line_reader::next_line(&mut from) {
        if !more(line) {
            return;
        }
    }
}
