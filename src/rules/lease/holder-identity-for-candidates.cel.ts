import { oldestEmulationVersion } from "../../core/api/coordination.ts";
import { firstWithOneStrategy } from "../../core/api/kubernetes-version.ts";
import { paramsStrategy, paramsTakesPart } from "../cel/candidate-life.ts";
import { type CelDefinition, defineCel, withoutTime } from "../cel/cel-rule.ts";

/**
 * kube-apiserver evaluates the expression for each LeaseCandidate alone. One LeaseCandidate with
 * the strategy OldestEmulationVersion can therefore cause a finding, even if a LeaseCandidate with
 * a higher binaryVersion decides on another strategy.
 */
export const cel: CelDefinition = defineCel({
  params: "LeaseCandidate",
  since: firstWithOneStrategy,
  unseen: [withoutTime],
  findings: () => [
    {
      field: "spec.holderIdentity",
      detail: "must be set, or empty, while candidates for this Lease run",
      reports: [
        "!has(variables.newSpec.holderIdentity) && !variables.electsOldest",
        "(request.operation == 'CREATE' || has(variables.oldSpec.holderIdentity))",
        `params.spec.leaseName == variables.name && ${paramsStrategy} == '${oldestEmulationVersion}' && ${paramsTakesPart}`,
      ].join(" && "),
    },
  ],
});
