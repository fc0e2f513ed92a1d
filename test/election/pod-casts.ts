import type { UserInfo } from "../../src/rules/rule.ts";
import { byPod } from "../harness/by-pod.ts";
import { type Actor, controller, gitOpsAndBackup } from "./casts.ts";
import type { Client, Clock } from "./client.ts";
import { clientGo, type ElectorConfig } from "./client-go.ts";
import { coordinatedClient } from "./coordinated-client.ts";
import { kubeLeaseManager } from "./kube-lease-manager.ts";
import { libraries, libraryClient } from "./library-client.ts";
import { mergePatchClient } from "./merge-patch-client.ts";

/** The user and the identity of a pod of a workload. `life` counts the restarts of the pod. */
interface Member {
  readonly user: UserInfo;
  readonly identity: string;
}

type Workload = (number: number, life: number) => Member;

const uuid = (number: number, life: number): string => `8a7f3b9c-1d2e-4f5a-9b8c-${String(number * 1_000_000 + life).padStart(12, "0")}`;

const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/** Returns a suffix as an API server would generate it. It differs for each number and life. */
function suffix(number: number, life: number): string {
  const digits = [number, life % 27, Math.floor(life / 27) % 27, 7, 11];
  return digits.map((digit) => alphabet[digit]).join("");
}

/** Returns the name of a pod of a Deployment. From the second life on, the pod template differs. */
const deploymentPod = (number: number, life: number): string =>
  `controller-${life === 0 ? "5d78c9869d" : "7d9f6c8b5d"}-${suffix(number, life)}`;

const withoutNode = ({ extra, ...user }: UserInfo): UserInfo => {
  const { "authentication.kubernetes.io/node-name": _, ...rest } = extra ?? {};
  return { ...user, extra: rest };
};

/** Correct workloads. Each function returns the user and the identity of a pod. */
export const workloads: Readonly<Record<string, Workload>> = {
  "a Deployment, client-go's usual identity": (number, life) => {
    const pod = deploymentPod(number, life);
    return { user: byPod(pod, `node-${number}`), identity: `${pod}_${uuid(number, life)}` };
  },
  "a Deployment, namespace and name": (number, life) => {
    const pod = deploymentPod(number, life);
    return { user: byPod(pod, `node-${number}`), identity: `team-a/${pod}` };
  },
  "a StatefulSet": (number) => ({ user: byPod(`controller-${number}`, `node-${number}`), identity: `controller-${number}` }),
  "a StatefulSet, before Kubernetes 1.30": (number, life) => ({
    user: withoutNode(byPod(`controller-${number}`)),
    identity: `controller-${number}_${uuid(number, life)}`,
  }),
  "a DaemonSet": (number, life) => {
    const pod = `controller-${suffix(number, life)}`;
    return { user: byPod(pod, `node-${number}`), identity: pod };
  },
  "indexed Jobs, whose host names have no suffix": (number, life) => ({
    user: byPod(`controller-${number}-${suffix(number, life)}`, `node-${number}`),
    identity: `controller-${number}_${uuid(number, life)}`,
  }),
  "a Deployment on the host's network": (number, life) => ({
    user: byPod(deploymentPod(number, life), `master-${number}.example.com`),
    identity: `master-${number}_${uuid(number, life)}`,
  }),
  "a StatefulSet on hosts that are named like its pods, and not in their order": (number) => ({
    user: byPod(`controller-${number}`, `controller-${number + 1}`),
    identity: `controller-${number + 1}`,
  }),
  "a DaemonSet on machines that are named like pods": (number, life) => {
    const machine = `md-0-7d9f6c8b5d-${suffix(number, 0)}`;
    return { user: byPod(`controller-${suffix(number, life)}`, machine), identity: machine };
  },
  "a Deployment with numbered replicas": (number, life) => ({
    user: byPod(deploymentPod(number, life), `node-${number}`),
    identity: `replica-${number}`,
  }),
  "a StatefulSet with free identities": (number, life) => ({
    user: byPod(`controller-${number}`, `node-${number}`),
    identity: uuid(number, life),
  }),
};

type Connect = (config: ElectorConfig, clock: Clock) => Client;

const connects: Readonly<Record<string, Connect>> = {
  "client-go": clientGo,
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

/** Returns one pod of a workload. After a restart, it is the next pod with this number. */
function pod(workload: Workload, number: number, title: string, connect: Connect): Actor {
  return {
    title: `${title} ${number}`,
    user: (life) => workload(number, life).user,
    start: ({ clock, leaseDurationSeconds, life }) => {
      const lease = { kind: "Lease", namespace: "team-a", name: "controller" } as const;
      return connect({ lease, identity: workload(number, life).identity, leaseDurationSeconds }, clock);
    },
  };
}

/**
 * Returns three pods of a workload with different client libraries: client-go, and two others that
 * `turn` selects.
 */
export function podsOf(workload: Workload, turn: number): readonly Actor[] {
  const pods = [1, 2, 3].map((number) => {
    const [title, connect] = makes[number === 1 ? 0 : 1 + ((turn + number * 4) % (makes.length - 1))] ?? ["client-go", clientGo];
    return pod(workload, number, title, connect);
  });
  return [...pods, ...gitOpsAndBackup];
}

/** The workloads whose pods can be candidates. The name of a candidate has no slash. */
export const coordinatedWorkloads: Readonly<Record<string, Workload>> = Object.fromEntries(
  Object.entries(workloads).filter(([, workload]) => !workload(1, 0).identity.includes("/")),
);

/**
 * Returns three pods of a workload in a coordinated election. At each start, a pod creates a candidate whose name is its identity.
 */
export function coordinatedPodsOf(workload: Workload): readonly Actor[] {
  const pods = [1, 2, 3].map((number) => {
    const candidacy = { binaryVersion: "1.36.0", emulationVersion: number === 1 ? "1.36.0" : "1.35.0", dropsPing: number === 3 };
    return pod(workload, number, "coordinated", (config, clock) => coordinatedClient({ ...config, ...candidacy }, clock));
  });
  return [...pods, controller];
}
