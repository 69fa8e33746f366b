//! Assets: the files that pictures are made of, those that ship and those that are uploaded, and why one is rejected.

pub(crate) mod asset_file;
pub(crate) mod asset_set;
pub(crate) mod inspect_upload;
pub(crate) mod rejected_asset;
