import { beforeAll, describe, expect, it } from "vitest";
import type { CertificateStore } from "../../../src/cli/certs/store.ts";
import { issueCa, issueServing } from "../../../src/cluster/certs/issue.ts";
import { isShort } from "../../harness/short.ts";
import { applyOnce, type Held, held, restore } from "../harness/certificate-runs.ts";
import { handshake, trustLog } from "../harness/trust-log.ts";
import type { World } from "../harness/world.ts";

const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 60 * 60 * 1000);

/** The number of repetitions of the test with two concurrent runs, for each initial state. */
const races = isShort ? 8 : 25;

const text = (base64: string | undefined): string => Buffer.from(base64 ?? "", "base64").toString();

/**
 * Connects a TLS client that trusts each stored bundle to a server with the stored certificate.
 * Returns the error of each client, or undefined if its handshake succeeds.
 */
async function verdict({ tls, bundles }: Held): Promise<readonly (string | undefined)[]> {
  const pair = { certificate: text(tls?.["tls.crt"]), privateKey: text(tls?.["tls.key"]) };
  return Promise.all(bundles.map((bundle) => handshake(pair, text(bundle))));
}

/**
 * Tests the certificates from the first installation to their renewal, step by step. A real API
 * server checks the resource versions of the writes.
 */
