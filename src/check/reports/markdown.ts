import { placeText } from "../../core/text/position.ts";
import { findingModes } from "../../policy/policy.ts";
import { code, jobSummaryLimit, markdownPage, markdownTable } from "../../report/markdown.ts";
import { objectTitle } from "../../report/object-title.ts";
import { describedFindings } from "./described.ts";
import { notRenderedText } from "./not-rendered.ts";
import { order } from "./order.ts";
import {
  type CheckedFinding,
  type CheckReport,
  messageOnOneLine,
  type SkippedObject,
  summarize,
  summaryText,
} from "./result.ts";

/**
 * Formats the result as Markdown for a GitHub job summary: a heading with the counts, and a table.
 * Problems and denials come first, because `markdownPage` leaves out the end of a large page. With
 * `verbose`, the table also contains the skipped objects.
 */
export const markdown: CheckReport = (result, { verbose }) => {
  const before = order(result);
  const descriptions = new Map(describedFindings().map(({ id, description }) => [id, description]));
  const findings = result.findings.toSorted(before);
  const findingRow = (finding: CheckedFinding, mode: string): readonly string[] => {
    const { origin, object } = finding;
    const description = descriptions.get(origin);
    const shownOrigin = description === undefined ? code(origin) : `${code(origin)}: ${description}`;
    return [code(placeText(finding)), code(objectTitle(object)), mode, shownOrigin, code(messageOnOneLine(finding))];
  };
  const rows = [
    ...result.problems.toSorted(before).map((problem) => {
      const place = problem.unread === true ? problem.file : placeText(problem);
      return [code(place), "", "error", "", code(problem.message)];
    }),
    ...findingModes.flatMap((mode) =>
      findings.filter((finding) => finding.mode === mode).map((finding) => findingRow(finding, mode)),
    ),
    ...result.ignored.toSorted(before).map((finding) => findingRow(finding, "ignored")),
    ...result.notRendered.map((each) => [code(each.directory), "", "not rendered", "", code(notRenderedText(each))]),
    ...(verbose ? result.skippedObjects.toSorted(before).map((each) => objectRow(each, "skipped")) : []),
    ...(verbose ? result.notUnderstood.toSorted(before).map((each) => objectRow(each, "not understood")) : []),
  ];
  const heading = `## lease-guard: ${summaryText(summarize(result))}`;
  return markdownPage(
    [heading, ...markdownTable(["Place", "Object", "Mode", "Rule", "Message"], rows)],
    jobSummaryLimit,
  );
};

function objectRow(each: SkippedObject, state: string): readonly string[] {
  return [code(placeText(each)), code(objectTitle(each.object)), state, "", code(each.reason)];
}
