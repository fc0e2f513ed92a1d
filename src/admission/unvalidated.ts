import type { AdmissionRequest } from "../api/admission.ts";
import { type ServedVersion, servedVersion, type UnservedPart, unservedPart } from "../api/served-versions.ts";
import { failed, ok, type Result } from "../field/result.ts";

/**
 * Why lease-guard does not validate the write of a review: the part of the kind that no served
 * version has, a write of a subresource, or a review without an object, such as a CONNECT.
 */
export type UnvalidatedReason = UnservedPart | "subresource" | "no object";

/** Returns the served version of the written object, or why lease-guard does not validate it. */
export function writtenVersion({ kind, subResource }: AdmissionRequest): Result<ServedVersion, UnvalidatedReason> {
  if (subResource) return failed("subresource");
  const served = servedVersion(kind);
  return served === undefined ? failed(unservedPart(kind)) : ok(served);
}

/**
 * Returns the warning about a write that the ValidatingWebhookConfiguration should not send.
 * Returns undefined for a review without an object, because its resource can be a Lease.
 */
export function unvalidatedWarning(reason: UnvalidatedReason, { kind, resource, subResource }: AdmissionRequest): string | undefined {
  if (reason === "no object") return undefined;
  const written = reason === "subresource" ? `${resource.resource}/${subResource}` : `${kind.kind}.${kind.version}.${kind.group}`;
  return `lease-guard does not validate ${written}: remove it from the rules of the ValidatingWebhookConfiguration`;
}
