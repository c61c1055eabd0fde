// Plays an effect that Wavewright exported, on any WebGPU: in a browser, in Deno, or in Node with Dawn. It has no dependencies, and
// reads as a reference for whoever ports the format: docs/effect-format.md tells the same in words, docs/schema/effect.schema.json
// describes every field of the manifest.
//
//     const manifest = await (await fetch("effect.json")).json();
//     const wgsl = await (await fetch("effect.wgsl")).text();
//     const adapter = await navigator.gpu.requestAdapter();
//     const device = await adapter.requestDevice({ requiredLimits: requiredLimits(manifest) });
//     const player = await createPlayer(device, wgsl, manifest, async (name) => (await fetch(`${name}.npy`)).arrayBuffer());
//     await player.runToFrame(60);
//     const picture = await player.readOutput(manifest.outputs[0].name);

import { Attachments, targetsOf } from "./attachments.mjs";
import { FRAME_BYTES, frameBlock, stepLengthS, stepTimeS } from "./clock.mjs";
import { EffectError } from "./error.mjs";
import { valueAt } from "./keyframes.mjs";
import { CHANNELS, encodeParameter, nearestWhole } from "./parameters.mjs";
import { compilePipelines } from "./pipelines.mjs";
import { POINTER_AT_REST, PointerPath } from "./pointer.mjs";
import { Recorder } from "./recorder.mjs";
import { FORMATS, dataTexels, floatOfHalf, parseNpy } from "./texels.mjs";

export { EffectError };

const FORMAT = "wavewright-effect";
const VERSION = 1;
/** Most times that a parameter can make a block repeat. */
const MOST_REPEATS = 10_000;
/** Steps that are queued before waiting for the device. */
const MOST_QUEUED_STEPS = 16;
/** Rows of a buffer that a texture is copied to start at multiples of this. */
const ROW_ALIGNMENT_BYTES = 256;

/** What to ask of `adapter.requestDevice`. An effect whose manifest says `requires.core` runs without asking for anything. */
export function requiredLimits(manifest) {
  const needed = manifest.requires;
  if (needed.core) return {};
  return {
    maxTextureDimension2D: needed.texture_side,
    maxSampledTexturesPerShaderStage: needed.sampled_textures,
    maxStorageTexturesPerShaderStage: needed.storage_textures,
    maxStorageBuffersPerShaderStage: needed.storage_buffers,
    maxUniformBuffersPerShaderStage: needed.uniform_buffers,
    maxUniformBufferBindingSize: needed.uniform_bytes,
    maxStorageBufferBindingSize: needed.buffer_bytes,
    maxBufferSize: needed.buffer_bytes,
  };
}

/**
 * Loads an effect and runs its setup.
 *
 * @param {GPUDevice} device
 * @param {string} wgsl Text of `effect.wgsl`.
 * @param {object} manifest Parsed `effect.json`.
 * @param {(name: string) => ArrayBuffer | Uint8Array | Promise<ArrayBuffer | Uint8Array>} [loadData] Gives the bytes of `NAME.npy`;
 *     never called where no texture starts from data.
 * @returns {Promise<Player>}
 * @throws {EffectError}
 */
export async function createPlayer(device, wgsl, manifest, loadData) {
  if (manifest.format !== FORMAT || manifest.version !== VERSION) {
    const { format, version } = manifest;
    throw new EffectError(`this plays "${FORMAT}" of version ${VERSION}, and the manifest is "${format}" of version ${version}`);
  }
  for (const [limit, needed] of Object.entries(requiredLimits(manifest))) {
    if (device.limits[limit] < needed) {
      throw new EffectError(`the effect needs ${limit} ${needed}, and the device was opened with ${device.limits[limit]}`);
    }
  }
  const data = new Map();
  for (const texture of manifest.textures.filter(({ initial }) => initial.data !== undefined)) {
    data.set(texture.name, dataTexels(texture, parseNpy(await loadData(texture.initial.data))));
  }
  device.pushErrorScope("out-of-memory");
  device.pushErrorScope("validation");
  let player;
  try {
    player = new Player(device, manifest, await compilePipelines(device, wgsl, manifest), data);
    player.reset();
  } finally {
    const [validation, memory] = await Promise.all([device.popErrorScope(), device.popErrorScope()]);
    const error = validation ?? memory;
    // An error that was thrown already says more.
    if (error && player) throw new EffectError(error.message);
  }
  return player;
}

