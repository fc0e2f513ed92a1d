import { jsonText } from "../../../report/json-text.ts";
import { problemPoint, tapList, tapPoints } from "../../../report/tap-points.ts";
import { expectedTexts, hasPassed, type SuiteReport } from "./run.ts";

/** TAP 14: a test point a case, and one for each input that could not be read. */
export const suiteTap: SuiteReport = ({ cases, problems }) =>
  tapPoints([
    ...cases.map((each) => {
      const { name, file, line, expected, found } = each;
      const passed = hasPassed(each);
      const message = `message: ${jsonText(`expected: ${expectedTexts(each).join("; ")}`)}`;
      const diagnostics = passed ? [] : [message, ...tapList("expected", expected), ...tapList("found", found)];
      return { ok: passed, title: `${name} (${file}:${line})`, diagnostics };
    }),
    ...problems.map(problemPoint),
  ]);
