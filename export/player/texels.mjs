// Numbers as texels, and back.

import { EffectError } from "./error.mjs";

/** Channels of a texel, and bytes of a channel. */
export const FORMATS = {
  r32float: { channels: 1, channelBytes: 4 },
  rg32float: { channels: 2, channelBytes: 4 },
  rgba32float: { channels: 4, channelBytes: 4 },
  rgba16float: { channels: 4, channelBytes: 2 },
};

/** An array of float32 as bundles hold them: shape (height, width) or (height, width, channels), row by row. */
export function parseNpy(source) {
  const bytes = source instanceof Uint8Array ? source : new Uint8Array(source);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = String.fromCharCode(...bytes.subarray(1, 6));
  if (bytes[0] !== 0x93 || magic !== "NUMPY") throw new EffectError("the data is not a NumPy array");
  const [start, length] = bytes[6] === 1 ? [10, view.getUint16(8, true)] : [12, view.getUint32(8, true)];
  const header = new TextDecoder().decode(bytes.subarray(start, start + length));
  const shape = (/'shape': *\(([^)]*)\)/.exec(header)?.[1] ?? "").split(",").flatMap((side) => (side.trim() ? [Number(side)] : []));
  if (!/'descr': *'<f4'/.test(header) || !/'fortran_order': *False/.test(header) || shape.length < 2 || shape.length > 3) {
    throw new EffectError(`the data's header is ${header.trim()}; expected '<f4' in C order and a shape of 2 or 3 sides`);
  }
  const [height, width, channels = 1] = shape;
  const count = height * width * channels;
  if (bytes.length < start + length + count * 4) throw new EffectError(`the data ends before its ${count} numbers`);
  const values = Float32Array.from({ length: count }, (_, place) => view.getFloat32(start + length + place * 4, true));
  return { width, height, channels, values };
}

/** Data in the layout of its texture: channels that it lacks are 0, alpha 1. */
export function dataTexels({ name, size, format }, { width, height, channels, values }) {
  const { channels: held, channelBytes } = FORMATS[format];
  if (width !== size[0] || height !== size[1] || channels > held) {
    throw new EffectError(`the data of ${name} is ${width} x ${height} x ${channels}; the texture is ${size.join(" x ")} x ${held}`);
  }
  const texels = new DataView(new ArrayBuffer(width * height * held * channelBytes));
  for (let place = 0; place < width * height * held; place += 1) {
    const channel = place % held;
    const missing = channel === 3 ? 1 : 0;
    const number = channel < channels ? values[Math.floor(place / held) * channels + channel] : missing;
    if (channelBytes === 2) texels.setUint16(place * 2, halfOfFloat(number), true);
    else texels.setFloat32(place * 4, number, true);
  }
  return new Uint8Array(texels.buffer);
}

/** The number that 16 bits spell. */
export function floatOfHalf(half) {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 0x1f;
  const mantissa = half & 0x3ff;
  if (exponent === 0x1f) return mantissa ? NaN : sign * Infinity;
  return sign * (exponent === 0 ? mantissa * 2 ** -24 : (mantissa + 1024) * 2 ** (exponent - 25));
}

/** The nearest 16-bit float; halfway goes to the even one. */
function halfOfFloat(number) {
  const sign = number < 0 || Object.is(number, -0) ? 0x8000 : 0;
  const size = Math.abs(number);
  if (Number.isNaN(number)) return 0x7e00;
  if (size >= 65520) return sign | 0x7c00;
  // Halves are whole multiples of 2^-24 below 2^-14, and of 2^(e - 10) from 2^e to 2^(e + 1).
  const exponent = Math.max(-14, Math.floor(Math.log2(size)));
  const multiple = size * 2 ** (10 - exponent);
  const below = Math.floor(multiple);
  const rest = multiple - below;
  const whole = rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
  // A carry into the exponent's bits is the next power of two, as it should be.
  return sign | (exponent === -14 ? whole : ((exponent + 14) << 10) + whole);
}
