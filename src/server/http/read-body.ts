import type { IncomingMessage, ServerResponse } from "node:http";
import { maxBodyBytes } from "../../admission/limits.ts";
import { failed, ok, type Result } from "../../field/result.ts";
import { parseDuration } from "../../text/duration.ts";
import { maxMemoryWaitMs, smallBodyBytes } from "../limits.ts";
import type { BodyBudget } from "./body-budget.ts";

/** The reason why a body is not read, as in `lease_guard_refused_requests_total`. */
export type UnreadReason = "too_large" | "overload" | "deadline";

/**
 * Takes the body, or the reason why the server did not read it. `done` frees the memory of a larger
 * body, which counts until then or until the response closes.
 */
export type TakeBody = (body: Result<Buffer, UnreadReason>, done: () => void) => void;

const nothingToFree = () => {};

const tooLarge: Result<Buffer, UnreadReason> = failed("too_large");
const overload: Result<Buffer, UnreadReason> = failed("overload");
const deadline: Result<Buffer, UnreadReason> = failed("deadline");

/**
 * Reads a body into memory and calls `take` once. If the client hangs up, the function never calls
 * `take`. The function reads a small body at once, so a renewal does not wait for large objects of
 * other clients. It reads a larger body when `bodies` has memory for it.
 */
export function readBody(request: IncomingMessage, response: ServerResponse, bodies: BodyBudget, take: TakeBody): void {
  const bytes = announcedBytes(request);
  if (bytes > maxBodyBytes) take(tooLarge, nothingToFree);
  else if (bytes <= smallBodyBytes) collect(request, take);
  else waitForMemory(request, response, { bytes, bodies }, take);
}

/**
 * Returns the size that the headers announce. A body in chunks can have any size up to the maximum.
 */
export function announcedBytes({ headers }: IncomingMessage): number {
  return headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : maxBodyBytes;
}

/** Collects a small body. */
function collect(request: IncomingMessage, take: TakeBody): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    // Nearly every body arrives in one piece and needs no copy.
    const [first] = chunks;
    const body = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
    // The request outlives its body.
    chunks.length = 0;
    take(ok(body), nothingToFree);
  });
}

/**
 * Collects a larger body until it exceeds its maximum size. Allocates the memory once, because
 * chunks would use memory twice when they are joined.
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

/** The memory that a body needs, and the budget for it. */
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
  // The request closes after its last byte, when the body waits for its review, or when the client
  // leaves. The response does not close if it was in a queue when the client left.
  request.on("close", () => {
    if (!read) free();
  });
  response.on("close", free);

  function free(): void {
    clearTimeout(timer);
    release?.();
  }
}

/** Time reserved for sending the response before the client gives up. */
const marginMs = 200;

/**
 * Returns the maximum time to wait for memory or for a result. kube-apiserver sends its timeout as
 * `?timeout=`. A value that is not a duration counts as absent.
 */
export function patienceMs(url: string): number {
  const [, query] = url.split("?", 2);
  const timeoutMs = parseDuration(new URLSearchParams(query).get("timeout") ?? "") ?? Number.POSITIVE_INFINITY;
  return Math.min(Math.max(0, timeoutMs - marginMs), maxMemoryWaitMs);
}
