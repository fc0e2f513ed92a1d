import type { Severity } from "../core/field/severity.ts";
import type { Place } from "../core/text/position.ts";
import { jsonText } from "./json-report.ts";
import type { ReportContext } from "./report.ts";

export type SarifLevel = "error" | "warning" | "note";

export const levelOfSeverity: Readonly<Record<Severity, SarifLevel>> = {
  error: "error",
  warning: "warning",
  info: "note",
};

/** Maximum number of results in a run. GitHub rejects a file with more results. */
export const maxResults = 25_000;

export interface SarifRun {
  readonly version: string;
  readonly rules: readonly object[];
  /** The unit of the columns. If no location has a column, the field is absent. */
  readonly columnKind?: "utf16CodeUnits";
  readonly executionSuccessful: boolean;
  readonly notifications: readonly object[];
  readonly results: readonly object[];
  readonly properties?: object;
}

/** Returns a log of SARIF 2.1.0 with one run of lease-guard. */
export function sarifLog({
  version,
  rules,
  columnKind,
  executionSuccessful,
  notifications,
  results,
  properties,
}: SarifRun): string {
  const run = {
    tool: { driver: { name: "lease-guard", version, rules } },
    columnKind,
    invocations: [{ executionSuccessful, toolExecutionNotifications: notifications }],
    results,
    properties,
  };
  return `${jsonText({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] })}\n`;
}

/** Returns a list with the notification that a run omits results. */
export function omittedResults(found: number): readonly object[] {
  if (found <= maxResults) return [];
  const text = `${found - maxResults} of ${found} results are omitted: a run must not have more than ${maxResults}`;
  return [sarifWarning(text)];
}

export function sarifWarning(text: string): object {
  return { level: "warning", message: sarifMessage(text) };
}

/** The descriptions of a SARIF rule. GitHub code scanning requires the full description, too. */
export interface SarifDescriptions {
  readonly shortDescription: { readonly text: string };
  readonly fullDescription: { readonly text: string };
}

export function sarifDescriptions(text: string): SarifDescriptions {
  return { shortDescription: { text }, fullDescription: { text } };
}

/**
 * Returns a SARIF message. Inserts a space between `]` and `(`, because SARIF viewers show
 * `[text](address)` as a link, and a submitted object can contain this text.
 */
export function sarifMessage(text: string): object {
  return { text: text.replaceAll("](", "] (") };
}

/** Returns the SARIF location of a position in a file. Without a position, names only the file. */
export function location(
  { file, line, column }: Pick<Place, "file"> & Partial<Place>,
  { repositoryPath }: Pick<ReportContext, "repositoryPath">,
): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriReference(repositoryPath(file)) },
      ...(line !== undefined && { region: { startLine: line, startColumn: column } }),
    },
  };
}

/**
 * Converts a path to a URI reference (RFC 3986). An absolute path becomes a `file:` URI, which
 * GitHub also converts to a path in the repository. Colons are encoded, except after a drive
 * letter.
 */
function uriReference(path: string): string {
  const uri = path.toWellFormed().split("/").map(encodeURIComponent).join("/");
  if (uri.startsWith("/")) return `file://${uri}`;
  return /^[a-z]%3A\//i.test(uri) ? `file:///${uri.replace("%3A", ":")}` : uri;
}
