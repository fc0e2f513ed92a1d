import { namespaceClasses } from "./known-namespaces.ts";
import type { MatchedWrites } from "./lease-reach.ts";

/** Returns a phrase such as `creates and updates of Leases in kube-system and other namespaces`. */
export function reachText(writes: readonly MatchedWrites[]): string {
  const has = (pick: (write: MatchedWrites) => boolean) => writes.some(pick);
  const operations = [
    has(({ operation }) => operation === "CREATE") ? "creates" : "",
    has(({ operation }) => operation === "UPDATE") ? "updates" : "",
    has(({ operation }) => operation === "DELETE") ? "deletes" : "",
  ];
  const kinds = [
    has(({ kind }) => kind === "Lease") ? "Leases" : "",
    has(({ kind }) => kind === "LeaseCandidate") ? "LeaseCandidates" : "",
  ];
  const classes = namespaceClasses.filter((namespaceClass) => has((write) => write.namespaceClass === namespaceClass));
  return `${phrase(operations)} of ${phrase(kinds)} in ${phrase(classes.map((name) => (name === "other" ? "other namespaces" : name)))}`;
}

/** Joins words, such as `a, b, and c`. Leaves out empty words. */
export function phrase(words: readonly string[]): string {
  const shown = words.filter((word) => word !== "");
  if (shown.length < 3) return shown.join(" and ");
  return `${shown.slice(0, -1).join(", ")}, and ${shown.at(-1)}`;
}
