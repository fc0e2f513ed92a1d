import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it, vi } from "vitest";
import { measuredRun } from "./survival.ts";

vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), "lease-guard-large-lists-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "input.json");
writeFileSync(join(folder, "policy.yaml"), "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n");

/**
 * The limit is less than the limit of a large input, so that smaller inputs show the same fault.
 */
const maxPeakMiB = 240;

const parts = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(",");
const list = (items: string): string => `{"apiVersion":"v1","kind":"List","items":[${items}]}`;
const lease = (name: string, metadata = ""): string =>
  `{"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"namespace":"a","name":"${name}"${metadata}},"spec":{"holderIdentity":"b-1","leaseDurationSeconds":15,"renewTime":"2026-07-01T08:00:00.000000Z"}}`;
const normal = lease("normal");
const review = (object: string): string =>
  `{"time":"2026-07-01T08:00:00Z","review":{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"1","kind":{"group":"coordination.k8s.io","version":"v1","kind":"Lease"},"resource":{"group":"coordination.k8s.io","version":"v1","resource":"leases"},"name":"a","namespace":"a","operation":"CREATE","userInfo":{"username":"b","groups":[]},"object":${object}}}}`;

const fields = `,"managedFields":[{"manager":"a","time":"2026-07-01T08:00:00Z","fieldsV1":{${parts(200_000, (at) => `"f:${at}":{}`)}}}]`;
const labels = `,"labels":{${parts(200_000, (at) => `"k${at}":"v"`)}}`;

/** The text of a listing, the exit code of `audit`, and the text of its report. */
const listings: Readonly<Record<string, readonly [text: () => string, code: number, says: RegExp]>> = {
  "12 MB of {}": [() => list(`${parts(4_000_000, () => "{}")},${normal}`), 0, /^1 Lease: /m],
  "Leases with large fieldsV1": [
    () => list(`${parts(10, (at) => lease(`a${at}`, fields))},${normal}`),
    1,
    /^11 Leases: /m,
  ],
  "Leases with 200,000 labels": [
    () => list(`${parts(4, (at) => lease(`a${at}`, labels))},${normal}`),
    0,
    /^5 Leases: /m,
  ],
  "a Lease with a million finalizers": [
    () => list(`${lease("large", `,"finalizers":[${parts(1e6, () => '"a"')}]`)},${normal}`),
    2,
    /^not read: Lease a\/large: input\.json:1:43: must not contain more than 450000 values/m,
  ],
  "an annotation of 64 MB": [
    () => list(`${lease("large", `,"annotations":{"a":"${"x".repeat(64e6)}"}`)},${normal}`),
    2,
    /^not read: Lease a\/large: input\.json:1:43: must not be larger than 8388608 bytes/m,
  ],
  "brackets, four million deep": [
    () => list(`${"[".repeat(4e6)}${"]".repeat(4e6)},${normal}`),
    2,
    /^not read: object: .* must not nest deeper than 500 levels/m,
  ],
};

describe("audit reads a list one object at a time, and reports the other objects:", () => {
  it.each(Object.entries(listings))("%s", async (_, [text, code, says]) => {
    writeFileSync(file, text());
    const ended = await measuredRun(["audit", "-f", "input.json"], folder, 60_000);
    expect(ended.stderr).toBe("");
    expect(ended).toMatchObject({ code, stdout: expect.stringMatching(says) as string });
    expect(ended.peak).toBeLessThan(maxPeakMiB);
  });

  it("from standard input, whose bytes do not stay in memory", async () => {
    writeFileSync(file, list(`${parts(10, (at) => lease(`a${at}`, fields))},${normal}`));
    const stdin = openSync(file, "r");
    const ended = await measuredRun(["audit", "-f", "-"], folder, 60_000, stdin).finally(() => closeSync(stdin));
    expect(ended).toMatchObject({ code: 1, stderr: "", stdout: expect.stringMatching(/^11 Leases: /m) as string });
    expect(ended.peak).toBeLessThan(maxPeakMiB);
  });
});

const lines: Readonly<Record<string, () => string>> = {
  "a line of 7 MB of {}": () => `[${parts(2_300_000, () => "{}")}]`,
  "a line of 64 MB": () => "x".repeat(64e6),
  "a review with more values than a review can have": () =>
    review(lease("large", `,"x":[${parts(1_000_000, () => "{}")}]`)),
};

describe("a line beyond the limits of a review is one unreadable line", () => {
  it.each(
    Object.entries(lines).flatMap(([name, line]) => [
      [`simulate: ${name}`, ["simulate", "policy.yaml", "input.json"], line] as const,
      [`learn: ${name}`, ["learn", "input.json"], line] as const,
    ]),
  )("%s", async (_, args, line) => {
    const text = line();
    writeFileSync(file, `${review(normal)}\n${text}\n${review(normal)}\n${text}\n`);
    const ended = await measuredRun(args, folder, 60_000);
    expect(ended.code).toBe(0);
    expect(`${ended.stdout}${ended.stderr}`).toMatch(
      /must not (contain more than 450000 values|be longer than 8388608 bytes)/,
    );
    expect(ended.peak).toBeLessThan(maxPeakMiB);
  });
});

const auditEvent = `{"level":"Metadata","auditID":"1","stage":"ResponseComplete","verb":"get","user":{"username":"${"x".repeat(900)}"}}`;
const written = JSON.stringify({
  ...{ level: "RequestResponse", auditID: "2", stage: "ResponseComplete", verb: "create" },
  ...{ user: { username: "b" }, responseStatus: { code: 201 }, requestReceivedTimestamp: "2026-07-01T08:00:00Z" },
  objectRef: { apiGroup: "coordination.k8s.io", apiVersion: "v1", resource: "leases", namespace: "a", name: "normal" },
  responseObject: JSON.parse(normal) as unknown,
});
const eventList = (items: string): string => `{"kind":"EventList","apiVersion":"audit.k8s.io/v1","items":[${items}]}`;

/** The bytes of an audit log with one write, and the rest of the first line of the report. */
const auditLogs: Readonly<Record<string, readonly [bytes: () => string | Uint8Array, says: string]>> = {
  "an EventList of 100 MB in one line": [() => eventList(`${parts(100_000, () => auditEvent)},${written}`), ""],
  "an EventList of 100 MB in one line, compressed": [
    () => gzipSync(eventList(`${parts(100_000, () => auditEvent)},${written}`)),
    "",
  ],
  "an item of 64 MB in an EventList": [() => eventList(`"${"x".repeat(64e6)}",${written}`), ", 1 unreadable"],
  "a line of 1 GiB in 1 MB of gzip": [
    () => {
      const member = gzipSync(Buffer.alloc(16 * 2 ** 20));
      return Buffer.concat([...Array.from({ length: 64 }, () => member), gzipSync(`\n${written}\n`)]);
    },
    ", 1 unreadable",
  ],
};

describe("an audit log needs the memory for one event:", () => {
  it.each(Object.entries(auditLogs))("%s", async (_, [bytes, says]) => {
    writeFileSync(file, bytes());
    const ended = await measuredRun(["simulate", "policy.yaml", "input.json"], folder, 60_000);
    expect(ended.stdout.split("\n", 1)).toEqual([`1 review: 0 denied, 0 warned${says}`]);
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(ended.peak).toBeLessThan(maxPeakMiB);
  });
});
