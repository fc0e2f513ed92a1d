import { describe, expect, it } from "vitest";
import { leaseToHub } from "../../src/core/api/to-hub.ts";
import { invalid } from "../../src/core/field/error.ts";
import { compileRules } from "../../src/engine/validate/compile-rules.ts";
import { type Mode, policyOf } from "../../src/policy/policy.ts";
import {
  type Change,
  type ChangeOperation,
  defineRule,
  type Rule,
  type RuleId,
  type Tier,
} from "../../src/rules/rule.ts";
import { reportingRule } from "../harness/reporting-rule.ts";
import { someContext } from "../harness/some-context.ts";

const object = leaseToHub({});
const changes: readonly Change<typeof object>[] = [
  { operation: "CREATE", object },
  { operation: "UPDATE", object, oldObject: object },
  { operation: "DELETE", oldObject: object },
];
const [create] = changes;

function speaking(
  id: RuleId,
  tier: Tier = "api",
  operations: readonly ChangeOperation[] = ["CREATE", "UPDATE", "DELETE"],
): Rule {
  return reportingRule({ id, tier, operations });
}

function findings(
  list: readonly Rule[],
  policy: ReadonlyMap<RuleId, Mode> = new Map(),
  change = create,
): readonly string[] {
  if (change === undefined) throw new Error("no change");
  return compileRules(list, policyOf(policy))("Lease", change, someContext).findings.map(
    ({ origin, mode, detail }) => `${origin} ${mode} ${detail}`,
  );
}

describe("selectRules", () => {
  it("keeps the order of the rules and of their errors", () => {
    const list = [speaking("lease/a"), speaking("lease/b", "protocol")];
    expect(findings(list)).toEqual([
      "lease/a deny first",
      "lease/a deny second",
      "lease/b warn first",
      "lease/b warn second",
    ]);
  });

  it("omits a rule that is off, or is for another kind or operation", () => {
    expect(findings([speaking("lease/a")], new Map([["lease/a", "off"]]))).toEqual([]);
    expect(findings([speaking("lease/a", "policy")])).toEqual([]);
    const run = compileRules([speaking("lease/a")], policyOf(new Map()));
    for (const change of changes) expect(run("LeaseCandidate", change as never, someContext).findings).toEqual([]);
    for (const [index, operation] of (["CREATE", "UPDATE", "DELETE"] as const).entries()) {
      const spoken = changes.map(
        (change) => findings([speaking("lease/a", "api", [operation])], new Map(), change).length,
      );
      expect(spoken).toEqual([0, 0, 0].with(index, 2));
    }
  });

  it("keeps the findings of other rules if a rule throws, and drops those of the rule", () => {
    const broken = defineRule({
      ...speaking("lease/b"),
      kinds: ["Lease"],
      operations: ["CREATE"],
      *check() {
        yield invalid(["spec"], 1, "before");
        throw new TypeError("a bug");
      },
    });
    const run = compileRules([speaking("lease/a"), broken, speaking("lease/c")], policyOf(new Map()));
    const { findings: found, crashes } = run("Lease", { operation: "CREATE", object }, someContext);
    expect(found.map(({ origin }) => origin)).toEqual(["lease/a", "lease/a", "lease/c", "lease/c"]);
    expect(crashes).toEqual([{ origin: "lease/b", error: new TypeError("a bug") }]);
  });

  it("reports a finding once if a rule yields it twice", () => {
    const twice = defineRule({
      ...speaking("lease/a"),
      kinds: ["Lease"],
      operations: ["CREATE"],
      *check() {
        for (const badValue of [1, 1, "1", 1]) yield invalid(["spec"], badValue, "again");
      },
    });
    const { findings: found } = compileRules([twice], policyOf(new Map()))(
      "Lease",
      { operation: "CREATE", object },
      someContext,
    );
    expect(found.map(({ badValue }) => badValue)).toEqual([1, "1"]);
  });

  it("keeps at most 101 findings of a rule, and requests no more", () => {
    let asked = 0;
    const endless = defineRule({
      ...speaking("lease/a"),
      kinds: ["Lease"],
      operations: ["CREATE"],
      *check() {
        for (;;) yield invalid(["spec"], ++asked, "again");
      },
    });
    expect(findings([endless, speaking("lease/b")])).toHaveLength(103);
    expect(asked).toBe(101);
  });
});
