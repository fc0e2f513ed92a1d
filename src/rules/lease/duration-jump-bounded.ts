import { invalid } from "../../field/error.ts";
import { defineRule, parametersOf, type Rule } from "../rule.ts";

/**
 * A release writes 1 and who comes after it his own duration, so a jump is only one where somebody holds the lease before and after.
 * Divided, not multiplied: 115 is 1.15 times 100, and 1.15 * 100 is less than 115 to a computer.
 */
export const rule: Rule = defineRule({
  id: "lease/duration-jump-bounded",
  tier: "policy",
  description: "leaseDurationSeconds must not change by more than the policy's factor while the lease is held",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  parameters: parametersOf<{ readonly maxFactor: number }>({
    properties: {
      maxFactor: { type: "number", minimum: 1, description: "how many times longer or shorter one write may make the duration" },
    },
    required: ["maxFactor"],
  }),
  check({ object: { spec }, oldObject: { spec: old } }, { parameters: { maxFactor } }) {
    const { leaseDurationSeconds: duration = 0 } = spec;
    const { leaseDurationSeconds: before = 0 } = old;
    const shorter = Math.min(duration, before);
    if (!spec.holderIdentity || !old.holderIdentity || shorter <= 0 || Math.max(duration, before) / shorter <= maxFactor) return [];
    const detail = `must be at most ${maxFactor} times longer or shorter than ${before}, which it was`;
    return [invalid(["spec", "leaseDurationSeconds"], duration, detail)];
  },
});
