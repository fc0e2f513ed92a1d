import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/** A holder that client-go's elector finds preferredHolder set on stops renewing; kube-apiserver's controller only ever names another. */
export const rule: Rule = defineRule({
  id: "lease/preferred-holder-not-holder",
  tier: "protocol",
  description: "preferredHolder must not be the holder itself",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(write) {
    const { holderIdentity = "", preferredHolder } = write.object.spec;
    if (holderIdentity === "" || preferredHolder !== holderIdentity) return [];
    if (write.operation === "UPDATE" && isSame(write.oldObject.spec, write.object.spec)) return [];
    return [invalid(["spec", "preferredHolder"], preferredHolder, "must not be the holder, which it tells to step down")];
  },
});

type Holders = { readonly holderIdentity: string | undefined; readonly preferredHolder: string | undefined };

function isSame(a: Holders, b: Holders): boolean {
  return a.holderIdentity === b.holderIdentity && a.preferredHolder === b.preferredHolder;
}
