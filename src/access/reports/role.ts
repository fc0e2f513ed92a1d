import type { Report } from "../../report/report.ts";
import { electionRoles } from "../../workload/election-role.ts";
import type { Access } from "../access.ts";

/** Formats the smallest Role and its binding for each account of the workloads, ready to apply. */
export const accessRole: Report<Access> = ({ leases }) =>
  electionRoles(
    leases.flatMap(({ namespace, name, workloads }) =>
      workloads.map(({ account, moreVerbs }) => ({ account, namespace, names: [name], moreVerbs })),
    ),
  );
