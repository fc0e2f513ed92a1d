import type { Write } from "../../../src/library/write.ts";
import type { KnownRuleId } from "../../../src/rules/index.ts";
import type { UserInfo } from "../../../src/rules/rule.ts";
import { byPod } from "../../harness/by-pod.ts";
import { candidate } from "../../harness/candidates.ts";
import type { Draft } from "../../harness/objects.ts";
import { rowOf, tweaked } from "../../harness/reviews.ts";
import { spec } from "../../harness/tweaks.ts";

/** A write, or a set of objects that exist together. */
export type Example = { readonly write: Draft; readonly facts?: Write } | { readonly set: readonly Draft[] };

/** Examples that show that a rule checks a statement. */
export interface Check {
  readonly rule: KnownRuleId;
  /** The parameters of a rule of tier `policy`. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Examples that break the statement. The rule must report each of them. */
  readonly breach: readonly Example[];
  /** Examples that keep the statement. No rule must report them. */
  readonly keeps: readonly Example[];
}

/** The checks of a statement, or the reason why no rule checks it. */
export type Promised = readonly Check[] | { readonly noRule: string };

/** Statements of the API documents, in the form `"<kind> <field>: <statement>"`. */
export type Promises = Readonly<Record<string, Promised>>;

type Fields = Readonly<Record<string, unknown>>;

/** The time of the writes, and the time at which the sets of objects were read. */
export const now: Date = new Date("2026-07-01T08:01:00Z");

/** The user of kube-apiserver's election controller. */
export const apiServer: Partial<UserInfo> = { username: "system:apiserver", groups: ["system:masters"] };

/** The user of the process whose holder identity is `controller-1`. */
export const owner: UserInfo = byPod("controller-1");

/** A strategy other than OldestEmulationVersion. */
export const newest = "example.com/newest";

/** Returns a Lease of a coordinated election that `controller-1` renewed 5 s before `now`. */
export function lease(fields: Fields = {}): Draft {
  return tweaked(
    rowOf("v1", "Lease"),
    spec({ renewTime: "2026-07-01T08:00:55.000000Z", preferredHolder: null, ...fields }),
  );
}

/**
 * Returns a live candidate for the Lease that `lease` returns. The emulationVersion of the
 * candidate is 1.35.0.
 */
export function runner(name: string, fields: Fields = {}): Draft {
  return candidate("v1beta1", name, fields);
}

/** Returns a live candidate with a list of strategies, for the Lease that `lease` returns. */
export function listing(name: string, ...preferredStrategies: readonly string[]): Draft {
  return candidate("v1alpha1", name, { preferredStrategies });
}

/** Returns the example of a set of objects. */
export function set(...objects: readonly Draft[]): Example {
  return { set: objects };
}

/** Returns the example of an update by an unknown user, or by the given user. */
export function update(oldObject: Draft, object: Draft, user: Partial<UserInfo> = {}): Example {
  return { write: object, facts: { operation: "UPDATE", oldObject, user } };
}

/** Returns the example of a create by a user. */
export function create(write: Draft, user: Partial<UserInfo>): Example {
  return { write, facts: { user } };
}

/** Returns the example of a delete. The other objects exist before and after it. */
export function remove(write: Draft, ...beside: readonly Draft[]): Example {
  return { write, facts: { operation: "DELETE", beside } };
}
