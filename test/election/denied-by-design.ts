import type { RuleId, UserInfo } from "../../src/rules/rule.ts";
import { byPod } from "../harness/by-pod.ts";
import type { Ref } from "./api-object.ts";
import { assigner, worker } from "./assigner.ts";
import type { Actor, Cast, Start } from "./casts.ts";
import type { Client, Clock } from "./client.ts";
import type { ElectorConfig } from "./client-go.ts";
import { fighting } from "./fighting.ts";
import { kubeLeaseManager } from "./kube-lease-manager.ts";
import { longhornManager, shareManager } from "./longhorn.ts";
import { mergePatchClient } from "./merge-patch-client.ts";

/** Programs that work as intended although strict denies some writes, and the denying rules. */
interface DeniedCast extends Cast {
  readonly denied: readonly RuleId[];
}

const lease: Ref = { kind: "Lease", namespace: "team-a", name: "controller" };
const volume: Ref = { kind: "Lease", namespace: "longhorn-system", name: "pvc-6f1d8a3e-2f7c-4a6b-9a4e-0c2f5d7b1a11" };

const actor = (title: string, user: UserInfo, start: (start: Start) => Client): Actor => ({ title, user, start });

const fighter = (title: string, connect: (config: ElectorConfig, clock: Clock) => Client) =>
  [1, 2, 3].map((number) =>
    actor(`${title} ${number}`, byPod(`${title}-${number}`, `node-${number}`, `team-a:${title}`), ({ clock, leaseDurationSeconds }) =>
      fighting(connect({ lease, identity: `${title}-${number}`, leaseDurationSeconds }, clock)),
    ),
  );

const longhorn = (pod: string, node: string, start: (start: Start) => Client): Actor =>
  actor(pod, byPod(pod, node, "longhorn-system:longhorn-service-account"), start);

const workers = ["worker-7d9f6c8b5d-x2vzk", "worker-7d9f6c8b5d-bcdfg"];

/** The programs by their names on the page about recorded traffic. */
export const deniedByDesign: Readonly<Record<string, DeniedCast>> = {
  "kube-leader-election (Rust)": {
    actors: fighter("kube-leader-election", mergePatchClient),
    writes: ["create", "renewal", "take-over", "release", "acquisition"],
    denied: ["lease/holder-kept-until-expiry", "lease/transitions-not-decreasing", "lease/written-by-its-holder"],
  },
  "kube-lease-manager (Rust)": {
    actors: fighter("kube-lease-manager", kubeLeaseManager),
    writes: ["create", "renewal", "release", "acquisition", "other"],
    denied: ["lease/transitions-not-decreasing", "lease/written-by-its-holder"],
  },
  Longhorn: {
    actors: [
      ...["worker-1", "worker-2"].map((node) =>
        longhorn("share-manager-pvc-6f1d8a3e-2f7c-4a6b-9a4e-0c2f5d7b1a11", node, ({ clock }) => shareManager(volume, node, clock)),
      ),
      longhorn("longhorn-manager-x2vzk", "worker-3", ({ clock }) => longhornManager(volume, clock)),
    ],
    writes: ["create", "renewal", "take-over", "acquisition", "other"],
    denied: ["lease/holder-kept-until-expiry", "lease/renew-time-kept"],
  },
  "Controllers that assign Leases to other pods": {
    actors: [
      actor("assigner", byPod("assigner-5d78c9869d-bcdfg", "node-3", "team-a:assigner"), ({ clock, leaseDurationSeconds }) =>
        assigner(lease, workers, { leaseDurationSeconds, clock }),
      ),
      ...workers.map((pod, index) => actor(pod, byPod(pod, `node-${index}`, "team-a:worker"), ({ clock }) => worker(lease, pod, clock))),
    ],
    writes: ["create", "renewal", "take-over", "release", "acquisition"],
    denied: ["lease/written-by-its-holder"],
  },
};
