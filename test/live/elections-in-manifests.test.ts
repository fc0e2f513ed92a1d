import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toManifest } from "../../src/manifest/to-yaml.ts";
import { runCli } from "../harness/cli.ts";
import { role, roleBinding, rule } from "../harness/rbac-objects.ts";
import { auditReport, runElections } from "./harness/audited-cluster.ts";
import { accountToken } from "./harness/bound-tokens.ts";
import { buildElector } from "./harness/elector.ts";
import { eventually } from "./harness/eventually.ts";
import { kubeconfigFor } from "./harness/kubeconfig.ts";
import { readSpec, untilHeld } from "./harness/lease-spec.ts";
import { createReadyPod } from "./harness/ready-pod.ts";
import { newest } from "./harness/release.ts";
import { type Service, startService } from "./harness/service.ts";
import { startWorld, type World } from "./harness/world.ts";

/** The facts about the program in the folder `elector`. */
const programs = [
  {
    name: "elector",
    images: ["example/elector", "example/other-elector"],
    election: { kind: "always" },
    library: "client-go",
    leaseDuration: { flags: ["lease-duration"], unit: "go", default: 15 },
    renewDeadline: { flags: ["renew-deadline"], unit: "go" },
    retryPeriod: { flags: ["retry-period"], unit: "go", default: 0.1 },
    lockName: { default: "elected-0" },
    lockNamespace: { flags: ["namespace"], isRequired: true },
    withoutElection: "harm",
  },
];
const lock = "elected-0";
const account = "controller";
const retryMs = 500;

let started: World | undefined;
const world = (): World => {
  if (!started) throw new Error("the cluster did not start");
  return started;
};
const file = (name: string): string => join(world().folder, name);
const running: Service[] = [];

beforeAll(async () => {
  started = await startWorld(newest);
  await buildElector(world());
  writeFileSync(
    file("settings.yaml"),
    JSON.stringify({ apiVersion: "lease-guard.dev/v1alpha1", kind: "Config", programs }),
  );
});
afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop("SIGKILL")));
  await started?.stop();
});

interface Deployment {
  readonly metadata: { readonly namespace: string; readonly name: string };
  readonly spec: { readonly template: { readonly metadata: object; readonly spec: PodSpec } };
}

interface PodSpec {
  readonly containers: readonly [{ readonly args: readonly string[] }];
}

function deployment(namespace: string, name = "elector"): Deployment {
  const variable = (of: string, fieldPath: string): object => ({ name: of, valueFrom: { fieldRef: { fieldPath } } });
  const container = {
    ...{ name, image: `registry.example.com/example/${name}:v1.0.0` },
    env: [variable("POD_NAME", "metadata.name"), variable("POD_NAMESPACE", "metadata.namespace")],
    args: [
      ...["-namespace=$(POD_NAMESPACE)", "-identity=$(POD_NAME)", "-elections=1", "-for=10m"],
      ...["-lease-duration=10s", "-renew-deadline=5s", `-retry-period=${retryMs}ms`],
    ],
  } as const;
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { serviceAccountName: account, containers: [container] as const } };
  const spec = { replicas: 2, selector: { matchLabels: labels }, template };
  return { ...{ apiVersion: "apps/v1", kind: "Deployment" }, metadata: { namespace, name }, spec };
}

/** Returns the manifests of a namespace and a ServiceAccount. */
function team(namespace: string): readonly object[] {
  return [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: account, namespace } },
  ];
}

/** Returns a Role in a namespace, bound to the ServiceAccount of the namespace `of`. */
function granted(namespace: string, of: string, fields: object = {}): readonly object[] {
  const subjects = [{ kind: "ServiceAccount", name: account, namespace: of }];
  return [
    role([{ ...rule("get", "create", "update"), ...fields }], { namespace }),
    roleBinding({ namespace, subjects }),
  ];
}

interface Finding {
  readonly rule: string;
  readonly mode: string;
  readonly remedy?: readonly string[];
}

/** Checks manifests, applies them, and returns what `check` denies. */
async function install(objects: readonly object[]): Promise<readonly Finding[]> {
  writeFileSync(file("manifests.yaml"), toManifest([], objects));
  const { stdout, stderr } = await runCli([
    ...["check", "--config", file("settings.yaml"), "-o", "json"],
    file("manifests.yaml"),
  ]);
  expect(stderr).toBe("");
  await apply("manifests.yaml");
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly Finding[] };
  return findings.filter(({ mode }) => mode === "deny");
}

async function apply(name: string): Promise<void> {
  expect(await world().kubectl(["apply", "-f", file(name)])).toMatchObject({ status: 0 });
}

/**
 * Starts a pod of a Deployment: the object with the template of the Deployment, and on this machine
 * the process with its arguments and its token.
 */
