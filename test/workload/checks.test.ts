import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compareTexts } from "../../src/core/text/compare-texts.ts";
import { checks } from "../../src/workload/checks.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const namesIn = (path: string, ending: string): readonly string[] =>
  ["access", "workload"].flatMap((group) =>
    readdirSync(new URL(`${path}/${group}`, root))
      .filter((file) => file.endsWith(ending))
      .map((file) => `${group}/${file.slice(0, -ending.length)}`)
      .toSorted(compareTexts),
  );

it.each([
  ["a file", "src/workload/checks", ".ts"],
  ["a page", "docs/checks", ".md"],
  ["a table of tests", "test/workload/checks", ".test.ts"],
])("each check has %s", (_, path, ending) => {
  expect(checks.map(({ id }) => id)).toEqual(namesIn(path, ending));
});

const kinds = new Set([
  ...["Deployment", "StatefulSet", "DaemonSet", "HorizontalPodAutoscaler", "ConfigMap"],
  ...["Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding", "ServiceAccount"],
]);

describe.each(checks)("$id", ({ id, severity, description }) => {
  const page = read(`docs/checks/${id}.md`);
  const cell = (fact: string): string => new RegExp(`^\\| ${fact} \\| (.+) \\|$`, "m").exec(page)?.[1] ?? "";

  it("has a page with its facts", () => {
    expect(page.startsWith(`# ${id}\n\n${description}\n\n`)).toBe(true);
    expect(cell("Severity")).toMatch(new RegExp(`^${severity}(?:,|$)`));
    expect(cell("Objects").split(", ")).toSatisfy((objects: readonly string[]) =>
      objects.every((kind) => kinds.has(kind)),
    );
    expect([...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
      "Evidence",
      "False positives",
      "Change",
    ]);
  });

  it("is in the table of docs/workloads.md", () => {
    expect(read("docs/workloads.md")).toContain(`\n| [${id}](checks/${id}.md) | ${severity} | ${description} |\n`);
  });

  it("has a description with must", () => {
    expect(description).toMatch(/^[a-z].* must .*[^.]$/);
  });
});
