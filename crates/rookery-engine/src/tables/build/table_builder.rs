//! Building, listing and opening the tables of a game in a folder: the game-independent interface.

use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;

use crate::tables::build::retrograde::{Progress, Retrograde, Tell};
use crate::tables::build::{checkpoint, verify};
use crate::tables::files::file;
use crate::tables::{
    Error, Finished, Group, Head, MaterialClass, OpenTables, PackedValue, Place, Space,
};

/// The folder of tables within a site's data folder; each game has one of its own in it.
pub const FOLDER: &str = "tables";

/// A group of tables that can be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildPlan {
    /// Its name for people (`5-4`).
    pub label: String,
    /// Whether games are played by its rules.
    pub is_played: bool,
    /// Whether it is built by command alone, however small it is.
    pub is_on_request: bool,
    /// The names of its material classes, each of which is a file.
    pub materials: Vec<String>,
    /// Number of indexes of all its material classes, which is the size on disk in bytes.
    pub bytes: u64,
    /// Memory that the build takes, bytes.
    pub memory_bytes: u64,
}

/// The options for building a group of tables.
pub struct BuildOptions<'a> {
    /// The folder of tables; each game has one of its own in it.
    pub folder: &'a Path,
    /// Threads that work together.
    pub threads: usize,
    /// Called between two passes: whether to write a checkpoint now.
    pub is_time_to_save: &'a dyn Fn() -> bool,
}

/// The result of building a group.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildResult {
    /// The tables, one a material class.
    pub tables: Vec<Head>,
    /// Whether they were there before.
    pub was_there: bool,
}

/// The endgame tables of one game.
pub trait Endgames: Send + Sync {
    /// The groups in the order in which they are built: each needs some of those before it.
    fn plans(&self) -> Vec<BuildPlan>;

    /// Builds the group with this index in [`Endgames::plans`], unless it exists; values that are there are read and held to their
    /// checksums, however large the files are.
    ///
    /// # Errors
    /// The folder cannot be used, a required table is missing or damaged, a file of the group itself is damaged, or `tell` stopped the
    /// work.
    fn build(
        &self,
        number: usize,
        options: &BuildOptions<'_>,
        tell: &mut Tell<'_>,
    ) -> Result<BuildResult, Error>;

    /// Builds the group with this index, whatever its files contain; they are replaced at the end.
    ///
    /// # Errors
    /// The folder cannot be used, a required table is missing or damaged, or `tell` stopped the work.
    fn rebuild(
        &self,
        number: usize,
        options: &BuildOptions<'_>,
        tell: &mut Tell<'_>,
    ) -> Result<BuildResult, Error>;

    /// Checks that every value of the group with this index follows from the values after each move, by the tables in a folder.
    /// Returns the number of positions; `None` if the group does not exist.
    ///
    /// # Errors
    /// A table is missing or damaged, a value does not follow, or `tell` stopped the work.
    fn prove(
        &self,
        number: usize,
        folder: &Path,
        tell: &mut Tell<'_>,
    ) -> Result<Option<u64>, Error>;

    /// The headers of the tables in a folder, and an error for each file without a valid one; the values are not read.
    fn heads(&self, folder: &Path) -> (Vec<Head>, Vec<Error>);

    /// Opens the tables of a folder whose checksums are right, for searches and solvers from now on. Returns the headers of
    /// the open ones, and an error for each other one; `tell` is called for every 64 KiB read.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    fn open(
        &self,
        folder: &Path,
        tell: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(Vec<Head>, Vec<Error>), Error>;
}

/// The indexes of the plans up to the last one that is called `name` or has a material class of this name.
///
/// # Errors
/// [`Error::UnknownSlice`].
pub fn up_to(plans: &[BuildPlan], name: &str) -> Result<std::ops::RangeInclusive<usize>, Error> {
    let is_asked =
        |plan: &BuildPlan| plan.label == name || plan.materials.iter().any(|s| s == name);
    match plans.iter().rposition(is_asked) {
        Some(last) => Ok(0..=last),
        None => {
            let mut labels: Vec<_> = plans.iter().map(|plan| plan.label.clone()).collect();
            labels.dedup();
            Err(Error::UnknownSlice {
                name: name.to_owned(),
                known: labels.join(", "),
            })
        }
    }
}

