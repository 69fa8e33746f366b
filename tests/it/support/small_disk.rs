//! A small disk in memory, mounted as the data folder of a place: one that can be filled up, or made read-only. If none can be
//! mounted, a test is skipped with a line, or fails where [`REQUIRE`] is set.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

use super::program::Place;

/// Set to 1 where it is a failure, not a reason to skip, that no small disk can be mounted.
const REQUIRE: &str = "ROOKERY_REQUIRE_DISK";

/// A disk of a few megabytes; gone when this is dropped.
pub struct SmallDisk {
    pub place: Place,
}

impl SmallDisk {
    pub fn new() -> Option<Self> {
        SmallDisk::of_megabytes(4)
    }

    pub fn of_megabytes(size: u32) -> Option<Self> {
        let place = Place::new();
        fs::create_dir(place.path().join("data")).unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}m,mode=700")])
            .arg("rookery-test")
            .arg(place.path().join("data"))
            .output();
        if mounted.is_ok_and(|output| output.status.success()) {
            return Some(SmallDisk { place });
        }
        assert!(
            std::env::var(REQUIRE).as_deref() != Ok("1"),
            "{REQUIRE}=1, and no small disk can be mounted here"
        );
        let thread = std::thread::current();
        let words = format!(
            "\nno small disk can be mounted here (not root?): {} was SKIPPED\n",
            thread.name().unwrap_or("a test")
        );
        // Straight to the handle: the harness hides what a passing test prints.
        std::io::stderr().write_all(words.as_bytes()).unwrap();
        None
    }

    pub fn data(&self) -> PathBuf {
        self.place.path().join("data")
    }

    /// Fills the disk to its last byte; the database keeps the space that it has.
    pub fn fill(&self) {
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.data().join("ballast"))
            .unwrap();
        for size in [64 * 1024, 4096, 1] {
            while file.write_all(&vec![b'.'; size]).is_ok() {}
        }
    }

    /// Lets nobody write to it any more, not even root.
    pub fn make_read_only(&self) {
        self.mount_again("remount,ro");
    }

    /// Lets its owner write to it again.
    pub fn make_writable(&self) {
        self.mount_again("remount,rw");
    }

    fn mount_again(&self, option: &str) {
        let mounted = Command::new("mount")
            .args(["-o", option])
            .arg(self.data())
            .status();
        assert!(mounted.is_ok_and(|status| status.success()), "{option}");
    }

    pub fn empty(&self) {
        fs::remove_file(self.data().join("ballast")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: a process that still has a file open there keeps it until it ends.
        let gone = Command::new("umount").arg("-l").arg(self.data()).status();
        assert!(gone.is_ok_and(|status| status.success()) || std::thread::panicking());
    }
}
