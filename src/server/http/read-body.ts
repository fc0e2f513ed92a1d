import type { IncomingMessage, ServerResponse } from "node:http";
import { maxBodyBytes } from "../../admission/limits.ts";
import { failed, ok, type Result } from "../../field/result.ts";
import { parseDuration } from "../../text/duration.ts";
import { maxMemoryWaitMs, smallBodyBytes } from "../limits.ts";
import type { BodyBudget } from "./body-budget.ts";

/** Why a body is not read, as the reason of `lease_guard_refused_requests_total`. */
export type UnreadReason = "too_large" | "overload" | "deadline";

/** Takes the body, or the reason why there is none. */
export type TakeBody = (body: Result<Buffer, UnreadReason>) => void;

const tooLarge: Result<Buffer, UnreadReason> = failed("too_large");
const overload: Result<Buffer, UnreadReason> = failed("overload");
const deadline: Result<Buffer, UnreadReason> = failed("deadline");

/**
 * Reads a body into memory, and calls `take` once, or never if the client hangs up. A small body is
 * read at once, so that a renewal does not wait for other clients' large objects. A larger one
 * waits, unread, until `bodies` has memory for it.
 */
export function readBody(request: IncomingMessage, response: ServerResponse, bodies: BodyBudget, take: TakeBody): void {
  const bytes = announcedBytes(request);
  if (bytes > maxBodyBytes) take(tooLarge);
  else if (bytes <= smallBodyBytes) collect(request, take);
  else waitForMemory(request, response, (granted) => bodies.reserve(bytes, granted), take);
}

/** A body that is sent in chunks can have any size. */
function announcedBytes({ headers }: IncomingMessage): number {
  return headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : maxBodyBytes;
}

/**
 * Stops as soon as the body exceeds the limit; a parser of a library would first read it to its
 * end.
 */
function collect(request: IncomingMessage, take: TakeBody): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    const before = size;
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
    else if (before <= maxBodyBytes) take(tooLarge);
  });
  request.on("end", () => {
    if (size > maxBodyBytes) return;
    // Nearly every body arrives in one piece, which needs no copy.
    const [first] = chunks;
    take(ok(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)));
  });
}

type Reserve = (granted: () => void) => (() => void) | undefined;

function waitForMemory(request: IncomingMessage, response: ServerResponse, reserve: Reserve, take: TakeBody): void {
  const onTimeout = () => {
    release?.();
    take(deadline);
  };
  const timer = setTimeout(onTimeout, patienceMs(request.url ?? ""));
  const release = reserve(() => {
    clearTimeout(timer);
    collect(request, take);
  });
  if (release === undefined) {
    clearTimeout(timer);
    take(overload);
    return;
  }
  // The request closes with its last byte, but not if the server responded earlier. The response
  // does not close if it was queued after others when the client left.
  for (const message of [request, response])
    message.on("close", () => {
      clearTimeout(timer);
      release();
    });
}

/** Time reserved for sending the response before the client gives up. */
const marginMs = 200;

/**
 * kube-apiserver sends its timeout as `?timeout=`; a value that is not a duration counts as absent.
 */
function patienceMs(url: string): number {
  const [, query] = url.split("?", 2);
  const timeoutMs = parseDuration(new URLSearchParams(query).get("timeout") ?? "") ?? Number.POSITIVE_INFINITY;
  return Math.min(Math.max(0, timeoutMs - marginMs), maxMemoryWaitMs);
}
