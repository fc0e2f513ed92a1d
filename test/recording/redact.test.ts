import { describe, expect, it } from "vitest";
import type { AdmissionRequest } from "../../src/core/api/admission.ts";
import { boundTokenKeys } from "../../src/core/api/user-extra.ts";
import { reviewBody } from "../../src/engine/review/review.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { redact } from "../../src/recording/redact.ts";
import { rules } from "../../src/rules/index.ts";
import { recordedReviews } from "../fixtures/recorded-reviews.ts";
import { encode, reviewOf, rowOf, tweaked } from "../harness/reviews.ts";
import { someContext } from "../harness/some-context.ts";

const row = rowOf("v1", "Lease");
const marker = "hunter2";

const secretive = tweaked(row, ({ metadata }) => {
  metadata["annotations"] = { [marker]: marker };
  metadata["managedFields"] = [
    { manager: "kubectl", operation: "Update", fieldsType: "FieldsV1", fieldsV1: { [marker]: {} } },
    null,
  ];
});

function requestOf(body: Uint8Array): AdmissionRequest {
  return (JSON.parse(new TextDecoder().decode(body)) as { readonly request: AdmissionRequest }).request;
}

describe("redact", () => {
  it("removes the data that validation does not need", () => {
    const request = requestOf(
      reviewOf(row, {
        object: secretive,
        oldObject: secretive,
        userInfo: { username: "jane", groups: ["g", null], uid: marker, extra: { [marker]: [marker] } },
        options: { [marker]: marker },
        requestKind: { group: marker },
        kind: { ...row.gvk, [marker]: 1 },
        resource: { group: "coordination.k8s.io", version: "v1", resource: "leases", [marker]: 1 },
        [marker]: marker,
      }),
    );
    const redacted = redact(request);
    expect(JSON.stringify(redacted)).not.toContain(marker);
    expect(redacted.userInfo).toEqual({ username: "jane", groups: ["g", null] });
    const { metadata } = redacted.object as { readonly metadata: Readonly<Record<string, unknown>> };
    expect(metadata["managedFields"]).toEqual([
      { manager: "kubectl", operation: "Update", fieldsType: "FieldsV1", fieldsV1: {} },
      null,
    ]);
    expect(metadata["labels"]).toEqual(secretive.metadata["labels"]);
  });

  it("keeps unknown fields of an object, because they are validated too", () => {
    const object = { ...secretive, odd: 1, metadata: { ...secretive.metadata, odd: 2 }, spec: { odd: 3 } };
    const { annotations: _, managedFields: __, ...metadata } = secretive.metadata;
    const managedFields = expect.anything();
    expect(redact(requestOf(reviewOf(row, { object }))).object).toEqual({
      ...object,
      metadata: { ...metadata, odd: 2, managedFields },
    });
  });

  it.each([
    { object: null },
    { object: { metadata: null } },
    { object: { metadata: 1 }, oldObject: [] },
    { userInfo: null, subResource: "status" },
  ])("keeps %j unchanged", (fields) => {
    const request = {
      uid: "u",
      kind: row.gvk,
      resource: { group: "", version: "", resource: "" },
      operation: "CREATE",
      ...fields,
    };
    const { userInfo: _, ...rest } = request as typeof request & { userInfo?: null };
    expect(redact(request as unknown as AdmissionRequest)).toEqual(rest);
  });

  it("keeps the pod of a bound token, and no other entry of extra", () => {
    const extra = Object.fromEntries(boundTokenKeys.map((key) => [key, ["a"]]));
    const request = requestOf(
      reviewOf(row, { userInfo: { username: "jane", extra: { ...extra, [marker]: [marker] } } }),
    );
    expect(redact(request).userInfo).toEqual({ username: "jane", groups: [], extra });
  });

  it("accepts a user without a name or groups", () => {
    const request = requestOf(reviewOf(row, { userInfo: {} }));
    expect(redact(request).userInfo).toEqual({ username: "", groups: [] });
  });

  it("changes no verdict for the writes of real clients", () => {
    const validate = createValidate(rules);
    for (const { review } of recordedReviews) {
      const answer = (body: unknown) => reviewBody(encode(body), validate, someContext.now).body;
      expect(answer({ ...review, request: redact(review.request as unknown as AdmissionRequest) })).toEqual(
        answer(review),
      );
    }
  });
});
