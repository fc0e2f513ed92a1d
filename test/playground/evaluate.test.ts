import { describe, expect, it } from "vitest";
import { evaluate, readPolicyText } from "../../src/playground/evaluate.ts";
import type { PlaygroundInput } from "../../src/playground/playground-input.ts";
import { maxEntries } from "../../src/playground/read-objects.ts";
import { emptyInput } from "../../src/playground/share-link.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { lease, now, oldest, other, shownDiagnostics, taken } from "../harness/playground-texts.ts";

const zero = lease.replace("15", "0");
const both = `${oldest}---\n${other}`;
const denying = (rule: string): string =>
  `apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nrules:\n  ${rule}: { mode: deny }\n`;
const review = (request: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "1",
      kind: { group: "coordination.k8s.io", version: "v1", kind: "Lease" },
      resource: { group: "coordination.k8s.io", version: "v1", resource: "leases" },
      ...request,
    },
  });
const heldBy = (holderIdentity: string, time: string, leaseTransitions: number): object => ({
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: { name: "a", namespace: "b", resourceVersion: "1" },
  spec: { holderIdentity, leaseDurationSeconds: 15, acquireTime: time, renewTime: time, leaseTransitions },
});
const invalidLease = {
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: { name: "a", namespace: "b" },
  spec: { leaseDurationSeconds: 0 },
};

/** A takeover one hour before the time of the tests, within the lease term. */
const reviewedTakeover = review({
  operation: "UPDATE",
  object: heldBy("b", "2026-07-01T07:00:05.000000Z", 2),
  oldObject: heldBy("a", "2026-07-01T07:00:00.000000Z", 1),
});

const unknownField = lease.replace("leaseDurationSeconds", "leaseDurationSecond");
const duplicateField = lease.replace("15\n", "15\n  leaseDurationSeconds: 15\n");
const commaAtEnd = '{"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"a"},}';

