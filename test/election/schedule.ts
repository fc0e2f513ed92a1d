import fc from "fast-check";
import { defaultClockSkewMs } from "../../src/policy/policy.ts";
import type { Answer, ApiServer, Request } from "./api-server.ts";
import type { Actor } from "./casts.ts";
import type { Client, Turn } from "./client.ts";

/** What happens to one actor, and how long after what came before. */
interface Step {
  readonly actor: number;
  readonly event: (typeof events)[number];
  readonly waitMs: number;
  /** Of its clock from now on, where the event sets it: milliseconds. */
  readonly skewMs: number;
}

/** All that is left to chance. */
export interface Schedule {
  readonly leaseDurationSeconds: number;
  readonly skewsMs: readonly number[];
  readonly steps: readonly Step[];
}

/** Real time goes by between any two requests, so a step "goes on" covers the slow network and the pause for garbage collection as well. */
const events = [
  "goes on",
  "its request is lost",
  "the answer is lost",
  "its request is late: it gives up, and the request arrives",
  "crashes and starts again, maybe on another machine",
  "crashes and is replaced",
  "stops",
  "its clock is set",
] as const;

/** A request lives 34 s in kube-apiserver. */
const requestMs = 34_000;

/** Schedules in which clocks are off by at most `skewMs`; at 0 nothing is late by more than a second. */
export function schedules(skewMs: number = defaultClockSkewMs): fc.Arbitrary<Schedule> {
  const skew = fc.oneof(fc.integer({ min: -skewMs, max: skewMs }), fc.constantFrom(-skewMs, skewMs));
  const wait = (max: number) => fc.integer({ min: 0, max });
  const usual = { arbitrary: wait(400), weight: 40 };
  const step = fc.record({
    actor: fc.nat(11),
    event: fc.oneof({ arbitrary: fc.constant("goes on" as const), weight: 15 }, { arbitrary: fc.constantFrom(...events), weight: 1 }),
    waitMs: skewMs === 0 ? usual.arbitrary : fc.oneof(usual, { arbitrary: wait(20), weight: 12 }, { arbitrary: wait(60_000), weight: 1 }),
    skewMs: skew,
  });
  return fc.record({
    leaseDurationSeconds: fc.constantFrom(3, 3, 5, 6, 6, 15, 15, 40, 137),
    skewsMs: fc.array(skew, { minLength: 12, maxLength: 12 }),
    steps: fc.array(step, { maxLength: 1500, size: "max" }),
  });
}

interface Process {
  readonly actor: Actor;
  readonly life: number;
  readonly client: Client;
  skewMs: number;
  turn?: Pending | undefined;
}

/** A request on its way, and the turn that waits for the answer. */
interface Pending {
  readonly talk: Turn;
  readonly begun: number;
  readonly request: Request;
  readonly sent: number;
}

/** When all histories begin. */
const begin = Date.parse("2026-07-01T08:00:00Z");

/** Plays a schedule with a cast. What a client began a whole term ago it gives up: a RenewDeadline is shorter than the duration. */
export function play(cast: readonly Actor[], { leaseDurationSeconds, skewsMs, steps }: Schedule, server: ApiServer): void {
  let now = begin;
  let late: readonly { readonly request: Request; readonly process: Process; readonly sent: number }[] = [];

  const start = (actor: Actor, life: number, skewMs: number): Process => {
    const clock = { wall: () => now + process.skewMs, monotonic: () => now };
    const process: Process = { actor, life, skewMs, client: actor.start({ clock, leaseDurationSeconds, life }) };
    return process;
  };
  const processes = cast.map((actor, index) => start(actor, 0, skewsMs[index] ?? 0));

  const deliver = (request: Request, { actor, life }: Process): Answer => {
    if (request.verb === "patch" && request.decidedOn !== undefined && request.decidedOn !== server.resourceVersion(request.ref)) {
      return { code: 0 };
    }
    return server.handle(request, typeof actor.user === "function" ? actor.user(life) : actor.user, now);
  };

  const ask = (process: Process, { request, begun }: Pending): Answer =>
    now > begun + leaseDurationSeconds * 1000 ? { code: 0 } : deliver(request, process);

  const advance = (process: Process, talk: Turn, answer?: Answer): void => {
    const { done, value } = answer === undefined ? talk.next() : talk.next(answer);
    process.turn = done === true ? undefined : { talk, begun: process.turn?.begun ?? now, request: value, sent: now };
  };

  for (const { actor, event, waitMs, skewMs } of steps) {
    now += waitMs;
    const arriving = late;
    late = [];
    for (const { request, process, sent } of arriving) if (now < sent + requestMs) deliver(request, process);

    const index = actor % cast.length;
    const process = processes[index];
    if (process === undefined) continue;
    const { turn } = process;
    switch (event) {
      case "goes on":
        if (turn === undefined) advance(process, process.client.tick());
        else advance(process, turn.talk, ask(process, turn));
        break;
      case "its request is lost":
        if (turn !== undefined) advance(process, turn.talk, { code: 0 });
        break;
      case "the answer is lost":
        if (turn === undefined) break;
        ask(process, turn);
        advance(process, turn.talk, { code: 0 });
        break;
      case "its request is late: it gives up, and the request arrives":
        if (turn === undefined) break;
        late = [...late, { request: turn.request, process, sent: turn.sent }];
        advance(process, turn.talk, { code: 0 });
        break;
      case "crashes and starts again, maybe on another machine":
        processes[index] = start(process.actor, process.life, skewMs);
        break;
      case "crashes and is replaced":
        processes[index] = start(process.actor, process.life + 1, skewMs);
        break;
      case "stops":
        if (turn === undefined) advance(process, process.client.stop());
        break;
      case "its clock is set":
        process.skewMs = skewMs;
        break;
    }
  }
}
