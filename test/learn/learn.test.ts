import { describe, expect, it } from "vitest";
import { deniedAfterDates, type Learned } from "../../src/learn/learn.ts";
import { policyText } from "../../src/learn/policy-text.ts";
import { readPolicy } from "../../src/policy/file/read-policy.ts";
import { observe } from "../../src/recording/observed-write.ts";
import type { UserInfo } from "../../src/rules/rule.ts";
import { deniedByDesign } from "../election/denied-by-design.ts";
import { elections } from "../election/elections.ts";
import { type Act, at, submissionsOf, term } from "../election/history.ts";
import { coordinatedPodsOf, coordinatedWorkloads, podsOf, workloads } from "../election/pod-participants.ts";
import { denialsOf, learnFrom } from "./learned-from.ts";
import { type Program, trafficOf } from "./simulated-traffic.ts";

const programs: Readonly<Record<string, Program>> = {
  ...elections,
  ...Object.fromEntries(
    Object.entries(workloads).map(([title, workload], turn) => [title, { participants: podsOf(workload, turn) }]),
  ),
  ...Object.fromEntries(
    Object.entries(coordinatedWorkloads).map(([title, workload]) => [
      `${title}, coordinated`,
      { participants: coordinatedPodsOf(workload) },
    ]),
  ),
  ...Object.fromEntries(Object.entries(deniedByDesign).map(([title, election]) => [`${title}, by design`, election])),
};

/**
 * Matches a comment that starts with a number of writes and their first day, or with the flag from
 * which the entry comes.
 */
const evidence = /^(?:\d+ (?:writes?|creates? of candidates) (?:of|from) \d{4}-\d\d-\d\d\b|from --administrators, )/;

/** Returns the comments of all entries of a policy. */
function commentsOf({ policy: { rules, exemptions } }: Learned): readonly string[] {
  const ofRules = rules.flatMap(({ setting, scopes }) => [...(setting === undefined ? [] : [setting]), ...scopes]);
  return [...ofRules, ...exemptions].map(({ comment }) => comment);
}

describe("a policy from a simulated election", () => {
  it.each(Object.entries(programs))("denies none of the writes that it was learned from: %s", async (_, program) => {
    const writes = trafficOf([program], { seed: 1, runs: 4 });
    const learned = await learnFrom(writes);
    expect(denialsOf(learned, writes)).toEqual([]);
    expect(learned.notable.filter(({ role }) => role === "suspicious")).toEqual([]);
    expect(readPolicy([{ file: "policy.yaml", text: policyText(learned.policy) }]).ok).toBe(true);
    expect(commentsOf(learned).filter((comment) => !evidence.test(comment))).toEqual([]);
  });
});

const mallory: UserInfo = { username: "system:serviceaccount:team-b:mallory", groups: ["system:serviceaccounts"] };

/** Attacks after the recorded writes of the holder, by another user. */
const attacks: Readonly<Record<string, readonly Act[]>> = {
  "takes over a live lease and renews it": [
    { at: 0, spec: term("mallory", 0, 9), by: mallory },
    ...[5, 10, 15, 20].map((seconds) => ({
      at: seconds,
      spec: { ...term("mallory", 0, 9), renewTime: at(seconds) },
      by: mallory,
    })),
  ],
  "releases a live lease": [{ at: 0, spec: { ...term("", 0, 9), leaseDurationSeconds: 1 }, by: mallory }],
  "lengthens the term of another user": [
    { at: 0, spec: { ...term("controller-1", 0, 9), leaseDurationSeconds: 3_600 }, by: mallory },
  ],
};

describe("a recording with an attack", () => {
  const held: readonly Act[] = Array.from({ length: 40 }, (_, index) => ({
    at: -200 + index * 5,
    spec: { ...term("controller-1", -200, 9), renewTime: at(-200 + index * 5) },
  }));

  it.each(Object.entries(attacks))("teaches nothing about the client that %s", async (_, acts) => {
    const writes = submissionsOf({ acts: [...held, ...acts] }).map(observe);
    const learned = await learnFrom(writes);
    expect(learned.notable).toMatchObject([{ user: mallory.username, role: "suspicious" }]);
    expect(JSON.stringify([learned.policy.rules, learned.policy.exemptions])).not.toContain("mallory");
    expect(learned.policy.notes.join("\n")).toContain(mallory.username);
    const denied = deniedAfterDates(learned.policy);
    expect(writes.filter((write) => denied(write).length > 0).map(({ user }) => user)).toEqual(
      acts.map(({ by }) => by),
    );
  });
});
