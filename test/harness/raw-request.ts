import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { expect } from "vitest";
import { reviewOf, rowOf } from "./reviews.ts";

/** An HTTP answer, in the words supertest uses. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What came back over one connection. */
export interface Exchange {
  /** Final answers, without 100 Continue. */
  readonly answers: readonly Answer[];
  readonly continued: boolean;
  /** True when the server ended the connection. */
  readonly closed: boolean;
  /** Bytes after the last whole answer. */
  readonly rest: string;
}

/** Where to send it, and whom to trust. */
export interface Reachable {
  readonly webhook: { readonly port: number };
  readonly ca: string;
}

/** When to stop listening: after so many final answers, and at the latest when the server hangs up. */
export interface Until {
  readonly answers?: number;
  readonly withinMs?: number;
  /** True for the answer to HEAD, whose length is that of a body it does not have. */
  readonly bodiless?: boolean;
}

/** What an error must not send back; tests put it into what they send. */
export const marker = "s3cr3t-m4rk3r";

/** A review of a legal Lease UPDATE, in ASCII. */
export const legalBody: string = new TextDecoder().decode(reviewOf(rowOf("v1", "Lease")));

/** A request line, header lines and a body as they go over the wire; nothing is added. */
export function message(line: string, headers: readonly string[], body = ""): string {
  return `${[line, ...headers].join("\r\n")}\r\n\r\n${body}`;
}

/** `POST /validate` of a legal review with further header lines, and a Content-Type unless they bring one. */
export function post(headers: readonly string[] = [], body: string = legalBody): string {
  const type = headers.some((line) => /^content-type\b/i.test(line)) ? [] : ["Content-Type: application/json"];
  return message("POST /validate HTTP/1.1", ["Host: guard", ...type, ...headers, `Content-Length: ${body.length}`], body);
}

/** A verified TLS connection, once its handshake is over. */
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

/** Writes bytes as they stand on a new connection, and reads until the server has answered enough or hangs up. */
export async function rawRequest(server: Reachable, bytes: string | Uint8Array, until: Until = {}): Promise<Exchange> {
  const socket = await connectTo(server);
  const exchange = listen(socket, { answers: 1, ...until });
  socket.write(bytes);
  return exchange;
}

/** Reads a connection and then destroys it; without `answers` it waits for the server to hang up, 3 s by default. */
export function listen(
  socket: TLSSocket,
  { answers = Number.POSITIVE_INFINITY, withinMs = 3000, bodiless = false }: Until,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    let text = "";
    const finish = (closed: boolean): void => {
      clearTimeout(timer);
      resolve({ ...readAnswers(text, bodiless), closed });
      socket.destroy();
    };
    const timer = setTimeout(() => {
      reject(new Error(`neither answered nor closed after ${withinMs} ms: ${JSON.stringify(text)}`));
      socket.destroy();
    }, withinMs);
    socket.on("error", () => {}); // A reset is one way to hang up: "close" follows.
    socket.on("close", () => finish(true));
    socket.on("data", (bytes: Buffer) => {
      text += bytes.toString("latin1");
      if (readAnswers(text, bodiless).answers.length >= answers) finish(false);
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
    else answers.push({ status: Number(code), headers, text: Buffer.from(rest.slice(whole.length, end), "latin1").toString() });
    rest = rest.slice(end);
  }
}

/** The law of errors: a Status in JSON whose code is the HTTP status, and no word of the request. */
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

/** A review that went through: HTTP 200, allowed, the uid of `legalBody`. */
export function expectAllowed(answer: Answer | undefined): void {
  const { status, headers, text } = answer ?? { status: 0, headers: {}, text: "{}" };
  expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type: "application/json" });
  expect(JSON.parse(text)).toMatchObject({
    kind: "AdmissionReview",
    response: { uid: "705ab4f5-6393-11e8-b7cc-42010a800002", allowed: true },
  });
  expect(Object.keys(headers).filter((name) => /powered|etag/.test(name))).toEqual([]);
}

/** What must come back for a request: an allowed review, or an error with this code. */
export type Outcome = "allowed" | number;

/** Sends one request over a connection of its own and sees that it is answered so, once, and that the next client is served. */
export async function expectOutcome(server: Reachable, request: string, outcome: Outcome): Promise<Exchange> {
  const exchange = await rawRequest(server, request);
  if (outcome === "allowed") expectAllowed(exchange.answers[0]);
  else expectError(exchange.answers[0], outcome);
  expect(exchange.rest).toBe("");
  expectAllowed((await rawRequest(server, post())).answers[0]);
  return exchange;
}
