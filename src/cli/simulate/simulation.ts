import type { AdmissionRequest } from "../../api/admission.ts";
import type { ShownError } from "../../field/error.ts";
import type { FindingMode } from "../../policy/policy.ts";
import { unguardedSeconds } from "../../rules/shared/lease-term.ts";
import { compareTexts } from "../../text/compare-texts.ts";
import type { Finding, Verdict } from "../../validate/verdict.ts";
import type { ShortLeases } from "./short-leases.ts";

/** The outcome of one review under one policy. */
export interface Outcome {
  /**
   * The strictest mode of the findings: `deny`, then `warn`, then `audit`. `none` without findings.
   */
  readonly mode: FindingMode | "none";
  /** The first finding of each rule. All findings of a rule in one review have the same mode. */
  readonly rules: ReadonlyMap<string, Finding>;
  /** The rules that crashed and therefore reported nothing. */
  readonly crashes: Verdict["crashes"];
}

/**
 * A review with its outcome under the policy. `before` is its outcome under the baseline, if there
 * is one.
 */
export interface Replayed {
  readonly request: AdmissionRequest;
  readonly outcome: Outcome;
  readonly before?: Outcome;
}

/** The numbers of reviews with each outcome except `none`. */
export interface Counts {
  deny: number;
  warn: number;
  audit: number;
}

/** A write for which a rule reports a finding. */
export interface Example extends ShownError {
  readonly line: number;
  readonly operation: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly user: string;
}

/** The numbers of reviews in which a rule reports a finding, by mode. */
export interface RuleTally extends Counts {
  /** The first findings of the rule. */
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
  /** The first reviews with this change. */
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

/** The differences between the outcomes under a policy and under its baseline. */
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
  /** The number of evaluated reviews. */
  reviews: number;
  /** The number of evaluated reviews whose user information names the pod of the client. */
  withPod: number;
  readonly shortLeases: ShortLeases;
  /**
   * The numbers of denied reviews, of reviews with a warning, and of reviews with audit annotations
   * only.
   */
  readonly outcomes: Counts;
  /** The number of reviews that lease-guard allows without validation. */
  skipped: number;
  /** The number of writes in an audit log that does not show their user and all their objects. */
  incomplete: number;
  readonly rules: Map<string, RuleTally>;
  readonly namespaces: Map<string, Counts>;
  readonly users: Map<string, Counts>;
  /** The number of lines without a valid review, except empty lines. */
  unreadable: number;
  /** The first lines without a valid review. */
  readonly firstUnreadable: { readonly line: number; readonly message: string }[];
  /** The line and the message of the first crash of each rule, by rule id. */
  readonly crashes: Map<string, { readonly line: number; readonly message: string }>;
  /**
   * The differences from the outcomes under the baseline. If there is no baseline, the field is
   * absent.
   */
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
    skipped: 0,
    incomplete: 0,
    rules: new Map(),
    namespaces: new Map(),
    users: new Map(),
    unreadable: 0,
    firstUnreadable: [],
    crashes: new Map(),
    ...(compare && { comparison: { ...noDifferences(), changes: new Map(), namespaces: new Map(), users: new Map() } }),
  };
}

/** Returns counts that are all 0. */
export function noCounts(): Counts {
  return { deny: 0, warn: 0, audit: 0 };
}

/** Returns differences that are all 0. */
export function noDifferences(): Differences {
  return { newlyDenied: 0, noLongerDenied: 0, newlyWarned: 0, noLongerWarned: 0 };
}

/**
 * Sorts entries by their denials, then by their warnings, then by their audits, in descending
 * order. Entries with equal counts are in code-unit order of their keys.
 */
export function heaviestFirst<T extends Counts>(entries: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...entries].sort(
    ([a, one], [b, other]) => other.deny - one.deny || other.warn - one.warn || other.audit - one.audit || compareTexts(a, b),
  );
}

/**
 * Sorts entries by their differences, in descending order: first by new denials, then by new
 * warnings, then by denials and warnings that no longer occur. Entries with equal differences are
 * in code-unit order of their keys.
 */
export function mostDifferentFirst(entries: ReadonlyMap<string, Differences>): readonly (readonly [string, Differences])[] {
  return [...entries].sort(
    ([a, one], [b, other]) =>
      other.newlyDenied - one.newlyDenied ||
      other.newlyWarned - one.newlyWarned ||
      other.noLongerDenied - one.noLongerDenied ||
      other.noLongerWarned - one.noLongerWarned ||
      compareTexts(a, b),
  );
}

/**
 * Sorts changes by their number of reviews, in descending order. Changes with equal numbers are in
 * code-unit order of their rule ids.
 */
export function mostReviewsFirst({ changes }: Comparison): readonly RuleChange[] {
  return [...changes.values()].sort((a, b) => b.reviews - a.reviews || compareTexts(a.rule, b.rule));
}
