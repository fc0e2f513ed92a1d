import { identity } from "./audited-cluster.ts";
import type { PlannedElection } from "./elector.ts";

/** Returns the identity of a holder in the pod `pod` on the node `node`. */
type Holder = (pod: string, node: string) => string;

const pod: Holder = (name) => name;
const podAndUuid: Holder = (name) => identity(name);

/** The lease duration, the renew deadline, and the time between two renewals, in seconds. */
type Terms = readonly [lease: number, deadline: number, retry: number];

const clientGo: Terms = [15, 10, 2];
const sidecar: Terms = [15, 10, 5];
const flux: Terms = [35, 30, 5];
const knative: Terms = [60, 40, 10];
const openShift: Terms = [137, 107, 26];

/** A program of the cluster itself. Each of its Leases is in its namespace, except if set. */
interface AddOn {
  readonly namespace: string;
  readonly deployment: string;
  readonly leaseNamespace?: string;
  readonly leases: readonly string[];
  readonly holder: Holder;
  readonly terms: Terms;
}

const system = "kube-system";
const snapshots = ["external-attacher-leader", "external-resizer", "external-snapshotter-leader"].map(
  (name) => `${name}-ebs-csi-aws-com`,
);
const reconcilers = ["pipelinerun", "taskrun", "resolutionrequest", "customrun"].flatMap((name) =>
  [0, 1].map(
    (bucket) =>
      `tekton-pipelines-controller.github.com.tektoncd.pipeline.pkg.reconciler.${name}.reconciler.0${bucket}-of-02`,
  ),
);

/** Programs with the names, the identities, and the terms of their releases. */
const addOns: readonly AddOn[] = [
  {
    namespace: system,
    deployment: "cloud-controller",
    leases: ["cloud-controller-manager"],
    holder: (_, node) => identity(node),
    terms: clientGo,
  },
  {
    namespace: system,
    deployment: "cilium-operator",
    leases: ["cilium-operator-resource-lock"],
    holder: (_, node) => `${node}-jzxkwqpvbn`,
    terms: clientGo,
  },
  {
    namespace: system,
    deployment: "kube-vip",
    leases: ["plndr-cp-lock", "plndr-svcs-lock"],
    holder: (_, node) => node,
    terms: [5, 3, 1],
  },
  { namespace: system, deployment: "cluster-autoscaler", leases: ["cluster-autoscaler"], holder: pod, terms: clientGo },
  {
    namespace: system,
    deployment: "snapshot-controller",
    leases: ["snapshot-controller-leader"],
    holder: pod,
    terms: sidecar,
  },
  { namespace: system, deployment: "ebs-csi-controller", leases: snapshots, holder: pod, terms: sidecar },
  {
    namespace: system,
    deployment: "ebs-csi-controller",
    leases: ["ebs-csi-aws-com"],
    holder: () => "1764134155-2531-ebs-csi-aws-com",
    terms: sidecar,
  },
  {
    namespace: "karpenter",
    deployment: "karpenter",
    leaseNamespace: system,
    leases: ["karpenter-leader-election"],
    holder: podAndUuid,
    terms: clientGo,
  },
  {
    namespace: "cert-manager",
    deployment: "cert-manager",
    leaseNamespace: system,
    leases: ["cert-manager-controller"],
    holder: (name) => `${name}-external-cert-manager-controller`,
    terms: [60, 40, 15],
  },
  {
    namespace: "cert-manager",
    deployment: "cert-manager-cainjector",
    leaseNamespace: system,
    leases: ["cert-manager-cainjector-leader-election"],
    holder: podAndUuid,
    terms: [60, 40, 15],
  },
  {
    namespace: "ingress-nginx",
    deployment: "ingress-nginx-controller",
    leases: ["ingress-nginx-leader"],
    holder: pod,
    terms: [30, 15, 7.5],
  },
  {
    namespace: "istio-system",
    deployment: "istiod",
    leases: ["istio-leader", "istio-gateway-status-leader", "istio-namespace-controller-election"],
    holder: pod,
    terms: [30, 15, 7.5],
  },
  {
    namespace: "flux-system",
    deployment: "helm-controller",
    leases: ["helm-controller-leader-election"],
    holder: podAndUuid,
    terms: flux,
  },
  {
    namespace: "flux-system",
    deployment: "source-controller",
    leases: ["source-controller-leader-election"],
    holder: podAndUuid,
    terms: flux,
  },
  {
    namespace: "tekton-pipelines",
    deployment: "tekton-pipelines-controller",
    leases: reconcilers,
    holder: podAndUuid,
    terms: knative,
  },
  {
    namespace: "crossplane-system",
    deployment: "crossplane",
    leases: ["crossplane-leader-election-core", "crossplane-leader-election-rbac"],
    holder: podAndUuid,
    terms: [60, 50, 10],
  },
  {
    namespace: "openshift-config",
    deployment: "config-operator",
    leases: ["config-operator-lock"],
    holder: podAndUuid,
    terms: openShift,
  },
  {
    namespace: "kyverno",
    deployment: "kyverno-admission-controller",
    leases: ["kyverno"],
    holder: pod,
    terms: clientGo,
  },
];

