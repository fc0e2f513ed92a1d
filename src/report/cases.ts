import { groupBy } from "./group-by.ts";
import { inOrder } from "./order.ts";
import type { CheckedFinding, CheckedObject, CheckResult, ObjectIdentity } from "./result.ts";

/** An object with what was found in it; without findings it passed. */
export interface ObjectCase extends CheckedObject {
  readonly findings: readonly CheckedFinding[];
}

/**
 * Every object in stable order. A finding belongs to the last object of its file and identity that begins no later than the
 * finding; one that no object claims makes a case of its own.
 */
export function objectCases(result: CheckResult): readonly ObjectCase[] {
  const { objects, findings } = inOrder(result);
  const cases = objects.map((checked): OpenCase => ({ ...checked, findings: [] }));
  if (findings.length === 0) return cases;
  const namesakes = groupBy(cases, keyOf);
  const orphans = [...groupBy(findings, keyOf)].flatMap(([key, found]) => distribute(found, namesakes.get(key) ?? []));
  return [...cases, ...orphans.map((finding) => ({ ...finding, findings: [finding] }))];
}

interface OpenCase extends CheckedObject {
  readonly findings: CheckedFinding[];
}

/** Both by place, so that one walk does; gives back what there is no case for. */
function distribute(findings: readonly CheckedFinding[], cases: readonly OpenCase[]): readonly CheckedFinding[] {
  if (cases.length === 0) return findings;
  let owner = 0;
  for (const finding of findings) {
    while (beginsBy(cases[owner + 1], finding)) owner++;
    cases[owner]?.findings.push(finding);
  }
  return [];
}

function beginsBy(checked: OpenCase | undefined, { line, column }: CheckedFinding): boolean {
  return checked !== undefined && (checked.line < line || (checked.line === line && checked.column <= column));
}

/** True when the webhook would refuse the object. */
export function isDenied({ findings }: ObjectCase): boolean {
  return findings.some(({ mode }) => mode === "deny");
}

/** `Lease team-a/controller`; an object yet to be named by the server has no name to show. */
export function caseTitle({ kind, namespace, name }: ObjectIdentity): string {
  const shown = name === "" ? "(unnamed)" : name;
  return `${kind} ${namespace === "" ? shown : `${namespace}/${shown}`}`;
}

function keyOf({ file, object }: CheckedObject): string {
  return JSON.stringify([file, object.apiVersion, object.kind, object.namespace, object.name]);
}
