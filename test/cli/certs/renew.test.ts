import { beforeAll, expect, test } from "vitest";
import { type RenewOptions, renewCertificates } from "../../../src/cli/certs/renew.ts";
import type { CertificateStore } from "../../../src/cli/certs/store.ts";
import { issueCa, issueServing } from "../../../src/cluster/certs/issue.ts";
import { ClusterError } from "../../../src/cluster/cluster-error.ts";
import type { PemPair } from "../../../src/cluster/x509/pem-pair.ts";
import { failed } from "../../../src/core/field/result.ts";

const now = new Date();
const names = { dnsNames: ["a.b.svc"], ipAddresses: [] };
let ca: PemPair;
let serving: PemPair;

beforeAll(async () => {
  ca = await issueCa(now);
  serving = await issueServing(names, now, ca);
});

/** The outcome of an attempt: an error of the API server, or success with nothing left to do. */
type Try = ClusterError | "well";

/** Runs the attempts one after another, and measures their total time. */
async function renew(tries: readonly Try[], options: Partial<RenewOptions> = {}) {
  const lines: string[] = [];
  const warnings: string[] = [];
  const left = [...tries];
  const nowhere = async (): Promise<void> => undefined;
  const read = async (): Promise<CertificateStore> => {
    const next = left.shift() ?? "well";
    if (next !== "well") throw next;
    return {
      stored: { ca, serving, bundles: [ca.certificate] },
      writeCa: nowhere,
      writeServing: nowhere,
      writeBundles: nowhere,
    };
  };
  const print = (line: string) => lines.push(line);
  const warn = (line: string) => warnings.push(line);
  const begun = performance.now();
  const renewed = await renewCertificates(read, {
    names,
    now: () => now,
    propagationMs: 0,
    timeoutMs: 60_000,
    print,
    warn,
    ...options,
  });
  return { renewed, lines, warnings, left: left.length, tookMs: performance.now() - begun };
}

test("nothing is due", async () => {
  expect(await renew([])).toMatchObject({
    renewed: { ok: true },
    warnings: [],
    lines: [expect.stringMatching(/^nothing is due until /)],
  });
});

test("a reason is printed once until it changes, and the waits become longer", async () => {
  const conflict = new ClusterError("conflict", { status: 409 });
  const { warnings, tookMs } = await renew([conflict, conflict, conflict, new ClusterError("other", { status: 409 })]);
  expect(warnings).toEqual(["trying again: conflict", "trying again: other"]);
  // The four waits are at least half of 100, 200, 400, and 800 ms.
  expect(tookMs).toBeGreaterThan(750);
  expect(tookMs).toBeLessThan(10_000);
});

test.each([
  { what: "there is no retry after the end of the time", error: new ClusterError("down"), timeoutMs: 400 },
  {
    what: "there is no retry if the server requests more time than is left",
    error: new ClusterError("busy", { status: 429, retryAfterMs: 5000 }),
    timeoutMs: 4000,
  },
])("$what", async ({ error, timeoutMs }) => {
  expect(await renew([error, "well"], { timeoutMs })).toMatchObject({ renewed: failed(error.message), left: 1 });
});

test("the run ends if the remaining time is shorter than the wait", async () => {
  const late = { now: () => new Date(now.getTime() + 80 * 24 * 60 * 60 * 1000), propagationMs: 5000, timeoutMs: 1000 };
  const { renewed, lines } = await renew([], late);
  expect(lines).toEqual(["waiting 5 s for every API server to trust the CA"]);
  expect(renewed).toEqual(failed("the remaining steps take longer"));
});

test("a bug causes no retry", async () => {
  await expect(renew([new TypeError("a bug") as ClusterError])).rejects.toThrow(TypeError);
});
