//! Support of the integration tests: a site, throwaway databases, and the project's own files.

pub mod browser;
pub mod customer;
pub mod databases;
pub mod earlier_schema;
pub mod html;
pub mod news;
pub mod pictures;
pub mod postgres;
pub mod program;
pub mod raw;
pub mod site;
pub mod small_disk;
pub mod tree;
pub mod wire;
pub mod work;