describe("the diagnostics", () => {
  it.each<[string, Partial<PlaygroundInput>, readonly string[]]>([
    ["of an empty text", {}, []],
    ["of a valid object", { object: lease }, []],
    [
      "of a version that the Kubernetes version does not serve",
      { object: other, kubernetesVersion: "1.32" },
      ["object:1:13 deny schema/served-version"],
    ],
    [
      "of JSON with a comma at the end, which kubectl 1.33 reads",
      { object: commaAtEnd, kubernetesVersion: "1.33" },
      [],
    ],
    [
      "of JSON with a comma at the end, which kubectl 1.32 does not read",
      { object: commaAtEnd, kubernetesVersion: "1.32" },
      ["object:1:79 error must have a key in double quotes here"],
    ],
    [
      "of a record with a wrong time",
      { object: `{"time":"yesterday","review":${review({})}}` },
      ["object:1:1 error must have an RFC 3339 time"],
    ],
    ["of a wrong value", { object: zero }, ["object:6:25 deny lease/lease-duration-positive"]],
    [
      "of the second document",
      { object: `${lease}---\n${zero.replace("controller,", "other,")}` },
      ["object:14:25 deny lease/lease-duration-positive"],
    ],
    [
      "of an item of a List",
      { object: `kind: List\napiVersion: v1\nitems:\n- ${zero.replaceAll(/\n(?=.)/g, "\n  ")}` },
      ["object:9:27 deny lease/lease-duration-positive"],
    ],
    ["of an unknown field", { object: unknownField }, ["object:6:24 deny schema/unknown-field"]],
    ["of a duplicate field", { object: duplicateField }, ["object:7:3 deny schema/duplicate-field"]],
    [
      "of fields of an item of a List",
      { object: JSON.stringify({ kind: "List", apiVersion: "v1", items: [{ ...invalidLease, spek: 1, spec: {} }] }) },
      [expect.stringMatching(/^object:1:\d+ deny schema\/unknown-field$/)],
    ],
    [
      "of an unknown field of an object that a cluster has stored",
      { object: unknownField.replace("{", "{ uid: u,") },
      [],
    ],
    ["of an unknown field of an old object", { object: lease, oldObject: unknownField, operation: "UPDATE" }, []],
    ["of a type", { object: lease.replace("15", "fifteen") }, ["object:6:25 deny schema/type"]],
    ["of a syntax error", { object: "a: [" }, [expect.stringMatching(/^object:1:\d+ error /)]],
    [
      "of another kind",
      { object: "apiVersion: v1\nkind: Pod\n" },
      ["object:1:1 note is not a Lease or LeaseCandidate, so lease-guard does not validate it"],
    ],
    ["of a list", { object: "- 1\n" }, ["object:1:1 error must be an object"]],
    [
      "of a wrong version",
      { object: "apiVersion: coordination.k8s.io/v2\nkind: Lease\n" },
      ["object:1:13 deny schema/served-version"],
    ],
    [
      "of a policy",
      { object: taken, oldObject: lease, operation: "UPDATE", policy: denying("lease/holder-kept-until-expiry") },
      ["object:5:19 deny lease/holder-kept-until-expiry"],
    ],
    [
      "of an invalid policy, without findings",
      { object: zero, policy: denying("lease/unknown") },
      [expect.stringMatching(/^policy:4:3 error /)],
    ],
    [
      "of a delete without the other objects of the text, which the run also deletes",
      { object: both, operation: "DELETE" },
      [],
    ],
    ["of related objects", { object: oldest, beside: other }, ["object:8:13 warn lease-candidate/strategies-agree"]],
    [
      "of objects in one text",
      { object: both },
      ["object:8:13 warn lease-candidate/strategies-agree", "object:18:13 warn lease-candidate/strategies-agree"],
    ],
    [
      "of a pod",
      {
        object: lease.replace("15", "20"),
        oldObject: lease,
        operation: "UPDATE",
        user: "system:serviceaccount:team-a:controller",
        pod: "controller-3",
        node: "n",
      },
      ["object:5:3 warn lease/written-by-its-holder"],
    ],
    [
      "of a review",
      { object: review({ operation: "CREATE", object: invalidLease }) },
      [expect.stringContaining("deny lease/lease-duration-positive")],
    ],
    [
      "of a review, at the newest time in its objects",
      { object: reviewedTakeover },
      [expect.stringContaining("warn lease/holder-kept")],
    ],
    ["of a review, at the time of the page", { object: reviewedTakeover, now: "2026-07-01T07:01:00Z" }, []],
    [
      "of a review without an object",
      { object: review({ operation: "CREATE" }) },
      [expect.stringMatching(/^object:1:1 error request\.object: Required value/)],
    ],
    ["at an invalid time", { object: zero, now: "soon" }, []],
  ])("%s", async (_, input, expected) => {
    expect(await shownDiagnostics(input)).toEqual(expected);
  });
});

/** A delete after the lease term. */
const ended = { operation: "DELETE", now: "2026-07-01T09:00:00Z" } as const;
const deleted = (name: string, from: string): string =>
  `$ kubectl delete -f object.yaml\nlease.coordination.k8s.io "${name}" deleted${from}`;
const invalidController =
  '$ kubectl create -f object.yaml\nThe Lease "controller" is invalid: spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0 (lease/lease-duration-positive)';
const reviewedDelete = review({ operation: "DELETE", oldObject: { ...invalidLease, spec: {} } });
const placedByRequest = review({
  operation: "DELETE",
  namespace: "c",
  oldObject: { ...invalidLease, metadata: { name: "a" }, spec: {} },
});
const unplaced = lease.replace(", namespace: team-a", "");
const twoCreates = invalidController.replace("\n", "\nlease.coordination.k8s.io/c created\n");

