//! House rules that no compiler checks. Each says what to do when it fails.

use std::fs;
use std::path::{Path, PathBuf};

/// A file that nears this many lines wants to become two.
const MOST_LINES: usize = 600;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every file of the project with one of these endings, as its path from the root and its text.
fn files(endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut waiting = vec![root()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !name.starts_with('.') && name != "target" && name != "node_modules" {
                    waiting.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let shown = path.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
                found.push((shown, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no files end with {endings:?}");
    found
}

#[test]
fn no_file_holds_more_than_one_idea() {
    let long: Vec<String> = files(&[".rs", ".wgsl", ".mjs"])
        .iter()
        .filter(|(_, text)| text.lines().count() > MOST_LINES)
        .map(|(name, text)| format!("{name}: {} lines", text.lines().count()))
        .collect();
    assert!(long.is_empty(), "split these by idea, not by size:\n{}", long.join("\n"));
}

/// Folders and what their code may not name. Arrows run one way: shaders <- core <- nodes <- app.
const LAYERS: [(&str, &[&str]); 7] = [
    ("shaders/src", &["wavewright_core", "wavewright_nodes", "wgpu::", "egui"]),
    ("core/src/node", &["wgpu::", "crate::compile", "crate::gpu", "wavewright_nodes"]),
    ("core/src/graph", &["wgpu::", "crate::gpu", "wavewright_nodes"]),
    ("core/src/compile", &["wgpu::", "crate::gpu", "wavewright_nodes"]),
    ("core/src/media", &["wgpu::", "crate::gpu"]),
    ("nodes/src", &["wgpu::", "egui"]),
    ("app/src/canvas", &["wavewright_core", "wavewright_nodes", "wgpu::"]),
];

#[test]
fn arrows_run_one_way() {
    let mut wrong = Vec::new();
    for (name, text) in files(&[".rs"]) {
        for (folder, banned) in LAYERS {
            if name.starts_with(folder) {
                let named = text.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| {
                    banned.iter().filter(move |word| line.contains(*word)).map(move |word| format!("{word} in `{}`", line.trim()))
                });
                wrong.extend(named.map(|what| format!("{name}: {what}")));
            }
        }
    }
    assert!(wrong.is_empty(), "these reach up a layer; hand them what they need instead:\n{}", wrong.join("\n"));
}

#[test]
fn nothing_is_left_for_later() {
    let left_over = ["TO", "DO"].concat();
    let mend_me = ["FIX", "ME"].concat();
    let found: Vec<String> = files(&[".rs", ".wgsl", ".mjs", ".md", ".toml"])
        .iter()
        .flat_map(|(name, text)| text.lines().enumerate().map(move |(number, line)| (name, number + 1, line)))
        .filter(|(_, _, line)| line.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == left_over || word == mend_me))
        .map(|(name, number, line)| format!("{name}:{number}: {}", line.trim()))
        .collect();
    assert!(found.is_empty(), "do these now or write an issue:\n{}", found.join("\n"));
}

#[test]
fn links_in_the_docs_lead_somewhere() {
    let mut broken = Vec::new();
    for (name, text) in files(&[".md"]) {
        let folder = root().join(&name).parent().unwrap().to_path_buf();
        for piece in text.split("](").skip(1) {
            let Some(target) = piece.split(')').next() else { continue };
            let path = target.split('#').next().unwrap_or("");
            if !path.is_empty() && !target.contains("://") && !target.starts_with("mailto:") && !folder.join(path).exists() {
                broken.push(format!("{name}: {target}"));
            }
        }
    }
    assert!(broken.is_empty(), "these links lead nowhere:\n{}", broken.join("\n"));
}
