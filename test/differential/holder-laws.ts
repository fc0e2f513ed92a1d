import {
  type Deed,
  day,
  endOf,
  guardedUntil,
  isHeld,
  isNodeLease,
  isSameHolder,
  isSameSpec,
  isUnexpired,
  type Law,
  type Laws,
  minute,
  onDelete,
  onUpdate,
  second,
  skew,
} from "./law.ts";
import { areSimilar, isOtherPod, isOwn, nameIn, names, pod, words, workloadOf } from "./names.ts";
import { controllerManager, garbageCollector, namespaceController, type User } from "./users.ts";
import type { Lease } from "./write.ts";

const isExempt = ({ isAdministrator, isUnknown }: User): boolean => isAdministrator || isUnknown;

const isTakeover = (lease: Lease, old: Lease): boolean => !!lease.holder && !!old.holder && lease.holder !== old.holder;

/** A component of the control plane, which adds and removes owners and finalizers of any object. */
const isComponent = ({ name, account }: User): boolean =>
  account?.namespace === "kube-system" ||
  (name.startsWith("system:") && account === undefined && name !== "system:anonymous");

/** Reports whether a writer of metadata is certainly, or probably, not the holder of a Lease. */
function isStranger(lease: Lease, old: Lease, user: User): boolean {
  if (isNodeLease(old.meta) && isOwnNode(old, user)) return false;
  const isRenewal = lease.holder !== old.holder || lease.renewed !== old.renewed;
  if (!isNodeLease(old.meta) && isOtherPod(old.holder ?? "", user)) return !isTakeover(lease, old);
  if (user.pod !== undefined && (isOwn(old.holder ?? "", user) || user.node === undefined)) return false;
  return !isRenewal;
}

/** Reports whether an owner has the name of the writer's workload, or is the writer's pod. */
function isOwnOwner({ kind, name, uid }: Lease["meta"]["owners"][number], { meta }: Lease, user: User): boolean {
  if (user.pod === undefined || user.account?.namespace !== meta.namespace) return false;
  return (name === user.pod || user.pod.startsWith(`${name}-`)) && (kind !== "Pod" || uid === user.podUid);
}

const isSameOwner = (owner: Lease["meta"]["owners"][number], other: typeof owner): boolean =>
  (["apiVersion", "kind", "name", "uid"] as const).every((field) => owner[field] === other[field]);

const lastFinalizerKept: Law<Lease> = onUpdate((lease, old, { now, user }) => {
  if (old.meta.deleted === undefined || lease.meta.finalizers.length > 0) return false;
  if (!isHeld(old, now) || guardedUntil(old) > now + 5 * minute || isTakeover(lease, old) || isExempt(user))
    return false;
  if (user.name === garbageCollector) return !isNodeLease(old.meta);
  return !isComponent(user) && isStranger(lease, old, user);
});

const ownersAdded: Law<Lease> = onUpdate((lease, old, { now, user }) => {
  if (!isHeld(old, now) || isExempt(user) || isComponent(user) || !isStranger(lease, old, user)) return false;
  const isNew = (each: Lease["meta"]["owners"][number]) =>
    !old.meta.owners.some((other) => isSameOwner(each, other)) && !isOwnOwner(each, lease, user);
  return lease.meta.owners.some(isNew) || lease.meta.finalizers.some((each) => !old.meta.finalizers.includes(each));
});

const liveNotDeleted: Law<Lease> = onDelete((old, { now, user }) => {
  if (!isHeld(old, now) || (!isNodeLease(old.meta) && isOwn(old.holder ?? "", user))) return false;
  if (user.name === namespaceController || user.name === "system:apiserver") return false;
  if (user.name === garbageCollector) return !isNodeLease(old.meta) && guardedUntil(old) > now + 5 * minute;
  if (user.name === controllerManager) return !isNodeLease(old.meta) && old.meta.owners.length > 0;
  return !(isNodeLease(old.meta) && isOwnNode(old, user));
});

/** The node of a Lease, or the user that all nodes share. */
const isOwnNode = ({ meta }: Lease, { name, isNode }: User): boolean =>
  name === `system:node:${meta.name}` || (isNode && !name.startsWith("system:node:"));

const nodeLease: Law<Lease> = ({ object: lease, old, user, now }) => {
  const { meta } = lease ?? old ?? { meta: { namespace: "" } as Lease["meta"] };
  if (!isNodeLease(meta) || isExempt(user)) return false;
  if (lease === undefined) {
    if (old === undefined || user.account === undefined || old.meta.owners.length === 0) return false;
    return ![garbageCollector, namespaceController].includes(user.name) && isHeld(old, now);
  }
  if (old !== undefined && isSameSpec(lease, old)) return false;
  const isHolder = lease.holder === meta.name || !lease.holder || lease.holder === old?.holder;
  return !isHolder || !isOwnNode(lease, user);
};

