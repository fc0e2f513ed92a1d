import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Fields } from "../../src/core/api/fields.ts";
import { certificateReader } from "../../src/doctor/certificate-reader.ts";
import type { DoctorOptions } from "../../src/doctor/examined.ts";
import {
  type Connection,
  type Snapshot,
  type SnapshotKind,
  type SnapshotObject,
  snapshotObject,
  snapshotResources,
} from "../../src/installation/snapshot.ts";
import type { PolicyFile } from "../../src/policy/file/policy-parts.ts";
import { revisionOf } from "../../src/policy/file/policy-revision.ts";
import type { CertificatePair } from "../../src/webhook/tls/certificate-check.ts";
import { baseFolder, manifestNames } from "../manifests/base.ts";
import { ecPair } from "./ec-pair.ts";
import { lastDocument } from "./manifests.ts";
import { toBase64 } from "./to-base64.ts";

export type Changeable = Record<string, unknown>;

const now = new Date("2026-07-01T08:00:00Z");

/** The CA that issues the serving certificate of the good cluster. */
export const ca: CertificatePair = ecPair({ commonName: "lease-guard CA", isCa: true });
const serving = ecPair({
  commonName: "lease-guard",
  dnsNames: ["lease-guard.lease-guard.svc"],
  issuer: { commonName: "lease-guard CA", privateKey: ca.privateKey },
});

/** A cluster whose objects a test changes before `snapshot` is called. */
export interface DoctorCluster {
  readonly objects: Changeable[];
  /** Returns the first object of a kind, or the object with this kind and name. */
  readonly find: (kind: SnapshotKind, name?: string) => Changeable;
  /** Sets a field of the first object of a kind. The value undefined removes the field. */
  readonly set: (kind: SnapshotKind, path: readonly (string | number)[], value: unknown) => void;
  readonly add: (object: Changeable) => void;
  /** Removes the objects of a kind. The kind still counts as read. */
  readonly remove: (kind: SnapshotKind) => void;
  readonly snapshot: (changes?: Partial<Snapshot>) => Snapshot;
}

const shipped = (await lastDocument(read("validating-webhook-configuration.yaml"))).value as Fields;
const manifests = await Promise.all(
  manifestNames.map(async (name) => (await lastDocument(read(name))).value as Changeable),
);

function read(name: string): string {
  return readFileSync(join(baseFolder, name), "utf8");
}

export const options: DoctorOptions = {
  now,
  version: "0.1.0",
  shipped,
  certificates: certificateReader,
  revisionOf,
  isPreflight: false,
};

/**
 * Returns a cluster with a good installation of `manifests/base`, and with the objects of `others`.
 */
export function goodCluster(): DoctorCluster {
  const objects: Changeable[] = [...structuredClone(manifests), ...structuredClone(others)];
  const find = (kind: SnapshotKind, name?: string): Changeable => {
    const found = objects.find((object) => object["kind"] === kind && (name === undefined || nameOf(object) === name));
    if (found === undefined) throw new Error(`there must be a ${kind}`);
    return found;
  };
  const cluster: DoctorCluster = {
    objects,
    find,
    set: (kind, path, value) => setField(find(kind), path, value),
    add: (object) => objects.push(object),
    remove: (kind) => objects.splice(0, objects.length, ...objects.filter((object) => object["kind"] !== kind)),
    snapshot: (changes) => ({ ...toSnapshot(objects), ...changes }),
  };
  cluster.set("ValidatingWebhookConfiguration", ["metadata", "uid"], "u");
  for (const index of [0, 1])
    cluster.set(
      "ValidatingWebhookConfiguration",
      ["webhooks", index, "clientConfig", "caBundle"],
      toBase64(ca.certificate),
    );
  cluster.set("Deployment", ["status"], { replicas: 2, availableReplicas: 2 });
  return cluster;
}

/**
 * Returns the data that `--connect` reads from the pods of the good cluster. By default, the pods
 * have loaded every key of the ConfigMap.
 */
export function goodConnection(cluster: DoctorCluster, files: readonly PolicyFile[] = filesOf(cluster)): Connection {
  const text = `[+]shutdown ok\n[+]certificate ok: valid from 2026-01-01T00:00:00.000Z until 2045-01-01T00:00:00.000Z (in 6000 days)\n[+]policy ok: ${revisionOf(files)} of policy.yaml, active since 2026-07-01T07:00:00.000Z\nreadyz check passed\n`;
  return {
    readiness: ["a", "b"].map((pod) => ({ pod, text, reason: "" })),
    certificate: serving.certificate,
    certificateReason: "",
  };
}

function filesOf(cluster: DoctorCluster): readonly PolicyFile[] {
  return Object.entries(cluster.find("ConfigMap")["data"] as Readonly<Record<string, string>>).map(([file, text]) => ({
    file,
    text,
  }));
}

/** The facts that the doctor reads from the API server itself. */
const serverFacts = {
  serverVersion: "v1.36.4",
  served: new Set(["coordination.k8s.io/v1 leases", "coordination.k8s.io/v1beta1 leasecandidates"]),
} as const;

function nameOf(object: Changeable): string {
  return String((object["metadata"] as Changeable | undefined)?.["name"] ?? "");
}

function setField(object: Changeable, path: readonly (string | number)[], value: unknown): void {
  const [step = "", ...rest] = path;
  if (rest.length > 0) {
    object[step] ??= {};
    setField(object[step] as Changeable, rest, value);
  } else if (value === undefined) delete object[step];
  else object[step] = value;
}

function toSnapshot(objects: readonly Changeable[]): Snapshot {
  const kinds = Object.keys(snapshotResources) as readonly SnapshotKind[];
  const known = objects.filter((object) => kinds.some((kind) => kind === object["kind"]));
  const toObject = (value: Changeable): SnapshotObject => snapshotObject(value["kind"] as SnapshotKind, value);
  return { objects: known.map(toObject), read: new Set(kinds), unread: [], ...serverFacts };
}

const labels = { "app.kubernetes.io/name": "lease-guard", "app.kubernetes.io/component": "webhook" };

function pod(name: string): Changeable {
  return {
    kind: "Pod",
    metadata: { name, namespace: "lease-guard", labels },
    spec: { containers: [{ name: "lease-guard", image: "lease-guard:0.1.0" }] },
    status: { phase: "Running", containerStatuses: [{ name: "lease-guard", imageID: "sha256:1" }] },
  };
}

function namespace(name: string, more: Readonly<Record<string, string>> = {}): Changeable {
  return { kind: "Namespace", metadata: { name, labels: { "kubernetes.io/metadata.name": name, ...more } } };
}

/** The objects that a cluster has in addition to the objects of `manifests/base`. */
const others: readonly Changeable[] = [
  ...["kube-system", "kube-node-lease", "kube-public", "default"].map((name) => namespace(name)),
  namespace("team-a", { team: "a" }),
  pod("a"),
  pod("b"),
  {
    kind: "EndpointSlice",
    metadata: {
      name: "lease-guard-x",
      namespace: "lease-guard",
      labels: { "kubernetes.io/service-name": "lease-guard" },
    },
    endpoints: [{ conditions: { ready: true } }, { conditions: { ready: true } }],
  },
  {
    kind: "Lease",
    metadata: { name: "controller", namespace: "team-a", managedFields: [{ manager: "controller" }] },
    spec: { holderIdentity: "a", leaseDurationSeconds: 15 },
  },
];
