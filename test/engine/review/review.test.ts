import { describe, expect, it } from "vitest";
import { servedVersions } from "../../../src/core/api/served-versions.ts";
import { reviewBody } from "../../../src/engine/review/review.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { rules } from "../../../src/rules/index.ts";
import { encode, reviewOf, rowOf, tweaked } from "../../harness/reviews.ts";
import { someContext } from "../../harness/some-context.ts";

/** Validates with the rules of tier api only. `review-policy.test.ts` tests the other tiers. */
const validate = createValidate(rules.filter(({ tier }) => tier === "api"));
const lease = rowOf("v1", "Lease");
const candidate = rowOf("v1beta1", "LeaseCandidate");
const uid = "705ab4f5-6393-11e8-b7cc-42010a800002";
const respond = (body: Uint8Array) =>
  reviewBody(body, validate, someContext.now).body as unknown as {
    readonly response: Readonly<Record<string, unknown>>;
  };

describe("a valid write", () => {
  describe.each(servedVersions)("of $gvk.kind $gvk.version", (served) => {
    it.each(["admission.k8s.io/v1", "admission.k8s.io/v1beta1"])("is allowed in %s without a message", (apiVersion) => {
      const body = reviewOf(served, {}, apiVersion);
      expect(reviewBody(body, validate, someContext.now)).toMatchObject({ httpStatus: 200 });
      expect(respond(body)).toEqual({ apiVersion, kind: "AdmissionReview", response: { uid, allowed: true } });
    });

    it.each([
      ["CREATE", { operation: "CREATE", oldObject: null, userInfo: { username: "system:apiserver" } }],
      ["dry run", { dryRun: true }],
      ["DELETE", { operation: "DELETE", object: null }],
      ["DELETE without oldObject, as before Kubernetes 1.15", { operation: "DELETE", object: null, oldObject: null }],
      ["DELETE of a collection", { operation: "DELETE", object: null, name: undefined }],
      ["DELETE of an object that does not decode", { operation: "DELETE", object: null, oldObject: { spec: 7 } }],
      ["CONNECT", { operation: "CONNECT", object: { kind: "anything" }, oldObject: null }],
      [
        "converted from another version",
        { requestKind: { group: "coordination.k8s.io", version: "v9", kind: served.gvk.kind } },
      ],
    ])("%s is allowed", (_, request) => {
      expect(respond(reviewOf(served, request)).response).toEqual({ uid, allowed: true });
    });
  });
});

describe("an object that lease-guard does not validate", () => {
  const cases: Readonly<Record<string, readonly [request: Readonly<Record<string, unknown>>, named: string]>> = {
    "a Pod": [{ kind: { group: "", version: "v1", kind: "Pod" } }, "Pod"],
    "a LeaseCandidate v1, which no server has": [
      { kind: { ...candidate.gvk, version: "v1" } },
      "LeaseCandidate.v1.coordination.k8s.io",
    ],
    "a Lease of another group": [{ kind: { ...lease.gvk, group: "example.com" } }, "Lease.v1.example.com"],
    "lower case": [{ kind: { ...lease.gvk, kind: "lease" } }, "lease.v1.coordination.k8s.io"],
    "a name of Object.prototype": [
      { kind: { group: "__proto__", version: "constructor", kind: "toString" } },
      "toString.constructor.__proto__",
    ],
    "a subresource": [{ subResource: "status" }, "leases/status"],
    "a kind without an object": [{ kind: { group: "", version: "v1", kind: "Pod" }, object: null }, "Pod"],
  };

  it.each(Object.entries(cases))("%s is allowed with a warning", (_, [request, named]) => {
    const { response } = respond(reviewOf(lease, request));
    const warning = `lease-guard does not validate ${named}: remove it from the rules of the ValidatingWebhookConfiguration`;
    expect(response).toMatchObject({ uid, allowed: true, warnings: [warning] });
  });
});

