import type { UserInfo } from "../../src/rules/rule.ts";
import { byPod } from "../harness/by-pod.ts";
import type { Ref } from "./api-object.ts";
import { administrator, collector, gitOps, repairer, velero } from "./bystanders.ts";
import type { Client, Clock } from "./client.ts";
import { clientGo, type ElectorConfig } from "./client-go.ts";
import { coordinatedClient } from "./coordinated-client.ts";
import { electionController } from "./election-controller.ts";
import { heartbeatClient } from "./heartbeat-client.ts";
import { garbageCollector } from "./histories/clients.ts";
import { kubeLeaseManager } from "./kube-lease-manager.ts";
import { libraries, libraryClient } from "./library-client.ts";
import { mergePatchClient } from "./merge-patch-client.ts";
import { recoveringClient } from "./recovering-client.ts";
import type { SortOfWrite } from "./sort-of-write.ts";

/** The parameters of a new process. */
export interface Start {
  readonly clock: Clock;
  readonly leaseDurationSeconds: number;
  /** The number of earlier processes of this participant. */
  readonly replacements: number;
}

/** A client or a person that takes part in a simulated election. */
export interface Participant {
  readonly title: string;
  /**
   * The user of all processes. A function returns the user of one process if each process has its
   * own token.
   */
  readonly user: UserInfo | ((replacements: number) => UserInfo);
  readonly start: (start: Start) => Client;
}

const lease: Ref = { kind: "Lease", namespace: "team-a", name: "controller" };
const user = (username: string, ...groups: readonly string[]): UserInfo => ({
  username,
  groups: [...groups, "system:authenticated"],
});
const serviceAccount = user(
  "system:serviceaccount:team-a:controller",
  "system:serviceaccounts",
  "system:serviceaccounts:team-a",
);
const apiServer = user("system:apiserver", "system:masters");

const elector =
  (title: string, connect: (config: ElectorConfig, clock: Clock) => Client) =>
  (number: number): Participant => ({
    title: `${title} ${number}`,
    user: serviceAccount,
    start: ({ clock, leaseDurationSeconds, replacements }) =>
      connect({ lease, identity: `controller-${number}_${replacements}`, leaseDurationSeconds }, clock),
  });

const goClient = elector("client-go", clientGo);
/** The first client recovers without a limit, and the others for a few lease terms. */
const recovering = (number: number): Participant =>
  elector("client-go with Recovery", (config, clock) =>
    recoveringClient(config, clock, number === 1 ? undefined : number * config.leaseDurationSeconds),
  )(number);
const patching = elector("kube-leader-election", mergePatchClient);
const leaseManager = elector("kube-lease-manager", kubeLeaseManager);
const coordinated = (number: number, emulationVersion: string, dropsPing = false): Participant =>
  elector("coordinated", (config, clock) =>
    coordinatedClient({ ...config, binaryVersion: "1.36.0", emulationVersion, dropsPing }, clock),
  )(number);
const ofLibraries = Object.entries(libraries).map(([title, library]) =>
  elector(title, (config, clock) => libraryClient(library, config, clock)),
);

/** The election controller of kube-apiserver, which elects a leader in a coordinated election. */
export const controller: Participant = {
  title: "election controller",
  user: apiServer,
  start: ({ clock }) => electionController(lease, clock),
};

const kubelet = (name: string): Participant => ({
  title: `kubelet ${name}`,
  user: user(`system:node:${name}`, "system:nodes"),
  start: ({ clock }) =>
    heartbeatClient(
      {
        lease: { kind: "Lease", namespace: "kube-node-lease", name },
        holderIdentity: name,
        leaseDurationSeconds: 40,
        deletes: false,
      },
      clock,
    ),
});

const apiServerIdentity: Participant = {
  title: "kube-apiserver",
  user: apiServer,
  start: ({ clock, replacements }) =>
    heartbeatClient(
      {
        lease: { kind: "Lease", namespace: "kube-system", name: "apiserver-wlv32tlttr4jl3gtroqexyxapa" },
        holderIdentity: `apiserver-wlv32tlttr4jl3gtroqexyxapa_${replacements}`,
        leaseDurationSeconds: 3600,
        labels: { "apiserver.kubernetes.io/identity": "kube-apiserver", "kubernetes.io/hostname": "host-a" },
        deletes: true,
      },
      clock,
    ),
};

