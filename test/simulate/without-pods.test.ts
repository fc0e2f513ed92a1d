import { expect, test } from "vitest";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { defaultClockSkewMs } from "../../src/policy/policy.ts";
import { auditLogReader } from "../../src/recording/audit-log.ts";
import { readLine } from "../../src/recording/read-record.ts";
import { rules } from "../../src/rules/index.ts";
import { simulationText } from "../../src/simulate/reports/text.ts";
import { simulateLine } from "../../src/simulate/simulate-line.ts";
import { emptySimulation } from "../../src/simulate/simulation.ts";
import { reportContext } from "../../src/terminal/output.ts";
import { reviewOf, rowOf } from "../harness/reviews.ts";

const row = rowOf("v1", "Lease");
const options = {
  validate: createValidate(rules),
  now: new Date("2026-07-01T08:00:00Z"),
  readAudited: auditLogReader(),
};
const userInfo = { username: "jane", extra: { "authentication.kubernetes.io/pod-name": ["controller-0"] } };
const [bare, bound] = [reviewOf(row, {}), reviewOf(row, { userInfo })];
const later = "after all dates of the policy: 0 denied\n";
const warning =
  "warning: no review contains the pod of its writer, so rules such as lease/written-by-its-holder report nothing\n";

test.each([
  ["none", [bare, bare], 0, `2 reviews: 0 denied, 0 warned\n${later}\n${warning}`],
  ["one", [bare, bound], 1, `2 reviews: 0 denied, 0 warned\n${later}`],
])("if %s of two reviews contains the pod of its writer", (_, lines, withPod, text) => {
  const simulation = emptySimulation("reviews.jsonl", false, defaultClockSkewMs);
  for (const [index, bytes] of lines.entries())
    for (const content of readLine(bytes)) simulateLine({ number: index + 1, content }, options, simulation);
  expect(simulation.withPod).toBe(withPod);
  expect(simulationText(simulation, reportContext(false))).toBe(text);
});
