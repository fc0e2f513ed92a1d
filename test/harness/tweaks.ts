import type { Draft } from "./objects.ts";

type Tweak = (object: Draft) => void;

/**
 * Returns a tweak that sets metadata fields to any values that a client can send, including null.
 */
export function metadata(values: Readonly<Record<string, unknown>>): Tweak {
  return (object) => {
    Object.assign(object.metadata, values);
  };
}

/** Returns a tweak that sets spec fields to any values that a client can send, including null. */
export function spec(values: Readonly<Record<string, unknown>>): Tweak {
  return (object) => {
    Object.assign(object.spec, values);
  };
}

/** Returns a tweak that removes a field. */
export function without(part: "metadata" | "spec", name: string): Tweak {
  return (object) => {
    delete object[part][name];
  };
}
