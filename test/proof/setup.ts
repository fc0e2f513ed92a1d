import { defaultPolicy, type Policy } from "../../src/policy/policy.ts";
import type { ChangeOperation, UserInfo } from "../../src/rules/rule.ts";
import { serviceAccountGroups, serviceAccountUser, systemNamespace } from "../../src/rules/shared/identities.ts";
import { byPod } from "../harness/by-pod.ts";
import type { ModelLease } from "./model-lease.ts";

/** The settings of client-go for one election, in seconds. */
export interface Timing {
  readonly leaseDuration: number;
  readonly renewDeadline: number;
  readonly retryPeriod: number;
}

/**
 * What can fail once in a run:
 * - "crash": a pod stops forever.
 * - "partition": no request of a pod arrives, for any time.
 * - "storm": other clients change metadata so often that each update of a pod is a conflict.
 * - "crash in a storm": a pod stops forever, and each update of the other pod is a conflict.
 */
export type Fault = "none" | "crash" | "partition" | "storm" | "crash in a storm";

/** The clients of the model. `a` and `b` are correct, and `s` is the sibling. */
export type ClientName = "a" | "b" | "s";

export interface Member {
  readonly identity: string;
  readonly user: UserInfo;
}

/** The clock skew of each correct pod, in seconds. The clock of the webhook is right. */
export type Skews = Readonly<Record<"a" | "b", number>>;

/** One configuration that `explore` explores completely. */
export interface Setup {
  readonly timing: Timing;
  readonly skews: Skews;
  /** The longest time in seconds until the response to a successful attempt arrives. */
  readonly latency: number;
  /** Whether the correct pods release the Lease when they stop, with client-go's ReleaseOnCancel. */
  readonly releases: boolean;
  /** Whether a candidate waits for a random time between two attempts, as with client-go. */
  readonly hasJitter: boolean;
  /** The maximum number of accepted writes of the sibling. */
  readonly budget: number;
  readonly fault: Fault;
  readonly policy: Policy;
  readonly members: Readonly<Record<ClientName, Member>>;
  /** Whether Leases that differ only in values without an effect count as one (`normalForm`). */
  readonly isReduced: boolean;
  /** Reports whether kube-apiserver asks the webhook about a write of the sibling. */
  readonly isSent: (operation: ChangeOperation, lease: ModelLease, old: ModelLease) => boolean;
  /** The user of the garbage collector. */
  readonly collector: UserInfo;
}

export const strict: Policy = { ...defaultPolicy, profile: "strict" };

/**
 * The longest wait of a candidate between two attempts. client-go adds up to 1.2 times the retry
 * period at random.
 */
export const longestWait = ({ retryPeriod }: Timing): number => Math.ceil(2.2 * retryPeriod);

const podOf = (suffix: string, node: string): Member => {
  const pod = `controller-5d78c9869d-${suffix}`;
  return { identity: `${pod}_8a7f3b9c-1d2e-4f5a-9b8c-00000000000${node}`, user: byPod(pod, `node-${node}`) };
};

/** Three pods of one Deployment, with the identities that client-go's examples use. */
export const deploymentPods: Setup["members"] = {
  a: podOf("b2b7m", "1"),
  b: podOf("c4c8n", "2"),
  s: podOf("d5d9p", "3"),
};

/** The defaults of client-go, and all hypotheses of docs/guarantee.md. */
export const guaranteed: Setup = {
  timing: { leaseDuration: 15, renewDeadline: 10, retryPeriod: 2 },
  skews: { a: 0, b: 0 },
  latency: 1,
  releases: true,
  hasJitter: true,
  budget: 0,
  fault: "none",
  policy: strict,
  members: deploymentPods,
  isReduced: true,
  isSent: () => true,
  collector: {
    username: serviceAccountUser({ namespace: systemNamespace, name: "generic-garbage-collector" }),
    groups: serviceAccountGroups(systemNamespace),
  },
};
