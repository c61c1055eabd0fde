//! From a graph to an effect: [lower](lower) what the roots need, [place](place) each value, [fuse](fuse) work into kernels,
//! [emit](emit) their WGSL, [assemble](assemble) the effect, check it as a portable device would, and let textures [share](share) memory.
//!
//! Compiling gives an effect and diagnostics: what is broken is set aside with a message at its node, and the rest runs.

mod assemble;
mod attachments;
mod bind;
mod bundle;
mod effect;
mod element_layout;
mod emit;
mod encode;
mod fuse;
mod layout;
mod looks;
mod lower;
mod pictures;
mod place;
mod requires;
mod sets;
mod share;
mod statistics;
mod text;

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

pub use attachments::Attachment;
pub(crate) use bind::FAULTS;
pub use bundle::{BundleError, MANIFEST_FILE, WGSL_FILE, effect_hash, frame_hash, is_manifest, read_bundle, write_bundle};
pub use effect::*;
pub use encode::{LIST_HEADER_BYTES, alignment, encode, encoded_bytes};
pub use looks::{WIRE_WIDTH, first_camera, is_camera_of_look, is_mesh_of_look};
pub use statistics::Statistics;

use self::emit::Context;
use self::lower::ValueRef;
use self::place::{Field, FieldId, Placement};
use self::text::KernelText;
use crate::diagnostic::Diagnostic;
use crate::graph::groups::{expand, group_of};
use crate::graph::{Document, PortRef, scoped_id};
use crate::media::Files;
use crate::node::{Body, Native, SpecSource};

/// What compiling needs.
pub struct CompileInput<'a> {
    /// The graph.
    pub document: &'a Document,
    /// What its nodes are.
    pub specs: &'a dyn SpecSource,
    /// The pictures that it names.
    pub files: &'a dyn Files,
    /// Outputs to be looked at besides those of `output` nodes.
    pub looks: &'a [PortRef],
    /// What was found valid before.
    pub cache: &'a CompileCache,
}

/// What compiling gives.
pub struct Compiled {
    /// The effect, where anything is left to show.
    pub effect: Option<Arc<Effect>>,
    /// Problems, by node.
    pub diagnostics: Vec<Diagnostic>,
}

impl Compiled {
    /// Whether anything is wrong enough that a node does not run.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == crate::Severity::Error)
    }
}

/// Remembers which kernels were found valid, by their content, so that an edit checks only what it changed.
#[derive(Default)]
pub struct CompileCache {
    valid: Mutex<HashSet<blake3::Hash>>,
}

impl CompileCache {
    /// Checks a kernel, unless one like it was found valid before.
    fn check(&self, kernel: &KernelText) -> Result<(), wavewright_shaders::ShaderError> {
        let key = blake3::hash(kernel.text.as_bytes());
        if self.valid.lock().unwrap_or_else(PoisonError::into_inner).contains(&key) {
            return Ok(());
        }
        wavewright_shaders::validate(&kernel.text)?;
        self.valid.lock().unwrap_or_else(PoisonError::into_inner).insert(key);
        Ok(())
    }
}

/// Rounds of setting broken nodes aside before giving up.
const ROUNDS: usize = 8;

/// Compiles what the document's output nodes and `looks` need.
#[must_use]
pub fn compile(input: &CompileInput<'_>) -> Compiled {
    let mut compiled = compile_unshared(input);
    if let Some(effect) = &mut compiled.effect {
        // Nobody else has it yet, so nothing is copied.
        share::share_textures(&mut Arc::make_mut(effect).manifest);
    }
    compiled
}

/// Compiles with a texture of its own for each grid: to read after a step what any of them held. Takes more memory than [`compile`].
#[must_use]
pub fn compile_unshared(input: &CompileInput<'_>) -> Compiled {
    if input.document.nodes.values().all(|node| group_of(&node.kind).is_none()) {
        return compile_flat(input);
    }
    let expanded = expand(input.document);
    let mut compiled = compile_flat(&CompileInput { document: &expanded.document, ..*input });
    let mut problems = expanded.diagnostics;
    problems.append(&mut compiled.diagnostics);
    for problem in &mut problems {
        // Told where people mend it: in the group, and once however often the group is used.
        if let Some(origin) = problem.node.as_ref().and_then(|node| expanded.origins.get(node)) {
            problem.node = Some(scoped_id(Some(&origin.group), &origin.id));
        }
    }
    Compiled { diagnostics: without_doubles(problems), ..compiled }
}

