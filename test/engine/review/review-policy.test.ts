import { describe, expect, it } from "vitest";
import { reviewBody } from "../../../src/engine/review/review.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { defaultPolicy, type Policy, type RuleSettings } from "../../../src/policy/policy.ts";
import { rules } from "../../../src/rules/index.ts";
import type { RuleId } from "../../../src/rules/rule.ts";
import { reviewOf, rowOf, tweaked } from "../../harness/reviews.ts";
import { someContext } from "../../harness/some-context.ts";

const lease = rowOf("v1", "Lease");
const ofAnOperator = rules.filter(({ tier }) => tier !== "protocol");
const policy: Policy = {
  ...defaultPolicy,
  rules: new Map<RuleId, RuleSettings>([
    ["lease/holder-pattern", { mode: "deny", parameters: { patterns: ["controller-*"] } }],
    ["lease/duration-within-bounds", { mode: "warn", parameters: { maxSeconds: 15 } }],
    ["metadata/labels-required", { mode: "audit", parameters: { labels: { team: "*" } } }],
  ]),
};
const exemption = {
  match: { users: ["system:serviceaccount:team-a:*"] },
  reason: "moves away",
  owner: "team-a@example.com",
};

function answer(written: Policy, spec: Readonly<Record<string, unknown>>): unknown {
  const object = tweaked(lease, (draft) =>
    Object.assign(draft.spec, { holderIdentity: "other", leaseDurationSeconds: 16, ...spec }),
  );
  const body = reviewOf(lease, { operation: "CREATE", object, oldObject: null });
  return reviewBody(body, createValidate(ofAnOperator, written), someContext.now).body;
}

const tooLong =
  "spec.leaseDurationSeconds: Invalid value: 16: must be less than or equal to 15 (lease/duration-within-bounds)";
const reported = ["lease/duration-within-bounds", "lease/holder-pattern", "metadata/labels-required"];

describe("a policy", () => {
  it("causes denials, warnings, and annotations in one response, with the reason Forbidden", () => {
    expect(answer(policy, {})).toMatchObject({
      response: {
        allowed: false,
        status: { code: 403, reason: "Forbidden", details: { causes: [{ field: "spec.holderIdentity" }] } },
        warnings: [tooLong],
        auditAnnotations: {
          rules: reported.join(","),
          mode: `${reported[0]}=warn,${reported[1]}=deny,${reported[2]}=audit`,
        },
      },
    });
  });

  it("causes the reason Invalid if an API server also denies the write", () => {
    expect(answer(policy, { leaseTransitions: -1 })).toMatchObject({
      response: {
        status: {
          code: 422,
          reason: "Invalid",
          details: { causes: [{ field: "spec.holderIdentity" }, { field: "spec.leaseTransitions" }] },
        },
      },
    });
  });

  it("with an exemption allows the write without a warning to the client", () => {
    const exempt = {
      ...exemption,
      rules: ["lease/holder-pattern", "lease/duration-within-bounds"],
      expires: new Date("2027-01-01"),
    } as const;
    const noted = (id: string) => `${id} until 2027-01-01T00:00:00.000Z: moves away (team-a@example.com)`;
    expect(answer({ ...policy, exemptions: [exempt] }, {})).toMatchObject({
      response: {
        allowed: true,
        auditAnnotations: {
          mode: reported.map((id) => `${id}=audit`).join(","),
          exemption: reported.slice(0, 2).map(noted).join("; "),
        },
      },
    });
    expect(answer({ ...policy, exemptions: [exempt] }, {})).not.toHaveProperty("response.warnings");
  });

  it("denies the write again after the exemption has expired, and the message contains the reason", () => {
    const expired = { ...exemption, rules: ["lease/holder-pattern"], expires: new Date("2026-01-01") } as const;
    expect(answer({ ...policy, exemptions: [expired] }, {})).toMatchObject({
      response: {
        allowed: false,
        status: { code: 403 },
        warnings: [
          "the exemption owned by team-a@example.com expired on 2026-01-01; contact team-a@example.com (lease/holder-pattern)",
          tooLong,
        ],
        auditAnnotations: {
          exemption: "lease/holder-pattern expired 2026-01-01T00:00:00.000Z: moves away (team-a@example.com)",
        },
      },
    });
  });
});
