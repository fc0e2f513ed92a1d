import { afterEach, describe, expect, it } from "vitest";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { policyOf } from "../../../src/policy/policy.ts";
import { rules } from "../../../src/rules/index.ts";
import { legalBody, post, rawRequest } from "../../harness/raw-request.ts";
import { reviewOf, rowOf, tweaked } from "../../harness/reviews.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";

let server: TestServer;

afterEach(() => server.stop());

const lease = rowOf("v1", "Lease");

function review(change: Readonly<Record<string, unknown>>): string {
  return new TextDecoder().decode(reviewOf(lease, change));
}

async function logOf(...bodies: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  for (const body of bodies) await rawRequest(server, post([], body));
  return (await server.log(bodies.length))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

describe("the line of a decision", () => {
  it("that warns and denies has the mode of each rule, once", async () => {
    server = await startServer(createValidate(rules, policyOf(new Map([["lease/lease-duration-positive", "warn"]]))));
    const object = tweaked(lease, ({ spec }) => Object.assign(spec, { leaseDurationSeconds: 0, leaseTransitions: -1 }));
    const [line] = await logOf(review({ object }));
    expect(line).toMatchObject({
      allowed: false,
      rules: [
        "lease/lease-duration-positive",
        "lease/lease-transitions-not-negative",
        "lease/transitions-not-decreasing",
      ],
      modes: [
        "lease/lease-duration-positive=warn",
        "lease/lease-transitions-not-negative=deny",
        "lease/transitions-not-decreasing=warn",
      ],
    });
  });

  it("without findings, or without validation, has no modes", async () => {
    server = await startServer();
    const lines = await logOf(legalBody, review({ subResource: "status" }), "{}");
    expect(lines.map(({ modes }) => modes)).toEqual([[], [], undefined]);
  });
});
