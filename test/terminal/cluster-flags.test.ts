import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { type Manner, runCli } from "../harness/cli.ts";
import { startHttpsApi, startTunnelProxy } from "../harness/https-api.ts";
import { oneProcess } from "../harness/one-process.ts";
import { readOnlyCommands } from "../live/harness/read-only-roles.ts";

const shared = oneProcess();
afterAll(shared.end);

const [a, b] = [
  { name: "a", token: "token-of-a" },
  { name: "b", token: "token-of-b" },
];

/** The commands that read a cluster, with reports as text and as JSON. */
const commands = [
  ["audit"],
  ["elections"],
  ["access"],
  ["doctor"],
  ...Object.values(readOnlyCommands).map(({ runs }) => runs[0]),
];

/** Returns the credentials of the requests, without repetitions. */
const credentials = (
  requests: readonly { readonly authorization?: string | undefined }[],
): readonly (string | undefined)[] => [...new Set(requests.map(({ authorization }) => authorization))];

it("audit uses the current context of --kubeconfig, and reads all namespaces", async () => {
  const { requests, kubeconfig } = await startHttpsApi();
  expect(await shared.run(["audit", "--kubeconfig", kubeconfig(a, b)])).toMatchObject({ code: 0, stderr: "" });
  expect(credentials(requests)).toEqual(["Bearer token-of-a"]);
  expect(requests.map(({ path }) => path)).toContain("/apis/coordination.k8s.io/v1/leases?limit=500");
});

it("audit uses the context of --context", async () => {
  const { requests, kubeconfig } = await startHttpsApi();
  expect(await shared.run(["audit", "--kubeconfig", kubeconfig(a, b), "--context", "b"])).toMatchObject({
    code: 0,
    stderr: "",
  });
  expect(credentials(requests)).toEqual(["Bearer token-of-b"]);
});

it("audit rejects an unknown context", async () => {
  const { requests, kubeconfig } = await startHttpsApi();
  const { code, stderr } = await shared.run(["audit", "--kubeconfig", kubeconfig(a, b), "--context", "c"]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'error: cannot read the API server\'s configuration: it must have the context "c"\n',
  });
  expect(requests).toEqual([]);
});

it("audit merges the files in KUBECONFIG, and the first file sets the current context", async () => {
  const { requests, kubeconfig } = await startHttpsApi();
  const through = ["env", `KUBECONFIG=${kubeconfig(b)}:${kubeconfig(a)}`];
  expect(await runCli(["audit"], { through })).toMatchObject({ code: 0, stderr: "" });
  expect(await runCli(["audit", "--context", "a"], { through })).toMatchObject({ code: 0, stderr: "" });
  expect(credentials(requests)).toEqual(["Bearer token-of-b", "Bearer token-of-a"]);
});

it("audit uses the current context of the second file in KUBECONFIG if the first file has no context", async () => {
  const { requests, kubeconfig } = await startHttpsApi();
  const through = ["env", `KUBECONFIG=${kubeconfig()}:${kubeconfig(a)}`];
  expect(await runCli(["audit"], { through })).toMatchObject({ code: 0, stderr: "" });
  expect(credentials(requests)).toEqual(["Bearer token-of-a"]);
});

it.each([
  [
    "nothing",
    ["-u", "KUBECONFIG"],
    "cannot read the API server's configuration: found no kubeconfig in KUBECONFIG or ~/.kube/config; set KUBECONFIG or --kubeconfig",
  ],
  ["a missing file", ["KUBECONFIG=/none/config"], "KUBECONFIG must name a file that exists, not /none/config"],
])("without a cluster, every command names KUBECONFIG if it names %s", async (_, env, message) => {
  const through = ["env", ...env, "HOME=/none"];
  for (const command of [...commands, ["certs", "apply"]])
    expect(await runCli(command, { through })).toMatchObject({ code: 2, stdout: "", stderr: `error: ${message}\n` });
});

it.each(["", "[]", "clusters: 5"])("audit rejects a kubeconfig of %j", async (text) => {
  const { kubeconfig } = await startHttpsApi();
  const file = kubeconfig();
  writeFileSync(file, text);
  const { code, stderr } = await shared.run(["audit", "--kubeconfig", file]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/configuration: (?:\S+ must be a kubeconfig|no API server is configured, or .*)\n$/);
});

