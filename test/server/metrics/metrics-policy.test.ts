import { describe, expect, it } from "vitest";
import { reviewBody } from "../../../src/admission/review.ts";
import { defaultPolicy, type Exemption } from "../../../src/policy/policy.ts";
import { rule } from "../../../src/rules/lease/holder-pattern.ts";
import { Metrics } from "../../../src/server/metrics/metrics.ts";
import { createValidate } from "../../../src/validate/validate.ts";
import { metricSamples } from "../../harness/metric-samples.ts";
import { reviewOf, rowOf } from "../../harness/reviews.ts";
import { someContext } from "../../harness/some-context.ts";

const policy = { ...defaultPolicy, rules: new Map([[rule.id, { mode: "deny", parameters: { patterns: ["nobody"] } }] as const]) };
const exemption: Exemption = {
  rules: [rule.id],
  match: { namespaces: ["team-a"] },
  reason: "moves away",
  owner: "team-a@example.com",
  expires: new Date("2026-07-01T08:01:00Z"),
};

/** Returns the metrics that change with one CREATE request, without metrics of times. */
async function counted(exemptions: readonly Exemption[], now: Date): Promise<readonly string[]> {
  const metrics = new Metrics("1.2.3");
  const body = reviewOf(rowOf("v1", "Lease"), { operation: "CREATE", oldObject: null });
  metrics.decided(reviewBody(body, createValidate([rule], { ...policy, exemptions }), now), 0.001);
  const counts = [...metricSamples(await metrics.text())].filter(([series]) => /^lease_guard_(rule|admission_requests_total)/.test(series));
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
