import type { OwnerReference } from "../../core/api/meta.ts";
import { type FieldError, invalid } from "../../core/field/error.ts";
import { shorten } from "../../core/field/path.ts";
import { defineRule, type Rule } from "../rule.ts";

/** kube-apiserver enforces this rule in ValidateOwnerReferences. */
export const rule: Rule = defineRule({
  id: "metadata/owner-controller-single",
  tier: "api",
  description: "an object must have at most one owner reference with controller set to true",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    const { ownerReferences } = metadata;
    const controllers = ownerReferences.filter(({ controller }) => controller);
    return controllers.length < 2 ? [] : errorsOf(ownerReferences, controllers);
  },
});

function* errorsOf(
  ownerReferences: readonly OwnerReference[],
  controllers: readonly OwnerReference[],
): Iterable<FieldError> {
  const [first, ...others] = controllers.map(({ kind, name }) => `${shorten(kind)}/${shorten(name)}`);
  for (const other of others) {
    const detail = `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${other}`;
    yield invalid(["metadata", "ownerReferences"], ownerReferences, detail);
  }
}
