//! Assets: fonts and backgrounds, shipped, from directories and uploaded, and the reasons for rejecting one.

pub(crate) mod asset_file;
pub(crate) mod asset_set;
pub(crate) mod inspect_upload;
pub(crate) mod rejected_asset;
pub(crate) mod shrink;
