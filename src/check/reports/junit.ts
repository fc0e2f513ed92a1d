import { fieldMessage } from "../../core/field/error.ts";
import type { FailingFrom } from "../../core/field/severity.ts";
import { modeFails } from "../../policy/policy.ts";
import { caseOutcome, type JunitCase, type JunitFinding, junitXml } from "../../report/junit-xml.ts";
import { objectTitle } from "../../report/object-title.ts";
import { type ObjectCase, objectCases } from "./cases.ts";
import { type NotRendered, notRenderedText } from "./not-rendered.ts";
import { order } from "./order.ts";
import {
  type CheckedFinding,
  type CheckReport,
  findingLine,
  ignoredLine,
  remedyLines,
  type SkippedObject,
} from "./result.ts";

export const junit: CheckReport = (result, { failingFrom }) => {
  const before = order(result);
  const skipped = [...result.skippedObjects, ...result.notUnderstood].toSorted(before).map(skippedCase);
  return junitXml(
    [
      ...objectCases(result).map((each) => objectCase(each, failingFrom)),
      ...skipped,
      ...result.notRendered.map(notRenderedCase),
    ],
    result.problems.toSorted(before),
  );
};

function objectCase({ object, file, line, findings, ignored }: ObjectCase, failingFrom: FailingFrom): JunitCase {
  const { failure, output = [] } = caseOutcome(findings.map((finding) => detailOf(finding, failingFrom)));
  return {
    name: objectTitle(object),
    file,
    line,
    ...(failure && { failure }),
    output: [...output, ...ignored.map(ignoredLine)],
  };
}

function detailOf(finding: CheckedFinding, failingFrom: FailingFrom): JunitFinding {
  return {
    fails: modeFails(finding.mode, failingFrom),
    message: fieldMessage(finding),
    type: finding.origin,
    lines: [findingLine(finding), ...remedyLines(finding)],
  };
}

function notRenderedCase(each: NotRendered): JunitCase {
  return { name: "not rendered", file: each.directory, line: 1, skipped: notRenderedText(each) };
}

function skippedCase({ object, file, line, reason }: SkippedObject): JunitCase {
  return { name: objectTitle(object), file, line, skipped: reason };
}
