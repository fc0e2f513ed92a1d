import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { maxFindings } from "../../src/check/tally.ts";
import { type Measured, measuredCheck } from "./survival.ts";

const group = "coordination.k8s.io";
const renewTime = "2026-07-01T08:00:10.000000Z";
const now = "2026-07-01T08:02:00Z";
const oldest = "OldestEmulationVersion";

const range = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const strategies = (prefix: string, count: number) => range(count, (index) => `example.com/${prefix}-${index}`);

function candidate(version: string, { name = "c", namespace = "team-a" }, spec: object): object {
  const versions = { binaryVersion: "1.36.0", emulationVersion: "1.36.0" };
  const metadata = { name, namespace, creationTimestamp: "2026-06-01T08:00:00Z" };
  return {
    apiVersion: `${group}/${version}`,
    kind: "LeaseCandidate",
    metadata,
    spec: { leaseName: "l", ...versions, renewTime, ...spec },
  };
}

function lease(name: string, namespace: string): object {
  const spec = { holderIdentity: "c", strategy: oldest, leaseDurationSeconds: 15, renewTime };
  return { apiVersion: `${group}/v1`, kind: "Lease", metadata: { name, namespace }, spec };
}

const candidates = (spec: (index: number) => object) => () =>
  range(20_000, (index) => candidate("v1beta1", { name: `c-${index}` }, spec(index)));
const listing = (list: (index: number) => readonly string[]) => () =>
  range(10_000, (index) => candidate("v1alpha1", { name: `c-${index}` }, { preferredStrategies: list(index) }));
/** Candidates for a Lease `l` that does not exist in their namespaces. */
const strays = range(50_000, (index) => candidate("v1beta1", { namespace: `stray-${index}` }, { strategy: oldest }));
const atHome = (index: number) => candidate("v1beta1", { namespace: `n-${index}` }, { strategy: oldest });

const agreeing = candidates(() => ({ strategy: oldest }));
const agreeingLists = listing(() => strategies("s", 100));
const cycle = ["x y", "y z", "z x"].map((pair) => pair.split(" ").map((name) => `example.com/${name}`));

interface Row {
  readonly hostile: () => readonly object[];
  /** Returns about as many objects with about as many bytes, but no objects that conflict. */
  readonly harmless: () => readonly object[];
  /** The number of findings of relation rules. */
  readonly found: number;
}

const rows: Readonly<Record<string, Row>> = {
  "20,000 candidates of one Lease with as many strategies": {
    hostile: candidates((index) => ({ strategy: `example.com/s-${index}` })),
    harmless: agreeing,
    found: 20_000,
  },
  "20,000 candidates of one Lease that do not respond to pings": {
    hostile: candidates(() => ({ strategy: oldest, pingTime: "2026-07-01T08:00:11.000000Z" })),
    harmless: agreeing,
    found: 0,
  },
  "10,000 candidates of one Lease with 100 strategies each": {
    hostile: listing((index) => strategies(`s-${index}`, 100)),
    harmless: agreeingLists,
    found: 10_000,
  },
  "10,000 candidates of one Lease with 100 strategies each, and in two orders": {
    hostile: listing((index) => (index % 2 === 0 ? strategies("s", 100) : strategies("s", 100).toReversed())),
    harmless: agreeingLists,
    found: 10_000,
  },
  "10,000 candidates of one Lease with 100 strategies each, and three that contradict each other": {
    hostile: () => [
      ...listing((index) => ["example.com/first", ...strategies(`s-${index}`, 99)])(),
      ...cycle.map((list, index) =>
        candidate("v1alpha1", { name: `d-${index}` }, { preferredStrategies: ["example.com/first", ...list] }),
      ),
    ],
    harmless: agreeingLists,
    found: 10_003,
  },
  "50,000 Leases with one name, next to a candidate": {
    hostile: () => [
      ...range(50_000, (index) => lease("l", `n-${index}`)),
      candidate("v1beta1", {}, { strategy: oldest }),
    ],
    harmless: () => [
      ...range(50_000, (index) => lease(`l-${index}`, `n-${index}`)),
      candidate("v1beta1", {}, { strategy: oldest }),
    ],
    found: 1,
  },
  "50,000 candidates, next to 100 Leases with their name": {
    hostile: () => [...range(100, (index) => lease("l", `n-${index}`)), ...range(100, atHome), ...strays],
    harmless: () => [...range(100, atHome), ...strays],
    found: 0,
  },
};

const relations = /(strategies-agree|lease-of-same-namespace|oldest-answers-pings): /g;

/**
 * The maximum processor time compared with harmless objects. A report of 20,000 findings takes four
 * times as long as the validation of the objects. A comparison of each pair would take a hundred
 * times as long.
 */
const maxTimes = 10;
const maxPeakMiB = 512;
/** The maximum size of a report in bytes. Each finding has about 500 bytes. */
const maxReportBytes = maxFindings * 1_000;

/** The measured checks of harmless objects, which some rows share. */
const measuredHarmless = new Map<Row["harmless"], Measured>();

describe("check compares hostile objects almost as fast as harmless ones", () => {
  it.each(Object.entries(rows))("%s", { timeout: 240_000 }, async (_, { hostile, harmless, found }) => {
    const folder = mkdtempSync(join(tmpdir(), "lease-guard-elections-"));
    const measure = async (objects: readonly object[]): Promise<Measured> => {
      writeFileSync(join(folder, "input.json"), objects.map((object) => `${JSON.stringify(object)}\n`).join(""));
      return measuredCheck(["--now", now, "input.json"], folder, 100_000);
    };
    try {
      const bad = await measure(hostile());
      const good = measuredHarmless.get(harmless) ?? (await measure(harmless()));
      measuredHarmless.set(harmless, good);
      const { code, stdout, stderr, peak, cpuMs } = bad;
      process.stdout.write(
        `${cpuMs.toFixed(0)} ms, harmless ${good.cpuMs.toFixed(0)} ms; ${peak.toFixed(0)} MiB, harmless ${good.peak.toFixed(0)} MiB\n`,
      );
      const errors = stderr.replace(/^warning: .* is deprecated in .*\n/, "");
      expect({ code, errors, found: stdout.match(relations)?.length ?? 0 }).toEqual({ code: 0, errors: "", found });
      expect(stdout.length).toBeLessThan(maxReportBytes);
      expect(cpuMs).toBeLessThan(maxTimes * good.cpuMs);
      expect(peak).toBeLessThan(maxPeakMiB);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it("check keeps no metadata of Leases without a strategy", { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-elections-"));
  const spec = { holderIdentity: "c", leaseDurationSeconds: 40, renewTime };
  try {
    for (const file of range(4, String)) {
      const leases = range(10_000, (index) => {
        const metadata = {
          name: `l-${index}`,
          namespace: `n-${file}`,
          annotations: { a: `${index}${"x".repeat(6_000)}` },
        };
        return JSON.stringify({ apiVersion: `${group}/v1`, kind: "Lease", metadata, spec });
      });
      writeFileSync(join(folder, `${file}.json`), leases.join("\n"));
    }
    const [together, each] = [await measuredCheck(["."], folder), await measuredCheck(["--each", "."], folder)];
    process.stdout.write(`${together.peak.toFixed(0)} MiB, with --each ${each.peak.toFixed(0)} MiB\n`);
    expect(together).toMatchObject({ code: 0, stdout: each.stdout, stderr: "" });
    expect(together.peak).toBeLessThan(1.25 * each.peak);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
