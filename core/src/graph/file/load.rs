//! From a path or a text to a document.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::fields::shown;
use super::read_graph::LinksToNowhere;
use super::{json, migrate, read};
use crate::diagnostic::Diagnostic;
use crate::graph::clipboard::CLIPBOARD_FORMAT;
use crate::graph::{Document, FORMAT, VERSION};

/// Larger files are no documents: reading one would only fill the memory.
const LARGEST_BYTES: u64 = 256 * 1024 * 1024;

/// A document that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The document.
    pub document: Document,
    /// What could not be used, by node and port: show all of it.
    pub diagnostics: Vec<Diagnostic>,
    /// The older version that the file was, where it was one.
    pub migrated_from: Option<u32>,
    /// Whether saving over the file loses nothing. False for a file of a newer version of the program.
    pub safe_to_overwrite: bool,
}

/// Why nothing could be read. The file on the disk may still be mended by hand: see [`super::SaveGuard`].
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file can't be read at all.
    #[error("{} can't be read: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Too large to be a document.
    #[error("{} has {bytes} bytes; a document has at most {LARGEST_BYTES}", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its length.
        bytes: u64,
    },
    /// Not text.
    #[error("{file}:{line}:{column}: this is not text (UTF-8); is it a picture or another program's file?")]
    NotText {
        /// The file.
        file: String,
        /// Where text ends, from 1.
        line: usize,
        /// Where text ends in bytes, from 1.
        column: usize,
    },
    /// Not JSON.
    #[error("{file}:{line}:{column}: this is not JSON: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// From 1.
        line: usize,
        /// From 1; 0 at the end of the file.
        column: usize,
        /// What was expected.
        message: String,
    },
    /// JSON, but of something else.
    #[error("{file}: this is not a Wavewright document: {message}")]
    NotADocument {
        /// The file.
        file: String,
        /// What it is and what was expected.
        message: String,
    },
    /// An older file that can't be brought to the current version.
    #[error("{file}: the document of version {version} can't be brought to version {VERSION}: {message}")]
    Migration {
        /// The file.
        file: String,
        /// Its version.
        version: u32,
        /// Why.
        message: String,
    },
}

impl LoadError {
    /// The error as one of the problems panel's.
    #[must_use]
    pub fn to_diagnostic(&self) -> Diagnostic {
        let diagnostic = match self {
            Self::Syntax { file, line, column, message } => {
                Diagnostic::error(format!("this is not JSON: {message} (column {column})")).in_file(file.clone(), *line)
            }
            other => Diagnostic::error(other.to_string()),
        };
        diagnostic.help("the file was not changed")
    }
}

