import type { IncomingMessage, ServerResponse } from "node:http";
import { parseDuration } from "../../text/duration.ts";
import { maxBodyBytes, maxRoomWaitMs, smallBodyBytes } from "../limits.ts";
import type { BodyBudget } from "./body-budget.ts";

/** What can come of waiting. */
interface Outcomes {
  readonly granted: () => void;
  /** Too many wait already. */
  readonly refused: () => void;
  /** The caller will not wait any longer. */
  readonly late: () => void;
}

/** Time left to a caller for the way of our answer. */
const marginMs = 200;

/**
 * Holds a request back, its body unread, until there is room for it. A small one never waits: a renewal must not stand behind
 * somebody's large objects; nor does one that will be refused for its size.
 */
export function waitForMemory(request: IncomingMessage, response: ServerResponse, bodies: BodyBudget, outcomes: Outcomes): void {
  const bytes = bodyBytes(request);
  if (bytes <= smallBodyBytes || bytes > maxBodyBytes) {
    outcomes.granted();
    return;
  }
  const timer = setTimeout(
    () => {
      release?.();
      outcomes.late();
    },
    patienceMs(request.url ?? ""),
  );
  const release = bodies.reserve(bytes, () => {
    clearTimeout(timer);
    outcomes.granted();
  });
  if (release === undefined) {
    clearTimeout(timer);
    outcomes.refused();
    return;
  }
  // The request closes with its last byte, but not if it was answered before; the response not if it stood behind others when the client left.
  for (const message of [request, response])
    message.on("close", () => {
      clearTimeout(timer);
      release();
    });
}

/** A body that comes in chunks may be of any size. */
function bodyBytes({ headers }: IncomingMessage): number {
  return headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : maxBodyBytes;
}

/** kube-apiserver says with `?timeout=` how long it waits; what is no duration says nothing. */
function patienceMs(url: string): number {
  const [, query] = url.split("?", 2);
  const timeoutMs = parseDuration(new URLSearchParams(query).get("timeout") ?? "") ?? Number.POSITIVE_INFINITY;
  return Math.min(Math.max(0, timeoutMs - marginMs), maxRoomWaitMs);
}
