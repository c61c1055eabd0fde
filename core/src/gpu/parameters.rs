//! Current values of an effect's parameters, and their bytes.

use std::collections::HashMap;

use super::check::{broken, parameter_buffer_bytes};
use super::error::PlayerError;
use super::program::{MOST_REPEATS, Repeats};
use crate::compile::{Manifest, Parameter, encode, encoded_bytes};
use crate::graph::keyframes;
use crate::node::Literal;

/// The `parameters` buffer as the CPU knows it.
#[derive(Clone, Debug)]
pub(super) struct Parameters {
    bytes: Vec<u8>,
    values: Vec<Literal>,
    /// Places of the parameters that follow their keyframes.
    keyframed: Vec<usize>,
    places: HashMap<(String, String), Vec<usize>>,
}

impl Parameters {
    pub(super) fn new(manifest: &Manifest) -> Result<Self, PlayerError> {
        let mut parameters = Self {
            bytes: vec![0; parameter_buffer_bytes(manifest) as usize],
            values: manifest.parameters.iter().map(|parameter| parameter.value.clone()).collect(),
            keyframed: Vec::new(),
            places: HashMap::new(),
        };
        for (place, parameter) in manifest.parameters.iter().enumerate() {
            let length = encoded_bytes(&parameter.encoding);
            for &offset in &parameter.offsets {
                if !offset.is_multiple_of(4) || offset as usize + length > parameters.bytes.len() {
                    let Parameter { node, input, .. } = parameter;
                    return Err(broken(format!("{node}.{input} lies at byte {offset} of {} parameter bytes", parameters.bytes.len())));
                }
            }
            parameters.write(parameter, &encoded(parameter, &parameter.value)?);
            for keyframe in &parameter.keyframes {
                encoded(parameter, &keyframe.value)?;
            }
            if !parameter.keyframes.is_empty() {
                parameters.keyframed.push(place);
            }
            parameters.places.entry((parameter.node.clone(), parameter.input.clone())).or_default().push(place);
        }
        Ok(parameters)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The current value, by the node's id and the input.
    pub(super) fn value(&self, node: &str, input: &str) -> Option<&Literal> {
        let places = self.places.get(&(node.to_owned(), input.to_owned()))?;
        self.values.get(*places.first()?)
    }

    /// Whether any value changes by itself from step to step.
    pub(super) fn change_over_time(&self) -> bool {
        !self.keyframed.is_empty()
    }

    /// Sets what has keyframes to its value at `frame` and returns the first byte and the length of what changed in the buffer.
    pub(super) fn go_to(&mut self, manifest: &Manifest, frame: f64) -> Vec<(usize, usize)> {
        let mut changed = Vec::new();
        for place in self.keyframed.clone() {
            let parameter = &manifest.parameters[place];
            // Keyframes were encoded when the effect was loaded, and so can be what lies between them.
            if let Some(value) = keyframes::sample(&parameter.keyframes, frame)
                && let Ok(bytes) = encoded(parameter, &value)
            {
                changed.extend(self.write(parameter, &bytes));
                self.values[place] = value;
            }
        }
        changed
    }

    /// Sets a value, which takes the place of its keyframes, and returns the first byte and the length of what changed in the buffer.
    pub(super) fn set(
        &mut self,
        manifest: &Manifest,
        node: &str,
        input: &str,
        value: &Literal,
    ) -> Result<Vec<(usize, usize)>, PlayerError> {
        let Some(places) = self.places.get(&(node.to_owned(), input.to_owned())).cloned() else {
            let message = "the effect has no such parameter; it may need compiling again".to_owned();
            return Err(PlayerError::Parameter { node: node.to_owned(), input: input.to_owned(), message });
        };
        let mut encodings = Vec::with_capacity(places.len());
        for &place in &places {
            encodings.push(encoded(&manifest.parameters[place], value)?);
        }
        let mut changed = Vec::new();
        for (place, bytes) in places.into_iter().zip(encodings) {
            let parameter = &manifest.parameters[place];
            self.values[place] = value.clone();
            self.keyframed.retain(|keyframed| *keyframed != place);
            changed.extend(self.write(parameter, &bytes));
        }
        Ok(changed)
    }

    /// How often a block runs now.
    pub(super) fn repeats(&self, repeats: Repeats) -> u32 {
        match repeats {
            Repeats::Fixed(times) => times,
            Repeats::Parameter(place) => {
                let number = match &self.values[place] {
                    Literal::Number(number) => *number,
                    Literal::Vector(vector) => vector.first().copied().unwrap_or_default(),
                    // Encoding lets nothing else become the value of a number, which a program's counts are checked to be.
                    Literal::Bool(_) | Literal::Text(_) | Literal::Rows(_) => 0.0,
                };
                number.round().clamp(0.0, f64::from(MOST_REPEATS)) as u32
            }
        }
    }

    fn write(&mut self, parameter: &Parameter, bytes: &[u8]) -> Vec<(usize, usize)> {
        let mut changed = Vec::new();
        for &offset in &parameter.offsets {
            let start = offset as usize;
            let target = &mut self.bytes[start..start + bytes.len()];
            if target != bytes {
                target.copy_from_slice(bytes);
                changed.push((start, bytes.len()));
            }
        }
        changed
    }
}

fn encoded(parameter: &Parameter, value: &Literal) -> Result<Vec<u8>, PlayerError> {
    encode(&parameter.encoding, value).map_err(|message| PlayerError::Parameter {
        node: parameter.node.clone(),
        input: parameter.input.clone(),
        message,
    })
}
