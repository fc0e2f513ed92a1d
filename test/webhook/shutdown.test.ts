import { setTimeout as wait } from "node:timers/promises";
import type { TLSSocket } from "node:tls";
import { describe, expect, it, vi } from "vitest";
import { connectTo, serveCli } from "../harness/cli.ts";
import { post } from "../harness/raw-request.ts";

/** Writes bytes to the connection, and returns the first response. */
function firstAnswer(socket: TLSSocket, bytes: string): Promise<string> {
  return new Promise((resolve) => socket.once("data", (answer) => resolve(answer.toString())).write(bytes));
}

const lastAnswer = /^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n[\s\S]*"allowed":true/i;

describe.concurrent("serve --shutdown-delay-duration", () => {
  const delay = (text: string): readonly string[] => ["--shutdown-delay-duration", text];

  it("accepts new connections for this time after SIGTERM", async () => {
    const served = await serveCli(delay("4s"));
    const started = performance.now();
    served.child.kill("SIGTERM");
    await wait(300);
    const socket = await connectTo(served);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    expect(await firstAnswer(socket, post())).toMatch(lastAnswer);
    await closed;
    expect(await served.ended(8000)).toMatchObject({ code: 0 });
    expect(performance.now() - started).toBeGreaterThan(3990);
  });

  it("of 0 responds to a review that takes 2 s to arrive, even if SIGTERM comes after 1 s", async () => {
    const served = await serveCli(delay("0s"));
    const socket = await connectTo(served);
    const request = post();
    const answered = firstAnswer(socket, request.slice(0, 100));
    for (let part = 1; part <= 8; part++) {
      await wait(250);
      if (part === 1) served.child.kill("SIGTERM");
      socket.write(request.slice(100 * part, part === 8 ? undefined : 100 * (part + 1)));
    }
    expect(await answered).toMatch(lastAnswer);
    expect(await served.ended(5000)).toMatchObject({ code: 0, signal: null });
  });

  it.each(["SIGTERM", "SIGINT"] as const)("of an hour ends with a second %s", async (signal) => {
    const served = await serveCli(delay("1h"));
    served.child.kill(signal);
    await wait(200);
    served.child.kill(signal);
    expect(await served.ended(1500)).toMatchObject({ code: signal === "SIGINT" ? 130 : 143 });
  });
});

describe.concurrent("an uncaught exception", () => {
  it.each<readonly [string, string]>([
    ["thrown", 'throw new Error("sp1lt")'],
    ["rejected", 'void Promise.reject(new Error("sp1lt"))'],
  ])("%s, ends serve with 1, and reviews in flight get a response", async (_name, statement) => {
    const code = `process.once("SIGUSR2", () => { ${statement} })`;
    const served = await serveCli(["--shutdown-delay-duration", "1h"], {
      node: ["--import", `data:text/javascript,${code}`],
    });
    const early = await connectTo(served);
    early.write(post().slice(0, -20));
    served.child.kill("SIGUSR2");
    await vi.waitUntil(() => served.stdout().includes("sp1lt"), { timeout: 20_000 });
    const late = await connectTo(served);
    expect(await firstAnswer(late, post())).toMatch(lastAnswer);
    expect(await firstAnswer(early, post().slice(-20))).toMatch(lastAnswer);
    expect(await served.ended(15_000)).toMatchObject({ code: 1, stderr: expect.not.stringContaining("sp1lt") });
    expect(served.stdout()).toMatch(/"level":"fatal".*"message":"sp1lt"/);
  });

  it("ends serve even if a client never sends the rest, and long before the end of the delay", async () => {
    const served = await serveCli(["--shutdown-delay-duration", "1h"], {
      node: ["--import", 'data:text/javascript,process.once("SIGUSR2", () => { throw new Error("sp1lt") })'],
    });
    const socket = await connectTo(served);
    socket.on("error", () => {});
    const trickle = setInterval(() => socket.write(" "), 100);
    socket.write(post().slice(0, 60));
    const started = performance.now();
    served.child.kill("SIGUSR2");
    expect(await served.ended(15_000)).toMatchObject({ code: 1 });
    clearInterval(trickle);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
