import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildElector, startElector } from "./harness/elector.ts";
import { eventually } from "./harness/eventually.ts";
import { allowElectors, electorsGroup, kubeconfigAs } from "./harness/impersonation.ts";
import { untilHeld } from "./harness/lease-spec.ts";
import { newest } from "./harness/release.ts";
import type { Service } from "./harness/service.ts";
import { type SlowProxy, slowProxy } from "./harness/slow-proxy.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";

/** The time until the old leader gets a response, in milliseconds. */
const responses = 1500;

let started: World | undefined;
let proxy: SlowProxy | undefined;
const running: Service[] = [];
const world = (): World => {
  if (!started) throw new Error("the cluster did not start");
  return started;
};

beforeAll(async () => {
  started = await startWorld(newest);
  await allowElectors(world());
  await buildElector(world());
});
afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop("SIGKILL")));
  proxy?.stop();
  await started?.stop();
});

/** Returns when an elector leads and stops to lead, in milliseconds, from its log. */
function timesOf(identity: string): { readonly leads: number | undefined; readonly stops: number | undefined } {
  const log = readFileSync(join(world().folder, `${identity}.log`), "utf8");
  const timeOf = (event: string) => {
    const [, time] = new RegExp(`^(\\d+) ${identity}-0 ${event}$`, "m").exec(log) ?? [];
    return time === undefined ? undefined : Number(time);
  };
  return { leads: timeOf("leads"), stops: timeOf("stops") };
}

/** Denies the renewals of an identity, but not its release. */
async function denyRenewals(identity: string): Promise<void> {
  const path = "/apis/admissionregistration.k8s.io/v1";
  const metadata = { name: "no-renewals" };
  const resourceRules = [
    { apiGroups: ["coordination.k8s.io"], apiVersions: ["*"], operations: ["UPDATE"], resources: ["leases"] },
  ];
  const policy = {
    failurePolicy: "Fail",
    matchConstraints: { resourceRules },
    validations: [{ expression: `object.spec.?holderIdentity.orValue('') != '${identity}-0'` }],
  };
  const binding = { policyName: metadata.name, validationActions: ["Deny"] };
  const { api } = world();
  expectStatus(
    201,
    await api.call("POST", `${path}/validatingadmissionpolicies`, { body: { metadata, spec: policy } }),
  );
  const bindings = `${path}/validatingadmissionpolicybindings`;
  expectStatus(201, await api.call("POST", bindings, { body: { metadata, spec: binding } }));
}

it("client-go releases a Lease before it stops the leader, so that two lead at any timings", {
  timeout: 180_000,
}, async () => {
  const namespace = await world().newNamespace();
  const [slow, fast] = ["slow", "fast"].map((name) => kubeconfigAs(world(), name, [electorsGroup])) as [string, string];
  const config = JSON.parse(readFileSync(slow, "utf8"));
  proxy = await slowProxy(Number(new URL(config.clusters[0].cluster.server).port), { responses });
  // 30/8/0.25 meets the proviso for clients without ReleaseOnCancel.
  const settings = { namespace, leaseSeconds: 30, flags: ["-renew-deadline=8s"] };
  config.clusters[0].cluster.server = `https://127.0.0.1:${proxy.port}`;
  writeFileSync(slow, JSON.stringify(config));
  running.push(startElector(world(), { ...settings, identity: "slow", kubeconfig: slow }));
  await untilHeld(world(), { namespace, name: "elected-0" }, (holder) => holder === "slow-0");
  running.push(startElector(world(), { ...settings, identity: "fast", kubeconfig: fast }));
  await denyRenewals("slow");
  const stops = await eventually("the old leader stops", 90_000, async () => timesOf("slow").stops);
  const { leads = Number.POSITIVE_INFINITY } = timesOf("fast");
  process.stdout.write(`two leaders for ${stops - leads} ms\n`);
  expect(stops - leads).toBeGreaterThan(0);
});
