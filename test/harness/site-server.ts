import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { portOf } from "./port-of.ts";

/** The built site. `npm run test:tools` builds it before the tests. */
export const siteFolder: string = join(import.meta.dirname, "../../site");

export interface SiteServer {
  readonly origin: string;
  /** Returns the size in bytes of a file after compression with gzip. */
  readonly gzipBytes: (path: string) => number;
  readonly close: () => void;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** Returns the file for an address, as a static host with clean URLs finds it. */
export function siteFile(path: string): string | undefined {
  const name = join(siteFolder, decodeURIComponent(path));
  const candidates = path.endsWith("/")
    ? [join(name, "index.html")]
    : [`${name}.html`, ...(extname(name) === "" ? [] : [name])];
  return candidates.find((file) => existsSync(file));
}

/** Serves the built site on a free port. */
export async function serveSite(): Promise<SiteServer> {
  const server = createServer(({ url = "/" }, response) => {
    const file = siteFile(new URL(url, "http://localhost").pathname);
    if (file === undefined) return response.writeHead(404).end();
    return response
      .writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" })
      .end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = portOf(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    gzipBytes: (path) => gzipSync(readFileSync(siteFile(path) ?? ""), { level: 9 }).length,
    close: () => server.close(),
  };
}
