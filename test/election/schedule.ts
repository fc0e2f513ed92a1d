import fc from "fast-check";
import { defaultClockSkewMs } from "../../src/policy/policy.ts";
import type { Answer, ApiServer, Request } from "./api-server.ts";
import type { Client, Turn } from "./client.ts";
import type { Participant } from "./elections.ts";

/** An event of one participant, and the time since the previous event. */
interface Step {
  readonly participant: number;
  readonly event: (typeof events)[number];
  readonly waitMs: number;
  /**
   * The new clock skew of the participant in milliseconds, if the event sets the clock, or starts
   * the process again after a crash.
   */
  readonly skewMs: number;
}

/** The times of a client in seconds, with the field names of client-go. */
export interface Pace {
  readonly leaseDuration: number;
  /** The time after which a client cancels a renewal. */
  readonly renewDeadline: number;
  /** The minimum time between two iterations of a client. With 0, the client never waits. */
  readonly retryPeriod: number;
}

/**
 * The random part of a simulation: the times of the clients, the clock skews of the participants,
 * and the events.
 */
export interface Schedule {
  readonly pace: Pace;
  readonly skewsMs: readonly number[];
  readonly steps: readonly Step[];
}

/**
 * The events. "goes on" includes a slow network and pauses for garbage collection, because time
 * passes between two events.
 */
const events = [
  "goes on",
  "its request is lost",
  "the answer is lost",
  "its request is late: it gives up, and the request arrives",
  "crashes and starts again, maybe on another machine",
  "crashes and is replaced",
  "stops, and starts again",
  "its clock is set",
] as const;

/** The times of clients that never wait. With the shorter durations, many lease terms expire. */
const restless = [3, 5, 6, 15, 40, 137].map(
  (seconds): Pace => ({ leaseDuration: seconds, renewDeadline: seconds, retryPeriod: 0 }),
);

/** The defaults of client-go, OpenShift, kube-lease-manager, and kube-vip. */
const usual: readonly Pace[] = [
  { leaseDuration: 15, renewDeadline: 10, retryPeriod: 2 },
  { leaseDuration: 137, renewDeadline: 107, retryPeriod: 26 },
  { leaseDuration: 30, renewDeadline: 20, retryPeriod: 5 },
  { leaseDuration: 5, renewDeadline: 3, retryPeriod: 1 },
];

/** The maximum time in milliseconds in which kube-apiserver processes a request. */
export const requestMs = 34_000;

/**
 * Returns schedules in which clocks differ from the real time by at most `skewMs`. If `skewMs` is
 * 0, at most 400 ms pass between two events.
 */
export function schedules(skewMs: number = defaultClockSkewMs): fc.Arbitrary<Schedule> {
  const skew = fc.oneof(fc.integer({ min: -skewMs, max: skewMs }), fc.constantFrom(-skewMs, skewMs));
  const wait = (max: number) => fc.integer({ min: 0, max });
  const brief = { arbitrary: wait(400), weight: 40 };
  const step = fc.record({
    participant: fc.nat(11),
    event: fc.oneof(
      { arbitrary: fc.constant("goes on" as const), weight: 15 },
      { arbitrary: fc.constantFrom(...events), weight: 1 },
    ),
    waitMs:
      skewMs === 0
        ? brief.arbitrary
        : fc.oneof(brief, { arbitrary: wait(20), weight: 12 }, { arbitrary: wait(60_000), weight: 1 }),
    skewMs: skew,
  });
  return fc.record({
    pace: fc.constantFrom(...restless, ...usual),
    skewsMs: fc.array(skew, { minLength: 12, maxLength: 12 }),
    steps: fc.array(step, { maxLength: 1500, size: "max" }),
  });
}

interface Process {
  readonly participant: Participant;
  readonly replacements: number;
  readonly client: Client;
  skewMs: number;
  turn?: Pending | undefined;
  /** The earliest time of the next iteration. */
  due: number;
  isStopping?: true;
}

