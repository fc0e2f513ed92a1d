import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { expect } from "vitest";
import { reviewOf, rowOf } from "./reviews.ts";

/** An HTTP response. The field names are the same as in supertest. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The data that the server sent over one connection. */
export interface Exchange {
  /** The final responses, without responses of status 100. */
  readonly answers: readonly Answer[];
  readonly continued: boolean;
  readonly closed: boolean;
  /** The bytes after the last complete response. */
  readonly rest: string;
}

/** The address of a server, and the CA that a client must trust. */
export interface Reachable {
  readonly webhook: { readonly port: number };
  readonly ca: string;
}

/**
 * The end of an exchange: `answers` final responses, or the end of the connection. If neither
 * arrives within `withinMs` milliseconds, the exchange fails.
 */
export interface Until {
  readonly answers?: number;
  readonly withinMs?: number;
  /**
   * True for the response to a HEAD request. Its Content-Length describes a body that is not sent.
   */
  readonly bodiless?: boolean;
}

/** A string that tests send. An error response must not contain this string. */
export const marker = "s3cr3t-m4rk3r";

/** A review of a valid Lease UPDATE, in ASCII. */
export const legalBody: string = new TextDecoder().decode(reviewOf(rowOf("v1", "Lease")));

/** Returns a request with exactly this request line, these header lines, and this body. */
export function message(line: string, headers: readonly string[], body = ""): string {
  return `${[line, ...headers].join("\r\n")}\r\n\r\n${body}`;
}

/**
 * Returns a POST request to `/validate` with these additional headers. The default body is a valid
 * review. Adds a Content-Type if the headers do not contain one.
 */
export function post(headers: readonly string[] = [], body: string = legalBody): string {
  const type = headers.some((line) => /^content-type\b/i.test(line)) ? [] : ["Content-Type: application/json"];
  return message(
    "POST /validate HTTP/1.1",
    ["Host: guard", ...type, ...headers, `Content-Length: ${body.length}`],
    body,
  );
}

/** Opens a TLS connection that verifies the certificate, and resolves after the handshake. */
export function connectTo({ webhook, ca }: Reachable, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({ host: "127.0.0.1", port: webhook.port, ca, ALPNProtocols: ["http/1.1"], ...options });
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
  });
}

/** Writes the bytes unchanged to a new connection. */
export async function rawRequest(server: Reachable, bytes: string | Uint8Array, until: Until = {}): Promise<Exchange> {
  const socket = await connectTo(server);
  const exchange = listen(socket, { answers: 1, ...until });
  socket.write(bytes);
  return exchange;
}

/**
 * Writes the requests unchanged to a new connection, each after the response to the previous one.
 * Reads until the server has sent all responses or closes the connection.
 */
export async function rawRequests(
  server: Reachable,
  requests: readonly (string | Uint8Array)[],
  withinMs?: number,
): Promise<Exchange> {
  const socket = await connectTo(server);
  const exchange = listen(socket, { answers: requests.length, ...(withinMs && { withinMs }) }, (answers) => {
    socket.write(requests[answers] ?? "");
  });
  socket.write(requests[0] ?? "");
  return exchange;
}

/**
 * Reads from a connection and then destroys it. Stops after `answers` responses, or when the server
 * closes the connection. Rejects after `withinMs` milliseconds.
 */
export function listen(
  socket: TLSSocket,
  { answers = Number.POSITIVE_INFINITY, withinMs = 3000, bodiless = false }: Until,
  onAnswer: (answers: number) => void = () => {},
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    let text = "";
    let count = 0;
    const finish = (closed: boolean): void => {
      clearTimeout(timer);
      resolve({ ...readAnswers(text, bodiless), closed });
      socket.destroy();
    };
    const timer = setTimeout(() => {
      reject(new Error(`neither answered nor closed after ${withinMs} ms: ${JSON.stringify(text)}`));
      socket.destroy();
    }, withinMs);
    socket.on("error", () => {}); // "close" follows
    socket.on("close", () => finish(true));
    socket.on("data", (bytes: Buffer) => {
      text += bytes.toString("latin1");
      const { length } = readAnswers(text, bodiless).answers;
      if (length >= answers) finish(false);
      else if (length > count) onAnswer(length);
      count = length;
    });
  });
}

function readAnswers(text: string, bodiless: boolean): Omit<Exchange, "closed"> {
  const answers: Answer[] = [];
  let rest = text;
  for (let continued = false; ; ) {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest);
    const [whole = "", code, lines = ""] = head ?? [];
    const headers = Object.fromEntries(
      lines.split("\r\n").map((line) => [/^[^:]*/.exec(line)?.[0].toLowerCase(), line.replace(/^[^:]*: ?/, "")]),
    );
    const interim = code === "100";
    const end = whole.length + (interim || bodiless ? 0 : Number(headers["content-length"]));
    if (head === null || !(rest.length >= end)) return { answers, continued, rest };
    if (interim) continued = true;
    else
      answers.push({
        status: Number(code),
        headers,
        text: Buffer.from(rest.slice(whole.length, end), "latin1").toString(),
      });
    rest = rest.slice(end);
  }
}

/**
 * Checks an error response. The body must be a Status in JSON with the code of the HTTP status. The
 * body must not contain `marker` or a part of a stack trace.
 */
export function expectError(answer: Answer | undefined, code: number): void {
  const { status, headers, text } = answer ?? { status: 0, headers: {}, text: "" };
  expect({ status, type: headers["content-type"], allow: headers["allow"] }).toEqual({
    status: code,
    type: "application/json",
    allow: code === 405 ? "POST" : undefined,
  });
  expect(JSON.parse(text)).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: expect.stringMatching(/^[^\n]{1,2000}$/),
    reason: expect.stringMatching(/^[A-Z][A-Za-z]+$/),
    code,
  });
  expect(headers["content-length"]).toBe(String(Buffer.byteLength(text)));
  expect(text).not.toMatch(new RegExp(`${marker}|node_modules|[.]js\\b|\\bat |<`, "i"));
  expect(Object.keys(headers).filter((name) => /powered|etag/.test(name))).toEqual([]);
}

/** Checks the response to an allowed review, including the uid of `legalBody`. */
export function expectAllowed(answer: Answer | undefined): void {
  const { status, headers, text } = answer ?? { status: 0, headers: {}, text: "{}" };
  expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type: "application/json" });
  expect(JSON.parse(text)).toMatchObject({
    kind: "AdmissionReview",
    response: { uid: "705ab4f5-6393-11e8-b7cc-42010a800002", allowed: true },
  });
  expect(Object.keys(headers).filter((name) => /powered|etag/.test(name))).toEqual([]);
}

/** The required outcome of a request: an allowed review, or an error with this HTTP status. */
export type Outcome = "allowed" | number;

/**
 * Sends one request over a new connection. Checks that there is exactly one response with this
 * outcome. Checks that the next client also gets a response.
 */
export async function expectOutcome(server: Reachable, request: string, outcome: Outcome): Promise<Exchange> {
  const exchange = await rawRequest(server, request);
  if (outcome === "allowed") expectAllowed(exchange.answers[0]);
  else expectError(exchange.answers[0], outcome);
  expect(exchange.rest).toBe("");
  expectAllowed((await rawRequest(server, post())).answers[0]);
  return exchange;
}
