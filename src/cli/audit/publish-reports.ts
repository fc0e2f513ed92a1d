import type { AuditResult } from "../../audit/result.ts";
import { pluralize } from "../../text/pluralize.ts";
import { answerOf, openAsKubectl } from "../shared/cluster-flags.ts";
import { printError, printMessage } from "../shared/output.ts";
import type { AuditFlags } from "./flags.ts";
import { writeClusterReports } from "./write-cluster-reports.ts";

/**
 * Writes the result of an audit as reports into the cluster that the flags select, and prints the
 * outcome to standard error. Returns false if a report could not be written or deleted.
 */
export async function publishReports(flags: AuditFlags, result: AuditResult): Promise<boolean> {
  const { api } = openAsKubectl(flags);
  const { kind, written, deleted, failures } = await answerOf(writeClusterReports(api, result, flags.namespace));
  for (const { namespace, reason } of failures) printError(`the ${kind} of the namespace ${namespace}: ${reason}`);
  printMessage(`wrote ${pluralize(written, kind)}, deleted ${deleted}`);
  return failures.length === 0;
}
