import { describe, expect, it } from "vitest";
import type { CheckedFinding } from "../../src/check/reports/result.ts";
import { sarif } from "../../src/check/reports/sarif.ts";
import { describedOrigins } from "../../src/report/descriptions.ts";
import { type RuleDescriptor, ruleDescriptors } from "../../src/report/sarif-rules.ts";
import { rules } from "../../src/rules/index.ts";
import { rulePage } from "../../src/terminal/package.ts";
import { clean, finding } from "../check/reports/results.ts";
import { sarifErrors } from "../check/reports/sarif-errors.ts";
import { context } from "../harness/report-context.ts";

const descriptors = (): readonly RuleDescriptor[] => ruleDescriptors(describedOrigins(), new Set(), context.rulePage);

describe("the rules in SARIF", () => {
  it("are complete and unique, in the order of their pages", () => {
    const headings = [...(rulePage("schema") ?? "").matchAll(/^## (.+)$/gm)].map(([, id]) => id);
    expect(descriptors().map(({ id }) => id)).toEqual([...rules.map(({ id }) => id), ...headings]);
  });

  it.each(descriptors().map(({ id }) => id))("%s has its self-contained page if the rule has findings", (id) => {
    const { help, helpUri } =
      ruleDescriptors(describedOrigins(), new Set([id]), rulePage).find((described) => described.id === id) ?? {};
    expect(helpUri).toBe(
      `https://lease-guard.dev/rules/${rules.some((rule) => rule.id === id) ? id : `schema#${id.replace("/", "")}`}`,
    );
    expect(help?.markdown).toMatch(new RegExp(`^##? ${id}\\n`));
    expect(help?.markdown).toMatch(/^```text$/m);
    expect(help?.markdown).not.toMatch(/<!--|\]\((?!https:)|##\[/);
    expect(help?.text).toContain(`lease-guard explain ${id}`);
    const log = sarif(
      { ...clean, findings: [finding({ origin: id as CheckedFinding["origin"] })] },
      { ...context, rulePage },
    );
    expect(sarifErrors(JSON.parse(log))).toEqual([]);
    expect(log.match(/"markdown"/g)).toHaveLength(1);
    expect(log).toContain(JSON.stringify(help?.markdown));
  });

  it("have the level of their tier's mode", () => {
    const levels = new Map(descriptors().map(({ id, defaultConfiguration }) => [id, defaultConfiguration.level]));
    expect(rules.map(({ id, tier }) => [tier, levels.get(id)])).toEqual(
      rules.map(({ tier, atMost }) => [tier, atMost === "audit" ? "note" : tier === "api" ? "error" : "warning"]),
    );
  });

  it("never include a page of an unknown id", () => {
    const asked: string[] = [];
    ruleDescriptors(describedOrigins(), new Set(["../../README", "lease/strategy-valid"]), (id) => {
      asked.push(id);
      return undefined;
    });
    expect(asked).toEqual(["lease/strategy-valid"]);
  });
});
