import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { metricSamples } from "../harness/metric-samples.ts";
import { legalBody, post, rawRequests } from "../harness/raw-request.ts";
import { reviewOf, rowOf, tweaked } from "../harness/reviews.ts";
import { startServer, type TestServer } from "../harness/running-server.ts";

let server: TestServer;

beforeEach(async () => {
  server = await startServer();
});

afterEach(() => server.stop());

const lease = rowOf("v1", "Lease");

/** Returns the time `seconds` seconds after now, in the format of kube-apiserver's timestamps. */
function stampAt(seconds: number): string {
  return `${new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19)}Z`;
}

function createAt(seconds: number, change: object = {}): string {
  const object = tweaked(lease, ({ metadata }) => Object.assign(metadata, { creationTimestamp: stampAt(seconds) }));
  return new TextDecoder().decode(reviewOf(lease, { operation: "CREATE", object, oldObject: null, ...change }));
}

function updateAt(seconds: number): string {
  const managedFields = [{ manager: "controller", operation: "Update", time: stampAt(seconds) }];
  const object = tweaked(lease, (draft) => {
    Object.assign(draft.metadata, { managedFields });
    draft.spec["renewTime"] = new Date().toISOString().replace("Z", "000Z");
  });
  return new TextDecoder().decode(reviewOf(lease, { object }));
}

async function send(...bodies: readonly string[]): Promise<void> {
  const { answers } = await rawRequests(
    server,
    bodies.map((body) => post([], body)),
  );
  expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
}

async function offset(): Promise<number | undefined> {
  await vi.waitUntil(() => server.metrics.inFlight === 0, { timeout: 20_000 });
  return metricSamples(await server.metrics.text()).get("lease_guard_clock_offset_seconds");
}

/** Returns five reviews with timestamps from `seconds - 4` to `seconds` seconds after now. */
const five = (seconds: number, review = createAt) => [4, 3, 2, 1, 0].map((earlier) => review(seconds - earlier));

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly offsetSeconds: number;
}

/** Waits until the log has `lines` lines. Returns the lines about the clock. */
async function clockLines(lines: number): Promise<readonly Line[]> {
  const all = (await server.log(lines)).trim().split("\n");
  return all.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg.startsWith("clock"));
}

describe("the offset", () => {
  it("does not exist before five stamps", async () => {
    await send(...five(-20).slice(1));
    expect(await offset()).toBeUndefined();
    expect(await clockLines(4)).toEqual([]);
  });

  it.each<readonly [string, () => readonly string[], readonly [number, number]]>([
    [
      "is the least that explains the stamps: creates",
      () => [-0.5, -60, -61, -62, -63].map((seconds) => createAt(seconds)),
      [0, 2],
    ],
    ["is positive if this clock is ahead: creates", () => five(-20), [18.9, 20.5]],
    ["is negative if this clock is behind: creates", () => five(60), [-57, -54]],
    ["is positive if this clock is ahead: updates", () => five(-20, updateAt), [18.9, 20.5]],
  ])("%s", async (_name, bodies, [least, most]) => {
    await send(...bodies());
    expect(await offset()).toBeGreaterThanOrEqual(least);
    expect(await offset()).toBeLessThanOrEqual(most);
  });

  it("does not come from dry runs, reviews without a stamp, and objects that are not validated", async () => {
    await send(...[5, 4, 3, 2, 1].map((seconds) => createAt(-seconds, { dryRun: true })), legalBody);
    await send(...[5, 4, 3, 2, 1].map((seconds) => createAt(-seconds, { subResource: "status" })));
    expect(await offset()).toBeUndefined();
  });

  it("is not changed by one review that is sent repeatedly", async () => {
    const old = createAt(-86_400);
    await send(...five(-1), old, old, old, old, old, old);
    expect(await offset()).toBeLessThan(2);
    expect(await clockLines(11)).toEqual([]);
  });

  it("is not changed by one slow request", async () => {
    await send(createAt(-30), ...five(0).slice(1));
    expect(await offset()).toBeLessThan(2);
    expect(await clockLines(5)).toEqual([]);
  });
});

describe("the log", () => {
  it("has one line for a wrong clock, and one line when the clock is correct again", async () => {
    await send(...five(-30), ...five(-20));
    const [ahead, ...more] = await clockLines(11);
    expect(more).toEqual([]);
    expect(ahead).toMatchObject({
      level: "warn",
      maxOffsetSeconds: 5,
      msg: "clock differs from the clock of kube-apiserver",
    });
    expect(ahead?.offsetSeconds).toBeGreaterThan(28);
    // The state does not change yet, because one of the last five timestamps is still wrong.
    await send(...five(0).slice(1));
    expect(await clockLines(15)).toHaveLength(1);
    await send(createAt(1));
    expect((await clockLines(17)).slice(1)).toMatchObject([
      { level: "info", msg: "clock agrees with the clock of kube-apiserver again" },
    ]);
    await send(...five(100));
    expect((await clockLines(23)).slice(2)).toMatchObject([
      { level: "warn", msg: "clock differs from the clock of kube-apiserver" },
    ]);
  });
});
