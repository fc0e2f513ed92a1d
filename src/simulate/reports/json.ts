import { jsonReport } from "../../report/json-report.ts";
import type { Report } from "../../report/report.ts";
import { type ShortLeases, shortLeasesOf } from "../short-leases.ts";
import {
  type Comparison,
  type Counts,
  heaviestFirst,
  mostDifferentFirst,
  mostReviewsFirst,
  type Simulation,
} from "../simulation.ts";

/** Formats a simulation as JSON. The schema is `schemas/report/v1alpha1/simulation.json`. */
export const simulationJson: Report<Simulation> = (simulation, { version }) => {
  const {
    reviews,
    withPod,
    shortLeases,
    outcomes,
    deniedAfterDates,
    skipped,
    incomplete,
    unreadable,
    rules,
    namespaces,
    users,
    crashes,
    comparison,
  } = simulation;
  return jsonReport("Simulation", {
    version,
    summary: {
      reviews,
      withPod,
      ...published(outcomes),
      deniedAfterDates,
      skipped,
      incomplete,
      unreadable: unreadable.lines,
    },
    shortLeases: publishedShort(shortLeases),
    rules: heaviestFirst(rules).map(([rule, tally]) => ({ rule, ...published(tally), examples: tally.examples })),
    namespaces: heaviestFirst(namespaces).map(([namespace, counts]) => ({ namespace, ...published(counts) })),
    users: heaviestFirst(users).map(([user, counts]) => ({ user, ...published(counts) })),
    unreadable: [...unreadable.errors].map(([message, { line, lines }]) => ({ line, message, lines })),
    ...(crashes.size > 0 && { crashes: [...crashes].map(([rule, crash]) => ({ rule, ...crash })) }),
    ...(comparison && { comparison: publishedComparison(comparison) }),
  });
};

const maxShownLeases = 100;

function publishedShort(shortLeases: ShortLeases) {
  const { unguardedSeconds } = shortLeases;
  const leases = shortLeasesOf(shortLeases);
  return { unguardedSeconds, count: leases.length, leases: leases.slice(0, maxShownLeases) };
}

function publishedComparison(comparison: Comparison) {
  return {
    ...comparison,
    changes: mostReviewsFirst(comparison),
    namespaces: mostDifferentFirst(comparison.namespaces).map(([namespace, differences]) => ({
      namespace,
      ...differences,
    })),
    users: mostDifferentFirst(comparison.users).map(([user, differences]) => ({ user, ...differences })),
  };
}

function published({ deny, warn, audit }: Counts) {
  return { denied: deny, warned: warn, audited: audit };
}
