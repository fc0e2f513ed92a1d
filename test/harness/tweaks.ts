import type { Draft } from "./objects.ts";

type Tweak = (object: Draft) => void;

/** Sets fields of the metadata to whatever a client may send, null included. */
export function metadata(values: Readonly<Record<string, unknown>>): Tweak {
  return (object) => {
    Object.assign(object.metadata, values);
  };
}

/** Sets fields of the spec to whatever a client may send, null included. */
export function spec(values: Readonly<Record<string, unknown>>): Tweak {
  return (object) => {
    Object.assign(object.spec, values);
  };
}

/** Removes a field, which differs from null only in the object as submitted. */
export function without(part: "metadata" | "spec", name: string): Tweak {
  return (object) => {
    delete object[part][name];
  };
}
