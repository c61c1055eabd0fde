//! Writing a file so that it is either the old one or the new one, whatever happens.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Why a file could not be written. What was there before is still there.
#[derive(Debug, thiserror::Error)]
#[error("{} can't be written: {reason}", path.display())]
pub struct WriteError {
    /// The file that was to be written.
    pub path: PathBuf,
    /// What stands in the way, for people.
    pub reason: String,
    /// The system's error, where there was one.
    pub source: Option<io::Error>,
}

impl WriteError {
    fn new(path: &Path, source: io::Error) -> Self {
        Self { path: path.to_owned(), reason: reason(&source), source: Some(source) }
    }
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "the disk is full".to_owned(),
        io::ErrorKind::PermissionDenied => "you may not write there".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        io::ErrorKind::NotFound => "its folder does not exist".to_owned(),
        io::ErrorKind::NotADirectory => "a part of its path is a file, not a folder".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => error.to_string(),
    }
}

/// Writes `bytes` to `path`: beside it first, to the disk, then in its place. A link is followed, the mode of an existing file stays.
///
/// # Errors
/// Whatever the disk refuses; the file is then as it was.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let error = |source| WriteError::new(path, source);
    let target = follow_links(path).map_err(error)?;
    let permissions = match fs::metadata(&target) {
        Ok(metadata) if metadata.is_dir() => return Err(error(io::ErrorKind::IsADirectory.into())),
        Ok(metadata) if metadata.permissions().readonly() => {
            return Err(WriteError { path: path.to_owned(), reason: "the file is read-only".to_owned(), source: None });
        }
        Ok(metadata) => Some(metadata.permissions()),
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => None,
        Err(other) => return Err(error(other)),
    };
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut beside = temporary_beside(folder).map_err(error)?;
    beside.write_all(bytes).map_err(error)?;
    if let Some(permissions) = permissions {
        beside.as_file().set_permissions(permissions).map_err(error)?;
    }
    beside.as_file().sync_all().map_err(error)?;
    beside.persist(&target).map_err(|refused| error(refused.error))?;
    sync_folder(folder).map_err(error)
}

/// Where a chain of symbolic links ends, whether or not there is a file.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux itself follows.
    const MOST_LINKS: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::symlink_metadata(&target) {
            Ok(metadata) if metadata.is_symlink() => {
                let next = fs::read_link(&target)?;
                target = target.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
            }
            _ => return Ok(target),
        }
    }
    Err(io::Error::other("its symbolic links go in a circle"))
}

#[cfg(unix)]
fn temporary_beside(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    // What a new file gets: the process's umask still applies.
    let permissions = fs::Permissions::from_mode(0o666);
    tempfile::Builder::new().prefix(".wavewright-").suffix(".tmp").permissions(permissions).tempfile_in(folder)
}

#[cfg(not(unix))]
fn temporary_beside(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().prefix(".wavewright-").suffix(".tmp").tempfile_in(folder)
}

/// The new name is on the disk only when the folder is. Only unix lets a folder be opened for that.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder) {
        Ok(folder) => folder.sync_all(),
        // A folder that may be written but not listed: the file itself is safe.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the same signature as on unix")]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        write_atomically(&path, b"one").unwrap();
        write_atomically(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(names(folder.path()), ["a.json"]);
    }

    #[cfg(unix)]
    #[test]
    fn mode_and_link_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("real.json");
        let link = folder.path().join("link.json");
        fs::write(&path, "one").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("real.json", &link).unwrap();
        write_atomically(&link, b"two").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_can_be_read_by_others_as_any_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (ours, usual) = (folder.path().join("ours"), folder.path().join("usual"));
        write_atomically(&ours, b"").unwrap();
        fs::write(&usual, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&usual));
    }

    #[cfg(unix)]
    #[test]
    fn links_in_a_circle_and_links_to_a_file_not_yet_there() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        symlink("b", folder.path().join("a")).unwrap();
        symlink("a", folder.path().join("b")).unwrap();
        let error = write_atomically(&folder.path().join("a"), b"x").unwrap_err();
        assert!(error.to_string().contains("circle"), "{error}");
        symlink("new.json", folder.path().join("link")).unwrap();
        write_atomically(&folder.path().join("link"), b"x").unwrap();
        assert_eq!(fs::read(folder.path().join("new.json")).unwrap(), b"x");
    }

    #[test]
    fn refusals_say_what_stands_in_the_way() {
        let folder = tempfile::tempdir().unwrap();
        let error = |path: &Path| write_atomically(path, b"x").unwrap_err().reason;
        assert_eq!(error(folder.path()), "it is a folder");
        assert_eq!(error(&folder.path().join("missing/a.json")), "its folder does not exist");
        let read_only = folder.path().join("read_only.json");
        fs::write(&read_only, "kept").unwrap();
        let mut permissions = fs::metadata(&read_only).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&read_only, permissions).unwrap();
        assert_eq!(error(&read_only), "the file is read-only");
        assert_eq!(fs::read(&read_only).unwrap(), b"kept");
        assert_eq!(reason(&io::ErrorKind::StorageFull.into()), "the disk is full");
    }
}
