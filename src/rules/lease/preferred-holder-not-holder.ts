import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesField } from "../shared/field-changes.ts";

/** A holder that client-go's elector finds preferredHolder set on stops renewing; kube-apiserver's controller only ever names another. */
export const rule: Rule = defineRule({
  id: "lease/preferred-holder-not-holder",
  tier: "protocol",
  description: "preferredHolder must not be the holder itself",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { holderIdentity, preferredHolder } = change.object.spec;
    if (!preferredHolder || preferredHolder !== holderIdentity) return [];
    if (!changesField(change, "preferredHolder") && !changesField(change, "holderIdentity")) return [];
    return [invalid(["spec", "preferredHolder"], preferredHolder, "must be another than the holder")];
  },
});
