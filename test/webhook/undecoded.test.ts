import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { metricSamples } from "../harness/metric-samples.ts";
import { marker, post, rawRequest } from "../harness/raw-request.ts";
import { reviewOf, rowOf, tweaked } from "../harness/reviews.ts";
import { startServer, type TestServer } from "../harness/running-server.ts";

const lease = rowOf("v1", "Lease");
const oldObject = tweaked(lease, ({ metadata, spec }) => {
  Object.assign(metadata, { labels: { [marker]: 7 }, managedFields: [{ time: marker, [marker]: marker }] });
  Object.assign(spec, { renewTime: marker });
});
const undecoded = ["metadata.labels", "metadata.managedFields", "spec.renewTime"];

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

/**
 * Sends a review. Returns its log line, which must not contain `marker`, and the count of such
 * writes.
 */
async function sent(change: Readonly<Record<string, unknown>>) {
  await rawRequest(server, post([], new TextDecoder().decode(reviewOf(lease, change))));
  const text = await server.log(1);
  expect(text).not.toContain(marker);
  const samples = metricSamples(await server.metrics.text());
  return { line: JSON.parse(text) as object, count: samples.get("lease_guard_undecoded_old_objects_total") };
}

describe.each(["UPDATE", "DELETE"])("a decision on a %s of a stored object that does not decode", (operation) => {
  it("is counted, and is a warning in the log with the names of the fields, without their content", async () => {
    const { line, count } = await sent({ operation, oldObject });
    expect(line).toMatchObject({ level: "warn", msg: "decision", operation, undecoded });
    expect(count).toBe(1);
  });

  it("is neither counted nor a warning if the stored object decodes", async () => {
    const { line, count } = await sent({ operation });
    expect(line).toMatchObject({ level: "info", msg: "decision", operation });
    expect(line).not.toHaveProperty("undecoded");
    expect(count).toBe(0);
  });
});
