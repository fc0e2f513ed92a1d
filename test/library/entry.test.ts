import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { type OutputChunk, rolldown } from "rolldown";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { here } from "../ci/checkout.ts";

const entry = join(here, "dist/index.js");

interface Import {
  readonly from: string;
  readonly specifier: string;
}

/** Returns all modules that a built file imports, directly or indirectly. */
function importsOf(start: string): readonly Import[] {
  const seen = new Set([start]);
  const found: Import[] = [];
  for (const from of seen) {
    for (const { fileName: specifier } of ts.preProcessFile(readFileSync(from, "utf8")).importedFiles) {
      found.push({ from, specifier });
      if (specifier.startsWith(".")) seen.add(resolve(from, "..", specifier));
    }
  }
  return found;
}

/**
 * Bundles a program for browsers. The bundler finds lease-guard through `exports` in package.json.
 */
async function bundle(program: string): Promise<OutputChunk> {
  const id = join(here, "test/program.js");
  const build = await rolldown({
    input: id,
    platform: "browser",
    plugins: [
      {
        name: "program",
        resolveId: (source) => (source === id ? id : null),
        load: (path) => (path === id ? program : null),
      },
    ],
  });
  const { output } = await build.generate({ format: "iife", name: "program", exports: "named" });
  await build.close();
  return output[0];
}

const sourcesOf = ({ moduleIds }: OutputChunk, folder: string): readonly string[] =>
  moduleIds.filter((path) => path.startsWith(join(here, "dist", folder)));

describe("the imports of the main entry", () => {
  it("contain no module of Node and no package", () => {
    const imports = importsOf(entry);
    expect(imports.length).toBeGreaterThan(100);
    expect(imports.filter(({ specifier }) => !specifier.startsWith("."))).toEqual([]);
  });

  it("are detected by this test", () => {
    const specifiers = importsOf(join(here, "dist/library/vitest/register.js")).map(({ specifier }) => specifier);
    expect(specifiers).toContain("vitest");
  });
});

describe("a bundle for the browser", () => {
  it("validates without modules of Node", async () => {
    const { code } = await bundle(`
      import { createValidator } from "lease-guard";
      const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: "a" }, spec: { leaseDurationSeconds: 0 } };
      const { validate, review } = createValidator();
      export const verdict = validate(lease);
      export const reply = review(new TextEncoder().encode("{"));
    `);
    const { program } = runInNewContext(`${code}; ({ program })`, { TextDecoder, TextEncoder });
    expect(program.verdict.findings).toMatchObject([
      { rule: "lease/lease-duration-positive", field: "spec.leaseDurationSeconds" },
    ]);
    expect(program.reply).toMatchObject({ httpStatus: 400, body: { kind: "Status" } });
  });

  it.each([
    ["formatPath", 'import { formatPath } from "lease-guard"; export const text = formatPath(["spec", "strategy"]);'],
    ["nothing", 'import "lease-guard"; export const text = "";'],
  ])("that uses %s contains neither rules nor schemas", async (_, program) => {
    const chunk = await bundle(program);
    expect([...sourcesOf(chunk, "rules"), ...sourcesOf(chunk, "schema")]).toEqual([]);
    expect(chunk.code.length).toBeLessThan(2000);
  });

  it("that validates contains both", async () => {
    const chunk = await bundle('export { createValidator } from "lease-guard";');
    expect(sourcesOf(chunk, "rules").length).toBeGreaterThan(30);
    expect(sourcesOf(chunk, "schema").length).toBeGreaterThan(2);
    expect(sourcesOf(chunk, "cli")).toEqual([]);
  });
});