/** The default number of teams. Each team has ten elections. */
const usualTeams = 8;

/** From `team-a` to `team-z`. */
const teams = Array.from({ length: 26 }, (_, index) => `team-${String.fromCharCode(97 + index)}`);
const operators = [
  "orders",
  "billing",
  "search",
  "mail",
  "catalog",
  "payments",
  "reports",
  "gateway",
  "users",
  "cache",
];

/** A pod that runs, and the elections that it has won. */
export interface HealthyPod {
  readonly namespace: string;
  readonly name: string;
  readonly elections: readonly PlannedElection[];
}

/** Returns the name of a pod of a Deployment. Each index gives another name. */
function podOf(deployment: string, index: number): string {
  const suffix = ["x2x4z", "b7b8c", "kx9wz", "mq2vd"][index % 4];
  return `${deployment}-${["6d4b8f7c9d", "7c9d6b5f4d", "58f8db6c77"][index % 3]}-${suffix}`;
}

function election(
  manager: string,
  terms: Terms,
  [namespace, name, holder]: readonly [string, string, string],
): PlannedElection {
  const [leaseDuration, renewDeadline, retry] = terms;
  return { namespace, name, identity: holder, manager, leaseDuration, renewDeadline, retry };
}

function addOnPods(node: string): readonly HealthyPod[] {
  return addOns.map(({ namespace, deployment, leaseNamespace = namespace, leases, holder, terms }, index) => {
    const name = podOf(deployment, index);
    const place = (lease: string) => [leaseNamespace, lease, holder(name, node)] as const;
    return { namespace, name, elections: leases.map((lease) => election(deployment, terms, place(lease))) };
  });
}

/**
 * Returns the pods of the teams. All teams use the same names. Of four programs, one runs in the
 * namespace `platform`, and one in a StatefulSet.
 */
function teamPods(count: number): readonly HealthyPod[] {
  return teams.slice(0, count).flatMap((team, teamIndex) =>
    operators.map((operator, index) => {
      const isShared = index % 4 === 3;
      const name =
        index % 4 === 2 ? `${operator}-0` : podOf(isShared ? `${operator}-${team}` : operator, teamIndex + index);
      const holder = index % 4 === 1 ? name : identity(name);
      const terms = [clientGo, knative, flux, openShift, sidecar][(teamIndex + index) % 5] ?? clientGo;
      return {
        namespace: isShared ? "platform" : team,
        name,
        elections: [election(operator, terms, [team, operator, holder])],
      };
    }),
  );
}

/** Returns one pod for each of three coordinated elections. */
function coordinatedPods(replica: 0 | 1, version: string): readonly HealthyPod[] {
  return teams.slice(0, 3).map((team, index) => {
    const name = podOf("scheduler", index + replica);
    const planned = election("scheduler", clientGo, [team, "scheduler", identity(name)]);
    return { namespace: team, name, elections: [{ ...planned, version }] };
  });
}

/** Returns pods that win elections. Pods in the host network run on the node `node`. */
export function leadingPods(node: string, teamCount: number = usualTeams): readonly HealthyPod[] {
  return [...addOnPods(node), ...teamPods(teamCount), ...coordinatedPods(0, "1.36.0")];
}

/**
 * Pods that take part in coordinated elections of `leadingPods`, with a newer version. If two
 * LeaseCandidates of one version were created in the same second, kube-apiserver would elect one of
 * them at random, again and again.
 */
export const standbyPods: readonly HealthyPod[] = coordinatedPods(1, "1.37.0");

/** Names of nodes as clouds and installers give them. All of them are different. */
export const nodes: readonly string[] = Array.from({ length: 73 }, (_, index) => {
  const forms = [
    `worker-${index + 1}`,
    `ip-10-0-3-${index}.eu-central-1.compute.internal`,
    `aks-default-12345678-vmss0000${index}`,
    `gke-prod-pool-1-6d4b8f7c-x2${index}`,
    podOf(`md-${index}`, index),
  ];
  return forms[index % forms.length] ?? "";
});

/** Names of identity Leases of API servers. */
export const servers: readonly string[] = [
  "apiserver-b5xwu3j2kfzkzqnv2kz7vg2xnq",
  "apiserver-eqt6glafrfhfbq3kjrhcdcivca",
];
