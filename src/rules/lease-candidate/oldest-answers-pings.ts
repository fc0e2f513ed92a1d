import { referenceTo } from "../../core/api/fields.ts";
import { invalid } from "../../core/field/error.ts";
import { defineRelationRule, type Rule } from "../rule.ts";
import { answersPings, electionFor, isPingRecent, leaseReferenceOf } from "../shared/known-election.ts";

/**
 * kube-apiserver keeps starting elections while the LeaseCandidate of a process that does not
 * respond to pings has the lowest version. Each election pings the other LeaseCandidates. The rule
 * only audits, because the LeaseCandidate of the old process looks the same after every restart of
 * a leader and every rolling update.
 */
export const rule: Rule = defineRelationRule({
  id: "lease-candidate/oldest-answers-pings",
  tier: "protocol",
  atMost: "audit",
  description: "the candidate with the lowest version must respond to pings",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object }, context) {
    const { pingTime, renewTime } = object.spec;
    if (pingTime === undefined || renewTime === undefined || answersPings(object)) return [];
    if (isPingRecent(object, context)) return [];
    const election = electionFor(leaseReferenceOf(object), context);
    if (election === undefined) return undefined;
    const [best, another] = election.oldest;
    if (another !== undefined || best?.metadata.name !== object.metadata.name) return [];
    const lease = context.view.leaseOf(object)?.object;
    const detail = `must not be before pingTime, ${pingTime}: delete the candidate if its process has ended`;
    return [{ ...invalid(["spec", "renewTime"], renewTime, detail), other: lease && referenceTo("Lease", lease) }];
  },
});
