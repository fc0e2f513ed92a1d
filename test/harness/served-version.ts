import { type ServedVersion, servedVersionOf } from "../../src/api/served-versions.ts";

/** The served version of an object; throws unless there is one. */
export function requireServedVersion(object: unknown): ServedVersion {
  const served = servedVersionOf(object);
  if (served === undefined) throw new RangeError(`${JSON.stringify(object)} is not of a served version`);
  return served;
}
