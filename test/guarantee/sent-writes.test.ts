import { describe, expect, it } from "vitest";
import { decideClosed, decideSent } from "../../src/guarantee/sent-writes.ts";

const rule = {
  apiGroups: ["coordination.k8s.io"],
  apiVersions: ["v1"],
  resources: ["leases"],
  operations: ["CREATE", "UPDATE", "DELETE"],
  scope: "Namespaced",
};
const notANode = { name: "not-a-node", expression: '!("system:nodes" in request.userInfo.?groups.orValue([]))' };
const webhook = { name: "leases.example", failurePolicy: "Fail", rules: [rule], matchConditions: [notANode] };
const creates = { ...webhook, name: "creates.example", rules: [{ ...rule, operations: ["CREATE", "UPDATE"] }] };
const deletes = { ...webhook, name: "deletes.example", rules: [{ ...rule, operations: ["DELETE"] }] };
const teamA = { labels: new Map([["kubernetes.io/metadata.name", "team-a"]]), isComplete: true };
const condition = (expression: string, name = "own") => ({ ...webhook, matchConditions: [{ name, expression }] });
const selecting = (operator: string, key = "kubernetes.io/metadata.name") => ({
  ...webhook,
  namespaceSelector: { matchExpressions: [{ key, operator, values: ["team-a"] }] },
});

describe("decideSent", () => {
  it.each([
    [
      "one webhook for all operations",
      [webhook],
      "holds",
      "kube-apiserver sends CREATE, UPDATE, and DELETE to leases.example",
    ],
    ["two webhooks", [creates, deletes], "holds", "creates.example and deletes.example"],
    [
      "every resource and operation",
      [{ ...webhook, rules: [{ ...rule, resources: ["*"], operations: ["*"] }] }],
      "holds",
      "",
    ],
    ["no webhook", [], "fails", "no webhook calls lease-guard"],
    ["no deletes", [creates], "fails", "no webhook of lease-guard gets DELETE of Leases"],
    [
      "another version only",
      [{ ...webhook, matchPolicy: "Exact", rules: [{ ...rule, apiVersions: ["v1beta1"] }] }],
      "fails",
      "CREATE",
    ],
    ["cluster scope", [{ ...webhook, rules: [{ ...rule, scope: "Cluster" }] }], "fails", "CREATE"],
    ["a selected namespace", [selecting("In")], "holds", ""],
    [
      "an excluded namespace",
      [selecting("NotIn")],
      "fails",
      "namespaceSelector of leases.example leaves out the namespace",
    ],
    ["an object selector", [{ ...webhook, objectSelector: { matchLabels: { a: "b" } } }], "fails", "objectSelector"],
    ["the condition of the base", [condition("x", "not-a-plain-renewal")], "fails", "leaves out plain renewals"],
    ["a condition that is true", [condition('request.operation != "CONNECT"')], "holds", ""],
    ["a condition without deletes", [condition('request.operation != "DELETE"')], "fails", "can leave out DELETE"],
    ["an unknown condition", [condition("object.spec.x > 1")], "not known", "the condition own can leave out CREATE"],
    ["a condition about users", [condition('request.userInfo.username != "x"')], "not known", "own"],
    [
      "a condition about service accounts of a namespace",
      [condition('!("system:serviceaccounts:kube-system" in request.userInfo.groups)')],
      "not known",
      "own",
    ],
    ["an unknown and a complete webhook", [condition("object.spec.x > 1"), webhook], "holds", ""],
  ])("with %s", (_, webhooks, status, reason) => {
    const answer = decideSent(webhooks, teamA);
    expect(answer.status).toBe(status);
    expect(answer.reason).toContain(reason);
  });

  it("is not known for a selector of other labels, if the namespace was not read", () => {
    const unread = { ...teamA, isComplete: false };
    expect(decideSent([selecting("In", "team")], unread).status).toBe("not known");
    expect(decideSent([selecting("In", "team")], teamA).status).toBe("fails");
  });
});

describe("decideClosed", () => {
  const ignoring = { ...webhook, failurePolicy: "Ignore" };

  it.each([
    ["Fail", [webhook], "holds"],
    ["no failure policy, which is Fail", [{ ...webhook, failurePolicy: undefined }], "holds"],
    ["Ignore", [ignoring], "fails"],
    ["Ignore and Fail for the same writes", [ignoring, webhook], "holds"],
    ["Ignore for deletes", [creates, { ...deletes, failurePolicy: "Ignore" }], "fails"],
    ["Fail for some writes only", [ignoring, condition('request.operation == "CREATE"')], "fails"],
    ["no webhook", [], "fails"],
  ])("with %s", (_, webhooks, status) => {
    expect(decideClosed(webhooks, teamA).status).toBe(status);
  });
});
