import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { serveCli } from "../harness/cli.ts";
import { legalBody } from "../harness/raw-request.ts";
import { asImage } from "./as-image.ts";
import { buildLoad, type Load } from "./load.ts";
import { loggedPort, samplesOf, terminate } from "./served.ts";

const folder = mkdtempSync(join(tmpdir(), "lease-guard-clock-"));
const file = join(folder, "offset");

let load: Load;
beforeAll(async () => {
  load = await buildLoad();
});
afterAll(() => {
  load.remove();
  rmSync(folder, { recursive: true });
});

/** Changes the offset of the clock immediately. */
function setClock(offset: string): void {
  writeFileSync(`${file}.new`, offset);
  renameSync(`${file}.new`, file);
}

/**
 * Returns the beginning of a command line that runs a program with the changed clock. The monotonic
 * clock remains correct, as after an administrator sets the time.
 */
function byThatClock(): readonly string[] {
  const preload = execFileSync("faketime", ["now", "printenv", "LD_PRELOAD"], { encoding: "utf8" }).trim();
  const settings = [
    `LD_PRELOAD=${preload}`,
    `FAKETIME_TIMESTAMP_FILE=${file}`,
    "FAKETIME_NO_CACHE=1",
    "FAKETIME_DONT_FAKE_MONOTONIC=1",
  ];
  return ["env", ...settings, "DONT_FAKE_MONOTONIC=1"];
}

describe("a clock that is set while the server validates reviews", () => {
  it("changes of an hour and of two years, forward and back, fail no review and cause no negative duration", async () => {
    const offsets = ["+1h", "-1h", "+2y", "-2y"];
    setClock("+0");
    const served = await serveCli([], asImage({ through: byThatClock() }));
    const sent = load.send({ ...served, review: legalBody, flags: ["-rate", "300", "-for", `${offsets.length + 2}s`] });
    const probes = `http://127.0.0.1:${await loggedPort(served, "probes")}`;
    const ready: number[] = [];
    // Without a decision before the first change, the log would not show this change.
    await vi.waitUntil(() => served.stdout().includes('"msg":"decision"'), 20_000);
    for (const offset of offsets) {
      await wait(1000);
      setClock(offset);
      ready.push((await fetch(`${probes}/readyz`)).status);
    }
    const counts = await sent;
    const samples = await samplesOf(await loggedPort(served, "metrics"));
    expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
    expect(Object.keys(counts)).toEqual(["200"]);
    expect(ready).toEqual(offsets.map(() => 200));
    expect(samples.get("admission_request_duration_seconds_count")).toBe(counts["200"]);
    const decisions = served
      .stdout()
      .split("\n")
      .filter((line) => line.includes('"msg":"decision"'));
    const lines = decisions.map((line) => JSON.parse(line) as { readonly time: string; readonly durationMs: number });
    expect(lines.filter(({ durationMs }) => !(durationMs >= 0 && durationMs < 10_000))).toEqual([]);
    // Checks that the clock was really changed each time.
    const jumps = lines.filter(
      ({ time }, index) => Math.abs(Date.parse(time) - Date.parse(lines[index - 1]?.time ?? time)) > 1_800_000,
    );
    expect(jumps).toHaveLength(offsets.length);
  });
});
