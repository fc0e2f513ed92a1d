import { Agent, request } from "node:https";
import { connect as connectPlain } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { anyPorts, connectTo, type Served, serveCli, startCli } from "../harness/cli.ts";
import { legalBody, post } from "../harness/raw-request.ts";

vi.setConfig({ testTimeout: 30_000 });

/** Sends the signal. The process must end within 5 s and without an error. */
async function expectCleanEnd(served: Served, signal: NodeJS.Signals): Promise<void> {
  const started = performance.now();
  served.child.kill(signal);
  expect(await served.ended(8000)).toMatchObject({ code: 0, signal: null });
  expect(performance.now() - started).toBeLessThan(5000);
  expect(served.stdout()).toMatch(/"msg":"stopped"\}\n$/);
}

describe.concurrent("a signal ends serve within 5 s", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("%s", async (signal) => {
    await expectCleanEnd(await serveCli(), signal);
  });

  it.each<readonly [string, string]>([
    ["that has never been used", ""],
    ["that has received a response", post()],
    ["that has had an error", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"],
  ])("with a connection open %s", async (_name, bytes) => {
    const served = await serveCli();
    const socket = await connectTo(served);
    socket.on("error", () => {});
    if (bytes !== "") await new Promise((resolve) => socket.once("data", resolve).write(bytes));
    socket.resume();
    await expectCleanEnd(served, "SIGTERM");
    socket.destroy();
  });

  it("with connections kept alive by an HTTP client", async () => {
    const served = await serveCli();
    const agent = new Agent({ keepAlive: true, ca: served.ca });
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => {
        return new Promise((resolve, reject) => {
          const sent = request(
            `${served.url}/validate`,
            { agent, method: "POST", headers: { "content-type": "application/json" } },
            (answer) => {
              answer.resume().once("end", () => resolve(answer.statusCode));
            },
          );
          sent.once("error", reject).end(legalBody);
        });
      }),
    );
    expect(codes).toEqual(Array.from({ length: 8 }, () => 200));
    await expectCleanEnd(served, "SIGTERM");
    agent.destroy();
  });

  it("with a connection to the probes open", async () => {
    const served = await serveCli();
    const port = await vi.waitFor(() => {
      const [, digits] = /"probes":\{[^}]*"port":(\d+)/.exec(served.stdout()) ?? [];
      expect(digits).toBeDefined();
      return Number(digits);
    }, 20_000);
    const socket = connectPlain(port, "127.0.0.1");
    socket.on("error", () => {});
    await new Promise((resolve) => socket.once("data", resolve).write("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"));
    await expectCleanEnd(served, "SIGTERM");
  });
});

describe.concurrent("SIGTERM while serve starts", () => {
  it.each([0, 40, 80, 120, 180, 240, 400, 700])("after %i ms ends it without an error message", async (ms) => {
    const running = startCli(["serve", "--self-signed", ...anyPorts]);
    await wait(ms);
    running.child.kill("SIGTERM");
    const { code, signal, stderr, stdout } = await running.ended(8000);
    // Before the first line of lease-guard's code runs, SIGTERM has its default effect and there is
    // no output.
    expect([code, signal]).toEqual(signal === null ? [0, null] : [null, "SIGTERM"]);
    if (signal !== null) expect(stdout + stderr).toBe("");
    expect(stderr).not.toMatch(/error|^\s+at /im);
  });
});

describe.concurrent("a second signal ends serve", () => {
  it.each<readonly [NodeJS.Signals, NodeJS.Signals]>([
    ["SIGTERM", "SIGTERM"],
    ["SIGINT", "SIGINT"],
    ["SIGTERM", "SIGINT"],
  ])("%s and then %s, although a review is in flight", async (first, second) => {
    const served = await serveCli();
    const socket = await connectTo(served);
    socket.on("error", () => {});
    socket.write(post().slice(0, -20));
    await wait(100);
    served.child.kill(first);
    await wait(300);
    expect([served.child.exitCode, served.child.signalCode]).toEqual([null, null]);
    served.child.kill(second);
    await served.ended(1500);
    socket.destroy();
    expect(served.stderr()).not.toMatch(/^\s+at /m);
  });

  it("a review in flight gets a response after the first signal", async () => {
    const served = await serveCli();
    const socket = await connectTo(served);
    let text = "";
    socket.on("data", (bytes: Buffer) => {
      text += bytes.toString();
    });
    socket.write(post().slice(0, -20));
    await wait(100);
    served.child.kill("SIGTERM");
    await wait(300);
    socket.write(post().slice(-20));
    expect(await served.ended(3000)).toMatchObject({ code: 0 });
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*"allowed":true/);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
  });
});
