import { describe, expect, it } from "vitest";
import { invalid } from "../../../src/core/field/error.ts";
import { reviewBody } from "../../../src/engine/review/review.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { defineRule } from "../../../src/rules/rule.ts";
import { reviewOf, rowOf } from "../../harness/reviews.ts";

const now = new Date("2026-07-01T08:00:00.123Z");

/** A rule that reports all data of a write except the objects. */
const reporting = defineRule({
  id: "lease/reporting",
  tier: "api",
  description: "must report",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE", "DELETE"],
  *check(_change, context) {
    yield invalid([], undefined, JSON.stringify(context));
  },
});
const validate = createValidate([reporting]);

function contextOf(request: Readonly<Record<string, unknown>>, kind = "Lease"): unknown {
  const { verdict } = reviewBody(reviewOf(rowOf("v1beta1", kind), request), validate, now);
  expect(verdict?.crashes).toEqual([]);
  return JSON.parse(verdict?.findings[0]?.detail ?? "null");
}

describe("the data of a review that a rule receives", () => {
  it.each(["CREATE", "UPDATE", "DELETE"])(
    "%s: the time, the user, the kind, and whether it is a dry run",
    (operation) => {
      const userInfo = { username: "jane", groups: ["developers", "system:authenticated"], uid: "7", extra: {} };
      expect(contextOf({ operation, userInfo, dryRun: true }, "LeaseCandidate")).toEqual({
        now: now.toJSON(),
        user: { username: "jane", groups: ["developers", "system:authenticated"] },
        dryRun: true,
        kind: "LeaseCandidate",
        clockSkewMs: 5_000,
        administrators: { users: [], groups: ["kubeadm:cluster-admins"] },
      });
    },
  );

  const unknownUser = { username: "", groups: [] };
  const cases: Readonly<Record<string, readonly [userInfo: unknown, user: unknown]>> = {
    "absent userInfo": [undefined, unknownUser],
    "null userInfo": [null, unknownUser],
    "empty userInfo": [{}, unknownUser],
    "null fields": [{ username: null, groups: null }, unknownUser],
    "null groups": [{ groups: [null, "a"] }, { username: "", groups: ["", "a"] }],
    "extra of a bound token": [
      { extra: { "authentication.kubernetes.io/pod-name": ["controller-0"], "example.com/other": ["a"] } },
      { ...unknownUser, extra: { "authentication.kubernetes.io/pod-name": ["controller-0"] } },
    ],
    "null extra": [{ extra: null }, unknownUser],
    "lone surrogates": [
      { username: "\ud800", groups: ["\udc00a"] },
      { username: "\ufffd", groups: ["\ufffda"] },
    ],
  };

  it.each(Object.entries(cases))("%s", (_, [userInfo, user]) => {
    for (const dryRun of [undefined, null, false])
      expect(contextOf({ userInfo, dryRun })).toMatchObject({ user, dryRun: false });
  });
});
