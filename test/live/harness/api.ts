import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { text } from "node:stream/consumers";
import { adminIdentity, type Credentials } from "./credentials.ts";

/** A JSON response of the API server: an object, a list, or a Status. */
export interface Body {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string; readonly resourceVersion?: string; readonly [field: string]: unknown };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly reason?: string;
  readonly details?: {
    readonly causes?: readonly { readonly field: string; readonly message: string; readonly reason: string }[];
  };
  readonly [field: string]: unknown;
}

/**
 * The response to a request. An error status is a response too. `call` throws only if the
 * connection breaks.
 */
export interface Answer {
  readonly status: number;
  readonly body: Body;
  /** The messages of the `Warning` headers, without the messages about deprecated versions. */
  readonly warnings: readonly string[];
  readonly durationMs: number;
}

/** The parts of a request, except its method and path. */
export interface Call {
  /** An object that becomes JSON, or the bytes of the body. */
  readonly body?: unknown;
  /** The media type of the body. The default is `application/json`. */
  readonly contentType?: string;
  /** Sends the request as the user `user`, who is in the groups `group` and system:masters. */
  readonly as?: { readonly user: string; readonly group: string };
  /** Sends the request as this user, who does not have the permissions of the admin. */
  readonly writer?: Writer;
  /** Sends the request with this token, and without the certificate of the admin. */
  readonly token?: string;
}

/** A user with groups, and with the data of a bound service account token in `extra`. */
export interface Writer {
  readonly username: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/**
 * The admin's connection to the API server. The connection does not use a client library, because a
 * library could change requests or responses.
 */
export interface Api {
  readonly call: (method: string, path: string, call?: Call) => Promise<Answer>;
  /** Returns the body of a GET response as a string. */
  readonly text: (path: string) => Promise<string>;
  readonly close: () => void;
}

/**
 * Matches the warning that the API server itself adds to every response for a deprecated API
 * version. Also matches the line that kubectl prints, which has the prefix `Warning: `.
 */
export const deprecation: RegExp = /^(Warning: )?coordination\.k8s\.io\/\w+ \w+ is deprecated in /;

/**
 * Returns the messages of warnings in the form `299 - "message"`, without escapes. Leaves out the
 * warnings about deprecated versions.
 */
function warningTexts(header: string | string[] | undefined): readonly string[] {
  const headers = header === undefined ? "" : String(header);
  const texts = [...headers.matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, escaped]) =>
    (escaped ?? "").replaceAll(/\\(.)/g, "$1"),
  );
  return texts.filter((text) => !deprecation.test(text));
}

/** Returns the headers that impersonate a user. Escapes the keys of `extra`, which contain `/`. */
function impersonation({ username, groups, extra = {} }: Writer): Record<string, string | string[]> {
  const entries = Object.entries(extra).map(
    ([key, values]) => [`impersonate-extra-${encodeURIComponent(key)}`, [...values]] as const,
  );
  return { "impersonate-user": username, "impersonate-group": [...groups], ...Object.fromEntries(entries) };
}

/** Connects to the API server on a loopback port. */
export function connect(port: number, credentials: Credentials): Api {
  const admin = adminIdentity(credentials);
  const agent = new Agent({ keepAlive: true, ...admin });
  const tokenAgent = new Agent({ keepAlive: true, ca: admin.ca });

  const exchange = async (
    method: string,
    path: string,
    { body, contentType = "application/json", as, writer, token }: Call,
  ): Promise<Exchange> => {
    const headers: Record<string, string | string[]> = {
      "content-type": contentType,
      ...(writer && impersonation(writer)),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    if (as) Object.assign(headers, { "impersonate-user": as.user, "impersonate-group": [as.group, "system:masters"] });
    const outgoing = request({
      host: "localhost",
      port,
      method,
      path,
      headers,
      agent: token === undefined ? agent : tokenAgent,
    });
    outgoing.end(body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body));
    const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
    return { incoming, content: await text(incoming) };
  };

  return {
    call: async (method, path, call = {}) => {
      const started = performance.now();
      const { incoming, content } = await exchange(method, path, call);
      const durationMs = performance.now() - started;
      const body: Body = incoming.headers["content-type"]?.includes("json") ? JSON.parse(content) : {};
      return {
        status: incoming.statusCode ?? 0,
        body,
        warnings: warningTexts(incoming.headers["warning"]),
        durationMs,
      };
    },
    text: async (path) => (await exchange("GET", path, {})).content,
    close: () => {
      agent.destroy();
      tokenAgent.destroy();
    },
  };
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly content: string;
}
