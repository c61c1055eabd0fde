//! Pipelines, kept by what they are made of: a kernel that did not change is not compiled again.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::check::broken;
use super::device::{Gpu, Refusal, guard};
use super::error::PlayerError;
use super::recipe::{Recipe, texture_format};
use crate::compile::{Effect, Kernel, RenderPipeline, SlotKind};

/// Pipelines that are kept; those unused for longest go first. Players hold on to their own.
const KEPT_PIPELINES: usize = 2_048;
/// Stack of a compiling thread: shader compilers recurse over expressions.
const COMPILER_STACK_BYTES: usize = 32 << 20;
/// Threads that compile at once; drivers lock around much of it.
const MOST_COMPILERS: usize = 8;

/// Pipelines by content, shared by players. Clones are the same cache.
#[derive(Clone, Debug, Default)]
pub struct PipelineCache {
    kernels: Arc<Mutex<Shared<wgpu::ComputePipeline>>>,
    draws: Arc<Mutex<Shared<wgpu::RenderPipeline>>>,
}

/// All that an effect runs, in the manifest's order.
#[derive(Debug)]
pub(super) struct Pipelines {
    pub kernels: Vec<Arc<Compiled<wgpu::ComputePipeline>>>,
    pub draws: Vec<Arc<Compiled<wgpu::RenderPipeline>>>,
}

#[derive(Debug)]
struct Shared<P> {
    entries: HashMap<Key, Entry<P>>,
    /// Counts look-ups: the time of the least recently used.
    now: u64,
    created: u64,
    hits: u64,
}

#[derive(Debug)]
struct Entry<P> {
    compiled: Arc<Compiled<P>>,
    used: u64,
}

/// The device, and what the pipeline is made of.
type Key = (u64, blake3::Hash);

/// A pipeline that can run.
#[derive(Debug)]
pub(super) struct Compiled<P> {
    pub pipeline: P,
    pub bind_group_layout: wgpu::BindGroupLayout,
}

impl PipelineCache {
    /// An empty cache.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many pipelines were ever compiled.
    #[must_use]
    pub fn created(&self) -> u64 {
        guard(&self.kernels).created + guard(&self.draws).created
    }

    /// How many were asked for and there already.
    #[must_use]
    pub fn hits(&self) -> u64 {
        guard(&self.kernels).hits + guard(&self.draws).hits
    }

    /// The pipelines of `effect`. Missing ones are compiled, several at once.
    pub(super) fn compile(&self, gpu: &Gpu, effect: &Effect) -> Result<Pipelines, PlayerError> {
        let lines: Vec<&str> = effect.wgsl.lines().collect();
        let kernels = compile_all::<Kernel>(gpu, &lines, &effect.manifest.kernels, &self.kernels)?;
        let draws = compile_all::<RenderPipeline>(gpu, &lines, &effect.manifest.pipelines, &self.draws)?;
        gpu.alive()?;
        Ok(Pipelines { kernels, draws })
    }
}

/// Pipelines in the order of their recipes.
type Made<R> = Vec<Arc<Compiled<<R as Recipe>::Pipeline>>>;

fn compile_all<R: Recipe>(gpu: &Gpu, lines: &[&str], recipes: &[R], kept: &Mutex<Shared<R::Pipeline>>) -> Result<Made<R>, PlayerError> {
    let sources = recipes.iter().map(|recipe| source(recipe, lines).map(|text| (recipe, text))).collect::<Result<Vec<_>, _>>()?;
    let keys: Vec<Key> = sources.iter().map(|(recipe, text)| (gpu.id(), content(*recipe, text))).collect();
    let mut found: HashMap<Key, Arc<Compiled<R::Pipeline>>> = HashMap::new();
    let mut missing: Vec<(Key, &R, &str)> = Vec::new();
    {
        let mut kept = guard(kept);
        let mut asked = HashSet::new();
        for (key, (recipe, text)) in keys.iter().zip(&sources) {
            if let Some(compiled) = kept.touch(key) {
                found.insert(*key, compiled);
            } else if asked.insert(*key) {
                missing.push((*key, recipe, text));
            }
        }
    }
    for (key, compiled) in compile_missing(gpu, &missing)? {
        guard(kept).insert(key, Arc::clone(&compiled));
        found.insert(key, compiled);
    }
    keys.iter().map(|key| found.get(key).cloned().ok_or_else(|| broken("a pipeline was lost while compiling"))).collect()
}

impl<P> Default for Shared<P> {
    fn default() -> Self {
        Self { entries: HashMap::new(), now: 0, created: 0, hits: 0 }
    }
}

impl<P> Shared<P> {
    fn touch(&mut self, key: &Key) -> Option<Arc<Compiled<P>>> {
        self.now += 1;
        let entry = self.entries.get_mut(key)?;
        entry.used = self.now;
        self.hits += 1;
        Some(Arc::clone(&entry.compiled))
    }

    fn insert(&mut self, key: Key, compiled: Arc<Compiled<P>>) {
        self.now += 1;
        self.created += 1;
        self.entries.insert(key, Entry { compiled, used: self.now });
        if self.entries.len() > KEPT_PIPELINES {
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.used).map(|(key, _)| *key);
            oldest.and_then(|key| self.entries.remove(&key));
        }
    }
}

