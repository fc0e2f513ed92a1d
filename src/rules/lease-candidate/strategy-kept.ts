import { forbidden } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { liveUntil } from "../shared/candidate-life.ts";
import { listsStrategies } from "../shared/election.ts";
import { isSameValue } from "../shared/field-changes.ts";

/**
 * In pickBestStrategy, kube-apiserver takes the strategy from the LeaseCandidates. client-go sets
 * the strategy only when it creates a LeaseCandidate, and a new version of a program creates a new
 * LeaseCandidate. The rule allows a client to add a missing strategy. The rule strategy-required
 * reports a removal, except in v1alpha1.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/strategy-kept",
  tier: "protocol",
  atMost: "warn",
  description: "the strategy of a live candidate must not change",
  kinds: ["LeaseCandidate"],
  operations: ["UPDATE"],
  check({ object, oldObject: { spec: old } }, context) {
    const { strategies } = object.spec;
    if (isSameValue(strategies, old.strategies) || old.strategies.every(({ value }) => value === "")) return [];
    const [first] = strategies;
    const isSingle = first !== undefined && !listsStrategies(object);
    if (isSingle && first.value === "") return [];
    const until = liveUntil(old, context);
    if (until === undefined) return [];
    const field = isSingle ? first.field : ["spec", "preferredStrategies"];
    return [forbidden(field, `must not change before ${until.toISOString()}, when the candidate expires`)];
  },
});
