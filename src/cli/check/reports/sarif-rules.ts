import type { FindingMode } from "../../../policy/policy.ts";
import { modeOf } from "../../../policy/resolve.ts";
import type { ReportContext } from "../../../report/report.ts";
import { rules } from "../../../rules/index.ts";
import type { SchemaOrigin } from "../../../schema/to-field-error.ts";
import { readerOrigins } from "./reader-origins.ts";

/** The fields of SARIF's `reportingDescriptor` that the report uses. */
export interface RuleDescriptor {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  /** GitHub code scanning requires this field. */
  readonly fullDescription: { readonly text: string };
  readonly help: { readonly text: string; readonly markdown?: string };
  readonly defaultConfiguration: { readonly enabled?: false; readonly level: SarifLevel };
}

/** The levels of results in SARIF. */
export type SarifLevel = "error" | "warning" | "note";

/** The SARIF level for each mode of a finding. */
export const levels: Readonly<Record<FindingMode, SarifLevel>> = { deny: "error", warn: "warning", audit: "note" };

/**
 * The checks of the schema, which always deny, in the order of their sections in
 * `docs/rules/schema.md`.
 */
const schemaDescriptions: Readonly<Record<SchemaOrigin, string>> = {
  "schema/type": "a value must have its field's JSON type",
  "schema/range": "an integer must fit its field's 32 or 64 bits",
  "schema/format": "a time must have the format that its field's type requires",
  "schema/required": "a field without which an object does not decode must be set",
  "schema/value": "a field of fixed values must have one of them",
  "schema/unknown-field": "a field must be one that its kind has",
};

/**
 * Returns a descriptor for every rule, then for every other source of findings. A descriptor
 * includes the whole Markdown page only if `found` contains its id.
 */
export function ruleDescriptors(found: ReadonlySet<string>, rulePage: ReportContext["rulePage"]): readonly RuleDescriptor[] {
  const known = [
    ...rules.map((rule) => ({ id: rule.id, description: rule.description, mode: modeOf(rule) })),
    ...Object.entries(schemaDescriptions).map(([id, description]) => ({ id, description, mode: "deny" as const })),
    ...Object.entries(readerOrigins).map(([id, origin]) => ({ id, ...origin })),
  ];
  return known.map(({ id, description, mode }) => {
    const page = found.has(id) ? rulePage(id) : undefined;
    return {
      id,
      shortDescription: { text: description },
      fullDescription: { text: description },
      help: {
        text: `${description}. For details, run: lease-guard explain ${id}`,
        ...(page === undefined ? {} : { markdown: standalone(page) }),
      },
      defaultConfiguration: mode === "off" ? { enabled: false, level: "warning" } : { level: levels[mode] },
    };
  });
}

/**
 * Returns a page without links to other pages and without comments such as the marks of generated
 * parts.
 */
function standalone(page: string): string {
  return page.replace(/<!--.*?-->\n/g, "").replace(/\[([^\]]+)\]\((?![a-z]+:)[^)\s]*\)/g, "$1");
}
