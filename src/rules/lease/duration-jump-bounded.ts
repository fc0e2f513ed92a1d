import { invalid } from "../../core/field/error.ts";
import { defineRule, parametersOf, type Rule } from "../rule.ts";
import { endsAsReleased, releasesAsHolder } from "../shared/lease-term.ts";

/** The parameters of the rule: the largest factor by which a duration can change. */
export interface Jump {
  readonly maxFactor: number;
}

/**
 * A release sets the duration to 1, and the next holder sets a new duration. The rule therefore
 * applies only if the lease has a holder before and after the write. It also ignores a release that
 * keeps the holder, and the write after such a release. The check divides the two durations. A
 * multiplication could be inexact: 1.15 * 100 is less than 115 as a floating-point number.
 */
export const rule: Rule = defineRule({
  id: "lease/duration-jump-bounded",
  tier: "policy",
  description: "leaseDurationSeconds must not change by more than the policy's factor while the lease is held",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  parameters: parametersOf<Jump>({
    properties: {
      maxFactor: {
        type: "number",
        minimum: 1,
        description: "the maximum factor by which one write can lengthen or shorten the duration",
      },
    },
    required: ["maxFactor"],
  }),
  check({ object: { spec }, oldObject: { spec: old } }, { parameters: { maxFactor } }) {
    const { leaseDurationSeconds: duration = 0 } = spec;
    const { leaseDurationSeconds: before = 0 } = old;
    const shorter = Math.min(duration, before);
    if (
      !spec.holderIdentity ||
      !old.holderIdentity ||
      shorter <= 0 ||
      Math.max(duration, before) / shorter <= maxFactor
    )
      return [];
    if (releasesAsHolder(spec, old) || endsAsReleased(old)) return [];
    const detail = `must be at most ${maxFactor} times longer or shorter than the previous value, ${before}`;
    return [invalid(["spec", "leaseDurationSeconds"], duration, detail)];
  },
});
