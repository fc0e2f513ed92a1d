import { describe, expect, it } from "vitest";
import { invalid } from "../../../src/core/field/error.ts";
import { auditAnnotations } from "../../../src/engine/review/audit-annotations.ts";
import type { RuleFinding } from "../../../src/engine/validate/compile-rules.ts";
import type { Finding } from "../../../src/engine/validate/verdict.ts";
import type { Exemption } from "../../../src/policy/policy.ts";

const exemption: Exemption = {
  rules: ["lease/a"],
  match: {},
  reason: "clocks are set by hand",
  owner: "team-a@example.com",
  expires: new Date("2027-03-01T00:00:00Z"),
};

const finding = (of: Partial<RuleFinding> = {}): Finding => ({
  ...invalid(["spec"], 1, "must not be"),
  source: "rule",
  origin: "lease/a",
  tier: "protocol",
  mode: "warn",
  ...of,
});

const cases: Readonly<
  Record<string, readonly [findings: readonly Finding[], annotations: Readonly<Record<string, string>>]>
> = {
  "the rules that report, each once, with the outcome": [
    [
      finding(),
      finding(),
      finding({ origin: "lease/b", mode: "deny" }),
      finding({ origin: "metadata/c", mode: "audit" }),
    ],
    { rules: "lease/a,lease/b,metadata/c", mode: "lease/a=warn,lease/b=deny,metadata/c=audit" },
  ],
  "the findings of the schema": [
    [{ ...invalid(["spec"], 1, "must be an object"), source: "schema", origin: "schema/type", mode: "deny" }],
    { rules: "schema/type", mode: "schema/type=deny" },
  ],
  "an exemption once, however often it applied": [
    [finding({ mode: "audit", exemption }), finding({ mode: "audit", exemption })],
    {
      rules: "lease/a",
      mode: "lease/a=audit",
      exemption: "lease/a until 2027-03-01T00:00:00.000Z: clocks are set by hand (team-a@example.com)",
    },
  ],
  "an exemption of two rules, and one that has expired": [
    [
      finding({ mode: "audit", exemption }),
      finding({ origin: "lease/b", mode: "audit", exemption }),
      finding({
        origin: "lease/c",
        mode: "deny",
        expiredExemption: { ...exemption, reason: "it was so", expires: new Date("2026-01-01") },
      }),
    ],
    {
      rules: "lease/a,lease/b,lease/c",
      mode: "lease/a=audit,lease/b=audit,lease/c=deny",
      exemption: [
        "lease/a until 2027-03-01T00:00:00.000Z: clocks are set by hand (team-a@example.com)",
        "lease/b until 2027-03-01T00:00:00.000Z: clocks are set by hand (team-a@example.com)",
        "lease/c expired 2026-01-01T00:00:00.000Z: it was so (team-a@example.com)",
      ].join("; "),
    },
  ],
};

describe("auditAnnotations", () => {
  it.each(Object.entries(cases))("contain %s", (_, [findings, annotations]) => {
    expect(auditAnnotations({ findings, crashes: [], abstained: [] })).toEqual(annotations);
  });

  // kube-apiserver adds each annotation to the audit log with the key `<webhook name>/<key>`, which
  // must be a qualified name.
  it("have keys without a slash, of at most 63 characters", () => {
    for (const [findings] of Object.values(cases)) {
      for (const key of Object.keys(auditAnnotations({ findings, crashes: [], abstained: [] })))
        expect(key).toMatch(/^[a-z]{1,63}$/);
    }
  });
});
