//! Dawn for Node: installed once, fed with jobs.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock};

use serde_json::{Value, json};
use wavewright_core::compile::{Pixels, read_bundle};
use wavewright_core::gpu::{Player, PointerInput};
use wavewright_core::media::{self, Content};
use wavewright_core::node::Literal;

use crate::support::{gpu, pipelines};

/// Where the driver that computes on the CPU lies in Chromium's and Chrome's packages.
const DRIVERS: [&str; 3] = [
    "/usr/lib/chromium/vk_swiftshader_icd.json",
    "/usr/lib64/chromium-browser/vk_swiftshader_icd.json",
    "/opt/google/chrome/vk_swiftshader_icd.json",
];

/// What to type where something is missing.
const INSTALL: &str = "sudo apt-get install --yes --no-install-recommends nodejs npm chromium";

/// What a player is made to do.
#[derive(Clone, Debug)]
pub enum Action {
    Reset,
    Steps(u64),
    RunToFrame(u64),
    Set(&'static str, &'static str, Literal),
    Pointer(Option<PointerInput>),
    /// Every output is read.
    Read,
}

/// What came of a job in Dawn.
pub struct Outcome {
    /// What the WGSL compiler said, warnings and all.
    pub messages: Vec<String>,
    /// Counts of faults: node, field, count.
    pub faults: Vec<(String, String, u64)>,
    /// What was read, in order: the output's name and its numbers.
    pub pictures: Vec<(String, Pixels)>,
}

/// Plays the bundles in Dawn. An error is what the player there said.
pub fn play_in_dawn(jobs: &[(PathBuf, Vec<Action>)]) -> Vec<Result<Outcome, String>> {
    let folder = tempfile::tempdir().unwrap();
    let mut reads: Vec<Vec<(String, PathBuf)>> = Vec::new();
    let mut described = Vec::new();
    for (job, (bundle, actions)) in jobs.iter().enumerate() {
        let outputs = outputs(bundle);
        let mut read = Vec::new();
        let mut words = Vec::new();
        for action in actions {
            words.extend(match action {
                Action::Reset => vec![json!("reset")],
                Action::Steps(steps) => vec![json!({ "steps": steps })],
                Action::RunToFrame(frame) => vec![json!({ "run_to_frame": frame })],
                Action::Set(node, input, value) => vec![json!({ "set": { "node": node, "input": input, "value": value } })],
                Action::Pointer(pointer) => vec![json!({ "pointer": pointer })],
                Action::Read => {
                    let file = |place: usize| folder.path().join(format!("{job}_{place}.npy"));
                    let first = read.len();
                    read.extend(outputs.iter().enumerate().map(|(place, output)| (output.clone(), file(first + place))));
                    read[first..].iter().map(|(output, file)| json!({ "read": { "output": output, "file": file } })).collect()
                }
            });
        }
        reads.push(read);
        described.push(json!({ "bundle": bundle, "actions": words }));
    }
    let lines = run_node(&Value::Array(described));
    assert_eq!(lines.len(), jobs.len(), "Dawn answered to {} of {} jobs", lines.len(), jobs.len());
    lines.iter().zip(reads).map(|(line, reads)| outcome(line, reads)).collect()
}

/// The same in our player: what was read, and the faults.
pub fn play_here(bundle: &Path, actions: &[Action]) -> Outcome {
    let effect = Arc::new(read_bundle(bundle).unwrap());
    let outputs = outputs(bundle);
    let mut player = Player::new(gpu(), effect, pipelines()).unwrap();
    let mut pictures = Vec::new();
    for action in actions {
        match action {
            Action::Reset => player.reset().unwrap(),
            Action::Steps(steps) => player.run_steps(*steps).unwrap(),
            Action::RunToFrame(frame) => player.run_to_frame(*frame).unwrap(),
            Action::Set(node, input, value) => player.set_parameter(node, input, value).unwrap(),
            Action::Pointer(pointer) => player.set_pointer(*pointer),
            Action::Read => pictures.extend(outputs.iter().map(|output| (output.clone(), player.read_output(output).unwrap()))),
        }
    }
    let faults = player.faults().unwrap().into_iter().map(|fault| (fault.node, fault.field, u64::from(fault.count))).collect();
    Outcome { messages: Vec::new(), faults, pictures }
}

fn outputs(bundle: &Path) -> Vec<String> {
    let manifest: Value = serde_json::from_str(&fs::read_to_string(bundle.join("effect.json")).unwrap()).unwrap();
    manifest["outputs"].as_array().unwrap().iter().map(|output| output["name"].as_str().unwrap().to_owned()).collect()
}

fn outcome(line: &Value, reads: Vec<(String, PathBuf)>) -> Result<Outcome, String> {
    if let Some(error) = line["error"].as_str() {
        return Err(error.to_owned());
    }
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let fault = |fault: &Value| (word(&fault["node"]), word(&fault["field"]), fault["count"].as_u64().unwrap());
    Ok(Outcome {
        messages: line["messages"].as_array().unwrap().iter().map(word).collect(),
        faults: line["faults"].as_array().unwrap().iter().map(fault).collect(),
        pictures: reads.into_iter().map(|(output, file)| (output, media::read(&file, Content::Data).unwrap())).collect(),
    })
}

/// Gives the jobs to Dawn and returns a value a job.
fn run_node(jobs: &Value) -> Vec<Value> {
    let Dawn { folder, driver } = &*DAWN;
    let mut child = Command::new("node")
        .arg("replay.mjs")
        .current_dir(folder)
        .env("VK_ICD_FILENAMES", driver)
        .env("VK_DRIVER_FILES", driver)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| missing("node", &error.to_string()));
    child.stdin.take().unwrap().write_all(jobs.to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "replay.mjs failed: {}", output.status);
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Dawn for Node, installed.
struct Dawn {
    /// Where `replay.mjs` is.
    folder: PathBuf,
    /// The graphics driver's description.
    driver: &'static str,
}

static DAWN: LazyLock<Dawn> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("dawn");
    let driver = DRIVERS.into_iter().find(|driver| Path::new(driver).exists());
    let driver = driver.unwrap_or_else(|| missing("Chromium's graphics driver", &format!("none of {}", DRIVERS.join(", "))));
    install(&folder);
    Dawn { folder, driver }
});

/// Installs what the lock file names, unless that was done before. Other runs of the tests wait meanwhile.
fn install(folder: &Path) {
    let wanted = fs::read_to_string(folder.join("package-lock.json")).unwrap();
    let modules = folder.join("node_modules");
    let stamp = modules.join("installed.json");
    let guard = File::create(Path::new(env!("CARGO_TARGET_TMPDIR")).join("dawn.lock")).unwrap();
    guard.lock().unwrap();
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return;
    }
    let output = Command::new("npm")
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
        .current_dir(folder)
        .output()
        .unwrap_or_else(|error| missing("npm", &error.to_string()));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "npm could not install Dawn. In {}, type:\n    npm ci\n{said}", folder.display());
    fs::write(stamp, wanted).unwrap();
}

fn missing(what: &str, why: &str) -> ! {
    panic!("exported effects are checked in Dawn, and {what} is missing ({why}). Type this, then try again:\n    {INSTALL}")
}
