import { findingText } from "./finding-text.ts";
import { fingerprints } from "./fingerprint.ts";
import { neutralJson } from "./neutral-json.ts";
import { order } from "./order.ts";
import { relativeUri } from "./relative-uri.ts";
import type { Problem, Report } from "./result.ts";
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
  return `${neutralJson({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] })}\n`;
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