export function certificateSteps(world: () => World, job: () => string): void {
  const nothing: Held = { bundles: [undefined, undefined] };
  /** A state with a CA that is due for renewal, and a valid certificate that this CA signed. */
  let due: Held;

  describe("the steps", () => {
    beforeAll(async () => {
      await applyOnce(job(), { now: daysAgo(244) });
      await applyOnce(job(), { now: daysAgo(80) });
      due = await held(world());
      await restore(world(), nothing);
    });

    describe("one after another", () => {
      it("first installation: all three steps at once, without a wait", async () => {
        const log = trustLog(await held(world()));
        const outcome = await applyOnce(job(), { now: daysAgo(244), around: log.around });
        expect(outcome).toMatchObject({ unfinished: undefined, warnings: [] });
        expect(outcome.lines).toMatchObject([
          "issued a CA: no stored CA can sign",
          "issued a serving certificate: no certificate is stored",
          "added the CA to caBundle, which now trusts 1",
          expect.stringMatching(/^nothing is due until 20\d\d-/),
        ]);
        const { ca, tls, bundles } = await held(world());
        expect(Object.keys(ca ?? {}).sort()).toEqual(["ca.crt", "ca.key"]);
        expect(Object.keys(tls ?? {}).sort()).toEqual(["ca.crt", "tls.crt", "tls.key"]);
        expect(bundles).toEqual([ca?.["ca.crt"], ca?.["ca.crt"]]);
      });

      it("a second run writes nothing", async () => {
        const before = await held(world());
        const outcome = await applyOnce(job(), { now: daysAgo(244) });
        expect(outcome.lines).toEqual([expect.stringMatching(/^nothing is due until /)]);
        expect(await held(world())).toEqual(before);
      });

      it("renewal: a new certificate of the same CA", async () => {
        const before = await held(world());
        const { lines } = await applyOnce(job(), { now: daysAgo(80) });
        expect(lines.slice(0, -1)).toEqual([
          "waiting 0.3 s for every API server to trust the CA",
          "issued a serving certificate: it has expired",
        ]);
        const after = await held(world());
        expect({ ca: after.ca, bundles: after.bundles }).toEqual({ ca: before.ca, bundles: before.bundles });
        expect(after.tls).not.toEqual(before.tls);
        expect(await verdict(after)).toEqual([undefined, undefined]);
      });

      it("rotation: clients that trust the old CA, both CAs, and only the new CA", async () => {
        await restore(world(), due);
        const log = trustLog(due);
        const { lines } = await applyOnce(job(), { around: log.around });
        expect(lines.slice(0, -1)).toEqual([
          "issued a CA: two thirds of its lifetime have passed",
          "added the CA to caBundle, which now trusts 2",
          "waiting 0.3 s for every API server to trust the CA",
          "issued a serving certificate: the CA is new",
        ]);
        expect(log.distrusted).toEqual([]);
        const after = await held(world());
        const pair = { certificate: text(after.tls?.["tls.crt"]), privateKey: text(after.tls?.["tls.key"]) };
        expect(await handshake(pair, text(after.ca?.["ca.crt"]))).toBeUndefined();
        expect(await handshake(pair, text(due.ca?.["ca.crt"]))).toMatch(/unable to verify/);
      });

      it("a certificate that is written before its CA has propagated is detected", async () => {
        const log = trustLog(due);
        const ca = await issueCa(new Date());
        const serving = await issueServing(
          { dnsNames: ["lease-guard.lease-guard.svc"], ipAddresses: [] },
          new Date(),
          ca,
        );
        const nowhere = async (): Promise<void> => undefined;
        const snapshot = log.around({
          stored: { bundles: [] },
          writeCa: nowhere,
          writeServing: nowhere,
          writeBundles: nowhere,
        });
        await snapshot.writeBundles(due.bundles.map((bundle) => text(bundle) + ca.certificate));
        expect(log.distrusted).toEqual([]);
        await snapshot.writeServing(serving, ca);
        expect(log.distrusted).toEqual([expect.stringMatching(/^a certificate was written: unable to verify/)]);
      });

      it("a new CA follows a CA whose Secret was deleted", async () => {
        await restore(world(), { bundles: due.bundles, ...(due.tls && { tls: due.tls }) });
        const log = trustLog(due);
        const { lines } = await applyOnce(job(), { around: log.around });
        expect(lines[0]).toBe("issued a CA: no stored CA can sign");
        expect(log.distrusted).toEqual([]);
        expect(await verdict(await held(world()))).toEqual([undefined, undefined]);
      });

      it("a bundle that another client removed is restored", async () => {
        await restore(world(), { ...due, bundles: [due.bundles[0], undefined] });
        await applyOnce(job(), { now: daysAgo(80) });
        expect((await held(world())).bundles).toEqual(due.bundles);
      });
    });

    describe.each(["nothing", "a CA that is due"])("killed, starting with %s", (beginning) => {
      let start: Held;
      beforeAll(() => {
        start = beginning === "nothing" ? nothing : due;
      });

      it.each(
        [0, 1, 2].flatMap(
          (write) =>
            [
              { write, when: "before" },
              { write, when: "after" },
            ] as const,
        ),
      )("$when write $write", async ({ write, when }) => {
        await restore(world(), start);
        const log = trustLog(start);
        const around = killing(write, when);
        await expect(applyOnce(job(), { around: (snapshot) => around(log.around(snapshot)) })).rejects.toThrow(
          "killed",
        );
        expect(await applyOnce(job(), { around: log.around })).toMatchObject({ unfinished: undefined, warnings: [] });
        expect(log.distrusted).toEqual([]);
        expect(await verdict(await held(world()))).toEqual([undefined, undefined]);
      });
    });

    describe.each(["nothing", "a CA that is due"])("two concurrent runs, starting with %s", (beginning) => {
      it(`${races} times`, { timeout: 300_000 }, async () => {
        const start = beginning === "nothing" ? nothing : due;
        let handshakes = 0;
        for (let race = 0; race < races; race++) {
          await restore(world(), start);
          const log = trustLog(start);
          const outcomes = await Promise.all([1, 2].map(() => applyOnce(job(), { around: log.around })));
          expect(outcomes.map(({ unfinished }) => unfinished)).toEqual([undefined, undefined]);
          expect(log.distrusted).toEqual([]);
          const after = await held(world());
          expect(await verdict(after)).toEqual([undefined, undefined]);
          expect(text(after.bundles[0]).split("BEGIN CERTIFICATE").length - 1).toBe(beginning === "nothing" ? 1 : 2);
          handshakes += log.handshakes();
        }
        expect(handshakes).toBeGreaterThanOrEqual(races);
      });
    });
  });
}

/**
 * Returns a function that makes a run fail at one of its writes, before or after the API server has
 * stored the write.
 */
function killing(write: number, when: "before" | "after"): (snapshot: CertificateStore) => CertificateStore {
  let writes = 0;
  const wrap =
    <T extends readonly unknown[]>(make: (...args: T) => Promise<void>) =>
    async (...args: T): Promise<void> => {
      const isLast = writes++ === write;
      if (isLast && when === "before") throw new Error("killed");
      await make(...args);
      if (isLast) throw new Error("killed");
    };
  return ({ stored, ...writers }) => ({
    stored,
    writeCa: wrap(writers.writeCa),
    writeServing: wrap(writers.writeServing),
    writeBundles: wrap(writers.writeBundles),
  });
}
