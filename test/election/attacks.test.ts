import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import { createValidate } from "../../src/validate/validate.ts";
import { type Attack, leaseAttacks } from "./attacks.ts";
import { candidateAttacks } from "./candidate-attacks.ts";
import { judged } from "./history.ts";
import { metadataAttacks } from "./metadata-attacks.ts";
import { otherAttacks } from "./other-attacks.ts";
import { personAttacks } from "./person-attacks.ts";
import { podAttacks } from "./pod-attacks.ts";

const attacks: Readonly<Record<string, Attack>> = {
  ...leaseAttacks,
  ...otherAttacks,
  ...podAttacks,
  ...candidateAttacks,
  ...personAttacks,
  ...metadataAttacks,
};
const protocolRules = rules.filter(({ tier }) => tier === "protocol");
const strict = createValidate(rules, { ...defaultPolicy, profile: "strict" });

describe("attacks and accidents", () => {
  it.each(Object.entries(attacks))("%s", (_, attack) => {
    const findings = judged(strict, attack).map((found) => found.map(({ origin, mode }) => `${mode} ${origin}`));
    const rule = protocolRules.find(({ id }) => id === attack.rule);
    expect(findings.slice(0, -1).flat()).toEqual([]);
    expect(findings.at(-1)).toContain(`${rule?.atMost ?? "deny"} ${attack.rule}`);
  });

  it("try every rule of the protocol", () => {
    const tried = new Set(Object.values(attacks).map(({ rule }) => rule));
    expect([...tried].toSorted()).toEqual(protocolRules.map(({ id }) => id).toSorted());
  });
});
