import { namespacedName } from "../core/field/object-reference.ts";
import { distinctTexts } from "../core/text/compare-texts.ts";
import { earlier, later } from "../core/text/time.ts";
import type { Validate } from "../engine/validate/validate.ts";
import type { ObservedWrite } from "../recording/observed-write.ts";
import type { Administrators, RuleId } from "../rules/rule.ts";
import { writesText } from "./evidence.ts";
import { canBePattern } from "./holder-pattern.ts";
import type { LearnedEntry, LearnedExemption } from "./learned-entry.ts";
import { reportedBy, type Tally } from "./object-tally.ts";
import { writerRole } from "./writer-role.ts";

/** Writes of one user in one namespace that a learned policy would deny. */
export interface DeniedWrites {
  readonly namespace: string;
  readonly user: string;
  /**
   * True if the policy has no exemption for the writes, because they look like an attack, or
   * because no pattern can match their user or object.
   */
  readonly hasNoExemption: boolean;
  readonly names: Set<string>;
  readonly rules: Map<RuleId, number>;
  writes: number;
  first: Date;
  last: Date;
}

export interface DenialTally {
  readonly denied: Map<string, DeniedWrites>;
  /** The number of writes that kube-apiserver itself rejects. */
  invalid: number;
}

export function newDenials(): DenialTally {
  return { denied: new Map(), invalid: 0 };
}

export interface DenialSettings {
  readonly validate: Validate;
  readonly tally: Tally;
  readonly administrators: Administrators;
}

/**
 * Adds a write if the policy denies it. Returns the rules that deny it. For a write that
 * kube-apiserver itself rejects, increases only `invalid` and returns an empty list.
 */
export function tallyDenial(denials: DenialTally, write: ObservedWrite, settings: DenialSettings): readonly RuleId[] {
  const denied = reportedBy(write, settings.validate)?.denied;
  if (denied === undefined) denials.invalid++;
  if (denied === undefined || denied.length === 0) return [];
  const { name, time } = write;
  const isSuspicious =
    ![userOf(write), name, write.namespace].every(canBePattern) || roleOf(write, settings) === "suspicious";
  const entry = entryOf(denials, { namespace: write.namespace, user: userOf(write), hasNoExemption: isSuspicious });
  const key = keyOf(entry);
  const known: DeniedWrites = denials.denied.get(key) ?? {
    ...entry,
    names: new Set(),
    rules: new Map(),
    writes: 0,
    first: time,
    last: time,
  };
  denials.denied.set(key, known);
  known.writes++;
  if (known.names.size <= maxNames) known.names.add(name);
  for (const id of denied) known.rules.set(id, (known.rules.get(id) ?? 0) + 1);
  known.first = earlier(known.first, time);
  known.last = later(known.last, time);
  return denied;
}

/** The maximum number of users and namespaces with a separate entry. */
const maxEntries = 10_000;

type Entry = Pick<DeniedWrites, "namespace" | "user" | "hasNoExemption">;

/** Returns the entry of a write, or the entry that further users and namespaces share. */
function entryOf({ denied }: DenialTally, entry: Entry): Entry {
  if (denied.size < maxEntries || denied.has(keyOf(entry))) return entry;
  return { namespace: "(others)", user: "(others)", hasNoExemption: true };
}

function keyOf({ namespace, user, hasNoExemption }: Entry): string {
  return JSON.stringify([namespace, user, hasNoExemption]);
}

function userOf({ user }: ObservedWrite): string {
  return user?.username ?? "";
}

function roleOf(
  { namespace, name, user }: ObservedWrite,
  { tally, administrators }: DenialSettings,
): string | undefined {
  const object = tally.objects.get(namespacedName({ namespace, name }));
  const writer = object?.writers.get(user?.username ?? "");
  return object && writer && writerRole(object, writer, administrators);
}

/**
 * The maximum number of names in an exemption. With more names, the exemption matches all names.
 */
const maxNames = 20;

/**
 * Returns one exemption for each user and namespace with denied writes that do not look like an
 * attack.
 */
export function exemptionsOf({ denied }: DenialTally, expires: string): readonly LearnedEntry<LearnedExemption>[] {
  return [...denied.values()]
    .filter(({ hasNoExemption }) => !hasNoExemption)
    .map((writes) => exemptionOf(writes, expires));
}

export function exemptionOf(denied: DeniedWrites, expires: string): LearnedEntry<LearnedExemption> {
  const { namespace, names, user, rules } = denied;
  const match = {
    namespaces: [namespace],
    ...(names.size <= maxNames && { names: distinctTexts([...names]) }),
    users: [user],
  };
  const shown = writesText(denied);
  return {
    comment: `${shown}; find out what the client does, then allow its user, add a scope, or remove the exemption`,
    value: {
      rules: distinctTexts([...rules.keys()]) as readonly RuleId[],
      match,
      reason: `not explained: ${shown} would have been denied`,
      owner: "the owner of this policy",
      expires,
    },
  };
}