const identityLabel = "apiserver.kubernetes.io/identity";
const identityAnnotation = "kubernetes.io/peer-advertise-address";

const apiserverIdentity: Law<Lease> = ({ object: lease, old, user, now }) => {
  const all = [lease, old].filter((each) => each !== undefined);
  if ((lease ?? old)?.meta.namespace !== "kube-system" || isExempt(user)) return false;
  if (!all.some(({ meta }) => identityLabel in meta.labels)) return false;
  if (lease === undefined) {
    const cleaners = [controllerManager, garbageCollector, namespaceController];
    return old !== undefined && isHeld(old, now) && !cleaners.includes(user.name);
  }
  if (old === undefined) return true;
  const keeps = [identityLabel, "kubernetes.io/hostname"].every(
    (key) => lease.meta.labels[key] === old.meta.labels[key],
  );
  return !(
    keeps &&
    isSameSpec(lease, old) &&
    lease.meta.annotations[identityAnnotation] === old.meta.annotations[identityAnnotation]
  );
};

const takenByProgram: Law<Lease> = onUpdate((lease, old, { now, user }) => {
  const earlier = pod(nameIn(old.holder ?? ""));
  if (earlier?.of !== "Deployment" || user.pod === undefined || user.knownNode === undefined) return false;
  if (!isTakeover(lease, old) || !names(lease.holder ?? "", user.pod) || isHeld(old, now)) return false;
  if (old.renewed === undefined || old.renewed < now - day || words(earlier.workload).length === 0) return false;
  const [own, account = ""] = [workloadOf(user.pod), user.account?.name];
  return !areSimilar(earlier.workload, own) && areSimilar(account, own) && !areSimilar(account, earlier.workload);
});

/** Reports whether an update empties the holder, or shortens or removes the duration. */
function endsTerm(lease: Lease, old: Lease): boolean {
  return !lease.holder || (isSameHolder(lease, old) && (lease.duration ?? 0) < (old.duration ?? 0));
}

/** Reports whether an update decreases renewTime so far that no guarded lease term remains. */
function putsBack(lease: Lease, old: Lease, now: number): boolean {
  const { renewed = Number.POSITIVE_INFINITY } = lease;
  const end = endOf(lease);
  return isSameHolder(lease, old) && renewed < (old.renewed ?? 0) && end !== undefined && end <= now + skew;
}

const keptByNamespace: Law<Lease> = onUpdate((lease, old, { now, user }) => {
  const { account, pod: own, node } = user;
  if (account === undefined || own === undefined || node === undefined || user.isAdministrator) return false;
  if (account.namespace === lease.meta.namespace || isNodeLease(lease.meta)) return false;
  if (!isHeld(old, now) || !(endsTerm(lease, old) || putsBack(lease, old, now))) return false;
  const { holder = "" } = old;
  if (isOtherPod(holder, user) || isOwn(holder, user) || !isName(holder)) return false;
  const name = nameIn(holder);
  return words(name).length > 0 && ![workloadOf(own), account.name].some((each) => areSimilar(name, each));
});

/** Reports whether an identity is the name of a pod, a host, or a program, and no UUID or number. */
function isName(holder: string): boolean {
  const isForm = /^(?:[a-z0-9-]+\/)?[a-z][a-z0-9.-]*(?:_[^/]*)?$/.test(holder) && holder.length <= 600;
  return isForm && !/^[0-9a-f-]{16,}$/.test(nameIn(holder));
}

const changesDuration = (lease: Lease, old: Lease): boolean =>
  isSameHolder(lease, old) && lease.duration !== old.duration;

const renewsLater = ({ renewed }: Lease, old: Lease): boolean =>
  renewed !== undefined && (old.renewed === undefined || renewed > old.renewed);

const isDeployed = (holder: string | undefined): boolean => pod(nameIn(holder ?? ""))?.of === "Deployment";

/** Reports whether term-kept-by-persons reports a write, and no other rule about the same fact. */
const keptByPersons: Law<Lease> = onUpdate((lease, old, { now, user }) => {
  if (!user.isPerson || user.isAdministrator || !isHeld(old, now) || isNodeLease(old.meta)) return false;
  if (lease.holder && !changesDuration(lease, old)) return false;
  return !renewsLater(lease, old) || isDeployed(old.holder);
});

