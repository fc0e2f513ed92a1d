import { type AllowedCandidates, candidateLaws } from "./candidate-laws.ts";
import { holderLaws } from "./holder-laws.ts";
import type { Deed, Laws } from "./law.ts";
import { type LeaseParameters, leaseLaws } from "./lease-laws.ts";
import { type MetadataParameters, metadataLaws } from "./metadata-laws.ts";
import { userOf } from "./users.ts";
import { type Candidate, candidateOf, type Lease, leaseOf, type Write } from "./write.ts";

export interface Parameters extends LeaseParameters, MetadataParameters {
  readonly candidates: readonly AllowedCandidates[];
}

/** The rules of a kind, and which of them report a write. */
export interface Model {
  readonly ids: readonly string[];
  readonly reports: (write: Write) => readonly string[];
}

/**
 * Returns the laws of all rules that act on a single write, written from the pages of the rules and
 * from the sources of Kubernetes. They share no code with src/rules.
 */
export function modelOf(parameters: Parameters): Model {
  const metadata = metadataLaws(parameters);
  const lease: Laws<Lease> = { ...leaseLaws(parameters), ...holderLaws, ...metadata };
  const candidate: Laws<Candidate> = { ...candidateLaws(parameters.candidates), ...metadata };
  const byKind = { Lease: Object.entries(lease), LeaseCandidate: Object.entries(candidate) };
  return {
    ids: [...new Set([...Object.keys(lease), ...Object.keys(candidate)])],
    reports: (write) => {
      const user = userOf(write);
      const now = Date.parse(write.now);
      const { operation, object, oldObject } = write;
      const deed = <T>(read: (draft: NonNullable<Write["object"]>) => T): Deed<T> => ({
        operation,
        object: object && read(object),
        old: oldObject && read(oldObject),
        user,
        now,
      });
      return write.kind === "Lease"
        ? reporting(byKind.Lease, deed(leaseOf))
        : reporting(byKind.LeaseCandidate, deed(candidateOf));
    },
  };
}

function reporting<T>(laws: readonly (readonly [string, Laws<T>[string]])[], deed: Deed<T>): readonly string[] {
  return laws.flatMap(([id, law]) => (law(deed) ? [id] : [])).toSorted();
}
