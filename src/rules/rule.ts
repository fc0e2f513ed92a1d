import type { HubByKind, Kind } from "../core/api/coordination.ts";
import type { FieldError } from "../core/field/error.ts";
import type { View } from "./view.ts";

/**
 * A write: its operation, and the object before (`oldObject`) and after (`object`) the write. A
 * CREATE has no `oldObject`, and a DELETE has no `object`. `undecoded` contains the fields of the
 * stored object that do not decode, for which `oldObject` has replacements.
 */
export type Change<T> =
  | { readonly operation: "CREATE"; readonly object: T }
  | { readonly operation: "UPDATE"; readonly object: T; readonly oldObject: T; readonly undecoded?: readonly string[] }
  | { readonly operation: "DELETE"; readonly oldObject: T; readonly undecoded?: readonly string[] };

/** Returns the object of a write: the new object or, for a delete, the deleted object. */
export function objectOf<T>(change: Change<T>): T {
  return change.operation === "DELETE" ? change.oldObject : change.object;
}

/** Returns the field of a request that contains the object that `objectOf` returns. */
export function objectFieldOf(operation: string | undefined): "object" | "oldObject" {
  return operation === "DELETE" ? "oldObject" : "object";
}

export type ChangeOperation = Change<unknown>["operation"];

export const changeOperations: readonly ChangeOperation[] = ["CREATE", "UPDATE", "DELETE"];

/**
 * The parts of the writer's `authentication.k8s.io` UserInfo that rules read. If the name is
 * unknown, `username` is "".
 */
