import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Compared, differencesOf, partsOf, report } from "../../scripts/upstream/differences.ts";
import { watched } from "../../scripts/upstream/watched.ts";
import { here } from "./checkout.ts";

const compared = (before: Record<string, string>, after: Record<string, string>, only?: string[]): Compared => ({
  ...{ module: "k8s.io/api", path: "coordination", follows: "schemas" },
  ...(only && { only }),
  before: new Map(Object.entries(before)),
  after: new Map(Object.entries(after)),
});

describe("the differences of a watched path", () => {
  it.each<[name: string, before: Record<string, string>, after: Record<string, string>, differences: object[]]>([
    ["are none for equal files", { "a.go": "x\ny" }, { "a.go": "x\ny" }, []],
    [
      "are the lines of one version",
      { "a.go": "x\ny\nx" },
      { "a.go": "x\nz" },
      [{ file: "a.go", removed: ["y", "x"], added: ["z"] }],
    ],
    ["have files that appear", {}, { "b.go": "x" }, [{ file: "b.go", removed: [], added: ["x"] }]],
    ["have files that disappear", { "b.go": "x" }, {}, [{ file: "b.go", removed: ["x"], added: [] }]],
  ])("%s", (_, before, after, differences) => expect(differencesOf(compared(before, after))).toEqual(differences));

  it("ignore the parts of a file that are not watched", () => {
    const gate = (name: string, stage: string) => `\t${name}: {\n\t\t{PreRelease: ${stage}},\n\t},\n`;
    const files = (stage: string, other: string) => ({
      "gates.go": gate("Watched", stage) + gate("WatchedToo", other),
    });
    expect(differencesOf(compared(files("Alpha", "Alpha"), files("Alpha", "Beta"), ["Watched"]))).toEqual([]);
    expect(differencesOf(compared(files("Alpha", "Alpha"), files("Beta", "Alpha"), ["Watched"]))).toMatchObject([
      { removed: ["\t\t{PreRelease: Alpha},"], added: ["\t\t{PreRelease: Beta},"] },
    ]);
  });

  it("find the lines of a go.mod", () => {
    const mod =
      "go 1.27.0\n\tcel.dev/cel-go v0.33.2\n\tsigs.k8s.io/yaml v1.6.0\n\tk8s.io/api v0.0.0\n\tk8s.io/api => ./api\n";
    expect(partsOf(mod, ["go", "cel-go", "sigs.k8s.io/yaml"])).toBe(
      "go 1.27.0\n\tcel.dev/cel-go v0.33.2\n\tsigs.k8s.io/yaml v1.6.0",
    );
  });
});

describe("the report", () => {
  const versions = "v1.1.0 → v1.2.0";

  it("names what lease-guard must follow, what changed, and what is equal", () => {
    const paths = [
      compared({ "a.go": "x" }, { "a.go": "z" }),
      { ...compared({ "b.go": "x" }, { "b.go": "x" }), path: "b" },
    ];
    const text = report(versions, paths, [{ test: "oracles", outcome: "passed" }]);
    expect(text).toMatch(
      /^# Kubernetes v1\.1\.0 → v1\.2\.0\n\n## To do in lease-guard\n\n- `k8s.io\/api\/coordination`: schemas\n/,
    );
    expect(text).toContain("## Tests\n\n- passed: oracles\n");
    expect(text).toContain("## Equal\n\n- `k8s.io/api/b`\n");
    expect(text).toContain("~~~diff\n-x\n+z\n~~~");
  });

  it("gives no task for a comment or an import, except for a deprecation and a failed test", () => {
    const withLine = (line: string) => report(versions, [compared({ "a.go": "x" }, { "a.go": `x\n${line}` })], []);
    for (const line of ["// text", '\tcel "cel.dev/cel-go"'])
      expect(withLine(line)).toContain("## To do in lease-guard\n\nnothing");
    for (const line of ["// Deprecated: text", "// +k8s:beta", "code()"]) expect(withLine(line)).toContain(": schemas");
    expect(report(versions, [], [{ test: "oracles", outcome: "failed" }])).toContain(
      "## To do in lease-guard\n\n- failed: oracles",
    );
  });
});

describe("npm run upstream", () => {
  const upstream = (...args: readonly string[]) =>
    spawnSync(process.execPath, ["--import", "./scripts/typescript.mjs", "scripts/upstream.ts", ...args], {
      ...{ cwd: here, encoding: "utf8" },
      env: { ...process.env, GOPROXY: "off", GOFLAGS: "-mod=mod" },
    });

  it.each([
    ["a version that does not exist", ["--from", "v1.0.99", "--to", "v1.1.99", "--skip-oracles", "--skip-live"]],
    ["nothing to compare", ["--from", "v1.36.4", "--to", "v1.36.4"]],
    ["an unknown flag", ["--since", "v1.36.4"]],
  ])("fails for %s", (_, args) => {
    const { status, stdout, stderr } = upstream(...args);
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "", stderr: expect.stringMatching(/^error: /) });
  });

  it("watches paths that lease-guard follows with a file, a directory, or a rule", () => {
    expect(watched.length).toBeGreaterThan(10);
    const missing = watched
      .flatMap(({ follows }) => follows.replaceAll(/ \([^)]*\)/g, "").split(", "))
      .filter(
        (place) =>
          place.includes("/") && ![place, `src/rules/${place}.ts`].some((path) => existsSync(join(here, path))),
      );
    expect(missing).toEqual([]);
  });
});
