import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { issueCertificates } from "../../src/cluster/certs/issue.ts";
import { ecPair } from "../harness/ec-pair.ts";
import { legalBody } from "../harness/raw-request.ts";
import { mountSecret } from "../harness/secret-mount.ts";
import { isShort } from "../harness/short.ts";
import { buildLoad, type Load } from "./load.ts";
import { loggedPort, samplesOf, serveMounted, terminate } from "./served.ts";

const seconds = isShort ? 5 : 30;
const keptRate = isShort ? 300 : 2000;
const freshRate = isShort ? 30 : 100;

let load: Load;
beforeAll(async () => {
  load = await buildLoad();
});
afterAll(() => load.remove());

describe("certificates that change all the time", () => {
  it("from RSA to EC and back, with a chain and without, fail no request", async () => {
    const rsa = await issueCertificates({ dnsNames: [], ipAddresses: ["127.0.0.1"], now: new Date() });
    const ec = ecPair();
    const chained = { ...rsa, certificate: rsa.certificate + rsa.caCertificate };
    const turns = [ec, rsa, ec, chained];
    const mount = mountSecret(rsa);
    const served = await serveMounted(mount, rsa.caCertificate + ec.certificate);
    onTestFinished(() => mount.remove());
    const send = (rate: number, ...flags: readonly string[]) =>
      load.send({ ...served, review: legalBody, flags: ["-rate", String(rate), "-for", `${seconds}s`, ...flags] });
    const rotate = async () => {
      const end = Date.now() + seconds * 1000;
      for (let turn = 0; Date.now() < end; turn++) {
        mount.swap(turns[turn % turns.length] ?? rsa);
        await wait(100);
      }
    };
    const [kept, fresh] = await Promise.all([send(keptRate), send(freshRate, "-fresh"), rotate()]);
    const samples = await samplesOf(await loggedPort(served, "metrics"));
    expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
    expect([Object.keys(kept), Object.keys(fresh)]).toEqual([["200"], ["200"]]);
    expect(kept["200"]).toBeGreaterThan((keptRate * seconds) / 4);
    expect(fresh["200"]).toBeGreaterThan((freshRate * seconds) / 4);
    // lease-guard loads at most five changes per second. Under high load, it often finds that the
    // files changed again before it has read all of them.
    expect(samples.get('certificate_reloads_total{result="success"}')).toBeGreaterThan(2);
    expect(samples.get('certificate_reloads_total{result="error"}')).toBe(0);
  });
});
