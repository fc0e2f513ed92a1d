import { failurePolicyOf } from "../core/api/fields.ts";
import { isJsonObject, metadataOf, property } from "../core/api/json-object.ts";
import { tryOrUndefined } from "../core/field/result.ts";
import { ruleIdForm } from "../core/text/rule-id.ts";
import { compareVersions, parseVersion } from "../core/text/semantic-version.ts";
import type { Fence } from "../policy/fence.ts";
import { exemptMode } from "../policy/policy.ts";
import { auditAnnotation, auditedMessages } from "./audit-annotation.ts";
import { fenceIn } from "./fence.ts";
import { rulesAnnotation, versionAnnotation } from "./objects.ts";

export interface ExplainedRule {
  readonly rule: string;
  readonly parameters: string | undefined;
  /** The number of the rule's parameters, if the export lists too many to contain them. */
  readonly settings?: number;
  /** True if the admission policy only writes the findings of the rule to the audit log. */
  readonly isAudited: boolean;
  /**
   * False if the admission policy no longer contains an expression of the rule, because a client
   * edited the admission policy.
   */
  readonly isValidated: boolean;
}

interface ExplainedFrame {
  readonly name: string;
  readonly failurePolicy: "Fail" | "Ignore";
  /** The version of lease-guard that exported the admission policy. An unknown value is "". */
  readonly version: string;
  readonly isOlder: boolean;
}

export interface ExplainedExport extends ExplainedFrame {
  readonly rules: readonly ExplainedRule[];
}

export function isExported(object: unknown): boolean {
  return rulesTextOf(object) !== undefined;
}

function rulesTextOf(object: unknown): string | undefined {
  const text = property(metadataOf(object)?.["annotations"], rulesAnnotation);
  return property(object, "kind") === "ValidatingAdmissionPolicy" && typeof text === "string" ? text : undefined;
}

/** The fence that an admission policy contains instead of rules. */
export interface ExplainedFence extends ExplainedFrame {
  readonly fence: Fence;
}

/** Returns the fences among some objects. */
export function explainFences(objects: readonly unknown[], current: string): readonly ExplainedFence[] {
  return objects.flatMap((object) => {
    const fence = fenceIn(object);
    return fence === undefined ? [] : [{ ...frameOf(object, current), fence }];
  });
}

function frameOf(object: unknown, current: string): ExplainedFrame {
  const { name, annotations } = metadataOf(object) ?? {};
  const version = String(property(annotations, versionAnnotation) ?? "");
  return {
    name: String(name ?? ""),
    failurePolicy: failurePolicyOf(property(object, "spec")),
    version,
    isOlder: isOlder(version, current),
  };
}

/** Returns the admission policies with rules among some objects, and the rules in them. */
export function explainExport(objects: readonly unknown[], current: string): readonly ExplainedExport[] {
  return objects.flatMap((object) => {
    const text = rulesTextOf(object);
    if (text === undefined) return [];
    const spec = property(object, "spec");
    const [validated, audited] = [validatedRules(property(spec, "validations")), auditedRules(spec)];
    return [
      {
        ...frameOf(object, current),
        rules: listedRules(text).map((each) => ({
          ...each,
          isValidated: (each.isAudited ? audited : validated).has(each.rule),
        })),
      },
    ];
  });
}

function listedRules(text: string): readonly Omit<ExplainedRule, "isValidated">[] {
  const list: unknown = tryOrUndefined(() => JSON.parse(text) as unknown);
  if (!Array.isArray(list)) return [];
  return list.filter(isJsonObject).map(({ rule, mode, parameters, settings }) => ({
    rule: String(rule),
    ...(typeof settings === "number" && { settings }),
    parameters: parameters === undefined ? undefined : JSON.stringify(parameters),
    isAudited: mode === exemptMode,
  }));
}

const ruleAtEndOfText = new RegExp(`\\((${ruleIdForm})\\)"'`, "g");
const ruleAtEnd = new RegExp(`\\((${ruleIdForm})\\)$`);

/** Returns the rules at the end of the messages, as in `holderIdentity must … (lease/x)`. */
function validatedRules(validations: unknown): ReadonlySet<string> {
  const messages = Array.isArray(validations) ? validations.map((each) => String(property(each, "message") ?? "")) : [];
  return new Set(messages.flatMap((message) => ruleAtEnd.exec(message)?.[1] ?? []));
}

function auditedRules(spec: unknown): ReadonlySet<string> {
  const annotations = property(spec, "auditAnnotations");
  const variables = property(spec, "variables");
  if (!Array.isArray(annotations) || !Array.isArray(variables)) return new Set();
  if (!annotations.some((each) => property(each, "key") === auditAnnotation.key)) return new Set();
  const own = variables.filter((each) => String(property(each, "name")).startsWith(auditedMessages));
  const messages = own.flatMap((each) => [...String(property(each, "expression") ?? "").matchAll(ruleAtEndOfText)]);
  return new Set(messages.map(([, rule = ""]) => rule));
}

function isOlder(version: string, current: string): boolean {
  const [exported, own] = [parseVersion(version), parseVersion(current)];
  return exported === undefined || (own !== undefined && compareVersions(exported, own) < 0);
}
