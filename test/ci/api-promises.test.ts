import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createValidator, type Validator } from "../../src/library/create-validator.ts";
import type { Verdict } from "../../src/library/verdict.ts";
import { rules } from "../../src/rules/index.ts";
import { candidatePromises } from "./api-promises/candidate.ts";
import { strategyPromises } from "./api-promises/candidate-strategies.ts";
import { timePromises } from "./api-promises/candidate-times.ts";
import { leasePromises } from "./api-promises/lease.ts";
import { type Check, type Example, now, type Promised, type Promises } from "./api-promises/promises.ts";
import { here } from "./checkout.ts";

const promises: Promises = { ...leasePromises, ...candidatePromises, ...strategyPromises, ...timePromises };

interface Row {
  readonly statement: string;
  /** The rules that check the statement, or the reason why no rule does. */
  readonly checkedBy: string;
}

/**
 * Returns the text below a heading of `docs/related-objects.md`. Returns "" if the page does not have the
 * heading.
 */
function sectionBelow(heading: string): string {
  const page = readFileSync(join(here, "docs/related-objects.md"), "utf8");
  return page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

/** Returns the rows of the table in a section. */
function rowsIn(section: string): readonly Row[] {
  const [, , ...lines] = section.split("\n").filter((line) => line.startsWith("|"));
  return lines.map((line) => {
    const [, kind, field, text, checkedBy] = /^\| (\w+) `(\w+)` \| (.+?) \| (.+) \|$/.exec(line) ?? [];
    if (checkedBy === undefined) throw new Error(`the row has another form: ${line}`);
    return { statement: `${kind} ${field}: ${text}`, checkedBy };
  });
}

/** Returns the ids of the rules whose pages a table cell links to. */
function linkedRules(text: string): readonly string[] {
  return Array.from(text.matchAll(/\(rules\/([^)]+)\.md\)/g), ([, id = ""]) => id);
}

function checksOf(promised: Promised | undefined): readonly Check[] {
  return promised === undefined || "noRule" in promised ? [] : promised;
}

/** Returns a validator with the profile `strict`, and with the parameters of the check. */
function strictFor({ rule, parameters }: Check): Validator {
  const rules = parameters === undefined ? {} : { [rule]: { parameters } };
  return createValidator({
    policy: { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", profile: "strict", rules },
  });
}

/** Validates an example. Fails if a rule crashes, or if an object is not validated. */
function verdictsOn(example: Example, { validate, validateAll }: Validator): readonly Verdict[] {
  const verdicts =
    "set" in example ? validateAll(example.set, { now }) : [validate(example.write, { now, ...example.facts })];
  for (const verdict of verdicts) expect(verdict).toMatchObject({ judged: true, faults: [] });
  return verdicts;
}

const found = (verdicts: readonly Verdict[]): readonly string[] =>
  verdicts.flatMap(({ findings }) => findings.map(({ rule }) => rule));
const abstained = (verdicts: readonly Verdict[]): readonly string[] =>
  verdicts.flatMap((verdict) => (verdict.judged ? verdict.abstained : []));

describe("the table of what the API documents say", () => {
  const rows = rowsIn(sectionBelow("What the API documents say"));
  const named = new Set(rows.flatMap(({ checkedBy }) => linkedRules(checkedBy)));

  it("has the statements of the list", () => {
    expect(rows.map(({ statement }) => statement)).toEqual(Object.keys(promises));
  });

  it.each(rows)("names the rules of the list, or its reason: $statement", ({ statement, checkedBy }) => {
    const promised = promises[statement];
    expect(linkedRules(checkedBy)).toEqual(checksOf(promised).map(({ rule }) => rule));
    if (promised !== undefined && "noRule" in promised) expect(checkedBy).toBe(`No rule: ${promised.noRule}`);
    else expect(checkedBy).not.toContain("No rule");
  });

  it("names each rule for LeaseCandidates, and each relation rule", () => {
    const expected = rules.filter(
      ({ kinds, isRelation }) => isRelation || kinds.every((kind) => kind === "LeaseCandidate"),
    );
    expect(expected.length).toBeGreaterThan(30);
    expect(expected.filter(({ id }) => !named.has(id)).map(({ id }) => id)).toEqual([]);
  });
});

describe.each(Object.entries(promises))("%s", (_, promised) => {
  it("has checks, or a reason", () => {
    if ("noRule" in promised) expect(promised.noRule).toMatch(/^.{10,}\.$/);
    else expect(promised).not.toEqual([]);
  });

  for (const check of checksOf(promised)) {
    const validator = strictFor(check);

    it(`${check.rule} reports what breaks it`, () => {
      expect(check.breach).not.toEqual([]);
      for (const example of check.breach) expect(found(verdictsOn(example, validator))).toContain(check.rule);
    });

    it(`${check.rule} and the other rules report nothing that keeps it`, () => {
      expect(check.keeps).not.toEqual([]);
      for (const example of check.keeps) {
        const verdicts = verdictsOn(example, validator);
        expect(found(verdicts)).toEqual([]);
        expect(abstained(verdicts)).not.toContain(check.rule);
      }
    });
  }
});

describe("the table of what relation rules compare", () => {
  it("has a row for each relation rule, and no other row", () => {
    const expected = rules.filter(({ isRelation }) => isRelation).map(({ id }): string => id);
    expect(linkedRules(sectionBelow("What relation rules compare")).toSorted()).toEqual(expected.toSorted());
  });
});
