import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { metricSamples } from "../harness/metric-samples.ts";
import { post, rawRequest } from "../harness/raw-request.ts";
import { reviewOf, rowOf } from "../harness/reviews.ts";
import { startServer, type TestServer } from "../harness/running-server.ts";

let server: TestServer;

beforeEach(async () => {
  server = await startServer();
});

afterEach(() => server.stop());

const podName = "authentication.kubernetes.io/pod-name";
const nodeName = "authentication.kubernetes.io/node-name";

/**
 * Sends a review with the given `extra` of the user. Returns fields of the review's log line, and
 * the metric of validated writes.
 */
async function served(extra: unknown, change: object = {}) {
  const body = new TextDecoder().decode(
    reviewOf(rowOf("v1", "Lease"), { userInfo: { username: "jane", extra }, ...change }),
  );
  await rawRequest(server, post([], body));
  const { pod, node, msg } = JSON.parse(await server.log(1));
  const samples = metricSamples(await server.metrics.text());
  const [known, unknown] = ["known", "unknown"].map((pod) =>
    samples.get(`lease_guard_validated_writes_total{writer_pod="${pod}"}`),
  );
  return { msg, pod, node, known, unknown };
}

describe("the pod of the writer", () => {
  it.each<readonly [string, unknown, object]>([
    ["a pod and its node", { [podName]: ["a-0"], [nodeName]: ["n"] }, { pod: "a-0", node: "n", known: 1, unknown: 0 }],
    ["a pod, before Kubernetes 1.30", { [podName]: ["a-0"] }, { pod: "a-0", known: 1, unknown: 0 }],
    ["a node alone", { [nodeName]: ["n"] }, { node: "n", known: 0, unknown: 1 }],
    ["two pods", { [podName]: ["a-0", "a-1"] }, { known: 0, unknown: 1 }],
    ["other facts", { "example.com/a": ["b"] }, { known: 0, unknown: 1 }],
    ["none", null, { known: 0, unknown: 1 }],
    ["an over-long one", { [podName]: ["a".repeat(10_000)] }, { pod: `${"a".repeat(512)}…`, known: 1, unknown: 0 }],
  ])("is logged and counted: %s", async (_name, extra, expected) => {
    expect(await served(extra)).toEqual({ msg: "decision", ...expected });
  });

  it("is not counted without validation", async () => {
    const change = { kind: { group: "", version: "v1", kind: "Pod" } };
    expect(await served({ [podName]: ["a-0"] }, change)).toEqual({ msg: "decision", pod: "a-0", known: 0, unknown: 0 });
  });
});
