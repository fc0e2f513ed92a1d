import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { here } from "../ci/checkout.ts";

interface Example {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

/** Returns the ```js and ```ts blocks of a page. */
function examplesOf(page: string): readonly Example[] {
  const text = readFileSync(join(here, page), "utf8");
  return [...text.matchAll(/^```(js|ts)\n([\s\S]*?)^```$/gm)].map(({ 1: language = "", 2: code = "", index }) => ({
    page,
    line: text.slice(0, index).split("\n").length,
    language,
    code,
  }));
}

/** The directory of a project that has installed the package of this checkout. */
const project = mkdtempSync(join(tmpdir(), "lease-guard-examples-"));
mkdirSync(join(project, "node_modules"));
symlinkSync(here, join(project, "node_modules/lease-guard"));
symlinkSync(join(here, "node_modules/vitest"), join(project, "node_modules/vitest"));
writeFileSync(join(project, "package.json"), '{"private":true,"type":"module"}');
afterAll(() => rmSync(project, { recursive: true, force: true }));

const pages = ["README.md", "docs/library.md", "docs/related-objects.md"];
const examples = pages.flatMap(examplesOf);
const tests = examples.filter(({ code }) => code.includes("lease-guard/vitest"));
const programs = examples.filter((example) => !tests.includes(example));

const compilerOptions: ts.CompilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };

function printed({ language, code }: Example): string {
  const { outputText } = ts.transpileModule(code, { compilerOptions });
  writeFileSync(join(project, "example.js"), language === "ts" ? outputText : code);
  return execFileSync(process.execPath, ["example.js"], { cwd: project, encoding: "utf8" });
}

describe("the examples", () => {
  it("are found", () => {
    expect(new Set(programs.map(({ page }) => page))).toEqual(new Set(pages));
    expect(tests.map(({ page }) => page)).toEqual(["docs/library.md"]);
  });

  it.each(programs)("$page:$line prints the documented output", (example) => {
    const said = [...example.code.matchAll(/^ *\/\/ → (.*)$/gm)].map(([, text]) => text);
    expect(said.length).toBeGreaterThan(0);
    expect(printed(example).trimEnd().split("\n")).toEqual(said);
  });

  it("pass in vitest", () => {
    for (const [index, { code }] of tests.entries()) writeFileSync(join(project, `example-${index}.test.ts`), code);
    const vitest = join(here, "node_modules/vitest/vitest.mjs");
    const output = execFileSync(process.execPath, [vitest, "run", "--reporter=json"], {
      cwd: project,
      encoding: "utf8",
      stdio: "pipe",
    });
    const written = tests.flatMap(({ code }) => code.match(/^it\(/gm) ?? []).length;
    expect(JSON.parse(output)).toMatchObject({ success: true, numPassedTests: written, numTotalTests: written });
  });
});

/** Programs with a single error, which the compiler must reject. */
const refused: Readonly<Record<string, string>> = {
  "a rule that does not exist": 'createValidator({ modes: { "lease/x": "deny" } });',
  "a mode that does not exist": 'createValidator({ modes: { "lease/strategy-valid": "block" } });',
  "a text as an object": 'createValidator().validate("lease");',
  "an UPDATE without oldObject": 'createValidator().validate(lease, { operation: "UPDATE" });',
  "a DELETE with oldObject": 'createValidator().validate(lease, { operation: "DELETE", oldObject: lease });',
  "the status of a verdict that may be allowed": "createValidator().validate(lease).status.code;",
  "a matcher's rule that does not exist": 'expect(lease).toBeDeniedBy("lease/x");',
};

const preamble = `import { createValidator } from "lease-guard";
import "lease-guard/vitest";
import { expect } from "vitest";
const lease = { kind: "Lease" };
`;

/** The compiler options for each way of resolving modules. */
const resolutions: Readonly<Record<string, ts.CompilerOptions>> = {
  node16: { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
  bundler: { moduleResolution: ts.ModuleResolutionKind.Bundler },
};

const typed = examples.filter(({ language }) => language === "ts").map(({ code }) => code);
const snippets = [...typed, ...Object.values(refused).map((code) => preamble + code)];

describe.each(Object.keys(resolutions))("the types with the resolution %s", (resolution) => {
  let program: ts.Program;
  const path = (index: number): string => join(project, `snippet-${index}.ts`);
  const faults = (index: number): readonly string[] =>
    program
      .getSemanticDiagnostics(program.getSourceFile(path(index)))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));

  beforeAll(() => {
    for (const [index, code] of snippets.entries()) writeFileSync(path(index), code);
    const options: ts.CompilerOptions = {
      ...compilerOptions,
      ...resolutions[resolution],
      strict: true,
      skipLibCheck: true,
      types: [],
    };
    program = ts.createProgram(
      snippets.map((_, index) => path(index)),
      { ...options, lib: ["lib.es2022.d.ts", "lib.dom.d.ts"] },
    );
  });

  it("match the examples", () => {
    expect(typed.length).toBeGreaterThan(1);
    expect(typed.flatMap((_, index) => faults(index))).toEqual([]);
  });

  it.each(Object.keys(refused))("reject %s", (name) => {
    expect(faults(typed.length + Object.keys(refused).indexOf(name))).toHaveLength(1);
  });

  it("are all described on the page", () => {
    const page = readFileSync(join(here, "docs/library.md"), "utf8");
    const checker = program.getTypeChecker();
    const entry = program.getSourceFile(join(here, "dist/index.d.ts"));
    const module = entry && checker.getSymbolAtLocation(entry);
    const names = module === undefined ? [] : checker.getExportsOfModule(module).map(({ name }) => name);
    expect(names).toContain("createValidator");
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
  });
});
