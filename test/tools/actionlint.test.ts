import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "lease-guard-actionlint-"));

/** Runs actionlint for some workflows, or for all workflows of the repository. */
function actionlint(...files: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  const program = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.7";
  const env = { ...process.env, GOWORK: "off", GOFLAGS: "-mod=mod" };
  const { status, stdout } = spawnSync("go", ["run", program, "-no-color", "-oneline", ...files], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  return { status, stdout };
}

afterAll(() => rmSync(folder, { recursive: true }));

describe("actionlint", () => {
  it("finds no error in the workflows", () => expect(actionlint()).toEqual({ status: 0, stdout: "" }));

  it("detects an error", () => {
    const file = join(folder, "bad.yml");
    writeFileSync(file, "on: push\njobs: { a: { runs-on: ubuntu-24.04, if: gone.name, steps: [{ run: 'true' }] } }\n");
    expect(actionlint(file)).toMatchObject({ status: 1, stdout: expect.stringContaining("undefined variable") });
  });
});
