import type { LeaseRequest } from "../../src/recording/audit-event.ts";
import { auditedAt } from "./audit-objects.ts";

/** The requests that tests change. All times are seconds after `auditedAt`. */
export interface RequestParts {
  readonly pod?: string | undefined;
  readonly from?: number;
  readonly to?: number;
  /** The time between two requests in seconds. */
  readonly every?: number | undefined;
  readonly verb?: string | undefined;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly isAccepted?: boolean;
}

/** Returns the regular requests of a pod. The UID of a pod is that of `podBy`. */
export function requestsBy({
  pod = "controller-6d4b8f7c9d-b7b8c",
  from = -600,
  to = 0,
  every = 2,
  verb = "get",
  name = "controller",
  namespace = "team-a",
  isAccepted = true,
}: RequestParts = {}): readonly LeaseRequest[] {
  const count = Math.floor((to - from) / every) + 1;
  return Array.from({ length: count }, (_, index) => ({
    time: new Date(auditedAt.getTime() + (from + index * every) * 1000),
    verb,
    namespace,
    name,
    isAccepted,
    username: `system:serviceaccount:${namespace}:controller`,
    podUid: `uid-of-${pod}`,
  }));
}

/** Returns the writes of an API server to its identity Lease. */
export function identityRequests(hash: string, parts: RequestParts = {}): readonly LeaseRequest[] {
  const own = { every: 10, verb: "update", name: `apiserver-${hash}`, namespace: "kube-system" };
  return requestsBy({ ...own, ...parts }).map((request) => ({
    ...request,
    username: "system:apiserver",
    podUid: undefined,
  }));
}
