import { describe, expect, it } from "vitest";
import type { KubernetesVersion } from "../../src/core/api/kubernetes-version.ts";
import { failureStatus } from "../../src/core/api/meta.ts";
import { type AnsweredWrite, kubectlOutput } from "../../src/playground/kubectl-output.ts";
import type { ChangeOperation } from "../../src/rules/rule.ts";

const write: AnsweredWrite = { kind: "LeaseCandidate", namespace: "n", name: "a", status: undefined, warnings: [] };
const cause = (field: string) => ({ reason: "FieldValueInvalid", field, message: "must be valid (a/b)" });
const invalid = (...fields: readonly string[]) => ({
  ...failureStatus(422, "whole"),
  details: { name: "a", group: "coordination.k8s.io", kind: "LeaseCandidate", causes: fields.map(cause) },
});
const replaced = (name: string): string => `leasecandidate.coordination.k8s.io/${name} replaced`;

/** Returns the output without the command. */
const outputOf = (
  operation: ChangeOperation,
  kubernetesVersion: KubernetesVersion,
  writes: readonly Partial<AnsweredWrite>[],
): string =>
  kubectlOutput(
    operation,
    kubernetesVersion,
    writes.map((each) => ({ ...write, ...each })),
  )
    .split("\n")
    .slice(1)
    .join("\n");

describe("kubectl", () => {
  it.each<[string, readonly Partial<AnsweredWrite>[], string]>([
    ["a success", [{}], replaced("a")],
    ["warnings", [{ warnings: ["one", "two"] }], `Warning: one\nWarning: two\n${replaced("a")}`],
    [
      "equal warnings once",
      [{ warnings: ["one"] }, { warnings: ["one"] }],
      `Warning: one\n${replaced("a")}\n${replaced("a")}`,
    ],
    [
      "a forbidden write",
      [{ status: failureStatus(403, "no"), warnings: ["one"] }],
      'Warning: one\nError from server (Forbidden): error when replacing "object.yaml": no',
    ],
    [
      "an invalid object",
      [{ status: invalid("spec.a") }],
      'The LeaseCandidate "a" is invalid: spec.a: must be valid (a/b)',
    ],
    [
      "several causes, each once",
      [{ status: invalid("spec.a", "spec.b", "spec.a") }],
      'The LeaseCandidate "a" is invalid: \n* spec.a: must be valid (a/b)\n* spec.b: must be valid (a/b)',
    ],
    [
      "an error after the successes",
      [{ status: invalid("spec.a") }, { name: "b" }],
      `${replaced("b")}\nThe LeaseCandidate "a" is invalid: spec.a: must be valid (a/b)`,
    ],
    [
      "several errors with their messages",
      [{ status: invalid("spec.a") }, { status: failureStatus(403, "no") }],
      'Error from server (Invalid): error when replacing "object.yaml": whole\nError from server (Forbidden): error when replacing "object.yaml": no',
    ],
  ])("prints %s", (_, writes, expected) => {
    expect(outputOf("UPDATE", "1.36", writes)).toBe(expected);
  });

  it.each([
    ["1.33", 'leasecandidate.coordination.k8s.io "a" deleted'],
    ["1.34", 'leasecandidate.coordination.k8s.io "a" deleted from n namespace'],
  ] as const)("prints a delete in version %s", (kubernetesVersion, expected) => {
    expect(outputOf("DELETE", kubernetesVersion, [{}])).toBe(expected);
  });

  it.each([
    ["CREATE", "create"],
    ["UPDATE", "replace"],
    ["DELETE", "delete"],
  ] as const)("sends %s with %s", (operation, command) => {
    expect(kubectlOutput(operation, "1.36", [write]).split("\n")[0]).toBe(`$ kubectl ${command} -f object.yaml`);
  });
});
