import type { Request } from "./api-server.ts";
import type { Client, Turn } from "./client.ts";

/**
 * Returns a client whose patches ignore the resourceVersion that the client has read. Two such
 * clients can overwrite each other's writes.
 */
export function overwritingClient({ tick, stop }: Client): Client {
  return { tick: () => withoutDecisions(tick()), stop: () => withoutDecisions(stop()) };
}

function* withoutDecisions(turn: Turn): Turn {
  let step = turn.next();
  while (step.done !== true) step = turn.next(yield withoutDecision(step.value));
}

function withoutDecision(request: Request): Request {
  return request.verb === "patch" || request.verb === "apply" ? { ...request, decidedOn: undefined } : request;
}
