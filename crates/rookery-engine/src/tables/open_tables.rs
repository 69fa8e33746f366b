//! Open tables: values are read from their files page by page, and the most recently used pages stay in memory.

use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use crate::tables::files::file::HEAD_BYTES;
use crate::tables::{MaterialClass, PackedValue, Place};

/// Size of a page; small, because neighbouring indexes are not neighbouring positions.
const PAGE_BYTES: u64 = 1 << 10;

/// Pages of one table in memory: 256 KiB.
const PAGES: usize = 256;

/// The open tables of one game.
#[derive(Debug, Default)]
pub struct OpenTables {
    tables: RwLock<BTreeMap<MaterialClass, Arc<Pages>>>,
    /// The open material classes as bits: a search checks this first, at almost every node.
    open: [AtomicU64; 4],
}

impl OpenTables {
    /// No tables.
    pub const fn new() -> Self {
        OpenTables {
            tables: RwLock::new(BTreeMap::new()),
            open: [const { AtomicU64::new(0) }; 4],
        }
    }

    /// Adds an opened table.
    pub(super) fn put(&self, material: MaterialClass, file: File, cells: u64) {
        let pages = Arc::new(Pages::new(file, cells));
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        tables.insert(material, pages);
        self.open[usize::from(material / 64)].fetch_or(1 << (material % 64), Relaxed);
    }

    /// Whether the table of this material class is open.
    pub fn has(&self, material: MaterialClass) -> bool {
        self.open[usize::from(material / 64)].load(Relaxed) >> (material % 64) & 1 == 1
    }

    /// Whether no table is open.
    pub fn is_empty(&self) -> bool {
        self.open.iter().all(|bits| bits.load(Relaxed) == 0)
    }

    /// The value at a place; `None` if its table is not open or cannot be read.
    pub fn cell(&self, place: Place) -> Option<PackedValue> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        let pages = Arc::clone(tables.get(&place.material)?);
        drop(tables);
        pages.cell(place.index as u64)
    }
}

/// The pages of one table.
#[derive(Debug)]
struct Pages {
    file: File,
    cells: u64,
    slots: Vec<Mutex<Page>>,
}

#[derive(Debug, Default)]
struct Page {
    /// The page's number plus one; 0 while it is empty.
    number: u64,
    bytes: Vec<u8>,
}

impl Pages {
    fn new(file: File, cells: u64) -> Self {
        Pages {
            file,
            cells,
            slots: (0..PAGES).map(|_| Mutex::default()).collect(),
        }
    }

    fn cell(&self, index: u64) -> Option<PackedValue> {
        if index >= self.cells {
            return None;
        }
        let (page, at) = (index / PAGE_BYTES, (index % PAGE_BYTES) as usize);
        let slot = &self.slots[page as usize % PAGES];
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.number != page + 1 {
            let size = PAGE_BYTES.min(self.cells - page * PAGE_BYTES) as usize;
            slot.number = 0;
            slot.bytes.resize(size, 0);
            let start = HEAD_BYTES + page * PAGE_BYTES;
            self.file.read_exact_at(&mut slot.bytes, start).ok()?;
            slot.number = page + 1;
        }
        slot.bytes.get(at).map(|&byte| PackedValue::from_byte(byte))
    }
}
