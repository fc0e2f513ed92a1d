import { maxInt32 } from "../../core/api/coordination.ts";
import { type FieldError, invalid } from "../../core/field/error.ts";
import { defineRule, parametersOf, type Rule } from "../rule.ts";
import { changesField } from "../shared/field-changes.ts";
import { releasesAsHolder } from "../shared/lease-term.ts";

export interface Bounds {
  readonly minSeconds?: number;
  readonly maxSeconds?: number;
}

/** `leaseDurationSeconds` is an int32 that must be positive. */
const seconds = { type: "integer", minimum: 1, maximum: maxInt32 };

/**
 * Candidates wait for the duration in the lease. With 1 second, if the holder pauses for a second,
 * another candidate takes over. With 2^31 - 1 seconds, no candidate takes over for 68 years.
 *
 * A release sets the duration to 1 and usually leaves no holder, so the minimum does not apply. The
 * minimum applies to the write of the next holder, even if this write keeps the duration.
 */
export const rule: Rule = defineRule({
  id: "lease/duration-within-bounds",
  tier: "policy",
  description: "leaseDurationSeconds must be within the policy's bounds",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  parameters: parametersOf<Bounds>({
    properties: {
      minSeconds: { ...seconds, description: "the minimum duration in seconds of a lease with a holder" },
      maxSeconds: { ...seconds, description: "the maximum duration in seconds" },
    },
    conflict: ({ minSeconds = 1, maxSeconds = seconds.maximum }) =>
      minSeconds > maxSeconds ? { parameter: "minSeconds", detail: "must not be greater than maxSeconds" } : undefined,
  }),
  check(change, { parameters: { minSeconds = 1, maxSeconds = seconds.maximum } }) {
    const { leaseDurationSeconds: duration, holderIdentity } = change.object.spec;
    if (duration === undefined) return [];
    const isNew = changesField(change, "leaseDurationSeconds");
    if (isNew && duration > maxSeconds) return boundError(duration, mustBeAtMost(maxSeconds));
    if (change.operation === "UPDATE" && releasesAsHolder(change.object.spec, change.oldObject.spec)) return [];
    const begins = isNew || (change.operation === "UPDATE" && !change.oldObject.spec.holderIdentity);
    return holderIdentity && begins && duration < minSeconds ? boundError(duration, mustBeAtLeast(minSeconds)) : [];
  },
});

export function mustBeAtMost(seconds: number): string {
  return `must be less than or equal to ${seconds}`;
}

export function mustBeAtLeast(seconds: number): string {
  return `must be greater than or equal to ${seconds}`;
}

function boundError(duration: number, detail: string): readonly FieldError[] {
  return [invalid(["spec", "leaseDurationSeconds"], duration, detail)];
}
