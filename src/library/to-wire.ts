import { inNamespace } from "../manifest/objects.ts";

/**
 * An object as a client would put it on the wire: dates as text, nothing undefined, in the namespace `default` unless it
 * names one. Throws a TypeError for what is no object.
 */
export function toWire(object: object, name: string): object {
  const sent: unknown = JSON.parse(toJson(object, name));
  if (Array.isArray(sent)) throw new TypeError(`${name} must be one object, not a list`);
  return inNamespace(sent as object, "default");
}

/** Throws a TypeError for what has no JSON, or whose JSON is no object. */
export function toJson(object: object, name: string): string {
  const json = JSON.stringify(object) as string | undefined;
  if (json?.startsWith("{") || json?.startsWith("[")) return json;
  throw new TypeError(`${name} must be an object, not ${json ?? typeof object}`);
}
