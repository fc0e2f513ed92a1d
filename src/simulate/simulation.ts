import type { AdmissionRequest } from "../core/api/admission.ts";
import type { ShownError } from "../core/field/error.ts";
import { compareTexts } from "../core/text/compare-texts.ts";
import type { Finding, Verdict } from "../engine/validate/verdict.ts";
import type { FindingMode } from "../policy/policy.ts";
import { noUnreadableLines, type UnreadableLines } from "../recording/unreadable-lines.ts";
import { unguardedSeconds } from "../rules/shared/lease-term.ts";
import type { ShortLeases } from "./short-leases.ts";

export interface Outcome {
  /**
   * The strictest mode of the findings: `deny`, then `warn`, then `audit`. `none` without findings.
   */
  readonly mode: FindingMode | "none";
  /** The first finding of each rule. All findings of a rule in one review have the same mode. */
  readonly rules: ReadonlyMap<string, Finding>;
  readonly crashes: Verdict["crashes"];
}

/** A review with its outcome under the policy. */
export interface Replayed {
  readonly request: AdmissionRequest;
  readonly outcome: Outcome;
  /** True if the policy denies the write after all its dates. */
  readonly isEventuallyDenied: boolean;
  readonly before?: Outcome;
}

export interface Counts {
  deny: number;
  warn: number;
  audit: number;
}

export interface Example extends ShownError {
  readonly line: number;
  readonly operation: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly user: string;
}

export interface RuleTally extends Counts {
  readonly examples: Example[];
}

/**
 * The reviews for which a rule has the mode `before` under the baseline and the mode `after` under
 * the policy.
 */
export interface RuleChange {
  readonly rule: string;
  readonly before: FindingMode | "none";
  readonly after: FindingMode | "none";
  reviews: number;
  readonly examples: Example[];
}

/**
 * The numbers of reviews whose denials or warnings differ from those under the baseline. A review
 * counts once. If its denial changes, a change of its warning does not count.
 */
export interface Differences {
  newlyDenied: number;
  noLongerDenied: number;
  newlyWarned: number;
  noLongerWarned: number;
}

export interface Comparison extends Differences {
  readonly changes: Map<string, RuleChange>;
  readonly namespaces: Map<string, Differences>;
  readonly users: Map<string, Differences>;
}

/**
 * The outcomes of recorded reviews under a policy. Each line of the recording adds to them. The
 * lists and tables have maximum sizes.
 */
export interface Simulation {
  /** The file of the reviews, as given on the command line. */
  readonly file: string;
  reviews: number;
  /** The number of evaluated reviews whose user information names the pod of the client. */
  withPod: number;
  readonly shortLeases: ShortLeases;
  /**
   * The numbers of denied reviews, of reviews with a warning, and of reviews with audit annotations
   * only.
   */
  readonly outcomes: Counts;
  /** The number of reviews that the policy denies after all its dates. */
  deniedAfterDates: number;
  /** The number of reviews that lease-guard allows without validation. */
  skipped: number;
  /** The number of writes in an audit log that does not show their user and all their objects. */
  incomplete: number;
  readonly rules: Map<string, RuleTally>;
  readonly namespaces: Map<string, Counts>;
  readonly users: Map<string, Counts>;
  /** The lines without a valid review, except empty lines. */
  readonly unreadable: UnreadableLines;
  /** The line and the message of the first crash of each rule, by rule id. */
  readonly crashes: Map<string, { readonly line: number; readonly message: string }>;
  /** The differences from the outcomes under the baseline. */
  readonly comparison?: Comparison;
}

/**
 * Returns a simulation before its first line. `compare` is true if there is a baseline.
 * `clockSkewMs` is the clock skew allowance of the policy, in milliseconds.
 */
export function emptySimulation(file: string, compare: boolean, clockSkewMs: number): Simulation {
  return {
    file,
    reviews: 0,
    withPod: 0,
    shortLeases: { unguardedSeconds: unguardedSeconds(clockSkewMs), found: new Map() },
    outcomes: noCounts(),
    deniedAfterDates: 0,
    skipped: 0,
    incomplete: 0,
    rules: new Map(),
    namespaces: new Map(),
    users: new Map(),
    unreadable: noUnreadableLines(),
    crashes: new Map(),
    ...(compare && { comparison: { ...noDifferences(), changes: new Map(), namespaces: new Map(), users: new Map() } }),
  };
}

export function noCounts(): Counts {
  return { deny: 0, warn: 0, audit: 0 };
}

export function noDifferences(): Differences {
  return { newlyDenied: 0, noLongerDenied: 0, newlyWarned: 0, noLongerWarned: 0 };
}

/** Sorts by denials, then by warnings, then by audits, in descending order, and then by key. */
export function heaviestFirst<T extends Counts>(entries: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...entries].sort(
    ([a, one], [b, other]) =>
      other.deny - one.deny || other.warn - one.warn || other.audit - one.audit || compareTexts(a, b),
  );
}

/** Sorts by new denials, then by new warnings, then by those that no longer occur, then by key. */
export function mostDifferentFirst(
  entries: ReadonlyMap<string, Differences>,
): readonly (readonly [string, Differences])[] {
  return [...entries].sort(
    ([a, one], [b, other]) =>
      other.newlyDenied - one.newlyDenied ||
      other.newlyWarned - one.newlyWarned ||
      other.noLongerDenied - one.noLongerDenied ||
      other.noLongerWarned - one.noLongerWarned ||
      compareTexts(a, b),
  );
}

export function mostReviewsFirst({ changes }: Comparison): readonly RuleChange[] {
  return [...changes.values()].sort((a, b) => b.reviews - a.reviews || compareTexts(a.rule, b.rule));
}
