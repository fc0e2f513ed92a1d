/** The time of the last listing in the tests of `audit`. */
export const auditedAt: Date = new Date("2026-07-01T08:00:00.000Z");

export const uuid = "11111111-2222-3333-4444-555555555555";

/**
 * Returns the time that is a number of seconds after `auditedAt`, in the format of
 * `metav1.MicroTime`.
 */
function microTime(seconds: number): string {
  return `${new Date(auditedAt.getTime() + seconds * 1000).toISOString().slice(0, -1)}000Z`;
}

/**
 * Returns the time that is a number of seconds after `auditedAt`, rounded down to a second as an
 * API server does.
 */
export function stamp(seconds: number): string {
  return `${new Date(auditedAt.getTime() + seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/** The parts of a Lease that tests change. All times are seconds after `auditedAt`. */
export interface LeaseParts {
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly holder?: string;
  readonly renewed?: number;
  readonly seconds?: number;
  readonly transitions?: number;
  readonly created?: number;
  /**
   * The number of seconds by which the clock of the writer is ahead of the clock of the API server.
   */
  readonly ahead?: number;
  readonly manager?: string;
  /** The writers. By default, `manager` is the only writer, and it renews at the time `renewed`. */
  readonly writers?: readonly {
    readonly manager: string;
    readonly at: number;
    readonly renews: boolean;
    readonly keepsHolder?: true;
  }[];
  readonly metadata?: object;
  readonly spec?: object;
}

/** Returns a Lease as client-go's leader election writes it: the holder has just renewed. */
export function leaseBy({
  namespace = "team-a",
  name = "controller",
  uid = `uid-${namespace}-${name}`,
  holder = `controller-6d4b8f7c9d-x2x4z_${uuid}`,
  renewed = -1.5,
  seconds = 15,
  transitions = 3,
  created = -864_000,
  ahead = 0,
  manager = "controller",
  writers = [{ manager, at: renewed, renews: true }],
  metadata = {},
  spec = {},
}: LeaseParts = {}): object {
  const renewTime = microTime(renewed + ahead);
  const managedFields = writers.map(({ manager: writer, at, renews, keepsHolder }) => ({
    ...{
      manager: writer,
      operation: "Update",
      apiVersion: "coordination.k8s.io/v1",
      time: stamp(at),
      fieldsType: "FieldsV1",
    },
    fieldsV1: { "f:spec": { ...(!keepsHolder && { "f:holderIdentity": {} }), ...(renews && { "f:renewTime": {} }) } },
  }));
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: {
      namespace,
      name,
      uid,
      resourceVersion: "1234",
      creationTimestamp: stamp(created),
      managedFields,
      ...metadata,
    },
    spec: {
      ...{ holderIdentity: holder, leaseDurationSeconds: seconds, acquireTime: microTime(created + 60) },
      ...{ renewTime, leaseTransitions: transitions, ...spec },
    },
  };
}

/** Returns the Lease of a node as the kubelet writes it. */
export function nodeLease(node: string, { metadata = {}, ...parts }: LeaseParts = {}): object {
  const ownerReferences = [{ apiVersion: "v1", kind: "Node", name: node, uid: `uid-of-${node}` }];
  const own = { namespace: "kube-node-lease", name: node, holder: node, seconds: 40, manager: "kubelet" };
  const spec = { acquireTime: undefined, leaseTransitions: undefined };
  return leaseBy({ ...own, spec, ...parts, metadata: { ownerReferences, ...metadata } });
}

export function apiServerLease(hash: string, parts: LeaseParts = {}): object {
  const name = `apiserver-${hash}`;
  const labels = { "apiserver.kubernetes.io/identity": "kube-apiserver", "kubernetes.io/hostname": "control-1" };
  const own = { namespace: "kube-system", name, holder: `${name}_${uuid}`, seconds: 3600, manager: "kube-apiserver" };
  return leaseBy({ ...own, spec: { leaseTransitions: undefined }, metadata: { labels }, ...parts });
}

/** The parts of a LeaseCandidate that tests change. The times are seconds after `auditedAt`. */
export interface CandidateParts {
  readonly name?: string;
  readonly leaseName?: string;
  readonly renewed?: number | undefined;
  readonly pinged?: number;
  readonly created?: number;
  readonly spec?: object;
}

/** Returns a LeaseCandidate as client-go writes it. */
export function candidateBy({
  name = "controller-1",
  leaseName = "elected",
  renewed = -120,
  pinged,
  created = -864_000,
  spec = {},
}: CandidateParts = {}): object {
  return {
    apiVersion: "coordination.k8s.io/v1beta1",
    kind: "LeaseCandidate",
    metadata: {
      namespace: "team-a",
      name,
      uid: `uid-of-${name}`,
      resourceVersion: "77",
      creationTimestamp: stamp(created),
    },
    spec: {
      ...{ leaseName, binaryVersion: "1.36.0", emulationVersion: "1.36.0", strategy: "OldestEmulationVersion" },
      ...{ renewTime: microTime(renewed), ...(pinged !== undefined && { pingTime: microTime(pinged) }), ...spec },
    },
  };
}
