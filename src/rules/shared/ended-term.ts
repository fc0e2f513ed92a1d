import type { LeaseSpec } from "../../core/api/coordination.ts";
import { type FieldError, forbidden } from "../../core/field/error.ts";
import type { ChangeOf, RuleContext } from "../rule.ts";
import { isNodeLease, isPerson, isTrustedWriter } from "./identities.ts";
import { heldUntil, movesForward } from "./lease-term.ts";
import { namesDeploymentPod, writerPod } from "./pod-names.ts";

interface Remedies {
  /** The advice if a write empties holderIdentity. */
  readonly release: string;
  /** The advice if a write shortens or removes leaseDurationSeconds. */
  readonly duration: string;
}

/**
 * Returns an error if a write ends a lease term early. Such a write empties holderIdentity, or
 * shortens or removes leaseDurationSeconds. The function ignores a takeover by another holder.
 */
export function endedTermErrors(
  { object: { spec }, oldObject: { spec: old } }: ChangeOf<"Lease", "UPDATE">,
  context: RuleContext,
  remedies: Remedies,
): readonly FieldError[] {
  const end = endOf(spec, old);
  const until = end && heldUntil(old, context);
  if (end === undefined || until === undefined) return [];
  const detail = `must not be ${end} before ${until.toISOString()}, when the lease term expires: `;
  if (end === "emptied") return [forbidden(["spec", "holderIdentity"], detail + remedies.release)];
  return [forbidden(["spec", "leaseDurationSeconds"], detail + remedies.duration)];
}

/**
 * Reports whether a person who is not an administrator writes a lease that is not the lease of a
 * node. A program with a client certificate looks like a person. A writer that sets a later
 * renewTime counts as the holder itself, unless holderIdentity has the form of a Deployment's pod.
 */
export function isWrittenByPerson(
  { object: { metadata, spec }, oldObject: { spec: old } }: ChangeOf<"Lease", "UPDATE">,
  context: RuleContext,
): boolean {
  const { user } = context;
  if (!isPerson(user) || isTrustedWriter(context) || isNodeLease(metadata) || writerPod(user) !== undefined)
    return false;
  return !movesForward(spec.renewTime, old.renewTime) || namesDeploymentPod(old.holderIdentity ?? "");
}

/**
 * Returns the way in which a write ends a lease term, or undefined if the write does not end the
 * lease term.
 */
function endOf(spec: LeaseSpec, old: LeaseSpec): "emptied" | "removed" | "shortened" | undefined {
  if (!spec.holderIdentity) return "emptied";
  if (spec.holderIdentity !== old.holderIdentity) return undefined;
  if (spec.leaseDurationSeconds === undefined) return "removed";
  return spec.leaseDurationSeconds < (old.leaseDurationSeconds ?? 0) ? "shortened" : undefined;
}
