import { expect, it } from "vitest";
import { readPolicy } from "../../src/policy/file/read-policy.ts";
import { forceDeny } from "../../src/policy/force-deny.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { asFile, lines } from "./file/policy-texts.ts";

it("overrides modes, dates, scopes, and exemptions, and keeps parameters and other rules", () => {
  const read = readPolicy(
    asFile(
      lines(
        "rules:",
        "  lease/duration-within-bounds:",
        "    mode: warn",
        "    parameters: { minSeconds: 5 }",
        "    scopes:",
        "    - match: { names: [a] }",
        "      mode: deny",
        "      warnUntil: 2999-01-01",
        "      parameters: { minSeconds: 2 }",
        "    - match: { names: [b] }",
        "      mode: off",
        "  lease/strategy-valid: { mode: audit }",
        "exemptions:",
        "- rules: [lease/duration-within-bounds, lease/strategy-valid]",
        "  match: { names: [c] }",
        "  reason: why",
        "  owner: team-a",
        "  expires: 2999-01-01",
      ),
    ),
  );
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const forced = forceDeny(read.value.policy, ["lease/duration-within-bounds"]);
  if (!forced.ok) throw new Error(forced.error);
  const { rules, exemptions } = forced.value;
  expect(Object.fromEntries(rules)).toEqual({
    "lease/duration-within-bounds": {
      mode: "deny",
      parameters: { minSeconds: 5 },
      scopes: [
        { match: { names: ["a"] }, mode: "deny", parameters: { minSeconds: 2 } },
        { match: { names: ["b"] }, mode: "deny" },
      ],
    },
    "lease/strategy-valid": { mode: "audit" },
  });
  expect(exemptions.map((exemption) => exemption.rules)).toEqual([["lease/strategy-valid"]]);
});

it("rejects a relation rule, because no webhook runs it", () => {
  const { ok, error } = { error: "", ...forceDeny(defaultPolicy, ["lease/holder-is-candidate"]) };
  expect([ok, error]).toEqual([false, expect.stringMatching(/^lease\/holder-is-candidate must not be set/)]);
});

it("applies to a rule that the policy does not mention", () => {
  const rules = new Map([["lease/strategy-valid", { mode: "deny" }]]);
  expect(forceDeny(defaultPolicy, ["lease/strategy-valid"])).toEqual({ ok: true, value: { ...defaultPolicy, rules } });
  expect(forceDeny(defaultPolicy, [])).toEqual({ ok: true, value: defaultPolicy });
});

it.each<readonly [string, readonly string[], RegExp | undefined]>([
  ["the policy does not mention", [], /^lease\/duration-within-bounds must have parameters/],
  [
    "has no parameters",
    ["lease/duration-within-bounds: { mode: off }"],
    /^lease\/duration-within-bounds must have parameters/,
  ],
  ["has parameters", ["lease/duration-within-bounds: { parameters: { minSeconds: 5 } }"], undefined],
  [
    "has parameters in a scope",
    ["lease/duration-within-bounds: { scopes: [{ match: { names: [a] }, parameters: { minSeconds: 5 } }] }"],
    undefined,
  ],
])("rejects a rule with parameters that %s, unless it has parameters", (_, written, problem) => {
  const read = readPolicy(
    asFile(written.length === 0 ? lines() : lines("rules:", ...written.map((line) => `  ${line}`))),
  );
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const forced = forceDeny(read.value.policy, ["lease/strategy-valid", "lease/duration-within-bounds"]);
  expect(forced).toMatchObject(
    problem === undefined ? { ok: true } : { ok: false, error: expect.stringMatching(problem) },
  );
  expect(forceDeny(read.value.policy, ["lease/strategy-valid"]).ok).toBe(true);
});
