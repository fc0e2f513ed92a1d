import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { isAllowedUser, matchesPatterns } from "../cel/patterns.ts";
import { allOf, anyOf, not } from "../cel/text.ts";
import type { AllowedCandidates, AllowedForLeases } from "./candidates-allowed.ts";

export const cel: CelDefinition = defineCel<AllowedCandidates>({
  findings: ({ parameters: { leases } }) => [
    {
      field: "spec.leaseName",
      reports: allOf([
        anyOf(leases.map(isFor)),
        not(anyOf(leases.map((entry) => allOf([isFor(entry), allows(entry)])))),
      ]),
    },
  ],
});

function isFor({ names }: AllowedForLeases): string {
  return matchesPatterns("variables.leaseName", names);
}

function allows({ pods = [], ...users }: AllowedForLeases): string {
  const byPod = allOf([
    "variables.pod != '' && variables.accountNamespace == request.namespace",
    matchesPatterns("variables.pod", pods),
  ]);
  return anyOf([isAllowedUser(users), byPod]);
}
