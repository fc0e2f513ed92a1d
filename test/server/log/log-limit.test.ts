import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLog, createReplyLog } from "../../../src/server/log/log.ts";
import { LogLimit } from "../../../src/server/log/log-limit.ts";
import { logGraceBytes, maxConnectionLogBytes, maxLoggedRefusals } from "../../../src/server/log/log-limits.ts";
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
  limit = new LogLimit({ destination: { isBusy: () => busy }, metrics: { logLineOmitted: (reason) => omitted.push(reason) }, log });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("what a connection logs in a second", () => {
  it("is admitted up to the maximum, and again in the next second", () => {
    const connection = {};
    expect(limit.admits(connection, maxConnectionLogBytes)).toBe(true);
    expect(limit.admits(connection, 1)).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(limit.admits(connection, 1)).toBe(true);
    expect(omitted).toEqual(["connection"]);
  });

  it("is admitted up to the grace while many lines wait", () => {
    const connection = {};
    busy = true;
    expect(limit.admits(connection, logGraceBytes)).toBe(true);
    expect(limit.admits(connection, 1)).toBe(false);
    busy = false;
    expect(limit.admits(connection, 1)).toBe(true);
  });

  it("counts the bytes of the lines, which are more than their UTF-16 code units", () => {
    const written: string[] = [];
    const destination = { isBusy: () => busy, write: (line: string) => void written.push(line) };
    const logReply = createReplyLog(createLog(destination), destination, limit);
    const body = new TextDecoder().decode(reviewOf(rowOf("v1", "Lease"), { userInfo: { username: "\u20ac".repeat(500) } }));
    const reply = replyTo(new TextEncoder().encode(body));
    const origin = { headers: {}, socket: new Socket() };
    busy = true;
    for (let index = 0; index < 200; index++) logReply(reply, 1, origin, undefined);
    const sizes = written.map((line) => Buffer.byteLength(line));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeLessThanOrEqual(logGraceBytes);
    expect(total).toBeGreaterThan(logGraceBytes - Math.max(...sizes));
  });

  it("does not count for another connection", () => {
    limit.admits({}, 2 * maxConnectionLogBytes);
    expect(limit.admits({}, 1)).toBe(true);
  });
});

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
