import type { RuleId, UserInfo } from "../../src/rules/rule.ts";
import { byPod } from "../harness/by-pod.ts";
import type { Ref } from "./api-object.ts";
import { assigner, worker } from "./assigner.ts";
import type { Client, Clock } from "./client.ts";
import type { ElectorConfig } from "./client-go.ts";
import type { Election, Participant, Start } from "./elections.ts";
import { hijackingClient } from "./hijacking-client.ts";
import { kubeLeaseManager } from "./kube-lease-manager.ts";
import { longhornManager, shareManager } from "./longhorn.ts";
import { mergePatchClient } from "./merge-patch-client.ts";
import { overwritingClient } from "./overwriting-client.ts";

/**
 * Programs that work as intended although the profile `strict` denies some of their writes.
 * `denied` lists all rules that can deny these writes.
 */
interface DeniedElection extends Election {
  readonly denied: readonly RuleId[];
}

const lease: Ref = { kind: "Lease", namespace: "team-a", name: "controller" };
const volume: Ref = { kind: "Lease", namespace: "longhorn-system", name: "pvc-6f1d8a3e-2f7c-4a6b-9a4e-0c2f5d7b1a11" };

const participant = (title: string, user: UserInfo, start: (start: Start) => Client): Participant => ({
  title,
  user,
  start,
});

const competitors = (title: string, connect: (config: ElectorConfig, clock: Clock) => Client) =>
  [1, 2, 3].map((number) =>
    participant(
      `${title} ${number}`,
      byPod(`${title}-${number}`, `node-${number}`, `team-a:${title}`),
      ({ clock, leaseDurationSeconds }) =>
        overwritingClient(connect({ lease, identity: `${title}-${number}`, leaseDurationSeconds }, clock)),
    ),
  );

/** Returns two processes of the same user. Each process takes over the Lease when it starts. */
const hijackers = (held: Ref, username: string) =>
  [1, 2].map((number) =>
    participant(
      `${username} ${number}`,
      { username, groups: ["system:authenticated"] },
      ({ clock, leaseDurationSeconds, replacements }) =>
        hijackingClient(
          { lease: held, identity: `${username}-${number}_${replacements}`, leaseDurationSeconds },
          clock,
        ),
    ),
  );

const longhorn = (pod: string, node: string, start: (start: Start) => Client): Participant =>
  participant(pod, byPod(pod, node, "longhorn-system:longhorn-service-account"), start);

const workers = ["worker-7d9f6c8b5d-x2vzk", "worker-7d9f6c8b5d-bcdfg"];

/** The programs, by the names that docs/recorded-traffic.md uses. */
export const deniedByDesign: Readonly<Record<string, DeniedElection>> = {
  "kube-leader-election (Rust)": {
    participants: competitors("kube-leader-election", mergePatchClient),
    writes: ["create", "renewal", "take-over", "release", "acquisition"],
    denied: ["lease/holder-kept-until-expiry", "lease/transitions-not-decreasing", "lease/written-by-its-holder"],
  },
  "kube-lease-manager (Rust)": {
    participants: competitors("kube-lease-manager", kubeLeaseManager),
    writes: ["create", "renewal", "release", "acquisition", "other"],
    denied: ["lease/transitions-not-decreasing", "lease/written-by-its-holder"],
  },
  Longhorn: {
    participants: [
      ...["worker-1", "worker-2"].map((node) =>
        longhorn("share-manager-pvc-6f1d8a3e-2f7c-4a6b-9a4e-0c2f5d7b1a11", node, ({ clock }) =>
          shareManager(volume, node, clock),
        ),
      ),
      longhorn("longhorn-manager-x2vzk", "worker-3", ({ clock }) => longhornManager(volume, clock)),
    ],
    writes: ["create", "renewal", "take-over", "acquisition", "other"],
    denied: ["lease/holder-kept-until-expiry", "lease/renew-time-kept"],
  },
  "Hiero Solo": {
    participants: hijackers({ kind: "Lease", namespace: "solo", name: "deployment" }, "solo-user"),
    writes: ["create", "renewal", "take-over", "release", "acquisition"],
    denied: ["lease/holder-kept-until-expiry"],
  },
  "operatorpkg (Karpenter), LeaseHijacker": {
    participants: hijackers(
      { kind: "Lease", namespace: "kube-system", name: "karpenter-leader-election" },
      "developer",
    ),
    writes: ["create", "renewal", "take-over", "release", "acquisition"],
    denied: ["lease/holder-kept-until-expiry"],
  },
  "Controllers that assign Leases to other pods": {
    participants: [
      participant(
        "assigner",
        byPod("assigner-5d78c9869d-bcdfg", "node-3", "team-a:assigner"),
        ({ clock, leaseDurationSeconds }) => assigner(lease, workers, { leaseDurationSeconds, clock }),
      ),
      ...workers.map((pod, index) =>
        participant(pod, byPod(pod, `node-${index}`, "team-a:worker"), ({ clock }) => worker(lease, pod, clock)),
      ),
    ],
    writes: ["create", "renewal", "take-over", "release", "acquisition"],
    denied: ["lease/written-by-its-holder"],
  },
};
