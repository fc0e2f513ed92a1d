import { objectTitle } from "../../report/object-title.ts";
import type { Problem, ReportContext } from "../../report/report.ts";
import { location, maxResults, omittedResults, sarifLog, sarifMessage, sarifWarning } from "../../report/sarif-log.ts";
import { levelOf, ruleDescriptors } from "../../report/sarif-rules.ts";
import { describedFindings } from "./described.ts";
import { type NotRendered, notRenderedText } from "./not-rendered.ts";
import { order } from "./order.ts";
import type { CheckedFinding, CheckReport, SkippedObject } from "./result.ts";
import { emptyText, messageOnOneLine } from "./result.ts";

/**
 * Formats the result as SARIF 2.1.0 for code scanning. Each problem, each listed skipped object,
 * each directory that is not rendered, and a run without a checked object become notifications. A
 * problem marks the run as not successful. If any result is ignored,
 * every result has `suppressions`, because SARIF requires this field for all results or for none
 * (section 3.27.23).
 */
export const sarif: CheckReport = (result, context) => {
  const { version, rulePage } = context;
  const before = order(result);
  const all = [...result.findings.toSorted(before), ...result.ignored.toSorted(before)];
  const findings = all.slice(0, maxResults);
  const rules = ruleDescriptors(describedFindings(), new Set(findings.map(({ origin }) => origin)), rulePage);
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const prints = fingerprints(findings);
  const results = findings.map((finding, index) => ({
    ruleId: finding.origin,
    ruleIndex: indexes.get(finding.origin),
    level: levelOf(finding.mode),
    message: sarifMessage(messageOnOneLine(finding)),
    locations: [location(finding, context)],
    ...(finding.related && {
      relatedLocations: [
        { ...location(finding.related, context), message: sarifMessage(objectTitle(finding.related.object)) },
      ],
    }),
    partialFingerprints: { primaryLocationLineHash: prints[index] },
    ...(result.ignored.length === 0
      ? {}
      : { suppressions: index < result.findings.length ? [] : [{ kind: "inSource" }] }),
  }));
  const empty = emptyText(result);
  const notifications = [
    ...result.problems.toSorted(before).map((problem) => problemNotification(problem, context)),
    ...omittedResults(all.length),
    ...result.skippedObjects.toSorted(before).map((each) => objectNotification(each, "skipped", context)),
    ...result.notUnderstood.toSorted(before).map((each) => objectNotification(each, "not understood", context)),
    ...(empty === undefined ? [] : [sarifWarning(empty)]),
    ...result.notRendered.map((each) => notRenderedNotification(each, context)),
  ];
  const executionSuccessful = result.problems.length === 0;
  return sarifLog({ version, rules, columnKind: "utf16CodeUnits", executionSuccessful, notifications, results });
};

function problemNotification(problem: Problem, context: ReportContext): object {
  return { level: "error", message: sarifMessage(problem.message), locations: [location(problem, context)] };
}

function objectNotification(each: SkippedObject, state: string, context: ReportContext): object {
  return {
    level: "note",
    message: sarifMessage(`${objectTitle(each.object)} is ${state}: ${each.reason}`),
    locations: [location(each, context)],
  };
}

function notRenderedNotification(each: NotRendered, context: ReportContext): object {
  return {
    level: "note",
    message: sarifMessage(`${each.directory} is ${notRenderedText(each)}`),
    locations: [location({ file: each.directory }, context)],
  };
}

/**
 * Returns a fingerprint for each finding: a hash of origin, object, and field, a colon, and a
 * number. The fingerprint does not change when lines move. The number counts the findings with the
 * same hash in one file. GitHub's `primaryLocationLineHash` has the same format, with a hash of 64
 * bits in hexadecimal digits.
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

/**
 * Returns the identity of a finding as JSON. The line, the column, and the message are not part of
 * the identity, because an edit can change them. GitHub adds the file.
 */
function identity({ origin, field, object }: CheckedFinding): string {
  return JSON.stringify([origin, field, object.apiVersion, object.kind, object.namespace, object.name]);
}

/**
 * Returns a hash of 64 bits in hexadecimal digits. The hash consists of two multiplicative hashes
 * with the multipliers of Knuth and L'Ecuyer. An attacker can find collisions.
 */
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

/**
 * Mixes a value into a hash. The shift copies high bits to low bits, because the high bits of a
 * factor never affect the low bits of a product.
 */
function mix(value: number, multiplier: number): number {
  const product = Math.imul(value + 1, multiplier);
  return product ^ (product >>> 15);
}
