import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { text } from "node:stream/consumers";
import { adminIdentity, type Credentials } from "./credentials.ts";

/** Any JSON the API server answers with: an object, a list, or a Status. */
export interface Body {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string; readonly resourceVersion?: string; readonly [field: string]: unknown };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly reason?: string;
  readonly details?: { readonly causes?: readonly { readonly field: string; readonly message: string; readonly reason: string }[] };
  readonly [field: string]: unknown;
}

/** What came back, a refusal like a success: only a broken connection throws. */
export interface Answer {
  readonly status: number;
  readonly body: Body;
  /** The texts of the `Warning` headers, but for those about deprecated versions. */
  readonly warnings: readonly string[];
  readonly durationMs: number;
}

/** What a request says beyond its method and path. */
export interface Call {
  readonly body?: unknown;
  /** `application/json` unless told. */
  readonly contentType?: string;
  /** Acts as another user, with the admin's rights all the same. */
  readonly as?: { readonly user: string; readonly group: string };
}

/** The admin's own connection to the API server, without a client that would tidy up requests or answers. */
export interface Api {
  readonly call: (method: string, path: string, call?: Call) => Promise<Answer>;
  /** The plain text of a GET. */
  readonly text: (path: string) => Promise<string>;
  readonly close: () => void;
}

/** The API server's own remark on every request in a version that it will drop; it tells nothing of us. */
export const deprecation: RegExp = /^(Warning: )?coordination\.k8s\.io\/\w+ \w+ is deprecated in /;

/** A warning is `299 - "text"`, and the text's own quotes and backslashes are escaped. */
function warningTexts(header: string | string[] | undefined): readonly string[] {
  const headers = header === undefined ? "" : String(header);
  const texts = [...headers.matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, escaped]) => (escaped ?? "").replaceAll(/\\(.)/g, "$1"));
  return texts.filter((text) => !deprecation.test(text));
}

/** Connects to the API server on a loopback port. */
export function connect(port: number, credentials: Credentials): Api {
  const agent = new Agent({ keepAlive: true, ...adminIdentity(credentials) });

  const exchange = async (method: string, path: string, { body, contentType = "application/json", as }: Call): Promise<Exchange> => {
    const headers: Record<string, string | string[]> = { "content-type": contentType };
    if (as) Object.assign(headers, { "impersonate-user": as.user, "impersonate-group": [as.group, "system:masters"] });
    const outgoing = request({ host: "localhost", port, method, path, headers, agent });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
    return { incoming, content: await text(incoming) };
  };

  return {
    call: async (method, path, call = {}) => {
      const started = performance.now();
      const { incoming, content } = await exchange(method, path, call);
      const durationMs = performance.now() - started;
      const body: Body = incoming.headers["content-type"]?.includes("json") ? JSON.parse(content) : {};
      return { status: incoming.statusCode ?? 0, body, warnings: warningTexts(incoming.headers["warning"]), durationMs };
    },
    text: async (path) => (await exchange("GET", path, {})).content,
    close: () => agent.destroy(),
  };
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly content: string;
}
