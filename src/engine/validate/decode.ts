import type { HubByKind, Kind } from "../../core/api/coordination.ts";
import type { ServedVersion } from "../../core/api/served-versions.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";
import { checkSchema } from "../../schema/check.ts";
import type { SchemaFinding } from "../../schema/to-field-error.ts";

/** The hub form of an object, or the reasons why the object does not decode. */
export type Decoded = Result<HubByKind[Kind], readonly SchemaFinding[]>;

/** Decodes an object as Go does. Returns its hub form, or the reasons why it does not decode. */
export function decode(served: ServedVersion, object: unknown): Decoded {
  const findings = checkSchema(served.schema, object);
  return findings.length > 0 ? failed(findings) : ok(served.toHub(object as object));
}

const decoded = new WeakMap<object, Decoded>();

/**
 * Decodes an object once, and returns the same result for every later call. The object must not
 * change. A command can compare an object with many others, and decoding takes longer than the
 * rules.
 */
export function decodeOnce(served: ServedVersion, object: object): Decoded {
  const known = decoded.get(object) ?? decode(served, object);
  decoded.set(object, known);
  return known;
}
