import type { FailingFrom } from "../../core/field/severity.ts";
import { modeFails } from "../../policy/policy.ts";
import { objectTitle } from "../../report/object-title.ts";
import { type TapPoint, tapList, tapPoints } from "../../report/tap-points.ts";
import { type ObjectCase, objectCases } from "./cases.ts";
import { type NotRendered, notRenderedText } from "./not-rendered.ts";
import { order } from "./order.ts";
import type { CheckedFinding, CheckReport, SkippedObject } from "./result.ts";

export const tap: CheckReport = (result, { failingFrom }) => {
  const before = order(result);
  const skipped = [...result.skippedObjects, ...result.notUnderstood].toSorted(before).map(skippedPoint);
  return tapPoints(
    [
      ...objectCases(result).map((each) => objectPoint(each, failingFrom)),
      ...skipped,
      ...result.notRendered.map(notRenderedPoint),
    ],
    result.problems.toSorted(before),
  );
};

function objectPoint(checked: ObjectCase, failingFrom: FailingFrom): TapPoint {
  const { file, line, object, findings, ignored } = checked;
  return {
    ok: !findings.some(({ mode }) => modeFails(mode, failingFrom)),
    title: `${objectTitle(object)} (${file}:${line})`,
    diagnostics: [...tapList("findings", findings.map(published)), ...tapList("ignored", ignored.map(published))],
  };
}

function notRenderedPoint(each: NotRendered): TapPoint {
  return { ok: true, title: each.directory, skipped: notRenderedText(each), diagnostics: [] };
}

function skippedPoint({ object, file, line, reason }: SkippedObject): TapPoint {
  return { ok: true, title: `${objectTitle(object)} (${file}:${line})`, skipped: reason, diagnostics: [] };
}

function published({ origin: rule, mode, field, message, line, column, remedy }: CheckedFinding): object {
  return { rule, mode, field, message, line, column, ...(remedy !== undefined && { remedy }) };
}
