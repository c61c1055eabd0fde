//! The camera of a scene's picture, as the document has it: where it looks, how it turns, and where its picture's places lie on the ground.

use std::collections::{BTreeMap, HashMap, HashSet};

use glam::{DVec2, DVec3};
use wavewright_core::compile::first_camera;
use wavewright_core::graph::edit::InputChange;
use wavewright_core::graph::{Document, Edit, Node, PortRef};
use wavewright_core::node::{Body, Literal, Native, SpecSource};

/// Degrees that a turn by one point of the window makes.
const DEGREES_A_POINT: f64 = 0.35;

/// The node that takes the picture, and what its inputs stand at.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneCamera {
    /// The node; `None` where it is the camera of a look.
    node: Option<String>,
    look_at: DVec3,
    distance_m: f64,
    heading_deg: f64,
    pitch_deg: f64,
    roll_deg: f64,
    field_of_view_deg: f64,
    /// Inputs that wires lead: nobody sets them by hand.
    led: HashSet<String>,
}

/// What moves a camera.
#[derive(Clone, Debug, PartialEq)]
pub enum Steering {
    /// A change of the document's camera.
    Edit(Box<Edit>),
    /// Inputs of the camera that looks at what is no picture: no part of the document.
    Look(Vec<(String, Literal)>),
}

impl SceneCamera {
    /// The camera behind an output: the nearest node on its way that takes a picture. `None` where there is none.
    #[must_use]
    pub fn behind(document: &Document, specs: &dyn SpecSource, output: &PortRef) -> Option<Self> {
        let mut into: HashMap<&str, Vec<(&str, &str)>> = HashMap::new();
        for link in &document.links {
            into.entry(link.to.node.as_str()).or_default().push((link.to.port.as_str(), link.from.node.as_str()));
        }
        let mut seen = HashSet::new();
        let mut waiting = std::collections::VecDeque::from([output.node.as_str()]);
        while let Some(id) = waiting.pop_front() {
            let Some(node) = document.nodes.get(id).filter(|_| seen.insert(id)) else { continue };
            let spec = specs.spec_for(node).ok()?;
            let links = into.get(id).map_or(&[][..], Vec::as_slice);
            if spec.body != Body::Native(Native::Render) {
                waiting.extend(links.iter().map(|(_, from)| *from));
                continue;
            }
            let keyed = |input: &str| document.timeline.keyframes.contains_key(&format!("{id}.{input}"));
            let names = ["look_at", "distance", "heading", "pitch", "roll", "field_of_view", "shake"];
            let led = names.into_iter().filter(|name| keyed(name) || links.iter().any(|(port, _)| port == name));
            let led = led.map(str::to_owned).collect();
            let literal = |input: &str| node.inputs.get(input).or_else(|| spec.input(input)?.default.as_ref()).cloned();
            return Some(Self { node: Some(id.to_owned()), led, ..Self::standing_at(&literal) });
        }
        None
    }

    /// The camera that looks at a mesh, particles or a scene: where the document's first camera stands, moved by `moved`.
    #[must_use]
    pub fn of_look(document: &Document, specs: &dyn SpecSource, moved: &BTreeMap<String, Literal>) -> Self {
        let own = first_camera(document, specs).map(|(_, node)| node.clone()).unwrap_or_else(|| Node::new("render"));
        let spec = specs.spec_for(&own).ok();
        let default = |input: &str| spec.as_ref()?.input(input)?.default.clone();
        Self::standing_at(&|input| moved.get(input).or_else(|| own.inputs.get(input)).cloned().or_else(|| default(input)))
    }

    /// A camera whose inputs are these.
    fn standing_at(literal: &dyn Fn(&str) -> Option<Literal>) -> Self {
        let number = |input: &str| match literal(input) {
            Some(Literal::Number(number)) => number,
            _ => 0.0,
        };
        let look_at = match literal("look_at") {
            Some(Literal::Vector(place)) if place.len() == 3 => DVec3::new(place[0], place[1], place[2]),
            Some(Literal::Number(number)) => DVec3::splat(number),
            _ => DVec3::ZERO,
        };
        Self {
            node: None,
            look_at,
            distance_m: number("distance").max(0.02),
            heading_deg: number("heading"),
            pitch_deg: number("pitch").clamp(-89.9, 89.9),
            roll_deg: number("roll"),
            field_of_view_deg: number("field_of_view").clamp(1.0, 170.0),
            led: HashSet::new(),
        }
    }

