import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { portOf } from "./port-of.ts";

/** A registry for OCI artifacts on a loopback port, in memory. */
export interface OciRegistry {
  readonly address: string;
  readonly stop: () => void;
}

interface Stored {
  readonly content: Buffer;
  readonly type: string;
}

const digestOf = (content: Buffer): string => `sha256:${createHash("sha256").update(content).digest("hex")}`;

/** Starts a registry that implements the requests of `helm push` and `helm pull`. */
export async function startOciRegistry(): Promise<OciRegistry> {
  const stored = new Map<string, Stored>();

  const upload = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const content = Buffer.concat(await request.toArray());
    const digest = digestOf(content);
    if (url.searchParams.get("digest") !== digest) return void response.writeHead(400).end();
    stored.set(digest, { content, type: "application/octet-stream" });
    response.writeHead(201, { location: url.pathname, "docker-content-digest": digest }).end();
  };

  const putManifest = async (request: IncomingMessage, response: ServerResponse, name: string): Promise<void> => {
    const content = Buffer.concat(await request.toArray());
    const digest = digestOf(content);
    for (const key of [name, digest]) stored.set(key, { content, type: request.headers["content-type"] ?? "" });
    response.writeHead(201, { location: request.url, "docker-content-digest": digest }).end();
  };

  const read = (request: IncomingMessage, response: ServerResponse, name: string): void => {
    const found = stored.get(name);
    if (found === undefined) return void response.writeHead(404).end();
    const { content, type } = found;
    response.writeHead(200, {
      "content-type": type,
      "content-length": content.length,
      "docker-content-digest": digestOf(content),
    });
    response.end(request.method === "HEAD" ? undefined : content);
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://registry");
    const name = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
    if (url.pathname === "/v2/") return void response.writeHead(200).end();
    if (request.method === "POST") return void response.writeHead(202, { location: `${url.pathname}upload` }).end();
    if (request.method === "PUT") {
      return void (url.pathname.includes("/manifests/")
        ? putManifest(request, response, name)
        : upload(request, response, url));
    }
    read(request, response, name);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const port = portOf(server);
  return { address: `127.0.0.1:${port}`, stop: () => void server.close() };
}