fn compile_flat(input: &CompileInput<'_>) -> Compiled {
    let Some(looked) = looks::pictures_of_sets(input) else { return compile_values(input) };
    let mut compiled = compile_values(&CompileInput { document: &looked.document, looks: &looked.looks, ..*input });
    if let Some(effect) = compiled.effect.as_mut().map(Arc::make_mut) {
        for output in &mut effect.manifest.outputs {
            if let Some(look) = looked.replaced.get(&output.name) {
                output.name = look.to_string();
                output.title = look.to_string();
            }
        }
    }
    compiled
}

fn compile_values(input: &CompileInput<'_>) -> Compiled {
    let roots = roots(input);
    let mut broken: HashSet<String> = HashSet::new();
    let mut kernel_problems: Vec<Diagnostic> = Vec::new();
    for _ in 0..ROUNDS {
        let mut compiled = compile_around(input, &roots, &broken);
        let mut newly_broken = Vec::new();
        for kernel in &compiled.kernels {
            if let Err(error) = input.cache.check(kernel) {
                let (problem, nodes) = kernel_problem(&error, kernel, input);
                newly_broken.extend(nodes);
                kernel_problems.push(problem);
            }
        }
        newly_broken.retain(|node| broken.insert(node.clone()));
        if newly_broken.is_empty() || compiled.effect.is_none() {
            compiled.diagnostics.extend(kernel_problems);
            let effect = if newly_broken.is_empty() { compiled.effect.map(Arc::new) } else { None };
            return Compiled { effect, diagnostics: without_doubles(compiled.diagnostics) };
        }
    }
    Compiled { effect: None, diagnostics: without_doubles(kernel_problems) }
}

/// The outputs to make: those of output nodes in the order of the document, then the looks.
fn roots(input: &CompileInput<'_>) -> Vec<PortRef> {
    let mut roots: Vec<PortRef> = Vec::new();
    for (id, node) in &input.document.nodes {
        if !node.muted
            && let Ok(spec) = input.specs.spec_for(node)
            && spec.body == Body::Native(Native::Output)
            && let Some(output) = spec.outputs.first()
        {
            roots.push(PortRef::new(id, &output.name));
        }
    }
    for look in input.looks {
        if !roots.contains(look) {
            roots.push(look.clone());
        }
    }
    roots
}

struct Attempt {
    effect: Option<Effect>,
    kernels: Vec<KernelText>,
    diagnostics: Vec<Diagnostic>,
}

fn compile_around(input: &CompileInput<'_>, roots: &[PortRef], broken: &HashSet<String>) -> Attempt {
    let plane = input.document.grid.resolution;
    let mut diagnostics = Vec::new();
    if plane.contains(&0) {
        diagnostics.push(Diagnostic::error("the grid has no cells").help("give it at least 1 x 1 cells"));
        return Attempt { effect: None, kernels: Vec::new(), diagnostics };
    }
    let lowered = lower::lower(input.document, input.specs, roots, broken);
    diagnostics.extend(lowered.diagnostics);
    let images = load_images(input, &lowered.nodes, &mut diagnostics);
    let asked: Vec<ValueRef> = lowered.roots.iter().map(|(_, value)| *value).collect();
    let mut placement = place::place(&lowered.nodes, &asked, plane, &images);
    diagnostics.append(&mut placement.diagnostics);
    diagnostics.append(&mut placement.sets.diagnostics);
    diagnostics.extend(sets::differing(&lowered.nodes, &placement.uniform));
    let (shown, looked_at) = show(&lowered.roots, &lowered.nodes, &mut placement, plane);
    if shown.is_empty() {
        if diagnostics.iter().all(|diagnostic| diagnostic.severity != crate::Severity::Error) {
            diagnostics.push(Diagnostic::error("nothing is shown").help("add an output node and connect what it should show"));
        }
        return Attempt { effect: None, kernels: Vec::new(), diagnostics };
    }
    let fused = fuse::fuse(&lowered.nodes, &placement, &looked_at);
    let context = Context { nodes: &lowered.nodes, placement: &placement, plane };
    let assembled = assemble::assemble(input.document, &context, &fused, &shown, &images);
    diagnostics.extend(assembled.diagnostics);
    Attempt { effect: Some(assembled.effect), kernels: assembled.kernels, diagnostics }
}

