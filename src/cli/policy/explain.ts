import { textAt } from "../../core/api/fields.ts";
import { isJsonObject, property } from "../../core/api/json-object.ts";
import { formatPath } from "../../core/field/path.ts";
import { placeText } from "../../core/text/position.ts";
import {
  type ExplainedExport,
  type ExplainedFence,
  explainExport,
  explainFences,
} from "../../export/explain-export.ts";
import { fenceEdits } from "../../installation/fence-edits.ts";
import { manifestValues } from "../../manifest/manifest-values.ts";
import { fenceText } from "../../policy/fence.ts";
import { sanitize } from "../../report/sanitize.ts";
import { ruleById } from "../../rules/find-rule.ts";
import { UsageError } from "../../terminal/errors.ts";
import { readInputText } from "../../terminal/inputs.ts";
import { print } from "../../terminal/output.ts";
import { packageVersion } from "../../terminal/package.ts";
import { isForOthersOnly } from "./exempt-users.ts";

/** Prints the rules, parameters, and fences of the exported policies in a file. */
export async function explainPolicyFile(file: string): Promise<void> {
  const text = await readInputText(file);
  if (!text.ok) throw new UsageError(unreadText(file, text.error));
  const objects = await manifestValues(text.value);
  if (!objects.ok) throw new UsageError(`${placeText({ file, ...objects.error })}: ${objects.error.message}`);
  const policies = explainExport(objects.value, packageVersion());
  const fences = objects.value.flatMap((object) =>
    explainFences([object], packageVersion()).map((fence) => describeFence(fence, object, objects.value)),
  );
  if (policies.length + fences.length === 0)
    throw new UsageError(`${file} must contain a ValidatingAdmissionPolicy that lease-guard policy export wrote`);
  print([...policies.map(describe), ...fences].join("\n"));
}

/** Returns the message for a file that cannot be read. The user can have written a rule instead. */
function unreadText(file: string, error: string): string {
  const isRule = ruleById(file) !== undefined;
  return `${file} ${isRule ? `is a rule: lease-guard explain ${file} prints its page` : error}`;
}

function titleOf({ name, failurePolicy, version, isOlder }: Omit<ExplainedExport, "rules">): string {
  const older = `, which is older than this version, ${packageVersion()}: export again`;
  const exported =
    version === ""
      ? "exported by an unknown version of lease-guard: export again"
      : `exported by lease-guard ${version}${isOlder ? older : ""}`;
  return `${name}: failurePolicy ${failurePolicy}, ${exported}`;
}

/** Describes a fence in an object. The bindings can be among the other objects. */
function describeFence({ fence, ...frame }: ExplainedFence, object: unknown, objects: readonly unknown[]): string {
  const bindings = objects.filter((each) => property(each, "kind") === "ValidatingAdmissionPolicyBinding");
  const [policy, ...listed] = [object, ...bindings].filter(isJsonObject).map((value) => ({ value }));
  const edits = policy === undefined ? [] : [...fenceEdits(policy, listed, packageVersion())];
  const lines = edits.map(
    ({ object: { value }, field, reason }) => `  ${textAt(value, "kind")}: ${formatPath(field)} ${reason}`,
  );
  return blockOf([titleOf(frame), `  fence ${fence.name}: ${fenceText(fence)}`, ...lines]);
}

function describe({ rules, ...frame }: ExplainedExport): string {
  const lines = rules.map(({ rule, parameters, settings, isAudited, isValidated }) => {
    const many = settings === undefined ? "" : ` (${settings} different parameters)`;
    const mode = isAudited ? " (only in the audit log)" : "";
    const others = isForOthersOnly(rule) ? " (not for administrators)" : "";
    const edited = isValidated ? "" : " (edited: no expression of the policy reports this rule)";
    return `  ${rule}${parameters === undefined ? "" : ` ${parameters}`}${many}${mode}${others}${edited}`;
  });
  return blockOf([titleOf(frame), ...lines]);
}

function blockOf(lines: readonly string[]): string {
  return lines.map((line) => `${sanitize(line)}\n`).join("");
}
