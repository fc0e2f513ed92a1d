import { describe, expect, it, vi } from "vitest";
import { checks } from "../../../src/audit/checks.ts";
import { explainedIds, explanation } from "../../../src/cli/rules/explanation.ts";
import { rules } from "../../../src/rules/index.ts";
import { checks as setChecks } from "../../../src/workload/checks.ts";
import { runCli } from "../../harness/cli.ts";

vi.setConfig({ testTimeout: 30_000 });

const ids = explainedIds();

describe("explanation", () => {
  it("exists for every rule, every check, and every other origin", () => {
    const others = [...[...checks, ...setChecks].map(({ id }) => id), "schema/type", "schema/value"];
    expect(ids).toEqual(expect.arrayContaining([...rules.map(({ id }) => id), ...others]));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(ids)("of %s is plain text that begins with the id", (id) => {
    const text = explanation(id, false);
    expect(text.startsWith(`${id}\n\n`)).toBe(true);
    expect(text.length).toBeGreaterThan(300);
    expect(text.replaceAll(/^ {4}.*$/gm, "")).not.toMatch(/```|<!--|\]\(|^#|\| ---|\*\*/m);
    expect(text).not.toContain("\u001b");
    // A page of a check has the section Evidence. All other pages quote a message with the id.
    expect(text).toContain(/^(?:audit|workload|access)\//.test(id) ? "\nEvidence\n" : `(${id})`);
  });

  it("of a section contains no other section", () => {
    expect(explanation("schema/type", false)).not.toMatch(/^schema\/(?!type)/m);
  });
});

describe.concurrent("explain", () => {
  it.each([
    [
      ["lease/lease-duration-positive"],
      /^lease\/lease-duration-positive\n\nleaseDurationSeconds must be greater than 0\n/,
    ],
    [["schema/format"], /^schema\/format\n\nThe value of a time field is not a time/],
    [["schema"], /^Decoding errors\n[\s\S]*\n\nschema\/type\n[\s\S]*\n\nschema\/value\n/],
    [
      ["lease"],
      /^RULE +TIER[^\n]*\nlease\/[\s\S]*\nlease\/lease-duration-positive [\s\S]*\nlease\/strategy-valid [^\n]*\n(?:lease\/[^\n]*\n)*$/,
    ],
    [["access"], /^CHECK +SEVERITY +DESCRIPTION\n(?:access\/[^\n]*\n)+$/],
    [["workload/timing-order"], /^workload\/timing-order\n\n[\s\S]*\nEvidence\n/],
  ])("%j", async (args, text) => {
    const { code, stdout, stderr } = await runCli(["explain", ...args]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(text);
  });

  it.each([
    ["lease/lease-duration-postive", "did you mean lease/lease-duration-positive?"],
    ["lease-duration-positive", "did you mean lease/lease-duration-positive?"],
    ["schema/fromat", "did you mean schema/format?"],
    ["nothing/of-the-kind", "lease-guard rules lists them"],
    ["README", "lease-guard rules lists them"],
    ["../../package", "lease-guard rules lists them"],
    ["", "lease-guard rules lists them"],
  ])("rejects '%s'", async (id, hint) => {
    const ended = await runCli(["explain", id]);
    expect(ended).toMatchObject({
      code: 2,
      stdout: "",
      stderr: `error: ${JSON.stringify(id)} must be a rule: ${hint}\n`,
    });
  });
});
