import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readSections, type Section } from "../../scripts/rule-page.ts";
import { errorText } from "../../src/core/field/error.ts";
import { maxReviewValues } from "../../src/engine/review/limits.ts";
import { compileExcess, excessOrigin } from "../../src/engine/validate/excess.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { defaultPolicy, type RuleSettings } from "../../src/policy/policy.ts";
import { readerOrigins } from "../../src/report/descriptions.ts";
import { rules } from "../../src/rules/index.ts";
import type { Rule, RuleId, Tier } from "../../src/rules/rule.ts";
import { schemaOrigins } from "../../src/schema/to-field-error.ts";
import { unknownFields } from "../../src/schema/unknown-fields.ts";
import { allDeny } from "../harness/all-deny.ts";
import { rowOf } from "../harness/reviews.ts";
import { type Example, readExample, readObjects } from "../harness/rule-page.ts";
import { someContext } from "../harness/some-context.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const filesBelow = (path: string): readonly string[] =>
  readdirSync(new URL(path, root), { recursive: true, encoding: "utf8" });

/**
 * Returns the ids of the files `folder/GROUP/NAME` + `ending`, in order. Leaves out the files in
 * `shared` and `cel`, and the rules in CEL.
 */
const idsBelow = (folder: string, ending: string): readonly string[] =>
  filesBelow(folder)
    .filter((path) => path.includes("/") && !/^(shared|cel)\/|\.cel\.ts$/.test(path) && path.endsWith(ending))
    .map((path) => path.slice(0, -ending.length))
    .toSorted();

/**
 * Returns the messages for an example, in the form in which the page of the rule quotes them. All
 * rules have mode `deny`, so the messages of other rules are also in the result.
 */
function messages({ served, change, context, parameters }: Example, id?: RuleId): readonly string[] {
  const own = id === undefined || parameters === undefined ? [] : ([[id, { mode: "deny", parameters }]] as const);
  const validate = createValidate(rules, {
    ...allDeny,
    rules: new Map<RuleId, RuleSettings>([...allDeny.rules, ...own]),
  });
  const { findings, crashes } = validate({ served, change, context });
  expect(crashes).toEqual([]);
  return findings.map((finding) => `${errorText(finding)} (${finding.origin})`);
}

/**
 * Returns the code blocks of a section. Throws if their languages are not `languages`, in this
 * order.
 */
function fencesOf(sections: readonly Section[], heading: string, languages: readonly string[]): readonly string[] {
  const fences = sections.find((section) => section.heading === heading)?.fences ?? [];
  expect(fences.map(({ language }) => language)).toEqual(languages);
  return fences.map(({ text }) => text);
}

describe("the catalogue of rules", () => {
  const ids = idsBelow("src/rules", ".ts");

  it("is not empty, and is in order", () => {
    expect(rules.length).toBeGreaterThan(30);
    expect(rules.map(({ id }) => id)).toEqual(ids);
  });

  it("has a test for each rule, and no other test", () => expect(idsBelow("test/rules", ".test.ts")).toEqual(ids));
  it("has a page for each rule, and no other page", () => expect(idsBelow("docs/rules", ".md")).toEqual(ids));

  it.each(ids)("%s is the rule that the file exports", async (id) => {
    const { rule } = (await import(new URL(`src/rules/${id}.ts`, root).href)) as { readonly rule: Rule };
    expect(rule.id).toBe(id);
    expect(rules).toContain(rule);
    expect(rule.description).toMatch(/\bmust\b/);
  });
});

/**
 * The headings of a page by tier. Rules of tier `api` report only writes that kube-apiserver
 * denies. Pages of other rules also describe correct clients that can trigger the rule, and errors
 * that the rule cannot detect.
 */
const headings: Readonly<Record<Tier, readonly string[]>> = {
  api: ["Upstream", "Denied", "Accepted", "Change"],
  protocol: ["Upstream", "Denied", "Accepted", "Known clients", "Limits", "Change"],
  policy: ["Upstream", "Denied", "Accepted", "Known clients", "Limits", "Change"],
};

