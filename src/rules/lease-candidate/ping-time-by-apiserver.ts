import { forbidden } from "../../field/error.ts";
import { sameInstant } from "../../format/time.ts";
import { defineRule, type Rule } from "../rule.ts";
import { mayWriteAnything } from "../writer.ts";

/** Upstream: reconcileElectionStep of kube-apiserver's controller asks by pingTime who is there. A candidate that drops it is asked anew, which does no harm. */
export const rule: Rule = defineRule({
  id: "lease-candidate/ping-time-by-apiserver",
  tier: "protocol",
  description: "pingTime must be set by kube-apiserver alone",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check(write, { user }) {
    const { pingTime } = write.object.spec;
    const old = write.operation === "UPDATE" ? write.oldObject.spec.pingTime : undefined;
    if (pingTime === undefined || (old !== undefined && sameInstant(pingTime, old)) || mayWriteAnything(user)) return [];
    return [forbidden(["spec", "pingTime"], "must be left to kube-apiserver, which sets it as the user system:apiserver")];
  },
});
