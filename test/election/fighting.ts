import type { Request } from "./api-server.ts";
import type { Client, Turn } from "./client.ts";

/** The same client, whose patches arrive whatever is stored by then: two of them fight. */
export function fighting({ tick, stop }: Client): Client {
  return { tick: () => blindly(tick()), stop: () => blindly(stop()) };
}

function* blindly(turn: Turn): Turn {
  let step = turn.next();
  while (step.done !== true) step = turn.next(yield withoutDecision(step.value));
}

function withoutDecision(request: Request): Request {
  return request.verb === "patch" || request.verb === "apply" ? { ...request, decidedOn: undefined } : request;
}
