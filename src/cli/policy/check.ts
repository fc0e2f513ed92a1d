import { failed, ok, type Result } from "../../core/field/result.ts";
import { reaches } from "../../core/field/severity.ts";
import { joinWords } from "../../core/text/join-words.ts";
import { policyApiVersion } from "../../policy/file/policy-document.ts";
import { hasOnlySuites, type PolicyFile } from "../../policy/file/policy-parts.ts";
import { type PolicyDiagnostic, type ReadablePolicy, readPolicy } from "../../policy/file/read-policy.ts";
import { notSentSettings, notSentText } from "../../policy/not-sent-settings.ts";
import { celRules } from "../../rules/cel/index.ts";
import { ruleById } from "../../rules/find-rule.ts";
import type { RuleId } from "../../rules/rule.ts";
import { runnersOf } from "../../rules/rule-runner.ts";
import { UsageError } from "../../terminal/errors.ts";
import type { FailingSeverity } from "../../terminal/failing-modes.ts";
import { readInputs } from "../../terminal/inputs.ts";
import { printError } from "../../terminal/output.ts";
import { isPolicyDirectory, policyFormat, readPolicyFiles } from "../../terminal/policy-file.ts";
import type { ReportOutput } from "../../terminal/reports-option.ts";
import { writeReports } from "../../terminal/write-reports.ts";
import { type NamedRegistration, readRegistration } from "./registration.ts";
import { type PolicyCheckFormat, policyCheckReports } from "./reports/reports.ts";
import type { CheckedPolicy } from "./reports/result.ts";

export interface CheckPolicyFlags {
  readonly output: readonly ReportOutput<PolicyCheckFormat>[];
  readonly failOn: FailingSeverity;
  readonly registration?: string;
}

interface NamedPolicy {
  readonly name: string;
  readonly files: readonly PolicyFile[];
}

/**
 * Checks policies, prints a report, and returns the exit code. The code is 2 if an input is
 * unreadable. Otherwise, the code is 1 if a policy has an error or, if `failOn` is `warning`, a
 * warning. In all other cases, the code is 0. Throws a usage error if there is no policy.
 */
export async function checkPolicies(
  paths: readonly string[],
  { output, failOn, registration: file }: CheckPolicyFlags,
): Promise<number> {
  const registration = await readRegistration(file);
  const checked: CheckedPolicy[] = [];
  let unread = false;
  for await (const policy of policiesOf(paths)) {
    if (policy.ok) checked.push({ file: policy.value.name, ...checkPolicy(policy.value.files, registration) });
    else {
      printError(policy.error);
      unread = true;
    }
  }
  if (checked.length === 0 && !unread)
    throw new UsageError(`${paths.join(", ")} must contain a Policy of ${policyApiVersion}`);
  await writeReports(policyCheckReports, output, checked);
  if (unread) return 2;
  const fails = checked.some(
    ({ errors, warnings }) => errors.length > 0 || (warnings.length > 0 && reaches("warning", failOn)),
  );
  return fails ? 1 : 0;
}

/** Yields the policies of all paths, and an error for each unreadable input. */
async function* policiesOf(paths: readonly string[]): AsyncGenerator<Result<NamedPolicy, string>, void> {
  const seen = new Set<string>();
  for (const path of paths) {
    if (isPolicyDirectory(path)) {
      const files = await readPolicyFiles(path);
      yield files.ok ? ok({ name: path, files: files.value }) : files;
      continue;
    }
    for await (const input of readInputs([path], policyFormat)) {
      const { file } = input.ok ? input.value : input.error;
      if (seen.has(file)) continue;
      seen.add(file);
      if (!input.ok) yield failed(`${file} ${input.error.message}`);
      else if (!hasOnlySuites(input.value.text)) yield ok({ name: file, files: [input.value] });
    }
  }
}

function checkPolicy(files: readonly PolicyFile[], registration: NamedRegistration): Omit<CheckedPolicy, "file"> {
  const read = readPolicy(files);
  if (!read.ok) return { errors: read.error, warnings: [] };
  const { warnings, inOrder } = read.value;
  return {
    errors: [],
    warnings: [...warnings(new Date()), ...notSentWarnings(read.value, registration)].sort(inOrder),
  };
}

/**
 * Returns a warning for each rule or scope of a policy that does not apply to all of its writes in
 * the webhook. kube-apiserver does not send some of these writes, or does not send the other
 * objects that the rule needs.
 */
function notSentWarnings(
  { policy, locate }: ReadablePolicy,
  registration: NamedRegistration,
): readonly PolicyDiagnostic[] {
  return notSentSettings(policy, registration, new Date()).map(({ rule, field, notSent }) => {
    const needsOthers = notSent.some(({ what }) => what === "other-objects");
    const message = needsOthers
      ? `does not apply in the webhook, because kube-apiserver sends only the object of the write; use lease-guard ${commandsOf(rule)}`
      : `does not apply to ${notSentText(notSent)}, because ${registration.name} does not send them`;
    return { ...locate(field), message };
  });
}

/** Returns the commands that run or export a relation rule, such as `check, test, or audit`. */
function commandsOf(id: RuleId): string {
  const [rule, cel] = [ruleById(id), celRules.get(id)];
  const running = rule === undefined ? [] : runnersOf(rule).filter(({ isCommand }) => isCommand);
  const isExported = cel !== undefined && !("noCel" in cel);
  return joinWords([...running.map(({ name }) => name), isExported ? "policy export --relations" : ""], "or");
}
