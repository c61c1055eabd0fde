//! Small bundles written by hand, each for some of what a manifest can say. All but the one that draws compute with whole numbers or copy
//! bits, so that every player must give the same to the bit; `tests/dawn/bundles` is open to whoever ports the format.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use wavewright_core::gpu::PointerInput;
use wavewright_core::node::Literal;

use super::distance;
use super::replay::{Action, Outcome, play_here, play_in_dawn};

fn bundle(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("dawn/bundles").join(name)
}

/// Plays a bundle in both players and compares all bits.
fn check(name: &str, actions: &[Action]) -> Outcome {
    let bundle = bundle(name);
    let outcome = play_in_dawn(&[(bundle.clone(), actions.to_vec())]).remove(0).unwrap();
    assert_eq!(outcome.messages, Vec::<String>::new());
    let here = play_here(&bundle, actions);
    assert_eq!(outcome.faults, here.faults);
    assert_eq!(outcome.pictures.len(), here.pictures.len());
    for (read, ((output, other), (_, right))) in outcome.pictures.iter().zip(&here.pictures).enumerate() {
        let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        assert_eq!((other.width, other.height, other.channels), (right.width, right.height, right.channels));
        let differ = bits(&other.values).iter().zip(bits(&right.values)).position(|(one, two)| *one != two);
        if let Some(place) = differ {
            let channels = right.channels as usize;
            let (cell, channel) = (place / channels, place % channels);
            let (column, row) = (cell % right.width as usize, cell / right.width as usize);
            panic!(
                "{name}, {output}, read {read}: column {column}, row {row}, channel {channel} is {} in Dawn and {} here",
                other.values[place], right.values[place]
            );
        }
    }
    outcome
}

fn hand(x_m: f64, z_m: f64, pressed: bool) -> Action {
    Action::Pointer(Some(PointerInput { position_m: [x_m, z_m], pressed }))
}

#[test]
fn time_and_the_pointers_track_are_the_same_for_days() {
    let outcome = check("clock", &[Action::Steps(64), Action::Read]);
    // The log has what it is meant to test: more days than 24 bits of 1/64 s, laps of the track, presses and ways.
    let row = |row: usize| -> Vec<u32> {
        let words = &outcome.pictures[0].1;
        let start = row * words.width as usize * 2;
        words.values[start..start + words.width as usize * 2].chunks_exact(2).map(|half| half[0] as u32 | (half[1] as u32) << 16).collect()
    };
    assert!(f32::from_bits(row(63)[0]) > 2.0_f32.powi(18));
    assert!((1..64).any(|step| row(step)[8] == 0.0_f32.to_bits()) && (1..64).any(|step| row(step)[8] == 1.0_f32.to_bits()));
    assert!((1..64).any(|step| f32::from_bits(row(step)[6]) > 0.0));
}

#[test]
fn a_hand_takes_the_pointer_and_gives_it_back() {
    let actions = [
        vec![Action::Steps(3), hand(1.0, 2.0, false), Action::Steps(2), hand(1.5, 1.25, false), Action::Steps(1), hand(9.0, 9.0, true)],
        vec![Action::Steps(2), hand(9.5, 9.0, true), Action::Steps(1), Action::Pointer(None), Action::Steps(2), hand(0.1, 0.2, true)],
        vec![Action::Steps(2), Action::Read, hand(0.3, 0.2, true), Action::Reset, Action::Steps(1), Action::Read, Action::Steps(1)],
        vec![Action::RunToFrame(2), Action::RunToFrame(0), Action::Read],
    ];
    check("clock", &actions.concat());
}

