import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { reviewBody } from "../../src/engine/review/review.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";

const program = join(import.meta.dirname, "go-encoder/print.mjs");
const wanted = Number(process.env["LEASE_GUARD_ENCODED_OBJECTS"] ?? 10_000);
if (!Number.isSafeInteger(wanted) || wanted < 1)
  throw new RangeError("LEASE_GUARD_ENCODED_OBJECTS must be a number of objects");

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [program]);
}, 900_000);

/** Without rules, all findings come from the schema. */
const validate = createValidate([]);
const now = new Date("2026-07-01T08:00:00Z");

/**
 * Returns the reasons why lease-guard does not decode the objects of a review. Each character of
 * the string is a byte, because a review can contain bytes that are not UTF-8.
 */
function undecoded(review: string): readonly string[] {
  const { httpStatus, verdict } = reviewBody(Buffer.from(review, "latin1"), validate, now);
  if (httpStatus !== 200 || verdict === undefined) return [`HTTP ${httpStatus}`];
  const { findings } = verdict;
  return [
    ...findings.map(({ field }) => `object: ${field.join(".")}`),
    ...(verdict.undecoded ?? []).map((field) => `oldObject: ${field}`),
  ];
}

/** Values that a random object rarely lacks. Without them, the test would not test the decoder. */
const boundaries: Readonly<Record<string, RegExp>> = {
  "a time of metadata after 9999": /"creationTimestamp":"\d{5,}-/,
  "a time of metadata before 0": /"deletionTimestamp":"-\d{4,}-/,
  "a time in managedFields after 9999": /"time":"\d{5,}-/,
  "a time in managedFields before 0": /"time":"-\d{4,}-/,
  "a time of spec after 9999": /"renewTime":"\d{5,}-/,
  "a time of spec before 0": /"(?:acquireTime|pingTime)":"-\d{4,}-/,
  "a year that only protobuf can contain": /"renewTime":"\d{12}-/,
  "an integer above 2^53": /"generation":9223372036854775807/,
  "no spec": /"spec":\{\}/,
  "a byte that is not UTF-8": /"f:\xff"/,
  "an empty time": /"(?:acquire|renew|ping)Time":null/,
};

it(`the reviews of ${wanted} random objects that kube-apiserver accepts decode`, { timeout: 3_600_000 }, async () => {
  // The seed differs from run to run, so that the gate tests new objects each time.
  const seed = Number(process.env["LEASE_GUARD_ENCODED_SEED"] ?? Date.now() % 1_000_000_000);
  const missing = new Map(Object.entries(boundaries));
  const failures: Record<string, string> = {};
  let count = 0;
  const child = spawn(process.execPath, [program, `${seed}`, `${wanted}`], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const review of createInterface({ input: child.stdout.setEncoding("latin1") })) {
    count++;
    for (const [name, pattern] of missing) if (pattern.test(review)) missing.delete(name);
    for (const reason of undecoded(review)) failures[reason] ??= review;
  }
  expect(failures, `seed ${seed}`).toEqual({});
  expect(count).toBe(wanted);
  expect([...missing.keys()], "random objects must contain these values").toEqual([]);
});
