import type { AdmissionRequest } from "../../api/admission.ts";
import type { FindingMode } from "../../policy/policy.ts";
import { compareTexts } from "../../text/compare-texts.ts";
import type { Finding } from "../../validate/verdict.ts";

/** The outcome of a verdict. */
export interface Outcome {
  /** The highest mode of its findings. */
  readonly mode: FindingMode | "none";
  /** The first finding of each rule; all findings of a rule in one verdict have the same mode. */
  readonly rules: ReadonlyMap<string, Finding>;
}

/** A review with its outcome under the policy and, if there is one, under the baseline. */
export interface Replayed {
  readonly request: AdmissionRequest;
  readonly outcome: Outcome;
  readonly before?: Outcome;
}

/** Reviews by outcome. */
export interface Counts {
  deny: number;
  warn: number;
  audit: number;
}

/** A write with a finding of a rule. */
export interface Example {
  readonly line: number;
  readonly operation: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly user: string;
  readonly field: string;
  readonly message: string;
}

/** The reviews in which a rule has a finding. */
export interface RuleTally extends Counts {
  /** The first ones. */
  readonly examples: Example[];
}

/** The reviews for which a rule has one mode under the baseline and another under the policy. */
export interface RuleChange {
  readonly rule: string;
  readonly before: FindingMode | "none";
  readonly after: FindingMode | "none";
  reviews: number;
  /** The first ones. */
  readonly examples: Example[];
}

/** How the outcomes of a policy differ from those of its baseline. */
export interface Comparison {
  newlyDenied: number;
  noLongerDenied: number;
  newlyWarned: number;
  noLongerWarned: number;
  readonly changes: Map<string, RuleChange>;
}

/** The outcomes of recorded reviews under a policy; it grows with each line, up to fixed limits. */
export interface Simulation {
  /** The file of the reviews, as given on the command line. */
  readonly file: string;
  /** Evaluated reviews. */
  reviews: number;
  /** Evaluated reviews that contain the pod of their writer. */
  withPod: number;
  /** Denied reviews, reviews allowed with a warning, and reviews with audit annotations only. */
  readonly outcomes: Counts;
  /** Reviews of other kinds. */
  skipped: number;
  readonly rules: Map<string, RuleTally>;
  readonly namespaces: Map<string, Counts>;
  readonly users: Map<string, Counts>;
  /** Lines without a review. */
  unreadable: number;
  /** The first of these lines. */
  readonly firstUnreadable: { readonly line: number; readonly message: string }[];
  /** Absent without a baseline. */
  readonly comparison?: Comparison;
}

/** A simulation before its first line; `compare` is true if there is a baseline. */
export function emptySimulation(file: string, compare: boolean): Simulation {
  return {
    file,
    reviews: 0,
    withPod: 0,
    outcomes: noCounts(),
    skipped: 0,
    rules: new Map(),
    namespaces: new Map(),
    users: new Map(),
    unreadable: 0,
    firstUnreadable: [],
    ...(compare && { comparison: { newlyDenied: 0, noLongerDenied: 0, newlyWarned: 0, noLongerWarned: 0, changes: new Map() } }),
  };
}

/** Counts at 0. */
export function noCounts(): Counts {
  return { deny: 0, warn: 0, audit: 0 };
}

/** Entries with the most denials first; entries with equal counts are in code-unit order. */
export function heaviestFirst<T extends Counts>(entries: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...entries].sort(
    ([a, one], [b, other]) => other.deny - one.deny || other.warn - one.warn || other.audit - one.audit || compareTexts(a, b),
  );
}

/**
 * Changes with the most reviews first; changes with equal counts are in the order of their rules.
 */
export function mostReviewsFirst({ changes }: Comparison): readonly RuleChange[] {
  return [...changes.values()].sort((a, b) => b.reviews - a.reviews || compareTexts(a.rule, b.rule));
}