#[test]
fn parameters_become_the_same_bytes() {
    let rows = |rows: &[&[f64]]| Literal::Rows(rows.iter().map(|row| row.to_vec()).collect());
    let many = Literal::Rows((0..64).map(|row| vec![f64::from(row * 37 % 64), 0.1, f64::from(row), -1.5]).collect());
    let changes = [
        ("a", "number", Literal::Number(1e-40)),
        ("a", "vec2", Literal::Number(-0.0)),
        ("a", "vec3", Literal::Vector(vec![0.1, 16_777_217.0, 3.4e38])),
        ("a", "colour", Literal::Vector(vec![0.1, 0.2, 0.3, 0.4])),
        ("a", "both", Literal::Number(0.9)),
        ("a", "unsigned", Literal::Number(4_294_967_295.4)),
        ("a", "signed", Literal::Number(-2_147_483_648.4)),
        ("b", "waves", rows(&[])),
        ("b", "ramp", rows(&[&[0.5, 1.0, 2.0, 3.0, 1.0]])),
        ("b", "curve", many),
    ];
    let sets = changes.into_iter().map(|(node, input, value)| Action::Set(node, input, value));
    let again = [("a", "unsigned", 0.5), ("a", "signed", 0.49999999999999994), ("a", "colour", 0.5)];
    let again = again.map(|(node, input, value)| Action::Set(node, input, Literal::Number(value)));
    let actions = [Action::Steps(1)].into_iter().chain(sets).chain([Action::Steps(1)]).chain(again);
    check("parameters", &actions.chain([Action::Steps(1), Action::Read]).collect::<Vec<_>>());
}

#[test]
fn keyframes_lead_the_same_way() {
    let by_hand = Action::Set("a", "number", Literal::Number(3.5));
    let back = [Action::Steps(64), Action::Read, Action::Reset, Action::Read, Action::Steps(5), by_hand, Action::Steps(30), Action::Read];
    check("keyframes", &back);
}

#[test]
fn data_lies_in_textures_of_every_format() {
    check("data", &[Action::Read, Action::Steps(1), Action::Read, Action::Steps(2), Action::Read, Action::Reset, Action::Read]);
}

#[test]
fn passes_copies_flips_and_repeats_keep_their_order() {
    let set = |input: &'static str, value: f64| Action::Set("grow", input, Literal::Number(value));
    let actions = [
        vec![Action::Read, Action::Steps(1), Action::Read, Action::RunToFrame(2), Action::Read, set("times", 4.0), set("rounds", 2.5)],
        vec![Action::RunToFrame(4), Action::Read, set("times", 0.0), Action::Steps(1), Action::Read, set("rounds", -3.0), Action::Steps(3)],
        vec![Action::Read, Action::Reset, Action::Read, set("rounds", 1.0), set("times", 1.0), Action::RunToFrame(3), Action::Read],
    ];
    let outcome = check("order", &actions.concat());
    assert_eq!(outcome.faults, [("count".to_owned(), "odd".to_owned(), 105), ("count".to_owned(), "even".to_owned(), 140)]);
}

