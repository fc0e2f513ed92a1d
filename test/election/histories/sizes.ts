import { at, term } from "../history.ts";
import type { AttackHistories } from "./attack-history.ts";
import { backupAgent, leader, led, ledSpec } from "./clients.ts";

const etcd = "kube-apiserver: each renewal writes the whole object to etcd and sends it to every watcher";
const manyLabels = Object.fromEntries(
  Array.from({ length: 2_500 }, (_, index) => [`example.com/label-${index}`, "x".repeat(60)]),
);

/**
 * Writes of large objects, whose renewals cost memory and bandwidth, and writes of misleading
 * names.
 */
export const sizes: AttackHistories = {
  "a pod adds an annotation of 200 KiB to the lease of a busy election": {
    class: "attack",
    evidence: etcd,
    given: led,
    acts: [
      {
        at: 4,
        spec: ledSpec,
        by: backupAgent,
        metadata: { annotations: { "example.com/blob": "x".repeat(200 * 1024) } },
      },
    ],
  },
  "a pod adds 2,500 labels to a lease": {
    class: "attack",
    evidence: etcd,
    given: led,
    acts: [{ at: 4, spec: ledSpec, by: backupAgent, metadata: { labels: manyLabels } }],
  },
  "a compromised pod sets a preferredHolder of 1 MB": {
    class: "attack",
    evidence: etcd,
    given: [{ at: 0, spec: { ...term("master-0_8a7f", 0), strategy: "OldestEmulationVersion" } }],
    acts: [
      {
        at: 4,
        spec: {
          ...term("master-0_8a7f", 0),
          strategy: "OldestEmulationVersion",
          preferredHolder: "x".repeat(1_000_000),
        },
        by: backupAgent,
      },
    ],
  },
  "the identities of two operators differ only in a look-alike letter of another script": {
    class: "attack",
    evidence: "Unicode Technical Report 36: letters of different scripts look alike",
    given: [{ at: 0, spec: term("operator-a", 0), by: leader }],
    acts: [{ at: 40, spec: { ...term("operator-\u0430", 40, 1), renewTime: at(40) }, by: backupAgent }],
  },
};
