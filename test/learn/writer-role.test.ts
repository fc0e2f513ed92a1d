import { describe, expect, it } from "vitest";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { strictPolicy } from "../../src/learn/build-policy.ts";
import { newTally, reportedBy, tally } from "../../src/learn/object-tally.ts";
import { writerRole } from "../../src/learn/writer-role.ts";
import { observe } from "../../src/recording/observed-write.ts";
import { rules } from "../../src/rules/index.ts";
import type { UserInfo } from "../../src/rules/rule.ts";
import { type Act, at, type History, submissionsOf, term } from "../election/history.ts";
import { byPod } from "../harness/by-pod.ts";

const administrators = { users: ["break-glass"], groups: ["sre"] };
const strict = createValidate(rules, strictPolicy(administrators));
const account = (name: string, namespace = "team-b"): UserInfo => ({
  username: `system:serviceaccount:${namespace}:${name}`,
  groups: ["system:serviceaccounts"],
});

/** Renewals of the Lease by its own program, every 5 s. */
const renewals = (count: number): readonly Act[] =>
  Array.from({ length: count }, (_, index) => ({
    at: index * 5,
    spec: { ...term("controller", 0), renewTime: at(index * 5) },
  }));

const held = renewals(50);
const end = 245;
const labelled = { ...term("controller", 0), renewTime: at(end) };
const labels = (count: number, by: UserInfo): readonly Act[] =>
  Array.from({ length: count }, (_, index) => ({
    at: end + 1 + index,
    spec: labelled,
    metadata: { labels: { seen: `${index}` } },
    by,
  }));

/** Three deletions of the Lease, which its program creates again and renews. */
const deletions: readonly Act[] = [100, 200, 300].flatMap((begun) => [
  ...[0, 5, 10].map((seconds) => ({
    at: end + begun + seconds,
    spec: { ...term("controller", 0), renewTime: at(end + begun + seconds) },
  })),
  { at: end + begun + 11, spec: null, by: account("x") },
]);

/** Returns the role of the last writer of a history. */
function roleIn(history: History): string {
  const all = newTally();
  const submissions = submissionsOf(history);
  for (const submission of submissions) {
    const write = observe(submission);
    tally(all, write, reportedBy(write, strict) ?? { denied: [], allowed: [] });
  }
  const [object] = all.objects.values();
  const writer = object?.writers.get(submissions.at(-1)?.context.user.username ?? "");
  return object && writer ? writerRole(object, writer, administrators) : "none";
}

