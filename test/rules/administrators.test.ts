import { describe, expect, it } from "vitest";
import { createOf } from "../../src/engine/validate/submission.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { defaultPolicy, type Policy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import type { UserInfo } from "../../src/rules/rule.ts";
import { rowOf } from "../harness/reviews.ts";
import { someContext } from "../harness/some-context.ts";

const identityLease = {
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: { name: "a", namespace: "kube-system", labels: { "apiserver.kubernetes.io/identity": "kube-apiserver" } },
  spec: {},
};

/** Returns the rules that report a write to the identity Lease of an API server. */
function reported(policy: Partial<Policy>, user: UserInfo): readonly string[] {
  const validate = createValidate(rules, { ...defaultPolicy, ...policy });
  const submission = {
    served: rowOf("v1", "Lease"),
    change: createOf(identityLease),
    context: { ...someContext, user },
  };
  return validate(submission).findings.map(({ origin }) => origin);
}

const byApiServer = "lease/apiserver-identity-by-apiserver";
const jane = { username: "jane", groups: ["system:authenticated", "sso:platform-team"] };

describe("administrators", () => {
  it("are only the default ones in the default policy", () => expect(reported({}, jane)).toEqual([byApiServer]));

  it.each([
    { users: ["jane"], groups: [] },
    { users: ["bob", "ja*"], groups: [] },
    { users: [], groups: ["sso:platform-team"] },
    { users: [], groups: ["a", "sso:*-team"] },
  ])("of the policy are exempt from rules of tier protocol: %j", (administrators) => {
    expect(reported({ administrators }, jane)).toEqual([]);
  });

  it.each([
    { users: ["Jane", "janet", "sso:platform-team"], groups: ["jane", "sso:platform"] },
    { users: [], groups: [] },
  ])("must match completely: %j", (administrators) =>
    expect(reported({ administrators }, jane)).toEqual([byApiServer]),
  );

  it.each([
    { username: "system:apiserver", groups: [] },
    { username: "root", groups: ["system:masters"] },
    { username: "", groups: [] },
  ])("are in addition to %j, which every policy exempts", (user) => {
    expect(reported({ administrators: { users: [], groups: [] } }, user)).toEqual([]);
  });

  it("are not exempt from rules of tier policy", () => {
    const policy: Partial<Policy> = {
      administrators: { users: ["jane"], groups: [] },
      rules: new Map([["metadata/writer-allowed", { parameters: { users: ["bob"] } }]]),
    };
    expect(reported(policy, jane)).toEqual(["metadata/writer-allowed"]);
  });
});
