import { describe, expect, it } from "vitest";
import { readPolicyText } from "../../src/playground/read-policy-text.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";

const now = new Date("2026-07-01T08:00:00Z");
const head = "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n";

describe("the text of a policy", () => {
  it("is the default policy without content", () => {
    expect(readPolicyText(" \n", now)).toEqual({ policy: defaultPolicy, diagnostics: [] });
  });

  it.each([
    ["an error", `${head}profil: strict\n`, "error", 3],
    [
      "a warning",
      `${head}exemptions:\n- { rules: [lease/holder-kept-until-expiry], match: { names: [a] }, reason: a, owner: b, expires: 2026-01-01 }\n`,
      "warning",
      4,
    ],
  ])("has the position of %s", (_, text, level, line) => {
    expect(readPolicyText(text, now).diagnostics).toMatchObject([{ pane: "policy", level, line }]);
  });
});
