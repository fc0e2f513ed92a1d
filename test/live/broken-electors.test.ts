import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { becomeReady, createRunningPod, identity, runElections } from "./harness/audited-cluster.ts";
import { accountToken, createAccount } from "./harness/bound-tokens.ts";
import { buildElector } from "./harness/elector.ts";
import { allowElectors } from "./harness/impersonation.ts";
import { kubeconfigFor } from "./harness/kubeconfig.ts";
import { untilHeld } from "./harness/lease-spec.ts";
import { newest } from "./harness/release.ts";
import { type Service, startService } from "./harness/service.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";

/** The settings of all elections in seconds. */
const [leaseDuration, renewDeadline, retry] = [6, 4, 1];

/** The time that the readings of a busy machine take in addition to two terms, in milliseconds. */
const slackMs = 40_000;

let started: World | undefined;
const world = (): World => {
  if (!started) throw new Error("the cluster did not start");
  return started;
};
const running: Service[] = [];

beforeAll(async () => {
  started = await startWorld(newest);
  await allowElectors(world());
  await buildElector(world());
});
afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop("SIGKILL")));
  await started?.stop();
});

async function newTeam(): Promise<string> {
  const namespace = await world().newNamespace();
  await createAccount(world(), namespace);
  return namespace;
}

/** A pod whose process competes for the Lease `web`. */
interface Elector {
  readonly pod: string;
  readonly manager?: string;
  readonly holder?: string;
  readonly flags?: readonly string[];
}

/** Creates a ready pod, and starts its process with the token of the pod. */
async function startPod(
  namespace: string,
  { pod, manager = "web", holder = identity(pod), flags = [] }: Elector,
): Promise<Service> {
  await createRunningPod(world(), namespace, pod, { args: ["--leader-elect"], serviceAccountName: "controller" });
  await becomeReady(world(), namespace, pod);
  const bound = { boundObjectRef: { apiVersion: "v1", kind: "Pod", name: pod } };
  const token = await accountToken(world(), namespace, bound);
  const file = (ending: string): string => join(world().folder, `${namespace}-${pod}${ending}`);
  const election = { namespace, name: "web", identity: holder, manager, leaseDuration, renewDeadline, retry };
  writeFileSync(file("-plan.json"), JSON.stringify([election]));
  const kubeconfig = kubeconfigFor(world(), `${namespace}-${pod}.json`, { token });
  const service = startService(join(world().folder, "elector"), {
    args: [`-kubeconfig=${kubeconfig}`, `-plan=${file("-plan.json")}`, "-for=10m", ...flags],
    log: file(".log"),
  });
  running.push(service);
  return service;
}

const untilHeldBy = (namespace: string, pod: string) =>
  untilHeld(world(), { namespace, name: "web" }, (holder) => holder === identity(pod));

/** Returns the state of the only election of a namespace, and the ids of its findings. */
async function rowOf(namespace: string, args: readonly string[]): Promise<readonly string[]> {
  const { elections } = await runElections(world(), ["--fail-on", "never", ...args]);
  const row = elections.find((each) => each.namespace === namespace);
  return [row?.state ?? "", ...(row?.findings ?? []).map(({ origin }) => origin)];
}

/** Waits until the table shows a row, at most for `dueMs` and the time of the readings. */
async function untilShown(
  namespace: string,
  expected: readonly string[],
  { dueMs = 2 * leaseDuration * 1000, args = [] }: { readonly dueMs?: number; readonly args?: readonly string[] },
): Promise<void> {
  await expect.poll(() => rowOf(namespace, args), { timeout: dueMs + slackMs, interval: 1000 }).toEqual(expected);
}

const [first, second] = ["web-6d4b8f7c9d-x2x4z", "web-6d4b8f7c9d-b7b8c"] as const;

/** Takes the permissions of the electors away for longer than the renew deadline and the term. */
async function interrupt(namespace: string): Promise<void> {
  const path = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings`;
  const { body } = expectStatus(200, await world().api.call("GET", `${path}/controller`));
  expectStatus(200, await world().api.call("DELETE", `${path}/controller`));
  await wait(leaseDuration * 1000 + 2000);
  const { roleRef, subjects } = body as { readonly roleRef?: object; readonly subjects?: readonly object[] };
  const binding = { metadata: { name: "controller" }, roleRef, subjects };
  expectStatus(201, await world().api.call("POST", path, { body: binding }));
}

it("shows a program that runs the election only once as hung", async () => {
  const team = await newTeam();
  await startPod(team, { pod: first, flags: ["-once"] });
  await untilHeldBy(team, first);
  await interrupt(team);
  await untilShown(team, ["hung", "audit/never-renews"], { args: ["--for", `${leaseDuration + 2}s`] });
});

it("shows a pod that stops trying after a loss, with an audit log", async () => {
  const team = await newTeam();
  await startPod(team, { pod: first, flags: ["-once"] });
  await untilHeldBy(team, first);
  await startPod(team, { pod: second });
  await wait(12_000);
  await interrupt(team);
  await untilHeldBy(team, second);
  // The log is complete until the last renewal of the API server, which it sends every 10 s.
  const dueMs = 2 * leaseDuration * 1000 + 10_000;
  await untilShown(team, ["leading", "audit/standby-stopped"], { dueMs, args: ["--recording", world().auditLog] });
});

it("shows two programs that share an identity", async () => {
  const team = await newTeam();
  await startPod(team, { pod: first, holder: "web" });
  await startPod(team, { pod: "api-6d4b8f7c9d-x2x4z", holder: "web", manager: "api" });
  await untilShown(team, ["contested", "audit/two-writers"], { args: ["--for", `${2 * leaseDuration}s`] });
});

it("shows a leader that hangs", async () => {
  const team = await newTeam();
  const { signal } = await startPod(team, { pod: first });
  await untilHeldBy(team, first);
  signal("SIGSTOP");
  await untilShown(team, ["hung", "audit/never-renews"], { args: ["--for", `${leaseDuration + 2}s`] });
});
