import type { Act, History } from "../history.ts";

/**
 * Who writes, and about whom. Neither depends on what a rule reports:
 * - intervention: a person changes an election by hand, with kubectl;
 * - attack: a pod, token, node, or program that is not the holder writes to the object of another
 *   one or pretends to be it or a component, on purpose or by an error such as a stale record;
 * - mistake: the holder writes something harmful about itself, or programs share or split a name.
 */
export type HistoryClass = "attack" | "mistake" | "intervention";

/** What one writer does to one object. A history in this folder is written without regard to the rules, and a test computes its outcome. */
export interface AttackHistory extends History {
  readonly class: HistoryClass;
  /** The title of a history of another subject with the same mechanism. This one does not count in percentages. */
  readonly sameAs?: string;
  /** Where it happened, or a source that says that it can happen. */
  readonly evidence: string;
  /** The legitimate writes before the attack. */
  readonly given?: readonly Act[];
  /** The writes of the attack. A denied write ends the attack. */
  readonly acts: readonly Act[];
}

/** Histories of one subject, by their titles. */
export type AttackHistories = Readonly<Record<string, AttackHistory>>;
