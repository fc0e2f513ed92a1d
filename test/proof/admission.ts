import type { ServedVersion } from "../../src/core/api/served-versions.ts";
import { createOf, deleteOf, updateOf } from "../../src/engine/validate/submission.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { rules } from "../../src/rules/index.ts";
import type { Change, UserInfo } from "../../src/rules/rule.ts";
import { requireServedVersion } from "../harness/served-version.ts";
import { filledMetadata, labelsOf } from "./filled-metadata.ts";
import type { ModelLease, ModelName, PresentLease } from "./model-lease.ts";
import type { Setup } from "./setup.ts";

/** The start of the current second in all writes of the model. */
export const modelNow: number = Date.parse("2026-07-01T09:00:00Z");

/** One write of the model. */
export interface ModelWrite {
  readonly user: UserInfo;
  readonly old: ModelLease;
  /** The written Lease, or undefined for a delete. */
  readonly lease: ModelLease;
  /** The time of the review, in milliseconds after the start of the current second. */
  readonly at: number;
}

/** Returns the ids of the rules that deny a write. */
export type Denials = (write: ModelWrite) => readonly string[];

/** Returns a function that asks the engine under the policy of a setup. */
export function denialsOf({ policy, members }: Pick<Setup, "policy" | "members">): Denials {
  const validate = createValidate(rules, policy);
  const identity = identityIn({ members });
  return ({ user, old, lease, at }) => {
    const change = changeOf(old && leaseObject(old, identity), lease && leaseObject(lease, identity));
    const context = { now: new Date(modelNow + at), user, dryRun: false };
    const verdict = validate({ served: servedLease, change, context });
    if (verdict.crashes.length > 0) throw new Error(`a rule failed: ${JSON.stringify(verdict.crashes)}`);
    return verdict.findings.flatMap(({ mode, origin }) => (mode === "deny" ? [origin] : []));
  };
}

/** Reports whether the engine accepts that the sibling creates its own LeaseCandidate. */
export function acceptsCandidate({ policy, members: { s } }: Pick<Setup, "policy" | "members">): boolean {
  const object = {
    apiVersion: "coordination.k8s.io/v1beta1",
    kind: "LeaseCandidate",
    metadata: { name: s.identity, namespace: "team-a", uid, creationTimestamp: "2026-07-01T09:00:00Z" },
    spec: {
      leaseName: "controller",
      binaryVersion: "1.36.0",
      emulationVersion: "1.35.0",
      strategy: "OldestEmulationVersion",
      renewTime: microTimeAt(0),
    },
  };
  const context = { now: new Date(modelNow), user: s.user, dryRun: false };
  const { findings } = createValidate(
    rules,
    policy,
  )({
    served: requireServedVersion(object),
    change: createOf(object),
    context,
  });
  return findings.every(({ mode }) => mode !== "deny");
}

/** Returns a function that returns the identity of a client of the model. */
export function identityIn({ members }: Pick<Setup, "members">): (name: ModelName) => string {
  const texts = { "": "", free: "main" };
  return (name) => (name === "" || name === "free" ? texts[name] : members[name].identity);
}

export const servedLease: ServedVersion = requireServedVersion({ apiVersion: "coordination.k8s.io/v1", kind: "Lease" });

function changeOf(old: object | undefined, lease: object | undefined): Change<object> {
  if (old === undefined) return createOf(lease ?? {});
  return lease === undefined ? deleteOf(old) : updateOf(lease, old);
}

const uid = "6f1d8a3e-2f7c-4a6b-9a4e-0c2f5d7b1a11";
const missingOwner = { apiVersion: "v1", kind: "Pod", name: "gone", uid: "aaaa0000-5b8e-4a9e-9d6c-0a6a5c1d2e3f" };

/** Returns a Lease of the model as JSON. `identity` returns the identity of a client. */
export function leaseObject(lease: PresentLease, identity: (name: ModelName) => string): object {
  const { holder, duration, renewed, acquired, transitions, preferred } = lease;
  const finalizers = [
    ...(lease.finalizer ? ["example.com/wait"] : []),
    ...(lease.foreground ? ["foregroundDeletion"] : []),
  ];
  const metadata = {
    name: "controller",
    namespace: "team-a",
    uid,
    resourceVersion: "5",
    creationTimestamp: "2026-07-01T08:00:00Z",
    ...(lease.labels > 0 && { labels: labelsOf(lease.labels) }),
    ...(lease.owned && { ownerReferences: [missingOwner] }),
    ...(finalizers.length > 0 && { finalizers }),
    ...(lease.deleting && { deletionTimestamp: "2026-07-01T08:59:00Z", deletionGracePeriodSeconds: 0 }),
  };
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: lease.filled === undefined ? metadata : filledMetadata(metadata, lease.filled, lease.hasOwn),
    spec: {
      ...(holder !== undefined && { holderIdentity: identity(holder) }),
      ...(duration !== undefined && { leaseDurationSeconds: duration }),
      ...(acquired !== undefined && { acquireTime: acquireTimes[acquired] }),
      ...(renewed !== undefined && { renewTime: microTimeAt(renewed) }),
      ...(transitions !== undefined && { leaseTransitions: transitions }),
      ...(lease.strategy && { strategy: "OldestEmulationVersion" }),
      ...(preferred !== undefined && { preferredHolder: identity(preferred) }),
    },
  };
}

const acquireTimes = { set: "2026-07-01T08:00:00.000000Z", moved: "2026-07-01T08:00:01.000000Z" };

/** Returns a MicroTime that many milliseconds after the start of the current second. */
export function microTimeAt(ms: number): string {
  const micros = String(Math.round((ms - Math.floor(ms)) * 1000)).padStart(3, "0");
  return new Date(modelNow + Math.floor(ms)).toISOString().replace("Z", `${micros}Z`);
}
