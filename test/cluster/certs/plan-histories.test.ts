import fc from "fast-check";
import { expect, test } from "vitest";
import { dayMs } from "../../../src/core/text/duration.ts";
import { runs } from "../../harness/sample.ts";
import { ClusterModel, Run, stalenessMs } from "./cluster-model.ts";

/**
 * The maximum time for which a pod can serve a replaced certificate, for example because the
 * kubelet cannot reach the API server. The API server must trust the certificate until then.
 */
const podLagMs = 30 * dayMs;

type Event =
  | { readonly what: "advance"; readonly run: number; readonly requests: number }
  | { readonly what: "start" | "kill"; readonly run: number }
  | { readonly what: "pass" | "clock"; readonly ms: number };

const run = fc.nat({ max: 1 });
const history = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ what: fc.constant("advance" as const), run, requests: fc.integer({ min: 1, max: 12 }) }),
    },
    { weight: 3, arbitrary: fc.record({ what: fc.constantFrom("start" as const, "kill" as const), run }) },
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constant("pass" as const),
        ms: fc.constantFrom(1000, stalenessMs - 1, stalenessMs, 600_000),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constant("pass" as const),
        ms: fc.integer({ min: 0, max: 130 }).map((days) => days * dayMs),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        what: fc.constant("clock" as const),
        ms: fc.integer({ min: -90 * 24, max: 90 * 24 }).map((hours) => (hours * dayMs) / 24),
      }),
    },
  ),
  { minLength: 10, maxLength: 200, size: "max" },
);

/**
 * Applies the events, and calls `look` after each request and after each event. While time passes,
 * no call is necessary, because `look` already assumes the maximum delays.
 */
function happen(events: readonly Event[], model: ClusterModel, look: () => void): void {
  const runs = [new Run(model), new Run(model)];
  const occur = (event: Event): void => {
    switch (event.what) {
      case "advance":
        for (let request = 0; request < event.requests; request++) {
          runs[event.run]?.advance();
          look();
        }
        return;
      case "start":
        if (runs[event.run]?.ended) runs[event.run] = new Run(model);
        return;
      case "kill":
        runs[event.run] = new Run(model);
        return;
      case "pass":
        model.pass(event.ms);
        return;
      case "clock":
        model.setClock(model.clockMs + event.ms);
    }
  };
  for (const event of events) {
    occur(event);
    look();
  }
}

test("histories with kills, concurrent runs, clock changes, and late pods: every API server always trusts the served certificate", () => {
  let cas = 0;
  let certificates = 0;
  fc.assert(
    fc.property(history, fc.integer({ min: 1, max: 3 }), (events, webhooks) => {
      const model = new ClusterModel(webhooks);
      happen(events, model, () => {
        const problem = model.distrusted(podLagMs);
        if (problem !== undefined) throw new Error(problem);
      });
      cas += model.ca.versions.length;
      certificates += model.serving.versions.length;
      runToEnd(model);
      expect(model.serving.latest.value?.signer).toBe(model.ca.latest.value?.certificate);
    }),
    { numRuns: runs(10_000) },
  );
  // The test is meaningless without many certificates.
  expect(cas).toBeGreaterThan(runs(30_000));
  expect(certificates).toBeGreaterThan(runs(30_000));
});

/** Runs the command without failures. The run must end within 24 requests. */
function runToEnd(model: ClusterModel): void {
  const run = new Run(model);
  for (let request = 0; request < 24 && run.ended === undefined; request++) {
    run.advance();
    model.pass(stalenessMs / 2);
  }
  expect(run.ended).toMatchObject({ do: "done" });
}

test("ten years of daily runs: certificates are valid for at least 29 more days and always trusted, and at most two CAs are trusted", () => {
  const model = new ClusterModel(2);
  for (let day = 0; day < 3650; day++) {
    runToEnd(model);
    expect(model.distrusted(podLagMs)).toBeUndefined();
    model.pass(dayMs);
    const { serving, ca, bundles } = model;
    expect(Number(serving.latest.value?.notAfter) - model.clockMs).toBeGreaterThan(29 * dayMs);
    expect(Number(ca.latest.value?.notAfter) - model.clockMs).toBeGreaterThan(120 * dayMs);
    expect(bundles.latest.value.every(({ length }) => length <= 2)).toBe(true);
  }
  expect(model.ca.versions.length - 1).toBe(15);
  expect(model.serving.versions.length - 1).toBe(74);
});
