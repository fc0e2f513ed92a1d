import { switchOnText } from "../../change-text.ts";
import type { SetCheck, SetFinding } from "../../check.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { trustedElections } from "../../trusted-elections.ts";
import type { WorkloadElection } from "../../workload-election.ts";

export const check: SetCheck<WorkloadFacts> = {
  id: "workload/replicas-without-election",
  severity: "error",
  description: "a workload with several replicas must elect a leader, if its replicas do the same writes",
  *check({ elections }) {
    for (const election of trustedElections(elections)) {
      const { replicas } = election;
      if (replicas === undefined || replicas.value < 2 || election.isOn !== false) continue;
      const { program } = election;
      if (program === undefined ? isWebhook(election) : !isHarmful(election)) continue;
      yield { ...findingOf(election, replicas.value), ...(program === undefined && { severity: "warning" }) };
    }
  },
};

function isHarmful({ program, isSharded }: WorkloadElection): boolean {
  return program?.election.kind === "switch" && program.withoutElection === "harm" && isSharded === false;
}

/** Reports whether a workload is probably a webhook, which works on every replica. */
function isWebhook({ workload, image }: WorkloadElection): boolean {
  return /webhook|admission/i.test(`${workload.name} ${image}`);
}

function findingOf(election: WorkloadElection, replicas: number): SetFinding {
  const { workload, containerPath, switches, program } = election;
  const off = switches.findLast(({ value }) => !value);
  const remedy = switchOnText(election);
  const work =
    program === undefined
      ? "every replica works as the leader"
      : `every replica of ${program.name} does the same writes`;
  const detail = `must elect a leader, because there can be ${replicas} replicas, and without an election ${work}`;
  const at = off ?? { object: workload, path: containerPath };
  return { object: at.object, path: at.path, detail, ...(remedy !== undefined && { remedy }) };
}
