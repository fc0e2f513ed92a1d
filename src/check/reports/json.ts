import type { ObjectReference } from "../../core/field/object-reference.ts";
import { jsonProblem, jsonReport } from "../../report/json-report.ts";
import { abstentions } from "./not-compared.ts";
import { order } from "./order.ts";
import {
  type CheckedFinding,
  type CheckReport,
  type NotComparedElection,
  type ObjectIdentity,
  type RelatedObject,
  type SkippedObject,
  summarize,
} from "./result.ts";

/** Formats the result as JSON. The schema is `schemas/report/v1alpha1/results.json`. */
export const json: CheckReport = (result, { version }) => {
  const before = order(result);
  return jsonReport("Results", {
    version,
    summary: summarize(result),
    findings: result.findings.toSorted(before).map(published),
    ignored: result.ignored.toSorted(before).map(published),
    skipped: result.skippedObjects.toSorted(before).map(publishedSkip),
    notUnderstood: result.notUnderstood.toSorted(before).map(publishedSkip),
    abstained: abstentions(result),
    notCompared: result.notCompared.map(publishedElection),
    notRendered: result.notRendered.map(({ directory, renderer, command }) => ({ directory, renderer, command })),
    problems: result.problems.toSorted(before).map(jsonProblem),
  });
};

/** Returns the fields of a finding that the schema of the report defines, in a fixed order. */
function published({
  origin: rule,
  mode,
  type,
  field,
  message,
  file,
  line,
  column,
  object,
  related,
  remedy,
}: CheckedFinding): object {
  return {
    ...{ rule, mode, type, field, message, file, line, column, object: publishedObject(object) },
    ...(related !== undefined && { related: publishedRelated(related) }),
    ...(remedy !== undefined && { remedy }),
  };
}

function publishedRelated({ object, file, line, column }: RelatedObject): RelatedObject {
  return { file, line, column, object: publishedReference(object) };
}

function publishedElection({ lease, ...reason }: NotComparedElection): object {
  const published = { reason: reason.reason, lease: publishedReference(lease) };
  if (reason.reason === "expired") return { ...published, lastRenewal: reason.lastRenewal };
  const places = reason.places.map(({ file, line, column }) => ({ file, line, column }));
  return { ...published, object: publishedReference(reason.object), places };
}

function publishedReference({ kind, namespace, name }: ObjectReference): ObjectReference {
  return { kind, namespace, name };
}

function publishedSkip({ reason, file, line, column, object }: SkippedObject): SkippedObject {
  return { reason, file, line, column, object: publishedObject(object) };
}

function publishedObject({ apiVersion, kind, namespace, name }: ObjectIdentity): ObjectIdentity {
  return { apiVersion, kind, namespace, name };
}
