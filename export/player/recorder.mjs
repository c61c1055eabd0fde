// Commands into submissions.

/** Dispatches and draws of a submission at most: systems reset a GPU whose submission takes seconds. */
const MOST_DISPATCHES = 512;

/** Records commands and submits them in portions of bounded length. Dispatches in a row share a pass; WebGPU keeps their order. */
export class Recorder {
  #device;
  #encoder = null;
  #pass = null;
  #dispatches = 0;

  constructor(device) {
    this.#device = device;
  }

  /** The encoder, for commands other than dispatches and render passes. */
  encoder() {
    this.#pass?.end();
    this.#pass = null;
    this.#encoder ??= this.#device.createCommandEncoder();
    return this.#encoder;
  }

  dispatch(pipeline, bindGroup, workgroups) {
    if (this.#dispatches >= MOST_DISPATCHES) this.submit();
    this.#pass ??= this.encoder().beginComputePass();
    this.#pass.setPipeline(pipeline);
    this.#pass.setBindGroup(0, bindGroup);
    this.#pass.dispatchWorkgroups(...workgroups);
    this.#dispatches += 1;
  }

  /** A render pass of some draws. */
  render(descriptor, draws) {
    if (this.#dispatches > 0 && this.#dispatches + draws.length > MOST_DISPATCHES) this.submit();
    const pass = this.encoder().beginRenderPass(descriptor);
    for (const { pipeline, bindGroup, vertices, instances } of draws) {
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bindGroup);
      pass.draw(vertices, instances);
    }
    pass.end();
    // A pass without draws clears, which is work too.
    this.#dispatches += draws.length + 1;
  }

  submit() {
    this.#device.queue.submit([this.encoder().finish()]);
    this.#encoder = null;
    this.#dispatches = 0;
  }
}
