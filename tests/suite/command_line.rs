//! The command line as scripts use it: exit codes, streams, files.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use wavewright::cli::{self, Console};
use wavewright_core::compile::{MANIFEST_FILE, Pixels, WGSL_FILE, frame_hash, read_bundle};
use wavewright_core::media::{self, Content, DataRange, FileFormat};

/// What a command left behind.
struct Outcome {
    code: u8,
    data: String,
    messages: String,
}

/// A folder with a graph in it.
struct Bench {
    folder: tempfile::TempDir,
}

/// A colour that drifts with the step and a count that is kept from step to step.
fn graph() -> Value {
    json!({
        "format": "wavewright",
        "version": 1,
        "grid": { "resolution": [16, 8], "width_m": 1.6 },
        "timeline": { "fps": 60, "range": [0, 5] },
        "nodes": {
            "place": { "kind": "uv" },
            "parts": { "kind": "separate2" },
            "step": { "kind": "frame" },
            "blue": { "kind": "multiply", "inputs": { "b": 0.01 } },
            "shade": { "kind": "combine_colour" },
            "view": { "kind": "output" },
            "before": { "kind": "feedback" },
            "count": { "kind": "add", "inputs": { "b": 1.0 } },
            "counted": { "kind": "output" },
            "steps": { "kind": "pressure_jacobi" }
        },
        "links": [
            { "from": "place.uv", "to": "parts.vector" },
            { "from": "step.number", "to": "blue.a" },
            { "from": "parts.x", "to": "shade.red" },
            { "from": "parts.y", "to": "shade.green" },
            { "from": "blue.result", "to": "shade.blue" },
            { "from": "shade.colour", "to": "view.value" },
            { "from": "before.value", "to": "count.a" },
            { "from": "count.result", "to": "before.value" },
            { "from": "count.result", "to": "counted.value" }
        ]
    })
}

impl Bench {
    fn new(graph: &Value) -> Self {
        let bench = Self { folder: tempfile::tempdir().unwrap() };
        bench.save("graph.json", graph);
        bench
    }

    fn save(&self, name: &str, graph: &Value) {
        fs::write(self.path(name), serde_json::to_string_pretty(graph).unwrap()).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a command line of words; words that start with `@` are paths in the folder.
    fn run(&self, line: &str) -> Outcome {
        let word = |word: &str| match word.strip_prefix('@') {
            Some(name) => self.path(name).into_os_string(),
            None => OsString::from(word),
        };
        run(std::iter::once("wavewright").chain(line.split_whitespace()).map(word))
    }

    /// Names of the files in a folder, sorted.
    fn files(&self, name: &str) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(self.path(name)).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn array(&self, name: &str) -> Pixels {
        media::read(&self.path(name), Content::Data).unwrap()
    }
}

fn run(words: impl IntoIterator<Item = OsString>) -> Outcome {
    let (mut data, mut messages) = (Vec::new(), Vec::new());
    let code = cli::run(words, &mut Console::new(&mut data, &mut messages, false));
    Outcome { code, data: String::from_utf8(data).unwrap(), messages: String::from_utf8(messages).unwrap() }
}

impl Outcome {
    #[track_caller]
    fn expect_done(self) -> Self {
        assert_eq!(self.code, 0, "{}", self.messages);
        self
    }

