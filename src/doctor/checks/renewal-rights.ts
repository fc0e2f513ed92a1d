import { textAt } from "../../core/api/fields.ts";
import { caSecretName, installedName, servingSecretName } from "../../core/text/installed-name.ts";
import { joinWords } from "../../core/text/join-words.ts";
import { valuesOfFlag } from "../../installation/installation.ts";
import { objectsOf, type Snapshot, type SnapshotKind, unreadReason } from "../../installation/snapshot.ts";
import { serviceAccountUser } from "../../rules/shared/identities.ts";
import { decide, type NamespacedRequest, type Permissions, permissionsOf } from "../../workload/permissions.ts";
import type { SetObject } from "../../workload/set-object.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { jobPodSpec, type RenewalJob, renewalJobs } from "./renewal-job.ts";

export const renewalRightsChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/certificates-permitted",
    description: "the CronJob that renews the certificates may read and write them",
    applies: (examined) => renewalJobs(examined).length > 0,
    run: missingRights,
  },
];

/** The kinds that grant permissions. */
const grantingKinds = [
  "Role",
  "RoleBinding",
  "ClusterRole",
  "ClusterRoleBinding",
] as const satisfies readonly SnapshotKind[];

function* missingRights(examined: Examined): Iterable<DoctorOutcome> {
  const { snapshot } = examined;
  const unread = grantingKinds.map((kind) => unreadReason(snapshot, kind)).find((reason) => reason !== undefined);
  if (unread !== undefined) return void (yield { unknown: unread });
  const permissions = permissionsIn(snapshot);
  for (const renewal of renewalJobs(examined)) {
    const { job } = renewal;
    const account = textAt(job.value, ...jobPodSpec, "serviceAccountName") || "default";
    const serviceAccount = { namespace: job.namespace, name: account };
    const missing = needsOf(renewal).filter((need) => !decide(permissions, serviceAccount, need).isAllowed);
    if (missing.length === 0) continue;
    const user = serviceAccountUser(serviceAccount);
    const rights = missing.map(({ verb, resource, name }) => `${verb} ${resource}/${name}`);
    yield found(
      "warning",
      at(job, ...jobPodSpec, "serviceAccountName"),
      `must be a ServiceAccount that may ${joinWords(rights, "and")}, because the runs fail otherwise; add the missing Role, ClusterRole, or binding`,
      missing.map(({ verb, resource, name, namespace }) => {
        const scope = namespace === noNamespace ? "" : ` -n ${namespace}`;
        return `kubectl auth can-i ${verb} ${resource}/${name}${scope} --as=${user}`;
      }),
    );
  }
}

/** The namespace of a request for a cluster-scoped resource. */
const noNamespace = "";

/**
 * Returns the permissions for a renewal. Without `create`, a run cannot replace a deleted Secret.
 */
function needsOf({ job, args }: RenewalJob): readonly NamespacedRequest[] {
  const flag = (name: string): string | undefined => valuesOfFlag(args, name).at(-1);
  const namespace = flag("--namespace") ?? job.namespace;
  const secrets = [flag("--ca-secret") ?? caSecretName, flag("--secret") ?? servingSecretName].flatMap((name) =>
    ["get", "update"].map((verb) => ({ verb, group: "", resource: "secrets", name, namespace })),
  );
  const name = flag("--webhook-configuration") ?? installedName;
  const webhooks = ["get", "patch"].map((verb) => ({
    verb,
    group: "admissionregistration.k8s.io",
    resource: "validatingwebhookconfigurations",
    name,
    namespace: noNamespace,
  }));
  return [...secrets, ...webhooks];
}

/** Returns the permissions that the objects of a cluster grant. */
function permissionsIn(snapshot: Snapshot): Permissions {
  const of = (kind: SnapshotKind): readonly SetObject[] =>
    objectsOf(snapshot, kind).map(({ namespace, name, value }) => ({
      apiVersion: textAt(value, "apiVersion"),
      kind,
      namespace,
      name,
      value,
    }));
  return permissionsOf({
    roles: [...of("Role"), ...of("ClusterRole")],
    bindings: [...of("RoleBinding"), ...of("ClusterRoleBinding")],
    isComplete: true,
  });
}
