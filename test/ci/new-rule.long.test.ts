import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkout, type Ended, removeCheckouts, run, runScript } from "./checkout.ts";

const id = "lease/foo-bar";
const policyId = "lease/foo-baz";
const relationId = "lease-candidate/foo-qux";
const ids = [id, policyId, relationId];
const newRule = (root: string, ...args: readonly string[]): Ended => runScript(root, "new-rule", ...args);

afterAll(removeCheckouts, 60_000);

describe("npm run new-rule", { timeout: 120_000 }, () => {
  let root: string;
  let made: Ended;

  beforeAll(() => {
    root = checkout(["src", "schemas", "docs", "manifests", "charts", "test/harness"], {
      "tsconfig.fresh.json": JSON.stringify({
        extends: "./tsconfig.json",
        include: ids.map((each) => `test/rules/${each}.test.ts`),
      }),
    });
    made = newRule(root, id, "--tier", "protocol");
    newRule(root, policyId, "--tier", "policy");
    newRule(root, relationId, "--relation");
  }, 60_000);

  it("creates the files and lists the rule", () => {
    expect(made).toEqual({ status: 0, output: expect.stringContaining(`test/rules/${id}.test.ts`) });
    expect(made.output).toContain(`src/rules/${id}.cel.ts`);
    expect(readFileSync(join(root, "src/rules/cel/index.ts"), "utf8")).toContain(`"../${id}.cel.ts"`);
    expect(readFileSync(join(root, `docs/rules/${id}.md`), "utf8")).toContain(
      "[admission policies](../../admission-policies.md)",
    );
    expect(readFileSync(join(root, `src/rules/${id}.ts`), "utf8")).toContain('tier: "protocol"');
    expect(readFileSync(join(root, "src/rules/index.ts"), "utf8")).toContain(`"./${id}.ts"`);
    expect(readFileSync(join(root, `docs/rules/${id}.md`), "utf8")).toContain("| Default mode | warn |");
  });

  it("declares a parameter for a rule of tier policy, with a policy that sets it", () => {
    expect(readFileSync(join(root, `src/rules/${policyId}.ts`), "utf8")).toContain("parameters: parametersOf<");
    expect(readFileSync(join(root, `src/rules/${id}.ts`), "utf8")).not.toContain("parameters");
    expect(readFileSync(join(root, `docs/rules/${policyId}.md`), "utf8")).toContain("off; with parameters warn");
    expect(readFileSync(join(root, `docs/rules/${policyId}.md`), "utf8")).toContain("    parameters: { fillIn: 1 }");
  });

  it("creates a relation rule of tier protocol, with a table that has related objects", () => {
    const text = readFileSync(join(root, `src/rules/${relationId}.ts`), "utf8");
    expect(text).toContain("export const rule: Rule = defineRelationRule({");
    expect(text).toContain('tier: "protocol"');
    expect(readFileSync(join(root, `src/rules/${relationId}.cel.ts`), "utf8")).toContain("noCel");
    expect(readFileSync(join(root, `docs/rules/${relationId}.md`), "utf8")).toContain("| Not in admission policies |");
    expect(readFileSync(join(root, `test/rules/${relationId}.test.ts`), "utf8")).toMatch(/beside: .*abstains: true/s);
    expect(readFileSync(join(root, `docs/rules/${relationId}.md`), "utf8")).not.toContain("| Sent by |");
  });

  it("creates files that pass the format and lint checks", () => {
    const written = (each: string) => [
      `src/rules/${each}.ts`,
      `src/rules/${each}.cel.ts`,
      `test/rules/${each}.test.ts`,
    ];
    const files = ["src/rules/index.ts", "src/rules/cel/index.ts", ...ids.flatMap(written)];
    expect(run(root, "biome", "check", "--error-on-warnings", ...files)).toMatchObject({ status: 0 });
    expect(run(root, "oxlint", "--type-aware", "--deny-warnings", ...files)).toMatchObject({ status: 0 });
  });

  it("creates files that pass the type check", () => {
    expect(run(root, "tsc", "-p", "tsconfig.fresh.json")).toEqual({ status: 0, output: "" });
  });

  it.each([id, relationId])("creates a test that fails until the rule reports something: %s", (each) => {
    const { status, output } = run(root, "vitest", "run", "--root", root, `test/rules/${each}.test.ts`);
    expect(output).toMatch(/FAIL .*the first invalid value/);
    expect(status).toBe(1);
  });

  it("rejects a rule that exists", () => {
    expect(newRule(root, id)).toEqual({ status: 2, output: `src/rules/${id}.ts already exists\n` });
  });

  it.each([
    [[]],
    [["lease/a", "lease/b"]],
    [["lease/a", "--force"]],
    [["lease/a", "--tier", "law"]],
    [["lease/a", "--relation", "--tier", "policy"]],
    [["lease/a", "--relation=yes"]],
    [["lease"]],
    [["lease/"]],
    [["pod/a"]],
    [["lease/a/b"]],
    [["lease/../a"]],
    [["lease/CamelCase"]],
    [["lease/a_b"]],
    [["lease/-a"]],
    [["lease/a-"]],
    [["lease/1a"]],
    [["lease/a.ts"]],
  ])("rejects %j in one line", (args: readonly string[]) => {
    const { status, output } = newRule(root, ...args);
    expect({ status, lines: output.trim().split("\n").length }).toEqual({ status: 2, lines: 1 });
    expect(existsSync(join(root, "src/rules/lease/a.ts"))).toBe(false);
  });
});