/** An effect on a device. Steps are counted from 0; frame `k` is the picture after the steps `0..=k * substeps`. */
export class Player {
  #device;
  #textures = new Map();
  #buffers = new Map();
  #kernels;
  #draws;
  #attachments;
  #setup;
  #step;
  #values;
  /** Places of the parameters that follow their keyframes. */
  #keyframed;
  #path;
  #held = null;
  #before = null;
  #steps = 0;

  /** Use {@link createPlayer}. */
  constructor(device, manifest, { kernels, draws }, data) {
    this.#device = device;
    this.manifest = manifest;
    this.#kernels = kernels;
    this.#draws = draws;
    this.#attachments = new Attachments(device);
    this.#path = new PointerPath(manifest.pointer_track ?? [], manifest.pointer_loop ?? false);

    const usage = GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.STORAGE_BINDING | GPUTextureUsage.COPY_SRC | GPUTextureUsage.COPY_DST;
    const targets = new Set(targetsOf([...manifest.setup, ...manifest.step]));
    for (const { name, format, size, copies } of manifest.textures) {
      const drawn = targets.has(name) ? GPUTextureUsage.RENDER_ATTACHMENT : 0;
      const textures = Array.from({ length: copies }, () => device.createTexture({ label: name, format, size, usage: usage | drawn }));
      const texelBytes = FORMATS[format].channels * FORMATS[format].channelBytes;
      const initial = data.get(name) ?? new Uint8Array(size[0] * size[1] * texelBytes);
      const views = textures.map((texture) => texture.createView());
      this.#textures.set(name, { textures, views, front: 0, size, format, texelBytes, initial });
    }

    // A buffer can't be empty.
    const parameterBytes = Math.max(16, manifest.parameter_bytes);
    const own = [{ name: "frame", bytes: FRAME_BYTES }, { name: "parameters", bytes: parameterBytes }];
    const bufferUsage = GPUBufferUsage.UNIFORM | GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    for (const { name, bytes } of [...own, ...manifest.buffers]) {
      this.#buffers.set(name, device.createBuffer({ label: name, size: bytes, usage: bufferUsage }));
    }

    this.#values = [];
    this.#keyframed = new Set();
    manifest.parameters.forEach((parameter, place) => {
      const keyframes = parameter.keyframes ?? [];
      if (keyframes.length > 0) this.#keyframed.add(place);
      keyframes.forEach(({ value }) => encoded(parameter, value));
      this.#put(place, parameter.value, encoded(parameter, parameter.value));
    });

    this.#setup = manifest.setup.map((step) => this.#resolve(step));
    this.#step = manifest.step.map((step) => this.#resolve(step));
  }

  /** Steps that have run. */
  get steps() {
    return this.#steps;
  }

  /** The frame whose picture is shown; null before the first step. */
  get frame() {
    return this.#steps === 0 ? null : Math.floor((this.#steps - 1) / this.#substeps);
  }

