// Values over time.

/** How much of the next keyframe's value is in the mix at the fraction `t` of the way to it. */
const WEIGHTS = { linear: (t) => t, smooth: (t) => t * t * (3 - 2 * t), step: () => 0 };

/** The value at `frame`, which may be a fraction. Keyframes are by rising frame. */
export function valueAt(keyframes, frame) {
  const next = keyframes.findIndex((keyframe) => keyframe.frame > frame);
  if (next === 0) return keyframes[0].value;
  if (next === -1) return keyframes.at(-1).value;
  const [before, after] = [keyframes[next - 1], keyframes[next]];
  return mix(before.value, after.value, WEIGHTS[before.interpolation]((frame - before.frame) / (after.frame - before.frame)));
}

function mix(a, b, weight) {
  if (typeof a === "number" && typeof b === "number") return a * (1 - weight) + b * weight;
  const areVectors = [a, b].every((value) => Array.isArray(value) && value.every((number) => typeof number === "number"));
  // Lists hold until the next.
  return areVectors && a.length === b.length ? a.map((number, place) => mix(number, b[place], weight)) : a;
}
