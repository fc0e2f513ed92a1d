import type { IncomingMessage, ServerResponse } from "node:http";
import { maxBodyBytes, maxOversizedBytes } from "../../admission/limits.ts";
import { ok } from "../../field/result.ts";
import { freeWhole } from "../free-buffer.ts";
import { cheapBodyBytes, smallBodyBytes } from "../limits.ts";
import type { BodyBudget } from "./body-budget.ts";
import type { BodyRefusal } from "./body-refusals.ts";
import { createPartLimit } from "./part-limit.ts";
import type { PartialBodies, PartialBody } from "./partial-bodies.ts";
import { nothingToFree, readLargeBody, refused, type TakeBody } from "./read-large-body.ts";
import { readOversizedBody } from "./read-oversized-body.ts";

export interface BodyMemory {
  /**
   * The memory for the received parts of bodies, as long as at most `smallBodyBytes` of a body have
   * arrived.
   */
  readonly partial: PartialBodies;
  /** The memory for the other bodies, until their review ends. */
  readonly large: BodyBudget;
}

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
    if (announced > maxOversizedBytes) take(refused.too_large, nothingToFree);
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
    readParts(request, response, { announced, memory, first: chunk }, take);
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

interface Parts {
  readonly announced: number;
  readonly memory: BodyMemory;
  readonly first: Buffer;
}

function readParts(request: IncomingMessage, response: ServerResponse, { announced, memory, first }: Parts, take: TakeBody): void {
  const parts: Buffer[] = [];
  let size = 0;
  const addPart = createPartLimit();
  const stop = (reason: BodyRefusal) => {
    finish();
    request.pause();
    take(refused[reason], nothingToFree);
  };
  const body: PartialBody = { giveWay: () => stop("overload") };
  const add = (part: Buffer) => {
    if (!addPart(part.length)) return stop("too_many_parts");
    parts.push(part);
    size += part.length;
    if (size > smallBodyBytes)
      return readLargeBody(request, response, { bytes: announced, budget: memory.large, first: finish(), addPart }, take);
    // `partialBodyBytes` does not include this memory, which each connection can use.
    const bytes = size + parts.length * partOverheadBytes;
    if (size < announced && bytes > cheapBodyBytes) memory.partial.set(body, bytes);
  };
  const end = () => take(ok(finish()), nothingToFree);
  request.on("data", add).on("end", end);
  request.on("close", finish);
  add(first);

  function finish(): Buffer {
    request.off("data", add).off("end", end);
    memory.partial.delete(body);
    const whole = Buffer.concat(parts);
    // The array becomes empty, because the listeners keep it as long as the request exists.
    for (const part of parts.splice(0)) freeWhole(part);
    return whole;
  }
}
