import type { Report } from "../../report/report.ts";
import { electionRole } from "../../workload/election-role.ts";
import type { Access } from "../access.ts";

/** Formats the smallest Role and its binding for each election of the workloads, ready to apply. */
export const accessRole: Report<Access> = ({ leases }) =>
  leases
    .flatMap(({ namespace, name, workloads }) =>
      workloads.map(({ account, moreVerbs }) => electionRole({ account, namespace, names: [name], moreVerbs })),
    )
    .join("---\n");
