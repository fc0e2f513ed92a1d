import { type ServedVersion, servedVersion } from "../../src/api/served-versions.ts";

/** Finds the served version that an object's `apiVersion` and `kind` name; throws unless there is one. */
export function servedVersionOf(object: unknown): ServedVersion {
  const { apiVersion, kind } = object as { readonly apiVersion: string; readonly kind: string };
  const [group = "", version = ""] = apiVersion.split("/");
  const served = servedVersion({ group, version, kind });
  if (served === undefined) throw new RangeError(`${apiVersion} ${kind} is not served`);
  return served;
}
