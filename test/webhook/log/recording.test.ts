import { mkdtempSync, openSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { failed } from "../../../src/core/field/result.ts";
import { reviewBody } from "../../../src/engine/review/review.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { rules } from "../../../src/rules/index.ts";
import { createLog } from "../../../src/webhook/log/log.ts";
import { LogDestination } from "../../../src/webhook/log/log-destination.ts";
import { openRecording, Recording } from "../../../src/webhook/log/recording.ts";
import { Metrics } from "../../../src/webhook/metrics/metrics.ts";
import { metricSamples } from "../../harness/metric-samples.ts";
import { readRecord } from "../../harness/read-record.ts";
import { encode, reviewOf, rowOf, tweaked } from "../../harness/reviews.ts";

const row = rowOf("v1", "Lease");
const folder = mkdtempSync(join(tmpdir(), "lease-guard-record-"));
afterAll(() => rmSync(folder, { recursive: true }));

const validate = createValidate(rules);
const now = new Date("2026-07-01T08:00:00.250Z");
const reply = (body = reviewOf(row)) => reviewBody(body, validate, now);

/**
 * Starts a recording into a file. `lost` returns the metric of dropped reviews. `log` returns the
 * text of the log.
 */
function record(file: string, maxBytes = 1_000_000) {
  const logFile = join(folder, `${Math.random()}.log`);
  const destination = new LogDestination(openSync(logFile, "w"));
  const metrics = new Metrics("0.0.0");
  const recording = new Recording(openSync(file, "a"), { file, maxBytes, log: createLog(destination), metrics });
  return {
    recording,
    lost: async () => metricSamples(await metrics.text()).get("lease_guard_recorded_reviews_lost_total"),
    log: async () => {
      await destination.idle();
      return readFileSync(logFile, "utf8");
    },
  };
}

function fresh(text = ""): string {
  const file = join(folder, `${Math.random()}.jsonl`);
  writeFileSync(file, text);
  return file;
}

describe("a recording", () => {
  it("contains a line for each validated review, which simulate reads", async () => {
    const file = fresh();
    const { recording, lost } = record(file);
    const hostile = tweaked(row, ({ spec }) => Object.assign(spec, { holderIdentity: "a\u0085\u202e\ud800\n" }));
    for (const body of [
      reviewOf(row),
      reviewOf(row, { object: hostile }),
      encode({}),
      reviewOf(row, { kind: { group: "", version: "v1", kind: "Pod" } }),
    ]) {
      recording.add(reply(body), now);
    }
    await recording.idle();
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    const read = readRecord(new TextEncoder().encode(lines[1]));
    if (!read.ok || read.value === undefined) throw new Error("the line must hold a record");
    expect(read.value.time).toEqual(now);
    expect(reply(read.value.body).body).toEqual(reply(reviewOf(row, { object: hostile })).body);
    expect(await lost()).toBe(0);
  });

  it("appends to a file, ends when the file is full, and logs this once", async () => {
    const file = fresh("x".repeat(1000));
    const line = `${readFileSync(await one(), "utf8")}`;
    const { recording, lost, log } = record(file, 1000 + 2 * line.length + 1);
    for (let count = 0; count < 5; count++) recording.add(reply(), now);
    await recording.idle();
    expect(readFileSync(file, "utf8")).toBe("x".repeat(1000) + line + line);
    expect((await log()).match(/recording stopped/g)).toHaveLength(1);
    expect(await lost()).toBe(0);
  });

  it("logs at once if the file is full at the start", async () => {
    const file = fresh("x".repeat(1000));
    const { recording, lost, log } = record(file, 1000);
    expect(JSON.parse(await log())).toMatchObject({
      level: "warn",
      file,
      maxBytes: 1000,
      msg: expect.stringContaining("recording stopped"),
    });
    recording.add(reply(), now);
    await recording.idle();
    expect(readFileSync(file, "utf8")).toHaveLength(1000);
    expect((await log()).trim().split("\n")).toHaveLength(1);
    expect(await lost()).toBe(0);
  });

  it("counts the reviews that a full disk cannot store, and logs this once", async () => {
    const { recording, lost, log } = record("/dev/full");
    for (let count = 0; count < 3; count++) {
      recording.add(reply(), now);
      await recording.idle();
    }
    expect(await lost()).toBe(3);
    expect(JSON.parse(await log())).toMatchObject({
      file: "/dev/full",
      cause: expect.stringMatching(/^ENOSPC/),
      msg: "reviews could not be recorded",
    });
  });

  it.each([
    ["490 levels", nested(490), { lost: 0, cause: undefined }],
    ["600 levels", nested(600), { lost: 1, cause: "the record must not nest deeper than 500 levels" }],
    ["10,000 levels", nested(9_990), { lost: 1, cause: "the record must not nest deeper than 500 levels" }],
  ])("contains only reviews that simulate can read: %s", async (_, status, { lost, cause }) => {
    const file = fresh();
    const { recording, lost: lostReviews, log } = record(file);
    const body = new TextEncoder().encode(
      new TextDecoder().decode(reviewOf(row)).replace('"spec":', `"status":${status},"spec":`),
    );
    recording.add(reply(body), now);
    recording.add(reply(), now);
    await recording.idle();
    expect(await lostReviews()).toBe(lost);
    expect((await log()) === "" ? undefined : JSON.parse(await log()).cause).toEqual(cause);
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(2 - lost);
    for (const line of lines) expect(readRecord(new TextEncoder().encode(line)).ok).toBe(true);
  });

  it("drops reviews that arrive faster than it can write, and logs the reason", async () => {
    const file = fresh();
    const { recording, lost, log } = record(file, 100_000_000);
    const large = tweaked(row, ({ metadata }) => Object.assign(metadata, { labels: { a: "x".repeat(2_200_000) } }));
    const body = reviewOf(row, { object: large, oldObject: large });
    const small = reply();
    recording.add(reply(body), now);
    recording.add(reply(body), now);
    await recording.idle();
    recording.add(small, now);
    await recording.idle();
    expect(await lost()).toBe(1);
    expect(JSON.parse(await log())).toMatchObject({
      file,
      cause: "more than 8388608 characters would wait to be written",
    });
    expect(readFileSync(file, "utf8").split("\n").filter(Boolean)).toHaveLength(2);
  });
});

describe("the file of a recording", () => {
  const options = (file: string) => ({
    file,
    maxBytes: 1_000,
    log: createLog(new LogDestination(1)),
    metrics: new Metrics("0.0.0"),
  });

  it("can exist, and gets the mode 0600", () => {
    const file = fresh("a");
    expect(openRecording(options(file)).ok).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each(["a file", "nothing"])("must not be a link to %s", (to) => {
    const target = fresh("a");
    const mode = statSync(target).mode;
    if (to === "nothing") rmSync(target);
    const file = join(folder, `${Math.random()}.jsonl`);
    symlinkSync(target, file);
    expect(openRecording(options(file))).toEqual(
      failed("must not be a symbolic link; name the file to which it leads"),
    );
    expect(statSync(target, { throwIfNoEntry: false })?.mode).toBe(to === "nothing" ? undefined : mode);
  });
});

/** Returns a JSON list with the given number of levels. */
function nested(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}

async function one(): Promise<string> {
  const file = fresh();
  const { recording } = record(file);
  recording.add(reply(), now);
  await recording.idle();
  return file;
}
