//! Assets: the files that pictures are made of, those that ship and those that are uploaded, and why one is rejected.

pub(in crate::captcha) mod asset_file;
pub(in crate::captcha) mod asset_set;
pub(in crate::captcha) mod inspect_upload;
pub(in crate::captcha) mod rejected_asset;
