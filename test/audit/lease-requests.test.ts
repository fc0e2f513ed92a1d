import { expect, it } from "vitest";
import { requestCollector } from "../../src/audit/lease-requests.ts";
import { auditedAt } from "../harness/audit-objects.ts";
import { requestsBy } from "../harness/audit-requests.ts";

const listing = { objects: [], readAt: auditedAt };

it.each([
  ["no get request of a pod", 0, "the audit logs contain no get request of a pod whose token"],
  ["no identity of an API server", 1, "the audit logs do not show that each API server of the listing renews its"],
  ["too many pods", 100_001, "the audit logs contain requests of more than 100000 pairs of a pod and a Lease; use"],
])("fails for audit logs with %s", (_, count, message) => {
  const collector = requestCollector();
  const [request] = requestsBy();
  for (let index = 0; index < count; index++)
    if (request !== undefined) collector.add({ ...request, podUid: `uid-${index}` });
  const requests = collector.requests(listing);
  expect(requests.ok ? "" : requests.error).toContain(message);
});
