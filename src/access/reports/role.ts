import type { Report } from "../../report/report.ts";
import { sanitize } from "../../report/sanitize.ts";
import { electionRoles } from "../../workload/election-role.ts";
import type { Access } from "../access.ts";
import { unknownLeaseText } from "../unknown-leases.ts";

/**
 * Formats the smallest Role and its binding for each account of the workloads, ready to apply.
 * Comments name the workloads that get no Role.
 */
export const accessRole: Report<Access> = ({ leases, unknownLeases }) => {
  const comments = unknownLeases.map((each) => `# No Role: ${sanitize(unknownLeaseText(each))}\n`);
  const roles = leases.flatMap(({ namespace, name, workloads }) =>
    workloads.map(({ account, moreVerbs }) => ({ account, namespace, names: [name], moreVerbs })),
  );
  return comments.join("") + electionRoles(roles);
};