const person = (
  title: string,
  connect: (clock: Clock, leaseDurationSeconds: number) => Client,
  by = user("jane"),
): Participant => ({
  title,
  user: by,
  start: ({ clock, leaseDurationSeconds }) => connect(clock, leaseDurationSeconds),
});

const withKubectl = person("kubectl", (clock) => administrator(lease, clock));
const repairing = person("kubectl, repairing", () => repairer(lease));
const argoCd = byPod("argocd-application-controller-0", "node-1", "argocd:argocd-application-controller");
const withLabels = person("Argo CD, with labels", () => gitOps(lease, {}), argoCd);
const withDuration = person(
  "Argo CD, with a duration",
  (_, leaseDurationSeconds) => gitOps(lease, { leaseDurationSeconds }),
  argoCd,
);
const restoring = person(
  "Velero",
  (clock) => velero(lease, clock),
  byPod("velero-7d9f6c8b5d-x2vzk", "node-1", "velero:velero"),
);

/** The garbage collector, which deletes the Lease whenever it is free or its term has expired. */
export const collecting: Participant = person("garbage collector", () => collector(lease), garbageCollector);

/**
 * Programs that create, label, and delete Leases of other programs. They use their own pod tokens.
 */
export const gitOpsAndBackup: readonly Participant[] = [withLabels, restoring];

/**
 * The participants of an election, and the sorts of writes that must occur. If one of these sorts
 * is missing, the simulation fails, because it is not realistic.
 */
export interface Election {
  readonly participants: readonly Participant[];
  readonly writes: readonly SortOfWrite[];
}

const contention: readonly SortOfWrite[] = ["create", "renewal", "take-over", "release", "acquisition"];
const coordination: readonly SortOfWrite[] = [...contention, "candidacy", "ping", "preference", "hand-over"];

/**
 * All elections. In most elections, all clients use the same library, like the replicas of a
 * program.
 */
export const elections: Readonly<Record<string, Election>> = {
  "client-go": { participants: [1, 2, 3].map(goClient), writes: contention },
  "client-go, an administrator, and one who repairs": {
    participants: [goClient(1), goClient(2), withKubectl, repairing],
    writes: [...contention, "delete", "other"],
  },
  "client-go with Recovery": {
    participants: [1, 2, 3].map(recovering),
    writes: [...contention, "late renewal", "late release"],
  },
  "client-go with Recovery, without Recovery, and one who repairs": {
    participants: [recovering(1), recovering(2), goClient(3), repairing],
    writes: [...contention, "late renewal", "other"],
  },
  "client-go, Argo CD, and Velero": {
    participants: [goClient(1), goClient(2), withDuration, restoring],
    writes: [...contention, "delete", "other"],
  },
  "client-go and the garbage collector": {
    participants: [goClient(1), goClient(2), goClient(3), collecting],
    writes: [...contention, "delete"],
  },
  "coordinated election": {
    participants: [coordinated(1, "1.36.0"), coordinated(2, "1.35.0"), coordinated(3, "1.35.0"), controller],
    writes: coordination,
  },
  "coordinated election while an old release still runs": {
    participants: [coordinated(1, "1.36.0"), coordinated(2, "1.35.0"), goClient(3), controller],
    writes: coordination,
  },
  "coordinated election whose candidates drop the ping that they answer": {
    participants: [
      coordinated(1, "1.36.0", true),
      coordinated(2, "1.35.0"),
      coordinated(3, "1.35.0", true),
      controller,
    ],
    writes: coordination,
  },
  "kube-leader-election (Rust)": { participants: [1, 2, 3].map(patching), writes: contention },
  "kube-lease-manager (Rust)": {
    participants: [leaseManager(1), leaseManager(2)],
    writes: ["create", "renewal", "release", "acquisition", "other"],
  },
  ...Object.fromEntries(
    Object.entries(libraries).map(([title, library], index) => {
      const participants = [1, 2].flatMap((number) => ofLibraries[index]?.(number) ?? []);
      const writes: readonly SortOfWrite[] = ["create", "renewal", "take-over"];
      const released = library.keepsHolder ? [...writes, "release" as const] : contention;
      return [title, { participants, writes: library.release ? released : writes }];
    }),
  ),
  "all libraries": {
    participants: [goClient(0), recovering(9), ...ofLibraries.map((library, index) => library(index + 1))],
    writes: contention,
  },
  heartbeats: {
    participants: [kubelet("node-1"), kubelet("node-2"), apiServerIdentity],
    writes: ["create", "renewal", "delete"],
  },
};
