import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { ecPair } from "./ec-pair.ts";
import { portOf } from "./port-of.ts";
import { toBase64 } from "./to-base64.ts";

const pair = ecPair({ commonName: "localhost", dnsNames: ["localhost", "kubernetes.default.svc"], isCa: true });
const publicPair = ecPair({ commonName: "localhost", dnsNames: ["localhost"], isCa: true });

/**
 * A context of a kubeconfig, with the token and other settings of its user and the URL of the proxy
 * of its cluster.
 */
export interface ApiContext {
  readonly name: string;
  readonly token?: string;
  readonly user?: object;
  readonly proxy?: string;
}

/** A server with the paths of an API server, which stops at the end of the test. */
export interface HttpsApi {
  readonly port: number;
  /** The headers of the requests, with their paths. */
  readonly requests: readonly (IncomingHttpHeaders & { readonly path: string })[];
  /** Writes a kubeconfig, and returns its path. The first context is the current one. */
  readonly kubeconfig: (...contexts: readonly ApiContext[]) => string;
}

/** The responses of an API server, and its scheme, which is `http` for `kubectl proxy`. */
export interface ApiSettings {
  readonly scheme?: "http" | "https";
  readonly status?: number;
  /** Returns the status code of a request, by its path and its token. The default is `status`. */
  readonly statusOf?: (path: string, token: string | undefined) => number;
  /** The uid of the namespace kube-system. By default, the namespace has none. */
  readonly uid?: string;
  readonly sendsDate?: boolean;
  /** The number of requests that get the status code 429 first. */
  readonly busy?: number;
  /** True if the certificate has only a public name, as that of a load balancer. */
  readonly isPublic?: boolean;
  /** Returns the objects of a list, by the path of its request. The default is no object. */
  readonly items?: (path: string) => readonly object[];
}

/** Starts a server that responds to each request with `status`. */
export async function startHttpsApi({
  scheme = "https",
  status = 200,
  statusOf = () => status,
  uid,
  sendsDate = true,
  busy = 0,
  items = () => [],
  isPublic = false,
}: ApiSettings = {}): Promise<HttpsApi> {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-api-"));
  const requests: (IncomingHttpHeaders & { readonly path: string })[] = [];
  const respond: RequestListener = ({ url = "", headers }, response) => {
    requests.push({ ...headers, path: url });
    response.sendDate = sendsDate;
    if (requests.length <= busy) {
      response.writeHead(429, { "retry-after": "1" }).end();
      return;
    }
    const body = url.endsWith("/namespaces/kube-system")
      ? { kind: "Namespace", apiVersion: "v1", metadata: { uid } }
      : { kind: "List", apiVersion: "v1", items: items(url) };
    response
      .writeHead(statusOf(url, headers.authorization?.replace("Bearer ", "")))
      .end(JSON.stringify({ ...body, message: "refused" }));
  };
  const { certificate, privateKey } = isPublic ? publicPair : pair;
  const tls = { cert: certificate, key: privateKey };
  const server = (scheme === "http" ? createServer(respond) : createTlsServer(tls, respond)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  });
  const port = portOf(server);
  let written = 0;
  const kubeconfig = (...contexts: readonly ApiContext[]): string => {
    const config = {
      ...{ apiVersion: "v1", kind: "Config", "current-context": contexts[0]?.name },
      contexts: contexts.map(({ name }) => ({ name, context: { cluster: name, user: name, namespace: "team-a" } })),
      clusters: contexts.map(({ name, proxy }) => ({
        name,
        cluster: {
          server: `${scheme}://localhost:${port}`,
          "certificate-authority-data": toBase64(certificate),
          ...(proxy !== undefined && { "proxy-url": proxy }),
        },
      })),
      users: contexts.map(({ name, token, user }) => ({ name, user: { token, ...user } })),
    };
    const file = join(folder, `${written++}.json`);
    writeFileSync(file, JSON.stringify(config));
    return file;
  };
  return { port, requests, kubeconfig };
}

/** A proxy for CONNECT, which stops at the end of the test. */
export interface TunnelProxy {
  readonly url: string;
  /** The targets of the tunnels, as HOST:PORT. */
  readonly targets: readonly string[];
}

/** Starts a proxy that opens tunnels to ports of this computer. */
export async function startTunnelProxy(): Promise<TunnelProxy> {
  const targets: string[] = [];
  const server = createServer().on("connect", ({ url = "" }, socket) => {
    targets.push(url);
    const tunnel = connect(Number(url.split(":").at(-1)), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      tunnel.pipe(socket).pipe(tunnel);
    });
    for (const end of [tunnel, socket]) end.on("error", () => void [tunnel.destroy(), socket.destroy()]);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${portOf(server)}`, targets };
}
