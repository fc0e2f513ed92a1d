import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { PlannedElection } from "./elector.ts";
import { kubeconfigFor } from "./kubeconfig.ts";
import { untilHeld } from "./lease-spec.ts";
import { policyReports, serve, untilServed } from "./report-definitions.ts";
import { type Service, startService } from "./service.ts";
import { expectStatus, type World } from "./world.ts";

/** A controller with the pods NAME-0 and NAME-1, which share a service account. */
export interface Operator {
  /** The name of the namespace, the service account, and the Lease. */
  readonly name: string;
  readonly identity: (pod: string, node: string) => string;
  /** The resources that only the leader writes, so far as it leads. */
  readonly asLeader: readonly WrittenResource[];
  /** The resources that each pod writes at its start, before its election. */
  readonly atStart?: readonly WrittenResource[];
  /** The resources that every pod writes all the time. */
  readonly always?: readonly WrittenResource[];
}

/** The path of an object of each resource. Each operator has its own objects. */
const objects = {
  "widgets.example.com": "/apis/example.com/v1/namespaces/NAME/widgets/one",
  "widgets.example.com/status": "/apis/example.com/v1/namespaces/NAME/widgets/one/status",
  configmaps: "/api/v1/namespaces/NAME/configmaps/one",
  secrets: "/api/v1/namespaces/NAME/secrets/one",
  events: "/api/v1/namespaces/NAME/events/one",
  "policyreports.wgpolicyk8s.io": "/apis/wgpolicyk8s.io/v1alpha2/namespaces/NAME/policyreports/one",
  "validatingwebhookconfigurations.admissionregistration.k8s.io":
    "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/NAME",
  "mutatingwebhookconfigurations.admissionregistration.k8s.io":
    "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/NAME",
} as const;

export type WrittenResource = keyof typeof objects;

/** The lease term in seconds. It is long enough that a busy machine loses no Lease. */
const termSeconds = 5;

/** The time between two writes of each resource of a pod. */
const writeMs = 80;

/** Lets the API server serve widgets and reports, and gives service accounts all permissions. */
export async function prepareOperators(world: World): Promise<void> {
  const group = "rbac.authorization.k8s.io";
  const subjects = [{ apiGroup: group, kind: "Group", name: "system:serviceaccounts" }];
  const roleRef = { apiGroup: group, kind: "ClusterRole", name: "cluster-admin" };
  await create(world, `/apis/${group}/v1/clusterrolebindings`, { metadata: { name: "operators" }, subjects, roleRef });
  await serve(world, policyReports);
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  const versions = [{ name: "v1", served: true, storage: true, schema, subresources: { status: {} } }];
  const names = { kind: "Widget", plural: "widgets", singular: "widget", listKind: "WidgetList" };
  await create(world, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    metadata: { name: "widgets.example.com" },
    spec: { group: "example.com", scope: "Namespaced", names, versions },
  });
  await untilServed(world, "example.com/v1", names.plural);
}

async function create({ api }: World, path: string, body: object): Promise<void> {
  expectStatus(201, await api.call("POST", path, { body }));
}

/** Lets an operator run through two handovers, and a restart of the pod that does not lead. */
export async function runOperator(world: World, operator: Operator): Promise<void> {
  const { name } = operator;
  await create(world, "/api/v1/namespaces", { metadata: { name } });
  await create(world, `/api/v1/namespaces/${name}/serviceaccounts`, { metadata: { name } });
  for (const resource of objectsOf(operator)) await plant(world, name, resource);
  const [first, second] = [`${name}-0`, `${name}-1`];
  const old = await startPod(world, operator, first);
  try {
    await old.lead((termSeconds + 1) * 1000);
    const successor = await startPod(world, operator, second);
    try {
      await old.lead(1_000);
      await old.stop();
      await successor.lead(1_000);
      const restarted = await startPod(world, operator, first);
      try {
        await successor.lead(2_000);
        await successor.stop();
        await restarted.lead((termSeconds - 1) * 1000);
      } finally {
        await restarted.stop();
      }
    } finally {
      await successor.stop();
    }
  } finally {
    await old.stop();
  }
}

/** Returns the resources of the objects that an operator writes. */
function objectsOf({ asLeader, atStart = [], always = [] }: Operator): ReadonlySet<WrittenResource> {
  const all = [...asLeader, ...atStart, ...always];
  return new Set(all.map((resource) => (resource === "widgets.example.com/status" ? "widgets.example.com" : resource)));
}

