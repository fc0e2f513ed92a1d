import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { maxOversizedBytes } from "../../../src/engine/review/limits.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { policyOf } from "../../../src/policy/policy.ts";
import { rules } from "../../../src/rules/index.ts";
import { defineRule } from "../../../src/rules/rule.ts";
import { Metrics } from "../../../src/webhook/metrics/metrics.ts";
import { metricSamples } from "../../harness/metric-samples.ts";
import { connectTo, legalBody, marker, message, post, rawRequest, rawRequests } from "../../harness/raw-request.ts";
import { reviewOf, rowOf, tweaked } from "../../harness/reviews.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";

let server: TestServer;

beforeEach(async () => {
  server = await startServer();
});

afterEach(() => server.stop());

const lease = rowOf("v1", "Lease");
const candidate = rowOf("v1alpha2", "LeaseCandidate");

function review(change: Readonly<Record<string, unknown>>, row = lease): string {
  return new TextDecoder().decode(reviewOf(row, change));
}

/**
 * Sends requests. Returns the samples of lease-guard's own metrics that the requests have changed,
 * except the durations of requests.
 */
async function changedBy(...requests: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const before = metricSamples(await server.metrics.text());
  for (const request of requests) await rawRequest(server, Buffer.from(request, "utf8"));
  await vi.waitUntil(() => server.metrics.inFlight === 0, { timeout: 20_000 });
  const after = metricSamples(await server.metrics.text());
  const own = [...after].filter(([series]) => /^lease_guard_(?!admission_request_duration)/.test(series));
  return Object.fromEntries(
    own
      .filter(([series, value]) => value !== (before.get(series) ?? 0))
      .map(([series, value]) => [series.replace("lease_guard_", ""), value]),
  );
}

const requests = (labels: string) => `admission_requests_total{${labels}}`;
const unknownPod = 'validated_writes_total{writer_pod="unknown"}';
const refused = (reason: string) => `refused_requests_total{reason="${reason}"}`;

describe("a review counts as", () => {
  const zero = tweaked(lease, ({ spec }) => Object.assign(spec, { leaseDurationSeconds: 0 }));

  it.each<readonly [string, string, Readonly<Record<string, number>>]>([
    [
      "allowed",
      legalBody,
      {
        [requests('operation="UPDATE",resource="leases",allowed="true",code="200",dry_run="false"')]: 1,
        [unknownPod]: 1,
      },
    ],
    [
      "denied, with its rule",
      review({ object: zero, dryRun: true }),
      {
        [requests('operation="UPDATE",resource="leases",allowed="false",code="422",dry_run="true"')]: 1,
        [unknownPod]: 1,
        'rule_findings_total{rule="lease/lease-duration-positive",mode="deny"}': 1,
      },
    ],
    [
      "denied by the schema",
      review({ object: { ...zero, spec: { leaseDurationSeconds: marker } } }),
      {
        [requests('operation="UPDATE",resource="leases",allowed="false",code="422",dry_run="false"')]: 1,
        [unknownPod]: 1,
        'rule_findings_total{rule="schema/type",mode="deny"}': 1,
      },
    ],
    [
      "of a LeaseCandidate",
      review({ operation: "DELETE", object: null }, candidate),
      {
        [requests('operation="DELETE",resource="leasecandidates",allowed="true",code="200",dry_run="false"')]: 1,
        [unknownPod]: 1,
      },
    ],
    [
      "of another group's leases",
      review({ resource: { group: marker, version: "v1", resource: "leases" } }),
      {
        [requests('operation="UPDATE",resource="other",allowed="true",code="200",dry_run="false"')]: 1,
        [unknownPod]: 1,
      },
    ],
    [
      "lacking its object",
      review({ object: null }),
      { [requests('operation="UPDATE",resource="leases",allowed="false",code="400",dry_run="false"')]: 1 },
    ],
    [
      "of an unknown operation",
      review({ operation: marker }),
      { [requests('operation="other",resource="other",allowed="false",code="400",dry_run="false"')]: 1 },
    ],
    ["a body that is not a review", "{}", { [refused("bad_review")]: 1 }],
    ["a body that is not JSON", marker, { [refused("bad_review")]: 1 }],
  ])("%s", async (_name, body, changed) => {
    expect(await changedBy(post([], body))).toEqual(changed);
  });

  it("a warning, where a rule only warns", async () => {
    await server.stop();
    server = await startServer(createValidate(rules, policyOf(new Map([["lease/lease-duration-positive", "warn"]]))));
    expect(await changedBy(post([], review({ object: zero })))).toEqual({
      [requests('operation="UPDATE",resource="leases",allowed="true",code="200",dry_run="false"')]: 1,
      [unknownPod]: 1,
      'rule_findings_total{rule="lease/lease-duration-positive",mode="warn"}': 1,
    });
  });

  it("a failure, if a rule throws", async () => {
    await server.stop();
    const broken = defineRule({
      id: "lease/broken",
      tier: "api",
      description: "must never happen",
      kinds: ["Lease"],
      operations: ["UPDATE"],
      check() {
        throw new Error("a bug");
      },
    });
    server = await startServer(createValidate([broken]));
    expect(await changedBy(post())).toMatchObject({ 'rule_faults_total{rule="lease/broken"}': 1 });
  });
});

