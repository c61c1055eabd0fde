//! An effect as a folder: `effect.wgsl`, `effect.json` (the manifest), and `NAME.npy` for each data texture.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use super::{EFFECT_FORMAT, EFFECT_VERSION, Effect, Initial, Manifest, Pixels};
use crate::graph::file::write_atomically;
use crate::media::{self, Content, DataRange, FileFormat, MediaError};

/// The manifest's file in a bundle.
pub const MANIFEST_FILE: &str = "effect.json";
/// The shader's file in a bundle.
pub const WGSL_FILE: &str = "effect.wgsl";

/// Why a bundle could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] MediaError),
    /// A file of that name is there and is not part of a bundle.
    #[error("{file} is there and is not part of an effect; nothing was written: choose another folder or move the file away")]
    Foreign {
        /// The file.
        file: String,
    },
}

/// Writes the bundle of `effect` into `folder`, which is made if need be, and gives the files in the order written. A bundle that is there
/// is replaced; other files stay as they are. The manifest is written last: a folder with a manifest has all that it names.
///
/// # Errors
/// When a file in the way is not part of a bundle, or the folder can't be written to.
pub fn write_bundle(folder: &Path, effect: &Effect) -> Result<Vec<PathBuf>, BundleError> {
    fs::create_dir_all(folder).map_err(|source| MediaError::io("make", folder, source))?;
    let manifest_path = folder.join(MANIFEST_FILE);
    let mut contents: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for (name, pixels) in &effect.data {
        let path = data_path(folder, name)?;
        let bytes = media::encode(pixels, FileFormat::Npy, Content::Data, DataRange::default())
            .map_err(|problem| MediaError::content(&path, problem))?;
        contents.push((path, bytes));
    }
    contents.push((folder.join(WGSL_FILE), effect.wgsl.clone().into_bytes()));
    contents.push((manifest_path.clone(), manifest_json(&effect.manifest)?.into_bytes()));

    let old_files = files_of_old_bundle(folder);
    if let Some((foreign, _)) = contents.iter().find(|(path, _)| path.exists() && !old_files.contains(path)) {
        return Err(BundleError::Foreign { file: foreign.display().to_string() });
    }
    // The old manifest goes first, so that a crash on the way leaves no manifest beside files that are not its own.
    for path in old_files.iter().filter(|path| **path == manifest_path || !contents.iter().any(|(new, _)| new == *path)) {
        match fs::remove_file(path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => return Err(MediaError::io("replace", path, source).into()),
            _ => {}
        }
    }
    for (path, bytes) in &contents {
        write_atomically(path, bytes).map_err(MediaError::from)?;
    }
    Ok(contents.into_iter().map(|(path, _)| path).collect())
}

/// Reads a bundle: `path` is its folder or its `effect.json`.
///
/// # Errors
/// Names the file that is missing or wrong, and what is expected.
pub fn read_bundle(path: &Path) -> Result<Effect, BundleError> {
    let (folder, manifest_path) = if path.is_dir() {
        (path.to_owned(), path.join(MANIFEST_FILE))
    } else {
        (path.parent().map(Path::to_owned).unwrap_or_default(), path.to_owned())
    };
    let manifest = parse_manifest(&read_text(&manifest_path)?).map_err(|problem| MediaError::content(&manifest_path, problem))?;
    let wgsl = read_text(&folder.join(WGSL_FILE))?;
    let mut data = BTreeMap::new();
    for texture in &manifest.textures {
        let Initial::Data(name) = &texture.initial else { continue };
        let file = data_path(&folder, name)?;
        let pixels = media::read(&file, Content::Data)?;
        if [pixels.width, pixels.height] != texture.size {
            let problem = format!(
                "is {} x {}; the manifest says that the texture {} is {} x {}",
                pixels.width, pixels.height, texture.name, texture.size[0], texture.size[1]
            );
            return Err(MediaError::content(&file, problem).into());
        }
        data.insert(name.clone(), Arc::new(pixels));
    }
    Ok(Effect { wgsl, manifest, data })
}

