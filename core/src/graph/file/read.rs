//! A tree to a document. Forgiving: whatever can't be used is reported by node and port, kept aside, and the rest loads.

use std::collections::HashSet;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::convert::{canvas_place, colour, flag, literal, number, number_within, pair, text, whole, whole_within};
use super::fields::{Fields, keep_unread, kept_help, shown};
use super::json::Duplicate;
use super::read_graph::{GraphReader, Ids, LinksToNowhere, is_port_name};
use crate::diagnostic::Diagnostic;
use crate::graph::keyframes::Interpolation;
use crate::graph::{Document, FORMAT, Frame, GridSettings, Group, Keyframe, PointerTrack, PortRef, Timeline, VERSION, limits};

/// The document in `fields`, and what had to be reported.
pub(super) fn document(fields: Map<String, Value>, duplicates: &[Duplicate], to_nowhere: LinksToNowhere) -> (Document, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    report_duplicate_fields(duplicates, &mut diagnostics);
    let mut fields = Fields::new(fields, "", &mut diagnostics);
    fields.take_value("format");
    fields.take_value("version");

    let mut document = Document { format: FORMAT.to_owned(), version: VERSION, ..Document::default() };
    document.description = fields.take("description", String::new(), "none", text);
    let grid_fields = fields.take_object("grid");
    document.grid = grid(grid_fields, fields.diagnostics());
    let timeline_fields = fields.take_object("timeline");
    let pointer_fields = fields.take_object("pointer");
    document.seed = fields.take("seed", document.seed, &document.seed.to_string(), whole);
    document.pointer = pointer(pointer_fields, fields.diagnostics());

    let keyframed = keyframed_nodes(&timeline_fields);
    let reader = GraphReader::new(duplicates, to_nowhere, &keyframed);
    let graph = reader.read(&mut fields);
    document.nodes = graph.nodes;
    document.links = graph.links;
    document.frames = graph.frames;

    let mut ids_of_groups = IndexMap::new();
    for (name, value) in fields.take_object("groups") {
        let Value::Object(group_fields) = value else {
            let message = format!("the group \"{name}\" is {}, not an object; it is left out", shown(&value));
            fields.report(Diagnostic::warning(message).help(kept_help(&value)));
            fields.set_aside(format!("groups.{name}"), value);
            continue;
        };
        let mut group_fields = Fields::new(group_fields, &format!("groups.{name}"), fields.diagnostics());
        let graph = reader.of_group(&name).read(&mut group_fields);
        let extra = group_fields.into_extra();
        document.groups.insert(name.clone(), Group { nodes: graph.nodes, links: graph.links, frames: graph.frames, extra });
        ids_of_groups.insert(name, graph.ids);
    }

    document.timeline = timeline(timeline_fields, &graph.ids, &ids_of_groups, fields.diagnostics());
    document.extra = fields.into_extra();
    (document, diagnostics)
}

/// Nodes are reported by the graph that they are in.
fn report_duplicate_fields(duplicates: &[Duplicate], diagnostics: &mut Vec<Diagnostic>) {
    for duplicate in duplicates.iter().filter(|duplicate| duplicate.path.last().is_none_or(|key| key != "nodes")) {
        let Duplicate { path, key, kept_as } = duplicate;
        let place = if path.is_empty() { String::new() } else { format!(" in \"{}\"", path.join(".")) };
        let diagnostic = Diagnostic::warning(format!("\"{key}\" stands twice{place}; the first is used"))
            .help(format!("the other one is kept in the file as \"{kept_as}\""));
        diagnostics.push(match path.as_slice() {
            [nodes, id, ..] if nodes == "nodes" => diagnostic.at(id.clone()),
            _ => diagnostic,
        });
    }
}

