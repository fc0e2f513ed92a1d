import type { LeaseSpec } from "../../api/coordination.ts";
import { type FieldError, forbidden } from "../../field/error.ts";
import type { ChangeOf, RuleContext } from "../rule.ts";
import { isNodeLease, isPerson, isTrustedWriter } from "./identities.ts";
import { heldUntil, movesForward } from "./lease-term.ts";
import { namesDeploymentPod, writerPod } from "./pod-names.ts";

/** What a writer that ends a lease term can do instead. */
interface Remedies {
  /** For a write that empties holderIdentity. */
  readonly release: string;
  /** For a write that shortens or removes leaseDurationSeconds. */
  readonly duration: string;
}

/**
 * Reports a write that ends a lease term before it expires: it empties the holder, or it shortens
 * or removes the duration. A takeover by another holder is not reported.
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
 * Reports whether a person writes a lease, and not a program that is probably the holder itself. A
 * client with a certificate can be the holder, and then it writes a later renewTime. It is another
 * client if the holder is a pod of a Deployment.
 */
export function isWrittenByPerson(
  { object: { metadata, spec }, oldObject: { spec: old } }: ChangeOf<"Lease", "UPDATE">,
  context: RuleContext,
): boolean {
  const { user } = context;
  if (!isPerson(user) || isTrustedWriter(context) || isNodeLease(metadata) || writerPod(user) !== undefined) return false;
  return !movesForward(spec.renewTime, old.renewTime) || namesDeploymentPod(old.holderIdentity ?? "");
}

/** How a write ends a lease term, or undefined if it does not. */
function endOf(spec: LeaseSpec, old: LeaseSpec): "emptied" | "removed" | "shortened" | undefined {
  if (!spec.holderIdentity) return "emptied";
  if (spec.holderIdentity !== old.holderIdentity) return undefined;
  if (spec.leaseDurationSeconds === undefined) return "removed";
  return spec.leaseDurationSeconds < (old.leaseDurationSeconds ?? 0) ? "shortened" : undefined;
}
