import type { UserInfo } from "../../src/rules/rule.ts";
import { byPod } from "../harness/by-pod.ts";
import type { Client, Clock } from "./client.ts";
import { clientGo, type ElectorConfig } from "./client-go.ts";
import { coordinatedClient } from "./coordinated-client.ts";
import { collecting, controller, gitOpsAndBackup, type Participant } from "./elections.ts";
import { kubeLeaseManager } from "./kube-lease-manager.ts";
import { libraries, libraryClient } from "./library-client.ts";
import { mergePatchClient } from "./merge-patch-client.ts";
import { recoveringClient } from "./recovering-client.ts";

/** The user and the identity of one pod of a workload. */
interface Member {
  readonly user: UserInfo;
  readonly identity: string;
}

type Workload = (number: number, replacements: number) => Member;

const uuid = (number: number, replacements: number): string =>
  `8a7f3b9c-1d2e-4f5a-9b8c-${String(number * 1_000_000 + replacements).padStart(12, "0")}`;

const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/**
 * Returns a suffix in the alphabet that kube-apiserver uses for generated names. The suffix differs
 * for each pod number and each replacement.
 */
function suffix(number: number, replacements: number): string {
  const digits = [number, replacements % 27, Math.floor(replacements / 27) % 27, 7, 11];
  return digits.map((digit) => alphabet[digit]).join("");
}

/**
 * Returns the name of a pod of a Deployment. After the first replacement, the name of the
 * ReplicaSet differs, as after a rollout.
 */
const deploymentPod = (number: number, replacements: number): string =>
  `controller-${replacements === 0 ? "5d78c9869d" : "7d9f6c8b5d"}-${suffix(number, replacements)}`;

const withoutNode = ({ extra, ...user }: UserInfo): UserInfo => {
  const { "authentication.kubernetes.io/node-name": _, ...rest } = extra ?? {};
  return { ...user, extra: rest };
};

/** Correct workloads. Each function returns the user and the identity of a pod. */
export const workloads: Readonly<Record<string, Workload>> = {
  "a Deployment, client-go's usual identity": (number, replacements) => {
    const pod = deploymentPod(number, replacements);
    return { user: byPod(pod, `node-${number}`), identity: `${pod}_${uuid(number, replacements)}` };
  },
  "a Deployment, namespace and name": (number, replacements) => {
    const pod = deploymentPod(number, replacements);
    return { user: byPod(pod, `node-${number}`), identity: `team-a/${pod}` };
  },
  "a StatefulSet": (number) => ({
    user: byPod(`controller-${number}`, `node-${number}`),
    identity: `controller-${number}`,
  }),
  "a StatefulSet, before Kubernetes 1.30": (number, replacements) => ({
    user: withoutNode(byPod(`controller-${number}`)),
    identity: `controller-${number}_${uuid(number, replacements)}`,
  }),
  "a DaemonSet": (number, replacements) => {
    const pod = `controller-${suffix(number, replacements)}`;
    return { user: byPod(pod, `node-${number}`), identity: pod };
  },
  "indexed Jobs, whose host names have no suffix": (number, replacements) => ({
    user: byPod(`controller-${number}-${suffix(number, replacements)}`, `node-${number}`),
    identity: `controller-${number}_${uuid(number, replacements)}`,
  }),
  "a Deployment on the host's network": (number, replacements) => ({
    user: byPod(deploymentPod(number, replacements), `master-${number}.example.com`),
    identity: `master-${number}_${uuid(number, replacements)}`,
  }),
  "a StatefulSet on hosts that are named like its pods, and not in their order": (number) => ({
    user: byPod(`controller-${number}`, `controller-${number + 1}`),
    identity: `controller-${number + 1}`,
  }),
  "a DaemonSet on machines that are named like pods": (number, replacements) => {
    const machine = `md-0-7d9f6c8b5d-${suffix(number, 0)}`;
    return { user: byPod(`controller-${suffix(number, replacements)}`, machine), identity: machine };
  },
  "a Deployment with numbered replicas": (number, replacements) => ({
    user: byPod(deploymentPod(number, replacements), `node-${number}`),
    identity: `replica-${number}`,
  }),
  "a StatefulSet with free identities": (number, replacements) => ({
    user: byPod(`controller-${number}`, `node-${number}`),
    identity: uuid(number, replacements),
  }),
};

export type Connect = (config: ElectorConfig, clock: Clock) => Client;

/** The client libraries, by their titles. */
export const connects: Readonly<Record<string, Connect>> = {
  "client-go": clientGo,
  "client-go with Recovery": recoveringClient,
  "kube-leader-election": mergePatchClient,
  "kube-lease-manager": kubeLeaseManager,
  ...Object.fromEntries(
    Object.entries(libraries).map(([title, library]) => [
      title,
      (config: ElectorConfig, clock: Clock): Client => libraryClient(library, config, clock),
    ]),
  ),
};

const makes = Object.entries(connects);

/**
 * Returns one pod of a workload. When the pod is replaced, its user and identity can change.
 */
function pod(workload: Workload, number: number, title: string, connect: Connect): Participant {
  return {
    title: `${title} ${number}`,
    user: (replacements) => workload(number, replacements).user,
    start: ({ clock, leaseDurationSeconds, replacements }) => {
      const lease = { kind: "Lease", namespace: "team-a", name: "controller" } as const;
      return connect({ lease, identity: workload(number, replacements).identity, leaseDurationSeconds }, clock);
    },
  };
}

/**
 * Returns three pods of a workload with different client libraries. Also returns the programs of
 * `gitOpsAndBackup`, or in every second turn the garbage collector. The first pod uses client-go.
 * `turn` selects the libraries of the other two pods.
 */
export function podsOf(workload: Workload, turn: number): readonly Participant[] {
  const pods = [1, 2, 3].map((number) => {
    const [title, connect] = makes[number === 1 ? 0 : 1 + ((turn + number * 4) % (makes.length - 1))] ?? [
      "client-go",
      clientGo,
    ];
    return pod(workload, number, title, connect);
  });
  return turn % 2 === 0 ? [...pods, ...gitOpsAndBackup] : [...pods, collecting];
}

/**
 * Returns three pods of a workload that recover the Lease after an outage. The first pod has no
 * limit, and the others try for four lease terms and for one.
 */
export function recoveringPodsOf(workload: Workload): readonly Participant[] {
  return [Number.POSITIVE_INFINITY, 4, 1].map((terms, index) =>
    pod(workload, index + 1, "client-go with Recovery", (config, clock) =>
      recoveringClient(config, clock, terms * config.leaseDurationSeconds),
    ),
  );
}

/**
 * The workloads whose pods can create LeaseCandidates. The name of a LeaseCandidate is the identity
 * of the pod, so the identity must not contain a slash.
 */
export const coordinatedWorkloads: Readonly<Record<string, Workload>> = Object.fromEntries(
  Object.entries(workloads).filter(([, workload]) => !workload(1, 0).identity.includes("/")),
);

/**
 * Returns three pods of a workload in a coordinated election, and the election controller. When a
 * pod starts, it creates a LeaseCandidate whose name is the identity of the pod.
 */
export function coordinatedPodsOf(workload: Workload): readonly Participant[] {
  const pods = [1, 2, 3].map((number) => {
    const candidacy = {
      binaryVersion: "1.36.0",
      emulationVersion: number === 1 ? "1.36.0" : "1.35.0",
      dropsPing: number === 3,
    };
    return pod(workload, number, "coordinated", (config, clock) =>
      coordinatedClient({ ...config, ...candidacy }, clock),
    );
  });
  return [...pods, controller];
}
