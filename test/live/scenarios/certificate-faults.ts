import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { applyOnce, type Held, held, restore } from "../harness/certificate-runs.ts";
import { type Fault, faultyProxy } from "../harness/faulty-proxy.ts";
import { freePorts } from "../harness/free-ports.ts";
import { kubeconfigFor, tokenOf } from "../harness/kubeconfig.ts";
import { trustLog } from "../harness/trust-log.ts";
import type { World } from "../harness/world.ts";

/**
 * The number of requests in a first installation without faults. There are three steps, each with
 * three reads and a write. At the end, there are three more reads.
 */
const leastRequests = 15;

/** Tests a run of the command while the API server has problems. */
export function certificateFaults(world: () => World, job: () => string): void {
  const nothing: Held = { bundles: [undefined, undefined] };

  /**
   * Installs the certificates through a proxy. Returns the outcome of the run and the number of
   * requests.
   */
  const install = async (next: () => Fault) => {
    const proxy = await faultyProxy(world(), { next });
    try {
      const kubeconfig = kubeconfigFor(world(), "proxied.json", { token: tokenOf(job()), server: proxy.url });
      const log = trustLog(nothing);
      const outcome = await applyOnce(kubeconfig, { around: log.around });
      expect(outcome.unfinished).toBeUndefined();
      expect(log.distrusted).toEqual([]);
      const { ca, bundles } = await held(world());
      expect(bundles).toEqual([ca?.["ca.crt"], ca?.["ca.crt"]]);
      expect(JSON.stringify(outcome)).not.toMatch(/PRIVATE KEY|MII/);
      return { ...outcome, requests: proxy.requests() };
    } finally {
      proxy.stop();
    }
  };

  describe("an API server with problems", () => {
    beforeEach(() => restore(world(), nothing));

    it("the proxy alone causes no problems", async () => {
      const { warnings, requests } = await install(() => "none");
      expect({ warnings, requests }).toEqual({ warnings: [], requests: leastRequests });
    });

    it.each<{ fault: Fault; warning: string }>([
      { fault: 401, warning: "the API server responded with 401: injected 401" },
      { fault: 409, warning: "the API server responded with 409: injected 409" },
      { fault: 429, warning: "the API server responded with 429: injected 429" },
      { fault: 500, warning: "the API server responded with 500: injected 500" },
      { fault: 503, warning: "the API server responded with 503: injected 503" },
      { fault: "reset", warning: "socket hang up" },
      { fault: "lost", warning: "socket hang up" },
      { fault: "slow", warning: "" },
      // An attempt has four requests: three reads and a write. With a fault at every fifth request,
      // each attempt therefore fails at a different request.
    ])("$fault, at every fifth request", async ({ fault, warning }) => {
      let requests = 0;
      const { warnings } = await install(() => (requests++ % 5 === 4 ? fault : "none"));
      expect(warnings.join("\n")).toContain(warning);
      expect(requests).toBeGreaterThanOrEqual(leastRequests);
    });

    it("random problems", async () => {
      const faults: readonly Fault[] = [
        409,
        429,
        500,
        "reset",
        "lost",
        "slow",
        ...Array.from({ length: 54 }, () => "none" as const),
      ];
      // The waits after five consecutive failures can be longer than the timeout of the run.
      let left = 4;
      await install(() => {
        const fault = faults[Math.floor(Math.random() * faults.length)] ?? "none";
        return fault === "none" || left-- > 0 ? fault : "none";
      });
    });

    it("waits for the time of Retry-After", async () => {
      let requests = 0;
      const begun = performance.now();
      await install(() => (requests++ === 0 ? 429 : "none"));
      expect(performance.now() - begun).toBeGreaterThan(1000);
    });

    it("waits at most 10 s for a response", async () => {
      let requests = 0;
      const begun = performance.now();
      const { warnings } = await install(() => (requests++ === 0 ? "never" : "none"));
      expect(warnings).toEqual(["trying again: the API server did not respond in time"]);
      expect(performance.now() - begun).toBeGreaterThan(10_000);
    });

    it("API server down: retries, prints the reason once, and finishes soon after the server is back", async () => {
      const [port = 0] = await freePorts(1);
      const kubeconfig = kubeconfigFor(world(), "down.json", {
        token: tokenOf(job()),
        server: `https://localhost:${port}`,
      });
      const running = applyOnce(kubeconfig);
      await pause(4000);
      const proxy = await faultyProxy(world(), { next: () => "none", port });
      const back = performance.now();
      const { unfinished, warnings } = await running;
      proxy.stop();
      expect(unfinished).toBeUndefined();
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toContain("trying again: the API server could not be reached");
      expect(performance.now() - back).toBeLessThan(10_000);
    });

    it("API server permanently down: ends in time, and prints the reason", async () => {
      const [port = 0] = await freePorts(1);
      const kubeconfig = kubeconfigFor(world(), "down.json", {
        token: tokenOf(job()),
        server: `https://localhost:${port}`,
      });
      const { unfinished } = await applyOnce(kubeconfig, { timeoutMs: 2000 });
      expect(unfinished).toContain("ECONNREFUSED");
    });

    it("reads an expired token again", async () => {
      const kubeconfig = kubeconfigFor(world(), "renewed.json", { token: "run-out" });
      const running = applyOnce(kubeconfig);
      await pause(1500);
      writeFileSync(kubeconfig, readFileSync(job()));
      const { unfinished, warnings } = await running;
      expect({ unfinished, warnings }).toEqual({
        unfinished: undefined,
        warnings: ["trying again: the API server responded with 401: Unauthorized"],
      });
    });
  });
}
