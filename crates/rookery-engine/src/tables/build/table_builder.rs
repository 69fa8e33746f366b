//! Building, listing and opening the tables of a game in a folder: the game-independent interface.

use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;

use crate::tables::build::retrograde::{Retrograde, Tell};
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
    /// What people call it (`5-4`).
    pub label: String,
    /// Whether games are played by its rules.
    pub is_played: bool,
    /// The names of its material classes, each of which is a file.
    pub materials: Vec<String>,
    /// Numbers of all its material classes, which are bytes on disk.
    pub bytes: u64,
    /// Memory that the build takes, bytes.
    pub memory_bytes: u64,
}

/// How a group is built.
pub struct BuildOptions<'a> {
    /// The folder of tables; each game has one of its own in it.
    pub folder: &'a Path,
    /// Threads that work together.
    pub threads: usize,
    /// Asked between two passes: whether to keep on disk what is done so far.
    pub is_time_to_save: &'a dyn Fn() -> bool,
}

/// What became of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
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

    /// Builds the group with this number in [`Endgames::plans`], or finds that it is there.
    ///
    /// # Errors
    /// The folder cannot be used, a table that it needs is missing or damaged, or `tell` broke it off.
    fn build(
        &self,
        number: usize,
        options: &BuildOptions<'_>,
        tell: &mut Tell<'_>,
    ) -> Result<BuildResult, Error>;

    /// Whether every value of the group with this number follows from the values after each move, by the tables in a folder.
    /// Returns how many positions that are; `None` where the group is not there.
    ///
    /// # Errors
    /// A table is missing or damaged, a value does not follow, or `tell` broke it off.
    fn prove(
        &self,
        number: usize,
        folder: &Path,
        tell: &mut Tell<'_>,
    ) -> Result<Option<u64>, Error>;

    /// The heads of the tables in a folder, and what is wrong with each file that has none; the values are not read.
    fn heads(&self, folder: &Path) -> (Vec<Head>, Vec<Error>);

    /// Opens the tables of a folder whose checksums are right, for searches and solvers from now on. Returns the heads of
    /// those that are open, and what is wrong with each that is not; `tell` hears of every 64 KiB that were read.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    fn open(
        &self,
        folder: &Path,
        tell: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(Vec<Head>, Vec<Error>), Error>;
}

/// The numbers of the plans up to the last one that is called `name`, or that has a material class of this name.
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

/// The tables of the game whose endings `space` numbers.
pub struct TableBuilder<S: Space> {
    /// The endings.
    pub space: &'static S,
    /// Where opened tables go.
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

impl<S: Space> TableBuilder<S> {
    fn load(&self, folder: &Path, materials: Vec<MaterialClass>) -> Result<Loaded, Error> {
        let mut loaded = Loaded::default();
        for material in materials {
            let path = file::path(self.space, folder, material);
            let Some((mut file, head)) = file::open(self.space, folder, material)? else {
                return Err(Error::damaged(&path, "is needed and not there"));
            };
            let mut cells = Vec::with_capacity(self.space.len(material));
            let mut keep = |piece: &[u8]| cells.extend_from_slice(piece);
            let mut go_on = |_| ControlFlow::Continue(());
            file::check(&path, (&mut file, &head), &mut go_on, &mut keep)?;
            let number = usize::from(material);
            if loaded.0.len() <= number {
                loaded.0.resize(number + 1, None);
            }
            loaded.0[number] = Some(cells);
        }
        Ok(loaded)
    }

    /// The heads of the group's tables, if all are there.
    fn found(&self, folder: &Path, group: &Group) -> Result<Option<Vec<Head>>, Error> {
        let mut heads = Vec::new();
        for &material in &group.materials {
            match file::open(self.space, folder, material)? {
                Some((_, head)) => heads.push(head),
                None => return Ok(None),
            }
        }
        Ok(Some(heads))
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
            // The values and the counts, and what they need in memory.
            memory_bytes: 2 * len(&group.materials) + len(&self.space.needs(&group)),
            materials: group
                .materials
                .iter()
                .map(|&s| self.space.name(s))
                .collect(),
            is_played: group.is_played,
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
        if let Some(tables) = self.found(options.folder, group)? {
            return Ok(BuildResult {
                tables,
                was_there: true,
            });
        }
        let finished = self.load(options.folder, self.space.needs(group))?;
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
        let known = self.load(folder, materials)?;
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
