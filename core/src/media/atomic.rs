//! Files that are there whole or not at all.

use std::io::Write;
use std::path::Path;

use super::MediaError;

/// Writes `bytes` to `path` so that a reader, a crash or a full disk never meets half a file: written beside it under another name,
/// synced to the disk, then renamed over it.
///
/// # Errors
/// When the folder can't be written to or the disk is full ([`MediaError::is_disk_full`]); `path` is then as it was.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), MediaError> {
    let refused = |source| MediaError::io("write", path, source);
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".wavewright-").suffix(".tmp");
    // Temporary files are private by default; what is left under the final name has the rights of any new file.
    #[cfg(unix)]
    let mode = {
        use std::os::unix::fs::PermissionsExt;
        std::fs::Permissions::from_mode(0o666)
    };
    #[cfg(unix)]
    builder.permissions(mode);
    let mut file = builder.tempfile_in(folder).map_err(refused)?;
    file.write_all(bytes).map_err(refused)?;
    file.as_file().sync_all().map_err(refused)?;
    file.persist(path).map_err(|error| refused(error.error))?;
    Ok(())
}
