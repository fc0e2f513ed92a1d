import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, describe, expect, it } from "vitest";
import { here } from "../ci/checkout.ts";

interface Example {
  readonly name: string;
  readonly language: string;
  readonly code: string;
}

/** The ```js and ```ts blocks of a page, named by their line. */
function examplesOf(page: string): readonly Example[] {
  const text = readFileSync(join(here, page), "utf8");
  return [...text.matchAll(/^```(js|ts)\n([\s\S]*?)^```$/gm)].map(({ 1: language = "", 2: code = "", index }) => ({
    name: `${page}:${text.slice(0, index).split("\n").length}`,
    language,
    code,
  }));
}

/** A project that has installed the package as it is built here. */
const project = mkdtempSync(join(tmpdir(), "lease-guard-examples-"));
mkdirSync(join(project, "node_modules"));
symlinkSync(here, join(project, "node_modules/lease-guard"));
symlinkSync(join(here, "node_modules/vitest"), join(project, "node_modules/vitest"));
writeFileSync(join(project, "package.json"), '{"private":true,"type":"module"}');
afterAll(() => rmSync(project, { recursive: true, force: true }));

const examples = ["README.md", "docs/library.md"].flatMap(examplesOf);
const tests = examples.filter(({ code }) => code.includes("lease-guard/vitest"));
const programs = examples.filter((example) => !tests.includes(example));

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
};

/** How a user's compiler may look for modules. */
const resolutions: readonly ts.CompilerOptions[] = [
  { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
  { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
];

function faultsOf(files: Readonly<Record<string, string>>, options: ts.CompilerOptions): readonly string[] {
  const paths = Object.entries(files).map(([name, text]) => {
    writeFileSync(join(project, name), text);
    return join(project, name);
  });
  const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram(paths, { ...compilerOptions, ...options }));
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

function printed({ language, code }: Example): string {
  const { outputText } = ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } });
  writeFileSync(join(project, "example.js"), language === "ts" ? outputText : code);
  return execFileSync(process.execPath, ["example.js"], { cwd: project, encoding: "utf8" });
}

describe("the examples", () => {
  it("are found", () => {
    expect(programs.map(({ name }) => name.replace(/:.*/, ""))).toEqual(expect.arrayContaining(["README.md", "docs/library.md"]));
    expect(tests.map(({ name }) => name.replace(/:.*/, ""))).toEqual(["README.md", "docs/library.md"]);
  });

  it.each(programs)("$name prints what it says", (example) => {
    const said = [...example.code.matchAll(/^ *\/\/ → (.*)$/gm)].map(([, line]) => line);
    expect(said.length).toBeGreaterThan(0);
    expect(printed(example).trimEnd().split("\n")).toEqual(said);
  });

  it.each(resolutions)("are of the right types where modules are looked for by $moduleResolution", (options) => {
    const files = examples.filter(({ language }) => language === "ts").map(({ code }, index) => [`example-${index}.ts`, code] as const);
    expect(faultsOf(Object.fromEntries(files), options)).toEqual([]);
  });

  it.each(tests)("$name passes in vitest", ({ code }) => {
    writeFileSync(join(project, "example.test.ts"), code);
    const vitest = join(here, "node_modules/vitest/vitest.mjs");
    const output = execFileSync(process.execPath, [vitest, "run", "--reporter=json"], { cwd: project, encoding: "utf8", stdio: "pipe" });
    const written = code.match(/^it\(/gm)?.length;
    expect(JSON.parse(output)).toMatchObject({ success: true, numPassedTests: written, numTotalTests: written });
  });
});

describe("the types refuse", () => {
  const start =
    'import { createValidator } from "lease-guard";\nimport "lease-guard/vitest";\nimport { expect } from "vitest";\nconst lease = { kind: "Lease" };\n';

  it.each([
    ["a rule that does not exist", 'createValidator({ modes: { "lease/x": "deny" } });'],
    ["a mode that does not exist", 'createValidator({ modes: { "lease/strategy-valid": "block" } });'],
    ["a text as an object", 'createValidator().validate("lease");'],
    ["an UPDATE without oldObject", 'createValidator().validate(lease, { operation: "UPDATE" });'],
    ["a DELETE with oldObject", 'createValidator().validate(lease, { operation: "DELETE", oldObject: lease });'],
    ["a status of what may be allowed", "createValidator().validate(lease).status.code;"],
    ["a matcher's rule that does not exist", 'expect(lease).toBeDeniedBy("lease/x");'],
  ])("%s", (_, code) => {
    expect(faultsOf({ "wrong.ts": start + code }, resolutions[0] ?? {})).toHaveLength(1);
  });
});

describe("the page of the library", () => {
  const page = readFileSync(join(here, "docs/library.md"), "utf8");
  const program = ts.createProgram([join(here, "dist/index.d.ts")], compilerOptions);
  const entry = program.getSourceFile(join(here, "dist/index.d.ts"));
  const module = entry && program.getTypeChecker().getSymbolAtLocation(entry);
  const names =
    module === undefined
      ? []
      : program
          .getTypeChecker()
          .getExportsOfModule(module)
          .map(({ name }) => name);

  it("has names to look for", () => expect(names).toEqual(expect.arrayContaining(["createValidator", "Verdict"])));
  it.each(names)("tells of %s", (name) => expect(page).toMatch(new RegExp(`\\b${name}\\b`)));
});
