import { firstWithOneStrategy } from "../../core/api/kubernetes-version.ts";
import { paramsStrategy, paramsTakesPart } from "../cel/candidate-life.ts";
import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";

/**
 * kube-apiserver evaluates the expression for each of the other LeaseCandidates alone. Two
 * LeaseCandidates with the same binaryVersion can therefore cause a finding, even if a third
 * LeaseCandidate with a higher binaryVersion decides on the strategy.
 */
export const cel: CelDefinition = defineCel({
  params: "LeaseCandidate",
  since: firstWithOneStrategy,
  findings: () => [
    {
      field: "spec.strategy",
      detail: "must agree with the strategy of the other candidates for the Lease",
      reports: [
        "variables.takesPart && variables.changesVote && variables.strategy != ''",
        "params.metadata.name != variables.name && params.spec.leaseName == variables.leaseName",
        `params.spec.?binaryVersion.orValue('') == variables.binaryVersion && ${paramsStrategy} != '' && ${paramsStrategy} != variables.strategy`,
        paramsTakesPart,
      ].join(" && "),
    },
  ],
});
