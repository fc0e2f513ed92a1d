import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { ApiServer } from "../../../src/cluster/api-server.ts";
import { readSecret, readWebhooks, writeSecret } from "../../../src/cluster/certificate-objects.ts";
import { issueCa, issueServing } from "../../../src/cluster/certs/issue.ts";
import { ClusterError } from "../../../src/cluster/cluster-error.ts";
import { connectAsKubectl } from "../../../src/cluster/connect-cluster.ts";
import type { PemPair } from "../../../src/cluster/x509/pem-pair.ts";
import { portOf } from "../../harness/port-of.ts";
import { toBase64 } from "../../harness/to-base64.ts";

const folder = mkdtempSync(join(tmpdir(), "lease-guard-requests-"));
let ca: PemPair;
let serving: PemPair;
beforeAll(async () => {
  ca = await issueCa(new Date());
  serving = await issueServing({ dnsNames: ["localhost"], ipAddresses: ["127.0.0.1"] }, new Date(), ca);
});
afterAll(() => rmSync(folder, { recursive: true }));

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Starts an HTTPS server, which stops at the end of the test. */
async function started(handler: Handler): Promise<Server> {
  const server = createServer(
    { cert: serving.certificate, key: serving.privateKey },
    (request, response) => void handler(request, response),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return server;
}

/** Connects with a kubeconfig that contains `user`. The address of the server ends with `path`. */
function connected(
  server: Server,
  { user = {}, path = "", trusted = ca }: { user?: object; path?: string; trusted?: PemPair } = {},
): ApiServer {
  const port = portOf(server);
  const certificate = toBase64(trusted.certificate);
  const config = {
    "current-context": "c",
    contexts: [{ name: "c", context: { cluster: "c", user: "c" } }],
    clusters: [
      { name: "c", cluster: { server: `https://127.0.0.1:${port}${path}`, "certificate-authority-data": certificate } },
    ],
    users: [{ name: "c", user }],
  };
  const file = join(folder, `${port}.json`);
  writeFileSync(file, JSON.stringify(config));
  const cluster = connectAsKubectl({ kubeconfig: file });
  if (!cluster.ok) throw new Error(cluster.error);
  return cluster.value.api;
}

it.each<{
  what: string;
  status: number;
  body?: string;
  headers?: Readonly<Record<string, string>>;
  message: string;
  rest: Partial<ClusterError>;
}>([
  {
    what: "a conflict",
    status: 409,
    body: '{"message":"changed"}',
    message: "409: changed",
    rest: { isConflict: true },
  },
  {
    what: "a failed JSON Patch",
    status: 422,
    body: '{"message":"test failed"}',
    message: "422: test failed",
    rest: { isConflict: true },
  },
  { what: "no body", status: 401, message: "401: Unauthorized", rest: { isConflict: false } },
  {
    what: "the page of a proxy",
    status: 502,
    body: "<html>secret</html>",
    message: "502: Bad Gateway",
    rest: { retryAfterMs: 0 },
  },
  {
    what: "a redirect",
    status: 302,
    headers: { location: "https://example.com/" },
    message: "302: Found",
    rest: { status: 302 },
  },
  {
    what: "a time to wait",
    status: 429,
    headers: { "retry-after": "7" },
    message: "429: Too Many Requests",
    rest: { retryAfterMs: 7000 },
  },
  {
    what: "a date to wait for",
    status: 503,
    headers: { "retry-after": "Wed, 21 Oct" },
    message: "503: Service Unavailable",
    rest: { retryAfterMs: 0 },
  },
  { what: "an unknown status", status: 599, message: "599: no reason given", rest: { status: 599 } },
])("reports $what", async ({ status, body = "", headers = {}, message, rest }) => {
  const server = await started((_request, response) => void response.writeHead(status, headers).end(body));
  const error = await readWebhooks(connected(server), "lease-guard").catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: `the API server responded with ${message}`, ...rest });
});

