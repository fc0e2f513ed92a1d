import { expect } from "vitest";
import {
  type Answer,
  expectAllowed,
  legalBody,
  marker,
  message,
  post,
  type Reachable,
  rawRequest,
} from "./raw-request.ts";

/**
 * The required outcome of a request. After `allowed` or an unreadable body, the connection stays
 * open. After `allowed, closed` or any other error, lease-guard closes the connection, so that the
 * following bytes are not read as another request.
 */
export type Fate =
  | "allowed"
  | "allowed, closed"
  | { readonly refused: number | readonly number[]; readonly message: string | RegExp }
  | { readonly unreadable: string | RegExp };

/**
 * The reason in the body of an error, by HTTP status. The body is a `metav1.Status`. apimachinery
 * defines these reasons, except those of the last two codes.
 */
const reasons: Readonly<Record<number, string>> = {
  400: "BadRequest",
  404: "NotFound",
  405: "MethodNotAllowed",
  411: "LengthRequired",
  413: "RequestEntityTooLarge",
  415: "UnsupportedMediaType",
  417: "ExpectationFailed",
  431: "RequestHeaderFieldsTooLarge",
};

export const malformed = { refused: 400, message: "must be a well-formed HTTP request" } as const;
export const badVersion: Fate = { refused: 400, message: "the version must be HTTP/1.1 or HTTP/1.0" };
export const badHost: Fate = { refused: 400, message: "Host must be a host, with or without a port" };
export const hosts: Fate = { refused: 400, message: "must have one Host header" };
export const lengthRequired = {
  refused: 411,
  message: "must have Content-Length instead of Transfer-Encoding",
} as const;
export const badTarget: Fate = { refused: 400, message: "the target must be a path or an https URI" };
/**
 * The outcome of a request with an empty Transfer-Encoding. Newer versions of the HTTP parser of
 * Node.js reject this request themselves, with the message of `malformed`.
 */
export const noCoding: Fate = {
  refused: [400, 411],
  message: new RegExp(`^(${malformed.message}|${lengthRequired.message})$`),
};
export const notFound: Fate = { refused: 404, message: "must be POST /validate" };
export const notPost: Fate = { refused: 405, message: "must be POST" };
export const tooLarge: Fate = { refused: 413, message: "the body must not be larger than 7340032 bytes" };
export const badType: Fate = { refused: 415, message: "Content-Type must be application/json" };
export const badEncoding: Fate = { refused: 415, message: "Content-Encoding must be identity" };
export const badExpectation: Fate = { refused: 417, message: "Expect must be 100-continue" };
export const tooLongHead: Fate = { refused: 431, message: "the headers must not be larger than 16384 bytes" };
export const notJson: Fate = { unreadable: "the body must be JSON, without a byte order mark" };

/** Converts strings to bytes as Latin-1, so that a test can send any byte. */
export function bytes(...parts: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
}

/** Returns a request with this request line and a valid review. */
export function sent(line: string, headers: readonly string[] = ["Host: guard"]): string {
  return message(
    line,
    [...headers, "Content-Type: application/json", `Content-Length: ${legalBody.length}`],
    legalBody,
  );
}

/** Returns a request with these bytes as its body, and with these headers. */
export function withBody(body: Uint8Array, headers: readonly string[] = ["Content-Type: application/json"]): Buffer {
  return bytes(message("POST /validate HTTP/1.1", ["Host: guard", ...headers, `Content-Length: ${body.length}`]), body);
}

/** Returns a request with these framing headers and this body, which can contain chunk sizes. */
export function framed(framing: readonly string[], body: string, line = "POST /validate HTTP/1.1"): string {
  return message(line, ["Host: guard", "Content-Type: application/json", ...framing], body);
}

/** A valid review in two chunks, without the final chunk. */
export const twoChunks: string = [legalBody.slice(0, 0x700), legalBody.slice(0x700)]
  .map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
  .join("");

/**
 * Sends a request and then immediately a valid review over the same connection. Checks the outcome
 * of the request. The server must respond to the review only if the connection stays open.
 */
export async function expectFate(server: Reachable, request: string | Uint8Array, fate: Fate): Promise<void> {
  const { answers, closed, rest } = await rawRequest(server, bytes(request, post()), { answers: 2, withinMs: 10_000 });
  const goesOn = fate === "allowed" || (typeof fate === "object" && "unreadable" in fate);
  expect({ count: answers.length, closed, rest }).toEqual({ count: goesOn ? 2 : 1, closed: !goesOn, rest: "" });
  const [answer, next] = answers;
  if (typeof fate === "string") expectAllowed(answer);
  else if ("refused" in fate) expectStatus(answer, fate.refused, fate.message);
  else expectStatus(answer, 400, fate.unreadable);
  if (goesOn) expectAllowed(next);
}

/**
 * Checks the HTTP status, which can be one of several, the type, length, and Allow headers, and all
 * fields of the Status in the body. Also checks that the response does not contain `marker`.
 */
export function expectStatus(
  answer: Answer | undefined,
  codes: number | readonly number[],
  text: string | RegExp,
): void {
  const code = answer?.status ?? 0;
  expect([codes].flat()).toContain(code);
  expect(answer?.headers).toMatchObject({
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(answer?.text ?? "")),
  });
  expect(answer?.headers["allow"]).toBe(code === 405 ? "POST" : undefined);
  const message = typeof text === "string" ? text : expect.stringMatching(text);
  const failure = {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    reason: reasons[code],
    code,
  };
  expect(JSON.parse(answer?.text ?? "")).toEqual(failure);
  expect(JSON.stringify(answer)).not.toContain(marker);
}