/// Whether `text` is JSON that says it is an effect's manifest, of whatever version.
#[must_use]
pub fn is_manifest(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok_and(|value| value.get("format").and_then(Value::as_str) == Some(EFFECT_FORMAT))
}

/// BLAKE3 of the numbers as f32, little endian, row by row: what [`super::FrameHash`] holds.
#[must_use]
pub fn frame_hash(pixels: &Pixels) -> String {
    let mut hasher = blake3::Hasher::new();
    hash_values(&mut hasher, pixels);
    hasher.finalize().to_hex().to_string()
}

/// BLAKE3 of all that decides what the effect does. Frame hashes are not part of it.
///
/// # Errors
/// When the manifest can't be written as JSON, which no manifest of the compiler does.
pub fn effect_hash(effect: &Effect) -> Result<String, BundleError> {
    let mut hasher = blake3::Hasher::new();
    let manifest = Manifest { frame_hashes: Vec::new(), ..effect.manifest.clone() };
    for text in [&effect.wgsl, &manifest_json(&manifest)?] {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    for (name, pixels) in &effect.data {
        hasher.update(name.as_bytes());
        hasher.update(bytemuck::bytes_of(&[pixels.width, pixels.height, pixels.channels]));
        hash_values(&mut hasher, pixels);
    }
    Ok(hasher.finalize().to_hex().to_string())
}

fn hash_values(hasher: &mut blake3::Hasher, pixels: &Pixels) {
    for row in pixels.values.chunks(4096) {
        let bytes: Vec<u8> = row.iter().flat_map(|value| value.to_le_bytes()).collect();
        hasher.update(&bytes);
    }
}

fn manifest_json(manifest: &Manifest) -> Result<String, MediaError> {
    let json = serde_json::to_string_pretty(manifest).map_err(|error| MediaError::content(Path::new(MANIFEST_FILE), error.to_string()))?;
    Ok(json + "\n")
}

fn parse_manifest(text: &str) -> Result<Manifest, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("is not JSON: {error}"))?;
    let format = value.get("format").and_then(Value::as_str).unwrap_or_default();
    if format != EFFECT_FORMAT {
        return Err(format!("is not an effect: its \"format\" is \"{format}\"; expected \"{EFFECT_FORMAT}\""));
    }
    match value.get("version").and_then(Value::as_u64) {
        Some(version) if version == u64::from(EFFECT_VERSION) => {}
        Some(version) => {
            return Err(format!(
                "is an effect of version {version}; this program reads version {EFFECT_VERSION}: use the program that wrote it, or export again"
            ));
        }
        None => return Err(format!("has no \"version\"; expected {EFFECT_VERSION}")),
    }
    // From the text rather than from the value: the error then has the line.
    serde_json::from_str(text).map_err(|error| format!("is not a valid manifest: {error}"))
}

fn read_text(path: &Path) -> Result<String, MediaError> {
    fs::read_to_string(path).map_err(|source| MediaError::io("read", path, source))
}

/// The file of a data texture. Names are words: a manifest can't name files outside its folder.
fn data_path(folder: &Path, name: &str) -> Result<PathBuf, MediaError> {
    let is_word = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-');
    if !is_word {
        let problem = format!("the data name \"{name}\" is not a word of letters, digits, _ and -");
        return Err(MediaError::content(&folder.join(MANIFEST_FILE), problem));
    }
    Ok(folder.join(format!("{name}.npy")))
}

