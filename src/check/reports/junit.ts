import { fieldMessage } from "../../core/field/error.ts";
import { caseOutcome, type JunitCase, type JunitFinding, junitXml } from "../../report/junit-xml.ts";
import { objectTitle } from "../../report/object-title.ts";
import { type ObjectCase, objectCases } from "./cases.ts";
import { type NotRendered, notRenderedText } from "./not-rendered.ts";
import { order } from "./order.ts";
import { type CheckedFinding, type CheckReport, findingLine, ignoredLine, type SkippedObject } from "./result.ts";

export const junit: CheckReport = (result) => {
  const before = order(result);
  const skipped = result.skippedObjects.toSorted(before).map(skippedCase);
  return junitXml(
    [...objectCases(result).map(objectCase), ...skipped, ...result.notRendered.map(notRenderedCase)],
    result.problems.toSorted(before),
  );
};

function objectCase({ object, file, line, findings, ignored }: ObjectCase): JunitCase {
  const { failure, output = [] } = caseOutcome(findings.map(detailOf));
  return {
    name: objectTitle(object),
    file,
    line,
    ...(failure && { failure }),
    output: [...output, ...ignored.map(ignoredLine)],
  };
}

function detailOf(finding: CheckedFinding): JunitFinding {
  return {
    isError: finding.mode === "deny",
    message: fieldMessage(finding),
    type: finding.origin,
    lines: [findingLine(finding)],
  };
}

function notRenderedCase(each: NotRendered): JunitCase {
  return { name: "not rendered", file: each.directory, line: 1, skipped: notRenderedText(each) };
}

function skippedCase({ object, file, line, reason }: SkippedObject): JunitCase {
  return { name: objectTitle(object), file, line, skipped: reason };
}
