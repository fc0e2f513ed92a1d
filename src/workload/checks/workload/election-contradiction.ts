import { joinWords } from "../../../core/text/join-words.ts";
import type { SetCheck } from "../../check.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { trustedElections } from "../../trusted-elections.ts";
import type { SetSwitch, WorkloadElection } from "../../workload-election.ts";

export const check: SetCheck<WorkloadFacts> = {
  id: "workload/election-contradiction",
  severity: "warning",
  description: "the switches of an election must agree",
  *check({ elections }) {
    for (const election of trustedElections(elections)) {
      const switches = comparable(election);
      const last = switches.at(-1);
      const other = switches.find(({ value }) => value !== last?.value);
      if (last === undefined || other === undefined) continue;
      const isOne = other.setting === last.setting;
      const switched = isOne ? `${last.setting} switches` : `${joinWords([other.setting, last.setting])} switch`;
      yield {
        ...{ object: other.object, path: other.path },
        detail: `must not contradict another switch: ${switched} the election both on and off`,
        remedy: `delete ${other.setting}${isOne ? " here" : ""}`,
      };
    }
  },
};

/**
 * Returns the switches that have one meaning. The switches of an unknown program can belong to
 * different elections, unless they have the same name.
 */
function comparable({ program, switches }: WorkloadElection): readonly SetSwitch[] {
  if (program !== undefined) return switches;
  const repeated = switches.find(({ setting }, index) => switches.findLastIndex((a) => a.setting === setting) > index);
  return switches.filter(({ setting }) => setting === repeated?.setting);
}