/// The files of the bundle that is in `folder`, if its manifest can be understood; else nothing is known to be ours.
fn files_of_old_bundle(folder: &Path) -> BTreeSet<PathBuf> {
    let manifest_path = folder.join(MANIFEST_FILE);
    let Ok(text) = fs::read_to_string(&manifest_path) else { return BTreeSet::new() };
    if !is_manifest(&text) {
        return BTreeSet::new();
    }
    let mut files = BTreeSet::from([manifest_path, folder.join(WGSL_FILE)]);
    if let Ok(manifest) = parse_manifest(&text) {
        let names = manifest.textures.iter().filter_map(|texture| match &texture.initial {
            Initial::Data(name) => Some(name),
            Initial::Zero => None,
        });
        files.extend(names.filter_map(|name| data_path(folder, name).ok()));
    }
    files
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that meets an error has failed")]

    use super::super::{
        Blend, Bound, Buffer, Clock, Draw, Plane, RenderPass, RenderPipeline, Requires, Slot, SlotKind, Step, Texture, TextureFormat,
    };
    use super::*;

    fn pipeline() -> RenderPipeline {
        RenderPipeline {
            name: "sheet".to_owned(),
            vertex: "sheet_vertex".to_owned(),
            fragment: "sheet_fragment".to_owned(),
            lines: vec![[1, 1]],
            layout: vec![Slot { binding: 0, kind: SlotKind::StorageRead }],
            format: TextureFormat::R32Float,
            samples: 1,
            blend: Blend::Replace,
            depth_test: true,
            depth_write: false,
            nodes: vec!["node".to_owned()],
        }
    }

    fn render_pass() -> RenderPass {
        let bound = Bound::Buffer { name: "kept".to_owned(), offset: 0, bytes: 16 };
        let draw = Draw { pipeline: "sheet".to_owned(), vertices: 3, instances: 2, bindings: vec![bound] };
        RenderPass { target: "map".to_owned(), samples: 1, clear: [0.0, 0.5, 0.0, 1.0], draws: vec![draw], flip: Vec::new() }
    }

    fn effect() -> Effect {
        let pixels = Pixels { width: 2, height: 1, channels: 1, values: vec![0.25, -3.0e-39] };
        Effect {
            wgsl: "@compute @workgroup_size(1) fn step_0() {}\n".to_owned(),
            manifest: Manifest {
                format: EFFECT_FORMAT.to_owned(),
                version: EFFECT_VERSION,
                requires: Requires { core: true, ..Requires::default() },
                clock: Clock { fps: 60.0, substeps: 1, range: [0, 300], looped: false },
                plane: Plane { resolution: [2, 1], width_m: 0.1, origin_m: [0.0, 0.3], seed: 1 },
                pointer_track: Vec::new(),
                pointer_loop: false,
                textures: vec![Texture {
                    name: "map".to_owned(),
                    format: TextureFormat::R32Float,
                    size: [2, 1],
                    copies: 1,
                    initial: Initial::Data("map".to_owned()),
                    state: None,
                }],
                buffers: vec![Buffer { name: "kept".to_owned(), bytes: 16, state: Some("node.kept".to_owned()) }],
                parameter_bytes: 0,
                parameters: Vec::new(),
                kernels: Vec::new(),
                pipelines: vec![pipeline()],
                setup: vec![Step::Clear("kept".to_owned())],
                step: vec![Step::Render(render_pass())],
                outputs: Vec::new(),
                faults: Vec::new(),
                frame_hashes: Vec::new(),
            },
            data: BTreeMap::from([("map".to_owned(), Arc::new(pixels))]),
        }
    }

    #[test]
    fn a_bundle_comes_back_equal_from_folder_or_manifest() {
        let folder = tempfile::tempdir().unwrap();
        let bundle = folder.path().join("new").join("bundle");
        let written = write_bundle(&bundle, &effect()).unwrap();
        assert_eq!(written, ["map.npy", "effect.wgsl", "effect.json"].map(|name| bundle.join(name)));
        assert_eq!(read_bundle(&bundle).unwrap(), effect());
        assert_eq!(read_bundle(&bundle.join(MANIFEST_FILE)).unwrap(), effect());
    }

    #[test]
    fn writing_over_a_bundle_leaves_none_of_its_files_behind() {
        let folder = tempfile::tempdir().unwrap();
        write_bundle(folder.path(), &effect()).unwrap();
        fs::write(folder.path().join("notes.txt"), "mine").unwrap();
        let mut other = effect();
        other.data.clear();
        other.manifest.textures.clear();
        write_bundle(folder.path(), &other).unwrap();
        assert_eq!(read_bundle(folder.path()).unwrap(), other);
        assert!(!folder.path().join("map.npy").exists(), "the old bundle's data is gone");
        assert!(folder.path().join("notes.txt").exists(), "a file that is not ours stays");
    }

    #[test]
    fn foreign_files_are_never_overwritten() {
        for foreign in ["effect.json", "effect.wgsl", "map.npy"] {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join(foreign), "{}").unwrap();
            let message = write_bundle(folder.path(), &effect()).unwrap_err().to_string();
            assert!(message.contains(foreign) && message.contains("not part of an effect"), "{message}");
            assert_eq!(fs::read_to_string(folder.path().join(foreign)).unwrap(), "{}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        }
    }

    /// What reading says of a bundle whose manifest was edited and of which a file was removed.
    fn error_of(edit: impl Fn(&mut Manifest), removed: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        write_bundle(folder.path(), &effect()).unwrap();
        let mut manifest = effect().manifest;
        edit(&mut manifest);
        fs::write(folder.path().join(MANIFEST_FILE), manifest_json(&manifest).unwrap()).unwrap();
        if !removed.is_empty() {
            fs::remove_file(folder.path().join(removed)).unwrap();
        }
        let message = read_bundle(folder.path()).unwrap_err().to_string();
        message.replace(&format!("{}/", folder.path().display()), "")
    }

    #[test]
    fn missing_and_wrong_files_are_named() {
        for file in [MANIFEST_FILE, WGSL_FILE, "map.npy"] {
            let message = error_of(|_| {}, file);
            assert!(message.starts_with(&format!("{file}: can't read")), "{message}");
        }
        assert_eq!(
            error_of(|manifest| manifest.version = 2, ""),
            "effect.json: is an effect of version 2; this program reads version 1: use the program that wrote it, or export again"
        );
        assert_eq!(
            error_of(|manifest| manifest.format = "wavewright".to_owned(), ""),
            "effect.json: is not an effect: its \"format\" is \"wavewright\"; expected \"wavewright-effect\""
        );
        assert_eq!(
            error_of(|manifest| manifest.textures[0].size = [2, 2], ""),
            "map.npy: is 2 x 1; the manifest says that the texture map is 2 x 2"
        );
        assert_eq!(
            error_of(|manifest| manifest.textures[0].initial = Initial::Data("../map".to_owned()), ""),
            "effect.json: the data name \"../map\" is not a word of letters, digits, _ and -"
        );
    }

    #[test]
    fn the_hash_of_an_effect_changes_with_all_that_it_does_and_nothing_else() {
        let hash = effect_hash(&effect()).unwrap();
        let changed = |edit: &dyn Fn(&mut Effect)| {
            let mut changed = effect();
            edit(&mut changed);
            effect_hash(&changed).unwrap() != hash
        };
        assert!(!changed(&|_| {}));
        assert!(!changed(&|effect| effect.manifest.frame_hashes.push(super::super::FrameHash { frame: 0, blake3: String::new() })));
        assert!(changed(&|effect| effect.wgsl.push(' ')));
        assert!(changed(&|effect| effect.manifest.plane.seed = 2));
        assert!(changed(&|effect| Arc::make_mut(effect.data.get_mut("map").unwrap()).values[1] = 1.0));
    }

    #[test]
    fn frame_hashes_are_those_of_the_bytes() {
        let pixels = Pixels { width: 1, height: 1, channels: 1, values: vec![1.0] };
        assert_eq!(frame_hash(&pixels), blake3::hash(&[0, 0, 128, 63]).to_hex().to_string());
    }
}
