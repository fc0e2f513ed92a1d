import type { FindingMode } from "../../../policy/policy.ts";
import { modeOf } from "../../../policy/resolve.ts";
import type { ReaderOrigin, ReportContext } from "../../../report/result.ts";
import { rules } from "../../../rules/index.ts";
import type { SchemaOrigin } from "../../../schema/to-field-error.ts";

/** SARIF's `reportingDescriptor`, as far as it is used. */
export interface RuleDescriptor {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  /** Code scanning demands it. */
  readonly fullDescription: { readonly text: string };
  readonly help: { readonly text: string; readonly markdown?: string };
  readonly defaultConfiguration: { readonly enabled?: false; readonly level: SarifLevel };
}

/** SARIF's levels of results. */
export type SarifLevel = "error" | "warning" | "note";

/** The level of a mode that finds something. */
export const levels: Readonly<Record<FindingMode, SarifLevel>> = { deny: "error", warn: "warning", audit: "note" };

/** What a finding can come from beside a rule, in the order of its page. */
const origins: Readonly<Record<SchemaOrigin | ReaderOrigin, { readonly mode: "deny" | "warn"; readonly description: string }>> = {
  "schema/type": { mode: "deny", description: "a value must have its field's JSON type" },
  "schema/range": { mode: "deny", description: "an integer must fit its field's 32 or 64 bits" },
  "schema/format": { mode: "deny", description: "a time must be written as its field's type demands" },
  "schema/required": { mode: "deny", description: "a field without which an object does not decode must be set" },
  "schema/value": { mode: "deny", description: "a field of fixed values must have one of them" },
  "schema/unknown-field": { mode: "deny", description: "a field must be one that its kind has" },
  "schema/duplicate-field": { mode: "deny", description: "a field must be written once" },
  "schema/served-version": { mode: "deny", description: "a version must be served by the Kubernetes release it is written for" },
  "ignore/known-rule": { mode: "warn", description: "what an object ignores must be a rule that may be ignored" },
};

/** What SARIF says of every rule, rules first; with the whole page of those that were `found`, which are all that readers open. */
export function ruleDescriptors(found: ReadonlySet<string>, rulePage: ReportContext["rulePage"]): readonly RuleDescriptor[] {
  const known = [
    ...rules.map((rule) => ({ id: rule.id, description: rule.description, mode: modeOf(rule) })),
    ...Object.entries(origins).map(([id, origin]) => ({ id, ...origin })),
  ];
  return known.map(({ id, description, mode }) => {
    const page = found.has(id) ? rulePage(id) : undefined;
    return {
      id,
      shortDescription: { text: description },
      fullDescription: { text: description },
      help: {
        text: `${description}. More of it: lease-guard explain ${id}`,
        ...(page === undefined ? {} : { markdown: standalone(page) }),
      },
      defaultConfiguration: mode === "off" ? { enabled: false, level: "warning" } : { level: levels[mode] },
    };
  });
}

/** A page without what only works beside the other pages: links to them, and the marks of what is generated. */
function standalone(page: string): string {
  return page.replace(/<!--.*?-->\n/g, "").replace(/\[([^\]]+)\]\((?![a-z]+:)[^)\s]*\)/g, "$1");
}
