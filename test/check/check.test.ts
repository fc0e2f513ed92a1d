import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli, startCli } from "../harness/cli.ts";

const good = `apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: my-controller
spec:
  leaseDurationSeconds: 15
`;
const bad = good.replace("15", "0");
const warned = `apiVersion: coordination.k8s.io/v1beta1
kind: LeaseCandidate
metadata: {name: c1}
spec: {leaseName: Bad, renewTime: "2026-07-01T08:00:00.000000Z", binaryVersion: 1.36.0, emulationVersion: 1.36.0, strategy: OldestEmulationVersion}
`;
const files: Readonly<Record<string, string>> = {
  "good.yaml": good,
  "bad.yaml": bad,
  "warned.yaml": warned,
  "broken.yaml": "kind: [\n",
  "empty.yaml": "",
  "pod.yaml": "apiVersion: v1\nkind: Pod\n",
  "several.yaml": `${good}---\n${bad}---\napiVersion: v1\nkind: ConfigMap\n`,
  "list.json": JSON.stringify({
    apiVersion: "v1",
    kind: "List",
    items: [
      { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: "a" }, spec: { leaseTransitions: -1 } },
    ],
  }),
  "tree/b/bad.yml": bad,
  "tree/a/good.json": JSON.stringify({ apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: "a" } }),
  "tree/notes.txt": "kind: [",
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lease-guard-check-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

const duration =
  "Lease default/my-controller: deny lease/lease-duration-positive: spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0";

const deprecated =
  "warning: coordination.k8s.io/v1beta1 LeaseCandidate is deprecated in v1.36+, unavailable in v1.39+\n";

/** Runs of `check`, each with its arguments, its exit code, and lines that stdout must contain. */
const runs: readonly (readonly [args: readonly string[], code: number, lines: readonly string[]])[] = [
  [["good.yaml"], 0, ["1 object checked in 1 file: 0 denied, 0 warnings, 0 skipped"]],
  [["bad.yaml"], 1, [`bad.yaml:6:25: ${duration}`, "    leaseDurationSeconds: 0", "                          ^"]],
  [["warned.yaml"], 0, ["1 object checked in 1 file: 0 denied, 1 warning, 0 skipped"]],
  [["--fail-on", "warn", "warned.yaml"], 1, []],
  [
    ["several.yaml"],
    1,
    [`several.yaml:13:25: ${duration}`, "2 objects checked in 1 file: 1 denied, 0 warnings, 1 skipped"],
  ],
  [["list.json"], 1, ["1 object checked in 1 file: 1 denied, 0 warnings, 0 skipped"]],
  [["tree"], 1, [`tree/b/bad.yml:6:25: ${duration}`, "2 objects checked in 2 files: 1 denied, 0 warnings, 0 skipped"]],
  [["-q", "empty.yaml", "pod.yaml"], 0, []],
  [
    ["-o", "github", "bad.yaml"],
    1,
    [expect.stringMatching(/^::error file=bad\.yaml,line=6,col=25,title=lease\/lease-duration-positive::/)],
  ],
];

describe.concurrent("check", () => {
  it.each(runs)("%j exits with %i", async (args, code, lines) => {
    const ended = await runCli(["check", ...args], { cwd: folder });
    const stderr = args.includes("warned.yaml") ? deprecated : "";
    expect(ended).toMatchObject({ code, stderr });
    const said = ended.stdout.split("\n");
    for (const line of lines) expect(said).toContainEqual(line);
  });

  it("checks all readable inputs, and reports the others", async () => {
    const ended = await runCli(["check", "nowhere", "broken.yaml", "bad.yaml"], { cwd: folder });
    expect(ended.code).toBe(2);
    expect(ended.stdout).toContain(`bad.yaml:6:25: ${duration}`);
    expect(ended.stderr).toBe(
      "error: nowhere must be readable: ENOENT: no such file or directory\nbroken.yaml:1:7: error: must be YAML: this [ must be closed with ]\n",
    );
  });

  it("writes several reports at once", async () => {
    const ended = await runCli(["check", "-o", "json=out.json", "-o", "sarif=out.sarif", "-o", "tap", "bad.yaml"], {
      cwd: folder,
    });
    expect(ended).toMatchObject({ code: 1, stderr: "" });
    expect(ended.stdout).toMatch(/^TAP version 14\n/);
    expect(JSON.parse(readFileSync(join(folder, "out.json"), "utf8"))).toMatchObject({
      kind: "Results",
      summary: { denied: 1 },
    });
    expect(JSON.parse(readFileSync(join(folder, "out.sarif"), "utf8"))).toMatchObject({ version: "2.1.0" });
  });

  it("waits for a slow reader, and ends without an error if the reader leaves", async () => {
    const many = Array.from({ length: 3000 }, () => bad).join("---\n");
    writeFileSync(join(folder, "many.yaml"), many);
    const slow = await runCli(["check", "-o", "json", "many.yaml"], { cwd: folder });
    expect(JSON.parse(slow.stdout)).toMatchObject({ summary: { denied: 3000 } });
    const left = startCli(["check", "-o", "json", "many.yaml"], { cwd: folder });
    left.child.stdout?.destroy();
    expect(await left.ended()).toMatchObject({ code: 1, stderr: "" });
  });

  it("takes the time after the end of standard input", async () => {
    writeFileSync(
      join(folder, "exact.policy.yaml"),
      "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nclockSkewAllowance: 0s\n",
    );
    const slow = startCli(["check", "--policy", "exact.policy.yaml", "-"], { cwd: folder, stdin: "pipe" });
    await setTimeout(3_000);
    const spec = {
      holderIdentity: "a",
      leaseDurationSeconds: 15,
      renewTime: new Date().toISOString().replace("Z", "000Z"),
    };
    slow.child.stdin?.end(JSON.stringify({ ...JSON.parse(files["tree/a/good.json"] ?? ""), spec }));
    expect(await slow.ended()).toMatchObject({
      code: 0,
      stdout: "1 object checked in 1 file: 0 denied, 0 warnings, 0 skipped\n",
    });
  });

  it("names the report that cannot be written", async () => {
    const ended = await runCli(["check", "-o", "json=no/where.json", "good.yaml"], { cwd: folder });
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toMatch(/^error: no\/where\.json must be writable: [^\n]*\n$/);
  });

  it.each([[["check"]], [["check", "-o", "xml", "good.yaml"]], [["check", "--fail-on", "never", "good.yaml"]]])(
    "rejects %j",
    async (args) => {
      const ended = await runCli(args, { cwd: folder });
      expect(ended).toMatchObject({ code: 2, stdout: "" });
      expect(ended.stderr).toMatch(/^error: [^\n]*\n$/);
    },
  );
});
