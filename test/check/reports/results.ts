import type { CheckedFinding, CheckedObject, CheckResult, ObjectIdentity } from "../../../src/check/reports/result.ts";
import type { SourceExcerpt } from "../../../src/report/report.ts";
import { sourceExcerpt } from "../../../src/report/source-excerpt.ts";

/** The object of every finding below that does not name another object. */
const controller: ObjectIdentity = {
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  namespace: "team-a",
  name: "controller",
};

export function finding(changes: Partial<CheckedFinding> = {}): CheckedFinding {
  return {
    origin: "lease/lease-duration-positive",
    mode: "deny",
    type: "FieldValueInvalid",
    field: "spec.leaseDurationSeconds",
    message: "Invalid value: 0: must be greater than 0",
    file: "a.yaml",
    line: 7,
    column: 25,
    object: controller,
    ...changes,
  };
}

export function checked(file: string, line: number, changes: Partial<ObjectIdentity> = {}, column = 1): CheckedObject {
  return { object: { ...controller, ...changes }, file, line, column };
}

export const clean: CheckResult = {
  findings: [],
  ignored: [],
  problems: [],
  objects: [checked("a.yaml", 1)],
  skippedObjects: [],
  notUnderstood: [],
  checked: 1,
  denied: 0,
  skipped: 0,
  files: 1,
  abstained: new Map(),
  notCompared: [],
  notRendered: [],
};

export const empty: CheckResult = {
  findings: [],
  ignored: [],
  problems: [],
  objects: [],
  skippedObjects: [],
  notUnderstood: [],
  checked: 0,
  denied: 0,
  skipped: 0,
  files: 0,
  abstained: new Map(),
  notCompared: [],
  notRendered: [],
};

/**
 * A result with two findings for one object, a warning, an object without findings, and a file that
 * could not be read.
 */
export const mixed: CheckResult = {
  findings: [
    finding({
      origin: "lease-candidate/lease-name-valid",
      mode: "warn",
      field: "spec.leaseName",
      message: 'Invalid value: "A<b>": must be a name',
      file: "dir/b c.yaml",
      line: 8,
      column: 14,
      object: { ...controller, kind: "LeaseCandidate", name: "one" },
      excerpt: sourceExcerpt("  leaseName: A<b>", 14),
    }),
    finding({ excerpt: sourceExcerpt("  leaseDurationSeconds: 0", 25) }),
    finding({
      origin: "metadata/namespace-required",
      type: "FieldValueRequired",
      field: "metadata",
      message: "Required value",
      line: 3,
      column: 1,
      excerpt: sourceExcerpt("metadata:", 1),
    }),
  ],
  ignored: [],
  problems: [
    { file: "bad.yaml", line: 2, column: 3, message: "a tab cannot indent", excerpt: sourceExcerpt("  \tname: x", 3) },
  ],
  objects: [
    checked("a.yaml", 1),
    checked("a.yaml", 9, { name: "fine" }),
    checked("dir/b c.yaml", 1, { kind: "LeaseCandidate", name: "one" }),
  ],
  skippedObjects: [
    {
      ...checked("a.yaml", 15, { apiVersion: "v1", kind: "ConfigMap", name: "<settings>" }),
      reason: "is not a Lease or LeaseCandidate",
    },
  ],
  notUnderstood: [],
  checked: 3,
  denied: 1,
  skipped: 1,
  files: 3,
  abstained: new Map(),
  notCompared: [],
  notRendered: [],
};

/**
 * Returns a result that contains the string in the fields of findings, problems, and objects that a
 * submission or a file name can set. The tests choose strings that a reader could mistake for a
 * part of the report.
 */
export function hostile(text: string, excerpt: SourceExcerpt = sourceExcerpt("", 1)): CheckResult {
  const object = { apiVersion: text, kind: text, namespace: text, name: text };
  const found = finding({
    origin: `lease/${text}`,
    field: text,
    message: text,
    file: text,
    object,
    excerpt,
    remedy: [text, text],
  });
  return {
    findings: [found],
    ignored: [{ ...found, line: 8 }],
    problems: [{ file: text, line: 1, column: 1, message: text, excerpt }],
    objects: [{ object, file: text, line: 1, column: 1 }],
    skippedObjects: [{ object, file: text, line: 1, column: 1, reason: text }],
    notUnderstood: [{ object, file: text, line: 2, column: 1, reason: text }],
    checked: 1,
    denied: 1,
    skipped: 1,
    files: 1,
    abstained: new Map(),
    notCompared: [],
    notRendered: [{ directory: text, renderer: "kustomize", command: text }],
  };
}

/**
 * A result with two ignored findings of one object, and one ignored finding of an object
 * without other findings.
 */
export const ignoring: CheckResult = {
  ...mixed,
  findings: mixed.findings.slice(1, 2),
  ignored: [
    finding({
      origin: "metadata/name-valid",
      line: 9,
      column: 5,
      message: "b",
      object: { ...controller, name: "fine" },
    }),
    finding({ origin: "metadata/name-valid", line: 4, column: 9, message: "<a>" }),
    finding({ mode: "warn", line: 4, column: 9, field: "", message: "first" }),
  ],
  problems: [],
};