/// The tables of the game whose endings `space` indexes.
pub struct TableBuilder<S: Space> {
    /// The endings.
    pub space: &'static S,
    /// The destination of opened tables.
    pub open_tables: &'static OpenTables,
}

/// Finished material classes in memory, by their number.
#[derive(Default)]
struct Loaded(Vec<Option<Vec<u8>>>);

impl Finished for Loaded {
    fn cell(&self, place: Place) -> PackedValue {
        let cells = self
            .0
            .get(usize::from(place.material))
            .and_then(Option::as_ref);
        let cells = cells.expect("a space names the materials that it needs");
        PackedValue::from_byte(cells[place.index])
    }
}

/// Reads an opened table to its end, as [`file::check`] does; `tell` learns how much of it has been read.
fn read(
    path: &Path,
    (file, head): (&mut File, &Head),
    tell: &mut Tell<'_>,
    keep: &mut dyn FnMut(&[u8]),
) -> Result<(), Error> {
    let mut go_on = |done| {
        tell(Progress {
            plies: None,
            is_reading: true,
            done,
            total: head.bytes,
        })
    };
    file::check(path, (file, head), &mut go_on, keep)
}

impl<S: Space> TableBuilder<S> {
    fn load(
        &self,
        folder: &Path,
        materials: Vec<MaterialClass>,
        tell: &mut Tell<'_>,
    ) -> Result<Loaded, Error> {
        let mut loaded = Loaded::default();
        for material in materials {
            let path = file::path(self.space, folder, material);
            let Some((mut file, head)) = file::open(self.space, folder, material)? else {
                return Err(Error::Missing { path });
            };
            let mut cells = Vec::with_capacity(self.space.len(material));
            let mut keep = |piece: &[u8]| cells.extend_from_slice(piece);
            read(&path, (&mut file, &head), tell, &mut keep)?;
            let number = usize::from(material);
            if loaded.0.len() <= number {
                loaded.0.resize(number + 1, None);
            }
            loaded.0[number] = Some(cells);
        }
        Ok(loaded)
    }

    /// The files of the group's tables with their heads, if all are there; the values are not read.
    fn found(&self, folder: &Path, group: &Group) -> Result<Option<Vec<(File, Head)>>, Error> {
        let mut found = Vec::new();
        for &material in &group.materials {
            match file::open(self.space, folder, material)? {
                Some(table) => found.push(table),
                None => return Ok(None),
            }
        }
        Ok(Some(found))
    }

    /// The result for a group that was found, if its checksums are right.
    fn keep(
        &self,
        folder: &Path,
        group: &Group,
        found: Vec<(File, Head)>,
        tell: &mut Tell<'_>,
    ) -> Result<BuildResult, Error> {
        let mut tables = Vec::new();
        for (&material, (mut file, head)) in group.materials.iter().zip(found) {
            let path = file::path(self.space, folder, material);
            read(&path, (&mut file, &head), tell, &mut |_| {})?;
            tables.push(head);
        }
        // Another process may have finished what this one began; a draft that cannot be removed does no harm.
        let _ = checkpoint::remove(self.space, folder, group);
        Ok(BuildResult {
            tables,
            was_there: true,
        })
    }

    /// Builds a group and writes its tables.
    fn make(
        &self,
        group: &Group,
        options: &BuildOptions<'_>,
        tell: &mut Tell<'_>,
    ) -> Result<BuildResult, Error> {
        let finished = self.load(options.folder, self.space.needs(group), tell)?;
        let mut work = Retrograde::new(self.space, group, &finished);
        if !checkpoint::load(&mut work, options.folder)? {
            work.count(options.threads, tell)?;
        }
        while !work.is_done() {
            if (options.is_time_to_save)() {
                checkpoint::save(&work, options.folder)?;
            }
            work.pass(options.threads, tell)?;
        }
        let cells = work.into_cells();
        let mut tables = Vec::new();
        for (&material, cells) in group.materials.iter().zip(cells) {
            tables.push(file::write(self.space, options.folder, material, &cells)?);
        }
        checkpoint::remove(self.space, options.folder, group)?;
        Ok(BuildResult {
            tables,
            was_there: false,
        })
    }

    fn remove_remains(&self, folder: &Path, group: &Group) {
        for &material in &group.materials {
            file::remove_remains(self.space, folder, material);
        }
    }

