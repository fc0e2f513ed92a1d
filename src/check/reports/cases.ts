import { referenceKey } from "../../core/field/object-reference.ts";
import { comparePositions } from "../../core/text/position.ts";
import { groupBy } from "../../report/group-by.ts";
import { order } from "./order.ts";
import type { CheckedFinding, CheckedObject, CheckResult } from "./result.ts";

export interface ObjectCase extends CheckedObject {
  readonly findings: readonly CheckedFinding[];
  readonly ignored: readonly CheckedFinding[];
}

/**
 * Returns each object with its findings, sorted by file and position. Several objects in a file can
 * have the same identity. A finding then belongs to the last of these objects that begins at or
 * before the finding. A finding whose object is not in `result.objects` becomes a separate case at
 * the end.
 */
export function objectCases(result: CheckResult): readonly ObjectCase[] {
  const before = order(result);
  const cases = result.objects.toSorted(before).map(open);
  if (result.findings.length + result.ignored.length === 0) return cases;
  const namesakes = groupBy(cases, keyOf);
  const orphans: OpenCase[] = [];
  const caseOf = (finding: CheckedFinding): OpenCase => {
    const owner = lastBegun(namesakes.get(keyOf(finding)) ?? [], finding);
    if (owner !== undefined) return owner;
    const orphan = open(finding);
    orphans.push(orphan);
    return orphan;
  };
  for (const finding of result.findings.toSorted(before)) caseOf(finding).findings.push(finding);
  for (const finding of result.ignored.toSorted(before)) caseOf(finding).ignored.push(finding);
  return [...cases, ...orphans];
}

interface OpenCase extends CheckedObject {
  readonly findings: CheckedFinding[];
  readonly ignored: CheckedFinding[];
}

function open({ object, file, line, column }: CheckedObject): OpenCase {
  return { object, file, line, column, findings: [], ignored: [] };
}

/** Finds the last case that begins at or before the finding, by binary search. */
function lastBegun(cases: readonly OpenCase[], finding: CheckedFinding): OpenCase | undefined {
  let first = 0;
  let end = cases.length;
  while (end - first > 1) {
    const middle = (first + end) >> 1;
    const found = cases[middle];
    if (found !== undefined && comparePositions(found, finding) <= 0) first = middle;
    else end = middle;
  }
  return cases[first];
}

function keyOf({ file, object }: CheckedObject): string {
  return JSON.stringify([file, object.apiVersion, referenceKey(object)]);
}