/// Reads the document at `path`.
///
/// # Errors
/// Where not even a part of a document could be read.
pub fn load(path: &Path) -> Result<Loaded, LoadError> {
    let io_error = |source| LoadError::Io { path: path.to_owned(), source };
    let metadata = std::fs::metadata(path).map_err(io_error)?;
    if metadata.is_dir() {
        return Err(io_error(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")));
    }
    if metadata.len() > LARGEST_BYTES {
        return Err(LoadError::TooLarge { path: path.to_owned(), bytes: metadata.len() });
    }
    let bytes = read_at_most(path, LARGEST_BYTES).map_err(io_error)?;
    let bytes = bytes.ok_or_else(|| LoadError::TooLarge { path: path.to_owned(), bytes: LARGEST_BYTES + 1 })?;
    let file = path.display().to_string();
    parse(&decode(bytes, &file)?, &file)
}

/// The bytes of a file; `None` where there are more than `most`. A device without end is not read without end.
pub(crate) fn read_at_most(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

/// UTF-8, or UTF-16 where a byte order mark says so (some editors save text that way).
fn decode(bytes: Vec<u8>, file: &str) -> Result<String, LoadError> {
    let utf16: Option<fn([u8; 2]) -> u16> = match bytes.as_slice() {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        _ => None,
    };
    if let Some(unit) = utf16 {
        let units: Vec<u16> = bytes.chunks_exact(2).skip(1).map(|pair| unit([pair[0], pair[1]])).collect();
        return String::from_utf16(&units).map_err(|_| LoadError::NotText { file: file.to_owned(), line: 1, column: 1 });
    }
    String::from_utf8(bytes).map_err(|error| {
        let text = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = text.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = text.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        LoadError::NotText { file: file.to_owned(), line, column }
    })
}

/// Reads a document from text. `file_name` is for messages.
///
/// # Errors
/// Where not even a part of a document could be read.
pub fn parse(text: &str, file_name: &str) -> Result<Loaded, LoadError> {
    parse_as(text, file_name, &[FORMAT], LinksToNowhere::Reported)
}

/// Reads copied nodes, or a document, as a document of those nodes. Their links may come from nodes that were not copied.
pub(crate) fn parse_fragment(text: &str) -> Result<Loaded, LoadError> {
    parse_as(text, "the copied text", &[CLIPBOARD_FORMAT, FORMAT], LinksToNowhere::Expected)
}

fn parse_as(text: &str, file_name: &str, formats: &[&str], to_nowhere: LinksToNowhere) -> Result<Loaded, LoadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let tree = json::parse(text).map_err(|error| LoadError::Syntax {
        file: file_name.to_owned(),
        line: error.line(),
        column: error.column(),
        message: without_place(&error),
    })?;
    let not_a_document = |message: String| LoadError::NotADocument { file: file_name.to_owned(), message };
    let Value::Object(mut fields) = tree.value else {
        return Err(not_a_document("it does not start with {".to_owned()));
    };
    let mut notes = Vec::new();
    check_format(&fields, formats, &mut notes).map_err(not_a_document)?;
    let version = version_of(&fields, &mut notes);
    migrate::to_current(&mut fields, version).map_err(|message| LoadError::Migration { file: file_name.to_owned(), version, message })?;
    let safe_to_overwrite = version <= VERSION;
    if !safe_to_overwrite {
        let message = format!("the file is of version {version}, newer than this program's {VERSION}; what is known of it was read");
        notes.push(Diagnostic::warning(message).help("save under another name, or update the program"));
    }
    let (document, diagnostics) = read::document(fields, &tree.duplicates, to_nowhere);
    notes.extend(diagnostics);
    Ok(Loaded { document, diagnostics: notes, migrated_from: (version < VERSION).then_some(version), safe_to_overwrite })
}

/// serde_json's message without its place, which is told apart.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match message.rfind(" at line ") {
        Some(end) => message[..end].to_owned(),
        None => message,
    }
}

fn check_format(fields: &Map<String, Value>, formats: &[&str], notes: &mut Vec<Diagnostic>) -> Result<(), String> {
    match fields.get("format") {
        Some(Value::String(format)) if formats.contains(&format.as_str()) => Ok(()),
        Some(Value::String(format)) if format == CLIPBOARD_FORMAT => {
            Err("these are copied nodes; open a document and paste them there".to_owned())
        }
        Some(other) => Err(format!("its \"format\" is {}, not \"{FORMAT}\"", shown(other))),
        None if fields.get("nodes").is_some_and(Value::is_object) => {
            notes.push(Diagnostic::warning(format!("the file does not say \"format\": \"{FORMAT}\"; it is read as a document")));
            Ok(())
        }
        None => Err(format!("it has no \"format\": \"{FORMAT}\"")),
    }
}

/// The file's version; what is no version is reported and read as the current one.
fn version_of(fields: &Map<String, Value>, notes: &mut Vec<Diagnostic>) -> u32 {
    let written = fields.get("version");
    match written.and_then(Value::as_u64) {
        Some(version @ 1..) => u32::try_from(version).unwrap_or(u32::MAX),
        _ => {
            let said = written.map_or_else(|| "none".to_owned(), shown);
            let message = format!("the file's \"version\" is {said}, not a whole number from 1; it is read as {VERSION}");
            notes.push(Diagnostic::warning(message));
            VERSION
        }
    }
}
