/** The manifest contradicts itself or asks for what the device lacks, or a call names what the effect does not have. */
export class EffectError extends Error {
  name = "EffectError";
}