    /// Directions to the right, up and back, each of length 1: as `orbit_camera` of the shader library has them.
    fn axes(&self) -> [DVec3; 3] {
        let (heading, pitch, roll) = (self.heading_deg.to_radians(), self.pitch_deg.to_radians(), self.roll_deg.to_radians());
        let back = DVec3::new(pitch.cos() * heading.sin(), pitch.sin(), pitch.cos() * heading.cos());
        let level = DVec3::new(heading.cos(), 0.0, -heading.sin());
        let upright = back.cross(level);
        let right = level * roll.cos() + upright * roll.sin();
        let up = upright * roll.cos() - level * roll.sin();
        [right, up, back]
    }

    /// Where the ray through a place of the picture (uv, `aspect` is width over height) meets the ground, x and z in metres. `None` where it
    /// doesn't, and where wires lead the camera, so that only the running effect knows where it is.
    #[must_use]
    pub fn ground_at(&self, uv: DVec2, aspect: f64) -> Option<[f64; 2]> {
        if !self.led.is_empty() {
            return None;
        }
        let [right, up, back] = self.axes();
        let tangent = (0.5 * self.field_of_view_deg.to_radians()).tan();
        let across = DVec2::new((uv.x - 0.5) * 2.0 * aspect, (0.5 - uv.y) * 2.0) * tangent;
        let way = right * across.x + up * across.y - back;
        let eye = self.look_at + back * self.distance_m;
        let reach = -eye.y / way.y;
        let place = eye + way * reach;
        (reach.is_finite() && reach > 0.0).then_some([place.x, place.z])
    }

    /// What turns the camera by a drag in points.
    #[must_use]
    pub fn turned(&self, by: DVec2) -> Option<Steering> {
        let wrapped = (self.heading_deg - by.x * DEGREES_A_POINT + 180.0).rem_euclid(360.0) - 180.0;
        let pitch = (self.pitch_deg + by.y * DEGREES_A_POINT).clamp(-89.0, 89.0);
        self.steered([("heading", Literal::Number(tidy(wrapped, 10.0))), ("pitch", Literal::Number(tidy(pitch, 10.0)))])
    }

    /// What goes nearer by a factor above 1.
    #[must_use]
    pub fn nearer(&self, factor: f64) -> Option<Steering> {
        self.steered([("distance", Literal::Number(tidy((self.distance_m / factor).clamp(0.05, 1e4), 1e3)))])
    }

    /// What moves what is looked at by a drag in points of a window of this height.
    #[must_use]
    pub fn panned(&self, by: DVec2, height: f64) -> Option<Steering> {
        let [right, up, _] = self.axes();
        let metres = 2.0 * self.distance_m * (0.5 * self.field_of_view_deg.to_radians()).tan() / height.max(1.0);
        let place = self.look_at - right * (by.x * metres) + up * (by.y * metres);
        self.steered([("look_at", Literal::Vector(place.to_array().map(|side| tidy(side, 1e3)).to_vec()))])
    }

    fn steered<const COUNT: usize>(&self, values: [(&str, Literal); COUNT]) -> Option<Steering> {
        let free = values.into_iter().filter(|(input, _)| !self.led.contains(*input)).map(|(input, value)| (input.to_owned(), value));
        let Some(node) = &self.node else { return Some(Steering::Look(free.collect())) };
        let changes: Vec<InputChange> =
            free.map(|(input, value)| InputChange { node: node.clone(), input, value: Some(value), index: None }).collect();
        (!changes.is_empty()).then(|| Steering::Edit(Box::new(Edit::SetInputs { changes })))
    }
}