    fn open_one(
        &self,
        folder: &Path,
        material: MaterialClass,
        tell: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Option<Head>, Error> {
        let Some((mut file, head)) = file::open(self.space, folder, material)? else {
            return Ok(None);
        };
        let path = file::path(self.space, folder, material);
        let mut tell = |_| tell();
        file::check(&path, (&mut file, &head), &mut tell, &mut |_| {})?;
        let file: File = file;
        self.open_tables.put(material, file, head.bytes);
        Ok(Some(head))
    }
}

impl<S: Space> Endgames for TableBuilder<S> {
    fn plans(&self) -> Vec<BuildPlan> {
        let len = |materials: &[MaterialClass]| -> u64 {
            let lens = materials
                .iter()
                .map(|&material| self.space.len(material) as u64);
            lens.sum()
        };
        let plan = |group: Group| BuildPlan {
            bytes: len(&group.materials),
            // A byte for the value and one for the count of each position, and the loaded tables that the group needs.
            memory_bytes: 2 * len(&group.materials) + len(&self.space.needs(&group)),
            materials: group
                .materials
                .iter()
                .map(|&s| self.space.name(s))
                .collect(),
            is_played: group.is_played,
            is_on_request: group.is_on_request,
            label: group.label,
        };
        self.space.groups().into_iter().map(plan).collect()
    }

    fn build(
        &self,
        number: usize,
        options: &BuildOptions<'_>,
        tell: &mut Tell<'_>,
    ) -> Result<BuildResult, Error> {
        let groups = self.space.groups();
        let group = &groups[number];
        self.remove_remains(options.folder, group);
        match self.found(options.folder, group)? {
            Some(found) => self.keep(options.folder, group, found, tell),
            None => self.make(group, options, tell),
        }
    }

    fn rebuild(
        &self,
        number: usize,
        options: &BuildOptions<'_>,
        tell: &mut Tell<'_>,
    ) -> Result<BuildResult, Error> {
        let groups = self.space.groups();
        let group = &groups[number];
        self.remove_remains(options.folder, group);
        self.make(group, options, tell)
    }

    fn prove(
        &self,
        number: usize,
        folder: &Path,
        tell: &mut Tell<'_>,
    ) -> Result<Option<u64>, Error> {
        let groups = self.space.groups();
        let group = &groups[number];
        if self.found(folder, group)?.is_none() {
            return Ok(None);
        }
        let mut materials = self.space.needs(group);
        materials.extend(&group.materials);
        let known = self.load(folder, materials, tell)?;
        match verify::check(self.space, group, &known, tell)? {
            Ok(positions) => Ok(Some(positions)),
            Err(wrong) => {
                let path = file::path(self.space, folder, wrong.place.material);
                Err(Error::damaged(
                    &path,
                    format!(
                        "says {:?} at number {}, but its moves lead to {:?}",
                        wrong.found.value(),
                        wrong.place.index,
                        wrong.expected.value()
                    ),
                ))
            }
        }
    }

    fn heads(&self, folder: &Path) -> (Vec<Head>, Vec<Error>) {
        let (mut heads, mut errors) = (Vec::new(), Vec::new());
        let materials = self.space.groups().into_iter().flat_map(|g| g.materials);
        for material in materials {
            match file::open(self.space, folder, material) {
                Ok(found) => heads.extend(found.map(|(_, head)| head)),
                Err(error) => errors.push(error),
            }
        }
        (heads, errors)
    }

    fn open(
        &self,
        folder: &Path,
        tell: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(Vec<Head>, Vec<Error>), Error> {
        let (mut heads, mut errors) = (Vec::new(), Vec::new());
        let materials = self.space.groups().into_iter().flat_map(|g| g.materials);
        for material in materials {
            match self.open_one(folder, material, tell) {
                Ok(head) => heads.extend(head),
                Err(Error::Stopped) => return Err(Error::Stopped),
                Err(error) => errors.push(error),
            }
        }
        Ok((heads, errors))
    }
}

/// Solves a group in memory: the values of each of its material classes. Nothing may lead out of it.
///
/// # Errors
/// [`Error::TooFar`].
pub fn solve<S: Space>(space: &S, group: &Group) -> Result<Vec<Vec<u8>>, Error> {
    let nothing = Loaded::default();
    let mut work = Retrograde::new(space, group, &nothing);
    let mut tell = |_| ControlFlow::Continue(());
    work.count(1, &mut tell)?;
    while !work.is_done() {
        work.pass(1, &mut tell)?;
    }
    Ok(work.into_cells())
}
