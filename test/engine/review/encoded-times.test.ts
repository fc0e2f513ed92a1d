import { describe, expect, it } from "vitest";
import { reviewBody } from "../../../src/engine/review/review.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { rules } from "../../../src/rules/index.ts";
import { reviewOf, rowOf, tweaked } from "../../harness/reviews.ts";
import { someContext } from "../../harness/some-context.ts";

const validate = createValidate(rules.filter(({ tier }) => tier === "api"));
const lease = rowOf("v1", "Lease");
const uid = "705ab4f5-6393-11e8-b7cc-42010a800002";
const respond = (body: Uint8Array) =>
  reviewBody(body, validate, someContext.now).body as unknown as {
    readonly response: Readonly<Record<string, unknown>>;
  };

describe("a time that Go encodes but does not decode", () => {
  const times = [
    "10000-01-01T00:59:59.999999Z",
    "-0001-12-31T23:00:00.000000Z",
    "292277026596-12-04T15:30:07.000000Z",
    "-32873-11-12T23:23:44.000000Z",
  ];

  it.each(times)("%s is allowed, because kube-apiserver has accepted it", (renewTime) => {
    const time = renewTime.replace(/\.\d+/, "");
    const object = tweaked(lease, ({ metadata, spec }) => {
      Object.assign(spec, { renewTime, acquireTime: renewTime });
      Object.assign(metadata, { managedFields: [{ manager: "client", operation: "Update", time }] });
    });
    for (const request of [{ object }, { oldObject: object }, { object, oldObject: object }]) {
      expect(respond(reviewOf(lease, request)).response).toMatchObject({ uid, allowed: true });
    }
  });

  it.each([
    "10000-01-01",
    "010000-01-01T00:00:00.000000Z",
    "10000-13-01T00:00:00.000000Z",
    "10000-01-01T00:00:00Z",
    "100-01-01T00:00:00.000000Z",
    "-001-01-01T00:00:00.000000Z",
    "+10000-01-01T00:00:00.000000Z",
  ])("%s is not such a time", (renewTime) => {
    const object = tweaked(lease, ({ spec }) => Object.assign(spec, { renewTime }));
    expect(respond(reviewOf(lease, { object })).response).toMatchObject({
      allowed: false,
      status: { details: { causes: [{ field: "spec.renewTime" }] } },
    });
  });
});
