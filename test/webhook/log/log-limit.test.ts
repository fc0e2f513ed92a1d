import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  busyLogLength,
  logGraceBytes,
  logWindowMs,
  maxConnections,
  maxLoggedRefusals,
  maxLogLineBytes,
} from "../../../src/webhook/limits.ts";
import { createLog, createReplyLog } from "../../../src/webhook/log/log.ts";
import { LogDestination } from "../../../src/webhook/log/log-destination.ts";
import { LogLimit } from "../../../src/webhook/log/log-limit.ts";
import { replyTo } from "../../harness/bad-json.ts";
import { reviewOf, rowOf } from "../../harness/reviews.ts";

let busy: boolean;
let lines: string[];
let omitted: string[];
let limit: LogLimit;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  busy = false;
  lines = [];
  omitted = [];
  const log = createLog({ write: (line) => void lines.push(line) });
  limit = new LogLimit({
    destination: { isBusy: () => busy },
    metrics: { logLineOmitted: (reason) => omitted.push(reason) },
    log,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Logs lines on each connection in turn until the limit omits a line of each of them. */
function flood(connections: readonly object[], lineBytes: number, write: (bytes: number) => void = () => {}): void {
  const noisy = new Set(connections);
  while (noisy.size > 0) {
    for (const connection of noisy) {
      if (limit.admits(connection, lineBytes)) write(lineBytes);
      else noisy.delete(connection);
    }
  }
}

/** Returns the number of bytes that the limit admits on a connection in a window. */
function admitted(connection: object, lineBytes: number): number {
  let bytes = 0;
  flood([connection], lineBytes, (each) => {
    bytes += each;
  });
  return bytes;
}

const many = (count: number): readonly object[] => Array.from({ length: count }, () => ({}));

describe("what a connection logs in a window", () => {
  it.each([
    [0, 1_550],
    [1, 300],
    [16, 140],
    [150, 15],
    [400, 9],
    [maxConnections - 1, 3],
  ])("depends on the %i other connections that log: at least %i KiB", (others, kibibytes) => {
    flood(many(others), 1024);
    expect(admitted({}, 1024)).toBeGreaterThanOrEqual(kibibytes * 1024);
  });

  it.each([300, 600, logGraceBytes])(
    "is the grace on each of all connections, while some of them flood the log with lines of %i bytes",
    (bytes) => {
      flood(many(maxConnections - 24), bytes);
      for (const quiet of many(24)) expect(limit.admits(quiet, logGraceBytes)).toBe(true);
    },
  );

  it("is admitted again in the next window", () => {
    const connection = {};
    flood([connection], 1024);
    vi.advanceTimersByTime(logWindowMs);
    expect(limit.admits(connection, 1024)).toBe(true);
    expect(omitted).toEqual(["connection"]);
  });

  it("is not admitted in the next window while many lines wait, but then counts as in the same window", () => {
    const connections = many(16);
    flood(connections, 1024);
    busy = true;
    vi.advanceTimersByTime(2 * logWindowMs);
    for (const connection of connections) expect(limit.admits(connection, 1024)).toBe(false);
    expect(limit.admits({}, 1024)).toBe(true);
    busy = false;
    for (const connection of connections) expect(limit.admits(connection, 1024)).toBe(true);
  });

  it("counts the bytes of the lines, which are more than their UTF-16 code units", () => {
    const written: string[] = [];
    const destination = { isBusy: () => busy, write: (line: string) => void written.push(line) };
    const logReply = createReplyLog(createLog(destination), destination, limit);
    const body = new TextDecoder().decode(
      reviewOf(rowOf("v1", "Lease"), { userInfo: { username: "\u20ac".repeat(500) } }),
    );
    const reply = replyTo(new TextEncoder().encode(body));
    const origin = { headers: {}, socket: new Socket() };
    while (omitted.length === 0) logReply(reply, 1, origin, undefined);
    const sizes = written.map((line) => Buffer.byteLength(line));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    vi.advanceTimersByTime(logWindowMs);
    expect(total).toBe(admitted({}, Math.max(...sizes)));
    expect(total).toBeGreaterThan(1.5 * written.join("").length);
  });
});

it.each([
  ["long", maxLogLineBytes],
  ["short", 100],
])(
  "no line that is admitted is dropped, although all connections log %s lines and no client reads the log",
  (_name, bytes) => {
    const lost: string[] = [];
    const destination = new LogDestination(1, (_lines, cause) => lost.push(cause));
    const log = createLog(destination);
    limit = new LogLimit({ destination, metrics: { logLineOmitted: () => {} }, log });
    const line = `${"x".repeat(bytes - 1)}\n`;
    for (let index = 0; index < busyLogLength / 1024; index++) destination.write("x".repeat(1024));
    flood(many(maxConnections), bytes, () => destination.write(line));
    // Further connections replace the previous ones, and refused requests are logged.
    flood(many(maxConnections), bytes, () => destination.write(line));
    for (let index = 0; index < 20 * maxLoggedRefusals; index++)
      log.warn({ code: 429, reason: "must wait" }, "refused");
    expect(lost).toEqual([]);
    vi.clearAllTimers();
  },
);

describe("refusals", () => {
  it("are logged up to a number a second, and the others are counted in one line", () => {
    for (let index = 0; index < maxLoggedRefusals + 3; index++) limit.logRefusal({ code: 429, message: "must wait" });
    expect(lines).toHaveLength(maxLoggedRefusals);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "warn", code: 429, reason: "must wait", msg: "refused" });
    vi.advanceTimersByTime(1_000);
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ level: "warn", omitted: 3, msg: "log lines were omitted" });
    expect(omitted).toEqual(["sampled", "sampled", "sampled"]);
    limit.logRefusal({ code: 429, message: "must wait" });
    vi.advanceTimersByTime(5_000);
    expect(lines).toHaveLength(maxLoggedRefusals + 2);
  });
});
