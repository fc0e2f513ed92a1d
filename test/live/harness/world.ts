import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "./api.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { adminUser } from "./credentials.ts";
import { eventually } from "./eventually.ts";
import { registrationsPath } from "./registration.ts";
import type { Release, ServedKind } from "./release.ts";
import { type Decision, generateCertificates } from "./webhook.ts";

/** The cluster of one Kubernetes version, and the certificates for lease-guard in this cluster. */
export interface World extends Cluster {
  readonly release: Release;
  /** The directory with ca.crt, tls.crt, and tls.key of lease-guard. */
  readonly certificates: string;
  /** Creates a namespace for one test and returns its name. */
  readonly newNamespace: () => Promise<string>;
}

/** Starts the cluster of a Kubernetes version. */
export async function startWorld(release: Release): Promise<World> {
  const cluster = await startCluster(release);
  try {
    const certificates = join(cluster.folder, "certificates");
    mkdirSync(certificates);
    await generateCertificates(certificates);
    let count = 0;
    const newNamespace = async (): Promise<string> => {
      count += 1;
      const name = `test-${count}`;
      expectStatus(201, await cluster.api.call("POST", "/api/v1/namespaces", { body: { metadata: { name } } }));
      return name;
    };
    return { ...cluster, release, certificates, newNamespace };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Returns the API path of all objects of a kind in a namespace, or of the object `name`. */
export function pathOf({ version, resource }: ServedKind, namespace: string, name?: string): string {
  const collection = `/apis/coordination.k8s.io/${version}/namespaces/${namespace}/${resource}`;
  return name === undefined ? collection : `${collection}/${name}`;
}

/**
 * Waits until the cache of the API server contains the last write of the object at this path.
 * Otherwise, the API server would send the next update twice, and wait for lease-guard twice.
 */
export async function freshCache({ api }: World, path: string): Promise<void> {
  const { body } = expectStatus(200, await api.call("GET", path));
  expectStatus(200, await api.call("GET", `${path}?resourceVersion=${body.metadata?.resourceVersion}`));
}

/** Returns an object of a served kind. If the spec is undefined, the object has no spec in JSON. */
export function objectOf({ kind, version }: ServedKind, metadata: object, spec: unknown): object {
  return { apiVersion: `coordination.k8s.io/${version}`, kind, metadata, spec };
}

/** Returns an object of a served kind that the API server and all rules accept. */
export function legal(kind: ServedKind, metadata: object): object {
  return objectOf(kind, metadata, kind.legalSpec);
}

/**
 * Returns the response if it has the given status. Otherwise, throws an error with the body of the
 * response.
 */
export function expectStatus(status: number, answer: Answer): Answer {
  if (answer.status !== status)
    throw new Error(`status ${answer.status}, not ${status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/**
 * Returns the decisions on the admin's own writes in a namespace. Leaves out writes of other users,
 * such as the API server's election controller.
 */
export function decisionsIn(namespace: string, decisions: readonly Decision[]): readonly Decision[] {
  return decisions.filter((decision) => decision.namespace === namespace && decision.user === adminUser);
}

/**
 * Replaces the webhook configuration of the same name. Returns when `known` reports that the API
 * server uses the new configuration.
 */
export async function register(
  world: World,
  registration: { metadata: { name: string } },
  known: () => Promise<true | undefined>,
): Promise<void> {
  const { api } = world;
  await api.call("DELETE", `${registrationsPath}/${registration.metadata.name}`);
  expectStatus(201, await api.call("POST", registrationsPath, { body: registration }));
  await eventually("the API server goes by the new webhook configuration", 30_000, known);
}
