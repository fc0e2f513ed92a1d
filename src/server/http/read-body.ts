import type { IncomingMessage, ServerResponse } from "node:http";
import { maxBodyBytes } from "../../admission/limits.ts";
import { failed, ok, type Result } from "../../field/result.ts";
import { parseDuration } from "../../text/duration.ts";
import { maxMemoryWaitMs, smallBodyBytes } from "../limits.ts";
import type { BodyBudget } from "./body-budget.ts";

/**
 * The reason why the server did not read a body. The metric `lease_guard_refused_requests_total`
 * has these reasons as values of its label `reason`.
 */
export type BodyRefusal = "too_large" | "overload" | "deadline";

/**
 * Takes the body, or the reason why the server did not read the body. A body of more than
 * `smallBodyBytes` uses reserved memory. `done` or the end of the response frees this memory.
 */
export type TakeBody = (body: Result<Buffer, BodyRefusal>, done: () => void) => void;

const nothingToFree = () => {};

const tooLarge: Result<Buffer, BodyRefusal> = failed("too_large");
const overload: Result<Buffer, BodyRefusal> = failed("overload");
const deadline: Result<Buffer, BodyRefusal> = failed("deadline");

/**
 * Reads a body into memory and calls `take` once. Does not call `take` if the client closes the
 * connection before the body is complete. Reads a small body at once, so that renewals do not wait
 * for large objects of other clients. Reads a larger body when `bodies` has enough memory.
 */
export function readBody(request: IncomingMessage, response: ServerResponse, bodies: BodyBudget, take: TakeBody): void {
  const bytes = announcedBytes(request);
  if (bytes > maxBodyBytes) take(tooLarge, nothingToFree);
  else if (bytes <= smallBodyBytes) collect(request, take);
  else waitForMemory(request, response, { bytes, bodies }, take);
}

/**
 * Returns the size of the body in bytes according to the headers. For a chunked body, returns
 * `maxBodyBytes`.
 */
export function announcedBytes({ headers }: IncomingMessage): number {
  return headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : maxBodyBytes;
}

function collect(request: IncomingMessage, take: TakeBody): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    // Nearly every body arrives in one part, which needs no copy.
    const [first] = chunks;
    const body = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
    // The listeners keep this array as long as the request exists. After the array is emptied, the
    // garbage collector can free the parts.
    chunks.length = 0;
    take(ok(body), nothingToFree);
  });
}

/**
 * Collects a body into one buffer of `maxBytes`, because joining chunks would need the memory
 * twice. Calls `take` with `too_large` as soon as the body exceeds `maxBytes`.
 */
function collectLarge(request: IncomingMessage, maxBytes: number, done: () => void, take: TakeBody): void {
  const body = Buffer.allocUnsafeSlow(maxBytes);
  let size = 0;
  let exceeds = false;
  request.on("data", (chunk: Buffer) => {
    if (exceeds) return;
    exceeds = size + chunk.length > maxBytes;
    if (exceeds) take(tooLarge, done);
    else size += chunk.copy(body, size);
  });
  request.on("end", () => {
    if (!exceeds) take(ok(body.subarray(0, size)), done);
  });
}

/** The number of bytes to reserve for a body, and the budget to reserve them from. */
interface Memory {
  readonly bytes: number;
  readonly bodies: BodyBudget;
}

function waitForMemory(request: IncomingMessage, response: ServerResponse, { bytes, bodies }: Memory, take: TakeBody): void {
  let read = false;
  const onTimeout = () => {
    release?.();
    take(deadline, nothingToFree);
  };
  const timer = setTimeout(onTimeout, patienceMs(request.url ?? ""));
  const release = bodies.reserve(bytes, () => {
    clearTimeout(timer);
    collectLarge(request, bytes, free, (body, done) => {
      read = body.ok;
      take(body, done);
    });
  });
  if (release === undefined) {
    clearTimeout(timer);
    take(overload, nothingToFree);
    return;
  }
  // The request emits `close` after its last byte, or when the client closes the connection. In the
  // first case, the review still needs the memory. A response in a queue emits no `close` when the
  // client closes the connection.
  request.on("close", () => {
    if (!read) free();
  });
  response.on("close", free);

  function free(): void {
    clearTimeout(timer);
    release?.();
  }
}

/** Time in milliseconds for sending the response before the client's timeout. */
const marginMs = 200;

/**
 * Returns the maximum time in milliseconds to wait for memory or for a result. The time ends
 * `marginMs` before the timeout that kube-apiserver sends in `?timeout=`, and is at most
 * `maxMemoryWaitMs`. A timeout that is not a duration counts as absent.
 */
export function patienceMs(url: string): number {
  const [, query] = url.split("?", 2);
  const timeoutMs = parseDuration(new URLSearchParams(query).get("timeout") ?? "") ?? Number.POSITIVE_INFINITY;
  return Math.min(Math.max(0, timeoutMs - marginMs), maxMemoryWaitMs);
}