  /** Goes back to before the first step. Parameters and the pointer's hand stay. */
  reset() {
    const { queue } = this.#device;
    this.#steps = 0;
    this.#before = null;
    for (const resource of this.#textures.values()) {
      resource.front = 0;
      const layout = { bytesPerRow: resource.size[0] * resource.texelBytes };
      for (const texture of resource.textures) queue.writeTexture({ texture }, resource.initial, layout, resource.size);
    }
    const recorder = new Recorder(this.#device);
    for (const { name } of this.manifest.buffers) recorder.encoder().clearBuffer(this.#buffers.get(name));
    this.#followKeyframes(0);
    queue.writeBuffer(this.#buffers.get("frame"), 0, frameBlock(this.manifest, 0, POINTER_AT_REST));
    this.#run(this.#setup, recorder);
    recorder.submit();
  }

  /** Runs one step. Its work is queued when this returns. */
  step() {
    const timeS = stepTimeS(this.manifest.clock, this.#steps);
    const pointer = this.#pointer(timeS, stepLengthS(this.manifest.clock));
    this.#followKeyframes(this.#steps / this.#substeps);
    this.#device.queue.writeBuffer(this.#buffers.get("frame"), 0, frameBlock(this.manifest, this.#steps, pointer));
    const recorder = new Recorder(this.#device);
    this.#run(this.#step, recorder);
    recorder.submit();
    this.#steps += 1;
  }

  /** Runs until the picture is that of frame `frame`; goes back to the start first where it is past. */
  async runToFrame(frame) {
    const wanted = frame * this.#substeps + 1;
    if (this.#steps > wanted) this.reset();
    while (this.#steps < wanted) {
      this.step();
      if (this.#steps % MOST_QUEUED_STEPS === 0) await this.#device.queue.onSubmittedWorkDone();
    }
  }

  /**
   * Sets a parameter by its node's id and input, from the next step on; if it has keyframes, it follows them no longer. Compiles nothing.
   *
   * @param {string} node
   * @param {string} input
   * @param {number | number[] | number[][]} value
   * @throws {EffectError} There is no such parameter, or the value does not fit it; the old one stays.
   */
  setParameter(node, input, value) {
    // An input that is read as a number and, widened, as a vector has an entry for each.
    const places = this.manifest.parameters.flatMap((entry, place) => (entry.node === node && entry.input === input ? [place] : []));
    if (places.length === 0) throw new EffectError(`the effect has no parameter ${node}.${input}`);
    const bytes = places.map((place) => encoded(this.manifest.parameters[place], value));
    places.forEach((place, which) => {
      this.#keyframed.delete(place);
      this.#put(place, value, bytes[which]);
    });
  }

  /** The present value of a parameter; undefined where there is no such parameter. */
  parameter(node, input) {
    return this.#values[this.manifest.parameters.findIndex((entry) => entry.node === node && entry.input === input)];
  }

  /**
   * Gives the pointer to a hand, or with null back to the effect's own track.
   *
   * @param {{ position_m: [number, number], pressed: boolean } | null} pointer Where on the plane in metres (x, z).
   */
  setPointer(pointer) {
    this.#held = pointer && { position_m: [...pointer.position_m], pressed: pointer.pressed };
  }

  /** The texture of an output as it is now, to draw from. Valid until the next step: fetch it each time. */
  outputTexture(name) {
    const resource = this.#textures.get(this.#output(name).texture);
    return resource.textures[resource.front];
  }

  /**
   * Reads an output as it is now, with as many channels as its type has, row by row.
   *
   * @returns {Promise<{ width: number, height: number, channels: number, values: Float32Array }>}
   */
  async readOutput(name) {
    const output = this.#output(name);
    const { size: [width, height], format, texelBytes } = this.#textures.get(output.texture);
    const bytesPerRow = Math.ceil((width * texelBytes) / ROW_ALIGNMENT_BYTES) * ROW_ALIGNMENT_BYTES;
    const bytes = await this.#read(bytesPerRow * height, (encoder, buffer) => {
      encoder.copyTextureToBuffer({ texture: this.outputTexture(name) }, { buffer, bytesPerRow }, [width, height]);
    });
    const channels = CHANNELS[output.value_type];
    const { channelBytes } = FORMATS[format];
    const values = new Float32Array(width * height * channels);
    let next = 0;
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        for (let channel = 0; channel < channels; channel += 1) {
          const at = row * bytesPerRow + column * texelBytes + channel * channelBytes;
          values[next] = channelBytes === 2 ? floatOfHalf(bytes.getUint16(at, true)) : bytes.getFloat32(at, true);
          next += 1;
        }
      }
    }
    return { width, height, channels, values };
  }

  /**
   * Which fields had values that were no numbers since the last reset, and how many. Their kernels wrote 0 instead.
   *
   * @returns {Promise<{ node: string, field: string, count: number }[]>}
   */
  async faults() {
    const counters = this.manifest.faults ?? [];
    if (counters.length === 0) return [];
    const source = this.#buffers.get("faults");
    const bytes = await this.#read(source.size, (encoder, buffer) => encoder.copyBufferToBuffer(source, 0, buffer, 0, source.size));
    const counts = counters.map(({ node, field, offset }) => ({ node, field, count: bytes.getUint32(offset, true) }));
    return counts.filter(({ count }) => count > 0);
  }

  /** Gives back the memory on the device. */
  destroy() {
    for (const { textures } of this.#textures.values()) textures.forEach((texture) => texture.destroy());
    for (const buffer of this.#buffers.values()) buffer.destroy();
    this.#attachments.destroy();
  }

  get #substeps() {
    return Math.max(1, this.manifest.clock.substeps);
  }

  #output(name) {
    const { outputs } = this.manifest;
    const found = outputs.find((output) => output.name === name);
    if (!found) throw new EffectError(`there is no output "${name}"; there are ${outputs.map((output) => output.name).join(", ")}`);
    return found;
  }

  /** Takes over a parameter's value. Each kernel that uses it has a copy. */
  #put(place, value, bytes) {
    this.#values[place] = value;
    for (const offset of this.manifest.parameters[place].offsets) {
      this.#device.queue.writeBuffer(this.#buffers.get("parameters"), offset, bytes);
    }
  }

  #followKeyframes(frame) {
    for (const place of this.#keyframed) {
      const parameter = this.manifest.parameters[place];
      const value = valueAt(parameter.keyframes, frame);
      this.#put(place, value, encoded(parameter, value));
    }
  }

  /** The pointer of the step that starts at `timeS`: the hand's where one holds it, else the track's. */
  #pointer(timeS, dtS) {
    const now = this.#held;
    const before = this.#before;
    this.#before = now;
    if (!now) return this.#path.sample(timeS, dtS);
    // A press, a release or a hand that has just come is a jump: nothing was dragged along it.
    const dragged = before && before.pressed === now.pressed;
    const velocity = [0, 1].map((axis) => (dragged ? (now.position_m[axis] - before.position_m[axis]) / dtS : 0));
    return { position_m: now.position_m, velocity_m_per_s: velocity, pressed: now.pressed };
  }

