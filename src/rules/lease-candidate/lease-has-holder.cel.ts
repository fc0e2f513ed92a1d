import { oldestEmulationVersion } from "../../core/api/coordination.ts";
import { firstWithOneStrategy } from "../../core/api/kubernetes-version.ts";
import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";

/**
 * kube-apiserver evaluates the expression without the other LeaseCandidates. A LeaseCandidate with
 * the strategy OldestEmulationVersion can therefore cause a finding, even if a LeaseCandidate with
 * a higher binaryVersion decides on another strategy.
 */
export const cel: CelDefinition = defineCel({
  params: "Lease",
  since: firstWithOneStrategy,
  findings: () => [
    {
      field: "spec.leaseName",
      detail: "must be a Lease whose holderIdentity is set, or empty",
      reports: [
        `variables.takesPart && variables.changesVote && variables.strategy == '${oldestEmulationVersion}'`,
        "params.metadata.name == variables.leaseName && !has(params.spec.holderIdentity)",
      ].join(" && "),
    },
  ],
});
