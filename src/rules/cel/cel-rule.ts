import type { Kind } from "../../core/api/coordination.ts";
import type { ExportVersion } from "../../core/api/kubernetes-version.ts";
import type { Administrators, ChangeOperation } from "../rule.ts";

/**
 * A finding that a rule reports for a write if a condition in the Common Expression Language (CEL)
 * is true.
 */
export interface CelFinding {
  /** The path of the field that the finding is about, such as `spec.holderIdentity`. */
  readonly field: string;
  /** The requirement for the field. By default, the description of the rule. */
  readonly detail?: string;
  /** The operations to which the condition applies. By default, the operations of the rule. */
  readonly operations?: readonly ChangeOperation[];
  /**
   * An expression of type bool that is true if the rule reports the write. If the expression joins
   * conditions with `&&`, the cheap ones can also become part of a match condition.
   */
  readonly reports: string;
}

/** A variable of a ValidatingAdmissionPolicy, which expressions read as `variables.NAME`. */
export interface CelVariable {
  readonly name: string;
  readonly expression: string;
}

/** A variable that the CEL rules of lease-guard read. */
export interface CelDefinedVariable extends CelVariable {
  /**
   * True if an export writes the expression itself instead of `variables.NAME`. The declaration of
   * a variable costs kube-apiserver more than a few comparisons, even if no expression reads the
   * variable.
   */
  readonly isInlined?: true;
  /**
   * True if a match condition can contain the expression, which must be cheap and must not fail. A
   * match condition cannot read variables.
   */
  readonly isCheap?: true;
}

export interface CelContext<P = unknown> {
  readonly kind: Kind;
  readonly parameters: P;
  /**
   * The maximum difference between a client's clock and the clock of kube-apiserver, in
   * microseconds.
   */
  readonly clockSkewMicros: number;
}

export interface CelSettings extends Pick<CelContext, "clockSkewMicros"> {
  /** The administrators in the policy. The variables add the administrators under every policy. */
  readonly administrators: Administrators;
}

/**
 * A phrase for the writes that a rule does not report because managedFields does not contain their
 * time.
 */
export const withoutTime = "a write that only removes fields, because its time is unknown";

/**
 * The maximum length of an identity that a rule matches with expressions, in characters. A longer
 * identity could exceed the cost that kube-apiserver allows. Rules about the names of pods use
 * `longestIdentity` instead, because their expressions cost less.
 */
export const longestMatched = 512;

/**
 * The maximum length of an identity that a rule compares with the patterns of a policy, in
 * characters. The rule reports every longer identity, because the policy must not allow an identity
 * that the rule did not compare.
 */
export const longestCompared = 4096;

export const withLongIdentity: string = `identities of more than ${longestMatched} characters`;

export interface CelRule<P = unknown> {
  /**
   * The first Kubernetes version that can evaluate the rule. The default is `oldestExportVersion`.
   */
  readonly since?: ExportVersion;
  /**
   * The kind of the other objects that a relation rule reads as `params`. kube-apiserver evaluates
   * the rule once for each object of this kind in the namespace of the write.
   */
  readonly params?: Kind;
  /** The writes that the rule reports only outside CEL, each as a phrase. */
  readonly unseen?: readonly string[];
  /** Returns the conditions of the rule. The expressions read the variables in `celVariables`. */
  readonly findings: (context: CelContext<P>) => readonly CelFinding[];
}

export interface NoCel {
  readonly noCel: string;
}

export const deletionHasNoTime: NoCel = { noCel: "the time of a deletion is unknown" };

export const metadataHasNoTime: NoCel = { noCel: "the time of a write that changes only metadata is unknown" };

export const needsAllCandidates: NoCel = {
  noCel: "kube-apiserver evaluates each LeaseCandidate alone, and the rule needs all LeaseCandidates",
};

/** A rule in CEL whose parameters can have any type, or the reason why there is none. */
export type CelDefinition = CelRule<Readonly<Record<string, unknown>>> | NoCel;

/** Returns the rule without the type of its parameters, so that all rules fit one map. */
export function defineCel<P>(definition: CelRule<P>): CelDefinition {
  return definition as unknown as CelDefinition;
}

/** Returns a CEL rule with one finding, which needs neither parameters nor the clock skew. */
export function celFinding(field: string, reports: string, rest: Omit<CelRule, "findings"> = {}): CelDefinition {
  return defineCel({ ...rest, findings: () => [{ field, reports }] });
}
