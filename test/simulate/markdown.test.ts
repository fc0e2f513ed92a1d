import fc from "fast-check";
import { expect, it } from "vitest";
import { defaultClockSkewMs } from "../../src/policy/policy.ts";
import { simulationMarkdown } from "../../src/simulate/reports/markdown.ts";
import {
  type Example,
  emptySimulation,
  noCounts,
  noDifferences,
  type Simulation,
} from "../../src/simulate/simulation.ts";
import { reportContext } from "../../src/terminal/output.ts";
import { withoutCode } from "../harness/markdown.ts";

const context = reportContext(false);

/** Returns a simulation that contains the string wherever a review can set a string. */
function hostile(text: string, ruleCount = 1): Simulation {
  const simulation = emptySimulation(text, true, defaultClockSkewMs);
  const write: Example = {
    line: 1,
    operation: text,
    kind: text,
    namespace: text,
    name: text,
    user: text,
    field: text,
    message: text,
  };
  for (let rule = 0; rule < ruleCount; rule++)
    simulation.rules.set(`lease/${rule}`, { ...noCounts(), examples: [write, write] });
  simulation.namespaces.set(text, noCounts());
  simulation.users.set(text, noCounts());
  simulation.comparison?.users.set(text, noDifferences());
  simulation.crashes.set(text, { line: 1, message: text });
  simulation.unreadable.errors.set(text, { line: 1, lines: 1 });
  return simulation;
}

const pieces = ["<b>", "[a](b)", "@team", "#1", "`", "``", "|", "\\|", "\\", "\n", "::error::", "a", " "];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(""));

it("shows what reviews contain only in code spans", () => {
  fc.assert(
    fc.property(text, (name) => {
      const lines = simulationMarkdown(hostile(name), context).split("\n");
      for (const line of lines.slice(1).map(withoutCode)) expect(line).toMatch(/^(?:- )?$|^[|A-Za-z0-9 -]+$/);
    }),
  );
});

it("fits in a GitHub comment", () => {
  const report = simulationMarkdown(hostile("ä".repeat(512), 70), context);
  expect(Buffer.byteLength(report)).toBeLessThanOrEqual(65_536);
  expect(report).toMatch(
    /\n\*\*\d+ more lines are left out: a GitHub comment must not be larger than 65536 bytes\.\*\*\n$/,
  );
});
