import { describe, expect, it } from "vitest";
import { reviewedWrite } from "../../src/learn/from-review.ts";

describe("reviewedWrite", () => {
  const spec = { holderIdentity: "a", leaseDurationSeconds: 15 };
  const review = (request: object, metadata: object) => ({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "1",
      kind: { group: "coordination.k8s.io", version: "v1", kind: "Lease" },
      resource: { group: "coordination.k8s.io", version: "v1", resource: "leases" },
      operation: "CREATE",
      userInfo: { username: "a" },
      object: { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata, spec },
      ...request,
    },
  });

  it.each([
    ["the request and the object", { namespace: "team-a", name: "web" }, { namespace: "team-a", name: "web" }, "team-a/web"],
    ["only the request", { namespace: "team-a", name: "web" }, {}, "team-a/web"],
    ["only the object", {}, { namespace: "team-a", name: "web" }, "team-a/web"],
    ["neither", {}, {}, "/"],
  ])("takes the namespace and the name from %s", (_from, request, metadata, reference) => {
    const read = reviewedWrite(new TextEncoder().encode(JSON.stringify(review(request, metadata))), new Date(0));
    expect(read.ok && read.value && `${read.value.namespace}/${read.value.name}`).toBe(reference);
  });
});
