import type { AdmissionRequest } from "../../core/api/admission.ts";
import { textAt } from "../../core/api/fields.ts";
import { apiGroupOf, type GroupVersionKind } from "../../core/api/meta.ts";
import {
  coordinationGroup,
  type ServedVersion,
  servedVersion,
  servedVersions,
} from "../../core/api/served-versions.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";

/** The part of a group, version, and kind that no served version has. */
export type UnservedPart = "kind" | "group" | "version";

/**
 * Returns the part of a group, version, and kind that keeps lease-guard from validating an object.
 * Assumes that no served version has this group, version, and kind.
 */
function unservedPart({ group, kind }: Pick<GroupVersionKind, "group" | "kind">): UnservedPart {
  if (servedVersions.every(({ gvk }) => gvk.kind !== kind)) return "kind";
  return group === coordinationGroup ? "version" : "group";
}

/** The reasons why lease-guard does not validate an object, each as the end of a sentence. */
export const unservedReasons: Readonly<Record<UnservedPart, string>> = {
  kind: "is not a Lease or LeaseCandidate",
  group: `is not of the API group ${coordinationGroup}`,
  version: "is not of a version that lease-guard validates",
};

/**
 * Returns the reason why lease-guard does not validate an object of a manifest, as the end of a
 * sentence.
 */
export function unvalidatedText(object: object): string {
  const [apiVersion, kind] = [textAt(object, "apiVersion"), textAt(object, "kind")];
  const missing = [...(apiVersion === "" ? ["apiVersion"] : []), ...(kind === "" ? ["kind"] : [])];
  if (missing.length > 0) return `has no ${missing.join(" and no ")}`;
  return unservedReasons[unservedPart({ group: apiGroupOf(apiVersion), kind })];
}

/**
 * The reason why lease-guard does not validate the write of a review. An `UnservedPart` is the part
 * of the group, version, and kind that no served version has. A CONNECT, for example, has no
 * object.
 */
export type UnvalidatedReason = UnservedPart | "subresource" | "no object";

/**
 * Returns the served version of the written object, or the reason why lease-guard does not validate
 * it.
 */
export function writtenVersion({ kind, subResource }: AdmissionRequest): Result<ServedVersion, UnvalidatedReason> {
  if (subResource) return failed("subresource");
  const served = servedVersion(kind);
  return served === undefined ? failed(unservedPart(kind)) : ok(served);
}

/**
 * Returns the warning about a write for which the ValidatingWebhookConfiguration should not call
 * lease-guard. Returns undefined for a review without an object, because its resource can be a
 * Lease.
 */
export function unvalidatedWarning(
  reason: UnvalidatedReason,
  { kind, resource, subResource }: AdmissionRequest,
): string | undefined {
  if (reason === "no object") return undefined;
  const written = reason === "subresource" ? `${resource.resource}/${subResource}` : kindText(kind);
  return `lease-guard does not validate ${written}: remove it from the rules of the ValidatingWebhookConfiguration`;
}

/** Returns a kind as kubectl takes it: `Lease.v1.example.com`, or `Pod` for the core group. */
function kindText({ group, version, kind }: GroupVersionKind): string {
  if (kind === "") return "an object without a kind";
  return group === "" ? kind : `${kind}.${version}.${group}`;
}
