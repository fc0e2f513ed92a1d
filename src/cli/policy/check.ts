import { readPolicy } from "../../policy-file/read-policy.ts";
import { readInputs } from "../shared/inputs.ts";
import { printReport, printUnread } from "../shared/output.ts";
import { policyFormat } from "../shared/policy-file.ts";
import { type PolicyCheckFormat, policyCheckReports } from "./reports/reports.ts";
import type { CheckedPolicy } from "./reports/result.ts";

/** Returns the exit code: 0 if every policy is valid, 1 for errors, 2 for unreadable inputs. */
export async function checkPolicies(paths: readonly string[], output: PolicyCheckFormat): Promise<number> {
  const checked: CheckedPolicy[] = [];
  let unread = false;
  for await (const input of readInputs(paths, policyFormat)) {
    if (input.ok) checked.push({ file: input.value.file, ...checkPolicy(input.value.text) });
    else {
      printUnread(input.error);
      unread = true;
    }
  }
  await printReport(policyCheckReports[output](), checked);
  if (unread) return 2;
  return checked.some(({ errors }) => errors.length > 0) ? 1 : 0;
}

function checkPolicy(text: string): Omit<CheckedPolicy, "file"> {
  const read = readPolicy(text);
  return read.ok ? { errors: [], warnings: read.value.warnings(new Date()) } : { errors: read.error, warnings: [] };
}