describe("the role of a writer", () => {
  it.each<readonly [string, string, History]>([
    ["the program that renews", "regular", { acts: held }],
    [
      "a service account that takes over a held Lease",
      "suspicious",
      { acts: [...held, { at: end + 1, spec: term("x", end + 1, 1), by: account("x") }] },
    ],
    [
      "a service account that takes over a held Lease and then renews it often",
      "suspicious",
      {
        acts: [
          ...held,
          ...renewals(20).map(({ at: seconds }) => ({
            at: end + 1 + seconds,
            spec: { ...term("x", end + 1, 1), renewTime: at(end + 1 + seconds) },
            by: account("x"),
          })),
        ],
      },
    ],
    [
      "a service account that changes the term of another user once",
      "suspicious",
      { acts: [...held, { at: end + 60, spec: { ...labelled, leaseDurationSeconds: 20 }, by: account("x") }] },
    ],
    [
      "a service account that deletes a held Lease once",
      "suspicious",
      { acts: [...held, { at: end + 1, spec: null, by: account("x") }] },
    ],
    [
      "a service account that adds a finalizer once",
      "suspicious",
      { acts: [...held, { at: end + 1, spec: labelled, metadata: { finalizers: ["a/b"] }, by: account("x") }] },
    ],
    [
      "a service account that lengthens the term of another user five times",
      "suspicious",
      {
        acts: [
          ...held,
          ...[1, 2, 3, 4, 5].map((index) => ({
            at: end + index,
            spec: { ...labelled, leaseDurationSeconds: 600 + index },
            by: account("x"),
          })),
        ],
      },
    ],
    [
      "a service account that renews under the identity of the holder",
      "suspicious",
      {
        acts: [
          ...held,
          ...[1, 2, 3, 4, 5].map((index) => ({
            at: end + index,
            spec: { ...labelled, renewTime: at(end + index) },
            by: account("x"),
          })),
        ],
      },
    ],
    ["a service account that deletes a held Lease three times", "suspicious", { acts: [...held, ...deletions] }],
    [
      "a service account that changes labels and then takes over a held Lease",
      "suspicious",
      {
        acts: [
          ...held,
          ...labels(3, account("x")),
          { at: end + 5, spec: { ...term("x", end + 5, 1), leaseDurationSeconds: 3_600 }, by: account("x") },
        ],
      },
    ],
    [
      "a service account that changes labels and then deletes held Leases",
      "unexplained",
      { acts: [...held, ...labels(3, account("x")), ...deletions] },
    ],
    ["a service account that changes labels once", "unexplained", { acts: [...held, ...labels(1, account("x"))] }],
    ["a service account that changes labels often", "regular", { acts: [...held, ...labels(4, account("x"))] }],
    [
      "a new service account that takes over an expired Lease and renews it",
      "regular",
      {
        acts: [
          ...held,
          ...renewals(20).map(({ at: seconds }) => ({
            at: end + 60 + seconds,
            spec: { ...term("x", end + 60, 1), renewTime: at(end + 60 + seconds) },
            by: account("x", "team-a"),
          })),
        ],
      },
    ],
    [
      "a person who empties the holder",
      "unexplained",
      {
        acts: [
          ...held,
          { at: end + 1, spec: { ...labelled, holderIdentity: "" }, by: { username: "jane", groups: [] } },
        ],
      },
    ],
    [
      "a person who changes labels often",
      "regular",
      { acts: [...held, ...labels(4, { username: "jane", groups: [] })] },
    ],
    [
      "an administrator by group",
      "administrator",
      { acts: [...held, { at: end + 1, spec: null, by: { username: "jane", groups: ["sre"] } }] },
    ],
    [
      "an administrator by name",
      "administrator",
      { acts: [...held, { at: end + 1, spec: null, by: { username: "break-glass", groups: [] } }] },
    ],
    [
      "a member of system:masters",
      "administrator",
      { acts: [...held, { at: end + 1, spec: null, by: { username: "root", groups: ["system:masters"] } }] },
    ],
    [
      "the garbage collector",
      "regular",
      { acts: [...held, { at: end + 1, spec: null, by: account("generic-garbage-collector", "kube-system") }] },
    ],
    [
      "a pod of a driver in kube-system that writes once",
      "regular",
      {
        namespace: "kube-system",
        acts: [...held, { at: end + 60, spec: term("x", end + 60, 1), by: account("driver", "kube-system") }],
      },
    ],
    [
      "a node outside of its namespace",
      "suspicious",
      {
        acts: [
          ...held,
          { at: end + 1, spec: term("x", end + 1, 1), by: { username: "system:node:a", groups: ["system:nodes"] } },
        ],
      },
    ],
    [
      "Longhorn, which takes over by design",
      "regular",
      {
        namespace: "longhorn-system",
        name: "pvc-6f1d8a3e-2f7c-4a6b-9a4e-0c2f5d7b1a11",
        acts: [
          ...held,
          {
            at: end + 1,
            spec: term("x", end + 1, 1),
            by: byPod("share-manager", "node-1", "longhorn-system:longhorn-service-account"),
          },
        ],
      },
    ],
    [
      "KWOK, which writes Leases of nodes",
      "regular",
      {
        namespace: "kube-node-lease",
        name: "fake-1",
        acts: [{ at: 0, spec: term("fake-1", 0), by: account("kwok-controller", "kube-system") }],
      },
    ],
  ])("%s is %s", (_, role, history) => expect(roleIn(history)).toBe(role));
});
