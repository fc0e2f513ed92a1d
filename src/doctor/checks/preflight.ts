import { leaseApiVersion, resources } from "../../core/api/served-versions.ts";
import { installedName, ownLabel } from "../../core/text/installed-name.ts";
import { hasLabels } from "../../installation/installation.ts";
import { type Snapshot, type SnapshotObject, unreadReason } from "../../installation/snapshot.ts";
import { baseResources } from "../base-resources.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";

const isPreflight = ({ isPreflight: is }: Examined): boolean => is;

/**
 * The resources outside the core API group that an installation needs, each after its API version.
 */
export const neededResources: readonly (readonly [apiVersion: string, resource: string])[] = [
  ...baseResources
    .filter(({ apiVersion }) => apiVersion.includes("/"))
    .map(({ apiVersion, resource }) => [apiVersion, resource] as const),
  [leaseApiVersion, resources.Lease],
];

export const preflightChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/apis-served",
    description: "the API server serves the resources that an installation needs",
    applies: isPreflight,
    *run({ snapshot: { served } }) {
      if (served === undefined) return void (yield { unknown: "needs a connection to the cluster" });
      const needed = neededResources.map(([version, resource]) => `${version} ${resource}`);
      for (const resource of needed.filter((each) => !served.has(each)))
        yield found("error", at(undefined), `the API server must serve ${resource}, which manifests/base needs`);
    },
  },
  {
    id: "doctor/rights-to-install",
    description: "the user has the permissions to install lease-guard",
    applies: isPreflight,
    *run({ snapshot: { rights } }) {
      if (rights === undefined) return void (yield { unknown: "needs a connection to the cluster" });
      for (const { verb, resource } of rights.filter(({ isAllowed }) => !isAllowed))
        yield found("error", at(undefined), `the user must be allowed to ${verb} ${resource}`, [
          `kubectl auth can-i ${verb} ${resource}`,
        ]);
    },
  },
  {
    id: "doctor/names-free",
    description: `no other object has the names of lease-guard's objects`,
    applies: isPreflight,
    run: takenNames,
  },
];

/** Yields a finding for each existing object with a name that an installation needs. */
function* takenNames({ snapshot, own }: Examined): Iterable<DoctorOutcome> {
  const unread = unreadReason(snapshot, "ValidatingWebhookConfiguration");
  if (unread !== undefined) yield { unknown: unread };
  for (const object of snapshot.objects) {
    const isNamed =
      baseResources.some(({ kind }) => kind === object.kind) &&
      object.name === installedName &&
      ["", own.namespace].includes(object.namespace);
    if (!isNamed && !own.configurations.includes(object)) continue;
    const isOurs = hasLabels(object, ownLabel);
    if (!isOurs && isEmptyNamespace(object, snapshot)) continue;
    const reason = isOurs
      ? "is from an earlier installation, which kubectl apply changes"
      : "belongs to another program, which kubectl apply would change";
    yield found(isOurs ? "info" : "error", at(object, "metadata", "name"), `must be free: this object ${reason}`);
  }
}

/** Reports whether a namespace is new, as `helm install --create-namespace` makes it. */
function isEmptyNamespace({ kind, name }: SnapshotObject, { objects }: Snapshot): boolean {
  return kind === "Namespace" && !objects.some(({ namespace }) => namespace === name);
}
