import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { guard } from "../../harness/guard.ts";
import type { MountedFolder } from "../../harness/mounted-folder.ts";
import {
  allowing,
  allows,
  denying,
  errors,
  head,
  logged,
  patience,
  ruleId,
  sample,
  successes,
} from "./policy-server.ts";

describe.concurrent("a valid policy becomes active", () => {
  it.each<readonly [string, (mount: MountedFolder) => void]>([
    ["that kubelet swaps in", ({ swap }) => swap({ "policy.yaml": allowing })],
    [
      "that is written in place",
      ({ folder }) => {
        unlinkSync(join(folder, "policy.yaml"));
        writeFileSync(join(folder, "policy.yaml"), `\ufeff${allowing}`);
      },
    ],
  ])("%s", async (_name, change) => {
    const { server, mount } = await guard(denying);
    const since = await sample(server, "loaded_timestamp_seconds");
    expect(Math.abs(since - Date.now() / 1000)).toBeLessThan(60);
    expect(await allows(server)).toBe(false);
    change(mount);
    // The timeout is shorter than the 10 s between two reads. The server must therefore react to
    // the change itself.
    await vi.waitUntil(() => allows(server), { timeout: 5_000, interval: 50 });
    expect(await successes(server)).toBe(1);
    expect(await sample(server, "loaded_timestamp_seconds")).toBeGreaterThan(since);
    expect(await logged(server, 2)).toEqual([
      expect.objectContaining({
        level: "info",
        msg: "policy changed",
        profile: "default",
        changes: { rules: [ruleId] },
      }),
      expect.objectContaining({
        level: "warn",
        msg: "policy warning",
        warning: expect.stringMatching(/policy\.yaml:3:\d+: warning: .*tier api/),
      }),
    ]);
  });
});

describe.concurrent("an invalid policy leaves the previous one active", () => {
  it.each<readonly [string, (mount: MountedFolder) => void, readonly RegExp[]]>([
    [
      "with two errors",
      ({ swap }) => swap({ "policy.yaml": `${head}profile: stric\nrule: {}\n` }),
      [
        /policy\.yaml:3:10: error: profile: Unsupported value: "stric"/,
        /policy\.yaml:4:1: error: rule: Forbidden: unknown field/,
      ],
    ],
    [
      "with an error of 1 MB",
      ({ swap }) => swap({ "policy.yaml": `a: *${"x".repeat(1e6)}` }),
      [/^.*policy\.yaml:1:4: error: must have an anchor &x{100,300}…$/],
    ],
    [
      "with many errors",
      ({ swap }) => swap({ "policy.yaml": `${head}${"a: 1\n".repeat(900)}` }),
      [...Array.from({ length: 20 }, () => /policy\.yaml:\d+:1: error: a: /), /^and 880 more$/],
    ],
    ["that is empty", ({ swap }) => swap({ "policy.yaml": "" }), [/policy\.yaml:1:1: error: must not be empty/]],
    [
      "that is a folder",
      ({ folder }) => {
        unlinkSync(join(folder, "policy.yaml"));
        mkdirSync(join(folder, "policy.yaml"));
      },
      [/policy\.yaml must be a regular file/],
    ],
    [
      "that is a pipe without a writer",
      ({ folder }) => {
        execFileSync("mkfifo", [join(folder, "pipe")]);
        renameSync(join(folder, "pipe"), join(folder, "policy.yaml"));
      },
      [/policy\.yaml must be a regular file/],
    ],
    [
      "that is not there",
      ({ folder }) => {
        // The link is replaced atomically. Between a deletion and a new link, the server could log
        // another error.
        symlinkSync("..gone", join(folder, "..data_tmp"));
        renameSync(join(folder, "..data_tmp"), join(folder, "..data"));
      },
      [/policy\.yaml must be readable: ENOENT/],
    ],
  ])("%s", async (_name, spoil, errorTexts) => {
    const { server, mount } = await guard(denying);
    spoil(mount);
    await vi.waitUntil(async () => (await errors(server)) >= 1, patience);
    // The next read finds the same content as the previous read.
    const before = await errors(server);
    writeFileSync(join(mount.folder, "touched"), "");
    await vi.waitUntil(async () => (await errors(server)) > before, patience);
    expect(await allows(server)).toBe(false);
    expect(await successes(server)).toBe(0);
    rmSync(mount.folder, { recursive: true });
    mount.create({ "policy.yaml": denying.replace("deny", "off") });
    await vi.waitUntil(() => allows(server), patience);
    const [refused] = await logged(server, 2);
    expect(refused).toMatchObject({ level: "error", msg: "policy file rejected; the previous policy stays active" });
    const texts = errorTexts.map((text) => expect.stringMatching(text));
    expect(refused).toMatchObject({ errors: texts });
    expect(await successes(server)).toBe(1);
  });
});

it("compiles a policy that this server cannot use once, and logs when the file matches the active one again", async () => {
  const { server, mount, compiled } = await guard(denying);
  mount.swap({ "policy.yaml": `${allowing}profile: strict\n` });
  await vi.waitUntil(async () => (await errors(server)) === 1, patience);
  const before = compiled();
  writeFileSync(join(mount.folder, "touched"), "");
  await vi.waitUntil(async () => (await errors(server)) >= 2, patience);
  expect(compiled()).toBe(before);
  mount.swap({ "policy.yaml": denying });
  const msg = "policy file matches the active policy again";
  expect(await logged(server, 2)).toMatchObject([
    { level: "error", errors: ["must not be strict"] },
    { level: "info", msg },
  ]);
  expect(await successes(server)).toBe(0);
});

it("logs once that an exemption has expired", async () => {
  const exemption = `exemptions: [{ rules: [lease/renew-time-near-now], match: { names: [a] }, reason: why, owner: team-a, expires: 2030-01-01 }]\n`;
  let now = new Date("2029-12-31T23:59:00Z");
  let looks = 0;
  const { server, mount } = await guard(head + exemption, () => {
    looks++;
    return now;
  });
  const look = async () => {
    const before = looks;
    writeFileSync(join(mount.folder, "touched"), String(before));
    await vi.waitUntil(() => looks > before, patience);
  };
  await look();
  now = new Date("2030-01-01T00:00:00Z");
  await look();
  await look();
  server.logger.warn("policy test ends");
  expect(await logged(server, 2)).toMatchObject([
    { msg: "policy warning", warning: expect.stringContaining("has passed") },
    { msg: "policy test ends" },
  ]);
});
