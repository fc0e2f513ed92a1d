import { readPolicy } from "../../policy-file/read-policy.ts";
import { comparePositions } from "../../text/position.ts";
import { readInputs } from "../shared/inputs.ts";
import { printReport, printUnread } from "../shared/output.ts";
import { policyFormat } from "../shared/policy-file.ts";
import { notSentWarnings } from "./not-sent.ts";
import { type NamedRegistration, readRegistration } from "./registration.ts";
import { type PolicyCheckFormat, policyCheckReports } from "./reports/reports.ts";
import type { CheckedPolicy } from "./reports/result.ts";

/** The parsed flags of `lease-guard policy check`. */
export interface CheckPolicyFlags {
  readonly output: PolicyCheckFormat;
  readonly registration?: string;
}

/**
 * Checks policy files, prints a report, and returns the exit code. The code is 2 if an input is
 * unreadable. Otherwise, the code is 1 if a policy has an error, and 0 if none has.
 */
export async function checkPolicies(paths: readonly string[], { output, registration: file }: CheckPolicyFlags): Promise<number> {
  const registration = await readRegistration(file);
  const checked: CheckedPolicy[] = [];
  let unread = false;
  for await (const input of readInputs(paths, policyFormat)) {
    if (input.ok) checked.push({ file: input.value.file, ...checkPolicy(input.value.text, registration) });
    else {
      printUnread(input.error);
      unread = true;
    }
  }
  await printReport(policyCheckReports[output](), checked);
  if (unread) return 2;
  return checked.some(({ errors }) => errors.length > 0) ? 1 : 0;
}

function checkPolicy(text: string, registration: NamedRegistration): Omit<CheckedPolicy, "file"> {
  const read = readPolicy(text);
  if (!read.ok) return { errors: read.error, warnings: [] };
  const warnings = [...read.value.warnings(new Date()), ...notSentWarnings(read.value, registration)];
  return { errors: [], warnings: warnings.toSorted(comparePositions) };
}
