import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { failed, ok, type Result } from "../../core/field/result.ts";
import { parseDuration } from "../../core/text/duration.ts";
import { maxBodyBytes, maxOversizedBytes } from "../../engine/review/limits.ts";
import type { Excess } from "../../engine/validate/submission.ts";
import { freeBuffer, freeWhole } from "../free-buffer.ts";
import { createOversizedReader } from "../large/oversized-review.ts";
import { bytesPerPart, cheapBodyBytes, maxMemoryWaitMs, maxSmallParts, smallBodyBytes } from "../limits.ts";
import type { BodyBudget, LargeBody, PartialBodies, PartialBody } from "./body-budget.ts";

/** The limits of the memory for bodies. */
export interface BodyMemory {
  /**
   * The memory for the received parts of bodies, as long as at most `smallBodyBytes` of a body have
   * arrived.
   */
  readonly partial: PartialBodies;
  /** The memory for the other bodies, until their review ends. */
  readonly large: BodyBudget;
}

/** The reason why the server did not read a body. */
export type BodyRefusal = "too_large" | "too_many_parts" | "overload" | "deadline";

/**
 * Takes the body, or the reason why the server did not read the body. A body of more than
 * `smallBodyBytes` uses memory of a budget. `done` or the end of the response frees this memory. If
 * the server has cut the objects out of the body, `cut` contains the reason.
 */
export type TakeBody = (body: Result<Buffer, BodyRefusal>, done: () => void, cut?: Excess) => void;

/** The second argument of `take` for a body without memory of a budget. */
const nothingToFree = (): void => {};

/**
 * Memory in bytes for each part of a body, in addition to its content. Without this overhead, the
 * recorded memory of a body that arrives byte by byte would be much too small.
 */
const partOverheadBytes = 512;

/**
 * Reads a body into memory and calls `take` once. Does not call `take` if the client closes the
 * connection before the body is complete. A small body never waits for memory, so that renewals do
 * not wait for large objects of other clients.
 */
export function readBody(request: IncomingMessage, response: ServerResponse, memory: BodyMemory, take: TakeBody): void {
  const announced = announcedBytes(request);
  if (announced > maxBodyBytes) {
    if (announced > maxOversizedBytes) take(failed("too_large"), nothingToFree);
    else readOversizedBody(request, memory.partial, take);
    return;
  }
  let body: Buffer | undefined;
  const onData = (chunk: Buffer) => {
    // Nearly every body arrives in one part, which needs neither a copy nor a limit.
    if (chunk.length === announced) {
      body = chunk;
      return;
    }
    request.off("data", onData).off("end", onEnd);
    readSmallBody(request, response, { bytes: announced, memory, first: chunk }, take);
  };
  const onEnd = () => {
    const whole = body ?? Buffer.alloc(0);
    // Otherwise, the listeners would keep the body in memory as long as the request exists.
    body = undefined;
    take(ok(whole), nothingToFree);
  };
  request.on("data", onData).on("end", onEnd);
}

/** Returns the size of the body in bytes according to the header Content-Length. */
export function announcedBytes({ headers }: IncomingMessage): number {
  return Number(headers["content-length"] ?? 0);
}

interface PartsListener {
  readonly addPart: AddPart;
  readonly add: (part: Buffer) => void;
  /** Takes the body after its last part. */
  readonly end: () => void;
  /** Frees the memory of the body. A further call has no effect. */
  readonly free: () => void;
}

interface Reading {
  /** Stops reading, and calls `take` with the reason. */
  readonly stop: (reason: BodyRefusal) => void;
  /** Sends further parts to no listener. */
  readonly detach: () => void;
}

/**
 * Reads the parts of a body. Stops with `too_many_parts` at the first part above the limit. Frees
 * the memory if the client closes the connection.
 */
function readParts(request: IncomingMessage, take: TakeBody, { addPart, add, end, free }: PartsListener): Reading {
  const onData = (part: Buffer) => (addPart(part.length) ? add(part) : stop("too_many_parts"));
  const onEnd = () => {
    detach();
    end();
  };
  const detach = () => {
    request.off("data", onData).off("end", onEnd).off("close", onClose);
  };
  const onClose = () => {
    detach();
    free();
  };
  const stop = (reason: BodyRefusal) => {
    onClose();
    request.pause();
    take(failed(reason), nothingToFree);
  };
  request.on("data", onData).on("end", onEnd).on("close", onClose);
  return { stop, detach };
}

/** The announced size of a body, and its first bytes. */
interface Begun {
  readonly bytes: number;
  readonly memory: BodyMemory;
  readonly first: Buffer;
}

