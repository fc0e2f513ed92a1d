import { isDeepStrictEqual } from "node:util";
import { compareMicroTimes, microTimeMs } from "../../src/core/text/time.ts";
import type { Change } from "../../src/rules/rule.ts";

type Fields = Readonly<Record<string, unknown>>;

const metadataFields = ["labels", "annotations", "ownerReferences", "finalizers"];

/**
 * Reports whether the match condition of the base manifests excludes a write as a plain renewal.
 * The tests in test/live evaluate the condition in a real API server.
 */
export function isPlainRenewal(change: Change<unknown>): boolean {
  if (change.operation !== "UPDATE") return false;
  const { object, oldObject } = change;
  const { renewTime, ...spec } = partOf(object, "spec");
  const { renewTime: before, ...oldSpec } = partOf(oldObject, "spec");
  const [metadata, oldMetadata] = [partOf(object, "metadata"), partOf(oldObject, "metadata")];
  const isKept = metadataFields.every((field) =>
    isDeepStrictEqual(metadata[field] ?? null, oldMetadata[field] ?? null),
  );
  return isKept && isDeepStrictEqual(spec, oldSpec) && movesOn(before, renewTime);
}

function partOf(object: unknown, name: string): Fields {
  const part = (object as Fields)[name] ?? {};
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null));
}

function movesOn(before: unknown, renewTime: unknown): boolean {
  if (typeof before !== "string" || typeof renewTime !== "string") return before === renewTime;
  const order = compareMicroTimes(before, renewTime);
  return (
    order === 0 ||
    (order < 0 && Math.floor(microTimeMs(renewTime) / 1000) - Math.floor(microTimeMs(before) / 1000) <= 3600)
  );
}
