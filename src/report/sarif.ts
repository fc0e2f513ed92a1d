import { findingText } from "./finding-text.ts";
import { fingerprints } from "./fingerprint.ts";
import { neutralJson } from "./neutral-json.ts";
import { inOrder } from "./order.ts";
import { relativeUri } from "./relative-uri.ts";
import type { Problem, Report } from "./result.ts";
import { levels, ruleDescriptors } from "./sarif-rules.ts";

/** SARIF 2.1.0 for code scanning; what could not be read is a notification, and the run then did not succeed. */
export const sarif: Report = (result, { version }) => {
  const { findings, problems } = inOrder(result);
  const rules = ruleDescriptors(findings.map(({ rule }) => rule));
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const prints = fingerprints(findings);
  const results = findings.map((finding, index) => ({
    ruleId: finding.rule,
    ruleIndex: indexes.get(finding.rule),
    level: levels[finding.mode],
    message: message(findingText(finding)),
    locations: [location(finding)],
    partialFingerprints: { primaryLocationLineHash: prints[index] },
  }));
  const notifications = problems.map((problem) => ({
    level: "error",
    message: message(problem.message),
    locations: [location(problem)],
  }));
  const run = {
    tool: { driver: { name: "lease-guard", version, rules } },
    columnKind: "utf16CodeUnits",
    invocations: [{ executionSuccessful: problems.length === 0, toolExecutionNotifications: notifications }],
    results,
  };
  return `${neutralJson({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] })}\n`;
};

/** SARIF reads `[text](address)` as a link, and a submission must not choose where readers go. */
function message(text: string): object {
  return { text: text.replaceAll("](", "] (") };
}

function location({ file, line, column }: Omit<Problem, "message">): object {
  return { physicalLocation: { artifactLocation: { uri: relativeUri(file) }, region: { startLine: line, startColumn: column } } };
}
