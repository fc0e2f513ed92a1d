import { createValidate } from "../../src/engine/validate/validate.ts";
import type { Mode, Policy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import { rowOf } from "../harness/reviews.ts";
import type { Write } from "./api-server.ts";

const served = { Lease: rowOf("v1", "Lease"), LeaseCandidate: rowOf("v1beta1", "LeaseCandidate") };

/**
 * Returns a function that lists rule ids for a write. The list contains the rules that report the
 * write in one of these modes, and the rules that throw.
 */
export function reportedRules(policy: Policy, modes: readonly Mode[]): (write: Write) => readonly string[] {
  const validate = createValidate(rules, policy);
  return ({ kind, change, user, now }) => {
    const { findings, crashes } = validate({
      served: served[kind],
      change,
      context: { now: new Date(now), user, dryRun: false },
    });
    if (findings.length === 0 && crashes.length === 0) return [];
    return [...findings.filter(({ mode }) => modes.includes(mode)), ...crashes].map(({ origin }) => origin);
  };
}
