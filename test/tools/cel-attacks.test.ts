import { describe, expect, it } from "vitest";
import { defaultExport } from "../../src/export/default-export.ts";
import { exportPolicy } from "../../src/export/export-policy.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import type { Change } from "../../src/rules/rule.ts";
import { submissionsOf } from "../election/history.ts";
import { isSkippedByPolicies, validateAsExported } from "../election/left-out.ts";
import { subjects } from "../election/subjects.ts";
import type { Draft } from "../harness/objects.ts";
import { requireServedVersion } from "../harness/served-version.ts";
import { stamped } from "../harness/stamped.ts";
import { type CelWrite, evaluateCel, policyPrograms, toCelWrite } from "./evaluate-cel.ts";

const kubernetesVersion = "1.34";
const exported = policyPrograms(
  exportPolicy(
    { ...defaultPolicy, profile: "strict" },
    {
      ...defaultExport,
      kubernetesVersion,
      name: "strict",
      version: "0.0.0",
      now: new Date("2026-11-21T00:00:00Z"),
    },
  ).objects,
  kubernetesVersion,
);

/** The entry of an earlier writer of the object. */
const entry = {
  manager: "earlier",
  operation: "Update",
  apiVersion: "coordination.k8s.io/v1",
  time: "2026-07-01T07:00:00Z",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:metadata": {} },
};

/** Returns an update of an object that has managedFields, as every object of kube-apiserver has. */
function tracked(change: Change<Draft>): Change<Draft> {
  if (change.operation !== "UPDATE") return change;
  const withEntry = (each: Draft): Draft => ({ ...each, metadata: { managedFields: [entry], ...each.metadata } });
  return { ...change, object: withEntry(change.object), oldObject: withEntry(change.oldObject) };
}

describe("the outcomes of exported policies in docs/attacks.md", { timeout: 600_000 }, () => {
  const writes = Object.values(subjects).flatMap((subject) =>
    Object.entries(subject).flatMap(([title, { given = [], acts, ...history }]) =>
      submissionsOf({ ...history, acts: [...given, ...acts] })
        .slice(given.length)
        .map((write, index) => {
          const { written } = stamped(tracked(write.change as Change<Draft>), write.context.now);
          return { title: `${title}, write ${index + 1}`, write, written };
        }),
    ),
  );
  const programs = exported.flatMap(({ matchConditions, validations }) => [matchConditions, validations]);
  const output = evaluateCel(
    programs,
    writes.flatMap(({ written, write }) =>
      programs.map((_, program): CelWrite => ({ program, ...toCelWrite(written, write.context.user) })),
    ),
  );

  it("are those of the expressions in the engine of kube-apiserver", () => {
    expect(output.errors.flat()).toEqual([]);
    expect(writes.length).toBeGreaterThan(200);
    const different = writes.flatMap(({ title, write, written }, index) => {
      const some = written.operation === "DELETE" ? written.oldObject : written.object;
      const reported = exported.flatMap(({ kind, operations, messages, modes }, policy) => {
        if (requireServedVersion(some).gvk.kind !== kind || !operations.includes(written.operation)) return [];
        const [match, values] = [0, 1].map(
          (part) => output.writes[index * programs.length + 2 * policy + part]?.values ?? [],
        );
        if (match?.some((value) => value !== true)) return [];
        return messages.flatMap((message, at) =>
          values?.[at] === true ? [] : [`${modes[at]} ${/\(([^()]+)\)$/.exec(message)?.[1]}`],
        );
      });
      const expected = isSkippedByPolicies(write)
        ? []
        : validateAsExported(write).findings.map(({ mode, origin }) => `${mode} ${origin}`);
      const [left, right] = [expected, reported].map((list) => [...new Set(list)].toSorted().join());
      return left === right ? [] : [{ title, expected: left, reported: right }];
    });
    expect(different).toEqual([]);
  });
});