/// A value with the output's name and the grid that shows it.
type Shown = Vec<(PortRef, ValueRef, FieldId)>;

/// The grid of each root. A value that is the same everywhere, or last step's, gets one made for looking.
fn show(
    roots: &[(PortRef, ValueRef)],
    nodes: &[lower::LoweredNode],
    placement: &mut Placement,
    plane: layout::Size,
) -> (Shown, Vec<(ValueRef, FieldId)>) {
    let mut shown = Shown::new();
    let mut looked_at: Vec<(ValueRef, FieldId)> = Vec::new();
    for (port, value) in roots {
        let node = &nodes[value.node];
        if !node.output_type(value.output).is_value() {
            continue;
        }
        let known = assemble::shown_field(&placement.homes, *value)
            .or_else(|| looked_at.iter().find(|(other, _)| other == value).map(|(_, field)| *field));
        let field = known.unwrap_or_else(|| {
            let label = node.spec.outputs[value.output].name.clone();
            placement.fields.push(Field {
                name: format!("{}.look", layout::texture_name(&node.id, &label, 0)),
                node: value.node,
                label: format!("{label}_look"),
                value_type: node.output_type(value.output),
                format: layout::texture_format(node.output_type(value.output)),
                size: plane,
                level: 0,
                is_state: false,
                is_rewritten: false,
                initial: None,
            });
            looked_at.push((*value, placement.fields.len() - 1));
            placement.fields.len() - 1
        });
        shown.push((port.clone(), *value, field));
    }
    (shown, looked_at)
}

/// The files that nodes name.
type Images = BTreeMap<lower::ImageKey, Arc<Pixels>>;

/// Loads the pictures and meshes that nodes name; one that can't be had is a single black texel, which is no corner, with a message.
fn load_images(input: &CompileInput<'_>, nodes: &[lower::LoweredNode], diagnostics: &mut Vec<Diagnostic>) -> Images {
    let mut images = Images::new();
    for (image, readers) in assemble::images_named(nodes) {
        let pixels = input.files.load(&image.path, image.content).unwrap_or_else(|problem| {
            for (node, position) in readers {
                diagnostics.push(Diagnostic::error(problem.clone()).at(&nodes[node].id).port(&nodes[node].spec.inputs[position].name));
            }
            Arc::new(Pixels { width: 1, height: 1, channels: 4, values: vec![0.0, 0.0, 0.0, 1.0] })
        });
        images.insert(image, pixels);
    }
    images
}

/// What a refused kernel means for the artist: the line of the node's file where it came from one, and which nodes to set aside.
fn kernel_problem(error: &wavewright_shaders::ShaderError, kernel: &KernelText, input: &CompileInput<'_>) -> (Diagnostic, Vec<String>) {
    if let Some((file, line)) = kernel.origin_of(error.line) {
        let guilty: Vec<String> = kernel
            .nodes
            .iter()
            .filter(|id| {
                input.document.nodes.get(*id).and_then(|node| input.specs.spec_for(node).ok()).is_some_and(|spec| spec.module.file == file)
            })
            .cloned()
            .collect();
        if let Some(first) = guilty.first() {
            let problem = Diagnostic::error(error.message.clone())
                .at(first)
                .in_file(file, line)
                .help("mend the node's WGSL; the rest of the graph runs on");
            return (problem, guilty);
        }
    }
    let excerpt = kernel.text.lines().nth(error.line.saturating_sub(1)).unwrap_or("").trim().to_owned();
    let mut problem = Diagnostic::error(format!("its generated code was refused: {} (in `{excerpt}`)", error.message))
        .help(format!("this is a fault of Wavewright or of a node's file; nodes in this kernel: {}", kernel.nodes.join(", ")));
    if let Some(first) = kernel.nodes.first() {
        problem = problem.at(first);
    }
    (problem, kernel.nodes.clone())
}

fn without_doubles(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    let mut seen = HashSet::new();
    for diagnostic in diagnostics {
        if seen.insert(diagnostic.to_string()) {
            kept.push(diagnostic);
        }
    }
    kept
}
