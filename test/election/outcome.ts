import type { Submission } from "../../src/engine/validate/submission.ts";
import { createValidate, type Validate } from "../../src/engine/validate/validate.ts";
import type { Finding } from "../../src/engine/validate/verdict.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import type { AttackHistory } from "./histories/attack-history.ts";
import { submissionsOf } from "./history.ts";

/** The outcome of an attack: the strongest mode of the findings in the writes of the attack. */
export type Outcome = "denied" | "warned" | "audited" | "no finding";

/** The outcome of an attack, and all findings in its writes. */
export interface AttackResult {
  readonly outcome: Outcome;
  readonly findings: readonly Finding[];
}

const strict = createValidate(rules, { ...defaultPolicy, profile: "strict" });
const outcomes = { deny: "denied", warn: "warned", audit: "audited" } as const;
const strongest: readonly Outcome[] = ["denied", "warned", "audited"];

/**
 * Runs an attack in the profile `strict`, or with another `validate`. The first denied write ends
 * the attack. A write for which `isSent` returns false is stored without validation.
 */
export function runAttack(
  attack: AttackHistory,
  isSent: (write: Submission) => boolean,
  validate: Validate = strict,
): AttackResult {
  const writes = writesOf(attack);
  const findings: Finding[] = [];
  for (const write of writes) {
    const found = isSent(write) ? validate(write).findings : [];
    findings.push(...found);
    if (found.some(({ mode }) => mode === "deny")) break;
  }
  const reached: readonly Outcome[] = findings.map(({ mode }) => outcomes[mode]);
  return { outcome: strongest.find((outcome) => reached.includes(outcome)) ?? "no finding", findings };
}

/**
 * Returns the reason of the first write that has the strongest finding, if all writes are sent, and
 * that has a reason.
 */
export function firstReason<Reason>(
  attack: AttackHistory,
  reasonOf: (write: Submission) => Reason | undefined,
): Reason | undefined {
  const { outcome } = runAttack(attack, () => true);
  const strongest = writesOf(attack).filter((write) =>
    strict(write).findings.some(({ mode }) => outcomes[mode] === outcome),
  );
  return strongest.map(reasonOf).find((reason) => reason !== undefined);
}

function writesOf({ given = [], acts, ...history }: AttackHistory): readonly Submission[] {
  return submissionsOf({ ...history, acts: [...given, ...acts] }).slice(given.length);
}

/** Returns the findings in the legitimate writes before an attack. */
export function findingsBefore({ given = [], ...history }: AttackHistory): readonly Finding[] {
  return submissionsOf({ ...history, acts: given }).flatMap((write) => strict(write).findings);
}
