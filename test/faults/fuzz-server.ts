import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { serveCli } from "../harness/cli.ts";
import { legalBody } from "../harness/raw-request.ts";
import { asImage } from "./as-image.ts";
import { reviewText } from "./hostile-shapes.ts";
import { anonymousBytes, cpuSeconds, peakOf } from "./served.ts";

/** The costs of a review for the process of a server. */
export interface Cost {
  readonly status: number;
  /**
   * The CPU time from the request to the end of the response in milliseconds. Other processes
   * change CPU time less than elapsed time.
   */
  readonly cpuMs: number;
  /** The elapsed time, for the report of the test. */
  readonly elapsedMs: number;
  /** The growth of the memory in bytes, without memory that is backed by files. */
  readonly grownBytes: number;
  /** The highest memory in bytes, without memory that is backed by files. */
  readonly peakBytes: number;
  readonly answerBytes: number;
}

/** A server that receives reviews over one TLS connection. */
export interface FuzzServer {
  /**
   * Returns the mean costs of `calls` equal reviews. If there are several calls, as many calls
   * before the measurement give V8 time to compile the code.
   */
  readonly costOf: (review: string, calls: number) => Promise<Cost>;
  readonly end: () => void;
}

/** A small valid review that only the thread for large reviews validates. */
const starter = Buffer.from(reviewText({ metadata: `,"annotations":{"a":"${"x".repeat(70_000)}"}` }));

/** Starts `serve` with further flags, as the image starts it. */
export async function startFuzzServer(flags: readonly string[]): Promise<FuzzServer> {
  const served = await serveCli(flags, asImage());
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: served.ca });
  const send = async (body: Buffer): Promise<Pick<Cost, "status" | "answerBytes">> => {
    const headers = { "content-type": "application/json", "content-length": body.length };
    const sent = request(`${served.url}/validate?timeout=30s`, { method: "POST", agent, headers });
    sent.end(body);
    const [response]: IncomingMessage[] = await once(sent, "response");
    let answerBytes = 0;
    for await (const chunk of response ?? []) answerBytes += chunk.length;
    return { status: response?.statusCode ?? 0, answerBytes };
  };
  const warmUp = Buffer.from(legalBody);
  for (let call = 0; call < 200; call++) await send(warmUp);
  return {
    costOf: async (review, calls) => {
      const body = Buffer.from(review);
      if (calls > 1) for (let call = 0; call < calls; call++) await send(body);
      // After an expensive review, the thread ends. The costs of the next review must not include
      // the start of the thread.
      else await send(starter);
      const [peak, idleBytes] = [peakOf(served), anonymousBytes(served)];
      const [cpu, elapsed] = [cpuSeconds(served), performance.now()];
      try {
        let answer = { status: 0, answerBytes: 0 };
        for (let call = 0; call < calls; call++) answer = await send(body);
        const cpuMs = ((cpuSeconds(served) - cpu) * 1000) / calls;
        const elapsedMs = (performance.now() - elapsed) / calls;
        return { ...answer, cpuMs, elapsedMs, grownBytes: peak.bytes() - idleBytes, peakBytes: peak.bytes() };
      } finally {
        peak.end();
      }
    },
    end: () => {
      agent.destroy();
      served.child.kill("SIGKILL");
    },
  };
}
