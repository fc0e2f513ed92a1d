import { accessReports } from "../../src/access/reports/reports.ts";
import { electionsReports } from "../../src/audit/elections/reports/reports.ts";
import { auditReports } from "../../src/audit/reports/reports.ts";
import { reports } from "../../src/check/reports/reports.ts";
import { policyCheckReports, policyShowReports } from "../../src/cli/policy/reports/reports.ts";
import { ruleLists } from "../../src/cli/rules/command.ts";
import { kinds } from "../../src/core/api/coordination.ts";
import { doctorReports } from "../../src/doctor/reports/reports.ts";
import { resolved } from "../../src/playground/field-schema.ts";
import { simulationReports } from "../../src/simulate/reports/reports.ts";
import { suiteReports } from "../../src/suite/reports/reports.ts";
import type { GeneratedFile } from "./generated-file.ts";
import type { JsonSchema, JsonSchemas } from "./json-schema.ts";
import { pageWithTable } from "./page-with-table.ts";
import { tableRow } from "./table-row.ts";

const commands: readonly (readonly [command: string, formats: object, kind: string])[] = [
  ["check", reports, "Results"],
  ["test", suiteReports, "SuiteResults"],
  ["simulate", simulationReports, "Simulation"],
  ["elections", electionsReports, "Elections"],
  ["elections", electionsReports, "ElectionsList"],
  ["audit", auditReports, "Audit"],
  ["audit", auditReports, "AuditList"],
  ["access", accessReports, "Access"],
  ["doctor", doctorReports, "Diagnosis"],
  ["policy check", policyCheckReports, "PolicyCheck"],
  ["policy show", policyShowReports, "PolicySettings"],
  ["rules", ruleLists, "RuleList"],
];

/** The kinds of files that users write. Their sections come before the sections of the reports. */
const written = ["Policy", "Suite", "Config"];

/** The kinds of Kubernetes objects. */
const foreign: readonly string[] = kinds;

interface KindSchema extends JsonSchema {
  readonly $id: string;
  readonly properties: JsonSchemas;
}

export function filesPage(bundles: readonly GeneratedFile[]): GeneratedFile {
  const schemas = bundles.map(({ text }) => JSON.parse(text) as KindSchema);
  const kindOf = ({ properties }: KindSchema): string => String(properties["kind"]?.const);
  const own = schemas.filter((schema) => !foreign.includes(kindOf(schema)));
  const missing = own
    .map(kindOf)
    .filter((kind) => !written.includes(kind) && !commands.some(([, , json]) => json === kind));
  if (missing.length > 0) throw new Error(`no command writes ${missing.join(", ")}: add the command to files-page.ts`);
  const order = [...written, ...commands.map(([, , kind]) => kind)];
  const sections = own
    .toSorted((a, b) => order.indexOf(kindOf(a)) - order.indexOf(kindOf(b)))
    .flatMap((schema) => section(kindOf(schema), schema));
  return pageWithTable("docs/files-and-reports.md", "the schemas and the reports", [...kindTable(), "", ...sections]);
}

/** Returns the table of all kinds, in the order of the sections. */
function kindTable(): readonly string[] {
  const link = (kind: string): string => `[${kind}](#${kind.toLowerCase()})`;
  const files = written.map((kind) => `| ${link(kind)} | you | |`);
  const jsonReports = commands.map(([command, formats, kind]) => {
    const names = Object.keys(formats).map((format) => `\`${format}\``);
    return `| ${link(kind)} | [\`${command}\`](cli.md#lease-guard-${command.replace(" ", "-")}) | ${names.join(", ")} |`;
  });
  return ["## Kinds", "", "| Kind | Written by | Formats of `-o` |", "|---|---|---|", ...files, ...jsonReports];
}

function section(kind: string, schema: KindSchema): readonly string[] {
  const { description = "", $id, properties } = schema;
  const { apiVersion, kind: _, version, ...own } = properties;
  const definitions = schema.$defs ?? {};
  const head = `In this kind, \`apiVersion\` is \`${String(apiVersion?.const)}\`.`;
  return [
    `## ${kind}`,
    "",
    withCode(description.replace(sameForAllReports, "")),
    "",
    `${head} \`lease-guard schema ${kind}\` prints the schema \`${$id}\`.`,
    "",
    "| Field | Type | Content |",
    "|---|---|---|",
    ...fieldsOf({ ...schema, properties: own }, definitions, "", new Map()),
    "",
  ];
}

/** The introduction of the page says this about all reports. */
const sameForAllReports = / A later version of lease-guard can add fields without a new version of this schema\./;