describe("a request without a verdict counts as", () => {
  it.each<readonly [string, string, string]>([
    ["content_type", "another type", post(["Content-Type: text/plain"])],
    ["bad_request", "another method", message("PUT /validate HTTP/1.1", ["Host: guard", "Content-Length: 0"])],
    [
      "too_large",
      "too large",
      message("POST /validate HTTP/1.1", [
        "Host: guard",
        "Content-Type: application/json",
        `Content-Length: ${maxOversizedBytes + 1}`,
      ]),
    ],
  ])("%s: %s", async (reason, _name, request) => {
    expect(await changedBy(request)).toEqual({ [refused(reason)]: 1 });
  });

  it("internal_error: a bug", async () => {
    await server.stop();
    server = await startServer(() => {
      throw new TypeError("a bug");
    });
    expect(await changedBy(post())).toEqual({ [refused("internal_error")]: 1 });
  });
});

describe("data of a client creates no series", () => {
  it("for any data, and is not exposed", async () => {
    const all = metricSamples(await server.metrics.text());
    const own = (samples: ReadonlyMap<string, number>) =>
      [...samples.keys()].filter((series) => series.startsWith("lease_guard_"));
    const names = Array.from({ length: 10 }, (_, index) => `${marker}-${index}`);
    const hostile = names.flatMap((name) => [
      review({ name, namespace: name, uid: name, userInfo: { username: name } }),
      review({ operation: name }),
      review({ resource: { group: name, version: name, resource: name }, subResource: name }),
      review({ kind: { group: name, version: name, kind: name } }),
    ]);
    const { answers } = await rawRequests(
      server,
      hostile.map((body) => post([`x-${marker}: ${marker}`], body)),
    );
    expect(answers).toHaveLength(hostile.length);
    const text = await server.metrics.text();
    expect(text).not.toContain(marker);
    expect(own(metricSamples(text))).toEqual(own(all));
    expect(all.size + 3 * (rules.filter(({ isRelation }) => !isRelation).length + 5)).toBeLessThanOrEqual(600);
  });
});

describe("requests in flight", () => {
  it("are counted until they are answered, or their client has gone", async () => {
    const socket = await connectTo(server);
    socket.write(post().slice(0, -10));
    await vi.waitUntil(() => server.metrics.inFlight === 1, { timeout: 20_000 });
    expect(metricSamples(await server.metrics.text()).get("lease_guard_admission_requests_in_flight")).toBe(1);
    socket.destroy();
    await vi.waitUntil(() => server.metrics.inFlight === 0, { timeout: 20_000 });
  });
});

describe("values that other modules report", () => {
  it("are exposed", async () => {
    const metrics = new Metrics("1.2.3");
    metrics.certificateNotAfter(1_800_000_000);
    metrics.certificateReloaded("success");
    metrics.certificateReloaded("error");
    metrics.draining(true);
    const samples = metricSamples(await metrics.text());
    expect([...samples].filter(([series]) => /certificate|draining|build/.test(series))).toEqual([
      ["lease_guard_certificate_not_after_timestamp_seconds", 1_800_000_000],
      ['lease_guard_certificate_reloads_total{result="success"}', 1],
      ['lease_guard_certificate_reloads_total{result="error"}', 1],
      ["lease_guard_draining", 1],
      [`lease_guard_build_info{version="1.2.3",node="${process.version}"}`, 1],
    ]);
  });
});
