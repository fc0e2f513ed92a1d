import { forbidden } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { shorten } from "../../core/field/path.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesTime } from "../shared/field-changes.ts";
import { nodeLeaseNamespace, systemNamespace } from "../shared/identities.ts";

/**
 * The name of an API server's identity lease: 128 bits in base32 without padding, in lower case.
 */
export const identityLeaseForm: RegExp = /^apiserver-[a-z2-7]{26}$/;

/**
 * The election controller of kube-apiserver writes the Lease that a LeaseCandidate names, whatever
 * the Lease is for. The rule reports every create, and every update that changes renewTime. The
 * controller itself writes only pingTime.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/lease-not-heartbeat",
  tier: "protocol",
  description: "a candidate must not compete for the Lease of a node or of an API server",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  namespaces: [nodeLeaseNamespace, systemNamespace],
  check(change) {
    const { metadata, spec } = change.object;
    const isHeartbeat =
      metadata.namespace === nodeLeaseNamespace ||
      (metadata.namespace === systemNamespace && identityLeaseForm.test(spec.leaseName));
    if (!isHeartbeat || (change.operation === "UPDATE" && !changesTime(change, "renewTime"))) return [];
    const detail = `must not be ${goQuote(shorten(spec.leaseName))}: kube-apiserver would renew this Lease although the node or the API server has stopped`;
    return [forbidden(["spec", "leaseName"], detail)];
  },
});
