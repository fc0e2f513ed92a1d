import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (name: string): string => readFileSync(join(root, name), "utf8");
const instructions = read("Dockerfile")
  .replaceAll("\\\n", " ")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));
const finalStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith("FROM ")));
const sources = instructions.flatMap(contextSources);
const ignore = read(".dockerignore")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));
const { version, bin } = JSON.parse(read("package.json")) as {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
};

/**
 * Returns the files that a COPY instruction takes from the build context. Returns none for a copy
 * from another stage, and for other instructions.
 */
function contextSources(line: string): readonly string[] {
  const [name, ...words] = line.split(/\s+/);
  return name !== "COPY" || words[0]?.startsWith("--from=") ? [] : words.slice(0, -1);
}

test("there is a COPY to check", () => {
  expect(sources).toContain("src");
  expect(finalStage[0]).toBe(`FROM \${RUNTIME_IMAGE}`);
});

describe.each([...new Set(sources)])("source %s", (source) => {
  test("is in the checkout", () => {
    expect(existsSync(join(root, source))).toBe(true);
  });
});

test("the build context contains exactly the copied files", () => {
  expect(ignore).toEqual(["*", ...[...new Set(sources)].sort().map((source) => `!${source}`)]);
});

test("the final stage runs nothing, so it needs no shell", () => {
  expect(finalStage.filter((line) => line.startsWith("RUN "))).toEqual([]);
  expect(finalStage).toContain("USER 65532:65532");
});

test("the entry point is node with the packaged program", () => {
  const entry = finalStage.find((line) => line.startsWith("ENTRYPOINT "));
  const words = JSON.parse(entry?.slice("ENTRYPOINT ".length) ?? "[]") as readonly string[];
  expect(words.at(0)).toBe("/nodejs/bin/node");
  expect(words).toEqual(expect.arrayContaining(["--disallow-code-generation-from-strings", "--disable-sigusr1"]));
  expect(words.at(-1)).toBe(`/app/${bin["lease-guard"]}`);
});

test("the build runs no script of a package, and the image contains no package", () => {
  const installs = instructions.join(" ").match(/npm ci[^&\n]*?(?= &&| COPY| FROM|$)/g) ?? [];
  expect(installs).toEqual(["npm ci --ignore-scripts"]);
  expect(finalStage.join("\n")).not.toContain("node_modules");
});

test("the version is the package's, and the ports are the webhook's and the probes'", () => {
  expect(finalStage.join("\n")).toContain(`org.opencontainers.image.version="${version}"`);
  expect(finalStage).toContain("EXPOSE 8443 8081 8080");
});