export interface UserInfo {
  readonly username: string;
  readonly groups: readonly string[];
  /** The data of a bound service account token, such as its pod and node. */
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/**
 * Users, by patterns for the name of a user or of a group. In a pattern, `*` matches any
 * characters.
 */
export type UserPatterns = { readonly users: readonly string[]; readonly groups: readonly string[] };

/** Users whose writes some rules do not report, such as the users who repair a cluster. */
export type Administrators = UserPatterns;

export interface Context {
  /** The time of the validation. Rules do not read a clock. */
  readonly now: Date;
  readonly user: UserInfo;
  /** True if kube-apiserver will not store the write. */
  readonly dryRun: boolean;
  /**
   * The objects that exist after the write. The value is undefined if only the objects of the write
   * are known, as in the webhook. Relation rules then abstain.
   */
  readonly view?: View | undefined;
}

/** The input of a rule in addition to the change. `P` is the type of the rule's parameters. */
export interface RuleContext<P = unknown> extends Context {
  readonly kind: Kind;
  /**
   * The maximum difference in milliseconds between a client's clock and the webhook's clock, in
   * either direction.
   */
  readonly clockSkewMs: number;
  /** The administrators in the policy. `isTrustedWriter` also trusts `fixedAdministrators`. */
  readonly administrators: Administrators;
  readonly parameters: P;
}

/** A directory below `src/rules` that contains rules, and the first part of their ids. */
export type RuleGroup = "metadata" | "lease" | "lease-candidate";

/**
 * The id of a rule. It is also the path of the files with the rule, its test, and its
 * documentation, relative to their directories and without an extension.
 */
export type RuleId = `${RuleGroup}/${string}`;

/** The source of a rule: kube-apiserver, the leader election protocol, or the operator. */
export const tiers = ["api", "protocol", "policy"] as const;

export type Tier = (typeof tiers)[number];

/**
 * The JSON Schema and the description of each parameter of a rule. `npm run generate` adds these
 * schemas to the schema of policies.
 */
export interface ParametersSchema<P> {
  readonly properties: { readonly [K in keyof P]-?: Readonly<Record<string, unknown>> };
  /** The parameters that every setting with the field `parameters` must contain. */
  readonly required?: readonly (keyof P & string)[];
  /**
   * Returns a parameter that contradicts another parameter, or undefined if there is none. A JSON
   * Schema cannot compare parameters. `detail` states what the parameter must be.
   */
  readonly conflict?: (parameters: P) => { readonly parameter: keyof P & string; readonly detail: string } | undefined;
}

interface RuleFacts<K extends Kind, O extends ChangeOperation> {
  readonly id: RuleId;
  readonly tier: Tier;
  /** A sentence with "must" that describes the requirement. */
  readonly description: string;
  readonly kinds: readonly K[];
  readonly operations: readonly O[];
  /**
   * The strictest mode that a profile sets for a rule of tier protocol, by default `deny`. If
   * legitimate clients can trigger the rule, the value is `warn`. If a write of a legitimate client
   * looks the same as a harmful write, the value is `audit`.
   */
  readonly atMost?: "warn" | "audit";
  /**
   * True if the rule also reports plain renewals. A rule of tier `api` reports plain renewals
   * without this field. With `manifests/base`, kube-apiserver does not send plain renewals to the
   * webhook.
   */
  readonly plainRenewals?: true;
  /**
   * True if the rule needs the writer or the time of a write. Both are unknown for a stored object,
   * so `audit` does not run the rule.
   */
  readonly needsWrite?: true;
  /** True if the rule limits the writers, and therefore reports no write by an administrator. */
  readonly exemptsAdministrators?: true;
  /** The namespaces of all objects that the rule protects, if it protects no other objects. */
  readonly namespaces?: readonly string[];
}

export type ChangeOf<K extends Kind, O extends ChangeOperation> = Extract<
  Change<HubByKind[K]>,
  { readonly operation: O }
>;

interface RuleDefinition<K extends Kind, O extends ChangeOperation, P> extends RuleFacts<K, O> {
  /**
   * The parameters of a rule of tier policy. Without parameters in the policy, such a rule is off.
   */
  readonly parameters?: ParametersSchema<P>;
  /**
   * Returns the errors of a write. A rule about list items uses `itemErrors`, because a review of 7
   * MiB can contain a million wrong items. Returns no errors for malformed values, because another
   * rule reports these values.
   */
  readonly check: (change: ChangeOf<K, O>, context: RuleContext<P> & { readonly kind: K }) => Iterable<FieldError>;
}

interface RelationRuleDefinition<K extends Kind, O extends ChangeOperation> extends RuleFacts<K, O> {
  readonly tier: "protocol";
  /**
   * Returns the errors of a write, compared with the objects in the view. Returns undefined if the
   * rule abstains, because the view lacks an object or contains one that was read too long ago.
   */
  readonly check: (change: ChangeOf<K, O>, context: RelationContext) => Iterable<FieldError> | undefined;
}

export interface RelationContext extends RuleContext {
  readonly view: View;
}

/**
 * A rule of any kind and operation. Callers must pass to `check` only the changes and parameters
 * that the rule declares, and a view if the rule is a relation rule.
 */
export interface Rule extends RuleFacts<Kind, ChangeOperation> {
  readonly parameters?: ParametersSchema<Readonly<Record<string, unknown>>>;
  readonly isRelation?: true;
  /** Returns the errors of a write, or undefined if a relation rule abstains. */
  readonly check: (change: Change<HubByKind[Kind]>, context: RuleContext) => Iterable<FieldError> | undefined;
}

/**
 * Returns the rule without the types of its kinds, operations, and parameters, so that all rules
 * fit one list. The compiler checks `check` against these types.
 */
export function defineRule<const K extends Kind, const O extends ChangeOperation, P>(
  definition: RuleDefinition<K, O, P>,
): Rule {
  return definition as unknown as Rule;
}

/** Defines a relation rule, which compares the object of a write with other objects in the view. */
export function defineRelationRule<const K extends Kind, const O extends ChangeOperation>(
  definition: RelationRuleDefinition<K, O>,
): Rule {
  return { ...definition, isRelation: true } as unknown as Rule;
}

/** Returns the given schema of a rule's parameters with its type `P`. */
export function parametersOf<P>(schema: ParametersSchema<P>): ParametersSchema<P> {
  return schema;
}
