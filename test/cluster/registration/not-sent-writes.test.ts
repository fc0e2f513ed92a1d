import { describe, expect, it } from "vitest";
import {
  type NotSentRule,
  notSentWrites,
  selectedNamespaces,
} from "../../../src/cluster/registration/not-sent-writes.ts";
import { type Registration, toRegistration } from "../../../src/cluster/registration/registration.ts";

const all = { apiGroups: ["*"], apiVersions: ["*"], resources: ["*"], operations: ["*"] };
const leaseRule: NotSentRule = {
  kinds: ["Lease"],
  operations: ["UPDATE"],
  namespaces: ["team-a"],
  plainRenewals: true,
};

function registrationOf(...webhooks: readonly unknown[]): Registration {
  const read = toRegistration({ kind: "ValidatingWebhookConfiguration", webhooks });
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

const named = (operator: string, ...values: readonly string[]) => ({
  rules: [all],
  namespaceSelector: { matchExpressions: [{ key: "kubernetes.io/metadata.name", operator, values }] },
});

describe("notSentWrites", () => {
  const everything: Readonly<Record<string, unknown>> = {
    "of wildcards": { rules: [all] },
    "of wildcards with subresources": { rules: [{ ...all, resources: ["*/*"] }] },
    "of all subresources": { rules: [{ ...all, resources: ["leases/*"] }] },
    "of a version that exists, and one that does not": { rules: [{ ...all, apiVersions: ["v1beta1", "v1"] }] },
    "of a version that exists, without conversion": { matchPolicy: "Exact", rules: [{ ...all, apiVersions: ["v1"] }] },
    "of the names": {
      rules: [
        {
          ...all,
          apiGroups: ["coordination.k8s.io"],
          resources: ["leases"],
          operations: ["UPDATE"],
          scope: "Namespaced",
        },
      ],
    },
    "of a selector that includes the namespace": named("In", "team-a", "team-b"),
    "of a selector that excludes another": named("NotIn", "team-b"),
    "of a selector that requires any name": named("Exists"),
    "of a selector by name": {
      rules: [all],
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "team-a" } },
    },
    "of a selector by a label that is not known": {
      rules: [all],
      namespaceSelector: { matchLabels: { tier: "gold" } },
    },
    "of another condition": { rules: [all], matchConditions: [{ name: "not-a-node", expression: "true" }] },
  };
  it.each(Object.entries(everything))("finds none %s", (_, webhook) => {
    expect(notSentWrites(leaseRule, registrationOf(webhook))).toEqual([]);
  });

  const operation = { what: "operation", kind: "Lease", operation: "UPDATE" };
  const nothing: Readonly<Record<string, readonly unknown[]>> = {
    "of no webhook": [],
    "of another group": [{ rules: [{ ...all, apiGroups: ["apps"] }] }],
    "of another resource": [{ rules: [{ ...all, resources: ["leasecandidates"] }] }],
    "of a subresource": [{ rules: [{ ...all, resources: ["leases/status"] }] }],
    "of other operations": [{ rules: [{ ...all, operations: ["CREATE", "DELETE"] }] }],
    "of the scope Cluster": [{ rules: [{ ...all, scope: "Cluster" }] }],
    "of a version that no longer exists": [{ rules: [{ ...all, apiVersions: ["v1beta1"], resources: ["leases"] }] }],
    "of a version of LeaseCandidate": [
      { matchPolicy: "Exact", rules: [{ ...all, apiVersions: ["v1alpha2", "v1alpha1"] }] },
    ],
    "of no version": [{ rules: [{ ...all, apiVersions: undefined }] }],
    "of malformed fields": [null, {}, { rules: "all" }, { rules: [null, { apiGroups: "*" }] }],
  };
  it.each(Object.entries(nothing))("finds the operation %s", (_, webhooks) => {
    expect(notSentWrites(leaseRule, registrationOf(...webhooks))).toEqual([operation]);
  });

  const excluding: Readonly<Record<string, unknown>> = {
    "of a selector that excludes it": named("NotIn", "team-a"),
    "of a selector that includes others": named("In", "team-b"),
    "of a selector that no namespace matches": named("DoesNotExist"),
  };
  it.each(Object.entries(excluding))("finds the namespace %s", (_, webhook) => {
    expect(notSentWrites(leaseRule, registrationOf(webhook))).toEqual([{ what: "namespace", namespace: "team-a" }]);
    expect(notSentWrites({ kinds: ["Lease"], operations: ["UPDATE"] }, registrationOf(webhook))).toEqual([]);
  });

  it("finds nothing if one of two webhooks selects the namespace", () => {
    expect(notSentWrites(leaseRule, registrationOf(named("NotIn", "team-a"), named("In", "team-a")))).toEqual([]);
  });

  it("finds plain renewals if every webhook skips them", () => {
    const skipping = { rules: [all], matchConditions: [{ name: "not-a-plain-renewal", expression: "true" }] };
    expect(notSentWrites(leaseRule, registrationOf(skipping, skipping))).toEqual([{ what: "plain-renewals" }]);
    expect(notSentWrites(leaseRule, registrationOf(skipping, { rules: [all] }))).toEqual([]);
    expect(
      notSentWrites({ ...leaseRule, plainRenewals: undefined } as unknown as NotSentRule, registrationOf(skipping)),
    ).toEqual([]);
  });

  it("finds each operation of each kind", () => {
    const rule: NotSentRule = { kinds: ["Lease", "LeaseCandidate"], operations: ["CREATE", "DELETE"] };
    const webhook = { rules: [{ ...all, resources: ["leases"], operations: ["CREATE"] }] };
    expect(notSentWrites(rule, registrationOf(webhook))).toEqual([
      { what: "operation", kind: "Lease", operation: "DELETE" },
      { what: "operation", kind: "LeaseCandidate", operation: "CREATE" },
      { what: "operation", kind: "LeaseCandidate", operation: "DELETE" },
    ]);
  });
});

describe("toRegistration", () => {
  it.each([null, [], {}, { kind: "MutatingWebhookConfiguration" }])("rejects %j", (value) => {
    expect(toRegistration(value)).toEqual({ ok: false, error: "must be a ValidatingWebhookConfiguration" });
  });
});

describe("selectedNamespaces", () => {
  const rows: Readonly<Record<string, { readonly webhooks: readonly unknown[]; readonly expected: unknown }>> = {
    "no selector": { webhooks: [{ rules: [all] }], expected: undefined },
    "no webhook": { webhooks: [], expected: undefined },
    "a name that both webhooks exclude": {
      webhooks: [named("NotIn", "a", "b"), named("NotIn", "b")],
      expected: { except: ["b"] },
    },
    "a name that one webhook excludes": { webhooks: [named("NotIn", "a"), named("NotIn", "b")], expected: undefined },
    "names that the webhooks select": {
      webhooks: [named("In", "a"), named("In", "b", "a")],
      expected: { only: ["a", "b"] },
    },
    "a webhook that selects names, and one that selects all": {
      webhooks: [named("In", "a"), { rules: [all] }],
      expected: undefined,
    },
  };
  it.each(Object.entries(rows))("finds %s", (_, { webhooks, expected }) => {
    expect(selectedNamespaces(registrationOf(...webhooks))).toEqual(expected);
  });
});
