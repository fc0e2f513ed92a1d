import type { ServedVersion } from "../../api/served-versions.ts";
import type { FindingMode, Policy } from "../../policy/policy.ts";
import type { Change, Context, RuleId } from "../../rules/rule.ts";
import type { SchemaOrigin } from "../../schema/to-field-error.ts";
import type { Position } from "../../text/position.ts";

/** A rule that is to speak, at whatever field where none is named. */
export interface ExpectedFinding {
  readonly rule: RuleId | SchemaOrigin;
  /** The field path as Kubernetes prints it. */
  readonly field?: string;
}

/** All findings that a write is to have, by mode; of a mode that is not there any will do. */
export type Expectation = ReadonlyMap<FindingMode, readonly ExpectedFinding[]>;

/** One write, and what is to come of it. */
export interface Case {
  readonly name: string;
  /** Where the expectation stands. */
  readonly position: Position;
  readonly served: ServedVersion;
  readonly change: Change<unknown>;
  readonly context: Context;
  readonly expectation: Expectation;
}

/** A policy, and what is to come of writes under it. */
export interface Suite {
  readonly policy: Policy;
  readonly cases: readonly Case[];
}

/** What keeps a suite from being run, and where it stands. */
export interface SuiteFault extends Position {
  readonly message: string;
}
