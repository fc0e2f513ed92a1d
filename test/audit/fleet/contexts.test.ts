import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { type ApiSettings, type HttpsApi, startHttpsApi } from "../../harness/https-api.ts";
import { oneProcess } from "../../harness/one-process.ts";
import { reportSchema } from "../../harness/report-schema.ts";

const shared = oneProcess();
afterAll(shared.end);

/** A Lease whose pod renews it or, with the name `hung`, has stopped to renew it. */
function leaseNamed(name: string): object {
  const time = new Date(Date.now() - (name === "hung" ? 9_000_000 : 1000)).toISOString().replace("Z", "000Z");
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: {
      namespace: "team-a",
      name,
      uid: name,
      resourceVersion: "1",
      creationTimestamp: "2026-06-01T08:00:00Z",
      managedFields: [
        {
          manager: "web",
          operation: "Update",
          fieldsType: "FieldsV1",
          time: "2026-06-01T08:00:00Z",
          fieldsV1: { "f:spec": {} },
        },
      ],
    },
    spec: { holderIdentity: "web-0", leaseDurationSeconds: 15, renewTime: time, acquireTime: time },
  };
}

const pods = [{ metadata: { namespace: "team-a", name: "web-0" }, status: { phase: "Running" } }];

/** Starts an API server with a Lease of this name. */
const startCluster = (uid: string, lease: string, settings: ApiSettings = {}): Promise<HttpsApi> =>
  startHttpsApi({
    uid,
    items: (path) => (path.includes("/leases") ? [leaseNamed(lease)] : path.includes("/pods") ? pods : []),
    ...settings,
  });

/** Merges kubeconfigs of several servers into the first one, and returns its path. */
function merged(...files: readonly string[]): string {
  const [first = ""] = files;
  const configs = files.map((file) => JSON.parse(readFileSync(file, "utf8")));
  const all = (list: string): unknown[] => configs.flatMap((config) => config[list]);
  const lists = Object.fromEntries(["contexts", "clusters", "users"].map((list) => [list, all(list)]));
  writeFileSync(first, JSON.stringify({ ...configs[0], ...lists }));
  return first;
}

const context = (name: string, more: object = {}) => ({ name, token: `token-of-${name}`, ...more });
const withoutStyle = (text: string): string => text.replaceAll(/localhost:\d+/g, "localhost:PORT");

it("audits the clusters of all contexts, and names those that it cannot read", async () => {
  const [good, bad, locked] = await Promise.all([
    startCluster("uid-1", "good"),
    startCluster("uid-2", "hung"),
    startCluster("uid-3", "good", { status: 401 }),
  ]);
  const kubeconfig = merged(
    good.kubeconfig(context("good"), context("again"), context("down", { proxy: "http://127.0.0.1:1" })),
    bad.kubeconfig(context("bad")),
    locked.kubeconfig(context("locked")),
  );
  const args = ["audit", "--kubeconfig", kubeconfig, "--all-contexts"];
  const { code, stdout, stderr } = await shared.run([...args, "-o", "json"]);
  const report = JSON.parse(stdout);
  expect(reportSchema("audit-list")(report)).toBe(true);
  expect({ code, stderr }).toEqual({ code: 2, stderr: "good: the same cluster as again; read once\n" });
  expect(report.items.map(({ cluster }: { cluster: object }) => cluster)).toEqual([
    { name: "good", server: `https://localhost:${good.port}`, context: "good", uid: "uid-1" },
    { name: "bad", server: `https://localhost:${bad.port}`, context: "bad", uid: "uid-2" },
  ]);
  expect(report.items[1].objects).toMatchObject([{ name: "hung", state: "hung" }]);
  expect(report.unread).toMatchObject([
    { cluster: { name: "down" }, reason: expect.stringContaining("the API server could not be reached") },
    { cluster: { name: "locked" }, reason: "the API server responded with 401: refused" },
  ]);
  expect(good.requests.filter(({ path }) => path.includes("/leases?"))).toHaveLength(1);

  const text = withoutStyle((await shared.run(args)).stdout);
  expect(text).toContain("cluster: context bad, server https://localhost:PORT, uid uid-2\n\nteam-a\n");
  expect(text).toContain("cluster: context good, server https://localhost:PORT, uid uid-1\n  1 Lease: 0 errors,");
  expect(text).toMatch(/not read: locked: .*\n4 clusters, 2 not read: 1 error, 0 warnings\n$/);
});

it.each(["audit", "elections"])("%s has one exit code for the contexts of --context", async (command) => {
  const [good, bad] = [await startCluster("uid-1", "good"), await startCluster("uid-2", "hung")];
  const kubeconfig = merged(good.kubeconfig(context("a"), context("other")), bad.kubeconfig(context("b")));
  const run = (...contexts: readonly string[]) =>
    shared.run([command, "--kubeconfig", kubeconfig, ...contexts.flatMap((name) => ["--context", name])]);
  expect(await run("a", "b")).toMatchObject({ code: 1, stderr: "" });
  expect(await run("a", "a")).toMatchObject({ code: 0, stderr: "" });
  const { code, stdout } = await run("a", "none");
  expect(code).toBe(2);
  expect(stdout).toContain('none: cannot read the API server\'s configuration: it must have the context "none"');
});

