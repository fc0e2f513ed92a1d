import fc from "fast-check";
import { expect, it } from "vitest";
import { policyText } from "../../src/learn/policy-text.ts";
import { summaryLines } from "../../src/learn/summary.ts";
import { observe } from "../../src/recording/observed-write.ts";
import { newInputSummary } from "../../src/recording/read-files.ts";
import { type Act, at, type History, submissionsOf, term } from "../election/history.ts";
import { byPod } from "../harness/by-pod.ts";
import { runs } from "../harness/sample.ts";
import { learnFrom } from "./learned-from.ts";

const writers = [
  byPod("controller-5d78c9869d-x2vzk"),
  byPod("mallory-7d9f6c8b5d-x2vzk", "node-2", "team-b:mallory"),
  { username: "jane", groups: ["developers"] },
  { username: "system:serviceaccount:argocd:argocd", groups: ["system:serviceaccounts"] },
];

const acts = fc
  .array(
    fc.record({
      by: fc.constantFrom(...writers, ...writers.slice(0, 1), ...writers.slice(0, 1)),
      what: fc.constantFrom("renew", "renew", "renew", "take", "delete"),
      wait: fc.constantFrom(2, 2, 5, 60, 7_200),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((steps): readonly Act[] => {
    let seconds = 0;
    let holder = "controller-5d78c9869d-x2vzk_1";
    return steps.map(({ by, what, wait }): Act => {
      seconds += wait;
      if (what === "take") holder = `${by.username.split(":").at(-1)}_${seconds}`;
      return what === "delete"
        ? { at: seconds, spec: null, by }
        : { at: seconds, spec: { ...term(holder, 0), renewTime: at(seconds) }, by };
    });
  });

const recordings = fc.sample(
  fc.tuple(acts, acts).map(([first, second]): readonly History[] => [
    { name: "controller", acts: first },
    { name: "other", acts: second },
  ]),
  { seed: 7, numRuns: runs(300) },
);

/** A part and its whole, such as `6 writes and deletes of 11`, or `0 of the last 5 writes`. */
const shares = /\b(\d+) (?:writes? (?:(?:or|and) deletes? )?)?of (?:the last )?(\d+)\b(?!-)/g;
const counts = /\b(\d+) (?:writes?|deletes?)\b/g;

it("no part that learn prints is larger than its whole", { timeout: 120_000 }, async () => {
  let [found, withDeletes] = [0, 0];
  for (const histories of recordings) {
    const writes = histories
      .flatMap(submissionsOf)
      .map(observe)
      .toSorted((a, b) => a.time.getTime() - b.time.getTime());
    const learned = await learnFrom(writes);
    const summary = summaryLines(learned, newInputSummary());
    const texts = [...summary, ...policyText(learned.policy).split("\n")];
    for (const text of texts) {
      for (const [share, part, whole] of text.matchAll(shares)) {
        found++;
        if (share.includes("delete")) withDeletes++;
        expect(Number(part), text).toBeLessThanOrEqual(Number(whole));
      }
      for (const [, count] of text.matchAll(counts)) expect(Number(count), text).toBeLessThanOrEqual(writes.length);
    }
    // The parts of one object have the same whole, and together are not larger.
    for (const { namespace, name } of learned.notable) {
      const own = learned.notable.filter((other) => other.namespace === namespace && other.name === name);
      const ofObject = writes.filter((write) => write.namespace === namespace && write.name === name).length;
      expect(own.reduce((sum, writer) => sum + writer.writes, 0)).toBeLessThanOrEqual(ofObject);
      const wholes = own.flatMap(({ reasons }) => reasons[0]?.match(/of (\d+)$/)?.[1] ?? []);
      expect(new Set(wholes).size).toBeLessThanOrEqual(1);
      for (const whole of wholes) expect(Number(whole)).toBe(ofObject);
    }
  }
  expect([found, withDeletes].map((count) => count > 20)).toEqual([true, true]);
});
