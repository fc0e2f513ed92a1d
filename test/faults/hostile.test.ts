import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Served, serveCli } from "../harness/cli.ts";
import { post, rawRequest } from "../harness/raw-request.ts";
import { isShort } from "../harness/short.ts";
import { asImage } from "./as-image.ts";
import { judgedShapes, legalShapes, openLists } from "./hostile-shapes.ts";
import { buildLoad, type Load } from "./load.ts";
import { terminate } from "./served.ts";

let load: Load;
beforeAll(async () => {
  load = await buildLoad();
});
afterAll(() => load.remove());

async function serve(): Promise<Served> {
  const served = await serveCli([], asImage());
  onTestFinished(() => void served.child.kill("SIGKILL"));
  return served;
}

/**
 * The fields with causes in the decisions for legal shapes. kube-apiserver limits all annotations
 * of an object to 256 KiB.
 */
const causes: Readonly<Record<string, readonly string[]>> = {
  "30,000 annotations of 104 bytes": ["metadata.annotations"],
};

it("each legal object of at most 3 MiB gets its decision", async () => {
  const served = await serve();
  const server = { webhook: served, ca: served.ca };
  for (const [name, make] of Object.entries(legalShapes)) {
    const review = make();
    const { object } = JSON.parse(review).request;
    expect(Buffer.byteLength(JSON.stringify(object)), name).toBeLessThanOrEqual(3 * 1024 * 1024);
    const [answer] = (await rawRequest(server, post([], review), { withinMs: 20_000 })).answers;
    const { response } = JSON.parse(answer?.text ?? "{}");
    const fields = causes[name] ?? [];
    const found = (response?.status?.details.causes ?? []).map(({ field }: { readonly field: string }) => field);
    expect({ name, status: answer?.status, allowed: response?.allowed, found }, answer?.text.slice(0, 500)).toEqual({
      name,
      status: 200,
      allowed: fields.length === 0,
      found: fields,
    });
  }
  expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
});

/**
 * The maximum number of 256 clients whose connection the server closes before they read the
 * response. The server must free the memory of their connections for other clients.
 */
const maxUnanswered = 51;

/**
 * The statuses of large reviews: with a decision, with too many brackets, with too much memory, and
 * while other large reviews are in progress.
 */
const statuses: readonly string[] = ["200", "400", "413", "429", "504"];

describe("256 large reviews at once", () => {
  const shapes = { ...legalShapes, ...(!isShort && { ...judgedShapes, openLists }) };

  it("get a response in nearly all cases", { timeout: 600_000 }, async () => {
    const served = await serve();
    const harms: Record<string, readonly string[]> = {};
    for (const [name, make] of Object.entries(shapes)) {
      const outcomes = await load.send({
        ...served,
        review: make(),
        flags: ["-once", "-workers", "256", "-timeout", "60s"],
      });
      // The server may respond before it has read the body of the request.
      const unanswered = Object.entries(outcomes).filter(([status]) => !/^\d{3}$/.test(status));
      const count = unanswered.reduce((sum, [, each]) => sum + each, 0);
      harms[name] = [
        ...(count <= maxUnanswered ? [] : unanswered.map(([status, each]) => `${each} large reviews: ${status}`)),
        ...Object.keys(outcomes).filter((status) => /^\d{3}$/.test(status) && !statuses.includes(status)),
      ];
    }
    expect(harms).toEqual(Object.fromEntries(Object.keys(harms).map((name) => [name, []])));
    expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
  });
});