describe("the answers", () => {
  const evaluated = (input: Partial<PlaygroundInput>) => evaluate({ ...emptyInput, ...input }, now);

  it.each<[string, Partial<PlaygroundInput>, readonly string[]]>([
    [
      "a create with an unknown field",
      { object: unknownField },
      ["$ kubectl create -f object.yaml --validate=ignore\nlease.coordination.k8s.io/controller created"],
    ],
    [
      "a create with a duplicate field",
      { object: duplicateField },
      ["$ kubectl create -f object.yaml\nlease.coordination.k8s.io/controller created"],
    ],
    [
      "a delete with an unknown field",
      { object: unknownField, ...ended },
      [deleted("controller", " from team-a namespace")],
    ],
    ["a create", { object: lease }, ["$ kubectl create -f object.yaml\nlease.coordination.k8s.io/controller created"]],
    ["a delete", { object: lease, ...ended }, [deleted("controller", " from team-a namespace")]],
    ["a delete without namespace", { object: unplaced, ...ended }, [deleted("controller", " from default namespace")]],
    ["a denied create", { object: zero }, [invalidController]],
    ["two creates", { object: `${zero}---\n${lease.replace("controller,", "c,")}` }, [twoCreates]],
    ["a review of a delete", { object: reviewedDelete }, [deleted("a", " from b namespace")]],
    [
      "a review whose request alone has the namespace",
      { object: placedByRequest },
      [deleted("a", " from c namespace")],
    ],
    ["a review of another operation", { object: review({ operation: "CONNECT" }) }, []],
    ["a review that is invalid", { object: review({ operation: "READ", uid: "" }) }, []],
  ])("to %s", async (_, input, expected) => {
    expect((await evaluated(input)).kubectl).toEqual(expected);
  });

  it("name the object, and contain the reply of the webhook and the Status for the client", async () => {
    const [answer, allowed] = (await evaluated({ object: `${zero}---\n${lease.replace("controller,", "other,")}` }))
      .answers;
    expect(answer).toMatchObject({
      title: "Lease controller",
      isAllowed: false,
      reply: { kind: "AdmissionReview", response: { allowed: false, status: { code: 422 } } },
      status: { message: expect.stringContaining("denied the request: ") },
    });
    expect(allowed).toMatchObject({ title: "Lease other", isAllowed: true, status: undefined });
  });

  const documents = (count: number): string =>
    Array.from({ length: count }, (_, at) => lease.replace("controller,", `c${at},`)).join("---\n");
  const items = (count: number, kind = "apiVersion: v1, kind: Pod"): string =>
    `apiVersion: v1\nkind: List\nitems: [${`{${kind}},`.repeat(count)}]`;
  const leases = (count: number): string =>
    items(count, "apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: { generateName: a- }");

  it.each([
    ["documents", documents(maxEntries), documents(10_000)],
    ["items of a List", items(maxEntries), items(10_000)],
    ["Leases of a List", leases(maxEntries), leases(1_000)],
    ["documents that cannot be read", "---\n{\n".repeat(maxEntries), "---\n{\n".repeat(10_000)],
  ])("exist for a limited number of %s, so that a link cannot freeze the page", async (_, atLimit, above) => {
    const tooMany = expect.stringContaining(`must have at most ${maxEntries} objects`);
    const [allowed, limited] = [await evaluated({ object: atLimit }), await evaluated({ object: above })];
    expect(allowed.diagnostics.map(({ message }) => message)).not.toContainEqual(tooMany);
    expect(limited.answers).toHaveLength(allowed.answers.length);
    expect(limited.diagnostics).toHaveLength(allowed.diagnostics.length + 1);
    expect(limited.diagnostics.at(-1)).toMatchObject({ pane: "object", level: "error", message: tooMany });
  });

  it("names the relation rules that could not decide", async () => {
    const { abstained } = await evaluate({ ...emptyInput, object: lease }, now);
    expect(abstained).toContain("lease/holder-is-candidate");
  });
});

const head = "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n";

describe("the text of a policy", () => {
  it("is the default policy without content", () => {
    expect(readPolicyText(" \n", now)).toEqual({ policy: defaultPolicy, diagnostics: [] });
  });

  it.each([
    ["an error", `${head}profil: strict\n`, "error", 3],
    [
      "a warning",
      `${head}exemptions:\n- { rules: [lease/holder-kept-until-expiry], match: { names: [a] }, reason: a, owner: b, expires: 2026-01-01 }\n`,
      "warning",
      4,
    ],
  ])("has the position of %s", (_, text, level, line) => {
    expect(readPolicyText(text, now).diagnostics).toMatchObject([{ pane: "policy", level, line }]);
  });
});
