// Plays exported effects in Dawn, Chrome's WebGPU, without a browser.
//
//     npm ci
//     VK_ICD_FILENAMES=/usr/lib/chromium/vk_swiftshader_icd.json node replay.mjs BUNDLE FOLDER FRAME...
//
// writes the outputs of the bundle's frames into the folder, as NumPy arrays: `frame_60.fluid.velocity.npy`. With no arguments, jobs
// are read from stdin, as JSON: `[{ "bundle": FOLDER, "actions": [...] }]`, where an action is one of
//
//     "reset"  { "steps": 3 }  { "run_to_frame": 60 }  { "read": { "output": NAME, "file": PATH } }
//     { "set": { "node": ID, "input": NAME, "value": 0.5 } }  { "pointer": { "position_m": [0, 0], "pressed": true } }  { "pointer": null }
//
// and a line of JSON a job is written to stdout: `{ messages, faults }` or `{ error }`. Messages are what the WGSL compiler says to the
// whole file, and to the lines of each kernel and pipeline alone.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { create, globals } from "webgpu";
import { createPlayer, requiredLimits } from "../../export/player/player.mjs";

Object.assign(globalThis, globals);

/** The shader compiler's messages, as sentences. */
async function shaderMessages(device, code, name) {
  device.pushErrorScope("validation");
  const { messages } = await device.createShaderModule({ code }).getCompilationInfo();
  await device.popErrorScope();
  return messages.map(({ type, lineNum, message }) => `${name}, line ${lineNum}: ${type}: ${message}`);
}

/** The lines of the whole that a kernel or pipeline needs, each where it stands. */
function ownLines(wgsl, { lines }) {
  const isNeeded = (place) => lines.some(([first, last]) => place + 1 >= first && place < last);
  return wgsl.split("\n").map((line, place) => (isNeeded(place) ? line : "")).join("\n");
}

/** An array of float32 as a NumPy file. */
function npy({ width, height, channels, values }) {
  const shape = channels === 1 ? `(${height}, ${width})` : `(${height}, ${width}, ${channels})`;
  const description = `{'descr': '<f4', 'fortran_order': False, 'shape': ${shape}, }`;
  const header = `${description.padEnd(Math.ceil((description.length + 11) / 64) * 64 - 11)}\n`;
  const start = Buffer.from([0x93, ...Buffer.from("NUMPY"), 1, 0, header.length & 0xff, header.length >> 8]);
  return Buffer.concat([start, Buffer.from(header), Buffer.from(values.buffer)]);
}

/** Does one of a job's actions. */
async function act(player, action) {
  if (action === "reset") player.reset();
  else if (action.steps !== undefined) for (let step = 0; step < action.steps; step += 1) player.step();
  else if (action.run_to_frame !== undefined) await player.runToFrame(action.run_to_frame);
  else if (action.set) player.setParameter(action.set.node, action.set.input, action.set.value);
  else if (action.pointer !== undefined) player.setPointer(action.pointer);
  else if (action.read) await writeFile(action.read.file, npy(await player.readOutput(action.read.output)));
  else throw new Error(`${JSON.stringify(action)} is no action`);
}

async function open(folder) {
  const manifest = JSON.parse(await readFile(join(folder, "effect.json"), "utf8"));
  return { folder, manifest, wgsl: await readFile(join(folder, "effect.wgsl"), "utf8") };
}

async function replay(gpu, { folder, manifest, wgsl }, actions) {
  // An adapter opens one device.
  const adapter = await gpu.requestAdapter();
  if (!adapter) throw new Error("there is no graphics adapter that Dawn can use; VK_ICD_FILENAMES names a driver");
  // Only the limits that the manifest asks for, and no features: what works here works in every browser.
  const device = await adapter.requestDevice({ requiredLimits: requiredLimits(manifest) });
  const errors = [];
  device.addEventListener("uncapturederror", ({ error }) => errors.push(error.message));
  try {
    const messages = await shaderMessages(device, wgsl, "effect.wgsl");
    for (const part of [...manifest.kernels, ...(manifest.pipelines ?? [])]) {
      messages.push(...(await shaderMessages(device, ownLines(wgsl, part), part.entry ?? part.name)));
    }
    const player = await createPlayer(device, wgsl, manifest, (name) => readFile(join(folder, `${name}.npy`)));
    for (const action of actions) await act(player, action);
    const faults = await player.faults();
    await device.queue.onSubmittedWorkDone();
    player.destroy();
    if (errors.length > 0) throw new Error(errors[0]);
    return { messages, faults };
  } finally {
    device.destroy();
  }
}

/** The job of the command line: every output at some frames. */
async function jobOfArguments([bundle, folder, ...frames]) {
  const { manifest } = await open(bundle);
  const file = (frame, output) => join(folder, `frame_${frame}.${output}.npy`);
  const reads = (frame) => manifest.outputs.map(({ name }) => ({ read: { output: name, file: file(frame, name) } }));
  return { bundle, actions: frames.flatMap((frame) => [{ run_to_frame: Number(frame) }, ...reads(frame)]) };
}

async function jobsOfInput() {
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
  return JSON.parse(text);
}

const words = process.argv.slice(2);
const jobs = words.length > 0 ? [await jobOfArguments(words)] : await jobsOfInput();
const gpu = create([]);
for (const { bundle, actions } of jobs) {
  let outcome;
  try {
    outcome = await replay(gpu, await open(bundle), actions);
  } catch (error) {
    outcome = { error: error.message };
  }
  console.log(JSON.stringify(outcome));
}
