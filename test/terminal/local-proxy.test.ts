import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { runCli } from "../harness/cli.ts";
import { type ApiContext, startHttpsApi } from "../harness/https-api.ts";

const user = { name: "a", user: {} };
const rejected = {
  code: 2,
  stdout: "",
  stderr:
    "error: cannot read the API server's configuration: no API server is configured, or its address is not HTTPS\n",
};

it.each([
  ["audit", "localhost", []],
  ["audit", "127.0.0.1", []],
  ["elections", "localhost", []],
  ["access", "localhost", []],
  ["doctor", "localhost", ["--preflight"]],
  ["learn", "localhost", ["--watch", "1s"]],
])("%s reads a cluster through a proxy without TLS at %s", async (command, host, flags) => {
  const { port, requests, kubeconfig } = await startHttpsApi({ scheme: "http" });
  const file = kubeconfig(user);
  writeFileSync(file, readFileSync(file, "utf8").replace(`localhost:${port}`, `${host}:${port}/`));
  const { stderr } = await runCli([command, "--kubeconfig", file, ...flags]);
  expect(stderr).not.toContain("API server");
  expect(requests.map(({ path }) => path)).toContainEqual(expect.stringMatching(/^\/api/));
  expect(requests.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
});

it.each<readonly [string, ApiContext]>([
  ["a token", { name: "a", token: "secret" }],
  ["a password", { name: "a", user: { username: "a", password: "secret" } }],
  ["a client certificate", { name: "a", user: { "client-certificate-data": "YQ==", "client-key-data": "YQ==" } }],
  ["a token file that does not exist", { name: "a", user: { tokenFile: "/none/a.token" } }],
  ["a credential plugin", { name: "a", user: { exec: { command: "/none/plugin" } } }],
  ["a user to impersonate", { name: "a", user: { as: "b" } }],
  ["another proxy", { ...user, proxy: "http://127.0.0.1:1" }],
])("audit sends no request without TLS with %s", async (_, context) => {
  const { requests, kubeconfig } = await startHttpsApi({ scheme: "http" });
  expect(await runCli(["audit", "--kubeconfig", kubeconfig(context)])).toMatchObject(rejected);
  expect(requests).toEqual([]);
});

it.each([
  "192.0.2.1",
  "127.0.0.1.example.com",
  "localhost.example.com",
  "a:secret@localhost",
  "localhost@192.0.2.1",
  "localhost:80@192.0.2.1",
])("audit sends no request without TLS to %s", async (host) => {
  const { kubeconfig } = await startHttpsApi({ scheme: "http" });
  const file = kubeconfig(user);
  writeFileSync(file, readFileSync(file, "utf8").replace(/http:[^"]+/, `http://${host}`));
  expect(await runCli(["audit", "--kubeconfig", file])).toMatchObject(rejected);
});
