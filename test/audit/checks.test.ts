import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checks } from "../../src/audit/checks.ts";
import { compareTexts } from "../../src/core/text/compare-texts.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const namesIn = (path: string, ending: string): readonly string[] =>
  readdirSync(new URL(path, root))
    .filter((file) => file.endsWith(ending))
    .map((file) => `audit/${file.slice(0, -ending.length)}`)
    .toSorted(compareTexts);

const ids: readonly string[] = checks.map(({ id }) => id);

it.each([
  ["a file", "src/audit/checks", ".ts"],
  ["a page", "docs/checks", ".md"],
  ["a table of tests", "test/audit/checks", ".test.ts"],
])("each check has %s", (_, path, ending) => {
  expect(ids).toEqual(namesIn(path, ending));
});

const sections = ["Evidence", "Limits", "False positives", "Change"];

describe.each(checks)("$id", ({ id, severity, description, kind, needs }) => {
  const page = read(`docs/checks/${id.slice("audit/".length)}.md`);
  const cell = (fact: string): string | undefined => new RegExp(`^\\| ${fact} \\| (.+) \\|$`, "m").exec(page)?.[1];

  it("has a page with its facts", () => {
    expect(page.startsWith(`# ${id}\n\n${description}\n\n`)).toBe(true);
    expect(cell("Severity")).toBe(severity);
    expect(cell("Kind")).toBe(kind);
    const needed = cell("Needs") ?? "";
    const words = {
      pods: "pods",
      nodes: "nodes",
      "leasecandidates.coordination.k8s.io": "leasecandidates",
      "deployments.apps": "deployments",
      "replicasets.apps": "replicasets",
      "statefulsets.apps": "statefulsets",
      "daemonsets.apps": "daemonsets",
      "a second listing": "two listings",
      "an audit log": "an audit log",
      "metadata.managedFields": "`metadata.managedFields`",
    };
    expect(
      Object.entries(words)
        .flatMap(([need, word]) => (needed.includes(word) ? [need] : []))
        .toSorted(),
    ).toEqual([...needs].toSorted());
    expect([...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(sections);
  });

  it("is in the table of docs/audit.md", () => {
    expect(read("docs/audit.md")).toContain(
      `\n| [${id}](checks/${id.slice("audit/".length)}.md) | ${severity} | ${cell("Needs")} |\n`,
    );
  });

  it("has a description with must", () => {
    expect(description).toMatch(/^[a-z].* must .*[^.]$/);
  });
});
