//! Pictures and arrays in and out of files.
