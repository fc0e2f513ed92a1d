import { describe, expect, it } from "vitest";
import { celMatch, notAPlainRenewal, notBreakGlass } from "../../src/export/conditions.ts";
import type { Match } from "../../src/policy/match.ts";
import { readBase } from "../manifests/base.ts";

interface Registration {
  readonly webhooks: readonly {
    readonly matchConditions: readonly { readonly name: string; readonly expression: string }[];
  }[];
}

const matches: readonly (readonly [name: string, match: Match, cel: string])[] = [
  ["every write", {}, "true"],
  ["a namespace", { namespaces: ["team-a"] }, "request.namespace == 'team-a'"],
  ["no namespace", { namespaces: [] }, "false"],
  [
    "namespaces",
    { namespaces: ["team-a", "edge-*"] },
    "(request.namespace == 'team-a') || (request.namespace.startsWith('edge-'))",
  ],
  ["a name", { names: ["*-lock"] }, "variables.name.endsWith('-lock')"],
  ["a user", { users: ["jane"] }, "variables.username == 'jane'"],
  [
    "the service accounts of the namespace",
    { users: ["system:serviceaccount:$(namespace):*"] },
    "variables.username.startsWith(('system:serviceaccount:' + request.namespace + ':'))",
  ],
  [
    "the group of the namespace",
    { groups: ["system:serviceaccounts:$(namespace)"] },
    "variables.groups.exists(item, item == ('system:serviceaccounts:' + request.namespace))",
  ],
  ["a reference that is none", { namespaces: ["$(namespace)"] }, "request.namespace == '$(namespace)'"],
  [
    "a label",
    { labels: { "app/x": "it's" } },
    "('app/x' in variables.matchedLabels) && (variables.matchedLabels['app/x'] == 'it\\'s')",
  ],
  ["a label with any value", { labels: { app: "*" } }, "'app' in variables.matchedLabels"],
  [
    "a namespace and a name",
    { namespaces: ["a"], names: ["b"] },
    "(request.namespace == 'a') && (variables.name == 'b')",
  ],
  ["all but a name", { not: { names: ["b"] } }, "!(variables.name == 'b')"],
  [
    "a namespace without two users",
    { namespaces: ["a"], not: { users: ["b", "c"] } },
    "(request.namespace == 'a') && (!(variables.username in ['b', 'c']))",
  ],
  ["nothing, because all is excluded", { namespaces: ["a"], not: {} }, "false"],
];

describe("a match in CEL", () => {
  it.each(matches)("%s", (_, match, cel) => {
    expect(celMatch(match)).toBe(cel);
  });
});

describe("match conditions", () => {
  it("skip plain renewals as the webhook of manifests/base does", () => {
    const { webhooks } = readBase<Registration>("validating-webhook-configuration.yaml");
    const [condition] = webhooks.flatMap(({ matchConditions }) =>
      matchConditions.filter(({ name }) => name === notAPlainRenewal.name),
    );
    expect(notAPlainRenewal).toEqual(condition);
  });

  it("exempt the group for emergencies", () => {
    expect(notBreakGlass).toEqual({
      name: "not-break-glass",
      expression: "!('lease-guard:break-glass' in request.userInfo.?groups.orValue([]))",
    });
  });
});
