import { type Fields, fieldAt, mapAt, objectsAt, textAt } from "../core/api/fields.ts";
import { firstDifference } from "../core/api/first-difference.ts";
import { defaultExportVersion } from "../core/api/kubernetes-version.ts";
import { namespacedName } from "../core/field/object-reference.ts";
import { type FieldPath, formatPath } from "../core/field/path.ts";
import { defaultExport } from "../export/default-export.ts";
import { fenceIn, fenceObjects, fenceSuffix } from "../export/fence.ts";
import { type AdmissionObject, versionAnnotation } from "../export/objects.ts";
import type { Fence } from "../policy/fence.ts";
import { decodePolicy } from "../policy/file/decode-policy.ts";
import { type PolicyDocument, policyApiVersion } from "../policy/file/policy-document.ts";
import { conjunctsOf } from "../rules/cel/split-at.ts";
import { decideCel } from "./reach/decide-cel.ts";

interface ListedObject {
  readonly value: Fields;
}

interface FenceEdit<T> {
  readonly object: T;
  readonly field: FieldPath;
  readonly reason: string;
}

/**
 * Yields the first field of the admission policy of a fence, and of each of its bindings, that
 * differs from the export of the fence that it lists. Compares only policies of this version.
 */
export function* fenceEdits<T extends ListedObject>(
  policy: T,
  bindings: readonly T[],
  version: string,
): Iterable<FenceEdit<T>> {
  const { value } = policy;
  const fence = fenceIn(value);
  if (fence === undefined || mapAt(value, "metadata", "annotations").get(versionAnnotation) !== version) return;
  const problem = problemOf(fence);
  if (problem !== undefined)
    return void (yield {
      object: policy,
      field: ["metadata", "annotations"],
      reason: `must contain a valid fence: ${problem}: it was edited`,
    });
  const name = textAt(value, "metadata", "name");
  const [expected, binding] = exportOf(fence, name, version);
  const reason = `must be as in the export of the fence ${fence.name}: it was edited`;
  const field = expected && policyDifference(value, expected);
  if (field !== undefined) yield { object: policy, field, reason };
  for (const each of bindings) {
    if (textAt(each.value, "spec", "policyName") !== name) continue;
    const edit = firstDifference(each.value["spec"], binding?.spec, ["spec"]);
    if (edit !== undefined) yield { object: each, field: edit, reason };
  }
}

/** Returns what is wrong with a fence as an entry of a policy, or undefined. */
function problemOf({ lease, serviceAccount, ...fence }: Fence): string | undefined {
  if ([lease, serviceAccount].some(({ namespace, name }) => typeof namespace !== "string" || typeof name !== "string"))
    return "lease and serviceAccount must each have a namespace and a name";
  const entry = { ...fence, lease: namespacedName(lease), serviceAccount: namespacedName(serviceAccount) };
  const document: PolicyDocument = { apiVersion: policyApiVersion, kind: "Policy", fences: [entry] };
  const decoded = decodePolicy(document);
  if (decoded.ok) return undefined;
  const [first] = decoded.error;
  return first && `${formatPath(first.field)} ${first.detail}`;
}

/** The annotation of a fence does not contain the administrators. */
const anyAdministrators = { administrators: { users: [], groups: [] } };

function exportOf(fence: Fence, name: string, version: string): readonly AdmissionObject[] {
  const suffix = fenceSuffix(fence);
  return fenceObjects(fence, anyAdministrators, {
    ...defaultExport,
    name: name.endsWith(suffix) ? name.slice(0, -suffix.length) : name,
    kubernetesVersion: defaultExportVersion,
    now: new Date(0),
    version,
  });
}

function policyDifference(value: Fields, { spec }: AdmissionObject): FieldPath | undefined {
  const own = objectsAt(value, "spec", "matchConditions");
  const expected = objectsAt({ spec }, "spec", "matchConditions");
  const compared = own.map((condition, index) => {
    const other = expected[index];
    const isSame = other !== undefined && isSameCondition(textAt(condition, "expression"), textAt(other, "expression"));
    return isSame ? { ...condition, expression: other["expression"] } : condition;
  });
  return firstDifference({ ...(fieldAt(value, "spec") as Fields), matchConditions: compared }, spec, ["spec"]);
}

/** Reports whether two conditions of fences differ at most in the administrators. */
function isSameCondition(actual: string, expected: string): boolean {
  if (actual === expected) return true;
  const [parts, others] = [conjunctsOf(actual), conjunctsOf(expected)];
  const differing = parts.filter((part, index) => part !== others[index]);
  const [administrators = ""] = differing;
  return (
    parts.length === others.length &&
    differing.length === 1 &&
    parts.indexOf(administrators) === 1 &&
    administrators.startsWith("!(") &&
    decideCel(administrators, new Map()) !== false
  );
}
