import { type FieldError, invalid } from "../../field/error.ts";
import { defineRule, parametersOf, type Rule } from "../rule.ts";
import { changesField } from "../shared/field-changes.ts";

interface Bounds {
  readonly minSeconds?: number;
  readonly maxSeconds?: number;
}

/** `leaseDurationSeconds` is an int32 that must be positive. */
const seconds = { type: "integer", minimum: 1, maximum: 2 ** 31 - 1 };

/**
 * Candidates trust the duration they read: one second lets the next one take over at once, 2^31 - 1 locks all out for 68 years. A
 * release writes 1 without a holder, so the minimum waits for the next holder, and counts then even where he leaves the duration as it is.
 */
export const rule: Rule = defineRule({
  id: "lease/duration-within-bounds",
  tier: "policy",
  description: "leaseDurationSeconds must be within the policy's bounds",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  parameters: parametersOf<Bounds>({
    properties: {
      minSeconds: { ...seconds, description: "the shortest duration that is allowed; not asked of a lease without a holder" },
      maxSeconds: { ...seconds, description: "the longest duration that is allowed" },
    },
    conflict: ({ minSeconds = 1, maxSeconds = seconds.maximum }) =>
      minSeconds > maxSeconds ? { parameter: "minSeconds", detail: "must not be above maxSeconds" } : undefined,
  }),
  check(change, { parameters: { minSeconds = 1, maxSeconds = seconds.maximum } }) {
    const { leaseDurationSeconds: duration, holderIdentity } = change.object.spec;
    if (duration === undefined) return [];
    const isNew = changesField(change, "leaseDurationSeconds");
    if (isNew && duration > maxSeconds) return boundError(duration, `less than or equal to ${maxSeconds}`);
    const begins = isNew || (change.operation === "UPDATE" && !change.oldObject.spec.holderIdentity);
    return holderIdentity && begins && duration < minSeconds ? boundError(duration, `greater than or equal to ${minSeconds}`) : [];
  },
});

function boundError(duration: number, bound: string): readonly FieldError[] {
  return [invalid(["spec", "leaseDurationSeconds"], duration, `must be ${bound}`)];
}
