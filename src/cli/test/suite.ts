import type { FindingMode, Policy } from "../../policy/policy.ts";
import type { Position } from "../../text/position.ts";
import type { Submission } from "../../validate/submission.ts";
import type { Finding } from "../../validate/verdict.ts";

/** A policy, and cases with the findings that writes must have under this policy. */
export interface Suite {
  readonly policy: Policy;
  readonly cases: readonly Case[];
}

/** One write, and the findings that the write must have. */
export interface Case {
  readonly name: string;
  /** The position of the expectation. */
  readonly position: Position;
  readonly submission: Submission;
  readonly expectation: Expectation;
}

/**
 * The findings that a write must have, by mode. If a mode is absent, the write may have any
 * findings of this mode.
 */
export type Expectation = ReadonlyMap<FindingMode, readonly ExpectedFinding[]>;

/** A rule that must report a finding. If `field` is absent, the finding can be at any field. */
export interface ExpectedFinding {
  readonly rule: Finding["origin"];
  /** The field path as Kubernetes prints it. */
  readonly field?: string;
}
