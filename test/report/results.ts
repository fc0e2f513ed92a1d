import type { CheckedFinding, CheckedObject, CheckResult, ObjectIdentity, ReportContext } from "../../src/report/result.ts";

/** The object that findings are of unless they say otherwise. */
const controller: ObjectIdentity = {
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  namespace: "team-a",
  name: "controller",
};

export function finding(changes: Partial<CheckedFinding> = {}): CheckedFinding {
  return {
    rule: "lease/lease-duration-positive",
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

export function checked(file: string, line: number, changes: Partial<ObjectIdentity> = {}): CheckedObject {
  return { object: { ...controller, ...changes }, file, line };
}

export const clean: CheckResult = { findings: [], problems: [], objects: [checked("a.yaml", 1)], checked: 1, skipped: 0, files: 1 };

export const empty: CheckResult = { findings: [], problems: [], objects: [], checked: 0, skipped: 0, files: 0 };

/** Two findings of one object, a warning, a pass and a file that could not be read. */
export const mixed: CheckResult = {
  findings: [
    finding({
      rule: "lease-candidate/lease-name-valid",
      mode: "warn",
      field: "spec.leaseName",
      message: 'Invalid value: "A<b>": must be a name',
      file: "dir/b c.yaml",
      line: 8,
      column: 14,
      object: { ...controller, kind: "LeaseCandidate", name: "one" },
    }),
    finding(),
    finding({
      rule: "metadata/namespace-required",
      type: "FieldValueRequired",
      field: "metadata",
      message: "Required value",
      line: 3,
      column: 1,
    }),
  ],
  problems: [{ file: "bad.yaml", line: 2, column: 3, message: "a tab cannot indent" }],
  objects: [
    checked("a.yaml", 1),
    checked("a.yaml", 9, { name: "fine" }),
    checked("dir/b c.yaml", 1, { kind: "LeaseCandidate", name: "one" }),
  ],
  checked: 3,
  skipped: 1,
  files: 3,
};

/** Names made to be mistaken for something else, in every place that a submission or a file name reaches. */
export function hostile(text: string): CheckResult {
  const object = { apiVersion: text, kind: text, namespace: text, name: text };
  return {
    findings: [finding({ rule: `rule${text}`, field: text, message: text, file: text, object })],
    problems: [{ file: text, line: 1, column: 1, message: text }],
    objects: [{ object, file: text, line: 1 }],
    checked: 1,
    skipped: 0,
    files: 1,
  };
}

/** A context without colour, and the lines of the files it knows. */
export function context(lines: Readonly<Record<string, string>> = {}): ReportContext {
  return { version: "1.2.3", color: false, sourceLine: (file, line) => lines[`${file}:${line}`] };
}

export const lines: Readonly<Record<string, string>> = {
  "a.yaml:3": "metadata:",
  "a.yaml:7": "  leaseDurationSeconds: 0",
  "dir/b c.yaml:8": "  leaseName: A<b>",
  "bad.yaml:2": "  \tname: x",
};
