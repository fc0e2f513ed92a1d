import { execFileSync } from "node:child_process";
import { createReadStream, createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { maxPolicyBytes } from "../../src/policy/file/read-policy.ts";
import { startCli } from "../harness/cli.ts";
import { lease } from "./survival.ts";

const config = (line: string): string => `apiVersion: lease-guard.dev/v1alpha1\nkind: Config\n${line}\n`;
const kubeconfig = (cluster: string, user: string): string => `apiVersion: v1
kind: Config
current-context: a
contexts: [{name: a, context: {cluster: a, user: a}}]
clusters: [{name: a, cluster: {server: "https://127.0.0.1:1"${cluster}}}]
users: [{name: a, user: {${user}}}]
`;
const suite = (line: string): string =>
  `apiVersion: test.lease-guard.dev/v1alpha1\nkind: Suite\n${line}\ncases: [{name: a, object: {file: lease.yaml}, expect: allowed}]\n`;
const doctor = ["doctor", "--kubeconfig", "kubeconfig"];

/** The files in a directory that also contains a named pipe, the arguments, and the message. */
type Row = readonly [name: string, files: Readonly<Record<string, string>>, args: readonly string[], says: string];

const rows: readonly Row[] = [
  [
    "a path in the settings",
    { ".lease-guard.yaml": config("paths: [pipe]") },
    ["check"],
    "pipe must be a regular file, not a pipe; name a pipe on the command line",
  ],
  [
    "the policy in the settings",
    { ".lease-guard.yaml": config("policy: pipe") },
    ["check", "lease.yaml"],
    "pipe must be a regular file, not a pipe; name a pipe on the command line",
  ],
  [
    "the policy of a suite",
    { "suite.yaml": suite("policy: pipe") },
    ["test", "suite.yaml"],
    "pipe must be a regular file, not a pipe",
  ],
  [
    "an object of a suite",
    { "suite.yaml": suite("oldObject: {file: pipe}") },
    ["test", "suite.yaml"],
    "must be a regular file, not a pipe",
  ],
  ["a kubeconfig", {}, ["doctor", "--kubeconfig", "pipe"], "pipe must be a regular file, not a pipe"],
  [
    "a token file",
    { kubeconfig: kubeconfig("", "tokenFile: pipe") },
    doctor,
    "pipe must be a regular file, not a pipe",
  ],
  [
    "a client certificate",
    { kubeconfig: kubeconfig("", "client-certificate: pipe, client-key: pipe") },
    doctor,
    "pipe must be a regular file, not a pipe",
  ],
  [
    "the CA of a cluster",
    { kubeconfig: kubeconfig(", certificate-authority: pipe", "token: a") },
    doctor,
    "pipe must be a regular file, not a pipe",
  ],
];

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-pipes-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries({ "lease.yaml": lease, ...files })) writeFileSync(join(folder, name), text);
  return folder;
}

it.each(rows)("%s must not be a named pipe", async (_, files, args, says) => {
  const folder = folderWith(files);
  execFileSync("mkfifo", [join(folder, "pipe")]);
  const { code, stdout, stderr } = await startCli(args, { cwd: folder }).ended(20_000);
  expect({ code, text: stdout + stderr }).toEqual({ code: 2, text: expect.stringContaining(says) });
});

it.each([".lease-guard.yaml", ".lease-guardignore"])("%s must not be a named pipe", async (name) => {
  const folder = folderWith({});
  execFileSync("mkfifo", [join(folder, name)]);
  const { code, stderr } = await startCli(["check", "lease.yaml"], { cwd: folder }).ended(20_000);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining(`${name} must be a regular file, not a pipe`),
  });
});

it("the command line can name pipes", async () => {
  const policy = "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nprofile: strict\n";
  const folder = folderWith({ "config.yaml": config(""), "policy.yaml": policy });
  const pipes = ["config", "policy", "lease"].map((name) => {
    const pipe = join(folder, `${name}.pipe`);
    execFileSync("mkfifo", [pipe]);
    createReadStream(join(folder, `${name}.yaml`)).pipe(createWriteStream(pipe));
    return pipe;
  });
  const [settings = "", rules = "", manifest = ""] = pipes;
  const checked = await startCli(["check", "--config", settings, "--policy", rules, manifest], { cwd: folder }).ended(
    20_000,
  );
  expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining("1 object"), stderr: "" });
});

it("the policy of a suite has the maximum size of a policy", async () => {
  const policy = `apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n${"#".repeat(maxPolicyBytes)}\n`;
  const folder = folderWith({ "policy.yaml": policy, "suite.yaml": suite("policy: policy.yaml") });
  const { code, stderr } = await startCli(["test", "suite.yaml"], { cwd: folder }).ended(20_000);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining(`must not be larger than ${maxPolicyBytes} bytes`),
  });
});