fn grid(fields: Map<String, Value>, diagnostics: &mut Vec<Diagnostic>) -> GridSettings {
    let default = GridSettings::default();
    let mut fields = Fields::new(fields, "grid", diagnostics);
    let resolution = read_resolution(&mut fields, default.resolution);
    let width_used = format!("{} m", default.width_m);
    let width_m = fields.take("width_m", default.width_m, &width_used, |value| number_within(value, &limits::WIDTH_M));
    let origin_m = fields.take("origin_m", default.origin_m, "0 0", |value| pair(value, |metres| number_within(metres, &limits::ORIGIN_M)));
    GridSettings { resolution, width_m, origin_m, extra: fields.into_extra() }
}

/// More cells than a texture has become as many as it has; anything else of no use becomes the default.
fn read_resolution(fields: &mut Fields<'_>, default: [u32; 2]) -> [u32; 2] {
    let most = *limits::RESOLUTION.end();
    let Some(value) = fields.take_value("resolution") else {
        return default;
    };
    let used = match pair(&value, whole) {
        Ok(cells) if cells.iter().all(|count| limits::RESOLUTION.contains(count)) => return cells,
        Ok(cells) if cells.iter().all(|count| *count >= 1) => cells.map(|count| count.min(most)),
        _ => default,
    };
    let message = format!(
        "\"{}\" is {}, not two whole numbers from 1 to {most}; {} x {} is used",
        fields.path_of("resolution"),
        shown(&value),
        used[0],
        used[1]
    );
    fields.report(Diagnostic::warning(message).help(kept_help(&value)));
    fields.set_aside("resolution", value);
    used
}

fn timeline(fields: Map<String, Value>, ids: &Ids, ids_of_groups: &IndexMap<String, Ids>, diagnostics: &mut Vec<Diagnostic>) -> Timeline {
    let default = Timeline::default();
    let mut fields = Fields::new(fields, "timeline", diagnostics);
    let fps = fields.take("fps", default.fps, &default.fps.to_string(), |value| number_within(value, &limits::FPS));
    let substeps = fields.take("substeps", default.substeps, "1", |value| whole_within(value, &limits::SUBSTEPS));
    let range_used = format!("{} to {}", default.range[0], default.range[1]);
    let range = fields.take("range", default.range, &range_used, |value| {
        let range = pair(value, whole)?;
        limits::check_range(range).map(|()| range).map_err(|_| "a first frame and a later one".to_owned())
    });
    let looped = fields.take("loop", default.looped, "true", flag);
    let mut keyframes = IndexMap::new();
    for (key, value) in fields.take_object("keyframes") {
        let Some(target) = keyframe_target(&key, ids, ids_of_groups) else {
            let message = format!("keyframes for \"{key}\", which is not a \"node.input\"; they are left out");
            fields.report(Diagnostic::warning(message).help(kept_help(&value)));
            fields.set_aside(format!("keyframes.{key}"), value);
            continue;
        };
        if !target.is_known {
            let diagnostic = Diagnostic::warning("keyframes for a node that is not there").at(target.node).port(target.port);
            fields.report(diagnostic.help("they are kept and do nothing"));
        }
        let rows = read_keyframes(&mut fields, &target.key, value);
        keyframes.insert(target.key, rows);
    }
    Timeline { fps, substeps, range, looped, keyframes, extra: fields.into_extra() }
}

/// Nodes that keyframes name, whatever graph they are in.
fn keyframed_nodes(timeline: &Map<String, Value>) -> HashSet<String> {
    let keys = timeline.get("keyframes").and_then(Value::as_object).into_iter().flat_map(Map::keys);
    keys.filter_map(|key| key.rsplit('/').next()?.split_once('.')).map(|(node, _)| node.to_owned()).collect()
}

struct KeyframeTarget {
    key: String,
    node: String,
    port: String,
    is_known: bool,
}

/// `node.input`, or `group/node.input`; ids that were renamed are followed.
fn keyframe_target(key: &str, ids: &Ids, ids_of_groups: &IndexMap<String, Ids>) -> Option<KeyframeTarget> {
    let (prefix, ids, port) = match key.rsplit_once('/') {
        Some((group, port)) if ids_of_groups.contains_key(group) => (format!("{group}/"), &ids_of_groups[group], port),
        _ => (String::new(), ids, key),
    };
    let PortRef { node, port } = ids.port(port).filter(|target| is_port_name(&target.port))?;
    let is_known = ids.contains(&node);
    Some(KeyframeTarget { key: format!("{prefix}{node}.{port}"), node: format!("{prefix}{node}"), port, is_known })
}

