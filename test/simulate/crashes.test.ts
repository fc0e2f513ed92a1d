import { describe, expect, it } from "vitest";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { defaultClockSkewMs } from "../../src/policy/policy.ts";
import { auditLogReader } from "../../src/recording/audit-log.ts";
import { readLine } from "../../src/recording/read-record.ts";
import { simulationJson } from "../../src/simulate/reports/json.ts";
import { simulationText } from "../../src/simulate/reports/text.ts";
import { exitCodeOf } from "../../src/simulate/run.ts";
import { type SimulationOptions, simulateLine } from "../../src/simulate/simulate-line.ts";
import { emptySimulation, type Simulation } from "../../src/simulate/simulation.ts";
import { crashingRule, crashMessage } from "../harness/crashing-rule.ts";
import { context } from "../harness/report-context.ts";
import { reviewOf, rowOf } from "../harness/reviews.ts";

const validate = createValidate([]);
const crashing = createValidate([crashingRule]);
const message = `Lease team-a/controller: ${crashMessage}`;

/** Simulates the same review twice. */
function simulate(options: Pick<SimulationOptions, "validate" | "baseline">): Simulation {
  const simulation = emptySimulation("reviews.jsonl", options.baseline !== undefined, defaultClockSkewMs);
  const review = reviewOf(rowOf("v1", "Lease"));
  for (const [index, bytes] of [review, review].entries())
    for (const content of readLine(bytes))
      simulateLine(
        { number: index + 1, content },
        { ...options, now: new Date(), readAudited: auditLogReader() },
        simulation,
      );
  return simulation;
}

describe.each([
  ["the policy", { validate: crashing }],
  ["the baseline", { validate, baseline: crashing }],
])("a rule that throws under %s", (_, options) => {
  const simulation = simulate(options);

  it("is reported with its first review", () => {
    expect(simulationText(simulation, context)).toContain(`\nreviews.jsonl:1: error: ${message}\n`);
    expect(JSON.parse(simulationJson(simulation, context))).toMatchObject({
      crashes: [{ rule: "lease/crashes", line: 1, message }],
    });
  });

  it("sets the exit code 2 with and without --fail-on", () => {
    expect(exitCodeOf(simulation, undefined)).toBe(2);
    expect(exitCodeOf(simulation, "deny")).toBe(2);
  });
});

it("is absent in the report of other simulations", () => {
  const simulation = simulate({ validate });
  expect(exitCodeOf(simulation, "deny")).toBe(0);
  expect(simulationJson(simulation, context)).not.toContain("crashes");
});
