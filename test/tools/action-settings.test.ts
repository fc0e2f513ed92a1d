import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { action, createJob, leaseOf } from "../harness/action.ts";

const [, check] = action.runs.steps;

// The job uses the action of this checkout, which is already built.
const { root, workspace, temporary, runStep, remove } = createJob(
  () => ({ "good.yaml": leaseOf(15), "bad lease.yaml": leaseOf(0) }),
  process.cwd(),
);
afterAll(remove);

function git(...args: readonly string[]): string {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  return execFileSync("git", [...identity, ...args], { cwd: workspace, encoding: "utf8" }).trim();
}

const settings = (paths: string): string => `apiVersion: lease-guard.dev/v1alpha1\nkind: Config\npaths: ${paths}\n`;

describe("the settings of a pull request", () => {
  const baseSettings = settings(`[good.yaml, "bad lease.yaml"]`);
  const ownSettings = settings("[good.yaml]");
  const write = (text: string): void => writeFileSync(join(workspace, ".lease-guard.yaml"), text);
  let base = "";
  let baseWithout = "";

  beforeAll(() => {
    git("init", "--quiet");
    git("add", "good.yaml", "bad lease.yaml");
    git("commit", "--quiet", "-m", "without settings");
    baseWithout = git("rev-parse", "HEAD");
    write(baseSettings);
    git("add", ".lease-guard.yaml");
    git("commit", "--quiet", "-m", "with settings");
    base = git("rev-parse", "HEAD");
  });
  beforeEach(() => write(ownSettings));

  it("are those of the checkout without a pull request", () => expect(runStep(check, {})).toMatchObject({ status: 0 }));

  it("are those of the base branch, and the checkout stays as it was", () => {
    writeFileSync(join(workspace, ".lease-guardignore"), "*.yaml\n");
    expect(runStep(check, {}, base)).toMatchObject({ status: 1 });
    expect(readFileSync(join(workspace, ".lease-guard.yaml"), "utf8")).toBe(ownSettings);
    expect(readFileSync(join(workspace, ".lease-guardignore"), "utf8")).toBe("*.yaml\n");
    rmSync(join(workspace, ".lease-guardignore"));
    expect(readdirSync(temporary)).toEqual(["lease-guard-report.json"]);
  });

  it("are those of the base branch, even if the pull request deletes them or makes them a link", () => {
    rmSync(join(workspace, ".lease-guard.yaml"));
    expect(runStep(check, { paths: "good.yaml" }, base)).toMatchObject({ status: 0 });
    expect(existsSync(join(workspace, ".lease-guard.yaml"))).toBe(false);
    symlinkSync("good.yaml", join(workspace, ".lease-guard.yaml"));
    expect(runStep(check, {}, base)).toMatchObject({ status: 1 });
    expect(lstatSync(join(workspace, ".lease-guard.yaml")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(workspace, "good.yaml"), "utf8")).toBe(leaseOf(15));
    rmSync(join(workspace, ".lease-guard.yaml"));
  });

  it("are none if the base branch has none", () => {
    const { status, stdout } = runStep(check, {}, baseWithout);
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: expect.stringContaining("file=bad lease.yaml") as unknown,
    });
    expect(stdout).not.toContain("::notice::");
  });

  it("are none, with a notice, if the base commit cannot be fetched", () => {
    const { status, stdout } = runStep(check, {}, "0123456789012345678901234567890123456789");
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining("::notice::") as unknown });
  });

  it("come from the base commit after a fetch, as in a checkout of depth 1", () => {
    const remote = join(root, "remote.git");
    git("clone", "--quiet", "--bare", ".", remote);
    git("-C", remote, "config", "uploadpack.allowAnySHA1InWant", "true");
    rmSync(join(workspace, ".git"), { recursive: true });
    git("init", "--quiet");
    git("remote", "add", "origin", `file://${remote}`);
    expect(runStep(check, {}, base)).toMatchObject({
      status: 1,
      stdout: expect.not.stringContaining("::notice::") as unknown,
    });
  });
});