/** Reads a body that arrives in several parts, as long as it is small. */
function readSmallBody(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, memory, first }: Begun,
  take: TakeBody,
): void {
  const parts: Buffer[] = [];
  let size = 0;
  const addPart = createPartLimit();
  const add = (part: Buffer) => {
    parts.push(part);
    size += part.length;
    if (size > smallBodyBytes) {
      reading.detach();
      readLargeBody(request, response, { bytes, memory, first: join(), addPart }, take);
      return;
    }
    // `partialBodyBytes` does not include this memory, which each connection can use.
    const used = size + parts.length * partOverheadBytes;
    if (size < bytes && used > cheapBodyBytes) memory.partial.set(body, used);
  };
  const free = () => {
    memory.partial.delete(body);
    // The array becomes empty, because the listeners keep it as long as the request exists.
    for (const part of parts.splice(0)) freeWhole(part);
  };
  const join = () => {
    const whole = Buffer.concat(parts);
    free();
    return whole;
  };
  const reading = readParts(request, take, { addPart, add, end: () => take(ok(join()), nothingToFree), free });
  const body: PartialBody = { giveWay: () => reading.stop("overload") };
  addPart(first.length);
  add(first);
}

/**
 * Reads the rest of a body. Pauses while the budget has no memory for the body. Collects the body
 * into one buffer, because joining parts would need the memory twice. Calls `take` with `deadline`
 * if the body waits for too long. If the body must give way or too many bodies wait, calls `take`
 * with `overload`.
 */
function readLargeBody(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, memory: { large }, first, addPart }: Begun & Pick<PartsListener, "addPart">,
  take: TakeBody,
): void {
  const started = performance.now();
  let content: Buffer | undefined;
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  const add = (part: Buffer) => {
    const outcome = large.grow(body, size + part.length, () => {
      clearTimeout(timer);
      // The system provides the memory of the buffer only when the server writes to it, so the rest
      // of the buffer needs no memory yet.
      content ??= Buffer.allocUnsafeSlow(bytes);
      size += part.copy(content, size);
      freeWhole(part);
      request.resume();
    });
    if (outcome === "refused") return reading.stop("overload");
    if (outcome === "granted") return;
    request.pause();
    timer = setTimeout(() => reading.stop("deadline"), started + patienceMs(request.url ?? "") - performance.now());
  };
  const end = () => {
    large.complete(body);
    const whole = content ?? Buffer.alloc(0);
    content = undefined;
    take(ok(whole), free);
  };
  const free = () => {
    clearTimeout(timer);
    if (content !== undefined) freeBuffer(content.buffer);
    content = undefined;
    large.release(body);
  };
  const reading = readParts(request, take, { addPart, add, end, free });
  const body: LargeBody = { maxBytes: bytes, giveWay: () => reading.stop("overload") };
  // After the last byte, the review still needs the memory. A response in a queue emits no `close`
  // when the client closes the connection, but the request does.
  response.on("close", free);
  add(first);
}

/**
 * Reads a body of more than `maxBodyBytes`, which can be the review of an object that
 * kube-apiserver stores. Keeps at most `smallBodyBytes` of it: the review without most parts of its
 * objects. Each byte costs about as much processor time as its decryption. Calls `take` with
 * `too_large` if the rest of the review is larger.
 */
function readOversizedBody(request: IncomingMessage, partial: PartialBodies, take: TakeBody): void {
  const reader = createOversizedReader(smallBodyBytes);
  const add = (part: Buffer) => {
    const fits = reader.add(part);
    freeWhole(part);
    if (!fits) reading.stop("too_large");
  };
  const free = () => partial.delete(body);
  const end = () => {
    free();
    const cut = reader.end();
    if (cut === undefined) take(failed("too_large"), nothingToFree);
    else take(ok(cut.body), nothingToFree, cut.excess);
  };
  const reading = readParts(request, take, { addPart: createPartLimit(), add, end, free });
  const body: PartialBody = { giveWay: () => reading.stop("overload") };
  partial.set(body, smallBodyBytes);
}

/** Adds a part of a body. Returns false if the body has too many parts. */
type AddPart = (bytes: number) => boolean;

/**
 * Limits the parts of a body: any range of the body has at most `maxSmallParts` parts, and one more
 * for each `bytesPerPart`. Each part costs about 10 us, even if it has only one byte. The limit
 * applies to each range, because large parts before small parts do not make the small parts
 * cheaper.
 */
function createPartLimit(): AddPart {
  let left = maxSmallParts;
  return (bytes) => {
    left = Math.min(maxSmallParts, left - 1 + bytes / bytesPerPart);
    return left >= 0;
  };
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
