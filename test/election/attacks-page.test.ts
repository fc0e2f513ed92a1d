import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isInvalid } from "../../src/engine/validate/verdict.ts";
import { isSentByBase } from "../harness/sent-by-base.ts";
import { attacksFile, attacksPage, shares } from "./attacks-page.ts";
import type { AttackHistory } from "./histories/attack-history.ts";
import { at, term } from "./history.ts";
import { learnedValidate, legitimateWrites } from "./learned-policy.ts";
import { findingsBefore, runAttack } from "./outcome.ts";
import { subjects } from "./subjects.ts";

/**
 * The minimum shares of the histories of class `attack`, in percent. Do not lower a minimum. If a
 * new attack lowers a share, add a rule that reports the attack.
 */
const bars = {
  denied: 60,
  found: 87,
  deniedByBase: 36,
  foundByBase: 58,
  deniedByExport: 55,
  foundByExport: 69,
  deniedByLearned: 85,
  foundByLearned: 95,
  deniedUnseen: 67,
  foundUnseen: 88,
};

const histories = Object.values(subjects).flatMap((subject) => Object.entries(subject));
const described = { class: "attack", evidence: "" } as const;

describe("docs/attacks.md", () => {
  it("has the outcomes of today; after a change of rules, run npm run docs", () => {
    expect(readFileSync(attacksFile, "utf8")).toBe(attacksPage());
  });

  it("counts at least 80 attacks", () => expect(shares.attack.histories).toBeGreaterThanOrEqual(80));

  it("lists each history once", () => expect(new Set(histories.map(([title]) => title)).size).toBe(histories.length));

  it.each([
    "denied",
    "found",
    "deniedByBase",
    "foundByBase",
    "deniedByExport",
    "foundByExport",
    "deniedByLearned",
    "foundByLearned",
    "deniedUnseen",
    "foundUnseen",
  ] as const)("has enough attacks that are %s", (count) => {
    expect((100 * shares.attack[count]) / shares.attack.histories).toBeGreaterThanOrEqual(bars[count]);
  });
});

describe.each(histories)("%s", (title, attack) => {
  it("is an intervention exactly if a person begins it", () => {
    const by = attack.acts[0]?.by;
    const isPerson = by !== undefined && !by.username.startsWith("system:") && !by.groups.includes("system:nodes");
    expect(attack.class === "intervention").toBe(isPerson);
  });

  it("counts as a history of its class that counts itself", () => {
    const counted = histories.find(([other]) => other === (attack.sameAs ?? title))?.[1];
    expect(counted?.class).toBe(attack.class);
    expect(counted?.sameAs).toBeUndefined();
  });

  it("has a learned policy that denies none of the writes before the attack", async () => {
    const validate = await learnedValidate(attack);
    const { acts: _, given = [], ...history } = attack;
    const findings = legitimateWrites({ ...history, acts: given }).flatMap(
      ({ submission }) => submission && validate(submission).findings,
    );
    expect(findings.filter((finding) => finding?.mode === "deny")).toEqual([]);
  });

  it("begins after legitimate writes", () => expect(findingsBefore(attack)).toEqual([]));

  it("is accepted by kube-apiserver", () => {
    const { findings } = runAttack(attack, () => true);
    expect(findings.filter(isInvalid)).toEqual([]);
  });
});

describe("runAttack", () => {
  const everything = () => true;
  const taken: AttackHistory = {
    ...described,
    given: [{ at: 0, spec: term("a", 0) }],
    acts: [
      { at: 4, spec: { ...term("a", 0), renewTime: at(-3_600) } },
      { at: 5, spec: term("b", 5, 1) },
    ],
  };
  const second: AttackHistory = { ...taken, acts: taken.acts.slice(1) };

  it("returns the strongest mode of all writes", () => {
    expect(runAttack(taken, everything)).toMatchObject({ outcome: "warned" });
    expect(runAttack(second, everything)).toMatchObject({ outcome: "denied" });
    expect(runAttack({ ...second, acts: [] }, everything)).toEqual({ outcome: "no finding", findings: [] });
  });

  it("ends an attack at the first denied write", () => {
    const again: AttackHistory = { ...second, acts: [...second.acts, { at: 6, spec: term("c", -3_600, 2) }] };
    expect(runAttack(again, everything)).toEqual(runAttack(second, everything));
  });

  it("stores a write that is not sent, and finds nothing in it", () => {
    expect(runAttack(taken, ({ context }) => context.now.getSeconds() !== 4)).toEqual({
      outcome: "no finding",
      findings: [],
    });
  });

  it("creates an object again after its deletion", () => {
    const again: AttackHistory = {
      ...second,
      acts: [
        { at: 4, spec: null },
        { at: 5, spec: { ...term("b", 5), leaseTransitions: 2 ** 30 } },
      ],
    };
    expect(runAttack(again, ({ change }) => change.operation === "CREATE").findings).toMatchObject([
      { origin: "lease/transitions-bounded" },
    ]);
  });
});

describe("isSentByBase", () => {
  const outcomeWithBase = (attack: AttackHistory) =>
    runAttack(attack, (write) => isSentByBase(write, write.context.user)).outcome;
  const acts = [{ at: 5, spec: term("b", 5, 1) }];
  const given = [{ at: 0, spec: term("a", 0) }];

  it.each<[string, AttackHistory, string]>([
    ["sends an update", { ...described, given, acts }, "denied"],
    ["does not send an update in kube-system", { ...described, namespace: "kube-system", given, acts }, "no finding"],
    [
      "does not send an update by a node",
      {
        ...described,
        given,
        acts: acts.map((act) => ({ ...act, by: { username: "system:node:a", groups: ["system:nodes"] } })),
      },
      "no finding",
    ],
    ["does not send a delete", { ...described, given, acts: [{ at: 5, spec: null }] }, "no finding"],
    [
      "does not send a plain renewal",
      { ...described, given, acts: [{ at: 5, spec: { ...term("a", 0), renewTime: at(1_800) } }] },
      "no finding",
    ],
    [
      "sends a renewal by more than an hour",
      { ...described, given, acts: [{ at: 5, spec: { ...term("a", 0), renewTime: at(3_601) } }] },
      "warned",
    ],
  ])("%s", (_, attack, outcome) => expect(outcomeWithBase(attack)).toBe(outcome));
});
