import { join } from "node:path";
import type { AuditedObject } from "../../../src/audit/result.ts";
import { main } from "../../harness/cli.ts";
import { type Outcome, run } from "./run.ts";
import type { World } from "./world.ts";
import { expectStatus } from "./world.ts";

/** A UUID in the identities of holders. */
const uuid = "5cd04d5e-0d2c-4a3b-9a51-3f7c1c7f2b6e";

/** Returns an identity in the form of client-go's programs. */
export function identity(host: string): string {
  return `${host}_${uuid}`;
}

/** Creates a Lease. The field manager of the write is `first`. */
export async function plantLease(
  { api }: World,
  [namespace, name]: readonly [string, string],
  spec: object,
  metadata: object = {},
): Promise<void> {
  const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases?fieldManager=first`;
  expectStatus(201, await api.call("POST", path, { body: { metadata: { name, ...metadata }, spec } }));
}

/** Merges fields into the spec of a Lease as the given manager. */
export async function writeLease(
  { api }: World,
  [namespace, name]: readonly [string, string],
  manager: string,
  spec: object,
): Promise<void> {
  const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/${name}?fieldManager=${manager}`;
  expectStatus(200, await api.call("PATCH", path, { contentType: "application/merge-patch+json", body: { spec } }));
}

/** Creates a Node object. No kubelet runs on this node. */
export async function createNode({ api }: World, name: string): Promise<void> {
  expectStatus(201, await api.call("POST", "/api/v1/nodes", { body: { metadata: { name } } }));
}

/** A pod, and its condition Ready. */
interface PodFields {
  readonly namespace: string;
  readonly name: string;
  readonly spec: object;
  readonly ready: object;
}

/** Creates a pod in phase Running. No kubelet runs it, and no scheduler assigns a node. */
export async function createPod({ api }: World, { namespace, name, spec, ready }: PodFields): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/pods`;
  const pod = { metadata: { name }, spec: { ...spec, schedulerName: "none" } };
  expectStatus(201, await api.call("POST", path, { body: pod }));
  const body = { status: { phase: "Running", conditions: [{ type: "Ready", ...ready }] } };
  expectStatus(
    200,
    await api.call("PATCH", `${path}/${name}/status`, { contentType: "application/merge-patch+json", body }),
  );
}

/** Creates a pod in phase Running with one container. */
export async function createRunningPod(
  world: World,
  namespace: string,
  name: string,
  {
    isReady = false,
    args,
    ...parts
  }: { readonly isReady?: boolean; readonly args?: readonly string[]; readonly serviceAccountName?: string } = {},
): Promise<void> {
  const spec = { containers: [{ name: "main", image: "main", args }], ...parts };
  await createPod(world, { namespace, name, spec, ready: { status: isReady ? "True" : "False" } });
}

/** Gives a pod the condition Ready, as its kubelet does. */
export async function becomeReady({ api }: World, namespace: string, name: string): Promise<void> {
  const body = { status: { conditions: [{ type: "Ready", status: "True" }] } };
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/status`;
  expectStatus(200, await api.call("PATCH", path, { contentType: "application/merge-patch+json", body }));
}

/** Runs `lease-guard audit` as the admin of the cluster, or with another kubeconfig. */
export function runAudit(
  world: World,
  args: readonly string[],
  kubeconfig: string = join(world.folder, "kubeconfig.json"),
): Promise<Outcome> {
  return run(process.execPath, [main, "audit", "--kubeconfig", kubeconfig, ...args]);
}

/** A JSON report of `lease-guard audit`. */
export interface AuditReport {
  readonly readAt: readonly string[];
  readonly summary: { readonly leases: number; readonly candidates: number };
  readonly objects: readonly Pick<AuditedObject, "apiVersion" | "kind" | "namespace" | "name" | "findings">[];
  readonly unread: readonly { readonly resource: string }[];
}

/** Runs `lease-guard audit` and returns its JSON report. Checks also apply to young objects. */
export async function auditReport(
  world: World,
  args: readonly string[] = [],
  kubeconfig?: string,
): Promise<AuditReport> {
  const flags = ["-o", "json", "--min-age", "0s", ...args];
  const { status, stdout, stderr } = await (args.includes("-f")
    ? run(process.execPath, [main, "audit", ...flags])
    : runAudit(world, flags, kubeconfig));
  if (status === 2 || stderr !== "") throw new Error(`status ${status}: ${stderr}`);
  return JSON.parse(stdout) as AuditReport;
}

/** A JSON report of `lease-guard elections`. */
export interface ElectionsReport {
  readonly summary: { readonly elections: number };
  readonly elections: readonly {
    readonly namespace: string;
    readonly name: string;
    readonly state: string;
    readonly needsAttention: boolean;
    readonly reason?: string;
    readonly findings: readonly { readonly origin: string }[];
  }[];
}

/** Runs `lease-guard elections` and returns its JSON report. Checks also apply to young objects. */
export async function runElections({ folder }: World, args: readonly string[] = []): Promise<ElectionsReport> {
  const flags = ["-o", "json", "--min-age", "0s", "--kubeconfig", join(folder, "kubeconfig.json"), ...args];
  const { status, stdout, stderr } = await run(process.execPath, [main, "elections", ...flags]);
  if (status === 2 || stderr !== "") throw new Error(`status ${status}: ${stderr}`);
  return JSON.parse(stdout) as ElectionsReport;
}

/** Returns the ids of the findings of each object that has findings. */
export function originsOf({ objects }: AuditReport): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    objects.map(({ namespace, name, findings }) => [`${namespace}/${name}`, findings.map(({ origin }) => origin)]),
  );
}

/** Runs a command of a report with a POSIX shell. kubectl keeps its caches in `folder`. */
export function runRemedy({ folder }: World, command: string): Promise<Outcome> {
  return run("sh", ["-c", command], { env: { PATH: process.env["PATH"], HOME: folder } });
}
