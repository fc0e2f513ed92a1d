import { describe, expect, it } from "vitest";
import { failureStatus } from "../../src/api/meta.ts";
import { type AnsweredWrite, kubectlOutput } from "../../src/playground/kubectl-output.ts";

const write: AnsweredWrite = { kind: "LeaseCandidate", name: "a", operation: "UPDATE", response: {} };
const cause = (field: string) => ({ reason: "FieldValueInvalid", field, message: "must be valid (a/b)" });
const invalid = (...fields: readonly string[]) => ({
  ...failureStatus(422, "whole"),
  details: { name: "a", group: "coordination.k8s.io", kind: "LeaseCandidate", causes: fields.map(cause) },
});

describe("kubectl", () => {
  it.each<[string, Partial<AnsweredWrite>, string]>([
    ["a success", {}, "leasecandidate.coordination.k8s.io/a replaced"],
    ["warnings", { response: { warnings: ["one", "two"] } }, "Warning: one\nWarning: two\nleasecandidate.coordination.k8s.io/a replaced"],
    [
      "a forbidden write",
      { response: { status: failureStatus(403, "no"), warnings: ["one"] } },
      'Warning: one\nError from server (Forbidden): error when replacing "object.yaml": admission webhook "leasecandidates.lease-guard.dev" denied the request: no',
    ],
    ["an invalid object", { response: { status: invalid("spec.a") } }, 'The LeaseCandidate "a" is invalid: spec.a: must be valid (a/b)'],
    [
      "several causes, each once",
      { response: { status: invalid("spec.a", "spec.b", "spec.a") } },
      'The LeaseCandidate "a" is invalid: \n* spec.a: must be valid (a/b)\n* spec.b: must be valid (a/b)',
    ],
    ["a delete", { operation: "DELETE" }, 'leasecandidate.coordination.k8s.io "a" deleted'],
  ])("prints %s", (_, change, expected) => {
    expect(kubectlOutput({ ...write, ...change })).toBe(expected);
  });
});
