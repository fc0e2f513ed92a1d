import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../harness/cli.ts";
import { run } from "../../live/harness/run.ts";

const root = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "lease-guard-apply-"));
const kubeconfig = join(folder, "kubeconfig.json");

beforeAll(() => {
  const config = {
    "current-context": "test",
    contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
    clusters: [{ name: "test", cluster: { server: "http://192.0.2.1:1" } }],
    users: [{ name: "test", user: {} }],
  };
  writeFileSync(kubeconfig, JSON.stringify(config));
  writeFileSync(join(folder, "text"), "no kubeconfig");
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.concurrent("certs apply rejects", () => {
  it.each<readonly [string, readonly string[], RegExp]>([
    ["a timeout that is too short", ["--timeout", "1m59s"], /--timeout .* must be a duration from 2m to 1h/],
    ["a timeout that is too long", ["--timeout", "1h1s"], /--timeout/],
    ["a timeout without a unit", ["--timeout", "300"], /--timeout/],
    ["a service in capitals", ["--service", "Webhook"], /service "Webhook"/],
    ["a namespace with an underscore", ["--namespace", "a_b"], /namespace "a_b"/],
    [
      "a kubeconfig that is not there",
      ["--kubeconfig", join(folder, "none")],
      /cannot read the API server's configuration: ENOENT/,
    ],
    [
      "a file that is not a kubeconfig",
      ["--kubeconfig", join(folder, "text")],
      /cannot read the API server's configuration/,
    ],
    ["an API server over plain HTTP", ["--kubeconfig", kubeconfig], /its address is not HTTPS/],
    ["an argument", ["now"], /too many arguments/],
    ["an unknown flag", ["--force"], /unknown option/],
  ])("%s", async (_, flags, message) => {
    const { code, stdout, stderr } = await runCli(["certs", "apply", ...flags]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^error: [^\p{Cc}]+\n$/u);
    expect(stderr).toMatch(message);
  });
});

it("needs no installed package", async () => {
  const installed = join(folder, "installed");
  cpSync(join(root, "dist/cli"), join(installed, "dist/cli"), { recursive: true });
  cpSync(join(root, "package.json"), join(installed, "package.json"));
  const { status, stderr } = await run(process.execPath, [
    join(installed, "dist/cli/main.js"),
    "certs",
    "apply",
    "--kubeconfig",
    kubeconfig,
  ]);
  expect(status).toBe(2);
  expect(stderr).toMatch(/its address is not HTTPS/);
});