    #[track_caller]
    fn expect_failure(self, code: u8, message: &str) {
        assert_eq!(self.code, code, "{}", self.messages);
        assert!(self.messages.contains(message), "expected \"{message}\" in:\n{}", self.messages);
    }
}

#[test]
fn a_wrong_command_line_ends_with_2_and_help_with_0() {
    let bench = Bench::new(&graph());
    for wrong in [
        "--wrong",
        "render",
        "render @graph.json",
        "check",
        "export @graph.json -o x --to hlsl2",
        "schema of",
        "bench @graph.json --frames 0",
    ] {
        let outcome = bench.run(wrong);
        assert_eq!(outcome.code, 2, "{wrong}: {}", outcome.messages);
        assert!(outcome.data.is_empty(), "{wrong}: messages go to standard error");
        assert!(outcome.messages.contains("--help"), "{wrong}: {}", outcome.messages);
    }
    bench.run("@graph.json check @graph.json").expect_failure(2, "stands before the command");
    bench.run("--node-folder @ nodes ripple").expect_done();
    let help = bench.run("--help").expect_done();
    assert!(help.data.contains("Exit codes") && help.messages.is_empty());
    bench.run("render @nowhere.json -o @frames").expect_failure(2, "nowhere.json");
}

#[test]
fn check_tells_problems_by_node_and_ends_with_1() {
    let mut broken = graph();
    broken["nodes"]["view"]["kind"] = json!("no_such_node");
    let bench = Bench::new(&broken);
    bench.run("check @graph.json").expect_failure(1, "view: ");
    let outcome = bench.run("check @graph.json --json");
    let report: Value = serde_json::from_str(&outcome.data).unwrap();
    assert_eq!(outcome.code, 1);
    assert_eq!(report["problems"][0]["node"], "view");
    fs::write(bench.path("broken.json"), "{ \"format\": ").unwrap();
    bench.run("check @broken.json").expect_failure(1, "broken.json:1:");
    let sound = Bench::new(&graph());
    let outcome = sound.run("check @graph.json").expect_done();
    assert!(outcome.data.contains("errors 0"), "{}", outcome.data);
}

/// Checking the wires and compiling them stumble over the same faults: each is told once, and in a group where it can be mended.
#[test]
fn each_problem_is_told_once() {
    let problems = |graph: Value| {
        let bench = Bench::new(&graph);
        let report: Value = serde_json::from_str(&bench.run("check @graph.json --json").data).unwrap();
        report["problems"].as_array().unwrap().iter().map(|problem| problem["message"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let graph = |nodes: Value, links: Value, groups: Value| json!({ "format": "wavewright", "version": 1, "nodes": nodes, "links": links, "groups": groups });
    let sum = json!({ "kind": "add" });
    let end = json!({ "kind": "output" });
    let wired = |from: &str, to: &str| json!({ "from": from, "to": to });
    let found = problems(graph(
        json!({ "w": { "kind": "wave_set" }, "a": sum, "o": end, "lost": { "kind": "nothing" }, "p": end }),
        json!([wired("w.waves", "a.a"), wired("a.nope", "o.value"), wired("lost.x", "p.value")]),
        json!({}),
    ));
    assert_eq!(found.len(), 3, "{found:?}");
    let found = problems(graph(json!({ "a": sum, "o": end }), json!([wired("a.result", "a.a"), wired("a.result", "o.value")]), json!({})));
    assert_eq!(found, ["the wires go in a circle: a -> a"]);
    let inner = json!({ "nodes": { "b": { "kind": "add", "inputs": { "a": "text" } }, "out": { "kind": "group_output" } }, "links": [wired("b.result", "out.value")] });
    let found = problems(graph(
        json!({ "g": { "kind": "group:g" }, "h": { "kind": "group:g" }, "o": end, "p": end }),
        json!([wired("g.out", "o.value"), wired("h.out", "p.value")]),
        json!({ "g": inner }),
    ));
    assert_eq!(found.len(), 1, "{found:?}");
    let found =
        problems(graph(json!({ "a": { "kind": "group:g" } }), json!([]), json!({ "g": { "nodes": { "b": { "kind": "group:g" } } } })));
    assert_eq!(found[0], "the group \"g\" contains itself");
    assert!(found.iter().all(|message| !message.contains("no node is called")), "{found:?}");
    let rows = json!({ "sea": { "kind": "gerstner_sum", "inputs": { "waves": [[2, 0.1, 0, 0.5], [0, 0.1, 0, 0.5]] } }, "o": end });
    let found = problems(graph(rows, json!([wired("sea.offset", "o.value")]), json!({})));
    assert_eq!(found, ["wavelength of row 2 is 0 m; it must be more than 0"]);
}

/// A file without end is refused, not read for ever.
#[cfg(unix)]
#[test]
fn a_device_is_no_picture_and_no_graph() {
    let bench = Bench::new(&json!({
        "format": "wavewright", "version": 1,
        "nodes": { "picture": { "kind": "image", "inputs": { "path": "/dev/zero" } }, "o": { "kind": "output" } },
        "links": [{ "from": "picture.colour", "to": "o.value" }],
    }));
    bench.run("check @graph.json").expect_failure(1, "/dev/zero: is larger than");
    bench.run("render /dev/zero -o @frames").expect_failure(1, "/dev/zero has");
}

#[test]
fn a_graph_with_errors_is_not_rendered_or_exported() {
    let mut broken = graph();
    broken["nodes"]["shade"]["kind"] = json!("no_such_node");
    let bench = Bench::new(&broken);
    bench.run("render @graph.json -o @frames").expect_failure(1, "no_such_node");
    bench.run("export @graph.json --to wgsl -o @bundle").expect_failure(1, "no_such_node");
    assert!(!bench.path("frames").exists() && !bench.path("bundle").exists());
}

#[test]
fn frames_are_counted_exactly_and_named_by_their_number() {
    let bench = Bench::new(&graph());
    bench.run("render @graph.json -o @all").expect_done();
    assert_eq!(
        bench.files("all"),
        ["frame_0000.png", "frame_0001.png", "frame_0002.png", "frame_0003.png", "frame_0004.png", cli::JOB_FILE]
    );
    bench.run("render @graph.json -o @some --frames 2..4 --output counted.value --format npy").expect_done();
    assert_eq!(bench.files("some"), ["frame_0002.npy", "frame_0003.npy", cli::JOB_FILE]);
    // The count is 1 after the first step; frame 3 has run the steps 0..=3.
    assert_eq!(bench.array("some/frame_0003.npy").values, vec![4.0; 16 * 8]);
}

#[test]
fn every_format_is_written_and_stands_for_the_same_picture() {
    let bench = Bench::new(&graph());
    let mut pictures = Vec::new();
    for (format, extension) in [("npy", "npy"), ("exr", "exr"), ("exr-half", "exr"), ("png16", "png"), ("png", "png")] {
        bench.run(&format!("render @graph.json -o @{format} --frames 1..2 --format {format}")).expect_done();
        let file = bench.path(format).join(format!("frame_0001.{extension}"));
        pictures.push((format, media::read(&file, Content::Colour).unwrap()));
    }
    let exact = pictures[0].1.clone();
    assert_eq!((exact.width, exact.height, exact.channels), (16, 8, 4));
    assert_eq!(pictures[1].1, exact);
    for (format, picture) in &pictures[2..] {
        assert_eq!(picture.channels, 4, "{format}");
        let difference = picture.values.iter().zip(&exact.values).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(difference < 0.005, "{format}: {difference}");
    }
}

#[test]
fn an_interrupted_render_goes_on_and_gives_the_same_bytes() {
    let bench = Bench::new(&graph());
    bench.run("render @graph.json -o @frames --format npy --output counted.value").expect_done();
    let whole = fs::read(bench.path("frames/frame_0003.npy")).unwrap();
    fs::remove_file(bench.path("frames/frame_0003.npy")).unwrap();
    let untouched = fs::metadata(bench.path("frames/frame_0002.npy")).unwrap().modified().unwrap();
    let outcome = bench.run("render @graph.json -o @frames --format npy --output counted.value").expect_done();
    assert!(outcome.data.contains("1 written, 4 were there"), "{}", outcome.data);
    assert_eq!(fs::read(bench.path("frames/frame_0003.npy")).unwrap(), whole);
    assert_eq!(fs::metadata(bench.path("frames/frame_0002.npy")).unwrap().modified().unwrap(), untouched);
}

#[test]
fn two_jobs_are_never_mixed_in_a_folder() {
    let bench = Bench::new(&graph());
    bench.run("render @graph.json -o @frames").expect_done();
    let others = ["--set blue.b=0.5", "--output counted.value", "--size 8", "--format exr"];
    for other in others {
        bench.run(&format!("render @graph.json -o @frames {other}")).expect_failure(2, "is not of this job");
    }
    bench.run("render @graph.json -o @frames --force --format exr --frames 0..2").expect_done();
    assert_eq!(bench.files("frames"), ["frame_0000.exr", "frame_0001.exr", cli::JOB_FILE]);
}

#[test]
fn folders_that_are_none_and_words_that_are_no_commands_are_told() {
    let bench = Bench::new(&graph());
    bench.run("render @graph.json -o @graph.json").expect_failure(2, "is a file; name a folder");
    bench.run("rendr").expect_failure(2, "rendr: there is no such file, and no such command");
    bench.run("render @graph.json -o @frames --frames 0..1").expect_done();
    fs::write(bench.path("frames").join(cli::JOB_FILE), "no json").unwrap();
    bench.run("render @graph.json -o @frames --frames 0..1").expect_failure(2, &format!("({} can't be read)", cli::JOB_FILE));
}

#[test]
fn settings_that_do_not_fit_name_node_and_input() {
    let bench = Bench::new(&graph());
    let cases = [
        ("bleu.b=1", "--set bleu.b: there is no node \"bleu\": did you mean `blue`?"),
        ("blue.c=1", "--set blue.c: multiply has no input \"c\""),
        ("blue.a=1", "--set blue.a: the wire from step.number decides it"),
        ("blue.b=red", "--set blue.b: \"red\" is not a value"),
        ("steps.boundary=wide", "--set steps.boundary: \"wide\" is not a choice"),
    ];
    for (setting, message) in cases {
        bench.run(&format!("render @graph.json -o @frames --set {setting}")).expect_failure(2, message);
    }
    assert!(!bench.path("frames").exists());
    bench
        .run("render @graph.json -o @frames --output view.colour")
        .expect_failure(2, "--output view.colour: output has no output \"colour\"");
    bench.run("render @graph.json -o @frames --output vew.value").expect_failure(2, "--output vew.value: there is no node \"vew\"");
}

#[test]
fn keyframes_move_a_value_and_are_not_set_over() {
    let mut keyed = graph();
    keyed["timeline"]["keyframes"] = json!({ "count.b": [{ "frame": 0, "value": 1.0 }, { "frame": 4, "value": 5.0 }] });
    let bench = Bench::new(&keyed);
    bench.run("render @graph.json -o @live --frames 2..3 --format npy --output counted.value").expect_done();
    // The steps of the frames 0, 1 and 2 added 1, 2 and 3.
    assert_eq!(bench.array("live/frame_0002.npy").values, vec![6.0; 16 * 8]);
    bench.run("export @graph.json --to wgsl -o @bundle").expect_done();
    for source in ["@graph.json", "@bundle"] {
        bench.run(&format!("render {source} -o @set --set count.b=2")).expect_failure(2, "--set count.b: its keyframes decide it");
    }
}

#[test]
fn size_and_settings_change_the_picture_and_not_the_file() {
    let bench = Bench::new(&graph());
    let before = fs::read(bench.path("graph.json")).unwrap();
    bench.run("render @graph.json -o @frames --frames 0..1 --format npy --size 4 --set count.b=2.5 --output counted.value").expect_done();
    let picture = bench.array("frames/frame_0000.npy");
    assert_eq!((picture.width, picture.height, picture.channels), (4, 2, 1));
    assert_eq!(picture.values, vec![2.5; 8]);
    assert_eq!(fs::read(bench.path("graph.json")).unwrap(), before);
}

#[test]
fn data_outside_the_range_of_a_png_is_told() {
    let bench = Bench::new(&graph());
    let outcome = bench.run("render @graph.json -o @clipped --output counted.value").expect_done();
    assert!(outcome.messages.contains("80.0 % of the numbers are outside 0..1"), "{}", outcome.messages);
    let outcome = bench.run("render @graph.json -o @scaled --output counted.value --range 0..10").expect_done();
    assert_eq!(outcome.messages, "");
    let stored = media::read(&bench.path("scaled/frame_0004.png"), Content::Data).unwrap();
    assert_eq!(stored.values[0], 128.0 / 255.0);
}

#[test]
fn an_array_fed_in_by_an_image_node_comes_out_bit_for_bit() {
    let field = Pixels { width: 16, height: 8, channels: 2, values: (0..256).map(|k| (k as f32 * 0.37).sin() * 1.0e3).collect() };
    let mut fed = graph();
    fed["nodes"]["field"] = json!({ "kind": "image", "inputs": { "path": "fields/field.npy" } });
    let bench = Bench::new(&fed);
    fs::create_dir(bench.path("fields")).unwrap();
    media::write(&bench.path("fields/field.npy"), &field, FileFormat::Npy, Content::Data, DataRange::default()).unwrap();
    bench.run("render @graph.json -o @frames --frames 0..1 --format npy --output field.vector").expect_done();
    assert_eq!(bench.array("frames/frame_0000.npy"), field);
    fs::remove_file(bench.path("fields/field.npy")).unwrap();
    bench.run("render @graph.json -o @again --frames 0..1 --output field.vector").expect_failure(1, "field.path: ");
}

#[test]
fn an_exported_effect_replays_to_the_same_bytes_and_its_own_hashes() {
    let field = Pixels { width: 16, height: 8, channels: 1, values: (0..128).map(|k| k as f32 / 128.0).collect() };
    let mut fed = graph();
    fed["nodes"]["field"] = json!({ "kind": "image", "inputs": { "path": "field.npy" } });
    fed["links"].as_array_mut().unwrap().push(json!({ "from": "field.value", "to": "shade.alpha" }));
    let bench = Bench::new(&fed);
    media::write(&bench.path("field.npy"), &field, FileFormat::Npy, Content::Data, DataRange::default()).unwrap();
    bench.run("render @graph.json -o @live --format npy").expect_done();
    let outcome = bench.run("export @graph.json --to wgsl -o @bundle").expect_done();
    assert!(outcome.data.contains(MANIFEST_FILE) && outcome.data.contains(WGSL_FILE));
    // From its files alone: the graph and its picture are gone.
    fs::remove_file(bench.path("graph.json")).unwrap();
    fs::remove_file(bench.path("field.npy")).unwrap();
    bench.run("render @bundle -o @replay --format npy").expect_done();
    bench.run("render @bundle/effect.json -o @replay_of_manifest --format npy").expect_done();
    for frame in 0..5 {
        let read = |folder: &str| fs::read(bench.path(folder).join(cli::file_name(frame, "npy"))).unwrap();
        assert_eq!(read("live"), read("replay"), "frame {frame}");
        assert_eq!(read("live"), read("replay_of_manifest"), "frame {frame}");
    }
    let hashes = read_bundle(&bench.path("bundle")).unwrap().manifest.frame_hashes;
    let hash_of = |frame: u32| hashes.iter().find(|hash| hash.frame == frame).map(|hash| hash.blake3.clone());
    for frame in [0, 1] {
        assert_eq!(hash_of(frame), Some(frame_hash(&bench.array(&format!("live/{}", cli::file_name(frame, "npy"))))));
    }
}

#[test]
fn settings_of_an_exported_effect_are_its_parameters() {
    let bench = Bench::new(&graph());
    bench.run("export @graph.json --to wgsl -o @bundle").expect_done();
    bench.run("render @bundle -o @set --frames 0..1 --format npy --output counted.value --set count.b=3").expect_done();
    assert_eq!(bench.array("set/frame_0000.npy").values, vec![3.0; 16 * 8]);
    bench.run("render @bundle -o @more --set count.x=3").expect_failure(2, "--set count.x: the effect has no such parameter");
    bench.run("render @bundle -o @more --size 8").expect_failure(2, "export the graph again with --size");
    fs::remove_file(bench.path("bundle/effect.wgsl")).unwrap();
    bench.run("render @bundle -o @more").expect_failure(2, "effect.wgsl");
}

#[test]
fn an_export_overwrites_exports_and_nothing_else() {
    let bench = Bench::new(&graph());
    bench.run("export @graph.json --to wgsl -o @bundle").expect_done();
    bench.run("export @graph.json --to wgsl -o @bundle --size 8").expect_done();
    fs::create_dir(bench.path("mine")).unwrap();
    fs::write(bench.path("mine/effect.wgsl"), "mine").unwrap();
    bench.run("export @graph.json --to wgsl -o @mine").expect_failure(2, "effect.wgsl is there and is not part of an effect");
    assert_eq!(fs::read_to_string(bench.path("mine/effect.wgsl")).unwrap(), "mine");
}

#[test]
fn a_folder_that_cannot_be_written_ends_with_3() {
    let bench = Bench::new(&graph());
    fs::write(bench.path("file"), "").unwrap();
    bench.run("render @graph.json -o @file/frames").expect_failure(3, "file");
    bench.run("export @graph.json --to wgsl -o @file/bundle").expect_failure(3, "file");
}

/// `/dev/full` takes no byte, as a full disk does.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_with_3() {
    let mut full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut messages = Vec::new();
    let words = ["wavewright", "schema"].map(OsString::from);
    let code = cli::run(words, &mut Console::new(&mut full, &mut messages, false));
    assert_eq!(code, 3, "{}", String::from_utf8_lossy(&messages));
}

#[test]
fn the_manual_has_every_node_as_text_and_as_json() {
    let bench = Bench::new(&graph());
    let list = bench.run("nodes").expect_done().data;
    let pages: Vec<Value> = serde_json::from_str(&bench.run("nodes --json").expect_done().data).unwrap();
    assert!(pages.len() > 50);
    for page in &pages {
        let kind = page["kind"].as_str().unwrap();
        assert!(list.lines().any(|line| line.split_whitespace().next() == Some(kind)), "{kind} is not listed");
    }
    let page = bench.run("nodes combine_colour").expect_done().data;
    assert!(
        page.contains("(combine_colour), Maths") && page.contains("red: number, default 0, 0..1") && page.contains("colour: colour"),
        "{page}"
    );
    bench.run("nodes combine_color").expect_failure(2, "did you mean `combine_colour`?");
}

#[test]
fn schemas_are_those_of_what_is_written() {
    let bench = Bench::new(&graph());
    bench.run("export @graph.json --to wgsl -o @bundle").expect_done();
    for (of, file) in [("graph", "graph.json"), ("effect", "bundle/effect.json")] {
        let schema: Value = serde_json::from_str(&bench.run(&format!("schema {of}")).expect_done().data).unwrap();
        let written: Value = serde_json::from_str(&fs::read_to_string(bench.path(file)).unwrap()).unwrap();
        assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&written), "{of}");
    }
}

#[test]
fn bench_gives_figures_as_text_and_as_json() {
    let bench = Bench::new(&graph());
    let report: Value = serde_json::from_str(&bench.run("bench @graph.json --frames 3 --json").expect_done().data).unwrap();
    for figure in ["compile_ms", "pipelines_ms", "kernels", "passes_per_step", "bytes_per_step", "memory_bytes", "frame_ms"] {
        assert!(report[figure].as_f64().is_some_and(|figure| figure > 0.0), "{figure}: {report}");
    }
    let text = bench.run("bench @graph.json --frames 3").expect_done().data;
    assert!(text.contains("passes") && text.contains("ms a frame"), "{text}");

    fs::create_dir(bench.path("drawing")).unwrap();
    for file in ["effect.json", "effect.wgsl"] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("dawn/bundles/drawing").join(file);
        fs::copy(source, bench.path(&format!("drawing/{file}"))).unwrap();
    }
    let report: Value = serde_json::from_str(&bench.run("bench @drawing --frames 3 --json").expect_done().data).unwrap();
    let figures = ["kernels", "draw_pipelines", "passes_per_step", "draws_per_step"].map(|figure| report[figure].as_u64());
    assert_eq!(figures, [2, 4, 4, 4].map(Some), "{report}");
    if let Some(passes) = report["passes"].as_array() {
        let drawing = passes.iter().find(|pass| pass["kernel"] == "draw into drawn").unwrap();
        assert_eq!(drawing["nodes"], serde_json::json!(["slope", "bodies"]));
    }
    let text = bench.run("bench @drawing --frames 3").expect_done().data;
    assert!(text.contains("4 a step, draws: 4") && text.contains("kernels: 2, for drawing: 4"), "{text}");
}