/// A number with as many parts of one as a person would type.
fn tidy(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use wavewright_core::graph::Link;

    use super::*;

    fn document() -> Document {
        let mut document = Document::default();
        let mut view = Node::new("render");
        for (input, value) in [("distance", 10.0), ("heading", 0.0), ("pitch", 45.0), ("field_of_view", 40.0)] {
            view.inputs.insert(input.to_owned(), Literal::Number(value));
        }
        document.nodes.insert("view".to_owned(), view);
        document.nodes.insert("tone".to_owned(), Node::new("tone_map"));
        document.links.push(Link::new(PortRef::new("view", "picture"), PortRef::new("tone", "colour")));
        document
    }

    fn camera(document: &Document) -> Option<SceneCamera> {
        SceneCamera::behind(document, &wavewright_nodes::library().0, &PortRef::new("tone", "result"))
    }

    #[test]
    fn the_middle_of_the_picture_is_what_is_looked_at() {
        let camera = camera(&document()).unwrap();
        let [x, z] = camera.ground_at(DVec2::splat(0.5), 1.5).unwrap();
        assert!(x.abs() < 1e-9 && z.abs() < 1e-9);
        let [right, _] = camera.ground_at(DVec2::new(0.75, 0.5), 1.5).unwrap();
        let [_, near] = camera.ground_at(DVec2::new(0.5, 0.75), 1.5).unwrap();
        assert!(right > 0.5 && near > 0.5, "{right} {near}");
        assert_eq!(camera.ground_at(DVec2::new(0.5, -3.0), 1.5), None, "the sky is not on the ground");
    }

    /// The inputs of the document that are changed.
    fn changed(steering: Option<Steering>) -> Vec<InputChange> {
        match steering {
            Some(Steering::Edit(edit)) => match *edit {
                Edit::SetInputs { changes } => changes,
                other => panic!("another edit: {other:?}"),
            },
            other => panic!("no edit: {other:?}"),
        }
    }

    #[test]
    fn drags_and_wheels_set_what_no_wire_leads() {
        let mut document = document();
        let changes = changed(camera(&document).unwrap().turned(DVec2::new(100.0, 10.0)));
        assert_eq!(changes.iter().map(|change| change.input.as_str()).collect::<Vec<_>>(), ["heading", "pitch"]);
        assert_eq!(changes[0].value, Some(Literal::Number(-35.0)));
        let changes = changed(camera(&document).unwrap().nearer(2.0));
        assert_eq!(changes[0].value, Some(Literal::Number(5.0)));
        document.nodes.insert("clock".to_owned(), Node::new("time"));
        document.links.push(Link::new(PortRef::new("clock", "seconds"), PortRef::new("view", "heading")));
        let led = camera(&document).unwrap();
        let changes = changed(led.turned(DVec2::new(100.0, 10.0)));
        assert_eq!(changes.len(), 1, "the heading is led by a wire");
        assert_eq!(led.ground_at(DVec2::splat(0.5), 1.5), None);
    }

    #[test]
    fn looks_start_where_the_documents_camera_stands_and_leave_it_alone() {
        let document = document();
        let specs = &wavewright_nodes::library().0;
        let camera = SceneCamera::of_look(&document, specs, &BTreeMap::new());
        assert_eq!((camera.distance_m, camera.pitch_deg), (10.0, 45.0));
        let Some(Steering::Look(moved)) = camera.turned(DVec2::new(100.0, 0.0)) else { panic!("an edit of the document") };
        let after = SceneCamera::of_look(&document, specs, &moved.into_iter().collect());
        assert_eq!((after.heading_deg, after.distance_m), (-35.0, 10.0));
        let without = SceneCamera::of_look(&Document::default(), specs, &BTreeMap::new());
        assert!(without.distance_m > 1.0 && without.field_of_view_deg > 10.0, "{without:?}");
    }

    #[test]
    fn pictures_without_a_scene_have_no_camera() {
        let mut document = document();
        document.links.clear();
        assert_eq!(camera(&document), None);
    }
}
