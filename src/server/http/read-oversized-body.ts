import type { IncomingMessage } from "node:http";
import { ok } from "../../field/result.ts";
import { freeWhole } from "../free-buffer.ts";
import { createOversizedReader } from "../large/oversized-review.ts";
import { smallBodyBytes } from "../limits.ts";
import type { BodyRefusal } from "./body-refusals.ts";
import { createPartLimit } from "./part-limit.ts";
import type { PartialBodies, PartialBody } from "./partial-bodies.ts";
import { nothingToFree, refused, type TakeBody } from "./read-large-body.ts";

/**
 * Reads a body of more than `maxBodyBytes`, which can be the review of an object that
 * kube-apiserver stores. Keeps at most `smallBodyBytes` of it: the review without most parts of its
 * objects. Each byte costs about as much processor time as its decryption. Calls `take` with
 * `too_large` if the rest of the review is larger.
 */
export function readOversizedBody(request: IncomingMessage, partial: PartialBodies, take: TakeBody): void {
  const reader = createOversizedReader(smallBodyBytes);
  const addPart = createPartLimit();
  const stop = (reason: BodyRefusal) => {
    finish();
    request.pause();
    take(refused[reason], nothingToFree);
  };
  const body: PartialBody = { giveWay: () => stop("overload") };
  const add = (part: Buffer) => {
    if (!addPart(part.length)) return stop("too_many_parts");
    const fits = reader.add(part);
    freeWhole(part);
    if (!fits) stop("too_large");
  };
  const end = () => {
    finish();
    const cut = reader.end();
    if (cut === undefined) take(refused.too_large, nothingToFree);
    else take(ok(cut.body), nothingToFree, cut.excess);
  };
  request.on("data", add).on("end", end);
  request.on("close", finish);
  partial.set(body, smallBodyBytes);

  function finish(): void {
    request.off("data", add).off("end", end);
    partial.delete(body);
  }
}