it("reports a connection that closes, and a server that is not trusted", async () => {
  const server = await started((request) => void request.socket.destroy());
  await expect(readSecret(connected(server), "a", "b")).rejects.toThrow(
    "the API server could not be reached: socket hang up",
  );
  const other = await issueCa(new Date());
  const untrusting = connected(server, { trusted: other });
  await expect(readSecret(untrusting, "a", "b")).rejects.toThrow(/^the API server could not be reached: .*certificate/);
});

it("reports a response that is not JSON", async () => {
  const server = await started((_request, response) => void response.end("<html>login</html>"));
  const error = await readSecret(connected(server), "a", "b").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ClusterError);
  expect(error).toMatchObject({ message: "the API server responded with a body that is not JSON", isConflict: false });
});

it("reports a credential plugin that fails", async () => {
  const server = await started((_request, response) => void response.end("{}"));
  const user = { exec: { apiVersion: "client.authentication.k8s.io/v1", command: "/bin/false" } };
  const error = await readSecret(connected(server, { user }), "a", "b").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ClusterError);
  expect((error as Error).message).toMatch(/^the credentials for the API server could not be read: /);
});

it("reports a response that does not end in time", { timeout: 20_000 }, async () => {
  const server = await started((_request, response) => void response.write("{"));
  await expect(readSecret(connected(server), "a", "b")).rejects.toThrow("the API server did not respond in time");
});

it("reads an absent Secret as undefined, and creates it at an address with a path", async () => {
  const seen: object[] = [];
  const server = await started(async (request, response) => {
    const { method, url, headers } = request;
    const sent = await text(request);
    seen.push({ method, url, type: headers["content-type"], body: sent && JSON.parse(sent) });
    response.writeHead(method === "GET" ? 404 : 201).end("{}");
  });
  const api = connected(server, { path: "/k8s/clusters/c-1/" });
  const read = await readSecret(api, "a", "b");
  await writeSecret(api, { namespace: "a", name: "b", type: "Opaque", data: { key: "ü" } }, read);
  expect(seen).toMatchObject([
    { method: "GET", url: "/k8s/clusters/c-1/api/v1/namespaces/a/secrets/b" },
    {
      method: "POST",
      url: "/k8s/clusters/c-1/api/v1/namespaces/a/secrets",
      type: "application/json",
      body: { metadata: { name: "b" }, type: "Opaque", data: { key: "w7w=" } },
    },
  ]);
});

it("keeps the fields and keys of a Secret that it updates", async () => {
  const stored = {
    metadata: { name: "b", creationTimestamp: "2026-01-01T00:00:00.000001Z", resourceVersion: "7" },
    data: { kept: "a2VwdA==" },
  };
  let replaced: unknown;
  const server = await started(async (request, response) => {
    if (request.method === "PUT") replaced = JSON.parse(await text(request));
    response.end(JSON.stringify(stored));
  });
  const api = connected(server);
  const read = await readSecret(api, "a", "b");
  await writeSecret(api, { namespace: "a", name: "b", type: "Opaque", data: { key: "x" } }, read);
  expect(read?.data).toEqual({ kept: "kept" });
  expect(replaced).toEqual({ ...stored, data: { kept: "a2VwdA==", key: "eA==" } });
});

const plugin = join(folder, "plugin");
it.each<readonly [string, object, string]>([
  ["a token", { token: "t" }, "Bearer t"],
  ["a password", { username: "u", password: "p" }, `Basic ${toBase64("u:p")}`],
  [
    "a credential plugin",
    { exec: { apiVersion: "client.authentication.k8s.io/v1", command: plugin } },
    "Bearer from-plugin",
  ],
])("sends the credentials of a kubeconfig: %s", async (_, user, expected) => {
  const credential = {
    apiVersion: "client.authentication.k8s.io/v1",
    kind: "ExecCredential",
    status: { token: "from-plugin" },
  };
  writeFileSync(plugin, `#!/bin/sh\necho '${JSON.stringify(credential)}'\n`);
  chmodSync(plugin, 0o755);
  let authorization: string | undefined;
  const server = await started((request, response) => {
    authorization = request.headers.authorization;
    response.end("{}");
  });
  expect(await readWebhooks(connected(server, { user }), "lease-guard")).toEqual([]);
  expect(authorization).toBe(expected);
});
