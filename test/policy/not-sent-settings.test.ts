import { describe, expect, it } from "vitest";
import { type Registration, toRegistration } from "../../src/cluster/registration/registration.ts";
import { formatPath } from "../../src/core/field/path.ts";
import { settingsFor } from "../../src/policy/explain.ts";
import { readPolicy } from "../../src/policy/file/read-policy.ts";
import { notSentOf, notSentSettings, notSentText } from "../../src/policy/not-sent-settings.ts";

const now = new Date("2026-07-01T08:00:00Z");
const read = toRegistration({
  kind: "ValidatingWebhookConfiguration",
  webhooks: [
    {
      rules: [{ apiGroups: ["*"], apiVersions: ["*"], resources: ["*"], operations: ["CREATE", "UPDATE"] }],
      namespaceSelector: {
        matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "NotIn", values: ["kube-system"] }],
      },
    },
  ],
});
const registration: Registration = read.ok ? read.value : { webhooks: [] };
const parsed = readPolicy([
  {
    file: "policy.yaml",
    text: `apiVersion: lease-guard.dev/v1alpha1
kind: Policy
rules:
  lease/live-lease-not-deleted: { mode: deny }
  lease/strategy-kept:
    mode: warn
    scopes:
      - match: { namespaces: [kube-system, "team-*", team-a] }
        mode: deny
      - match: { namespaces: [other] }
        mode: off
  lease/renew-time-kept: { mode: off }
  lease/holder-is-candidate: { mode: deny }
`,
  },
]);
if (!parsed.ok) throw new Error("the policy must be valid");
const { policy } = parsed.value;

describe("notSentSettings", () => {
  it("names the rules and scopes that apply to writes which are not sent", () => {
    expect(
      notSentSettings(policy, registration, now).map(({ field, notSent }) => [formatPath(field), notSentText(notSent)]),
    ).toEqual([
      ["rules[lease/holder-is-candidate]", "other objects"],
      ["rules[lease/live-lease-not-deleted]", "DELETE of Leases"],
      ["rules[lease/strategy-kept].scopes[0]", "writes in kube-system"],
    ]);
  });
});

describe("notSentOf", () => {
  const settings = settingsFor(policy, {}, now);
  const of = (rule: string, namespace?: string) =>
    settings
      .filter((setting) => setting.rule === rule)
      .map((setting) => notSentText(notSentOf(setting, registration, namespace)));

  it("checks the namespaces of a setting", () => {
    expect(of("lease/strategy-kept")).toContain("writes in kube-system");
  });

  it("checks the given namespace", () => {
    expect(of("lease/live-lease-not-deleted", "team-a")).toEqual(["DELETE of Leases"]);
    expect(of("lease/strategy-kept", "team-a").join("")).toBe("");
  });

  it("names the objects that a relation rule needs", () => {
    expect(of("lease/holder-is-candidate", "team-a")).toEqual(["other objects"]);
  });

  it("finds nothing for a rule that is off", () => {
    expect(of("lease/renew-time-kept", "kube-system").join("")).toBe("");
  });
});

describe("notSentText", () => {
  it("describes each kind of writes", () => {
    expect(
      notSentText([
        { what: "operation", kind: "Lease", operation: "DELETE" },
        { what: "namespace", namespace: "a" },
        { what: "plain-renewals" },
      ]),
    ).toBe("DELETE of Leases, writes in a, plain renewals");
  });
});
