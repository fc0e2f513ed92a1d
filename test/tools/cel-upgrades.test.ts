import { describe, expect, it } from "vitest";
import { defaultExport } from "../../src/export/default-export.ts";
import { exportPolicy } from "../../src/export/export-policy.ts";
import type { Change } from "../../src/rules/rule.ts";
import type { Draft } from "../harness/objects.ts";
import { isPlainRenewal } from "../harness/plain-renewal.ts";
import { stamped } from "../harness/stamped.ts";
import { upgraded } from "../learn/simulated-upgrade.ts";
import { upgrades } from "../learn/upgrades.ts";
import { evaluateCel, policyPrograms, toCelWrite } from "./evaluate-cel.ts";

/** The upgrades of the programs that use client-go. */
const ofClientGo = Object.entries(upgrades).filter(([title]) => title.endsWith(", client-go"));

describe("the exported policies of a learned policy", { timeout: 600_000 }, () => {
  it.each(ofClientGo)("allow the new program, and deny attacks: %s", async (_, upgrade) => {
    const { policy, writes } = await upgraded(upgrade);
    const options = { ...defaultExport, kubernetesVersion: "1.30" as const, name: "learned", version: "0.0.0" };
    const { objects } = exportPolicy(policy, { ...options, now: new Date("2026-07-01T08:00:00Z") });
    const denying = policyPrograms(objects, "1.30").filter(
      ({ kind, modes }) => kind === "Lease" && modes.includes("deny"),
    );
    expect(denying.length).toBeGreaterThan(0);
    const evaluated = writes.flatMap(({ write: { submission }, isAttack, isDenied }) => {
      const change = submission?.change as Change<Draft> | undefined;
      if (submission === undefined || change === undefined || isPlainRenewal(change)) return [];
      const { written } = stamped(change, submission.context.now);
      return [{ isAttack, isDenied, write: toCelWrite(written, submission.context.user) }];
    });
    const programs = denying.flatMap(({ matchConditions, validations }) => [matchConditions, validations]);
    const output = evaluateCel(
      programs,
      evaluated.flatMap(({ write }) => programs.map((_program, program) => ({ program, ...write }))),
    );
    expect(output.errors.flat()).toEqual([]);
    const denied = evaluated.map((_write, index) =>
      denying.some(({ modes, operations }, policyIndex) => {
        if (!operations.includes(evaluated[index]?.write.operation ?? "")) return false;
        const [match, values] = [0, 1].map(
          (part) => output.writes[index * programs.length + 2 * policyIndex + part]?.values,
        );
        return match?.every((value) => value === true) && modes.some((mode, at) => mode === "deny" && !values?.[at]);
      }),
    );
    expect(denied).toEqual(evaluated.map(({ isDenied }) => isDenied));
    expect(evaluated.some(({ isAttack }) => isAttack)).toBe(true);
    expect(evaluated.some(({ isDenied }) => !isDenied)).toBe(true);
  });
});
