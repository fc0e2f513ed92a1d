import { afterAll, describe, expect, test } from "vitest";
import { stampedReviews } from "../harness/exposed-series.ts";
import { legalBody, message } from "../harness/raw-request.ts";
import { startRealServer } from "../harness/real-server.ts";
import { reviewOf, rowOf, tweaked } from "../harness/reviews.ts";
import { type RuleTest, testRules } from "./promtool.ts";

// Each test causes an event in the built server. The series that the event increased then increase
// every minute for an hour. The alerts that fire after this hour must be those of the event.
const lease = rowOf("v1", "Lease");
const bounds = "lease/duration-within-bounds: { mode: deny, parameters: { minSeconds: 5 } }";
const server = await startRealServer(`profile: strict\nrules: { ${bounds} }`, ["--max-requests-inflight", "1"]);
afterAll(() => server.stop());

function reviewWith(spec: object, request: object = {}): string {
  return new TextDecoder().decode(
    reviewOf(lease, { object: tweaked(lease, (object) => Object.assign(object.spec, spec)), ...request }),
  );
}

const tooShort = { leaseDurationSeconds: 3 };
const large = legalBody.padEnd(1_000_000, " ");
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const exempting = (days: number) =>
  `exemptions: [{ rules: [lease/strategy-kept], match: { names: [a] }, reason: why, owner: team-a, expires: ${inDays(days)} }]`;
const ramp = (days: number) => `rules: { lease/strategy-kept: { mode: deny, warnUntil: ${inDays(days)} } }`;

/** Sends large reviews at the same time until the server rejects one of them. */
async function overload(): Promise<void> {
  const sendMany = () => Promise.all(Array.from({ length: 8 }, () => server.send(large)));
  while (!(await sendMany()).includes(429));
}

const denied = ["LeaseGuardDenialsBurst"];
const invalid = ["LeaseGuardBadRequests"];

/** The events in their order, and the alerts that must fire. */
const events: Readonly<Record<string, readonly [cause: () => unknown, alerts: readonly string[]]>> = {
  nothing: [() => {}, []],
  "an allowed write": [() => server.send(legalBody), []],
  "a denial by a rule of tier policy": [() => server.send(reviewWith(tooShort)), denied],
  "a denial by a rule of tier protocol": [() => server.send(reviewWith({ holderIdentity: "$(POD_NAME)" })), denied],
  "a denial by a rule of tier api": [() => server.send(reviewWith({ leaseDurationSeconds: 0 })), denied],
  "a denial by the schema": [() => server.send(reviewWith({ leaseDurationSeconds: "15" })), denied],
  "a denied dry run": [() => server.send(reviewWith(tooShort, { dryRun: true })), []],
  "a body that is not a review": [() => server.send("{}"), invalid],
  "another method": [
    () => server.send("", message("PUT /validate HTTP/1.1", ["Host: guard", "Content-Length: 0"])),
    invalid,
  ],
  "more requests than allowed": [overload, ["LeaseGuardErrorRatioHigh", "LeaseGuardOverloaded"]],
  "an exemption that expires in 8 days": [() => server.writePolicy(exempting(8)), []],
  "an exemption that expires in 6 days": [() => server.writePolicy(exempting(6)), ["LeaseGuardPolicyExpiring"]],
  "a rule that denies in 8 days": [() => server.writePolicy(ramp(8)), []],
  "a rule that denies in 6 days": [() => server.writePolicy(ramp(6)), ["LeaseGuardPolicyExpiring"]],
  "a policy without dates": [() => server.writePolicy("profile: default"), []],
  "an invalid policy, and then a valid one": [
    async () => {
      await server.writePolicy("profil: strict");
      await server.writePolicy("profile: observe");
    },
    ["LeaseGuardPolicyReloadFailing"],
  ],
  "an invalid certificate": [() => server.writeBadCertificate(), ["LeaseGuardCertificateReloadFailing"]],
  "a clock that is ahead": [() => sendAll(stampedReviews(20)), ["LeaseGuardClockSkewed"]],
  "a clock that is correct again": [() => sendAll(stampedReviews(0)), []],
  "a recording that cannot be written": [
    () => {
      server.breakRecording();
      return server.send(legalBody);
    },
    ["LeaseGuardRecordsLost"],
  ],
  "a log that cannot be written": [
    () => {
      server.breakLog();
      return sendAll([legalBody, legalBody]);
    },
    ["LeaseGuardLogLinesLost", "LeaseGuardRecordsLost"],
  ],
};

async function sendAll(bodies: readonly string[]): Promise<void> {
  for (const body of bodies) await server.send(body);
}

/** The labels that Prometheus adds to each series of a pod. */
const podLabels = 'job="lease-guard-metrics",namespace="lease-guard",pod="a",instance="10.0.0.1:8080"';

/**
 * Returns the series of lease-guard in the notation of promtool. Counters that have increased since
 * `before` increase by 30 each minute, and other series keep their value. The durations also keep
 * their values, because they depend on the machine.
 */
function inputSeries(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Readonly<Record<string, string>> {
  const own = [...after].filter(([series]) => series.startsWith("lease_guard_"));
  // promtool evaluates the alerts at 3600 s, not at the current time. All timestamps are moved by
  // the difference.
  const moved = 3600 - Date.now() / 1000;
  return Object.fromEntries(
    own.map(([series, value]) => {
      const [name = "", labels = "}"] = series.split("{");
      const increases = name.endsWith("_total") && value > (before.get(series) ?? 0);
      const shown = name.endsWith("_timestamp_seconds") ? value + moved : value;
      return [`${name}{${podLabels},${labels}`, `${shown}+${increases ? 30 : 0}x60`];
    }),
  );
}

describe("the alerts that fire after an event in the built server", async () => {
  const tests: [name: string, test: RuleTest][] = [];
  let before = await server.scrape();
  for (const [name, [cause, alerts]] of Object.entries(events)) {
    await cause();
    const after = await server.scrape();
    const labels = alerts.map((alert) => `{alertname="${alert}"}`);
    const expr = 'count by (alertname) (ALERTS{alertstate="firing"})';
    tests.push([name, { name, series: inputSeries(before, after), results: [{ expr, labels }] }]);
    before = after;
  }

  test.each(tests)("%s", (_name, each) => {
    expect(testRules([each])).toMatchObject({ status: 0, output: expect.stringContaining("SUCCESS") });
  });
});
