import { deniedAfterDates, type Learned, learn } from "../../src/learn/learn.ts";
import { defaultAdministrators } from "../../src/policy/policy.ts";
import type { ObservedWrite } from "../../src/recording/observed-write.ts";

const options = { administrators: defaultAdministrators, holdBack: 0.2 };

/** Learns a policy from writes. */
export async function learnFrom(writes: readonly ObservedWrite[]): Promise<Learned> {
  const learned = await learn(() => writes, options);
  if (learned === undefined) throw new Error("must have writes");
  return learned;
}

/**
 * Returns the rules that deny a write after all dates, with the user and the object of the write.
 */
export function denialsOf(learned: Learned, writes: readonly ObservedWrite[]): readonly string[] {
  const denied = deniedAfterDates(learned.policy);
  const texts = writes.flatMap((write) =>
    denied(write).map((id) => `${id} ${write.user?.username} ${write.operation} ${write.namespace}/${write.name}`),
  );
  return [...new Set(texts)];
}
