import { type ServedVersion, servedVersionOf } from "../../src/core/api/served-versions.ts";

/** Returns the served version of an object. Throws if there is none. */
export function requireServedVersion(object: unknown): ServedVersion {
  const served = servedVersionOf(object);
  if (served === undefined) throw new RangeError(`${JSON.stringify(object)} is not of a served version`);
  return served;
}
