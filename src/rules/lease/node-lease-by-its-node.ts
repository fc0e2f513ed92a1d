import { forbidden, invalid } from "../../field/error.ts";
import { changesSpec } from "../changes-spec.ts";
import { newHolder } from "../new-holder.ts";
import { defineRule, type Rule } from "../rule.ts";
import { mayWriteAnything } from "../writer.ts";

/** Upstream: the admission plugin NodeRestriction holds nodes to their own leases; nothing holds the other users of a cluster. */
export const rule: Rule = defineRule({
  id: "lease/node-lease-by-its-node",
  tier: "protocol",
  description: "the lease of a node must be held and written by that node",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  *check(write, { user }) {
    const { name, namespace } = write.object.metadata;
    if (namespace !== "kube-node-lease" || mayWriteAnything(user)) return;
    const holder = newHolder(write);
    if (holder !== "" && holder !== name) {
      yield invalid(["spec", "holderIdentity"], holder, "must be the name of the lease, which is that of its node");
    }
    if (user.username !== `system:node:${name}` && changesSpec(write)) {
      yield forbidden(["spec"], "must be written by the node of that name, whose heartbeat it is");
    }
  },
});
