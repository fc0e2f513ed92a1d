import { distinctTexts } from "../../../core/text/compare-texts.ts";
import { joinWords } from "../../../core/text/join-words.ts";
import type { SetCheck } from "../../check.ts";
import { harmfulVerbs } from "../../cluster-wide-writes.ts";
import { accountOf, moreVerbsOf } from "../../election-rights.ts";
import { electionRoles } from "../../election-role.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { leaseRules } from "../../lease-rules.ts";
import { appliesTo } from "../../permissions.ts";

export const check: SetCheck<WorkloadFacts> = {
  id: "access/leases-unnamed-write",
  severity: "info",
  description: "a Role for an election must name the Lease that it lets the program write",
  *check({ set, permissions, elections }) {
    for (const { role, rule } of leaseRules(set.roles)) {
      const verbs = harmfulVerbs(rule);
      const { namespace } = role;
      if (namespace === undefined || verbs.length === 0 || rule.resourceNames.length > 0) continue;
      const subjects = permissions.grants.filter((grant) => grant.role === role).flatMap((grant) => grant.subjects);
      const users = elections.filter((each) => subjects.some((subject) => appliesTo(subject, accountOf(each))));
      const names = distinctTexts(users.flatMap(({ lockName }) => lockName ?? []));
      // A workload whose Lease is not known can need any name.
      if (users.length === 0 || users.some((each) => each.lockName === undefined || each.isOn !== true)) continue;
      if (users.some((each) => each.lockNamespace !== namespace)) continue;
      yield {
        object: role,
        path: [...rule.path, "verbs"],
        badValue: rule.verbs.join(", "),
        detail: `must be in a rule with resourceNames, because the rule grants ${joinWords(verbs)} for all Leases of the namespace, and the program needs only ${joinWords(names)}`,
        remedy: electionRoles(
          users.map((each) => ({
            account: accountOf(each),
            namespace,
            names: each.lockName === undefined ? [] : [each.lockName],
            moreVerbs: moreVerbsOf(each.program),
          })),
        ),
      };
    }
  },
};
