//! The Smart Game Format, version 4 (Hollosi, <https://www.red-bean.com/sgf/>), for games of stones.

#[cfg(any(test, feature = "go"))]
pub mod reader;
pub mod writer;
