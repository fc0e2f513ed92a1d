import { forbidden } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesTime } from "../shared/field-changes.ts";
import { apiServer, isTrustedWriter } from "../shared/identities.ts";

/** Upstream: reconcileElectionStep of kube-apiserver's controller asks by pingTime who is there. A candidate that drops it is asked anew, which does no harm. */
export const rule: Rule = defineRule({
  id: "lease-candidate/ping-time-by-apiserver",
  tier: "protocol",
  description: "pingTime must be set by kube-apiserver alone",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check(change, { user }) {
    if (change.object.spec.pingTime === undefined || !changesTime(change, "pingTime") || isTrustedWriter(user)) return [];
    return [forbidden(["spec", "pingTime"], `must be left to ${apiServer}`)];
  },
});
