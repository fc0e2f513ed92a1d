import type { Draft } from "../harness/objects.ts";
import { diceOf } from "./dice.ts";
import { editMetadata, storedMetadata } from "./random-metadata.ts";
import {
  expiredLeaseSpecs,
  randomCandidateSpec,
  randomHolder,
  randomLeaseSpec,
  type Scene,
  updatedCandidateSpec,
  updatedLeaseSpec,
} from "./random-spec.ts";
import { randomUser } from "./random-user.ts";
import type { Write } from "./write.ts";

const start = Date.parse("2026-07-01T08:00:00Z");
const served = [
  { kind: "Lease", version: "v1" },
  { kind: "Lease", version: "v1" },
  { kind: "Lease", version: "v1" },
  { kind: "Lease", version: "v1beta1" },
  { kind: "LeaseCandidate", version: "v1beta1" },
  { kind: "LeaseCandidate", version: "v1alpha2" },
  { kind: "LeaseCandidate", version: "v1alpha1" },
] as const satisfies readonly Pick<Write, "kind" | "version">[];

/** Returns the write of a seed: an object, what a client makes of it, and the client. */
export function randomWrite(seed: number): Write {
  const dice = diceOf(seed);
  const { below, oneIn, pick } = dice;
  const now = start + below(3) * 1000 + pick([0, 1, 500, 999]);
  const { kind, version } = pick(served);
  const isLease = kind === "Lease";
  const namespace = pick(["team-a", "team-a", "team-a", "kube-system", "kube-node-lease", "team-b"]);
  const node = isLease && namespace === "kube-node-lease" ? "node-1" : undefined;
  const name = node ?? (isLease ? pick(["controller", "operator-lock"]) : randomHolder(dice));
  const user = randomUser(dice);
  const common = { version, kind, user, now: new Date(now).toISOString() };
  const [own = "controller-1"] = user.extra?.["authentication.kubernetes.io/pod-name"] ?? [];
  const scene = { ...dice, now, own };
  const old = draft(kind, version, {
    metadata: storedMetadata(dice, name, namespace),
    spec: isLease ? randomLeaseSpec(scene, node) : randomCandidateSpec(scene, version),
  });
  if (oneIn(8)) editMetadata(dice, old.metadata);
  const operation = pick(["CREATE", "DELETE", "UPDATE", "UPDATE", "UPDATE", "UPDATE", "UPDATE"] as const);
  if (operation === "CREATE") return { ...common, operation, object: old };
  // kube-apiserver stores no duration that is not positive.
  if (Number(old.spec["leaseDurationSeconds"]) <= 0) old.spec["leaseDurationSeconds"] = 15;
  // kube-apiserver stores no object that is being deleted without a finalizer.
  const { deletionTimestamp, finalizers } = old.metadata;
  if (deletionTimestamp && !(finalizers as readonly string[] | undefined)?.length)
    old.metadata["finalizers"] = ["example.com/wait"];
  if (operation === "DELETE") return { ...common, operation, oldObject: old };
  if (isLease && oneIn(8)) {
    const { old: spec, next } = expiredLeaseSpecs(scene, old.spec);
    return { ...common, operation, object: { ...old, spec: next }, oldObject: { ...old, spec } };
  }
  return { ...common, operation, object: updated(scene, old), oldObject: old };
}

function updated(dice: Scene, { kind, apiVersion, metadata, spec }: Draft): Draft {
  const version = apiVersion.slice(apiVersion.indexOf("/") + 1);
  const own = { ...metadata };
  const isMetadata = dice.oneIn(4);
  if (isMetadata) editMetadata(dice, own);
  if (own["deletionTimestamp"] && dice.oneIn(3)) own["finalizers"] = dice.pick([[], null, ["example.com/new"]]);
  if (isMetadata ? dice.oneIn(2) : dice.oneIn(10)) return draft(kind, version, { metadata: own, spec });
  const next = kind === "Lease" ? updatedLeaseSpec(dice, spec) : updatedCandidateSpec(dice, version, spec);
  return draft(kind, version, { metadata: own, spec: next });
}

function draft(kind: string, version: string, { metadata, spec }: Pick<Draft, "metadata" | "spec">): Draft {
  return { apiVersion: `coordination.k8s.io/${version}`, kind, metadata, spec: withoutUndefined(spec) };
}

function withoutUndefined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
