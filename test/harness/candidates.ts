import { type Draft, validObject } from "./objects.ts";
import { rowOf } from "./reviews.ts";

/** Returns a LeaseCandidate of an API version. It competes for the Lease of `validObject`. */
export function candidate(version: string, name: string, spec: Readonly<Record<string, unknown>> = {}): Draft {
  const object = validObject(rowOf(version, "LeaseCandidate"));
  return { ...object, metadata: { ...object.metadata, name }, spec: { ...object.spec, ...spec } };
}
