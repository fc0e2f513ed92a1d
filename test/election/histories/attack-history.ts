import type { Act, History } from "../history.ts";

/** What an attacker or a mistake does to one object. A history is written without regard to the rules, and a test computes its outcome. */
export interface AttackHistory extends History {
  /** Where it happened, or a source that says that it can happen. */
  readonly evidence: string;
  /** The legitimate writes before the attack. */
  readonly given?: readonly Act[];
  /** The writes of the attack. A denied write ends the attack. */
  readonly acts: readonly Act[];
}

/** Histories of one subject by their titles. */
export type AttackHistories = Readonly<Record<string, AttackHistory>>;
