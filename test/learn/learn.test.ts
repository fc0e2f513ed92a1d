import { describe, expect, it } from "vitest";
import { deniedAfterDates, type Learned, learn } from "../../src/learn/learn.ts";
import type { ObservedWrite } from "../../src/learn/observed-write.ts";
import { policyText } from "../../src/learn/policy-text.ts";
import { defaultAdministrators } from "../../src/policy/policy.ts";
import { readPolicy } from "../../src/policy-file/read-policy.ts";
import { deniedByDesign } from "../election/denied-by-design.ts";
import { elections } from "../election/elections.ts";
import { coordinatedPodsOf, coordinatedWorkloads, podsOf, workloads } from "../election/pod-participants.ts";
import { type Program, trafficOf } from "./simulated-traffic.ts";

const options = { administrators: defaultAdministrators, holdBack: 0.2 };

async function learnFrom(writes: readonly ObservedWrite[]): Promise<Learned> {
  const learned = await learn(() => writes, options);
  if (learned === undefined) throw new Error("no writes");
  return learned;
}

/** Returns the rules that deny a write, with the user and the object of the write. */
function denialsOf(learned: Learned, writes: readonly ObservedWrite[]): readonly string[] {
  const denied = deniedAfterDates(learned.policy);
  const texts = writes.flatMap((write) =>
    denied(write).map((id) => `${id} ${write.user?.username} ${write.operation} ${write.namespace}/${write.name}`),
  );
  return [...new Set(texts)];
}

const programs: Readonly<Record<string, Program>> = {
  ...elections,
  ...Object.fromEntries(Object.entries(workloads).map(([title, workload], turn) => [title, { participants: podsOf(workload, turn) }])),
  ...Object.fromEntries(
    Object.entries(coordinatedWorkloads).map(([title, workload]) => [
      `${title}, coordinated`,
      { participants: coordinatedPodsOf(workload) },
    ]),
  ),
  ...Object.fromEntries(Object.entries(deniedByDesign).map(([title, election]) => [`${title}, by design`, election])),
};

describe("a policy from simulated elections", () => {
  it.each(Object.entries(programs))("denies none of the writes that it was learned from: %s", async (_, program) => {
    const writes = trafficOf([program], 1);
    const learned = await learnFrom(writes);
    expect(denialsOf(learned, writes)).toEqual([]);
    const text = policyText(learned.policy);
    expect(readPolicy([{ file: "policy.yaml", text }]).ok).toBe(true);
  });

  it.each(Object.entries(programs))("denies none of the writes that follow: %s", async (_, program) => {
    const learned = await learnFrom(trafficOf([program], 1));
    expect(denialsOf(learned, trafficOf([program], 100))).toEqual([]);
  });
});