async function startPod({ metadata: { namespace, name }, spec: { template } }: Deployment): Promise<Replica> {
  const pod = `${name}-6d4b8f7c9d-x2x4z`;
  await createReadyPod(world(), { namespace, name: pod, spec: template.spec });
  const bound = { boundObjectRef: { apiVersion: "v1", kind: "Pod", name: pod } };
  const token = await accountToken(world(), namespace, bound);
  const log = file(`${namespace}-${pod}.log`);
  const args = template.spec.containers[0].args.map((arg) =>
    arg.replace("$(POD_NAME)", pod).replace("$(POD_NAMESPACE)", namespace),
  );
  const kubeconfig = kubeconfigFor(world(), `${namespace}-${pod}.json`, { token });
  const service = startService(file("elector"), { args: [...args, `-kubeconfig=${kubeconfig}`], log });
  running.push(service);
  const untilLogged = (text: string): Promise<true> =>
    eventually(`${pod} logs ${text}`, 30_000, async () =>
      existsSync(log) && readFileSync(log, "utf8").replaceAll("\\", "").includes(text) ? true : undefined,
    );
  return { holder: `${pod}-0`, untilLogged, stop: service.stop };
}

interface Replica {
  readonly holder: string;
  /** Waits until the log of the process contains a text. */
  readonly untilLogged: (text: string) => Promise<true>;
  readonly stop: Service["stop"];
}

/** Returns the elections of a namespace: the name, the state, and the ids of the findings. */
async function electionsIn(namespace: string): Promise<readonly (readonly string[])[]> {
  const { elections } = await runElections(world(), ["--fail-on", "never", "--config", file("settings.yaml")]);
  const own = elections.filter((each) => each.namespace === namespace);
  return own.map(({ name, state, findings }) => [name, state, ...findings.map(({ origin }) => origin)]);
}

const untilHeldBy = (namespace: string, { holder }: Replica) =>
  untilHeld(world(), { namespace, name: lock }, (each) => each === holder);

it("finds nothing about a program whose Role is in the namespace of its Lease", async () => {
  const workload = deployment("team-right");
  expect(await install([...team("team-right"), ...granted("team-right", "team-right"), workload])).toEqual([]);
  await untilHeldBy("team-right", await startPod(workload));
  expect(await electionsIn("team-right")).toEqual([[lock, "leading"]]);
});

it.each([
  {
    title: "whose Role is in another namespace",
    namespace: "team-wrong",
    grants: [...team("team-elsewhere"), ...granted("team-elsewhere", "team-wrong")],
    rule: "access/role-in-other-namespace",
  },
  {
    title: "that may not read or write Leases",
    namespace: "team-none",
    grants: granted("team-none", "team-none", { apiGroups: [""], resources: ["pods"] }),
    rule: "access/election-without-permission",
  },
])("denies the manifests of a program $title, which never leads", async ({ namespace, grants, ...expected }) => {
  const workload = deployment(namespace);
  const denied = await install([...team(namespace), ...grants, workload]);
  expect(denied.map((each) => each.rule)).toEqual([expected.rule]);
  const replica = await startPod(workload);
  const rejection = `"system:serviceaccount:${namespace}:${account}" cannot get resource "leases" in API group "coordination.k8s.io" in the namespace "${namespace}"`;
  await replica.untilLogged(rejection);
  expect(await electionsIn(namespace)).toEqual([[lock, "leaderless", "audit/never-started"]]);
  const found = (await auditReport(world(), ["--config", file("settings.yaml")])).objects.flatMap(
    ({ findings }) => findings,
  );
  expect(found.map(({ message }) => message)).toEqual([
    expect.stringContaining(`${namespace}/${account} may not get, create, and update Leases in ${namespace}: `),
  ]);

  writeFileSync(file("remedy.yaml"), denied.flatMap(({ remedy = [] }) => remedy).join("\n"));
  await apply("remedy.yaml");
  await untilHeldBy(namespace, replica);
  expect(await electionsIn(namespace)).toEqual([[lock, "leading"]]);
});

it("denies two workloads with one lock, of which only one leads", async () => {
  const [one, other] = [deployment("team-shared"), deployment("team-shared", "other-elector")];
  const denied = await install([...team("team-shared"), ...granted("team-shared", "team-shared"), one, other]);
  expect(denied.map((each) => each.rule)).toEqual(["workload/one-lock-two-workloads"]);
  const leader = await startPod(one);
  await untilHeldBy("team-shared", leader);
  const waiting = await startPod(other);
  await waiting.untilLogged("Attempting to acquire leader lease");
  await wait(4 * retryMs);
  expect(await readSpec(world(), { namespace: "team-shared", name: lock })).toMatchObject({
    holderIdentity: leader.holder,
  });
  expect(await electionsIn("team-shared")).toEqual([[lock, "leading"]]);
  await leader.stop();
  await untilHeldBy("team-shared", waiting);
});
