import { any } from "../cluster/registration/selects-labels.ts";
import { coordinationGroup, resources } from "../core/api/served-versions.ts";
import type { NotUnderstood } from "./check.ts";
import {
  type Account,
  appliesTo,
  type Decision,
  decide,
  type Grant,
  grantsTo,
  isInScope,
  type NamespacedRequest,
  type Permissions,
} from "./permissions.ts";
import { allows } from "./policy-rule.ts";
import type { ElectionProgram } from "./program.ts";
import type { WorkloadElection } from "./workload-election.ts";

/** Requests for Leases without their verb and name. */
export const leases: Pick<NamespacedRequest, "group" | "resource"> = {
  group: coordinationGroup,
  resource: resources.Lease,
};

/** An election that is certainly on, whose program and namespace of the Lease are known. */
export interface KnownElection extends WorkloadElection {
  readonly program: NonNullable<WorkloadElection["program"]>;
  readonly lockNamespace: string;
}

/** What a program may not do, and needs for its election. */
export interface MissingRights {
  readonly election: KnownElection;
  readonly account: Account;
  /** The verbs that no binding grants. */
  readonly verbs: readonly string[];
  /** A RoleBinding that grants the verbs in a namespace without the Lease. */
  readonly elsewhere: Grant | undefined;
}

/** Returns the elections whose permissions can be compared with what their programs need. */
export function knownElections(elections: readonly WorkloadElection[]): readonly KnownElection[] {
  return elections.filter(isKnown);
}

function isKnown(election: WorkloadElection): election is KnownElection {
  const { isOn, program, lockNamespace } = election;
  return isOn === true && program?.isVerified === true && lockNamespace !== undefined;
}

export function accountOf({ workload, serviceAccount }: WorkloadElection): Account {
  return { namespace: workload.namespace, name: serviceAccount };
}

/**
 * Returns the verbs for the Role of a program beyond create, get, and update. fabric8 renews with
 * patch from 6.5 on, and a table row does not contain the version of its program.
 */
export function moreVerbsOf(program: ElectionProgram | undefined): readonly string[] {
  const verbs = program?.moreVerbs ?? [];
  return program?.library === "fabric8" ? [...verbs, "patch"] : verbs;
}

/**
 * Returns the verbs on Leases that an election needs. A library other than client-go can patch the
 * Lease instead of updating it: a list of verbs means one of them.
 */
function neededVerbs({ program: { library, moreVerbs = [] } }: KnownElection): readonly (readonly string[])[] {
  const renewal = library === "client-go" || moreVerbs.includes("patch") ? ["update"] : ["update", "patch"];
  return [["get"], ["create"], renewal, ...moreVerbs.map((verb) => [verb])];
}

/** Yields the elections whose program certainly lacks a permission. */
export function* missingRights(
  elections: readonly WorkloadElection[],
  permissions: Permissions,
): Iterable<MissingRights> {
  for (const election of knownElections(elections)) {
    const account = accountOf(election);
    const verbs = missingVerbs(election, permissions) ?? [];
    if (verbs.length === 0) continue;
    const elsewhere = verbs.some((verb) => verb !== "create") ? grantElsewhere(permissions, election) : undefined;
    yield { election, account, verbs, elsewhere };
  }
}

/**
 * Returns the verbs that no binding grants to the program of an election. Returns undefined if a
 * verb is not decided, and no other one is certainly missing.
 */
export function missingVerbs(election: KnownElection, permissions: Permissions): readonly string[] | undefined {
  const decided = neededVerbs(election).map((verbs) => ({
    verb: verbs[0] ?? "",
    isAllowed: any(verbs.map((verb) => decideVerb(permissions, election, verb).isAllowed)),
  }));
  const missing = decided.filter(({ isAllowed }) => isAllowed === false).map(({ verb }) => verb);
  return missing.length > 0 || decided.every(({ isAllowed }) => isAllowed === true) ? missing : undefined;
}

/** Returns the elections whose permissions cannot be decided, with the fact that is missing. */
export function undecidedRights(
  elections: readonly WorkloadElection[],
  permissions: Permissions,
): readonly NotUnderstood[] {
  return knownElections(elections).flatMap((election) => {
    const decisions = ["get", "create", "update"].map((verb) => decideVerb(permissions, election, verb));
    const reason = decisions.find((each) => each.isAllowed === undefined)?.reason;
    return reason === undefined ? [] : [{ object: election.workload, reason }];
  });
}

function decideVerb(permissions: Permissions, election: KnownElection, verb: string): Decision {
  return decide(permissions, accountOf(election), requestOf(election, verb));
}

/** A create has no name, because client libraries send it with POST. */
function requestOf({ lockNamespace: namespace, lockName }: KnownElection, verb: string): NamespacedRequest {
  return { ...leases, verb, namespace, name: verb === "create" ? "" : lockName };
}

function grantElsewhere(permissions: Permissions, election: KnownElection): Grant | undefined {
  const update = requestOf(election, "update");
  return grantsTo(permissions, accountOf(election)).find(
    ({ grant, subject }) =>
      isInScope(grant, election.lockNamespace) === false &&
      appliesTo(subject, accountOf(election)) === true &&
      grant.rules.some((rule) => allows(rule, update)),
  )?.grant;
}

/** Returns a text such as `the Lease kube-system/cluster-autoscaler`. */
export function lockText({ lockNamespace, lockName }: Pick<KnownElection, "lockNamespace" | "lockName">): string {
  return lockName === undefined ? `Leases in ${lockNamespace}` : `the Lease ${lockNamespace}/${lockName}`;
}
