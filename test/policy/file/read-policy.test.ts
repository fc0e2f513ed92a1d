import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ReadablePolicy, readPolicy } from "../../../src/policy/file/read-policy.ts";
import { defaultClockSkewMs } from "../../../src/policy/policy.ts";
import { asFile, head } from "./policy-texts.ts";

/** Reads a policy. `body` starts at the third line. Throws if the policy is invalid. */
function read(body: string): ReadablePolicy {
  const policy = readPolicy(asFile(head + body));
  if (!policy.ok) throw new Error(JSON.stringify(policy.error));
  return policy.value;
}

describe("readPolicy", () => {
  it("reads a policy with every field", () => {
    const { policy } = read(`
profile: strict
clockSkewAllowance: 1m30s
administrators: { users: [jane], groups: ["sso:platform"] }
unvalidated: audit
rules:
  lease/holder-kept-until-expiry: { mode: warn }
  lease/duration-within-bounds:
    mode: deny
    warnUntil: 2027-01-15
    parameters: { minSeconds: 5, maxSeconds: 300 }
    scopes:
      - match: { namespaces: [kube-node-lease], labels: { app: "*" } }
        mode: off
  lease/strategy-valid:
exemptions:
  - rules: [lease/renew-time-near-now]
    match: { namespaces: [edge-*], users: ["system:serviceaccount:edge:*"] }
    reason: clocks of the edge sites are set by hand
    owner: team-edge@example.com
    expires: 2027-03-01T12:00:00+02:00
fences:
  - name: a
    lease: team-a/leader
    serviceAccount: team-a/controller
    identity: POD
    resources: [configmaps]
    selector: { matchLabels: { app: a } }
    deletes: true
    mode: deny
`);
    expect(policy).toEqual({
      profile: "strict",
      clockSkewMs: 90_000,
      administrators: { users: ["jane"], groups: ["sso:platform"] },
      unvalidated: "audit",
      rules: new Map<string, object>([
        ["lease/holder-kept-until-expiry", { mode: "warn" }],
        [
          "lease/duration-within-bounds",
          {
            mode: "deny",
            warnUntil: new Date("2027-01-15T00:00:00Z"),
            parameters: { minSeconds: 5, maxSeconds: 300 },
            scopes: [{ match: { namespaces: ["kube-node-lease"], labels: { app: "*" } }, mode: "off" }],
          },
        ],
        ["lease/strategy-valid", {}],
      ]),
      exemptions: [
        {
          rules: ["lease/renew-time-near-now"],
          match: { namespaces: ["edge-*"], users: ["system:serviceaccount:edge:*"] },
          reason: "clocks of the edge sites are set by hand",
          owner: "team-edge@example.com",
          expires: new Date("2027-03-01T10:00:00Z"),
        },
      ],
      fences: [
        {
          name: "a",
          lease: { namespace: "team-a", name: "leader" },
          serviceAccount: { namespace: "team-a", name: "controller" },
          identity: "POD",
          resources: ["configmaps"],
          selector: { matchLabels: { app: "a" } },
          deletes: true,
          mode: "deny",
        },
      ],
    });
  });

  it.each(["", "rules:\nexemptions:\nfences:\n", "rules: {}\nexemptions: []\nfences: []\n", "---\n"])(
    "reads %j as the default policy",
    (body) => {
      expect(read(body).policy).toEqual({
        profile: "default",
        clockSkewMs: defaultClockSkewMs,
        administrators: { users: [], groups: ["kubeadm:cluster-admins"] },
        rules: new Map(),
        exemptions: [],
        fences: [],
      });
    },
  );

  it.each([
    ["administrators:", { users: [], groups: ["kubeadm:cluster-admins"] }],
    ["administrators: { users: [jane] }", { users: ["jane"], groups: ["kubeadm:cluster-admins"] }],
    ["administrators: { groups: [sso:platform-*] }", { users: [], groups: ["sso:platform-*"] }],
    ["administrators: { users: [], groups: [] }", { users: [], groups: [] }],
  ])("%s", (body, administrators) => expect(read(`${body}\n`).policy.administrators).toEqual(administrators));

  it("reads JSON", () => {
    const text = JSON.stringify(
      { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", profile: "observe" },
      undefined,
      "\t",
    );
    expect(readPolicy([{ file: "policy.yaml", text }])).toMatchObject({
      ok: true,
      value: { policy: { profile: "observe" } },
    });
  });

  it("returns the position of a field", () => {
    expect(
      read("rules:\n  lease/strategy-valid: { mode: deny }\n").locate(["rules", { key: "lease/strategy-valid" }]),
    ).toEqual({
      file: "policy.yaml",
      line: 4,
      column: 25,
      field: "rules[lease/strategy-valid]",
    });
  });

  it("never throws, for any text", () => {
    const words = [
      "rules",
      "exemptions",
      "match",
      "scopes",
      "mode",
      "lease/strategy-valid",
      "deny",
      "off",
      "- ",
      ": ",
      "\n",
      "  ",
      "{",
      "}",
      "[",
      "]",
    ];
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(fc.constantFrom(...words)).map((parts) => head + parts.join("")),
    );
    const value = fc.json().map((json) => `${head}rules: ${json}\nexemptions: ${json}\n`);
    const setting = fc
      .json()
      .map(
        (json) =>
          `${head}rules:\n  lease/duration-within-bounds: ${json}\n  lease/strategy-valid: { scopes: ${json} }\n`,
      );
    fc.assert(
      fc.property(fc.oneof(text, value, setting), (input) => {
        const policy = readPolicy(asFile(input));
        if (policy.ok) policy.value.warnings(new Date());
        else expect(policy.error.length).toBeGreaterThan(0);
      }),
    );
  });
});
