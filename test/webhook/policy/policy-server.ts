import request from "supertest";
import { vi } from "vitest";
import { metricSamples } from "../../harness/metric-samples.ts";
import { reviewOf, rowOf, tweaked } from "../../harness/reviews.ts";
import type { TestServer } from "../../harness/running-server.ts";

/** The timeout is longer than the 10 s between two reads of the policy file. */
export const patience = { timeout: 30_000, interval: 50 };

/** The first two lines of every policy file. */
export const head = "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n";
/** The rule that the tests change. */
export const ruleId = "lease/lease-duration-positive";
/** A policy that denies `review`. */
export const denying: string = `${head}rules: { ${ruleId}: { mode: deny } }\n`;
/** A policy that allows `review`. */
export const allowing: string = `${head}rules: { ${ruleId}: { mode: audit } }\n`;

const row = rowOf("v1", "Lease");
const review = new TextDecoder().decode(
  reviewOf(row, {
    object: tweaked(row, ({ spec }) => {
      spec["leaseDurationSeconds"] = 0;
    }),
  }),
);

/** Reports whether the server allows a Lease with a `leaseDurationSeconds` of 0. */
export async function allows({ url, ca }: TestServer): Promise<boolean> {
  const { body } = await request(url).post("/validate").ca(ca).type("application/json").send(review);
  return body.response.allowed;
}

/** Returns the value of a metric about policies. */
export async function sample({ metrics }: TestServer, name: string): Promise<number> {
  return metricSamples(await metrics.text()).get(`lease_guard_policy_${name}`) ?? Number.NaN;
}

/** Returns the number of changed policies that the server has loaded. */
export const successes = (server: TestServer): Promise<number> => sample(server, 'reloads_total{result="success"}');

/** Returns the number of times that the server has rejected the policy. */
export const errors = (server: TestServer): Promise<number> => sample(server, 'reloads_total{result="error"}');

/**
 * Waits until the log has at least `count` lines about policies. Returns all lines about policies.
 */
export async function logged(server: TestServer, count: number): Promise<readonly object[]> {
  const isOfPolicy = (line: object) => "msg" in line && String(line.msg).startsWith("policy");
  const lines = async () => (await server.log(count)).trim().split("\n");
  return vi.waitUntil(async () => {
    const found = (await lines()).map((line) => JSON.parse(line) as object).filter(isOfPolicy);
    return found.length >= count && found;
  }, patience);
}
