import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { failed, ok, type Result } from "../../field/result.ts";
import { parseDuration } from "../../text/duration.ts";
import type { Excess } from "../../validate/submission.ts";
import { freeBuffer, freeWhole } from "../free-buffer.ts";
import { maxMemoryWaitMs } from "../limits.ts";
import type { BodyBudget, LargeBody } from "./body-budget.ts";
import type { BodyRefusal } from "./body-refusals.ts";
import type { AddPart } from "./part-limit.ts";

/**
 * Takes the body, or the reason why the server did not read the body. A body of more than
 * `smallBodyBytes` uses memory of a budget. `done` or the end of the response frees this memory. If
 * the server has cut the objects out of the body, `cut` contains the reason.
 */
export type TakeBody = (body: Result<Buffer, BodyRefusal>, done: () => void, cut?: Excess) => void;

/** The results for bodies that the server did not read. */
export const refused: Readonly<Record<BodyRefusal, Result<Buffer, BodyRefusal>>> = {
  too_large: failed("too_large"),
  too_many_parts: failed("too_many_parts"),
  overload: failed("overload"),
  deadline: failed("deadline"),
};

/** The second argument of `take` for a body without memory of a budget. */
export const nothingToFree = (): void => {};

/**
 * The size of a body, the budget for its memory, its first bytes, and the limit of its further
 * parts.
 */
interface Large {
  readonly bytes: number;
  readonly budget: BodyBudget;
  readonly first: Buffer;
  readonly addPart: AddPart;
}

/**
 * Reads the rest of a body. Pauses while the budget has no memory for the body. Collects the body
 * into one buffer, because joining parts would need the memory twice. Calls `take` with
 * `too_many_parts` at the first part above the limit, and with `deadline` if the body waits for too
 * long. If the body must give way or too many bodies wait, calls `take` with `overload`.
 */
export function readLargeBody(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, budget, first, addPart }: Large,
  take: TakeBody,
): void {
  const started = performance.now();
  let content: Buffer | undefined;
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = (reason: BodyRefusal) => {
    free();
    request.off("data", addFurther).off("end", end).pause();
    take(refused[reason], nothingToFree);
  };
  const body: LargeBody = { maxBytes: bytes, giveWay: () => stop("overload") };
  const addFurther = (part: Buffer) => (addPart(part.length) ? add(part) : stop("too_many_parts"));
  const add = (part: Buffer) => {
    const outcome = budget.grow(body, size + part.length, () => {
      clearTimeout(timer);
      // The system provides the memory of the buffer only when the server writes to it, so the rest
      // of the buffer needs no memory yet.
      content ??= Buffer.allocUnsafeSlow(bytes);
      size += part.copy(content, size);
      freeWhole(part);
      request.resume();
    });
    if (outcome === "refused") return stop("overload");
    if (outcome === "granted") return;
    request.pause();
    timer = setTimeout(() => stop("deadline"), started + patienceMs(request.url ?? "") - performance.now());
  };
  const end = () => {
    request.off("close", free);
    budget.complete(body);
    const whole = content ?? Buffer.alloc(0);
    content = undefined;
    take(ok(whole), free);
  };
  request.on("data", addFurther).on("end", end);
  // The request emits `close` after its last byte, or when the client closes the connection. In the
  // first case, the review still needs the memory. A response in a queue emits no `close` when the
  // client closes the connection.
  request.on("close", free);
  response.on("close", free);
  add(first);

  function free(): void {
    clearTimeout(timer);
    if (content !== undefined) freeBuffer(content.buffer);
    content = undefined;
    budget.release(body);
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