const keptWithoutPod: Law<Lease> = onUpdate((lease, old, { now, user }) => {
  const { name, pod: own, node } = user;
  if (user.isPerson || isExempt(user) || isNodeLease(old.meta) || node !== undefined) return false;
  if ([controllerManager, "system:kube-scheduler"].includes(name) || !isHeld(old, now)) return false;
  const { holder = "" } = old;
  if (own !== undefined && (names(holder, own) || isOtherPod(holder, user))) return false;
  return endsTerm(lease, old);
});

const startedByRenewal: Law<Lease> = onUpdate((lease, old, { now, user }) => {
  if (!lengthens(lease, old) || lease.renewed === undefined || lease.renewed !== old.renewed) return false;
  if (isHeld(old, now) || lease.renewed >= now - minute - skew || (endOf(lease) ?? 0) <= now + skew) return false;
  const { holder = "" } = old;
  return user.pod !== undefined && !user.isAdministrator && !names(holder, user.pod) && !isOtherPod(holder, user);
});

const lengthens = (lease: Lease, old: Lease): boolean =>
  isSameHolder(lease, old) && (lease.duration ?? 0) > (old.duration ?? 0);

const lengthenedByRenewal: Law<Lease> = (deed) =>
  onUpdate<Lease>((lease, old, { now, user }) => {
    if (!lengthens(lease, old) || isHeld(old, now) || renewsLater(lease, old)) return false;
    if (lease.renewed !== undefined && lease.renewed >= now - minute - skew) return false;
    if (lease.renewed !== old.renewed || user.pod === undefined || user.isAdministrator) return true;
    const { holder = "" } = old;
    return !names(holder, user.pod) && !isOtherPod(holder, user) && !startedByRenewal(deed);
  })(deed);

/** Reports whether a new Lease has a lease term that can keep other clients waiting. */
function startsTerm(lease: Lease, now: number): boolean {
  const { duration, renewed = 0 } = lease;
  return duration !== undefined && (duration * second > skew || isHeld(lease, now) || renewed > now + skew);
}

const writtenByHolder: Law<Lease> = ({ object: lease, old, user, now }: Deed<Lease>) => {
  const meta = (lease ?? old)?.meta;
  if (meta === undefined || isNodeLease(meta)) return false;
  if (lease === undefined) return old !== undefined && isOtherPod(old.holder ?? "", user) && isUnexpired(old, now);
  const isOther = isOtherPod(lease.holder ?? "", user);
  if (old === undefined) return isOther && isHeld(lease, now);
  if (isSameSpec(lease, old)) return false;
  if (isSameHolder(lease, old)) return isOther;
  if (!lease.holder) return isOtherPod(old.holder ?? "", user) && isUnexpired(old, now);
  const isGift = isUnexpired(old, now) && isOtherPod(old.holder ?? "", user);
  return isOther && !isHeld(old, now) && (isGift || startsTerm(lease, now));
};

export const holderLaws: Laws<Lease> = {
  "lease/apiserver-identity-by-apiserver": apiserverIdentity,
  "lease/duration-kept": onUpdate((lease, old, deed) => {
    if (!isSameHolder(lease, old) || lease.duration !== undefined || old.duration === undefined) return false;
    return !keptByPersons(deed);
  }),
  "lease/duration-lengthened-by-renewal": lengthenedByRenewal,
  "lease/holder-kept-until-expiry": onUpdate((lease, old, { now }) => isTakeover(lease, old) && isHeld(old, now)),
  "lease/last-finalizer-kept": lastFinalizerKept,
  "lease/live-lease-not-deleted": liveNotDeleted,
  "lease/node-lease-by-its-node": nodeLease,
  "lease/owners-added-by-its-holder": ownersAdded,
  "lease/release-complete": onUpdate((lease, old, deed) => {
    if (!old.holder || lease.holder || (lease.duration ?? 0) <= 15 * 60) return false;
    return (endOf(lease) ?? 0) > deed.now + skew + second && !keptByPersons(deed);
  }),
  "lease/renew-time-kept": onUpdate(
    (lease, old, { now }) => isSameHolder(lease, old) && isHeld(old, now) && lease.renewed === undefined,
  ),
  "lease/taken-by-its-program": takenByProgram,
  "lease/term-kept-by-its-namespace": keptByNamespace,
  "lease/term-kept-by-persons": keptByPersons,
  "lease/term-kept-without-pod": keptWithoutPod,
  "lease/term-started-by-renewal": startedByRenewal,
  "lease/written-by-its-holder": writtenByHolder,
};