describe("a denial", () => {
  it("is kube-apiserver's Status with every cause, each ending with its rule", () => {
    const object = tweaked(lease, ({ metadata, spec }) => {
      Object.assign(metadata, { labels: { "a b": "c" } });
      Object.assign(spec, { leaseDurationSeconds: 0, leaseTransitions: -1, strategy: "" });
    });
    const { response } = respond(reviewOf(lease, { object }));
    const refusing = [
      "lease/lease-duration-positive",
      "lease/lease-transitions-not-negative",
      "lease/preferred-holder-needs-strategy",
      "lease/strategy-valid",
      "metadata/label-keys-qualified",
    ];
    const causes = [
      [
        "FieldValueInvalid",
        "spec.leaseDurationSeconds",
        "Invalid value: 0: must be greater than 0 (lease/lease-duration-positive)",
      ],
      [
        "FieldValueInvalid",
        "spec.leaseTransitions",
        "Invalid value: -1: must be greater than or equal to 0 (lease/lease-transitions-not-negative)",
      ],
      [
        "FieldValueForbidden",
        "spec.preferredHolder",
        "Forbidden: may only be specified if `strategy` is defined (lease/preferred-holder-needs-strategy)",
      ],
      [
        "FieldValueNotSupported",
        "spec.strategy",
        'Unsupported value: "": supported values: "OldestEmulationVersion" (lease/strategy-valid)',
      ],
      [
        "FieldValueInvalid",
        "metadata.labels",
        expect.stringMatching(/^Invalid value: "a b": name part must .* \(metadata\/label-keys-qualified\)$/),
      ],
    ].map(([reason, field, message]) => ({ reason, message, field }));
    expect(response).toEqual({
      uid,
      allowed: false,
      status: {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        reason: "Invalid",
        code: 422,
        message: expect.stringMatching(
          /^Lease\.coordination\.k8s\.io "controller" is invalid: \[spec\.leaseDurationSeconds: Invalid value: 0: .*\]$/,
        ),
        details: { name: "controller", group: "coordination.k8s.io", kind: "Lease", causes },
      },
      auditAnnotations: { rules: refusing.join(","), mode: refusing.map((id) => `${id}=deny`).join(",") },
    });
  });

  it.each([
    [
      "an object that does not decode",
      { object: tweaked(lease, ({ spec }) => Object.assign(spec, { renewTime: "now" })) },
      "spec.renewTime",
      "schema/format",
    ],
    [
      "another kind than the request's",
      { object: { ...tweaked(lease, () => {}), kind: "Pod" } },
      "kind",
      "schema/value",
    ],
    [
      "another version than the request's",
      { object: { ...tweaked(lease, () => {}), apiVersion: "v1" } },
      "apiVersion",
      "schema/value",
    ],
  ])("of %s names the field", (_, request, field, origin) => {
    const { response } = respond(reviewOf(lease, request));
    const message = expect.stringMatching(new RegExp(`\\(${origin}\\)$`));
    expect(response).toMatchObject({
      allowed: false,
      status: { code: 422, details: { causes: [{ field, message }] } },
    });
  });

  it("lists at most 100 causes and says that there are more", () => {
    const managedFields = Array.from({ length: 5000 }, () => ({ operation: "", fieldsType: "FieldsV1" }));
    const object = tweaked(lease, ({ metadata }) => Object.assign(metadata, { managedFields }));
    const { status } = respond(reviewOf(lease, { object })).response as {
      status: { message: string; details: { causes: unknown[] } };
    };
    expect(status.details.causes).toHaveLength(100);
    expect(status.message).toMatch(/\] and more$/);
  });

  it("uses the name of the object if the request has none", () => {
    const object = tweaked(lease, ({ spec }) => Object.assign(spec, { leaseTransitions: -1 }));
    for (const name of [undefined, null, ""]) {
      const status = { message: expect.stringContaining('"controller" is invalid'), details: { name: "controller" } };
      expect(respond(reviewOf(lease, { name, object })).response).toMatchObject({ status });
    }
    const nameless = tweaked(lease, ({ metadata }) => Object.assign(metadata, { name: 7 }));
    expect(respond(reviewOf(lease, { name: "", object: nameless })).response).toMatchObject({
      status: { details: { name: "" } },
    });
  });

  it.each([
    ["CREATE without object", { operation: "CREATE", object: null }, "request.object"],
    ["UPDATE without object", { object: undefined }, "request.object"],
    ["UPDATE without oldObject", { oldObject: null }, "request.oldObject"],
  ])("%s is a bad request with its uid", (_, request, field) => {
    const message = expect.stringMatching(new RegExp(`^${field}: Required value: must be the object where`));
    expect(respond(reviewOf(lease, request)).response).toMatchObject({
      uid,
      allowed: false,
      status: { code: 400, reason: "BadRequest", message },
    });
  });

  it.each([
    ["a review without uid", encode({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request: {} })],
    ["a body that is not a review", encode("hello")],
  ])("of %s is HTTP 400 with a Status", (_, body) => {
    expect(reviewBody(body, validate, someContext.now)).toMatchObject({
      httpStatus: 400,
      body: { kind: "Status", code: 400, reason: "BadRequest" },
    });
  });
});
