import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkout, type Ended, removeCheckouts, run } from "./checkout.ts";

const planted: Readonly<Record<string, string>> = {
  "src/server/float.ts":
    'import { mkdir } from "node:fs/promises";\n\nexport function float(): void {\n  mkdir("a");\n}\n',
  "src/server/misuse.ts":
    "export function misuse(all: readonly (() => Promise<void>)[]): void {\n  all.forEach(async (one) => one());\n}\n",
  "src/field/one-of.ts":
    'export function oneOf(kind: "a" | "b"): number {\n  switch (kind) {\n    case "a":\n      return 1;\n  }\n  return 2;\n}\n',
  "src/field/always.ts": "export function always(text: string): string {\n  return text ?? 1;\n}\n",
  "src/field/wait.ts": "export async function wait(): Promise<number> {\n  return await 1;\n}\n",
  "src/server/exit.ts": "export function exit(): void {\n  process.exit(1);\n}\n",
  "src/server/env.ts": 'export const home: string | undefined = process.env["HOME"];\n',
  "src/server/speak.ts": 'console.log("a");\n\nexport const spoken = 1;\n',
  "src/server/sure.ts": "export function sure(text: string | undefined): string {\n  return text!;\n}\n",
  "src/server/some.ts": "export const some: any = 1;\n",
  "src/server/CamelCase.ts": "export const camel = 1;\n",
  "src/server/round-a.ts": 'import { b } from "./round-b.ts";\n\nexport const a = (): unknown => b;\n',
  "src/server/round-b.ts": 'import { a } from "./round-a.ts";\n\nexport const b = (): unknown => a;\n',
  "src/server/whole.ts": "export default 1;\n",
  "src/server/five.ts":
    "export const five = (a: number, b: number, c: number, d: number, e: number): number => a + b + c + d + e;\n",
  "src/server/ugly.ts": "export const ugly = 'a'\n",
  "src/cli/fine.ts": 'export function fine(): void {\n  console.log(process.env["HOME"]);\n  process.exit(1);\n}\n',
};

afterAll(removeCheckouts);

describe("the linters", () => {
  let biome: Ended;
  let oxlint: Ended;

  beforeAll(() => {
    const root = checkout([], planted);
    biome = run(root, "biome", "check", "--error-on-warnings", "--max-diagnostics=none", "src");
    oxlint = run(root, "oxlint", "--type-aware", "--deny-warnings", "--format=unix");
  });

  it("exit with an error", () => {
    expect([biome.status, oxlint.status]).toEqual([1, 1]);
  });

  it.each([
    ["src/server/float.ts", "no-floating-promises"],
    ["src/server/misuse.ts", "no-misused-promises"],
    ["src/field/one-of.ts", "switch-exhaustiveness-check"],
    ["src/field/always.ts", "no-unnecessary-condition"],
    ["src/field/wait.ts", "await-thenable"],
    ["src/server/exit.ts", "no-process-exit"],
  ])("oxlint finds %s: %s", (path, rule) => {
    expect(oxlint.output.split("\n")).toContainEqual(expect.stringMatching(`^.*${path}:.*${rule}`));
  });

  it.each([
    ["src/server/env.ts", "noProcessEnv"],
    ["src/server/speak.ts", "noConsole"],
    ["src/server/sure.ts", "noNonNullAssertion"],
    ["src/server/some.ts", "noExplicitAny"],
    ["src/server/CamelCase.ts", "useFilenamingConvention"],
    ["src/server/round-a.ts", "noImportCycles"],
    ["src/server/whole.ts", "noDefaultExport"],
    ["src/server/five.ts", "useMaxParams"],
    ["src/server/ugly.ts", "format"],
  ])("biome finds %s: %s", (path, rule) => {
    expect(biome.output.split("\n")).toContainEqual(expect.stringMatching(`^${path}.*${rule}`));
  });

  it("allow the command line to print, to read its environment, and to exit", () => {
    expect(biome.output + oxlint.output).not.toContain("src/cli/fine.ts");
  });
});
