import { matchesGlob } from "../core/text/glob.ts";
import type { Mode } from "../policy/policy.ts";
import type { KnownRuleId } from "../rules/index.ts";
import type { UserInfo } from "../rules/rule.ts";
import { nodeLeaseNamespace, serviceAccountOf } from "../rules/shared/identities.ts";
import { workloadOf, writerPod } from "../rules/shared/pod-names.ts";

/** A program whose writes some rules deny although the program works as designed. */
export interface KnownProgram {
  readonly title: string;
  /**
   * Words that identify the program. The name of its service account, user, or workload contains at
   * least one of them.
   */
  readonly words: readonly string[];
  /**
   * The pattern for the names of the objects that the program writes. By default, any name matches.
   */
  readonly names?: string;
  readonly namespace?: string;
  readonly mode: Mode;
  readonly rules: readonly KnownRuleId[];
}

const heldUntilExpiry = "lease/holder-kept-until-expiry";
const notDecreasing = "lease/transitions-not-decreasing";
const byHolder = "lease/written-by-its-holder";

const nodeAgents = ["kwok", "virtual-kubelet", "cloudcore", "kubeedge", "yurthub", "yurt", "openyurt"];

/** The programs of the table "Denied by design" in `docs/recorded-traffic.md`. */
export const knownPrograms: readonly KnownProgram[] = [
  { title: "istiod", words: ["istiod"], names: "istio-*", mode: "warn", rules: [heldUntilExpiry] },
  { title: "Apache Camel", words: ["camel"], names: "leaders-*", mode: "warn", rules: [heldUntilExpiry] },
  {
    title: "Longhorn",
    words: ["longhorn"],
    names: "pvc-*",
    mode: "warn",
    rules: [heldUntilExpiry, "lease/renew-time-kept", byHolder],
  },
  {
    title: "kube-leader-election",
    words: ["kube-leader-election"],
    mode: "warn",
    rules: [heldUntilExpiry, notDecreasing, byHolder],
  },
  { title: "kube-lease-manager", words: ["kube-lease-manager"], mode: "warn", rules: [notDecreasing, byHolder] },
  {
    title: "a program that writes the Leases of nodes",
    words: nodeAgents,
    namespace: nodeLeaseNamespace,
    mode: "off",
    rules: ["lease/node-lease-by-its-node"],
  },
];

interface Writer {
  readonly user: UserInfo;
  readonly namespace: string;
  readonly name: string;
}

/**
 * Returns the known program to which a writer belongs, or undefined. The name of the service
 * account, user, or workload must contain a word of the program, and the object must match the
 * program.
 */
export function knownProgram({ user, namespace, name }: Writer): KnownProgram | undefined {
  const pod = writerPod(user);
  const own = [serviceAccountOf(user)?.name ?? user.username, ...(pod === undefined ? [] : [workloadOf(pod)])];
  return knownPrograms.find(
    (program) =>
      (program.names === undefined || matchesGlob(program.names, name)) &&
      (program.namespace === undefined || program.namespace === namespace) &&
      own.some((text) => program.words.some((word) => text.includes(word))),
  );
}
