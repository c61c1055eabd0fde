// Parameter values as the bytes that kernels read, little endian.

import { EffectError } from "./error.mjs";

/** Most rows of a list, and the bytes before its first row: the count and padding. */
const LIST_ROWS = 64;
const LIST_HEADER_BYTES = 16;

/** Numbers of a value. */
export const CHANNELS = { number: 1, vec2: 2, vec3: 3, colour: 4 };

/** Lists: numbers of a row as people write them, and bytes of a row as kernels read it. */
const LISTS = {
  waves: { columns: ["wavelength", "amplitude", "direction", "stiffness"], rowBytes: 32 },
  ramp: { columns: ["place", "red", "green", "blue", "alpha"], rowBytes: 32 },
  curve: { columns: ["x", "y", "slope in", "slope out"], rowBytes: 16 },
};

/** The bytes of a parameter's value, little endian. */
export function encodeParameter(encoding, value) {
  if (encoding === "u32" || encoding === "i32") return encodeWhole(encoding, value);
  const type = encoding.list ?? encoding.value;
  if (LISTS[type]) return encodeList(type, value);
  const count = CHANNELS[type];
  let numbers = value;
  if (typeof value === "number") {
    numbers = new Array(count).fill(value);
    if (type === "colour") numbers[3] = 1;
  } else if (type === "colour" && value?.length === 3) {
    numbers = [...value, 1];
  }
  if (!Array.isArray(numbers) || numbers.length !== count) throw new EffectError(`a ${type} has ${count} channels; got ${show(value)}`);
  numbers.forEach((number, channel) => finite(number, `channel ${channel}`));
  return floatBytes(numbers);
}

function encodeWhole(encoding, value) {
  const [least, most] = encoding === "u32" ? [0, 2 ** 32 - 1] : [-(2 ** 31), 2 ** 31 - 1];
  finite(value, "the value");
  const whole = nearestWhole(value);
  if (whole < least || whole > most) throw new EffectError(`${whole} is not within ${least} to ${most}`);
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setUint32(0, whole, true);
  return new Uint8Array(bytes.buffer);
}

function encodeList(type, rows) {
  const { columns, rowBytes } = LISTS[type];
  if (!Array.isArray(rows) || rows.length > LIST_ROWS) throw new EffectError(`a list has at most ${LIST_ROWS} rows; got ${show(rows)}`);
  rows.forEach((row, place) => {
    if (!Array.isArray(row) || row.length !== columns.length) {
      throw new EffectError(`row ${place + 1} is ${show(row)}; it needs ${columns.length} numbers: ${columns.join(", ")}`);
    }
    row.forEach((number, column) => finite(number, `${columns[column]} of row ${place + 1}`));
  });
  // Kernels search stops and points by place; equal ones keep their order.
  const ordered = type === "waves" ? rows : [...rows].sort((left, right) => left[0] - right[0]);
  const bytes = new Uint8Array(LIST_HEADER_BYTES + LIST_ROWS * rowBytes);
  new DataView(bytes.buffer).setUint32(0, rows.length, true);
  ordered.forEach((row, place) => {
    bytes.set(floatBytes(rowNumbers(type, row, place)), LIST_HEADER_BYTES + place * rowBytes);
  });
  return bytes;
}

/** A row in the layout of the list's WGSL struct. */
function rowNumbers(type, row, place) {
  if (type === "curve") return row;
  if (type === "ramp") return [...row.slice(1), row[0], 0, 0, 0];
  const [wavelengthM, amplitudeM, directionDeg, ownStiffness] = row;
  if (wavelengthM <= 0) throw new EffectError(`wavelength of row ${place + 1} is ${wavelengthM} m; it must be more than 0`);
  // Direction 0 is along z, 90 degrees along x. What every element would compute again is computed here, with 64 bits.
  const angleRad = directionDeg * (Math.PI / 180);
  const wavenumber = (2 * Math.PI) / wavelengthM;
  // A wave without height moves nothing sideways either.
  const stiffness = amplitudeM === 0 ? 0 : ownStiffness;
  const direction = [Math.sin(angleRad), Math.cos(angleRad)];
  const numbers = [...direction, wavenumber, Math.sqrt(wavenumber), amplitudeM, stiffness, wavelengthM, stiffness / wavenumber];
  numbers.forEach((number) => finite(number, `a number of row ${place + 1}`));
  return numbers;
}

function floatBytes(numbers) {
  const bytes = new DataView(new ArrayBuffer(numbers.length * 4));
  numbers.forEach((number, place) => bytes.setFloat32(place * 4, number, true));
  return new Uint8Array(bytes.buffer);
}

function finite(number, name) {
  if (typeof number !== "number" || !Number.isFinite(Math.fround(number))) {
    throw new EffectError(`${name} is ${show(number)}; enter a number that 32 bits hold`);
  }
}

/** The nearest whole number; halves go away from zero. */
export function nearestWhole(number) {
  return Math.sign(number) * Math.round(Math.abs(number));
}

function show(value) {
  return String(JSON.stringify(value)).slice(0, 80);
}
