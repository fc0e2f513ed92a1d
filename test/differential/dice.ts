import { randomFrom } from "../harness/random-from.ts";

/** Random decisions that a seed determines. */
export interface Dice {
  /** Returns an integer from 0 to `below` - 1. */
  readonly below: (below: number) => number;
  /** Returns true in one of `of` cases. */
  readonly oneIn: (of: number) => boolean;
  readonly pick: <T>(values: readonly T[]) => T;
}

export function diceOf(seed: number): Dice {
  const below = randomFrom(seed);
  return {
    below,
    oneIn: (of) => below(of) === 0,
    pick: <T>(values: readonly T[]) => values[below(values.length)] as T,
  };
}

/** Returns a time of Kubernetes with six digits after the decimal point. */
export function microTime(ms: number, micros = 0): string {
  const whole = Math.floor(ms);
  return `${new Date(whole).toISOString().slice(0, -1)}${String(micros).padStart(3, "0")}Z`;
}

const second = 1000;
const day = 86_400 * second;

/** Distances in milliseconds at which laws about time change. */
const distances = [0, 1, 5 * second, 10 * second, 25 * second, 60 * second, 65 * second, 300 * second, 360 * second];
const farDistances = [1800 * second, 1805 * second, 3600 * second, day, day + 5 * second, 30 * day];
export const nudges: readonly number[] = [0, 0, 0, 1, -1, second, -second, 999, -999, 2 * second];

/**
 * Returns a time near one at which a law changes: around now, and around now minus a lease term, in
 * both directions.
 */
export function randomTime(dice: Dice, now: number, duration: number): string {
  const { pick, oneIn, below } = dice;
  const sign = oneIn(4) ? 1 : -1;
  const term = oneIn(2) ? Math.min(duration, 40 * 86_400) * second : 0;
  const far = oneIn(5) ? pick(farDistances) : pick(distances);
  const ms = now + sign * far - term + pick(nudges);
  return microTime(oneIn(3) ? Math.floor(ms / second) * second : ms, oneIn(3) ? below(1000) : 0);
}