/// The lines to try of the README, on fewer cells and frames and into another folder.
#[test]
fn the_lines_of_the_readme_work() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let lines: Vec<&str> = readme.lines().filter_map(|line| line.strip_prefix("    ./run render examples/")).collect();
    assert!(lines.len() >= 3, "the README shows how to render examples");
    for line in lines {
        let folder = tempfile::tempdir().unwrap();
        let mut words = vec![OsString::from("wavewright"), OsString::from("render")];
        let mut rest = line.split_whitespace();
        words.push(root.join("examples").join(rest.next().unwrap()).into_os_string());
        while let Some(word) = rest.next() {
            match word {
                "-o" | "--frames" | "--size" => drop(rest.next()),
                _ => words.push(OsString::from(word)),
            }
        }
        words.extend(["-o".into(), folder.path().into(), "--frames".into(), "0..1".into(), "--size".into(), "16".into()]);
        run(words).expect_done();
    }
}

#[test]
fn own_nodes_are_read_beside_the_library() {
    let mut own = graph();
    own["nodes"]["mine"] = json!({ "kind": "seven" });
    let bench = Bench::new(&own);
    let source = "//! Seven.\n//! @category Maths\n\n/// Seven. @output result\nfn seven() -> f32 {\n    return 7.0;\n}\n";
    fs::create_dir(bench.path("own")).unwrap();
    fs::write(bench.path("own/seven.wgsl"), source).unwrap();
    bench.run("render @graph.json -o @frames --node-folder @own --frames 0..1 --format npy --output mine.result").expect_done();
    assert_eq!(bench.array("frames/frame_0000.npy").values, vec![7.0; 16 * 8]);
    assert!(!Path::new("frames").exists(), "frames go to the folder that was said");
}