fn read_keyframes(fields: &mut Fields<'_>, target: &str, value: Value) -> Vec<Keyframe> {
    let rows = match value {
        Value::Array(rows) => rows,
        other => vec![other],
    };
    let mut keyframes = Vec::with_capacity(rows.len());
    for (index, row) in rows.into_iter().enumerate() {
        match keyframe(&row) {
            Some(keyframe) => {
                if Interpolation::from_name(&keyframe.interpolation).is_none() {
                    let message = format!("keyframe {index} of \"{target}\": \"{}\" is not known; linear is used", keyframe.interpolation);
                    fields.report(Diagnostic::warning(message).help(format!("there is {}", Interpolation::NAMES.join(", "))));
                }
                keyframes.push(keyframe);
            }
            None => {
                let message = format!("keyframe {index} of \"{target}\" is {}; it is left out", shown(&row));
                let help = format!("a keyframe has a \"frame\" and a \"value\"; {}", kept_help(&row));
                fields.report(Diagnostic::warning(message).help(help));
                fields.set_aside(format!("keyframes.{target}[{index}]"), row);
            }
        }
    }
    keyframes
}

fn keyframe(row: &Value) -> Option<Keyframe> {
    let mut fields = row.as_object()?.clone();
    let frame = number(&fields.shift_remove("frame")?).ok()?;
    let value = literal(&fields.shift_remove("value")?).ok()?;
    let interpolation = match fields.shift_remove("interpolation") {
        None => "linear".to_owned(),
        Some(word) => word.as_str()?.to_owned(),
    };
    Some(Keyframe { frame, value, interpolation, extra: fields })
}

fn pointer(fields: Map<String, Value>, diagnostics: &mut Vec<Diagnostic>) -> PointerTrack {
    let mut fields = Fields::new(fields, "pointer", diagnostics);
    let looped = fields.take("loop", false, "false", flag);
    let mut track = Vec::new();
    for (index, row) in fields.take_array("track").into_iter().enumerate() {
        match pointer_row(&row) {
            Some(numbers) => track.push(numbers),
            None => {
                let message = format!("row {index} of the pointer's track is {}; it is left out", shown(&row));
                fields.report(Diagnostic::warning(message).help("a row is [seconds, x in metres, z in metres, pressed 0 or 1]"));
                fields.set_aside(format!("track[{index}]"), row);
            }
        }
    }
    PointerTrack { track, looped, extra: fields.into_extra() }
}

fn pointer_row(row: &Value) -> Option<[f64; 4]> {
    let numbers: Option<Vec<f64>> = row.as_array()?.iter().map(|element| number(element).ok()).collect();
    numbers?.try_into().ok()
}

/// The fields of a frame, or what is wrong with them.
pub(super) fn frame(value: &Value) -> Result<Frame, String> {
    let mut fields = value.as_object().ok_or("not an object")?.clone();
    let mut aside = Vec::new();
    let mut take = |key: &str| fields.shift_remove(key);
    let words = take("text").map_or(Ok(String::new()), |value| text(&value))?;
    let position = take("position").map_or(Ok([0.0; 2]), |value| canvas_place(&value)).map_err(|expected| format!("not at {expected}"))?;
    let size =
        take("size").map_or(Ok([200.0; 2]), |value| canvas_place(&value)).map_err(|expected| format!("not of a size of {expected}"))?;
    let frame_colour = take("colour").and_then(|value| match colour(&value) {
        Ok(colour) => Some(colour),
        Err(_) => {
            aside.push(("colour".to_owned(), value));
            None
        }
    });
    keep_unread(&mut fields, aside);
    Ok(Frame { text: words, position, size, colour: frame_colour, extra: fields })
}
