import { jsonText } from "../../../report/json-text.ts";
import { order } from "../../../report/order.ts";
import type { CheckedFinding, Problem, Report } from "../../../report/result.ts";
import { findingText } from "./finding-text.ts";
import { levels, ruleDescriptors } from "./sarif-rules.ts";

/** Most results of one run: GitHub refuses a file with more. */
const maxResults = 25_000;

/**
 * SARIF 2.1.0 for code scanning; what could not be read is a notification, and the run then did not succeed. Results are
 * suppressed where their objects ignore them; SARIF wants either every result to say so or none (3.27.23).
 */
export const sarif: Report = (result, { version, rulePage }) => {
  const before = order(result);
  const all = [...result.findings.toSorted(before), ...result.ignored.toSorted(before)];
  const findings = all.slice(0, maxResults);
  const rules = ruleDescriptors(new Set(findings.map(({ rule }) => rule)), rulePage);
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const prints = fingerprints(findings);
  const results = findings.map((finding, index) => ({
    ruleId: finding.rule,
    ruleIndex: indexes.get(finding.rule),
    level: levels[finding.mode],
    message: message(findingText(finding)),
    locations: [location(finding)],
    partialFingerprints: { primaryLocationLineHash: prints[index] },
    ...(result.ignored.length === 0 ? {} : { suppressions: index < result.findings.length ? [] : [{ kind: "inSource" }] }),
  }));
  const run = {
    tool: { driver: { name: "lease-guard", version, rules } },
    columnKind: "utf16CodeUnits",
    invocations: [
      {
        executionSuccessful: result.problems.length === 0,
        toolExecutionNotifications: [...result.problems.toSorted(before).map(problemNotification), ...cutNotification(all.length)],
      },
    ],
    results,
  };
  return `${jsonText({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] })}\n`;
};

function problemNotification(problem: Problem): object {
  return { level: "error", message: message(problem.message), locations: [location(problem)] };
}

function cutNotification(found: number): readonly object[] {
  if (found <= maxResults) return [];
  return [
    {
      level: "warning",
      message: message(`${found - maxResults} of ${found} results are left out: a run must not have more than ${maxResults}`),
    },
  ];
}

/** SARIF reads `[text](address)` as a link, and a submission must not choose where readers go. */
function message(text: string): object {
  return { text: text.replaceAll("](", "] (") };
}

function location({ file, line, column }: Omit<Problem, "message">): object {
  return { physicalLocation: { artifactLocation: { uri: relativeUri(file) }, region: { startLine: line, startColumn: column } } };
}

/** A path as a URI reference (RFC 3986): relative stays relative, absolute becomes `file:`, and no segment keeps a colon. */
export function relativeUri(file: string): string {
  const uri = file
    .toWellFormed()
    .replace(/^(?:\.\/+)+/, "")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
  if (uri.startsWith("/")) return `file://${uri}`;
  return /^[a-z]%3A\//i.test(uri) ? `file:///${uri.replace("%3A", ":")}` : uri;
}

/**
 * Tells findings apart wherever in the file they move: by rule, object and field, and by their number where these are the same.
 * In the form of GitHub's `primaryLocationLineHash`, 64 bits in hex and the number; called for a run's findings in order.
 */
export function fingerprints(findings: readonly CheckedFinding[]): readonly string[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const hash = hash64(identity(finding));
    const inFile = `${hash} ${finding.file}`;
    const number = (seen.get(inFile) ?? 0) + 1;
    seen.set(inFile, number);
    return `${hash}:${number}`;
  });
}

/** Without line, column and message, which an edit changes, and without the file: GitHub adds it. */
function identity({ rule, field, object }: CheckedFinding): string {
  return JSON.stringify([rule, field, object.apiVersion, object.kind, object.namespace, object.name]);
}

/** Two multiplicative hashes side by side, of Knuth's and L'Ecuyer's multipliers; against chance, not against intent. */
function hash64(text: string): string {
  let first = 0;
  let second = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    first = mix(first ^ unit, 2654435761);
    second = mix(second ^ unit, 1597334677);
  }
  return [first, second].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The shift carries high bits down, which a product alone never does. */
function mix(value: number, multiplier: number): number {
  const product = Math.imul(value + 1, multiplier);
  return product ^ (product >>> 15);
}