it("audit uses the proxy of proxy-url", async () => {
  const { port, requests, kubeconfig } = await startHttpsApi();
  const { url, targets } = await startTunnelProxy();
  expect(await shared.run(["audit", "--kubeconfig", kubeconfig({ ...a, proxy: url })])).toMatchObject({
    code: 0,
    stderr: "",
  });
  expect(credentials(requests)).toEqual(["Bearer token-of-a"]);
  expect(targets).toHaveLength(requests.length);
  expect(new Set(targets)).toEqual(new Set([`localhost:${port}`]));
});

it.each([
  ["audit", []],
  ["audit", ["-o", "json"]],
  ["doctor", []],
  ["doctor", ["-o", "json", "--connect"]],
  ["doctor", ["--preflight"]],
])("%s %j prints no token if the API server rejects the user", async (command, flags) => {
  const { requests, kubeconfig } = await startHttpsApi({ status: 401 });
  const { code, stdout, stderr } = await shared.run([command, "--kubeconfig", kubeconfig(a), ...flags]);
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: "",
    stderr: "error: the API server responded with 401: refused\n",
  });
  expect(credentials(requests)).toEqual(["Bearer token-of-a"]);
});

it.each(["audit", "doctor"])("%s prints no token if there is no API server", async (command) => {
  const { kubeconfig } = await startHttpsApi();
  const file = kubeconfig({ ...a, proxy: "http://127.0.0.1:1" });
  const { code, stdout, stderr } = await shared.run([command, "--kubeconfig", file]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^error: the API server could not be reached: /);
  expect(stderr).not.toContain("token-of-a");
});

const users = (...lines: readonly string[]): string => ["users:", "- name: a", "  user:", ...lines, ""].join("\n");

it.each([
  ["a syntax error", users("    token: secret-of-a", "   username: a"), "bad indentation of a mapping entry (line 5)"],
  ["a duplicate key", users("    token: secret-of-a", "    token: secret-of-a"), "duplicated mapping key (line 5)"],
  [
    "an unclosed quote",
    users('    token: "secret-of-a'),
    "unexpected end of the stream within a double quoted scalar (line 5)",
  ],
  ["a password that is an alias", users("    password: *secret-of-a"), "unidentified alias … (line 4)"],
  ["a password that is a tag", users("    password: !secret-of-a"), "unknown tag … (line 5)"],
  [
    "a password that is not a tag",
    users("    password: !secret-of-a{}"),
    "tag suffix cannot contain flow indicator characters (line 4)",
  ],
])("no command prints a secret of a kubeconfig with %s", async (_, text, reason) => {
  const { requests, kubeconfig } = await startHttpsApi();
  const file = kubeconfig();
  writeFileSync(file, text);
  for (const command of commands) {
    const { code, stdout, stderr } = await shared.run([...command, "--kubeconfig", file]);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: "",
      stderr: `error: cannot read the API server's configuration: ${reason}\n`,
    });
  }
  expect(requests).toEqual([]);
});

it("audit rejects an invalid address of the API server, and does not print its password", async () => {
  const { kubeconfig } = await startHttpsApi();
  const file = kubeconfig(a);
  writeFileSync(file, readFileSync(file, "utf8").replace(/https:[^"]+/, "https://a:secret-of-a@[x"));
  const { code, stderr } = await shared.run(["audit", "--kubeconfig", file]);
  const reason = "no API server is configured, or its address is not HTTPS";
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `error: cannot read the API server's configuration: ${reason}\n`,
  });
});

/** Returns a user whose credentials a shell script prints. */
const pluginUser = (script: string): object => ({
  exec: {
    apiVersion: "client.authentication.k8s.io/v1",
    command: "/bin/sh",
    args: ["-c", script],
    interactiveMode: "Never",
  },
});

it.each([
  ["is not JSON", "echo secret-of-a"],
  ["is incomplete JSON", `echo '{"status":{"token":"secret-of-a"'`],
  ["has no status", `echo '{"token":"secret-of-a"}'`],
  ["is an error", "echo secret-of-a >&2; exit 1"],
])("no command prints the output of a credential plugin that %s", async (_, script) => {
  const { requests, kubeconfig } = await startHttpsApi();
  const file = kubeconfig({ name: "a", user: pluginUser(script) });
  for (const command of commands) {
    const { code, stdout, stderr } = await shared.run([...command, "--kubeconfig", file]);
    const reason =
      "the credential plugin failed, or a setting of the kubeconfig is invalid; to see the reason, run kubectl";
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`error: the credentials for the API server could not be read: ${reason}\n`);
    expect(stderr).not.toContain("secret-of-a");
  }
  expect(requests).toEqual([]);
});

