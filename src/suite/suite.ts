import type { Position } from "../core/text/position.ts";
import type { Submission } from "../engine/validate/submission.ts";
import type { Finding } from "../engine/validate/verdict.ts";
import type { FindingMode, Policy } from "../policy/policy.ts";

export interface Suite {
  readonly policy: Policy;
  readonly cases: readonly Case[];
}

export interface Case {
  readonly name: string;
  /** The position of `expect` in the suite. */
  readonly position: Position;
  readonly submission: Submission;
  readonly expectation: Expectation;
}

/** The mode of a finding, or `abstain` for a relation rule that cannot decide. */
export type ExpectedOutcome = FindingMode | "abstain";

/**
 * The expected findings of a write, by outcome. If a mode is absent, the write can have any
 * findings of this mode. If `abstain` is absent, any relation rule can abstain.
 */
export type Expectation = ReadonlyMap<ExpectedOutcome, readonly ExpectedFinding[]>;

/** An expected finding of a rule. If `field` is absent, the finding can be at any field. */
export interface ExpectedFinding {
  readonly rule: Finding["origin"];
  /** The field path as Kubernetes prints it. */
  readonly field?: string;
}
