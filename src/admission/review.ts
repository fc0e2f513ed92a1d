import type { AdmissionRequest } from "../api/admission.ts";
import { type ServedVersion, servedVersion } from "../api/served-versions.ts";
import type { Validate } from "../validate/validate.ts";
import { toChange } from "./change.ts";
import { toContext } from "./context.ts";
import { decodeReview } from "./decode.ts";
import { allow, badBody, badRequest, type Reply, respond } from "./respond.ts";

/** The whole line: the bytes of an AdmissionReview in, the answer out. Never throws. */
export function reviewBody(body: Uint8Array, validate: Validate, now: Date): Reply {
  const decoded = decodeReview(body);
  if ("refusal" in decoded) return badBody(decoded.version, decoded.uid, decoded.refusal);
  const { version, request } = decoded;
  const served = findServedVersion(request);
  if (served === undefined) return allow(version, request, misregistration(request));
  const change = toChange(request);
  if (change === undefined) return allow(version, request);
  if (typeof change === "string") return badRequest(version, request, change);
  return respond(version, request, validate(served, change, toContext(request, now)));
}

/** Leases and LeaseCandidates have no subresource; what is written through one is not a Lease. */
function findServedVersion({ kind, subResource }: AdmissionRequest): ServedVersion | undefined {
  return subResource ? undefined : servedVersion(kind);
}

function misregistration({ kind, resource, subResource }: AdmissionRequest): string {
  const written = subResource ? `${resource.resource}/${subResource}` : `${kind.kind}.${kind.version}.${kind.group}`;
  return `lease-guard does not judge ${written}: take it out of the webhook's rules`;
}
