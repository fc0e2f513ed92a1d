import type { FindingMode } from "../../policy/policy.ts";

/** Reviews by what came of them. */
export interface Counts {
  deny: number;
  warn: number;
  audit: number;
}

/** A write that a rule spoke of. */
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

/** What a rule did. */
export interface RuleTally extends Counts {
  /** The first. */
  readonly examples: Example[];
}

/** A rule that does something else with a write than it did. */
export interface RuleChange {
  readonly rule: string;
  readonly before: FindingMode | "none";
  readonly after: FindingMode | "none";
  reviews: number;
  /** The first. */
  readonly examples: Example[];
}

/** How one policy differs from another: reviews, and rules by what they did before and do now. */
export interface Comparison {
  newlyDenied: number;
  noLongerDenied: number;
  newlyWarned: number;
  noLongerWarned: number;
  readonly changes: Map<string, RuleChange>;
}

/** What a policy would have made of recorded reviews; it grows while they are read, but never beyond what it may. */
export interface Simulation {
  /** Judged. */
  reviews: number;
  /** Reviews refused; let through with a warning; let through with no more than a note in the audit log. */
  readonly outcomes: Counts;
  /** Reviews of kinds that are none of ours. */
  skipped: number;
  readonly rules: Map<string, RuleTally>;
  readonly namespaces: Map<string, Counts>;
  readonly users: Map<string, Counts>;
  /** Lines that hold no review, and the first of them. */
  unreadable: number;
  readonly firstUnreadable: { readonly line: number; readonly message: string }[];
  readonly comparison?: Comparison;
}

/** Nothing read yet; `compare` where there is another policy. */
export function emptySimulation(compare: boolean): Simulation {
  return {
    reviews: 0,
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

export function noCounts(): Counts {
  return { deny: 0, warn: 0, audit: 0 };
}