/** A request in flight, and the generator that waits for the response. */
interface Pending {
  readonly generator: Turn;
  readonly begun: number;
  readonly request: Request;
  readonly sent: number;
}

/** The real time at which each simulation starts. */
const begin = Date.parse("2026-07-01T08:00:00Z");

/**
 * Runs a schedule with these participants. If all participants wait, sets the time to the earliest
 * start of a next iteration.
 */
export function runSchedule(
  participants: readonly Participant[],
  { pace, skewsMs, steps }: Schedule,
  server: ApiServer,
): void {
  const { leaseDuration: leaseDurationSeconds } = pace;
  let now = begin;
  let late: readonly { readonly request: Request; readonly process: Process; readonly sent: number }[] = [];

  const start = (participant: Participant, replacements: number, skewMs: number): Process => {
    const clock = { wall: () => now + process.skewMs, monotonic: () => now };
    const process: Process = {
      participant,
      replacements,
      skewMs,
      due: now,
      client: participant.start({ clock, leaseDurationSeconds, replacements }),
    };
    return process;
  };
  const processes = participants.map((participant, index) => start(participant, 0, skewsMs[index] ?? 0));

  const deliver = (request: Request, { participant, replacements }: Process): Answer => {
    const isPatch = request.verb === "patch" || request.verb === "apply";
    if (isPatch && request.decidedOn !== undefined && request.decidedOn !== server.resourceVersion(request.ref))
      return { code: 0 };
    return server.handle(
      request,
      typeof participant.user === "function" ? participant.user(replacements) : participant.user,
      now,
    );
  };

  const send = (process: Process, { request, begun }: Pending): Answer =>
    now > begun + pace.renewDeadline * 1000 ? { code: 0 } : deliver(request, process);

  const takeTurn = (process: Process): void => {
    const areAllAtRest = late.length === 0 && processes.every(({ turn }) => turn === undefined);
    if (areAllAtRest) now = Math.max(now, Math.min(...processes.map(({ due }) => due)));
    if (now < process.due) return;
    process.due = now + pace.retryPeriod * 1000;
    advance(process, process.client.tick());
  };

  const advance = (process: Process, generator: Turn, answer?: Answer): void => {
    const { done, value } = answer === undefined ? generator.next() : generator.next(answer);
    if (done === true && process.isStopping)
      processes[processes.indexOf(process)] = start(process.participant, process.replacements, process.skewMs);
    process.turn =
      done === true ? undefined : { generator, begun: process.turn?.begun ?? now, request: value, sent: now };
  };

  for (const { participant, event, waitMs, skewMs } of steps) {
    now += waitMs;
    const arriving = late;
    late = [];
    for (const { request, process, sent } of arriving) if (now < sent + requestMs) deliver(request, process);

    const index = participant % participants.length;
    const process = processes[index];
    if (process === undefined) continue;
    const { turn } = process;
    switch (event) {
      case "goes on":
        if (turn === undefined) takeTurn(process);
        else advance(process, turn.generator, send(process, turn));
        break;
      case "its request is lost":
        if (turn !== undefined) advance(process, turn.generator, { code: 0 });
        break;
      case "the answer is lost":
        if (turn === undefined) break;
        send(process, turn);
        advance(process, turn.generator, { code: 0 });
        break;
      case "its request is late: it gives up, and the request arrives":
        if (turn === undefined) break;
        late = [...late, { request: turn.request, process, sent: turn.sent }];
        advance(process, turn.generator, { code: 0 });
        break;
      case "crashes and starts again, maybe on another machine":
        processes[index] = start(process.participant, process.replacements, skewMs);
        break;
      case "crashes and is replaced":
        processes[index] = start(process.participant, process.replacements + 1, skewMs);
        break;
      case "stops, and starts again":
        if (turn !== undefined) break;
        process.isStopping = true;
        advance(process, process.client.stop());
        break;
      case "its clock is set":
        process.skewMs = skewMs;
        break;
    }
  }
}
