import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, type RequestOptions, request } from "node:https";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { CertificateSource } from "../../src/server/certificate-source.ts";
import { ecPair } from "../harness/ec-pair.ts";
import { legalBody } from "../harness/raw-request.ts";
import { startServer } from "../harness/running-server.ts";
import { mountSecret } from "../harness/secret-mount.ts";

/** How long the load goes on. */
const loadMs = 5_000;

/** Posts a legal review; resolves with the code, or with the error's. */
async function ask(url: string, options: RequestOptions): Promise<number | string | undefined> {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(legalBody) };
  const sent = request(`${url}/validate`, { ...options, method: "POST", headers, rejectUnauthorized: false });
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  sent.end(legalBody);
  try {
    const [response] = await answered;
    await response.toArray();
    return response.statusCode;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "failed";
  }
}

describe("certificates that change all the time", () => {
  it("fail no request", async () => {
    const server = await startServer();
    const pairs = [ecPair(), server.pair];
    const mount = mountSecret(server.pair);
    const { logger: log, metrics, useCertificate: use } = server;
    const source = new CertificateSource(mount.files, server.pair, { log, metrics, now: () => new Date(), use });
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    onTestFinished(async () => {
      source.close();
      agent.destroy();
      mount.remove();
      await server.stop();
    });
    const end = Date.now() + loadMs;
    const answers = new Map<number | string | undefined, number>();
    const load = async (options: RequestOptions) => {
      while (Date.now() < end) {
        const answer = await ask(server.url, options);
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
      }
    };
    const rotate = async () => {
      for (let turn = 0; Date.now() < end; turn++) {
        mount.swap(pairs[turn % 2] ?? server.pair);
        await wait(100);
      }
    };
    await Promise.all([rotate(), load({ agent }), load({ agent }), load({ agent: false }), load({ agent: false })]);
    expect([...answers.keys()]).toEqual([200]);
    expect(answers.get(200)).toBeGreaterThan(100);
    expect(await metrics.text()).toMatch(/certificate_reloads_total\{result="success"\} ([5-9]|\d\d+)\n/);
    expect(await metrics.text()).toMatch(/certificate_reloads_total\{result="error"\} 0\n/);
  });
});