/// A pipeline's own lines of the effect's WGSL, each where it stands in the whole: other lines are blank, so that the compiler's
/// messages name lines of the effect.
fn source<R: Recipe>(recipe: &R, lines: &[&str]) -> Result<String, PlayerError> {
    if recipe.lines().is_empty() {
        return Ok(lines.join("\n"));
    }
    let mut wanted = vec![false; lines.len()];
    for &[first, last] in recipe.lines() {
        if first == 0 || first > last || last as usize > lines.len() {
            return Err(broken(format!("the {} {} asks for the lines {first} to {last} of {}", R::KIND, recipe.name(), lines.len())));
        }
        wanted[first as usize - 1..last as usize].fill(true);
    }
    Ok(lines.iter().zip(wanted).map(|(line, wanted)| if wanted { line } else { "" }).collect::<Vec<_>>().join("\n"))
}

/// Hash of what a pipeline is made of. Blank lines and where the lines stand make no difference.
fn content<R: Recipe>(recipe: &R, source: &str) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    let mut text = format!("{}\n", recipe.settings());
    for slot in recipe.layout() {
        // Writing to a string can't fail.
        writeln!(text, "{slot:?}").ok();
    }
    hasher.update(text.as_bytes());
    for line in source.lines().filter(|line| !line.trim().is_empty()) {
        hasher.update(line.as_bytes()).update(b"\n");
    }
    hasher.finalize()
}

/// A pipeline by its key.
type Keyed<R> = (Key, Arc<Compiled<<R as Recipe>::Pipeline>>);

fn compile_missing<R: Recipe>(gpu: &Gpu, missing: &[(Key, &R, &str)]) -> Result<Vec<Keyed<R>>, PlayerError> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_COMPILERS).min(missing.len());
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(missing.len()));
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .filter_map(|_| {
                let work = || {
                    while let Some((key, recipe, text)) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let result = compile(gpu, *recipe, text);
                        guard(&results).push((*key, result));
                    }
                };
                std::thread::Builder::new().name("kernel compiler".into()).stack_size(COMPILER_STACK_BYTES).spawn_scoped(scope, work).ok()
            })
            .collect();
        for worker in workers {
            // A compiler that panics has left its recipe without a result, which is reported below.
            worker.join().ok();
        }
    });
    let mut compiled: HashMap<Key, _> = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).into_iter().collect();
    missing
        .iter()
        .map(|(key, recipe, _)| match compiled.remove(key) {
            Some(result) => result.map(|compiled| (*key, Arc::new(compiled))),
            None => Err(refusal(*recipe, "the shader compiler crashed on it".to_owned())),
        })
        .collect()
}

fn refusal<R: Recipe>(recipe: &R, message: String) -> PlayerError {
    // The compiler draws an arrow to a file, a line and a column.
    let place = message.split("\u{250c}\u{2500} ").nth(1).and_then(|rest| rest.lines().next());
    let line = place.and_then(|place| place.rsplit(':').nth(1)).and_then(|number| number.parse().ok());
    recipe.refusal(line, message)
}

fn compile<R: Recipe>(gpu: &Gpu, recipe: &R, source: &str) -> Result<Compiled<R::Pipeline>, PlayerError> {
    let label = Some(recipe.name());
    let device = gpu.device();
    let entries: Vec<_> = recipe
        .layout()
        .iter()
        .map(|slot| wgpu::BindGroupLayoutEntry {
            binding: slot.binding,
            visibility: R::VISIBILITY,
            ty: binding_type(slot.kind),
            count: None,
        })
        .collect();
    let made = gpu
        .checked(|| device.create_shader_module(wgpu::ShaderModuleDescriptor { label, source: wgpu::ShaderSource::Wgsl(source.into()) }));
    let module = made.map_err(|refusal| refused(gpu, recipe, refusal))?;
    // A second scope: a pipeline of a broken module would only repeat that the module is broken.
    let made = gpu.checked(|| {
        let bind_group_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries: &entries });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label,
            bind_group_layouts: &[Some(&bind_group_layout)],
            immediate_size: 0,
        });
        Compiled { pipeline: recipe.create(device, &module, &layout), bind_group_layout }
    });
    made.map_err(|refusal| refused(gpu, recipe, refusal))
}

fn refused<R: Recipe>(gpu: &Gpu, recipe: &R, why: Refusal) -> PlayerError {
    if let Err(lost) = gpu.alive() {
        return lost;
    }
    refusal(
        recipe,
        match why {
            Refusal::OutOfMemory => "the device has no memory left for it".to_owned(),
            Refusal::Refused(message) => message,
        },
    )
}

fn binding_type(kind: SlotKind) -> wgpu::BindingType {
    let storage = |read_only| wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Storage { read_only },
        has_dynamic_offset: false,
        min_binding_size: None,
    };
    match kind {
        SlotKind::Uniform(bytes) => wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: NonZeroU64::new(u64::from(bytes)),
        },
        SlotKind::StorageRead => storage(true),
        SlotKind::StorageWrite => storage(false),
        SlotKind::Texture => wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        },
        SlotKind::StorageTexture(format) => wgpu::BindingType::StorageTexture {
            access: wgpu::StorageTextureAccess::WriteOnly,
            format: texture_format(format),
            view_dimension: wgpu::TextureViewDimension::D2,
        },
    }
}
