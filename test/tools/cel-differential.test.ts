import { describe, expect, it } from "vitest";
import { defaultExport } from "../../src/export/default-export.ts";
import { exportPolicy } from "../../src/export/export-policy.ts";
import { rules } from "../../src/rules/index.ts";
import type { Change } from "../../src/rules/rule.ts";
import { breakGlassGroup, isUnknown } from "../../src/rules/shared/identities.ts";
import { engineReports, policy, submissionOf } from "../differential/engine.ts";
import { randomWrite } from "../differential/random-write.ts";
import type { Write } from "../differential/write.ts";
import { asExported, isSkippedByPolicies } from "../election/left-out.ts";
import type { Draft } from "../harness/objects.ts";
import { stamped } from "../harness/stamped.ts";
import { evaluateCel, policyPrograms, toCelWrite } from "./evaluate-cel.ts";

const wanted = Number(process.env["LEASE_GUARD_CEL_WRITES"] ?? 2000);
const kubernetesVersion = "1.36";
const exported = policyPrograms(
  exportPolicy(policy, {
    ...defaultExport,
    kubernetesVersion,
    name: "all",
    version: "0.0.0",
    now: new Date("2026-06-01T00:00:00Z"),
  }).objects,
  kubernetesVersion,
);
const programs = exported.flatMap(({ matchConditions, validations }) => [matchConditions, validations]);
const validate = asExported(policy);
const apiRules = new Set<string>(rules.filter(({ tier }) => tier === "api").map(({ id }) => id));

/** Reports whether kube-apiserver evaluates policies for a write, because it accepts the object. */
function isEvaluated(write: Write): boolean {
  const { version, user } = write;
  if (version === "v1alpha1" || isUnknown(user) || user.groups.includes(breakGlassGroup)) return false;
  return !engineReports(write).some((id) => apiRules.has(id));
}

interface Compared {
  readonly seed: number;
  readonly written: Change<Draft>;
  readonly user: Write["user"];
  readonly kind: Write["kind"];
  /** The rules that the policies must report. */
  readonly expected: readonly string[];
}

/** Returns a random write with the time that kube-apiserver writes, and what the engine reports. */
function toCompared(write: Write, seed: number): Compared {
  const submission = submissionOf(write);
  const { written } = stamped(submission.change as Change<Draft>, submission.context.now);
  const own = { ...submission, change: written };
  const expected = isSkippedByPolicies(own) ? [] : validate(own).findings.map(({ origin }) => origin);
  return { seed, written, user: write.user, kind: write.kind, expected: [...new Set(expected)].toSorted() };
}

function* compared(): Generator<Compared> {
  for (let [seed, count] = [1, 0]; count < wanted; seed++) {
    const write = randomWrite(seed);
    if (!isEvaluated(write)) continue;
    count++;
    yield toCompared(write, seed);
  }
}

describe("the exported policies report what the engine reports", { timeout: 600_000 + 100 * wanted }, () => {
  const writes = [...compared()];
  const evaluations = writes.flatMap(({ written, user, kind }, index) =>
    exported.flatMap((each, policyIndex) =>
      each.kind === kind && each.operations.includes(written.operation)
        ? [0, 1].map((part) => ({
            index,
            policyIndex,
            part,
            write: { program: 2 * policyIndex + part, ...toCelWrite(written, user) },
          }))
        : [],
    ),
  );
  const output = evaluateCel(
    programs,
    evaluations.map(({ write }) => write),
  );

  it("for random writes", () => {
    expect(output.errors.flat()).toEqual([]);
    const values = new Map(
      evaluations.map(({ index, policyIndex, part }, at) => [
        `${index} ${policyIndex} ${part}`,
        output.writes[at]?.values ?? [],
      ]),
    );
    const different = writes.flatMap(({ seed, written, user, expected }, index) => {
      const reported = exported.flatMap(({ messages }, policyIndex) => {
        const [match, results] = [0, 1].map((part) => values.get(`${index} ${policyIndex} ${part}`));
        if (match === undefined || match.some((value) => value !== true)) return [];
        return messages.flatMap((message, at) => (results?.[at] === true ? [] : [/\(([^()]+)\)$/.exec(message)?.[1]]));
      });
      const own = [...new Set(reported)].toSorted();
      return own.join() === expected.join() ? [] : [{ seed, written, user, expected, reported: own }];
    });
    expect(different).toEqual([]);
    expect(new Set(writes.flatMap(({ expected }) => expected)).size).toBeGreaterThan(40);
  });
});
