import type { HubByKind, Kind } from "../api/coordination.ts";
import type { FieldError } from "../field/error.ts";

/**
 * One write, with the objects that its operation has: no oldObject on CREATE, no object on DELETE.
 */
export type Change<T> =
  | { readonly operation: "CREATE"; readonly object: T }
  | { readonly operation: "UPDATE"; readonly object: T; readonly oldObject: T }
  | { readonly operation: "DELETE"; readonly oldObject: T };

/** The operations that rules validate. */
export type ChangeOperation = Change<unknown>["operation"];

/** The known part of the `authentication.k8s.io` UserInfo of the writer; an unknown name is "". */
export interface UserInfo {
  readonly username: string;
  readonly groups: readonly string[];
  /** Contains the pod and the node of a bound service account token; undefined if unknown. */
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/**
 * The users who repair a cluster, in addition to system:masters and kube-apiserver: patterns of
 * user names and of groups, in which `*` matches any characters.
 */
export interface Administrators {
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** The facts about a write that its objects do not contain. */
export interface Context {
  /** The time of the validation, because rules have no clock of their own. */
  readonly now: Date;
  readonly user: UserInfo;
  /** True if the write will not be stored. */
  readonly dryRun: boolean;
}

/** The input of a rule next to the change; `P` is the type of the parameters that it declares. */
export interface RuleContext<P = unknown> extends Context {
  readonly kind: Kind;
  /**
   * How far a client's clock may differ from the server's, in either direction, in milliseconds.
   */
  readonly clockSkewMs: number;
  /** The users that rules about writers allow everything. */
  readonly administrators: Administrators;
  readonly parameters: P;
}

/** The name of a rule, which is also the path of its file, its test, and its page. */
export type RuleId = `${"metadata" | "lease" | "lease-candidate"}/${string}`;

/**
 * The source of a rule: kube-apiserver's validation, the leader election protocol, or the
 * operator's policy.
 */
export type Tier = "api" | "protocol" | "policy";

/**
 * A JSON Schema with a description for each parameter of a rule; the schema of policies is
 * generated from it.
 */
export interface ParametersSchema<P> {
  readonly properties: { readonly [K in keyof P]-?: Readonly<Record<string, unknown>> };
  /** The parameters that must be set wherever any is. */
  readonly required?: readonly (keyof P & string)[];
  /** Finds what a schema cannot: a parameter that contradicts the others, and what it must be. */
  readonly conflict?: (parameters: P) => { readonly parameter: keyof P & string; readonly detail: string } | undefined;
}

interface RuleFacts<K extends Kind, O extends ChangeOperation> {
  readonly id: RuleId;
  readonly tier: Tier;
  /** One sentence with "must". */
  readonly description: string;
  readonly kinds: readonly K[];
  readonly operations: readonly O[];
  /**
   * `warn` if the profile `strict` must not deny, because legitimate clients can trigger the rule.
   */
  readonly strict?: "warn";
  /** True if the rule also reports plain renewals, which `manifests/base` does not send. */
  readonly plainRenewals?: true;
  /** The namespace of the objects that the rule protects, if it is only one. */
  readonly namespace?: string;
}

/** A change of these kinds by these operations. */
type Selected<K extends Kind, O extends ChangeOperation> = Extract<Change<HubByKind[K]>, { readonly operation: O }>;

interface RuleDefinition<K extends Kind, O extends ChangeOperation, P> extends RuleFacts<K, O> {
  /** Only for rules of tier policy, which are off without parameters. */
  readonly parameters?: ParametersSchema<P>;
  /**
   * Returns every error: as a list, or as `itemErrors` if a review of 7 MiB has room for a million.
   * Returns nothing for malformed input, which another rule reports.
   */
  readonly check: (change: Selected<K, O>, context: RuleContext<P> & { readonly kind: K }) => Iterable<FieldError>;
}

/**
 * A rule for any kind and operation; only changes and parameters that it declares are passed to
 * `check`.
 */
export interface Rule extends RuleFacts<Kind, ChangeOperation> {
  readonly parameters?: ParametersSchema<Readonly<Record<string, unknown>>>;
  readonly check: (change: Change<HubByKind[Kind]>, context: RuleContext) => Iterable<FieldError>;
}

/**
 * Types `check` by the declared kinds, operations and parameters, then hides those types so that
 * all rules fit one list.
 */
export function defineRule<const K extends Kind, const O extends ChangeOperation, P>(definition: RuleDefinition<K, O, P>): Rule {
  return definition as unknown as Rule;
}

/** Types the parameters of a rule, from which `defineRule` types its context. */
export function parametersOf<P>(schema: ParametersSchema<P>): ParametersSchema<P> {
  return schema;
}
