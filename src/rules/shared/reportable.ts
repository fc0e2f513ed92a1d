import type { Kind } from "../../core/api/coordination.ts";
import { metadataOf, property } from "../../core/api/json-object.ts";

/**
 * Reports whether relation rules can report an object. They can report a LeaseCandidate, a Lease
 * with a strategy, and a Lease that has LeaseCandidates and no holder.
 */
export function isReportable(kind: Kind, object: object, hasCandidates: boolean): boolean {
  const spec = property(object, "spec");
  return (
    kind === "LeaseCandidate" ||
    Boolean(property(spec, "strategy")) ||
    (hasCandidates && !property(spec, "holderIdentity"))
  );
}

/**
 * Returns a copy of an object without annotations, managedFields, and other parts that policies and
 * relation rules do not read.
 */
export function partsOf(object: object): object {
  return {
    apiVersion: property(object, "apiVersion"),
    kind: property(object, "kind"),
    metadata: partsOfMetadata(metadataOf(object) ?? {}),
    spec: property(object, "spec"),
  };
}

function partsOfMetadata(metadata: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!("annotations" in metadata || "managedFields" in metadata)) return metadata;
  const { annotations, managedFields, ...kept } = metadata;
  return kept;
}
