import { joinWords } from "../../../core/text/join-words.ts";
import type { SetCheck } from "../../check.ts";
import { lockText, type MissingRights, missingRights } from "../../election-rights.ts";
import { missingRole } from "../../election-role.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { decide, type Permissions } from "../../permissions.ts";

export const check: SetCheck<WorkloadFacts> = {
  id: "access/election-without-permission",
  severity: "error",
  description: "the ServiceAccount of an election must have the permissions on its Lease",
  *check({ elections, permissions }) {
    for (const missing of missingRights(elections, permissions)) {
      const { election, account, verbs, elsewhere } = missing;
      if (elsewhere !== undefined) continue;
      const isWarning = isOfExistingLease(verbs) || hasConfigMapLock(missing, permissions);
      yield {
        object: election.workload,
        path: ["spec", "template", "spec", "serviceAccountName"],
        badValue: account.name,
        detail: `must be a ServiceAccount that may ${joinWords(verbs)} ${lockText(election)}, because ${reasonOf(verbs)}`,
        remedy: missingRole(missing),
        ...(isWarning && { severity: "warning" as const }),
      };
    }
  },
};

/** The Lease can be in another set of files, for example of a chart that creates it. */
function isOfExistingLease(verbs: readonly string[]): boolean {
  return verbs.every((verb) => verb === "create");
}

/** A version of the program before the one of the table can use a ConfigMap as its lock. */
function hasConfigMapLock({ election, account, verbs }: MissingRights, permissions: Permissions): boolean {
  if (!verbs.includes("get")) return false;
  const request = { group: "", resource: "configmaps", namespace: election.lockNamespace };
  return ["get", "create", "update"].every((verb) => {
    const name = verb === "create" ? "" : election.lockName;
    return decide(permissions, account, { ...request, verb, name }).isAllowed !== false;
  });
}

function reasonOf(verbs: readonly string[]): string {
  if (isOfExistingLease(verbs)) return "no replica becomes the leader until another client creates the Lease";
  return "no replica stays the leader without it";
}
