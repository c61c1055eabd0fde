// What render passes draw into.

/** Names of the textures that steps draw into, those inside repeats too. */
export function targetsOf(steps) {
  return steps.flatMap(({ render, repeat }) => {
    if (render) return [render.target];
    return repeat ? targetsOf(repeat.steps) : [];
  });
}

/** Depth and samples of render passes, made when they are first needed and shared by all passes that need the same. */
export class Attachments {
  #device;
  #made = new Map();

  constructor(device) {
    this.#device = device;
  }

  /** Describes a render pass into the back of a texture, of one copy its only one. */
  passDescriptor({ target, samples, clear }) {
    const { size, format, views, front } = target;
    const view = views[views.length - 1 - front];
    // Several samples are averaged into the texture at the end.
    const colour = samples > 1
      ? { view: this.#view(size, format, samples), resolveTarget: view, storeOp: "discard" }
      : { view, storeOp: "store" };
    const depth = this.#view(size, "depth32float", samples);
    return {
      colorAttachments: [{ ...colour, loadOp: "clear", clearValue: clear }],
      depthStencilAttachment: { view: depth, depthClearValue: 0, depthLoadOp: "clear", depthStoreOp: "discard" },
    };
  }

  destroy() {
    for (const { texture } of this.#made.values()) texture.destroy();
  }

  #view(size, format, sampleCount) {
    const key = [...size, format, sampleCount].join();
    let made = this.#made.get(key);
    if (!made) {
      const texture = this.#device.createTexture({ label: key, size, format, sampleCount, usage: GPUTextureUsage.RENDER_ATTACHMENT });
      made = { texture, view: texture.createView() };
      this.#made.set(key, made);
    }
    return made.view;
  }
}
