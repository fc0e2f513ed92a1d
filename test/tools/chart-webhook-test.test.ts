import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { issueCa, issueServing } from "../../src/cluster/certs/issue.ts";
import { chartFolder } from "../harness/helm.ts";
import { portOf } from "../harness/port-of.ts";

interface Review {
  readonly request: {
    readonly uid: string;
    readonly object: { readonly spec: { readonly leaseDurationSeconds: number } };
  };
}

const names = { dnsNames: ["lease-guard.lease-guard.svc"], ipAddresses: [] };
const now = new Date();
const ca = await issueCa(now);
const [issued, other] = [await issueServing(names, now, ca), await issueServing(names, now, ca)];
const program = readFileSync(join(chartFolder, "files/webhook-test.js"), "utf8");
const denied = (code: number): object => ({ allowed: false, status: { code, message: "must not be" } });
const allowed = { allowed: true };

/**
 * The responses of a webhook to a valid and an invalid Lease, and the outcome of the chart's test.
 */
const rows: Readonly<
  Record<string, { readonly valid: object; readonly invalid: object; readonly status: number; readonly output: RegExp }>
> = {
  "a webhook that works": {
    valid: allowed,
    invalid: denied(422),
    status: 0,
    output: /^allowed: a valid Lease\ndenied: must not be\n$/,
  },
  "a policy that denies the valid Lease": {
    valid: denied(403),
    invalid: denied(422),
    status: 0,
    output: /^denied by the policy: must not be\n/,
  },
  "a webhook that allows everything": {
    valid: allowed,
    invalid: allowed,
    status: 1,
    output: /leaseDurationSeconds: 0 was allowed\n$/,
  },
  "a webhook that denies everything": {
    valid: denied(422),
    invalid: denied(422),
    status: 1,
    output: /a valid Lease was denied: must not be\n$/,
  },
};

describe("the program of helm test", () => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-helm-test-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  /**
   * Runs the program with a webhook that returns the responses. By default, the webhook has the
   * certificate of the Secret.
   */
  const runTest = async (
    valid: object,
    invalid: object,
    { certificate: cert, privateKey: key } = issued,
  ): Promise<{ status: number | null; output: string }> => {
    const respond = async (request: IncomingMessage): Promise<string> => {
      const { request: review } = (await json(request)) as Review;
      const answer = review.object.spec.leaseDurationSeconds === 0 ? invalid : valid;
      return JSON.stringify({ response: { uid: review.uid, ...answer } });
    };
    const server = createServer(
      { cert, key },
      (request, response) => void respond(request).then((text) => response.end(text)),
    );
    await once(server.listen(0, "127.0.0.1"), "listening");
    const port = portOf(server);
    const file = join(folder, "tls.crt");
    writeFileSync(file, issued.certificate);
    const args = ["--eval", program, "--", file, "127.0.0.1", String(port), "lease-guard.lease-guard.svc"];
    try {
      return await new Promise((resolve) => {
        const child = execFile(process.execPath, args, (_, stdout, stderr) =>
          resolve({ status: child.exitCode, output: stdout + stderr }),
        );
      });
    } finally {
      server.close();
    }
  };

  test.each(Object.entries(rows))("%s", async (_, { valid, invalid, status, output }) => {
    expect(await runTest(valid, invalid)).toEqual({ status, output: expect.stringMatching(output) });
  });

  test("a webhook with another certificate than that of the Secret", async () => {
    const outcome = await runTest(allowed, denied(422), other);
    expect(outcome).toEqual({ status: 1, output: expect.stringContaining("certificate") });
  });
});
