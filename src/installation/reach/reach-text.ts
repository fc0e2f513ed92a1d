import { joinWords } from "../../core/text/join-words.ts";
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
  return `${joinWords(operations)} of ${joinWords(kinds)} in ${joinWords(classes.map((name) => (name === "other" ? "other namespaces" : name)))}`;
}

/** Returns the end of a message about matched writes, which names what is unknown. */
export function doubtText(writes: readonly MatchedWrites[], unknown: string): string {
  return writes.some(({ isCertain }) => isCertain) ? "" : `; unknown: ${unknown} can exclude these writes`;
}