/**
 * Returns the rows of the fields of an object, and of the objects in these fields. `seen` has the
 * place of each object whose fields have rows. A second object with the same fields refers to this
 * place.
 */
function fieldsOf(
  schema: JsonSchema,
  definitions: JsonSchemas,
  path: string,
  seen: Map<string, string>,
): readonly string[] {
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties);
  const rule = names.find(
    (name) => resolved(properties[name] ?? {}, definitions).properties?.["parameters"] !== undefined,
  );
  // All rules have the same fields. The page of a rule describes its parameters.
  if (rule?.includes("/"))
    return fieldsOf(resolved(properties[rule] ?? {}, definitions), definitions, `${path}ID.`, seen);
  return names.flatMap((name) => {
    const field = resolved(properties[name] ?? {}, definitions);
    const items = field.items === undefined ? undefined : resolved(field.items, definitions);
    const place = `${path}${name}${items === undefined ? "" : "[]"}`;
    const isOtherKind = (items ?? field).properties?.["kind"]?.const !== undefined;
    const isOpaque = name === "parameters" || name === "not" || isOtherKind;
    const type = `${typeOf(field, items)}${required.includes(name) ? ", required" : ""}`;
    const content = contentOf(place, items ?? field, field.description);
    const fields = isOpaque ? [] : fieldsOf(items ?? field, definitions, ".", new Map());
    const same = fields.length > 1 ? seen.get(fields.join("\n")) : undefined;
    if (same !== undefined)
      return [tableRow([`\`${place}\``, type, `${content} The fields are those of \`${same}\`.`])];
    seen.set(fields.join("\n"), place);
    const row = tableRow([`\`${place}\``, type, content]);
    return [row, ...(isOpaque ? [] : fieldsOf(items ?? field, definitions, `${place}.`, seen))];
  });
}

function contentOf(place: string, { description = "" }: JsonSchema, own: string = description): string {
  return /\.ID\..*parameters$/.test(place)
    ? `${own.replace(/ of lease-\S+\./, " of the rule, which [its page](rules/README.md) lists.")}`
    : withCode(own);
}

/**
 * The names and values in descriptions. Schemas contain plain text, so the patterns detect some
 * names and values only by their context.
 */
const names = [
  new RegExp(`lease-guard (?:${commands.map(([command]) => command).join("|")})\\b(?: -o json)?`),
  /(?<![\w-])--[a-z][a-z-]*/,
  /\.(?:gitignore|lease-guard(?:ignore|\.yaml))/,
  /lease-guard\.dev\/ignore/,
  /\b(?:spec|summary|metav1)\.\w+/,
  /\b(?:system|kubeadm):[\w-]+(?::[\w-]+)*/,
  /\$\(namespace\)/,
  /\*(?= matches)/,
  /\b[a-z]+(?:[A-Z][a-z]+)+\b/,
  /\b(?:deny|warn|audit|off|leaderless|hung|contested|late|stale|recovering|terminating|not known|released|leading|renewed|expired|live|repeated)(?=: )/,
  /(?<=\bmode )(?:deny|warn|audit)\b/,
  /(?<=\bmode is )off\b/,
  /(?<=\bdefault is )deny\b/,
  /(?<=\bseverity )(?:error|warning|info)\b/,
  /(?<=\bprofile )(?:default|strict)\b/,
  /\b(?:default|strict|observe)\b(?= denies| also denies|, findings)/,
  /(?<=\bnot set )(?:now|user|beside)\b/,
  /(?<=\blist )(?:expected|ignored|problems)\b/,
  /(?<=\bvalue )(?:abstain|parameters)\b/,
  /\babstain(?= for)/,
  /(?<=\breason is )\w+/,
  /(?<=\bvalue of )because\b/,
  /(?<=\bbecause is )profile\b/,
  /(?<=\bprofile or )parameters\b/,
];

const code = new RegExp(names.map(({ source }) => source).join("|"), "g");

/** Returns the description of a schema, with its names and values as code in Markdown. */
function withCode(text: string): string {
  return text.replaceAll(code, (name) => `\`${name}\``);
}

function typeOf(field: JsonSchema, items: JsonSchema | undefined): string {
  const literal = (value: unknown): string => `\`${String(value)}\``;
  if (field.const !== undefined) return literal(field.const);
  if (field.enum?.some((value) => String(value).includes("/"))) return "id of a rule";
  if (field.enum !== undefined) return field.enum.map(literal).join(", ");
  if (items !== undefined) return `list of ${typeOf(items, undefined)}`;
  const types = [field.type ?? "any"].flat().filter((type) => type !== "null");
  return types.join(" or ");
}
