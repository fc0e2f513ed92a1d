import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rules } from "../../src/rules/index.ts";
import { here } from "./checkout.ts";

/** The statements of the API reference about coordinated elections, by kind and field. */
const statements: Readonly<Record<string, readonly string[]>> = {
  "Lease holderIdentity": ["In a coordinated election, the holder is the name of the elected LeaseCandidate."],
  "Lease leaseDurationSeconds": ["Candidates wait for this time after the last renewal that they observed, before they take over."],
  "Lease strategy": [
    "The strategy determines how the leader is picked.",
    "Without the field, the election is not coordinated.",
    "The field requires the feature gate CoordinatedLeaderElection.",
  ],
  "Lease preferredHolder": [
    "The field requests that the holder gives up the Lease for a better holder.",
    "The field can be set only if strategy is set.",
  ],
  "LeaseCandidate leaseName": [
    "The field is required.",
    "The field names the Lease for which the candidate runs.",
    "The limits are those of the name of a Lease.",
    "The field is immutable.",
    "Several candidates can name the same Lease.",
  ],
  "LeaseCandidate binaryVersion": [
    "The field is required in v1beta1 and v1alpha2.",
    "In v1alpha1, OldestEmulationVersion requires the field.",
    "The value is the version of the binary.",
    "The value is a semantic version without a leading v.",
  ],
  "LeaseCandidate emulationVersion": [
    "OldestEmulationVersion requires the field.",
    "The value is the version that the binary emulates.",
    "The value is a semantic version without a leading v.",
    "The value is at most binaryVersion.",
  ],
  "LeaseCandidate strategy": [
    "The field is required in v1beta1 and v1alpha2.",
    "The election uses this strategy to pick the leader.",
    "If candidates differ, the candidate with the latest binaryVersion decides.",
    "If a conflict remains, this is a user error, and the election stops until a user resolves it.",
  ],
  "LeaseCandidate preferredStrategies": [
    "The field is required in v1alpha1.",
    "The list is ordered, and the first strategy comes before all others.",
    "The list is atomic.",
    "If all lists begin with X, the strategy is X.",
    "From the lists [X] and [Y, X], the strategy is Y.",
    "The lists [X, Y] and [Y, X] are a user error, and the election stops until a user resolves it.",
  ],
  "LeaseCandidate pingTime": [
    "The value is the time at which the server last requested a renewal.",
    "The server requests a renewal only during an election.",
    "The candidate responds to a new pingTime with a new renewTime.",
    "The server pings running candidates regularly, so that they are not deleted.",
  ],
  "LeaseCandidate renewTime": [
    "The value is the time at which the candidate was last updated.",
    "The server deletes candidates that have not been renewed for hours.",
  ],
};

interface Row {
  readonly statement: string;
  /** The rules that check the statement, or the reason why no rule does. */
  readonly checkedBy: string;
}

/** Returns the rows of the tables below a heading. */
function rowsBelow(heading: string): readonly Row[] {
  const page = readFileSync(join(here, "docs/elections.md"), "utf8");
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const rows = section.matchAll(/^\| (Lease|LeaseCandidate) `(\w+)` \| (.+?) \| (.+) \|$/gm);
  return Array.from(rows, ([, kind, field, text, checkedBy = ""]) => ({ statement: `${kind} ${field}: ${text}`, checkedBy }));
}

/** Returns the ids of the rules whose pages a text links to. */
function linkedRules(text: string): readonly string[] {
  return Array.from(text.matchAll(/\(rules\/([^)]+)\.md\)/g), ([, id = ""]) => id);
}

describe("the table of what the API documents say", () => {
  const rows = rowsBelow("What the API documents say");
  const named = new Set(rows.flatMap(({ checkedBy }) => linkedRules(checkedBy)));

  it("has a row for each statement, and no other row", () => {
    const expected = Object.entries(statements).flatMap(([field, texts]) => texts.map((text) => `${field}: ${text}`));
    expect(rows.map(({ statement }) => statement)).toEqual(expected);
  });

  it.each(rows)("names a rule or a reason: $statement", ({ checkedBy }) => {
    if (linkedRules(checkedBy).length === 0) expect(checkedBy).toMatch(/^No rule: .{10,}\.$/);
    else expect(checkedBy).not.toContain("No rule");
  });

  it("names only rules that exist", () => {
    const ids: readonly string[] = rules.map(({ id }) => id);
    expect([...named].filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("names each rule for LeaseCandidates, and each relation rule", () => {
    const expected = rules.filter(({ kinds, isRelation }) => isRelation || kinds.every((kind) => kind === "LeaseCandidate"));
    expect(expected.length).toBeGreaterThan(30);
    expect(expected.filter(({ id }) => !named.has(id)).map(({ id }) => id)).toEqual([]);
  });
});

describe("the table of what relation rules compare", () => {
  it("has a row for each relation rule, and no other row", () => {
    const page = readFileSync(join(here, "docs/elections.md"), "utf8");
    const section = page.split(/^## /m).find((part) => part.startsWith("What relation rules compare\n")) ?? "";
    const expected = rules.filter(({ isRelation }) => isRelation).map(({ id }): string => id);
    expect(linkedRules(section).toSorted()).toEqual(expected.toSorted());
  });
});
