import { isAllowedUser } from "../cel/allowed-users.ts";
import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { matchesPatterns } from "../cel/patterns.ts";
import { allOf, anyOf, not } from "../cel/text.ts";
import type { AllowedUsers } from "../shared/require-match.ts";

interface Entry extends AllowedUsers {
  readonly names: readonly string[];
  readonly pods?: readonly string[];
}

export const cel: CelDefinition = defineCel<{ readonly leases: readonly Entry[] }>({
  findings: ({ parameters: { leases } }) => [
    {
      field: "spec.leaseName",
      reports: allOf([anyOf(leases.map(isFor)), not(anyOf(leases.map((entry) => allOf([isFor(entry), allows(entry)]))))]),
    },
  ],
});

function isFor({ names }: Entry): string {
  return matchesPatterns("variables.leaseName", names);
}

function allows({ pods = [], ...users }: Entry): string {
  const byPod = allOf(["variables.pod != '' && variables.accountNamespace == request.namespace", matchesPatterns("variables.pod", pods)]);
  return anyOf([isAllowedUser(users), byPod]);
}
