import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Kind } from "../../src/core/api/coordination.ts";
import { servedVersions } from "../../src/core/api/served-versions.ts";
import { serverFields } from "../harness/server-fields.ts";
import { readBase } from "./base.ts";

interface Webhook {
  readonly name: string;
  readonly rules: readonly Readonly<Record<string, unknown>>[];
  readonly matchConditions: readonly { readonly name: string; readonly expression: string }[];
}

const { webhooks } = readBase<{ webhooks: readonly Webhook[] }>("validating-webhook-configuration.yaml");
const kinds = new Map<string, Kind>([
  ["leases.lease-guard.dev", "Lease"],
  ["leasecandidates.lease-guard.dev", "LeaseCandidate"],
]);

test("there is one webhook for each kind", () => {
  expect(webhooks.map(({ name }) => name)).toEqual([...kinds.keys()]);
});

describe.each(webhooks)("$name", (webhook) => {
  const versions = servedVersions.filter(({ gvk }) => gvk.kind === kinds.get(webhook.name));

  test("its rule names exactly the served versions of its kind", () => {
    expect(webhook.rules).toEqual([
      {
        apiGroups: [...new Set(versions.map(({ gvk }) => gvk.group))],
        apiVersions: versions.map(({ gvk }) => gvk.version),
        resources: [...new Set(versions.map(({ resource }) => resource))],
        operations: ["CREATE", "UPDATE"],
        scope: "Namespaced",
      },
    ]);
  });

  test("it fails open within 2 s, and excludes the system namespaces and its own namespace", () => {
    expect(webhook).toMatchObject({
      admissionReviewVersions: ["v1"],
      sideEffects: "None",
      failurePolicy: "Ignore",
      timeoutSeconds: 2,
      matchPolicy: "Equivalent",
      namespaceSelector: {
        matchExpressions: [
          {
            key: "kubernetes.io/metadata.name",
            operator: "NotIn",
            values: ["kube-system", "kube-node-lease", "kube-public", "lease-guard"],
          },
        ],
      },
    });
  });

  test("it calls the Service of the base", () => {
    expect(webhook).toMatchObject({
      clientConfig: { service: { name: "lease-guard", namespace: "lease-guard", path: "/validate", port: 443 } },
    });
  });

  test("it skips nodes", () => {
    expect(webhook.matchConditions[0]).toEqual({
      name: "not-a-node",
      expression: '!("system:nodes" in request.userInfo.?groups.orValue([]))',
    });
  });
});

test("a renewal of a candidate is validated, and a plain renewal of a lease is not", () => {
  expect(webhooks.map(({ matchConditions }) => matchConditions.map(({ name }) => name))).toEqual([
    ["not-a-node", "not-a-plain-renewal"],
    ["not-a-node"],
  ]);
});

describe("not-a-plain-renewal", () => {
  const expression = webhooks[0]?.matchConditions[1]?.expression ?? "";
  const comparedOf = (part: string): readonly (string | undefined)[] =>
    Array.from(
      expression.matchAll(new RegExp(`object\\.\\?${part}\\.\\?(\\w+) != oldObject\\.\\?${part}\\.\\?\\1 `, "g")),
      ([, field]) => field,
    );

  /**
   * Fields that the condition need not compare. The API server sets these fields, a deletion
   * changes them, the URL of the request contains them, or they affect only a create.
   */
  const bookkeeping = ["name", "generateName", "namespace", "selfLink", ...serverFields];

  test.each([
    {
      what: "spec",
      file: "coordination.k8s.io/definitions.json",
      within: ["$defs", "leaseSpec"],
      skipped: ["renewTime"],
    },
    { what: "metadata", file: "meta/v1/object-meta.json", within: [], skipped: bookkeeping },
  ])("every field of $what is compared or intentionally skipped", ({ what, file, within, skipped }) => {
    const fields = Object.keys(propertiesOf(file, within));
    expect([...comparedOf(what), ...skipped].sort()).toEqual(fields.sort());
  });

  test("an operation other than UPDATE is not a renewal", () => {
    expect(expression.startsWith('request.operation != "UPDATE" ||')).toBe(true);
  });

  test("an absent field causes no evaluation error", () => {
    const selections = expression.match(/\b(?:object|oldObject)\.\S*/gi) ?? [];
    const required = selections.filter((selection) => !/bject\.\?(?:spec|metadata)\.\?/.test(selection));
    expect(selections.length - required.length).toBe(24);
    // The two tests for null are before all of these selections.
    expect(new Set(required.map((selection) => /spec\.renewTime/.exec(selection)?.[0]))).toEqual(
      new Set(["spec.renewTime"]),
    );
    expect(expression.lastIndexOf("!= null &&")).toBeLessThan(expression.indexOf("bject.spec.renewTime"));
  });

  test("renewTime is unchanged, or moves forward by at most an hour within the years that timestamp() accepts", () => {
    expect(expression.slice(expression.indexOf("!("))).toBe(
      [
        "!(object.?spec.?renewTime == oldObject.?spec.?renewTime ||",
        "oldObject.?spec.?renewTime.orValue(null) != null && object.?spec.?renewTime.orValue(null) != null &&",
        'oldObject.spec.renewTime.size() == 27 && oldObject.spec.renewTime >= "0001" &&',
        "object.spec.renewTime.size() == 27 && oldObject.spec.renewTime < object.spec.renewTime &&",
        "int(timestamp(object.spec.renewTime)) - int(timestamp(oldObject.spec.renewTime)) <= 3600)",
      ].join(" "),
    );
  });
});

function propertiesOf(file: string, within: readonly string[]): object {
  const schema: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "../../schemas", file), "utf8"));
  const found = within.reduce((at, key) => (at as Readonly<Record<string, unknown>>)[key], schema);
  return (found as { readonly properties: object }).properties;
}
