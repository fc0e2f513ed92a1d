import { Ajv2020, type AnySchema } from "ajv/dist/2020.js";
import { describe, expect, it, vi } from "vitest";
import { publishedKinds, schemaPath } from "../../../src/cli/schema/schema-files.ts";
import { servedVersions } from "../../../src/core/api/served-versions.ts";
import { validators } from "../../../src/schema/generated.ts";
import { packageFile } from "../../../src/terminal/package.ts";
import { runCli } from "../../harness/cli.ts";
import { type Draft, validObject } from "../../harness/objects.ts";

vi.setConfig({ testTimeout: 30_000 });

/** Names, each with an optional API version and the path of the expected file. */
const names: readonly (readonly [name: string, apiVersion: string | undefined, path: string])[] = [
  ["Lease", undefined, "coordination.k8s.io/v1/lease"],
  ["lease", undefined, "coordination.k8s.io/v1/lease"],
  ["leases", undefined, "coordination.k8s.io/v1/lease"],
  ["leases.coordination.k8s.io", undefined, "coordination.k8s.io/v1/lease"],
  ["leases.v1.coordination.k8s.io", undefined, "coordination.k8s.io/v1/lease"],
  ["Lease.v1beta1.coordination.k8s.io", undefined, "coordination.k8s.io/v1beta1/lease"],
  ["lease", "coordination.k8s.io/v1beta1", "coordination.k8s.io/v1beta1/lease"],
  ["LeaseCandidate", undefined, "coordination.k8s.io/v1beta1/lease-candidate"],
  ["leasecandidates", "coordination.k8s.io/v1alpha2", "coordination.k8s.io/v1alpha2/lease-candidate"],
  ["leasecandidates.v1alpha1.coordination.k8s.io", undefined, "coordination.k8s.io/v1alpha1/lease-candidate"],
  ["Results", undefined, "report/v1alpha1/results"],
  ["rulelist", undefined, "report/v1alpha1/rule-list"],
  ["suites", undefined, "test.lease-guard.dev/v1alpha1/suite"],
  ["Config", undefined, "lease-guard.dev/v1alpha1/config"],
];

/** Changes of an object. Some changes make the object invalid for the schema of every kind. */
const tweaks: Readonly<Record<string, (object: Draft) => unknown>> = {
  "none at all": () => undefined,
  "another version": (object) => Object.assign(object, { apiVersion: "coordination.k8s.io/v2" }),
  "no kind": (object) => Reflect.deleteProperty(object, "kind"),
  "a label that is no string": ({ metadata }) => Object.assign(metadata, { labels: { a: true } }),
  "an invalid time": ({ metadata }) => Object.assign(metadata, { creationTimestamp: "yesterday" }),
  "a generation of 2^63": ({ metadata }) => Object.assign(metadata, { generation: 2 ** 64 }),
  "three digits after the point": ({ spec }) => Object.assign(spec, { renewTime: "2026-07-01T08:00:00.123Z" }),
  "six digits after the point": ({ spec }) => Object.assign(spec, { renewTime: "2026-07-01T08:00:00.123456Z" }),
  "a list for the spec": (object) => Object.assign(object, { spec: [] }),
  "null for the spec": (object) => Object.assign(object, { spec: null }),
  "a field unknown": ({ spec }) => Object.assign(spec, { unknown: 1 }),
};

describe("the name of a schema", () => {
  it.each(names)("%s of %s", (name, apiVersion, path) => {
    expect(schemaPath(name, apiVersion)).toBe(`schemas/bundled/${path}.json`);
  });
});

describe.each(servedVersions)("the bundled schema of $gvk.version $gvk.kind", (served) => {
  const check = new Ajv2020({ allowUnionTypes: true }).compile(
    JSON.parse(packageFile(`schemas/bundled/${served.schema}`)) as AnySchema,
  );

  it.each(Object.entries(tweaks))("decides like the webhook: %s", (_, tweak) => {
    const object = validObject(served);
    tweak(object);
    const compiled = validators[served.schema];
    if (compiled === undefined) throw new Error(`${served.schema} is not compiled`);
    expect(check(object)).toBe(compiled(object));
  });

  it("accepts valid objects, and rejects some objects", () => {
    expect(check(validObject(served))).toBe(true);
    expect(check({ ...validObject(served), spec: 1 })).toBe(false);
  });
});

describe.concurrent("schema", () => {
  it.each(publishedKinds())("%s prints a schema that ajv compiles without other files", async (kind) => {
    const { code, stdout, stderr } = await runCli(["schema", kind]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const schema = JSON.parse(stdout) as AnySchema & { readonly title: string };
    expect(schema.title).toMatch(new RegExp(`^${kind} `));
    expect(new Ajv2020({ allowUnionTypes: true }).compile(schema)({ apiVersion: "v1", kind })).toBe(false);
  });

  it("prints the requested version", async () => {
    const { stdout } = await runCli(["schema", "leasecandidate", "--api-version", "coordination.k8s.io/v1alpha1"]);
    expect(JSON.parse(stdout)).toMatchObject({ title: "LeaseCandidate coordination.k8s.io/v1alpha1" });
  });

  it.each([
    [["Leese"], '"Leese" must be a kind: did you mean Lease?'],
    [["Pod"], `"Pod" must be a kind: ${publishedKinds().join(", ")}`],
    [["__proto__"], `"__proto__" must be a kind: ${publishedKinds().join(", ")}`],
    [
      ["lease.v2.coordination.k8s.io"],
      'the version of "lease.v2.coordination.k8s.io" must be one of coordination.k8s.io/v1, coordination.k8s.io/v1beta1',
    ],
    [
      ["lease", "--api-version", "v1"],
      'the version of "lease" must be one of coordination.k8s.io/v1, coordination.k8s.io/v1beta1',
    ],
  ])("rejects %j", async (args, message) => {
    expect(await runCli(["schema", ...args])).toMatchObject({ code: 2, stdout: "", stderr: `error: ${message}\n` });
  });
});
