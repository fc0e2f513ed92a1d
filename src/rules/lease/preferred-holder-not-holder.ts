import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesField } from "../shared/field-changes.ts";

/**
 * In a coordinated election, a holder with client-go stops renewing if preferredHolder is set, even
 * if preferredHolder names the holder itself. kube-apiserver's controller never sets
 * preferredHolder to the current holder.
 */
export const rule: Rule = defineRule({
  id: "lease/preferred-holder-not-holder",
  tier: "protocol",
  description: "preferredHolder must differ from holderIdentity",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { holderIdentity, preferredHolder } = change.object.spec;
    if (!preferredHolder || preferredHolder !== holderIdentity) return [];
    if (!changesField(change, "preferredHolder") && !changesField(change, "holderIdentity")) return [];
    return [invalid(["spec", "preferredHolder"], preferredHolder, "must differ from holderIdentity")];
  },
});