it("elections has one table, with the elections that need attention first", async () => {
  const [good, bad] = [await startCluster("uid-1", "good"), await startCluster("uid-2", "hung")];
  const kubeconfig = merged(good.kubeconfig(context("a")), bad.kubeconfig(context("b")));
  const { code, stdout } = await shared.run(["elections", "--kubeconfig", kubeconfig, "--all-contexts"]);
  const lines = stdout.split("\n");
  expect(code).toBe(1);
  expect(lines.slice(0, 3).map((line) => line.split(/ +/).slice(0, 4))).toEqual([
    ["CLUSTER", "NAMESPACE", "NAME", "STATE"],
    ["b", "team-a", "hung", "hung"],
    ["a", "team-a", "good", "leading"],
  ]);
  expect(lines.at(-2)).toBe("2 clusters: 2 elections, 1 needs attention: 1 hung, 1 leading");
  const json = await shared.run(["elections", "--kubeconfig", kubeconfig, "--all-contexts", "-o", "json"]);
  expect(reportSchema("elections-list")(JSON.parse(json.stdout))).toBe(true);
});

it("reads a cluster through another context if the first one must not list Leases", async () => {
  const { kubeconfig } = await startCluster("uid-1", "good", {
    statusOf: (path, token) => (path.includes("/leases?") && token === "token-of-a" ? 403 : 200),
  });
  const args = ["audit", "--kubeconfig", kubeconfig(context("a"), context("b")), "--all-contexts", "-o", "json"];
  const { code, stdout } = await shared.run(args);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ items: [{ cluster: { context: "b" } }], unread: [] });
});

it("reads two servers with the same uid, because one can be a copy of the other", async () => {
  const [one, other] = [await startCluster("uid-1", "a"), await startCluster("uid-1", "b")];
  const kubeconfig = merged(one.kubeconfig(context("a")), other.kubeconfig(context("b")));
  const { stdout } = await shared.run(["audit", "--kubeconfig", kubeconfig, "--all-contexts"]);
  expect(stdout).toMatch(/^2 clusters: /m);
});

it("without the permission to read the uid, contexts with one server and one user are one cluster", async () => {
  const { kubeconfig } = await startCluster("", "good", {
    statusOf: (path) => (path.includes("namespaces") ? 403 : 200),
  });
  const file = kubeconfig(context("a"), context("b"), context("c"));
  const config = JSON.parse(readFileSync(file, "utf8"));
  config.contexts[1].context.user = "a";
  writeFileSync(file, JSON.stringify(config));
  const { code, stdout, stderr } = await shared.run(["audit", "--kubeconfig", file, "--all-contexts"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "a: the same cluster as b; read once\n" });
  expect(stdout).toMatch(/^2 clusters: /m);
});

it("no report contains an unprintable character of a context, nor a password of a server", async () => {
  const name = 'a"},\u001b[31m\u202e\n<script>';
  const { kubeconfig, port } = await startCluster("uid-1\u0007", "hung");
  const file = kubeconfig({ name, token: "a" }, { name: `${name}2`, token: "b" });
  writeFileSync(file, readFileSync(file, "utf8").replaceAll("https://localhost", "https://user:secret@localhost"));
  for (const [command, formats] of [
    ["audit", ["text", "json", "html", "markdown", "sarif", "junit", "metrics"]],
    ["elections", ["text", "wide", "json", "html", "markdown"]],
  ] as const) {
    for (const format of formats) {
      const { code, stdout, stderr } = await shared.run([
        command,
        "--kubeconfig",
        file,
        "--all-contexts",
        "-o",
        format,
      ]);
      expect(code, stderr + stdout).toBe(1);
      expect(stdout).toContain("hung");
      for (const text of ["\u001b", "\u202e", "\u0007", "secret"]) expect(stdout + stderr).not.toContain(text);
      if (format === "html") expect(stdout).not.toContain("<script>");
      if (format === "json" || format === "sarif") expect(stdout).toContain(`https://localhost:${port}`);
    }
  }
});

it("refuses a credential plugin that requires a terminal, and gives no plugin standard input", async () => {
  const { kubeconfig, requests } = await startCluster("uid-1", "good");
  const exec = (interactiveMode: string, script: string) => ({
    exec: { apiVersion: "client.authentication.k8s.io/v1", command: "/bin/sh", args: ["-c", script], interactiveMode },
  });
  const script = `read -r line; printf '{"status":{"token":"%s"}}' "no-$line-input"`;
  const file = kubeconfig(
    { name: "always", user: exec("Always", "exit 1") },
    { name: "never", user: exec("IfAvailable", script) },
  );
  const { code, stdout } = await shared.run(["audit", "--kubeconfig", file, "--all-contexts", "-o", "json"]);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    items: [{ cluster: { name: "never" } }],
    unread: [{ cluster: { name: "always" }, reason: expect.stringContaining("must not have interactiveMode Always") }],
  });
  expect(new Set(requests.map(({ authorization }) => authorization))).toEqual(new Set(["Bearer no--input"]));
});

it.each([
  [["audit", "--recording", "x", "-o", "html"], "--recording: requires one cluster"],
  [["audit", "--write-reports"], "--write-reports: requires one cluster"],
  [["elections", "--watch"], "--watch: requires one cluster"],
])("several contexts exclude %j", async (args, message) => {
  const { kubeconfig, requests } = await startCluster("uid-1", "good");
  const recording = kubeconfig();
  const all = args.map((arg) => (arg === "x" ? recording : arg));
  const { code, stderr } = await shared.run([...all, "--kubeconfig", kubeconfig(context("a")), "--all-contexts"]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: `error: ${message}\n` });
  expect(requests).toEqual([]);
});

it("--all-contexts requires a context", async () => {
  const { kubeconfig } = await startCluster("uid-1", "good");
  expect(await shared.run(["audit", "--kubeconfig", kubeconfig(), "--all-contexts"])).toMatchObject({
    code: 2,
    stderr: "error: --all-contexts: requires a kubeconfig with at least one context\n",
  });
});
