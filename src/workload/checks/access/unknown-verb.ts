import { coordinationGroup, resources } from "../../../core/api/served-versions.ts";
import { closestName } from "../../../core/text/closest-name.ts";
import { joinWords } from "../../../core/text/join-words.ts";
import type { SetCheck } from "../../check.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { leaseRules } from "../../lease-rules.ts";
import { leaseVerbs, type PolicyRule } from "../../policy-rule.ts";

const known: readonly string[] = [...leaseVerbs, "*"];

/** The methods of HTTP, which are verbs only of rules for URLs, and the verbs that they become. */
const methods: ReadonlyMap<string, string> = new Map([
  ["post", "create"],
  ["put", "update"],
  ["head", "get"],
]);

const coordinationResources = Object.values(resources);

export const check: SetCheck<WorkloadFacts> = {
  id: "access/unknown-verb",
  severity: "error",
  description: "a rule about Leases must have verbs that kube-apiserver authorizes",
  *check({ set }) {
    for (const { role, rule } of leaseRules(set.roles)) {
      if (rule.verbs.includes("*")) continue;
      for (const [index, verb] of rule.verbs.entries()) {
        if (known.includes(verb) || isOfOtherResource(verb, rule)) continue;
        const meant = methods.get(verb.toLowerCase()) ?? closestName(verb, leaseVerbs);
        yield {
          object: role,
          path: [...rule.path, "verbs", index],
          badValue: verb,
          detail: `must be ${meant ?? joinWords(leaseVerbs, "or")}, because no request for a Lease has this verb`,
          ...(meant !== undefined && { remedy: `verbs: [${[...new Set(rule.verbs.with(index, meant))].join(", ")}]` }),
        };
      }
    }
  },
};

/** Reports whether a verb can be meant for another resource of the rule, or for impersonation. */
function isOfOtherResource(verb: string, { apiGroups, resources: named }: PolicyRule): boolean {
  if (verb.startsWith("impersonate-on:")) return true;
  if (methods.has(verb.toLowerCase()) || known.includes(verb.toLowerCase())) return false;
  const isOnlyLeases =
    apiGroups.every((group) => group === coordinationGroup) ||
    named.every((each) => coordinationResources.includes(each));
  return !isOnlyLeases;
}
