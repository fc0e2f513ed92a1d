import { describe, expect, it } from "vitest";
import { reviewBody } from "../../../src/engine/review/review.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { defaultPolicy, type Exemption, type Policy } from "../../../src/policy/policy.ts";
import { rules } from "../../../src/rules/index.ts";
import { rule } from "../../../src/rules/lease/holder-pattern.ts";
import { Metrics } from "../../../src/webhook/metrics/metrics.ts";
import { metricSamples } from "../../harness/metric-samples.ts";
import { reviewOf, rowOf } from "../../harness/reviews.ts";
import { someContext } from "../../harness/some-context.ts";

const policy = {
  ...defaultPolicy,
  rules: new Map([[rule.id, { mode: "deny", parameters: { patterns: ["other"] } }] as const]),
};
const exemption: Exemption = {
  rules: [rule.id],
  match: { namespaces: ["team-a"] },
  reason: "moves away",
  owner: "team-a@example.com",
  expires: new Date("2026-07-01T08:01:00Z"),
};

/**
 * Validates one CREATE request, and returns the rule and request series above 0, each as `SERIES
 * VALUE`.
 */
async function counted(exemptions: readonly Exemption[], now: Date): Promise<readonly string[]> {
  const metrics = new Metrics("1.2.3");
  const body = reviewOf(rowOf("v1", "Lease"), { operation: "CREATE", oldObject: null });
  metrics.decided(reviewBody(body, createValidate([rule], { ...policy, exemptions }), now), 0.001);
  const counts = [...metricSamples(await metrics.text())].filter(([series]) =>
    /^lease_guard_(rule|admission_requests_total)/.test(series),
  );
  return counts.filter(([, value]) => value > 0).map(([series, value]) => `${series} ${value}`);
}

const request = (allowed: boolean, code: number) =>
  `lease_guard_admission_requests_total{operation="CREATE",resource="leases",allowed="${allowed}",code="${code}",dry_run="false"} 1`;
const finding = (mode: string) => `lease_guard_rule_findings_total{rule="lease/holder-pattern",mode="${mode}"} 1`;

describe("the effect of a policy counts as", () => {
  const { now } = someContext;
  it.each<readonly [string, readonly Exemption[], Date, readonly string[]]>([
    ["forbidden", [], now, [request(false, 403), finding("deny")]],
    ["audited, with an exemption", [exemption], new Date(now.getTime() - 1), [request(true, 200), finding("audit")]],
    ["forbidden again, once that has expired", [exemption], now, [request(false, 403), finding("deny")]],
  ])("%s", async (_, exemptions, at, samples) => expect(await counted(exemptions, at)).toEqual(samples));
});

describe("an active policy", () => {
  const now = new Date("2026-07-01T08:00:00Z");
  const day = (count: number) => new Date(now.getTime() + count * 86_400_000);
  const dated: Policy = {
    ...defaultPolicy,
    rules: new Map([["lease/holder-kept-until-expiry", { mode: "deny", warnUntil: day(3) }]]),
    exemptions: [4, 2].map((days) => ({ ...exemption, rules: ["lease/holder-kept-until-expiry"], expires: day(days) })),
  };
  const prefix = "lease_guard_policy_next_expiration_timestamp_seconds";

  it.each<readonly [string, Date, Readonly<Record<string, Date>>]>([
    ["before all dates", now, { exemption: day(2), warnUntil: day(3) }],
    ["on the first date", day(2), { exemption: day(4), warnUntil: day(3) }],
    ["after the second date", day(3), { exemption: day(4) }],
    ["after all dates", day(5), {}],
  ])("has its next dates, %s", async (_name, at, dates) => {
    const metrics = new Metrics("1.2.3");
    metrics.policyActive(dated, now);
    const samples = [...metricSamples(await metrics.text(at))].filter(([series]) => series.startsWith(prefix));
    const expected = Object.entries(dates).map(([kind, date]) => [`${prefix}{kind="${kind}"}`, date.getTime() / 1000]);
    expect(samples).toEqual(expected);
  });

  it("has a series for each possible finding from the start, and keeps counts of the previous policy", async () => {
    const metrics = new Metrics("1.2.3");
    const findings = async () =>
      [...metricSamples(await metrics.text())].filter(([series]) => series.includes("rule_findings_total"));
    expect(await findings()).toEqual([]);
    metrics.policyActive(policy, now);
    const at = (mode: string) => `lease_guard_rule_findings_total{rule="${rule.id}",mode="${mode}"}`;
    expect(await findings()).toContainEqual([at("deny"), 0]);
    expect((await findings()).every(([, value]) => value === 0)).toBe(true);
    const create = reviewOf(rowOf("v1", "Lease"), { operation: "CREATE", oldObject: null });
    metrics.decided(reviewBody(create, createValidate([rule], policy), now), 0.001);
    metrics.policyActive({ ...policy, exemptions: [exemption] }, now);
    const counts = new Map(await findings());
    expect([counts.get(at("deny")), counts.get(at("audit"))]).toEqual([1, 0]);
    expect(counts.size).toBeLessThanOrEqual(3 * (rules.length + 5));
  });
});
