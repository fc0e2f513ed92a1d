import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "./api.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { adminUser } from "./credentials.ts";
import { eventually } from "./eventually.ts";
import { registrationsPath } from "./registration.ts";
import type { Release, ServedKind } from "./release.ts";
import { type Decision, generateCertificates } from "./webhook.ts";

/** One release's cluster, certificates for our server, and what every scenario does with them. */
export interface World extends Cluster {
  readonly release: Release;
  /** Holds ca.crt, tls.crt and tls.key of our server. */
  readonly certificates: string;
  /** Makes a namespace of its own for one test and returns its name. */
  readonly newNamespace: () => Promise<string>;
}

/** Starts the release's cluster. */
export async function startWorld(release: Release): Promise<World> {
  const cluster = await startCluster(release.version, release.runtimeConfig);
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

/** The path of a collection, or of one object in it. */
export function pathOf({ version, resource }: ServedKind, namespace: string, name?: string): string {
  const collection = `/apis/coordination.k8s.io/${version}/namespaces/${namespace}/${resource}`;
  return name === undefined ? collection : `${collection}/${name}`;
}

/** An object of a served kind; an undefined spec is left out of its JSON. */
export function objectOf({ kind, version }: ServedKind, metadata: object, spec: unknown): object {
  return { apiVersion: `coordination.k8s.io/${version}`, kind, metadata, spec };
}

/** An object of a served kind that the API server and all our rules accept. */
export function legal(kind: ServedKind, metadata: object): object {
  return objectOf(kind, metadata, kind.legalSpec);
}

/** Throws with the server's own words when an answer has another status. */
export function expectStatus(status: number, answer: Answer): Answer {
  if (answer.status !== status) throw new Error(`status ${answer.status}, not ${status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** The decisions about the admin's own writes in a namespace: the server's election controller writes candidates too. */
export function decisionsIn(namespace: string, decisions: readonly Decision[]): readonly Decision[] {
  return decisions.filter((decision) => decision.namespace === namespace && decision.user === adminUser);
}

/** Puts a configuration in the place of the one of that name, and waits until `known` says that the API server goes by it. */
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
