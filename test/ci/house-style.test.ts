import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { here } from "./checkout.ts";
import { overlappingComments } from "./comment-overlap.ts";

interface File {
  readonly path: string;
  readonly text: string;
}

/** Returns the violation in one file, or undefined if there is none. */
type Requirement = (file: File) => string | undefined;

const folders = [
  ".ci",
  ".github",
  "bench",
  "charts",
  "docs",
  "examples",
  "manifests",
  "schemas",
  "scripts",
  "src",
  "test",
];

/**
 * The path that no file may contain. This file builds the path from several parts, because it would
 * otherwise fail its own check.
 */
const machinePath = ["", "work", ""].join("/");
const unfinished = ["FILL", "IN:"].join(" ");
const idleTest = new RegExp(
  `\\b(?:it|test|describe)(?:\\.\\w+)*\\.(?:${["skip", "only", "todo"].join("|")}|skipIf|runIf)\\b`,
);

const isCode = (path: string): boolean =>
  /^(scripts|src|test)\/.*\.ts$/.test(path) &&
  !/\/generated\.ts$|^src\/(rules\/index|schema\/known-fields)\.ts$|^test\/fixtures\//.test(path);
const isTest = (path: string): boolean => /^test\/.*\.ts$/.test(path);

/** An export of the library always has a comment. */
const isPublic = (path: string): boolean => /^src\/(?:library\/|core\/field\/object-reference\.ts$)/.test(path);

const requirements: Readonly<Record<string, Requirement>> = {
  "no file of code is above 300 lines": ({ path, text }) => {
    const lines = text.split("\n").length - 1;
    return isCode(path) && lines > 300 ? `${lines} lines` : undefined;
  },
  "no comment is longer than 100 columns": ({ path, text }) => {
    const long = text.split("\n").find((line) => /^\s*(?:\/\/|\/\*\*|\*) /.test(line) && line.length > 100);
    return isCode(path) && !isTest(path) && !path.startsWith("scripts/new-rule/") ? long : undefined;
  },
  "no doc comment repeats only the name and the type": ({ path, text }) =>
    isCode(path) && /^(?:src|scripts\/(?!new-rule\/)|test\/harness)/.test(path) && !isPublic(path)
      ? overlappingComments(path, text)[0]
      : undefined,
  "no module starts ICU when it loads": ({ path, text }) =>
    path.startsWith("src/")
      ? /^(?:export )?(?:const|let) (?!.*=>).*(?:\.toLocale|\bIntl\.).*/m.exec(text)?.[0]
      : undefined,
  "no test is skipped, alone or still to come": ({ path, text }) =>
    isTest(path) ? idleTest.exec(text)?.[0] : undefined,
  "the top level has no other folders": ({ path }) => {
    const room = path.includes("/") ? path.slice(0, path.indexOf("/")) : undefined;
    return room === undefined || folders.includes(room) ? undefined : room;
  },
  "no path of one machine is named": ({ text }) => (text.includes(machinePath) ? machinePath : undefined),
  "nothing that new-rule asks for is left open": ({ path, text }) =>
    !path.startsWith("scripts/new-rule/") && text.includes(unfinished) ? unfinished : undefined,
};

const offenders = (requirement: Requirement, files: readonly File[]): readonly string[] =>
  files.flatMap((file) => {
    const fault = requirement(file);
    return fault === undefined ? [] : [`${file.path}: ${fault}`];
  });

/** Returns the files that are committed and the files that `git add` would add. */
function projectFiles(): readonly File[] {
  const output = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: here,
    encoding: "utf8",
  });
  const paths = output.split("\0").filter((path) => path !== "" && existsSync(join(here, path)));
  return paths.map((path) => ({ path, text: readFileSync(join(here, path), "utf8") }));
}

describe("house style", () => {
  const files = projectFiles();

  it("has files to check", () => {
    expect(files.filter(({ path }) => isCode(path)).length).toBeGreaterThan(50);
  });

  it.each(Object.entries(requirements))("%s", (_, requirement) => {
    expect(offenders(requirement, files)).toEqual([]);
  });

  const planted: Readonly<Record<string, readonly File[]>> = {
    "no file of code is above 300 lines": [{ path: "src/a.ts", text: "a\n".repeat(301) }],
    "no comment is longer than 100 columns": [{ path: "src/a.ts", text: `  // ${"a".repeat(96)}\n` }],
    "no doc comment repeats only the name and the type": [
      { path: "src/a.ts", text: "/** Returns the name of the user. */\nfunction nameOf(user: User): string {\n" },
      {
        path: "src/a.ts",
        text: "/**\n * The parsed flags of a command.\n */\nexport interface ParsedFlags extends CommandFlags {\n}\n",
      },
      {
        path: "src/doctor/run.ts",
        text: "/** The time. */\nlet now;\n\ninterface Run {\n  /** The time of the run. */\n  readonly time: Date;\n}\n",
      },
    ],
    "no module starts ICU when it loads": [
      { path: "src/a.ts", text: 'export const limit = (1e6).toLocaleString("en-US");\n' },
      { path: "src/a.ts", text: "const format = new Intl.NumberFormat();\n" },
    ],
    "no test is skipped, alone or still to come": [
      { path: "test/a.test.ts", text: `it.${"skip"}("a", () => {});` },
      { path: "test/a.test.ts", text: `describe.${"only"}("a", () => {});` },
      { path: "test/a.test.ts", text: `it.concurrent.${"todo"}("a");` },
      { path: "test/a.test.ts", text: `it.${"skip"}.each([])("a", () => {});` },
      { path: "test/a.test.ts", text: `it.${"skipIf"}(true)("a", () => {});` },
    ],
    "the top level has no other folders": [{ path: "utils/a.ts", text: "" }],
    "no path of one machine is named": [{ path: "README.md", text: `see ${machinePath}x` }],
    "nothing that new-rule asks for is left open": [{ path: "docs/rules/lease/a.md", text: `${unfinished} why` }],
  };

  it.each(Object.entries(requirements))("detects: %s", (name, requirement) => {
    const examples = planted[name] ?? [];
    expect(offenders(requirement, examples)).toHaveLength(examples.length);
    expect(examples.length).toBeGreaterThan(0);
  });

  it.each([
    "/** Returns the name of the user, or the name of the group. */\nfunction nameOf(user: User): string {\n",
    "/** The timeout in seconds. */\nconst timeout = 5;\n",
  ])("accepts a comment with another fact: %j", (text) => {
    expect(overlappingComments("src/a.ts", text)).toEqual([]);
  });

  it("accepts 300 lines", () => {
    expect(
      offenders(requirements["no file of code is above 300 lines"] as Requirement, [
        { path: "src/a.ts", text: "a\n".repeat(300) },
      ]),
    ).toEqual([]);
  });
});