describe.each(rules)("the page of $id", ({ id, tier }) => {
  const sections = readSections(read(`docs/rules/${id}.md`));

  it("has its sections", () => {
    expect(sections.map(({ heading }) => heading)).toEqual(headings[tier]);
  });

  it("quotes the messages for its example, all of them from this rule", () => {
    const [yaml = "", text = ""] = fencesOf(sections, "Denied", ["yaml", "text"]);
    const quoted = text.trimEnd().split("\n");
    expect(messages(readExample(yaml), id)).toEqual(quoted);
    for (const line of quoted) expect(line.endsWith(` (${id})`)).toBe(true);
  });

  it("has an accepted example without findings", () => {
    const [yaml = ""] = fencesOf(sections, "Accepted", ["yaml"]);
    expect(messages(readExample(yaml), id)).toEqual([]);
  });
});

describe("the page of the schema", () => {
  const sections = readSections(read("docs/rules/schema.md"));
  const lease = rowOf("v1", "Lease");

  it("has a section for each origin, and no other section", () => {
    expect(sections.map(({ heading }) => heading)).toEqual([
      ...schemaOrigins,
      excessOrigin,
      ...Object.keys(readerOrigins),
    ]);
  });

  it.each(schemaOrigins)("quotes the messages for the example of %s", (origin) => {
    const [yaml = "", text = ""] = fencesOf(sections, origin, ["yaml", "text"]);
    const [object] = readObjects(yaml);
    const strict = unknownFields(lease.schema, object).map((error) => `${errorText(error)} (${error.origin})`);
    const lines = [
      ...messages({ served: lease, change: { operation: "CREATE", object }, context: someContext }),
      ...strict,
    ];
    expect(lines).toEqual(text.trimEnd().split("\n"));
    for (const line of lines) expect(line.endsWith(` (${origin})`)).toBe(true);
  });
});

it("the section of schema/limits quotes the message about the number of values", () => {
  const [text = ""] = fencesOf(readSections(read("docs/rules/schema.md")), excessOrigin, ["text", "sh"]);
  const change = { operation: "CREATE", object: {} } as const;
  const excess = { limit: "values", maximum: maxReviewValues, isRepair: false } as const;
  const finding = compileExcess(defaultPolicy)({ served: rowOf("v1", "Lease"), change, context: someContext }, excess);
  expect(text.trimEnd()).toBe(`${errorText(finding)} (${excessOrigin})`);
});

describe("the links of docs", () => {
  const linksOf = (markdown: string): readonly string[] =>
    [...markdown.replaceAll(/^```[\s\S]*?^```$|`[^`\n]*`/gm, "").matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, target = ""]) => target,
    );
  const relative = (target: string): boolean => !/^[a-z]+:|^#/.test(target);
  const pages = filesBelow("docs").filter((path) => path.endsWith(".md"));
  const links = pages.flatMap((page) =>
    linksOf(read(`docs/${page}`))
      .filter(relative)
      .map((target) => ({ page, target })),
  );

  it("are found outside of code", () => {
    expect(linksOf("[a](b.md) `[a](b)` [c](../d.md#e)\n```text\n[a](b)\n```\n")).toEqual(["b.md", "../d.md#e"]);
    expect(links.length).toBeGreaterThan(rules.length);
  });

  it.each(links)("lead from $page to $target", ({ page, target }) => {
    const [path = ""] = target.split("#");
    expect(existsSync(new URL(path, new URL(`docs/${page}`, root)))).toBe(true);
  });
});

describe("docs/policy.md", () => {
  it("names the rules that only audit in every profile", () => {
    const [, list = ""] = read("docs/policy.md").split("Two rules have the mode `audit` in every profile");
    const named = Array.from(list.matchAll(/^- \[[^\]]+\]\(rules\/([^)]+)\.md\) reports /gm), ([, id]) => id);
    expect(new Set(named)).toEqual(new Set(rules.filter(({ atMost }) => atMost === "audit").map(({ id }) => id)));
  });
});
