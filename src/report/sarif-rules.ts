import { rules } from "../rules/index.ts";
import { type Mode, modeOf } from "../rules/policy.ts";
import type { SchemaOrigin } from "../schema/translate.ts";

/** SARIF's `reportingDescriptor`, as far as it is used. */
export interface RuleDescriptor {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  readonly helpUri?: string;
  readonly help?: { readonly text: string };
  readonly defaultConfiguration: { readonly enabled?: false; readonly level: SarifLevel };
}

/** SARIF's levels of results. */
export type SarifLevel = "error" | "warning" | "note";

/** The level of a mode that finds something. */
export const levels: Readonly<Record<Exclude<Mode, "off">, SarifLevel>> = { deny: "error", warn: "warning", audit: "note" };

/** SARIF wants addresses absolute; below this one, pages stand where they stand in the package. */
const base = "https://lease-guard.dev/";

const schemaDescriptions: Readonly<Record<SchemaOrigin, string>> = {
  "schema/type": "a value must have its field's JSON type",
  "schema/range": "an integer must fit its field's 32 or 64 bits",
  "schema/format": "a time must be written as its field's type demands",
  "schema/required": "a field without which an object does not decode must be set",
  "schema/value": "a field of fixed values must have one of them",
  "schema/unknown-field": "a field must be one that its kind has in its version",
};

/** What SARIF says of every rule, rules first, then the schema's, then those of `found` that have no page. */
export function ruleDescriptors(found: readonly string[]): readonly RuleDescriptor[] {
  const known = [
    ...rules.map((rule) => descriptor(rule.id, rule.description, `docs/rules/${rule.id}.md`, modeOf(rule, new Map()))),
    ...Object.entries(schemaDescriptions).map(([id, description]) => descriptor(id, description, schemaPage(id), "deny")),
  ];
  const ids = new Set(known.map(({ id }) => id));
  const others = [...new Set(found)].filter((id) => !ids.has(id)).sort();
  return [...known, ...others.map((id) => ({ id, shortDescription: { text: id }, defaultConfiguration: { level: "warning" as const } }))];
}

function descriptor(id: string, description: string, page: string, mode: Mode): RuleDescriptor {
  return {
    id,
    shortDescription: { text: description },
    helpUri: `${base}${page}`,
    help: { text: `${description}. See ${page}, or run: lease-guard explain ${id}` },
    defaultConfiguration: mode === "off" ? { enabled: false, level: "warning" } : { level: levels[mode] },
  };
}

/** The page of them all, at the heading of the id as Markdown makes its anchor. */
function schemaPage(id: string): string {
  return `docs/rules/schema.md#${id.replace("/", "")}`;
}
