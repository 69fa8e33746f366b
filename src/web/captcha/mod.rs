//! The captcha on pages: in forms, on a page of its own, its picture and recording, and the frame and API for other sites.

pub(in crate::web) mod api;
pub(in crate::web) mod caller;
pub(in crate::web) mod captcha_form;
pub(in crate::web) mod check_limit;
pub(in crate::web) mod fetch_limit;
pub(in crate::web) mod frame;
pub(in crate::web) mod picture;
pub(in crate::web) mod reading_test;
pub(in crate::web) mod refusal;
pub(in crate::web) mod siteverify;
pub(in crate::web) mod verify;
