import { expect, it } from "vitest";
import { failureStatus } from "../../src/core/api/meta.ts";
import { clientStatus } from "../../src/playground/evaluate.ts";

it.each([
  ["Lease", "leases"],
  ["LeaseCandidate", "leasecandidates"],
] as const)("kube-apiserver names the webhook that denied a write of a %s", (kind, resource) => {
  expect(clientStatus(kind, failureStatus(403, "no"))).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    reason: "Forbidden",
    code: 403,
    message: `admission webhook "${resource}.lease-guard.dev" denied the request: no`,
  });
});
