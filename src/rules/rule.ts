import type { HubByKind, Kind } from "../api/coordination.ts";
import type { FieldError } from "../field/error.ts";

/** One write. What exists of it depends on the operation: there is no oldObject on CREATE and no object on DELETE. */
export type Change<T> =
  | { readonly operation: "CREATE"; readonly object: T }
  | { readonly operation: "UPDATE"; readonly object: T; readonly oldObject: T }
  | { readonly operation: "DELETE"; readonly oldObject: T };

/** The operations a rule can look at. */
export type ChangeOperation = Change<unknown>["operation"];

/** Who writes, as far as it is known: `authentication.k8s.io` UserInfo; an unknown name is "". */
export interface UserInfo {
  readonly username: string;
  readonly groups: readonly string[];
}

/** What is known of a write beside its objects. */
export interface Context {
  /** When it is judged: rules have no clock of their own. */
  readonly now: Date;
  readonly user: UserInfo;
  /** True when the write will not be stored. */
  readonly dryRun: boolean;
}

/** What a rule is told beside the change; `P` are the parameters it declares. */
export interface RuleContext<P = unknown> extends Context {
  readonly kind: Kind;
  /** How far a client's clock may be from ours, either way, in milliseconds. */
  readonly clockSkewMs: number;
  readonly parameters: P;
}

/** A rule's name, and the path of its file, its test and its page. */
export type RuleId = `${"metadata" | "lease" | "lease-candidate"}/${string}`;

/** Whose law a rule is: kube-apiserver's own, the leader election protocol's, or an operator's. */
export type Tier = "api" | "protocol" | "policy";

/** What a rule lets an operator set: a JSON Schema for each parameter, with a description. The schema of the configuration is generated from it. */
export interface ParametersSchema<P> {
  readonly properties: { readonly [K in keyof P]-?: Readonly<Record<string, unknown>> };
  /** What must be given wherever parameters are; at least one always. */
  readonly required?: readonly (keyof P & string)[];
  /** What a schema cannot say: which parameter does not go with the others, and what it must be. */
  readonly fault?: (parameters: P) => { readonly parameter: keyof P & string; readonly detail: string } | undefined;
}

interface RuleFacts<K extends Kind, O extends ChangeOperation> {
  readonly id: RuleId;
  readonly tier: Tier;
  /** One sentence with "must". */
  readonly description: string;
  readonly kinds: readonly K[];
  readonly operations: readonly O[];
  /** `warn` where the profile `strict` does not deny: legitimate clients come too near it. */
  readonly strict?: "warn";
}

/** A change as a rule for these kinds and operations sees it. */
type Seen<K extends Kind, O extends ChangeOperation> = Extract<Change<HubByKind[K]>, { readonly operation: O }>;

interface RuleDefinition<K extends Kind, O extends ChangeOperation, P> extends RuleFacts<K, O> {
  /** Tier policy only, whose rules are off until an operator gives some. */
  readonly parameters?: ParametersSchema<P>;
  /**
   * Every fault: a list, or `itemErrors` where a review of 7 MiB has room for a million of them. Silent where its inputs are not well formed, which is another rule's to report. */
  readonly check: (change: Seen<K, O>, context: RuleContext<P> & { readonly kind: K }) => Iterable<FieldError>;
}

/** A rule of any kind and operation; `check` may only be called with those it declares, and with parameters as it declares them. */
export interface Rule extends RuleFacts<Kind, ChangeOperation> {
  readonly parameters?: ParametersSchema<Readonly<Record<string, unknown>>>;
  readonly check: (change: Change<HubByKind[Kind]>, context: RuleContext) => Iterable<FieldError>;
}

/** Types a rule by what it declares, and forgets those types so that all rules fit one list. */
export function defineRule<const K extends Kind, const O extends ChangeOperation, P>(definition: RuleDefinition<K, O, P>): Rule {
  return definition as unknown as Rule;
}

/** The parameters of a rule, for `defineRule` to type its context by. */
export function parametersOf<P>(schema: ParametersSchema<P>): ParametersSchema<P> {
  return schema;
}
