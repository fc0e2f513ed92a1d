import { isDeploymentPodName, workloadOf } from "../rules/shared/pod-names.ts";
import { hostIn, hostOrHolder, podNameIn, podOf } from "./holder.ts";
import type { Leadership } from "./leaderships.ts";
import type { ListedObject } from "./listed-object.ts";
import type { TableLock } from "./pod-elections.ts";
import { type ListedPod, type Pods, workloadName } from "./pods.ts";

/** The program whose pods elect a leader with a Lease. */
export interface Program {
  /** NAMESPACE/NAME of the workload. */
  readonly workload: string;
  /** The running pods of the workload. */
  readonly pods: readonly ListedPod[];
  /** The fact that shows which program it is, as a clause. */
  readonly evidence: string;
  /** The reason why it can be another program, as a clause. Undefined if it is certain. */
  readonly doubt: string | undefined;
}

const sameNames = "another program can have the same names";

/** What the events and the program table contain about a Lease. */
interface KnownAbout {
  readonly leaderships: readonly Leadership[];
  readonly locks: readonly TableLock[];
}

/** A program without its pods. */
type Evidence = Pick<Program, "evidence" | "doubt"> & Pick<ListedPod, "namespace" | "workload">;

/**
 * Returns the program of a Lease that has running pods. The holder, the leaders in events, and the
 * owner of the Lease name the program. Without them, the program is the only one whose pods use the
 * Lease according to the program table, or the only one in the namespace of the Lease whose
 * workload, ServiceAccount, or container has the name of the Lease or of a client that wrote it.
 */
export function programOf(listed: ListedObject, { leaderships, locks }: KnownAbout, pods: Pods): Program | undefined {
  const found =
    ofIdentity(listed, pods, "the holder") ??
    ofLeaderships(listed, leaderships, pods) ??
    ofOwner(listed, pods) ??
    ofTable(locks) ??
    ofNames(listed, pods);
  if (found === undefined) return undefined;
  const { namespace, workload, evidence, doubt } = found;
  const running = pods.ofWorkload(workload).filter((pod) => pod.namespace === namespace);
  return { workload: workloadName(found), pods: running, evidence, doubt };
}

function ofIdentity(listed: ListedObject, pods: Pods, subject: string): Evidence | undefined {
  const pod = podOf(listed, pods);
  if (pod !== undefined) return { ...pod, evidence: `${subject} is a pod of the workload`, doubt: undefined };
  const name = podNameIn(listed.holder) ?? hostOrHolder(listed);
  const workload = workloadOf({ name });
  if (name === "" || workload === name) return undefined;
  const neighbors = pods.ofWorkload(workload);
  const siblings = neighbors.filter((pod) => isOfSameTemplate(pod.name, name));
  // In another namespace, a workload with the same name is usually another program.
  const [neighbor] = siblings.length > 0 ? siblings : neighbors.filter((pod) => pod.namespace === listed.namespace);
  // A name such as worker-1 can also be the name of a host outside the cluster.
  const isCertain = hostIn(listed) !== undefined || isDeploymentPodName(name);
  if (neighbor === undefined) return undefined;
  return {
    namespace: neighbor.namespace,
    workload,
    evidence: `${subject} has the name of a pod of the workload`,
    doubt: isCertain ? undefined : sameNames,
  };
}

/** Reports whether two pods are of one ReplicaSet, according to their names. */
export function isOfSameTemplate(name: string, other: string): boolean {
  const template = (pod: string): string => pod.slice(0, pod.lastIndexOf("-"));
  return isDeploymentPodName(name) && isDeploymentPodName(other) && template(name) === template(other);
}

function ofLeaderships(listed: ListedObject, leaderships: readonly Leadership[], pods: Pods): Evidence | undefined {
  for (const { holder } of leaderships) {
    const found = ofIdentity({ ...listed, holder }, pods, "the leader in an event");
    if (found !== undefined) return found;
  }
  return undefined;
}

function ofOwner({ namespace, owners }: ListedObject, pods: Pods): Evidence | undefined {
  for (const { kind, name } of owners) {
    const workload = kind === "Pod" ? pods.named(name)[0]?.workload : kind === "ReplicaSet" ? withoutHash(name) : name;
    const pod = pods.ofWorkload(workload ?? "").find((each) => each.namespace === namespace);
    if (pod !== undefined)
      return { ...pod, evidence: `the owner of the Lease is the ${kind} ${name}`, doubt: undefined };
  }
  return undefined;
}

function ofTable(locks: readonly TableLock[]): Evidence | undefined {
  const [first, ...others] = locks;
  if (first === undefined || others.some((each) => workloadName(each) !== workloadName(first))) return undefined;
  const { namespace, workload, program } = first;
  return {
    ...{ namespace, workload, evidence: `the program table contains the Lease of ${program}` },
    doubt: "a version of the program can use another Lease",
  };
}

function withoutHash(replicaSet: string): string {
  return replicaSet.slice(0, Math.max(0, replicaSet.lastIndexOf("-")));
}

function ofNames({ namespace, name, writers }: ListedObject, pods: Pods): Evidence | undefined {
  for (const known of new Set([name, ...writers.map(({ manager }) => manager)])) {
    const [pod, ...others] = pods.ofWorkloadsWith({ namespace, name: known });
    if (pod !== undefined && others.length === 0)
      return { ...pod, evidence: `the workload, its account, or a container has the name ${known}`, doubt: sameNames };
  }
  return undefined;
}