#[test]
fn what_is_drawn_looks_the_same() {
    let bundle = bundle("drawing");
    let actions = [Action::Steps(1), Action::Read, Action::Steps(6), Action::Read, Action::Reset, Action::RunToFrame(1), Action::Read];
    let outcome = play_in_dawn(&[(bundle.clone(), actions.to_vec())]).remove(0).unwrap();
    assert_eq!(outcome.messages, Vec::<String>::new());
    let here = play_here(&bundle, &actions);
    assert_eq!(outcome.pictures.len(), 9);
    for ((output, other), (_, right)) in outcome.pictures.iter().zip(&here.pictures) {
        // Devices snap corners to their own finest grid: a texel on an edge may have a sample more or less.
        let distance = distance(right, other);
        assert!(distance.mean < 0.015 && distance.far_share < 0.03, "{output}: {} on average, {} far", distance.mean, distance.far_share);
    }
    // The picture has what it is meant to test: the ground, the slope, half-covered edges, light above 1.
    let drawn = &here.pictures[0].1;
    let texels = || drawn.values.chunks(4);
    assert!(texels().any(|texel| texel == [0.0, 0.25, 0.5, 1.0]) && texels().any(|texel| texel[1] > 1.0));
    let different: std::collections::HashSet<[u32; 4]> =
        texels().map(|texel| [0, 1, 2, 3].map(|channel| texel[channel].to_bits())).collect();
    assert!(different.len() > 100, "{} colours", different.len());
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let broken_of = |whole: &str, name: &str, edit: &dyn Fn(&mut Value)| {
        let broken = folder.path().join(name);
        fs::create_dir_all(&broken).unwrap();
        for file in fs::read_dir(bundle(whole)).unwrap().map(|entry| entry.unwrap()) {
            fs::copy(file.path(), broken.join(file.file_name())).unwrap();
        }
        let manifest = broken.join("effect.json");
        let mut value: Value = serde_json::from_str(&fs::read_to_string(&manifest).unwrap()).unwrap();
        edit(&mut value);
        fs::write(manifest, value.to_string()).unwrap();
        (broken, vec![Action::Steps(1)])
    };
    let broken = |name: &str, edit: &dyn Fn(&mut Value)| broken_of("parameters", name, edit);
    let drawing = |name: &str, edit: &dyn Fn(&mut Value)| broken_of("drawing", name, edit);
    let whole = |node, input, value| (bundle("parameters"), vec![Action::Set(node, input, value)]);
    let jobs = [
        (broken("version", &|manifest| manifest["version"] = 2.into()), "version 2"),
        (broken("texture", &|manifest| manifest["step"][0]["pass"]["bindings"][2]["back"] = "word".into()), "the texture \"word\""),
        (broken("kernel", &|manifest| manifest["step"][0]["pass"]["kernel"] = "log".into()), "the kernel \"log\""),
        (broken("entry", &|manifest| manifest["kernels"][0]["entry"] = "log".into()), "log"),
        (broken("size", &|manifest| manifest["textures"][0]["size"][0] = 100_000.into()), "100000"),
        (
            broken("limit", &|manifest| {
                manifest["requires"]["core"] = false.into();
                manifest["requires"]["storage_textures"] = 1_000_000.into();
            }),
            "1000000",
        ),
        (broken("value", &|manifest| manifest["parameters"][0]["value"] = "red".into()), "a.number: "),
        (drawing("pipeline", &|manifest| manifest["step"][2]["render"]["draws"][0]["pipeline"] = "none".into()), "the pipeline \"none\""),
        (drawing("target", &|manifest| manifest["step"][2]["render"]["target"] = "none".into()), "the texture \"none\""),
        (drawing("cleared", &|manifest| manifest["step"][0]["clear"] = "none".into()), "the buffer \"none\""),
        (drawing("vertex", &|manifest| manifest["pipelines"][0]["vertex"] = "none".into()), "the pipeline slope (nodes: slope) is refused"),
        (whole("a", "nothing", Literal::Number(1.0)), "no parameter a.nothing"),
        (whole("a", "unsigned", Literal::Number(-1.0)), "a.unsigned: -1 is not within 0 to 4294967295"),
        (whole("a", "vec2", Literal::Vector(vec![1.0])), "a vec2 has 2 channels"),
        (whole("a", "number", Literal::Number(1e300)), "a.number: "),
        (whole("b", "waves", Literal::Rows(vec![vec![0.0, 1.0, 1.0, 1.0]])), "wavelength of row 1 is 0 m"),
        (whole("b", "curve", Literal::Rows(vec![vec![0.0; 4]; 65])), "at most 64 rows"),
    ];
    let (jobs, expected): (Vec<_>, Vec<_>) = jobs.into_iter().unzip();
    for (outcome, expected) in play_in_dawn(&jobs).into_iter().zip(expected) {
        let error = outcome.err().unwrap_or_else(|| panic!("Dawn accepts what should be refused with \"{expected}\""));
        assert!(error.contains(expected), "\"{error}\" does not say \"{expected}\"");
    }
}

#[test]
fn manifests_by_hand_fit_the_schema() {
    let schema = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema/effect.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    for name in ["clock", "parameters", "keyframes", "data", "order", "drawing"] {
        let manifest: Value = serde_json::from_str(&fs::read_to_string(bundle(name).join("effect.json")).unwrap()).unwrap();
        let problems: Vec<String> = validator.iter_errors(&manifest).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(problems.is_empty(), "{name}: {problems:?}");
    }
}
