import { distinctTexts } from "../core/text/compare-texts.ts";
import { earlier, later } from "../core/text/earlier.ts";
import { pluralize } from "../core/text/pluralize.ts";
import { groupBy } from "../report/group-by.ts";
import type { Administrators } from "../rules/rule.ts";
import { daysOf } from "./evidence.ts";
import type { LearnedEntry, LearnedScope } from "./learned-entry.ts";
import type { ScopeSettings } from "./learned-scopes.ts";
import type { ObjectTally } from "./object-tally.ts";
import { canBePattern } from "./pattern-text.ts";
import { writerRole } from "./writer-role.ts";

interface Candidacy {
  readonly namespace: string;
  readonly leaseName: string;
  readonly user: string;
  readonly creates: number;
  readonly first: Date;
  readonly last: Date;
}

/**
 * Returns a scope for each namespace for which the source shows the creators of LeaseCandidates.
 * The parameters of the scope list the users that can create LeaseCandidates for each Lease. The
 * scope matches every name of a LeaseCandidate, because this name changes at each rollout.
 */
export function candidateScopes(
  objects: readonly ObjectTally[],
  settings: ScopeSettings,
): readonly LearnedEntry<LearnedScope>[] {
  const all = objects.flatMap((object) => candidaciesOf(object, settings.administrators));
  return [...groupBy(all, ({ namespace }) => namespace)].map(([namespace, some]) => {
    const leases = [...groupBy(some, ({ leaseName }) => leaseName)].map(([leaseName, candidacies]) => ({
      names: [leaseName],
      users: distinctTexts(candidacies.map(({ user }) => user)),
    }));
    const creates = some.reduce((sum, candidacy) => sum + candidacy.creates, 0);
    const [first, last] = [some.map((one) => one.first).reduce(earlier), some.map((one) => one.last).reduce(later)];
    const value = {
      match: { namespaces: [namespace] },
      mode: "deny",
      warnUntil: settings.warnUntil,
      parameters: { leases },
    } as const;
    return { comment: `${pluralize(creates, "create")} of candidates ${daysOf({ first, last })}`, value };
  });
}

function candidaciesOf(object: ObjectTally, administrators: Administrators): readonly Candidacy[] {
  const { namespace, first, last } = object;
  return [...object.writers.values()].flatMap((writer) => {
    const { username } = writer.user;
    // A client creates a LeaseCandidate only once, so a few creates do not make it a rare writer.
    const role = writerRole(object, writer, administrators);
    const isKnown = role !== "administrator" && (role === "regular" || writer.objections.size === 0);
    if (!canBePattern(username) || !isKnown) return [];
    const known = [...writer.candidacies].filter(([leaseName]) => canBePattern(leaseName));
    return known.map(([leaseName, creates]) => ({ namespace, leaseName, user: username, creates, first, last }));
  });
}