it("names a credential plugin that does not exist", async () => {
  const { kubeconfig } = await startHttpsApi();
  const file = kubeconfig({ name: "a", user: { exec: { command: "/none/plugin" } } });
  expect((await shared.run(["audit", "--kubeconfig", file])).stderr).toBe(
    "error: the credentials for the API server could not be read: spawn /none/plugin ENOENT\n",
  );
});

it("audit sends the token of a credential plugin", async () => {
  const { requests, kubeconfig } = await startHttpsApi();
  const file = kubeconfig({
    name: "a",
    user: pluginUser(`echo '{"kind":"ExecCredential","status":{"token":"token-of-a"}}'`),
  });
  expect(await shared.run(["audit", "--kubeconfig", file])).toMatchObject({ code: 0, stderr: "" });
  expect(credentials(requests)).toEqual(["Bearer token-of-a"]);
});

it.each<readonly [string, (file: string) => readonly [readonly string[], Manner]]>([
  ["--kubeconfig", (file) => [["--kubeconfig", file], {}]],
  ["KUBECONFIG", (file) => [[], { through: ["env", `KUBECONFIG=${file}`] }]],
  ["the home directory", (file) => [[], { through: ["env", "-u", "KUBECONFIG", `HOME=${dirname(dirname(file))}`] }]],
])("audit sends the token in the tokenFile of a kubeconfig from %s", async (_, choice) => {
  const { requests, kubeconfig } = await startHttpsApi();
  const written = kubeconfig({ name: "a", token: "old", user: { tokenFile: "a.token" } });
  const file = join(dirname(written), ".kube", "config");
  mkdirSync(dirname(file));
  renameSync(written, file);
  writeFileSync(join(dirname(file), "a.token"), "token-of-a\n");
  const [flags, manner] = choice(file);
  expect(await runCli(["audit", ...flags], manner)).toMatchObject({ code: 0, stderr: "" });
  expect(credentials(requests)).toEqual(["Bearer token-of-a"]);
});

it("names a tokenFile that does not exist", async () => {
  const { kubeconfig } = await startHttpsApi();
  const file = kubeconfig({ name: "a", user: { tokenFile: "/none/a.token" } });
  expect((await shared.run(["audit", "--kubeconfig", file])).stderr).toBe(
    "error: the credentials for the API server could not be read: ENOENT: no such file or directory, open '/none/a.token'\n",
  );
});

it("doctor notes that the time is that of the computer if the API server does not send its time", async () => {
  const { kubeconfig } = await startHttpsApi({ sendsDate: false });
  const note =
    "note: the time is that of this computer, because the response to /version has no header Date; to set it, use --now\n";
  expect((await shared.run(["doctor", "--kubeconfig", kubeconfig(a)])).stdout).toContain(note);
  expect(
    (await shared.run(["doctor", "--kubeconfig", kubeconfig(a), "--now", "2026-07-01T08:00:00Z"])).stdout,
  ).not.toContain("note: the time");
  const timed = await startHttpsApi();
  expect((await shared.run(["doctor", "--kubeconfig", timed.kubeconfig(a)])).stdout).not.toContain("note: the time");
});

it("doctor reads the installation in the namespace of -n", async () => {
  const { requests, kubeconfig } = await startHttpsApi();
  await shared.run(["doctor", "--kubeconfig", kubeconfig(a), "-n", "guards"]);
  expect(requests.map(({ path }) => path)).toContain("/apis/apps/v1/namespaces/guards/deployments?limit=500");
});