  /** A step of the manifest with every name looked up. */
  #resolve(step) {
    if (step.pass) {
      const { pass } = step;
      const kernel = lookup(this.#kernels, pass.kernel, "kernel");
      const workgroups = pass.threads.map((threads, axis) => Math.ceil(threads / kernel.workgroup[axis]));
      const flip = (pass.flip ?? []).map((name) => lookup(this.#textures, name, "texture"));
      return { kind: "pass", kernel, ...this.#bindings(pass.bindings), workgroups, flip };
    }
    if (step.render) {
      const { samples, clear, draws, flip = [] } = step.render;
      return {
        kind: "render",
        target: lookup(this.#textures, step.render.target, "texture"),
        samples,
        clear,
        draws: draws.map(({ pipeline, vertices, instances, bindings }) => {
          return { made: lookup(this.#draws, pipeline, "pipeline"), vertices, instances, ...this.#bindings(bindings) };
        }),
        flip: flip.map((name) => lookup(this.#textures, name, "texture")),
      };
    }
    if (step.clear !== undefined) return { kind: "clear", buffer: lookup(this.#buffers, step.clear, "buffer") };
    if (step.repeat) {
      return { kind: "repeat", count: step.repeat.count, steps: step.repeat.steps.map((inner) => this.#resolve(inner)) };
    }
    if (step.flip) return { kind: "flip", textures: step.flip.map((name) => lookup(this.#textures, name, "texture")) };
    const [from, to] = [step.copy.from, step.copy.to].map((name) => lookup(this.#textures, name, "texture"));
    return { kind: "copy", from, to };
  }

  /** What is bound, in the order of the layout, with room for the bind groups of each constellation of two-sided textures. */
  #bindings(bound) {
    const bindings = bound.map((one) => this.#binding(one));
    const twoSided = [...new Set(bindings.flatMap(({ texture }) => (texture?.textures.length === 2 ? [texture] : [])))];
    return { bindings, twoSided, bindGroups: new Map() };
  }

  #binding(bound) {
    if (bound.buffer) {
      const { name, offset, bytes } = bound.buffer;
      return { buffer: lookup(this.#buffers, name, "buffer"), offset, size: bytes };
    }
    return { texture: lookup(this.#textures, bound.front ?? bound.back, "texture"), isBack: bound.back !== undefined };
  }

  #run(steps, recorder) {
    for (const step of steps) {
      if (step.kind === "pass") {
        recorder.dispatch(step.kernel.pipeline, this.#bindGroup(step.kernel, step), step.workgroups);
        step.flip.forEach(flip);
      } else if (step.kind === "render") {
        const draws = step.draws.filter(({ vertices, instances }) => vertices > 0 && instances > 0).map((draw) => {
          return { ...draw, pipeline: draw.made.pipeline, bindGroup: this.#bindGroup(draw.made, draw) };
        });
        recorder.render(this.#attachments.passDescriptor(step), draws);
        step.flip.forEach(flip);
      } else if (step.kind === "clear") {
        recorder.encoder().clearBuffer(step.buffer);
      } else if (step.kind === "repeat") {
        for (let times = this.#repeats(step.count); times > 0; times -= 1) this.#run(step.steps, recorder);
      } else if (step.kind === "flip") {
        step.textures.forEach(flip);
      } else {
        const [source, destination] = [step.from, step.to].map(({ textures, front }) => ({ texture: textures[front] }));
        recorder.encoder().copyTextureToTexture(source, destination, step.from.size);
      }
    }
  }

  #repeats(count) {
    if (count.fixed !== undefined) return count.fixed;
    const value = this.#values[count.parameter];
    return Math.min(MOST_REPEATS, Math.max(0, nearestWhole(Array.isArray(value) ? value[0] : value)));
  }

  /** The bind group of a pass or draw for the copies that are in front now. */
  #bindGroup({ layout, label, bindGroupLayout }, { bindings, twoSided, bindGroups }) {
    const sides = twoSided.map(({ front }) => front).join();
    let group = bindGroups.get(sides);
    if (!group) {
      const entries = bindings.map(({ texture, isBack, ...buffer }, place) => {
        const { binding } = layout[place];
        if (!texture) return { binding, resource: buffer };
        // A texture of one copy is its own back.
        const { views, front } = texture;
        return { binding, resource: views[isBack ? views.length - 1 - front : front] };
      });
      group = this.#device.createBindGroup({ label, layout: bindGroupLayout, entries });
      bindGroups.set(sides, group);
    }
    return group;
  }

  /** Bytes that `copy` copies to a buffer on the device. */
  async #read(size, copy) {
    const buffer = this.#device.createBuffer({ label: "read back", size, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
    const encoder = this.#device.createCommandEncoder();
    copy(encoder, buffer);
    this.#device.queue.submit([encoder.finish()]);
    await buffer.mapAsync(GPUMapMode.READ);
    const bytes = buffer.getMappedRange().slice(0);
    buffer.destroy();
    return new DataView(bytes);
  }
}

function lookup(resources, name, what) {
  const found = resources.get(name);
  if (!found) throw new EffectError(`a pass names the ${what} "${name}", which the manifest does not have`);
  return found;
}

function flip(resource) {
  resource.front = resource.textures.length - 1 - resource.front;
}

/** A parameter's value as bytes; an error names the parameter. */
function encoded({ node, input, encoding }, value) {
  try {
    return encodeParameter(encoding, value);
  } catch (error) {
    throw new EffectError(`${node}.${input}: ${error.message}`);
  }
}
