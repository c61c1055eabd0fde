// Pipelines: of kernels, and of pairs of shaders that draw.

import { EffectError } from "./error.mjs";

/** How a fragment joins what is there. */
const BLENDS = {
  replace: undefined,
  over: { color: sum("one", "one-minus-src-alpha"), alpha: sum("one", "one-minus-src-alpha") },
  add: { color: sum("one", "one"), alpha: sum("zero", "one") },
};

function sum(srcFactor, dstFactor) {
  return { operation: "add", srcFactor, dstFactor };
}

/** A pipeline for each kernel, by its entry point, and for each of the manifest's pipelines, by its name. */
export async function compilePipelines(device, wgsl, manifest) {
  const module = device.createShaderModule({ label: "effect.wgsl", code: wgsl });
  const { messages } = await module.getCompilationInfo();
  const broken = messages.find(({ type }) => type === "error");
  if (broken) throw new EffectError(`effect.wgsl, line ${broken.lineNum}: ${broken.message}`);
  const kernels = manifest.kernels.map((kernel) => compile(device, kernel, `kernel ${kernel.entry}`, GPUShaderStage.COMPUTE, (layout) =>
    device.createComputePipelineAsync({ label: kernel.entry, layout, compute: { module, entryPoint: kernel.entry } })));
  const draws = (manifest.pipelines ?? []).map((made) =>
    compile(device, made, `pipeline ${made.name}`, GPUShaderStage.VERTEX | GPUShaderStage.FRAGMENT, (layout) =>
      device.createRenderPipelineAsync(drawDescriptor(module, made, layout))));
  const [byEntry, byName] = await Promise.all([Promise.all(kernels), Promise.all(draws)]);
  return { kernels: new Map(byEntry.map((kernel) => [kernel.entry, kernel])), draws: new Map(byName.map((draw) => [draw.name, draw])) };
}

/** What the manifest says of a pipeline, with the pipeline and the layout of its bind group. */
async function compile(device, described, label, visibility, create) {
  // Not `layout: "auto"`: it would leave out what a shader declares and does not use, and allow no reading of 32-bit floats.
  const entries = described.layout.map(({ binding, kind }) => ({ binding, visibility, ...bindingType(kind) }));
  const bindGroupLayout = device.createBindGroupLayout({ label, entries });
  const layout = device.createPipelineLayout({ bindGroupLayouts: [bindGroupLayout] });
  try {
    return { ...described, label, pipeline: await create(layout), bindGroupLayout };
  } catch (error) {
    throw new EffectError(`the ${label} (nodes: ${described.nodes.join(", ")}) is refused: ${error.message}`);
  }
}

function bindingType(kind) {
  if (kind === "storage_read") return { buffer: { type: "read-only-storage" } };
  if (kind === "storage_write") return { buffer: { type: "storage" } };
  if (kind === "texture") return { texture: { sampleType: "unfilterable-float" } };
  if (kind.uniform !== undefined) return { buffer: { type: "uniform", minBindingSize: kind.uniform } };
  return { storageTexture: { access: "write-only", format: kind.storage_texture } };
}

function drawDescriptor(module, { name, vertex, fragment, format, samples, blend, depth_test, depth_write }, layout) {
  return {
    label: name,
    layout,
    vertex: { module, entryPoint: vertex },
    primitive: { topology: "triangle-list", frontFace: "ccw", cullMode: "none" },
    // Depth is 1 at the eye and 0 at infinity.
    depthStencil: { format: "depth32float", depthWriteEnabled: depth_write, depthCompare: depth_test ? "greater" : "always" },
    multisample: { count: samples },
    fragment: { module, entryPoint: fragment, targets: [{ format, blend: BLENDS[blend] }] },
  };
}
