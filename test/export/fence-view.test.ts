import { describe, expect, it } from "vitest";
import { viewedRenewTime } from "../../src/export/fence-view.ts";
import { fencedObjects } from "../harness/fenced-objects.ts";

const fence = { lease: { namespace: "team-a", name: "controller" } };

describe("the policy that answers with the view of a fence", () => {
  const views = fencedObjects("deny").filter(({ metadata }) => metadata.name === "guard-view-a");

  it("only warns, and only about dry runs of labeled Events", () => {
    expect(views).toMatchObject([
      {
        kind: "ValidatingAdmissionPolicy",
        metadata: { labels: { "lease-guard.dev/fence": "a" } },
        spec: {
          failurePolicy: "Ignore",
          paramKind: { apiVersion: "coordination.k8s.io/v1", kind: "Lease" },
          matchConstraints: {
            resourceRules: [{ apiGroups: [""], operations: ["CREATE"], resources: ["events"] }],
            objectSelector: { matchLabels: { "lease-guard.dev/view": "a" } },
          },
          matchConditions: [{ expression: "request.?dryRun.orValue(false)" }],
        },
      },
      {
        kind: "ValidatingAdmissionPolicyBinding",
        spec: {
          policyName: "guard-view-a",
          paramRef: { namespace: "team-a", name: "controller", parameterNotFoundAction: "Allow" },
          validationActions: ["Warn"],
        },
      },
    ]);
  });

  it.each([
    [
      '299 - "Validation failed: the view of Lease team-a/controller has renewTime 2026-07-01T08:00:00.000000Z"',
      "2026-07-01T08:00:00.000000Z",
    ],
    ['299 - "the view of Lease team-a/controller has renewTime "', ""],
    ['299 - "the view of Lease team-b/controller has renewTime 2026-07-01T08:00:00.000000Z"', undefined],
    ["", undefined],
  ])("answers %j with %j", (warnings, time) => {
    expect(viewedRenewTime(warnings, fence)).toBe(time);
  });
});
