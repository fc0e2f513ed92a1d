import { fieldMessage } from "../../../field/error.ts";
import { type JunitCase, junitXml } from "../../../report/junit-xml.ts";
import { objectTitle } from "../../../report/object-title.ts";
import { type ObjectCase, objectCases } from "./cases.ts";
import { order } from "./order.ts";
import { type CheckReport, findingLine, ignoredLine, type SkippedObject } from "./result.ts";

/**
 * Formats the result as JUnit XML: a test case for each object, a skipped test case for each
 * skipped object, and an error for each problem.
 */
export const junit: CheckReport = (result) => {
  const before = order(result);
  const skipped = result.skippedObjects.toSorted(before).map(skippedCase);
  return junitXml([...objectCases(result).map(objectCase), ...skipped], result.problems.toSorted(before));
};

/**
 * Returns the test case of one object. A single failure contains all denials. The output of the
 * test case contains the other findings, and those that the object's annotation hides.
 */
function objectCase({ object, file, line, findings, ignored }: ObjectCase): JunitCase {
  const denials = findings.filter(({ mode }) => mode === "deny");
  const others = findings.filter(({ mode }) => mode !== "deny").map(findingLine);
  const [first] = denials;
  return {
    name: objectTitle(object),
    file,
    line,
    ...(first && { failure: { message: fieldMessage(first), type: first.origin, lines: denials.map(findingLine) } }),
    output: [...others, ...ignored.map(ignoredLine)],
  };
}

function skippedCase({ object, file, line, reason }: SkippedObject): JunitCase {
  return { name: objectTitle(object), file, line, skipped: reason };
}
