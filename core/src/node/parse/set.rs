//! Nodes of sets: `@makes`, `@changes`, `@copies` and `@draws`, and the inputs that carry sets.

use wavewright_shaders::{Item, Tag};

use super::Draft;
use super::problems::suggest;
use super::tags;
use crate::node::{Attribute, BirthEvent, Body, DrawKind, FunctionSpec, Literal, OutputSpec, PortType, SetRole, SetSpec, ValueType};

/// Tags of which a set's node has one.
pub(super) const ROLES: [&str; 4] = ["makes", "changes", "copies", "draws"];

impl Draft<'_> {
    /// The tag that makes the file a node of a set.
    pub(super) fn set_tag(&self) -> Option<Tag> {
        self.module.docs.tags.iter().find(|tag| ROLES.contains(&tag.name.as_str())).cloned()
    }

    /// An input that carries a set: `@mesh name prose`, `@particles name prose`, `@scene name prose`.
    pub(super) fn read_set_input(&mut self, tag: &Tag) {
        let Some(value_type) = ValueType::from_name(&tag.name) else { return };
        let (name, prose) = tag.value.split_once(char::is_whitespace).unwrap_or((tag.value.as_str(), ""));
        let input = self.blank_input(name, prose.trim(), PortType::Fixed(value_type));
        if input.description.is_empty() && self.needs_text {
            self.problems.add(tag.line, format!("the input `{name}` has no description"), "say after its name what it is");
        }
        self.add_input(input, tag.line);
    }

    /// The whole node, once its inputs are known.
    pub(super) fn set_body(&mut self, tag: &Tag, item: &Item, mut function: FunctionSpec) -> Option<Body> {
        self.finish_function(&mut function);
        self.check_calls(std::slice::from_ref(&function));
        tags::check(&item.docs, tags::FUNCTION, "the node's function", &mut self.problems);
        let mut words = tag.value.split_whitespace();
        let first = words.next().unwrap_or_default().to_owned();
        let rest: Vec<&str> = words.collect();
        let (role, made) = match tag.name.as_str() {
            "makes" => self.made(tag, &first, &rest)?,
            "changes" => {
                let input = self.set_called(&first, tag)?;
                (SetRole::Change(input), self.inputs[input].name.clone())
            }
            "copies" => {
                let mesh = self.set_called(&first, tag)?;
                let count = self.setting_called(rest.first().copied().unwrap_or_default(), tag)?;
                (SetRole::Copies { mesh, count }, "mesh".to_owned())
            }
            _ => self.drawn(tag, &first, &rest, &function)?,
        };
        let value_type = match &role {
            SetRole::Particles { .. } | SetRole::Offspring { .. } => ValueType::Particles,
            SetRole::Draw { .. } => ValueType::Scene,
            SetRole::Change(input) => match self.inputs[*input].port_type {
                PortType::Fixed(value_type) => value_type,
                _ => ValueType::Mesh,
            },
            _ => ValueType::Mesh,
        };
        let attributes = if matches!(role, SetRole::Draw { .. }) { Vec::new() } else { self.given_attributes(item, &function)? };
        if matches!(role, SetRole::Trails { .. }) {
            self.check_trail(item, &attributes);
        }
        self.outputs =
            vec![OutputSpec { name: made, description: item.docs.text.clone(), port_type: PortType::Fixed(value_type), unit: None }];
        if item.docs.text.is_empty() && self.needs_text {
            self.problems.add(item.line, "the node's output has no description", "say above the function in `///` what it gives");
        }
        Some(Body::Set(SetSpec { function, role, attributes }))
    }

    fn made(&mut self, tag: &Tag, what: &str, rest: &[&str]) -> Option<(SetRole, String)> {
        let word = |index: usize| rest.get(index).copied().unwrap_or_default();
        match (what, word(0)) {
            ("mesh", "grid") => {
                let (columns, rows) = (self.setting_called(word(1), tag)?, self.setting_called(word(2), tag)?);
                Some((SetRole::Grid { columns, rows }, "mesh".to_owned()))
            }
            ("mesh", "pieces") => {
                let count = self.setting_called(word(1), tag)?;
                match word(2).parse::<u32>() {
                    Ok(corners) if corners > 0 && corners.is_multiple_of(3) => {
                        Some((SetRole::Pieces { count, corners }, "mesh".to_owned()))
                    }
                    _ => {
                        self.problems.add(
                            tag.line,
                            format!("`{}` is no number of corners", word(2)),
                            "write a multiple of 3 after the input that counts the pieces",
                        );
                        None
                    }
                }
            }
            ("mesh", "file") => {
                let path = self.input_called(word(1), tag)?;
                Some((SetRole::File { path }, "mesh".to_owned()))
            }
            ("mesh", "trails") => {
                let (particles, points) = (self.particles_called(word(1), tag)?, self.setting_called(word(2), tag)?);
                let duration = self.number_called(word(3), tag)?;
                Some((SetRole::Trails { particles, points, duration }, "mesh".to_owned()))
            }
            // No input can have this name: it is a word of WGSL's own.
            ("particles", "from") => {
                let (parents, count) = (self.particles_called(word(1), tag)?, self.setting_called(word(2), tag)?);
                let event = self.event_called(word(3), tag)?;
                let (rate, when) = (self.number_called(word(4), tag)?, self.number_called(word(5), tag)?);
                Some((SetRole::Offspring { parents, count, event, rate, when }, "particles".to_owned()))
            }
            ("particles", name) => {
                let capacity = self.setting_called(name, tag)?;
                let (rate, burst) = (self.input_called(word(1), tag)?, self.input_called(word(2), tag)?);
                Some((SetRole::Particles { capacity, rate, burst }, "particles".to_owned()))
            }
            _ => {
                self.problems.add(
                    tag.line,
                    format!("`@makes {}` is unknown", tag.value),
                    "write `@makes mesh grid COLUMNS ROWS`, `@makes mesh pieces COUNT CORNERS`, `@makes mesh file PATH`, \
                     `@makes mesh trails PARTICLES POINTS DURATION`, `@makes particles CAPACITY RATE BURST` or \
                     `@makes particles from PARENTS COUNT EVENT RATE WHEN`",
                );
                None
            }
        }
    }

    fn drawn(&mut self, tag: &Tag, kind: &str, rest: &[&str], function: &FunctionSpec) -> Option<(SetRole, String)> {
        let Some((_, kind)) = DrawKind::NAMES.into_iter().find(|(name, _)| *name == kind) else {
            self.problems.add(tag.line, format!("`@draws {kind}` is unknown"), suggest(kind, DrawKind::NAMES.map(|(name, _)| name)));
            return None;
        };
        if function.result != kind.result() {
            self.problems.add(
                tag.line,
                format!("`@draws {}` needs a function that returns `{}`, not `{}`", tag.value, kind.result(), function.result),
                "the structs are in `scene` of the shader library",
            );
        }
        let set = match kind {
            DrawKind::Surface | DrawKind::Sprites | DrawKind::Ribbons => {
                Some(self.set_called(rest.first().copied().unwrap_or_default(), tag)?)
            }
            DrawKind::Field | DrawKind::Sky | DrawKind::Light => None,
        };
        let scene = self.inputs.iter().position(|input| input.port_type == PortType::Fixed(ValueType::Scene));
        let Some(scene) = scene else {
            self.problems.add(
                tag.line,
                "a node that draws has no input for the scene that it draws into",
                "add `//! @scene scene` and prose",
            );
            return None;
        };
        Some((SetRole::Draw { kind, set, scene }, "scene".to_owned()))
    }

    fn set_called(&mut self, name: &str, tag: &Tag) -> Option<usize> {
        let input = self.input_called(name, tag)?;
        if matches!(self.inputs[input].port_type, PortType::Fixed(ValueType::Mesh | ValueType::Particles)) {
            return Some(input);
        }
        self.problems.add(
            tag.line,
            format!("`@{}` names `{name}`, which carries no mesh and no particles", tag.name),
            "name such an input",
        );
        None
    }

    fn particles_called(&mut self, name: &str, tag: &Tag) -> Option<usize> {
        let input = self.input_called(name, tag)?;
        if self.inputs[input].port_type == PortType::Fixed(ValueType::Particles) {
            return Some(input);
        }
        let help = format!("declare it with `//! @particles {name}` and prose, or name such an input");
        self.problems.add(tag.line, format!("`@{}` names `{name}`, which carries no particles", tag.name), help);
        None
    }

    fn number_called(&mut self, name: &str, tag: &Tag) -> Option<usize> {
        let input = self.input_called(name, tag)?;
        if self.inputs[input].port_type == PortType::Fixed(ValueType::Number) {
            return Some(input);
        }
        self.problems.add(tag.line, format!("`@{}` names `{name}`, which is no number", tag.name), "name an argument of type `f32`");
        None
    }

    /// The choice of when children are born.
    fn event_called(&mut self, name: &str, tag: &Tag) -> Option<usize> {
        let input = self.input_called(name, tag)?;
        let is_event = |word: &String| BirthEvent::from_name(word).is_some();
        if matches!(&self.inputs[input].port_type, PortType::Choice(words) if words.iter().all(is_event)) {
            return Some(input);
        }
        let words = BirthEvent::NAMES.map(|(word, _)| word).join(", ");
        self.problems.add(
            tag.line,
            format!("`@{}` names `{name}`, which does not choose when children are born", tag.name),
            format!("give it a `@choice` among {words}"),
        );
        None
    }

    /// A trail is where its particle was; what tells its points apart is the compiler's.
    fn check_trail(&mut self, item: &Item, given: &[Attribute]) {
        if !given.contains(&Attribute::Position) {
            self.problems.add(
                item.line,
                format!("`{}` gives no `position`, so its trails are nowhere", item.name),
                "give back where the head of the trail is",
            );
        }
        let own = [Attribute::Uv, Attribute::Age, Attribute::Id, Attribute::Copy];
        if let Some(attribute) = given.iter().find(|attribute| own.contains(attribute)) {
            self.problems.add(
                item.line,
                format!("`{}` gives the attribute `{}`, which trails have by themselves", item.name, attribute.name()),
                "leave it out",
            );
        }
    }

    fn setting_called(&mut self, name: &str, tag: &Tag) -> Option<usize> {
        let input = self.input_called(name, tag)?;
        if self.inputs[input].setting && matches!(self.inputs[input].default, Some(Literal::Number(_))) {
            return Some(input);
        }
        self.problems.add(
            tag.line,
            format!("`@{}` counts by `{name}`, which is no setting with a default", tag.name),
            "a count decides how much memory is needed: add `@setting` and `@default` to the input",
        );
        None
    }

    /// The attributes that the function's result stands for: its members, or the one that `@output` names.
    fn given_attributes(&mut self, item: &Item, function: &FunctionSpec) -> Option<Vec<Attribute>> {
        let members: Vec<(String, String)> = match &function.members {
            Some(members) => members.clone(),
            None => {
                let name = item.docs.tag("output").map_or_else(String::new, |tag| tag.value.clone());
                vec![(name, function.result.clone())]
            }
        };
        let mut attributes = Vec::new();
        for (name, spelling) in members {
            match Attribute::from_name(&name) {
                Some(attribute) if attribute.value_type().wgsl() == spelling => attributes.push(attribute),
                Some(attribute) => {
                    let expected = attribute.value_type().wgsl();
                    self.problems.add(
                        item.line,
                        format!("the attribute `{name}` is given as `{spelling}`"),
                        format!("it is of type `{expected}`"),
                    );
                    return None;
                }
                None => {
                    self.problems.add(
                        item.line,
                        format!("the result's `{name}` is no attribute"),
                        suggest(&name, Attribute::ALL.map(Attribute::name)),
                    );
                    return None;
                }
            }
        }
        Some(attributes)
    }
}
