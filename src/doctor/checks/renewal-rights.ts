import { type Fields, objectsAt, textAt, textsAt } from "../../core/api/fields.ts";
import { caSecretName, installedName, servingSecretName } from "../../core/text/installed-name.ts";
import { joinWords } from "../../core/text/join-words.ts";
import { serviceAccountGroups, serviceAccountUser } from "../../rules/shared/identities.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { valuesOfFlag } from "../installation.ts";
import { findObject, objectsOf, type Snapshot, type SnapshotKind, unreadReason } from "../snapshot.ts";
import { jobPodSpec, type RenewalJob, renewalJobs } from "./renewal-job.ts";

export const renewalRightsChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/certificates-permitted",
    description: "the CronJob that renews the certificates may read and write them",
    applies: (examined) => renewalJobs(examined).length > 0,
    run: missingRights,
  },
];

/** A permission that each run of `certs apply` needs. */
interface Need {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly name: string;
  /** The value is undefined for a cluster-scoped resource. */
  readonly namespace: string | undefined;
}

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
  for (const renewal of renewalJobs(examined)) {
    const { job } = renewal;
    const account = textAt(job.value, ...jobPodSpec, "serviceAccountName") || "default";
    const missing = needsOf(renewal).filter((need) => !isGranted(snapshot, job.namespace, account, need));
    if (missing.length === 0) continue;
    const user = serviceAccountUser({ namespace: job.namespace, name: account });
    const rights = missing.map(({ verb, resource, name }) => `${verb} ${resource}/${name}`);
    yield found(
      "warning",
      at(job, ...jobPodSpec, "serviceAccountName"),
      `must be a ServiceAccount that may ${joinWords(rights, "and")}, because the runs fail otherwise; add the missing Role, ClusterRole, or binding`,
      missing.map(({ verb, resource, name, namespace }) => {
        const scope = namespace === undefined ? "" : ` -n ${namespace}`;
        return `kubectl auth can-i ${verb} ${resource}/${name}${scope} --as=${user}`;
      }),
    );
  }
}

/**
 * Returns the permissions for a renewal. Without `create`, a run cannot replace a deleted Secret.
 */
function needsOf({ job, args }: RenewalJob): readonly Need[] {
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
    namespace: undefined,
  }));
  return [...secrets, ...webhooks];
}

function isGranted(snapshot: Snapshot, namespace: string, account: string, need: Need): boolean {
  const bindings = [
    ...objectsOf(snapshot, "ClusterRoleBinding"),
    ...objectsOf(snapshot, "RoleBinding").filter((binding) => binding.namespace === need.namespace),
  ];
  return bindings
    .filter(({ value }) => objectsAt(value, "subjects").some((subject) => isSubject(subject, namespace, account)))
    .some((binding) => {
      const isCluster = textAt(binding.value, "roleRef", "kind") === "ClusterRole";
      const name = textAt(binding.value, "roleRef", "name");
      const role = findObject(snapshot, isCluster ? "ClusterRole" : "Role", isCluster ? "" : binding.namespace, name);
      return objectsAt(role?.value, "rules").some((rule) => allows(rule, need));
    });
}

/** Reports whether a subject of a binding is a ServiceAccount, or one of its names or groups. */
function isSubject(subject: Fields, namespace: string, account: string): boolean {
  const name = textAt(subject, "name");
  switch (textAt(subject, "kind")) {
    case "ServiceAccount":
      return name === account && textAt(subject, "namespace") === namespace;
    case "User":
      return name === serviceAccountUser({ namespace, name: account });
    default:
      return serviceAccountGroups(namespace).includes(name);
  }
}

function allows(rule: Fields, { verb, group, resource, name }: Need): boolean {
  const has = (field: string, value: string) => ["*", value].some((each) => textsAt(rule, field).includes(each));
  const names = textsAt(rule, "resourceNames");
  const isNamed = names.length === 0 || names.includes(name);
  return has("verbs", verb) && has("apiGroups", group) && has("resources", resource) && isNamed;
}
