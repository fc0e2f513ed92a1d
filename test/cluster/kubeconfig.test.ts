import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { connectAsKubectl } from "../../src/cluster/connect-cluster.ts";
import { runCli } from "../harness/cli.ts";
import { startHttpsApi } from "../harness/https-api.ts";

const [a, b] = [
  { name: "a", token: "token-of-a" },
  { name: "b", token: "token-of-b" },
];

/** Sends one request with the credentials of these files. */
async function request(...files: readonly string[]): Promise<void> {
  const cluster = connectAsKubectl({}, files);
  if (!cluster.ok) throw new Error(cluster.error);
  await cluster.value.api({ method: "GET", path: "/version" });
}

const impersonated = {
  "all fields": [
    { as: "jane", "as-groups": ["dev", "ops"], "as-uid": "12", "as-user-extra": { "example.com/Reason": ["x", "y"] } },
    {
      "impersonate-user": "jane",
      "impersonate-group": "dev, ops",
      "impersonate-uid": "12",
      "impersonate-extra-example.com%2freason": "x, y",
    },
  ],
  "only a name": [{ as: "jane" }, { "impersonate-user": "jane" }],
  "groups without a name": [{ "as-groups": ["dev"] }, { "impersonate-group": "dev" }],
  "a key that is not ASCII": [
    { as: "jane", "as-user-extra": { é: ["x"] } },
    { "impersonate-user": "jane", "impersonate-extra-%c3%a9": "x" },
  ],
  "empty fields": [{ as: "jane", "as-groups": [], "as-uid": "", "as-user-extra": {} }, { "impersonate-user": "jane" }],
} as const;

it.each(Object.entries(impersonated))("sends the impersonation of a user with %s", async (_, [user, expected]) => {
  const { requests, kubeconfig } = await startHttpsApi();
  await request(kubeconfig({ ...a, user }));
  expect(requests).toMatchObject([{ authorization: "Bearer token-of-a" }]);
  const headers = Object.entries(requests[0] ?? {}).filter(([name]) => name.startsWith("impersonate"));
  expect(Object.fromEntries(headers)).toEqual(expected);
});

it("uses the first entry of each name in several kubeconfigs", async () => {
  const { requests, kubeconfig } = await startHttpsApi();
  const other = await startHttpsApi();
  await request(kubeconfig(a), other.kubeconfig({ ...a, token: "old" }, b));
  await request(kubeconfig({ ...a, user: { as: "jane" } }), kubeconfig({ ...a, user: { as: "joe", "as-uid": "1" } }));
  expect(requests.map(({ authorization }) => authorization)).toEqual(["Bearer token-of-a", "Bearer token-of-a"]);
  expect(requests[1]).toMatchObject({ "impersonate-user": "jane" });
  expect(requests[1]).not.toHaveProperty("impersonate-uid");
  expect(other.requests).toEqual([]);
});

/** Returns a user whose credential plugin prints its input as the token. */
const plugin = (exec: object): { readonly name: string; readonly user: object } => ({
  name: "a",
  user: {
    exec: {
      apiVersion: "client.authentication.k8s.io/v1",
      command: "/bin/sh",
      args: ["-c", `printf '{"status":{"token":"%s"}}' "$(printf %s "$KUBERNETES_EXEC_INFO" | base64 -w0)"`],
      ...exec,
    },
  },
});

const inputOf = ({ authorization = "" }): unknown =>
  JSON.parse(Buffer.from(authorization.replace("Bearer ", ""), "base64").toString());

it("gives a credential plugin the input of kubectl", async () => {
  const { port, requests, kubeconfig } = await startHttpsApi();
  const file = kubeconfig(plugin({ provideClusterInfo: true }));
  const config = JSON.parse(readFileSync(file, "utf8"));
  const [{ cluster }] = config.clusters;
  cluster.extensions = [{ name: "client.authentication.k8s.io/exec", extension: { audience: "a" } }];
  writeFileSync(file, JSON.stringify(config));
  await request(file);
  await request(kubeconfig(plugin({ env: [{ name: "OTHER", value: "x" }] })));
  const input = { kind: "ExecCredential", apiVersion: "client.authentication.k8s.io/v1" };
  const server = `https://localhost:${port}`;
  const authority = cluster["certificate-authority-data"];
  expect(requests.map(inputOf)).toEqual([
    {
      ...input,
      spec: {
        cluster: { server, "certificate-authority-data": authority, config: { audience: "a" } },
        interactive: false,
      },
    },
    { ...input, spec: { interactive: false } },
  ]);
});

it("looks for a credential plugin in the directory of the kubeconfig", async () => {
  const { requests, kubeconfig } = await startHttpsApi();
  const file = kubeconfig(plugin({ command: "./bin/plugin", args: [] }));
  mkdirSync(join(dirname(file), "bin"));
  writeFileSync(join(dirname(file), "bin/plugin"), `#!/bin/sh\necho '{"status":{"token":"token-of-a"}}'\n`, {
    mode: 0o755,
  });
  await request(file);
  expect(requests).toMatchObject([{ authorization: "Bearer token-of-a" }]);
});

it("audit skips the files of KUBECONFIG that do not exist", async () => {
  const { requests, kubeconfig } = await startHttpsApi();
  for (const list of [`/none/1:${kubeconfig(a)}`, `${kubeconfig(a)}:/none/1`, `:${kubeconfig(a)}:`])
    expect(await runCli(["audit"], { through: ["env", `KUBECONFIG=${list}`] })).toMatchObject({ code: 0, stderr: "" });
  expect(requests.length).toBeGreaterThan(3);
});
