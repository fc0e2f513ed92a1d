import { ageText } from "../../core/text/duration.ts";
import { joinWords } from "../../core/text/join-words.ts";
import { isOfElection } from "../../listing/listed-object.ts";
import { electingWorkload } from "../../listing/pod-elections.ts";
import type { UnstartedElection } from "../../listing/unstarted.ts";
import type { AuditCheck, StateFinding } from "../check.ts";

export const neverStarted: AuditCheck = {
  id: "audit/never-started",
  severity: "error",
  description: "a program whose election is on must acquire its Lease",
  kind: "Lease",
  needs: ["pods"],
  state: "leaderless",
  replaces: ["audit/leaderless"],
  check({ listed, nowMs }, { unstartedOf }) {
    const unstarted = isOfElection(listed) ? unstartedOf(listed) : undefined;
    return unstarted && neverStartedFinding(unstarted, "no client has ever held the Lease", nowMs);
  },
};

/** Returns the finding about an election. `state` says what is wrong with its Lease. */
export function neverStartedFinding(
  { election, readyMs, missingVerbs }: UnstartedElection,
  state: string,
  nowMs: number,
): StateFinding {
  const { serviceAccount, lockNamespace, workload } = election;
  const program = electingWorkload(election);
  const account = `the ServiceAccount ${workload.namespace}/${serviceAccount}`;
  const fact = `${state}, although a pod of ${program} elects a leader with it and has been ready for ${ageText(nowMs - readyMs)}`;
  if (missingVerbs !== undefined && missingVerbs.length > 0)
    return {
      field: "",
      message: `${fact}, because ${account} may not ${joinWords(missingVerbs)} Leases in ${lockNamespace}: bind a Role with these verbs in this namespace`,
    };
  const rights =
    missingVerbs === undefined ? `it is not known whether ${account} may do so` : `RBAC lets ${account} do so`;
  return { field: "", message: `${fact}: read the log of its pods; ${rights}`, severity: "warning" };
}
