import type { Act, History } from "../history.ts";

/**
 * The class of a history. The class depends on the writer and the object, but not on the rules that
 * report the history.
 * - intervention: a person changes an election manually with kubectl.
 * - attack: a pod, token, node, or program writes to an object of another client, or uses a false
 *   identity. The cause is malice or an error, such as a stale record.
 * - mistake: a holder writes harmful data about itself, or several programs use the same name.
 */
export type HistoryClass = "attack" | "mistake" | "intervention";

/**
 * Harmful writes to one object, and the legitimate writes before them. A test computes the outcome.
 */
export interface AttackHistory extends History {
  readonly class: HistoryClass;
  /**
   * The title of another history with the same mechanism. In the percentages of `docs/attacks.md`,
   * only the other history counts.
   */
  readonly sameAs?: string;
  /** An incident with similar writes, or a source that proves that the writes are possible. */
  readonly evidence: string;
  /** The legitimate writes before the attack. */
  readonly given?: readonly Act[];
  /** The writes of the attack. The first denied write ends the attack. */
  readonly acts: readonly Act[];
}

/** The histories of one subject, by their titles. */
export type AttackHistories = Readonly<Record<string, AttackHistory>>;
