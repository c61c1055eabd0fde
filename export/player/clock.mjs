// The clock: every step has the same length, and its time is computed from its number, never summed up.

/** Bytes of the buffer `frame`. */
export const FRAME_BYTES = 48;

/** Time at the start of a step in seconds. A division, so that whole seconds are whole at any frame rate. */
export function stepTimeS(clock, step) {
  return step / (clock.fps * Math.max(1, clock.substeps));
}

/** Length of a step in seconds. */
export function stepLengthS(clock) {
  return 1 / (clock.fps * Math.max(1, clock.substeps));
}

/**
 * A time as a multiple of 1/64 s that 32 bits hold exactly, and the rest. From 2^18 s (3 days) on, where 24 bits no longer reach down to
 * 1/64 s, the multiple is of the next power of two that they do reach.
 */
function splitTime(timeS) {
  let unitS = 1 / 64;
  while (timeS / unitS >= 2 ** 24) unitS *= 2;
  const coarseS = Math.floor(timeS / unitS) * unitS;
  return [coarseS, timeS - coarseS];
}

/** The buffer `frame` during `step`. Numbers are computed with 64 bits and rounded once. */
export function frameBlock({ clock, plane }, step, pointer) {
  const timeS = stepTimeS(clock, step);
  const numbers = [...splitTime(timeS), timeS, stepLengthS(clock), ...pointer.position_m, ...pointer.velocity_m_per_s];
  const block = new DataView(new ArrayBuffer(FRAME_BYTES));
  numbers.forEach((number, place) => block.setFloat32(place * 4, number, true));
  block.setFloat32(32, pointer.pressed ? 1 : 0, true);
  // Wraps at 32 bits, after two years of 60 steps a second.
  block.setUint32(36, step, true);
  block.setUint32(40, plane.seed, true);
  return block.buffer;
}