/** Creates the object of a resource as the admin. */
async function plant(world: World, namespace: string, resource: WrittenResource): Promise<void> {
  const [collection = "", name] = objects[resource].replace("NAME", namespace).split(/\/(?=[^/]*$)/);
  const involvedObject = resource === "events" ? { involvedObject: { kind: "Pod", namespace } } : {};
  await create(world, collection, { ...widgetType(resource), metadata: { name }, ...involvedObject });
}

function widgetType(resource: WrittenResource): object {
  if (resource.startsWith("widgets")) return { apiVersion: "example.com/v1", kind: "Widget" };
  return resource.startsWith("policyreports") ? { apiVersion: "wgpolicyk8s.io/v1alpha2", kind: "PolicyReport" } : {};
}

interface RunningPod {
  /** Waits until the pod leads, and then writes as the leader for a time. */
  readonly lead: (forMs: number) => Promise<void>;
  /** Stops all writes, releases the Lease, and deletes the pod. */
  readonly stop: () => Promise<void>;
}

/** Starts a pod: its first writes, then its election with client-go, and its other writes. */
async function startPod(world: World, operator: Operator, pod: string): Promise<RunningPod> {
  const { name: namespace, asLeader, atStart = [], always = [] } = operator;
  const node = `node-of-${pod}`;
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  const containers = [{ name: "main", image: "main" }];
  const spec = { serviceAccountName: namespace, nodeName: node, containers, terminationGracePeriodSeconds: 0 };
  await create(world, pods, { metadata: { name: pod }, spec });
  const token = await podToken(world, namespace, pod);
  await writeAll(world, { namespace, token, resources: atStart });
  const identity = operator.identity(pod, node);
  const election = startElection(world, { namespace, identity, token });
  let isRunning = true;
  const writing = (async () => {
    while (isRunning && always.length > 0) {
      await writeAll(world, { namespace, token, resources: always });
      await pause(writeMs);
    }
  })();
  return {
    lead: async (forMs) => {
      await untilHeld(world, { namespace, name: namespace }, (holder) => holder === identity);
      const end = performance.now() + forMs;
      while (performance.now() < end) {
        await writeAll(world, { namespace, token, resources: asLeader });
        await pause(writeMs);
      }
    },
    stop: async () => {
      if (!isRunning) return;
      isRunning = false;
      await writing;
      await election.stop();
      await world.api.call("DELETE", `${pods}/${pod}`, { body: { gracePeriodSeconds: 0 } });
    },
  };
}

/** Returns a token that is bound to the pod, in the form that a kubelet mounts. */
async function podToken({ api }: World, namespace: string, pod: string): Promise<string> {
  const boundObjectRef = { apiVersion: "v1", kind: "Pod", name: pod };
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${namespace}/token`;
  const answer = await api.call("POST", path, { body: { spec: { expirationSeconds: 3600, boundObjectRef } } });
  const { body } = expectStatus(201, answer);
  return String((body as { readonly status?: { readonly token?: string } }).status?.token);
}

let writes = 0;

async function writeAll(
  { api }: World,
  { namespace, token, resources }: { namespace: string; token: string; resources: readonly WrittenResource[] },
): Promise<void> {
  for (const resource of resources) {
    const count = String(writes++);
    const body = { metadata: { annotations: { count } }, ...(resource.endsWith("/status") && { status: { count } }) };
    const patch = { contentType: "application/merge-patch+json", body, token };
    expectStatus(200, await api.call("PATCH", objects[resource].replace("NAME", namespace), patch));
  }
}

function startElection(
  world: World,
  { namespace, identity, token }: { namespace: string; identity: string; token: string },
): Service {
  const id = identity.replaceAll("/", "-");
  const plan = join(world.folder, `${id}-plan.json`);
  const times = { leaseDuration: termSeconds, renewDeadline: termSeconds - 1, retry: 0.25 };
  const election: PlannedElection = { namespace, name: namespace, identity, manager: namespace, ...times };
  writeFileSync(plan, JSON.stringify([election]));
  const kubeconfig = kubeconfigFor(world, `${id}.json`, { token });
  return startService(join(world.folder, "elector"), {
    args: [`-kubeconfig=${kubeconfig}`, `-plan=${plan}`, "-for=10m"],
    log: join(world.folder, `${id}.log`),
  });
}
