import type { FindingMode, Policy } from "../../policy/policy.ts";
import type { RuleId } from "../../rules/rule.ts";
import type { SchemaOrigin } from "../../schema/to-field-error.ts";
import type { Position } from "../../text/position.ts";
import type { Submission } from "../../validate/submission.ts";

/** A policy, and the findings that writes must have under it. */
export interface Suite {
  readonly policy: Policy;
  readonly cases: readonly Case[];
}

/** One write, and the findings that it must have. */
export interface Case {
  readonly name: string;
  /** The position of the expectation. */
  readonly position: Position;
  readonly submission: Submission;
  readonly expectation: Expectation;
}

/** The findings that a write must have, by mode; a mode that is absent may have any. */
export type Expectation = ReadonlyMap<FindingMode, readonly ExpectedFinding[]>;

/** A rule that must report, at any field if none is named. */
export interface ExpectedFinding {
  readonly rule: RuleId | SchemaOrigin;
  /** The field path as Kubernetes prints it. */
  readonly field?: string;
}
