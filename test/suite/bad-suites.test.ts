import { describe, expect, it } from "vitest";
import { lease, suiteOf, suiteText } from "./suites.ts";

const now = "now: 2026-07-01T08:00:00Z";
const old = `oldObject: ${lease}`;
const renewal = "patch: { spec: { leaseDurationSeconds: 20 } }";
const ok = "expect: allowed";
const undecodable = lease.replace("15", '"15"');

/** Suites with errors. The expected errors are in the form `LINE: message`. */
const faulty: Readonly<Record<string, readonly [text: string, ...faults: readonly string[]]>> = {
  "no case": [suiteText([now]).replace("cases:", "cases: []"), "4: cases: Invalid value: […]: must not be empty"],
  "no cases": ["apiVersion: test.lease-guard.dev/v1alpha1\nkind: Suite\n", "1: cases: Required value"],
  "another version": [
    suiteText([now, old], `{name: a, ${renewal}, ${ok}}`).replace("v1alpha1", "v1"),
    '1: apiVersion: Unsupported value: "test.lease-guard.dev/v1": supported values: "test.lease-guard.dev/v1alpha1"',
  ],
  "a mistyped field": [
    suiteText([now, `oldObjct: ${lease}`], `{name: a, object: ${lease}, ${ok}}`),
    "4: oldObjct: Forbidden: unknown field, did you mean oldObject?",
  ],
  "a mistyped field of a case": [
    suiteText([now, old], `{name: a, pach: {}, ${ok}}`),
    "6: cases[0].pach: Forbidden: unknown field, did you mean patch?",
  ],
  "no expectation": [suiteText([now, old], `{name: a, ${renewal}}`), "6: cases[0].expect: Required value"],
  "an invalid expectation": [
    suiteText([now, old], `{name: a, ${renewal}, expect: refused}`),
    '6: cases[0].expect: Invalid value: "refused": must be allowed, or an object with denied, warned, audited, or abstained',
  ],
  "a mistyped rule": [
    suiteText(
      [now, old],
      `{name: a, ${renewal}, expect: {denied: [lease/strategy-vald], warned: [{rule: strategy-required}], audited: [x/y]}}`,
    ),
    '6: cases[0].expect.denied[0]: Invalid value: "lease/strategy-vald": must be a rule: did you mean lease/strategy-valid?',
    '6: cases[0].expect.warned[0].rule: Invalid value: "strategy-required": must be a rule: did you mean lease-candidate/strategy-required?',
    '6: cases[0].expect.audited[0]: Invalid value: "x/y": must be a rule: lease-guard rules lists them',
  ],
  "a rule that never abstains": [
    suiteText([now, old], `{name: a, ${renewal}, expect: {abstained: [lease/strategy-valid, holder-is-candidate]}}`),
    expect.stringMatching(
      /^6: cases\[0\]\.expect\.abstained\[0\]: Invalid value: "lease\/strategy-valid": must be a rule that compares objects: lease-candidate\//,
    ),
    '6: cases[0].expect.abstained[1]: Invalid value: "holder-is-candidate": must be a rule: did you mean lease/holder-is-candidate?',
  ],
  "a finding that does not prevent an object from decoding": [
    suiteText([now, old], `{name: a, ${renewal}, expect: {denied: [schema/unknown-field]}}`),
    '6: cases[0].expect.denied[0]: Invalid value: "schema/unknown-field": must be a rule: lease-guard rules lists them',
  ],
  "no time": [
    suiteText([old], `{name: a, ${renewal}, ${ok}}`),
    "5: cases[0].now: Required value: must be set here or at the top of the suite",
  ],
  "an invalid time": [
    suiteText(["now: noon", old], `{name: a, ${renewal}, ${ok}}`),
    '3: now: Invalid value: "noon": must be an RFC 3339 time, such as 2026-07-01T08:00:00Z',
  ],
  "nothing written": [
    suiteText([now, old], `{name: a, ${ok}}`),
    "6: cases[0].object: Required value: must be set, unless there is a patch or the operation is DELETE",
  ],
  "written twice": [
    suiteText([now, old], `{name: a, object: ${lease}, ${renewal}, ${ok}}`),
    "6: cases[0].patch: Forbidden: must not be set together with object",
  ],
  "an object in place of an old object": [
    suiteText([now, old], `{name: a, operation: DELETE, ${renewal}, ${ok}}`),
    "6: cases[0].operation: Forbidden: must not be DELETE if there is an object or a patch",
  ],
  "nothing to patch": [
    suiteText([now], `{name: a, ${renewal}, ${ok}}`),
    "5: cases[0].oldObject: Required value: must be set here or at the top of the suite if there is a patch",
  ],
  "nothing to delete or update": [
    suiteText([now], `{name: a, operation: DELETE, ${ok}}`, `{name: a, operation: UPDATE, object: ${lease}, ${ok}}`),
    "5: cases[0].oldObject: Required value: must be set here or at the top of the suite if the operation is DELETE",
    "6: cases[1].oldObject: Required value: must be set here or at the top of the suite if the operation is UPDATE",
  ],
  "another kind": [
    suiteText([now, old], `{name: a, object: {apiVersion: coordination.k8s.io/v1beta1, kind: LeaseCandidate}, ${ok}}`),
    "6: cases[0].object: Forbidden: must be a Lease, as oldObject is",
  ],
  "a kind that lease-guard does not validate": [
    suiteText([now, "oldObject: {apiVersion: v1, kind: Pod}"], `{name: a, ${renewal}, ${ok}}`),
    "4: oldObject: Required value: must be one Lease or LeaseCandidate of coordination.k8s.io",
  ],
  "a field that no Lease has": [
    suiteText([now, old], "{name: a, patch: {spec: {renewtime: x}}, expect: allowed}"),
    "6: cases[0].patch.spec.renewtime: Forbidden: unknown field, did you mean renewTime?",
  ],
  "a case's own old object": [
    suiteText([now], `{name: a, oldObject: {kind: Lease}, ${renewal}, ${ok}}`),
    "5: cases[0].oldObject.apiVersion: Required value: must be coordination.k8s.io/v1",
  ],
  "a version that no API server serves": [
    suiteText([now, "oldObject: {apiVersion: coordination.k8s.io/v2, kind: lease}"], `{name: a, ${renewal}, ${ok}}`),
    '4: oldObject.apiVersion: Invalid value: "coordination.k8s.io/v2": must be a version of Lease that Kubernetes 1.38 serves: coordination.k8s.io/v1',
    '4: oldObject.kind: Invalid value: "lease": must be a kind of coordination.k8s.io: did you mean Lease?',
  ],
  "files without an object": [
    suiteText(
      [now],
      ...["none.yaml", "two.yaml", "broken.yaml", "unknown.yaml", "1"].map(
        (file) => `{name: a, object: {file: ${file}}, ${ok}}`,
      ),
      `{name: a, object: {file: lease.yaml, spec: {}}, ${ok}}`,
    ),
    '5: cases[0].object.file: Invalid value: "none.yaml": must be readable: ENOENT: no such file or directory',
    "6: cases[1].object.file: Required value: must be one Lease or LeaseCandidate of coordination.k8s.io",
    '7: cases[2].object.file: Invalid value: "broken.yaml": line 1: must be indented with spaces, not with a tab',
    "8: cases[3].object.spec.renewtime: Forbidden: unknown field, did you mean renewTime?",
    "8: cases[3].object.spek: Forbidden: unknown field, did you mean spec?",
    "9: cases[4].object.file: Invalid value: 1: must be a path, and the only field",
    '10: cases[5].object.file: Invalid value: "lease.yaml": must be a path, and the only field',
  ],
  "related objects that cannot be read": [
    suiteText([now, old, "beside: [{file: none.yaml}]"], `{name: a, ${renewal}, ${ok}}`),
    '5: beside[0].file: Invalid value: "none.yaml": must be readable: ENOENT: no such file or directory',
  ],
  "related objects of one case that cannot be read": [
    suiteText([now, old], `{name: a, beside: [{file: two.yaml}, {file: 1}], ${renewal}, ${ok}}`),
    "6: cases[0].beside[1].file: Invalid value: 1: must be a path, and the only field",
  ],
  "related objects that do not decode": [
    suiteText(
      [now, old, `beside: [${undecodable}, {kind: List, items: [${undecodable}]}, {file: undecodable.yaml}]`],
      `{name: a, ${renewal}, ${ok}}`,
    ),
    '5: beside[0].spec.leaseDurationSeconds: Invalid value: "15": must be an integer',
    '5: beside[1].items[0].spec.leaseDurationSeconds: Invalid value: "15": must be an integer',
    '5: beside[2].file: Invalid value: "undecodable.yaml": Lease team-a/a: spec.leaseDurationSeconds: Invalid value: "15": must be an integer',
  ],
  "a related object that occurs twice": [
    suiteText(
      [now, old],
      `{name: a, beside: [{file: lease.yaml}, ${lease}], ${renewal}, ${ok}}`,
      `{name: b, beside: [{file: two.yaml}], ${renewal}, ${ok}}`,
    ),
    "6: cases[0].beside[1]: Forbidden: must not contain Lease team-a/a again",
    "7: cases[1].beside[0]: Forbidden: must not contain Lease team-a/a again",
  ],
  "related objects of other kinds": [
    suiteText(
      [now, old],
      `{name: a, beside: [{}, {apiVersion: v1, kind: Pod}, {kind: List, items: [{hello: world}]}, {file: policy.yaml}], ${renewal}, ${ok}}`,
    ),
    "6: cases[0].beside[0]: Required value: must be one Lease or LeaseCandidate of coordination.k8s.io",
    "6: cases[0].beside[1]: Required value: must be one Lease or LeaseCandidate of coordination.k8s.io",
    "6: cases[0].beside[2].items[0]: Required value: must be one Lease or LeaseCandidate of coordination.k8s.io",
    "6: cases[0].beside[3].file: Required value: must be one Lease or LeaseCandidate of coordination.k8s.io",
  ],
  "a file of related objects with another field, after the same file alone": [
    suiteText(
      [now, old],
      `{name: a, beside: [{file: candidate.yaml}, {file: candidate.yaml, spec: {}}], ${renewal}, ${ok}}`,
    ),
    '6: cases[0].beside[1].file: Invalid value: "candidate.yaml": must be a path, and the only field',
  ],
  "policies that cannot be used": [
    suiteText(
      [now, old, "policy: {apiVersion: lease-guard.dev/v1alpha1, kind: Policy, profile: lax}"],
      `{name: a, ${renewal}, ${ok}}`,
    ),
    '5: policy.profile: Unsupported value: "lax": supported values: "default", "strict", "observe"',
  ],
  "a policy's file that cannot be used": [
    suiteText([now, old, "policy: bad-policy.yaml"], `{name: a, ${renewal}, ${ok}}`),
    '5: policy: Invalid value: "bad-policy.yaml": bad-policy.yaml:3:1: profil: Forbidden: unknown field, did you mean profile?',
  ],
  "a policy's file that is not there": [
    suiteText([now, old, "policy: none.yaml"], `{name: a, ${renewal}, ${ok}}`),
    '5: policy: Invalid value: "none.yaml": none.yaml must be readable: ENOENT: no such file or directory',
  ],
  "a duplicate field": [
    suiteText([now, now, old], `{name: a, ${renewal}, ${ok}}`),
    "4: now: must not be a duplicate field",
  ],
  "errors and duplicate fields, in the order of the file": [
    suiteText([now, now, old], `{name: 1, ${renewal}, expct: allowed, ${ok}}`),
    "4: now: must not be a duplicate field",
    "7: cases[0].name: Invalid value: 1: must be a string: put it in quotes",
    "7: cases[0].expct: Forbidden: unknown field, did you mean expect?",
  ],
  "a document without an API group": [
    `kind: Suite\ncases: [{name: a, ${ok}}]\n`,
    "1: apiVersion: Required value: must be test.lease-guard.dev/v1alpha1",
  ],
};

describe("a suite that cannot be run", () => {
  it.each(Object.entries(faulty))("%s", async (_, [text, ...expected]) => {
    const suite = await suiteOf(text);
    if (suite.ok) throw new Error("it was read");
    expect(suite.error.map(({ line, message }) => `${line}: ${message}`)).toEqual(expected);
  });
});
