import { describe, expect, it } from "vitest";
import { reviewedWrite } from "../../src/recording/from-review.ts";
import { reviewOf, rowOf, tweaked } from "../harness/reviews.ts";

describe("reviewedWrite", () => {
  const row = rowOf("v1", "Lease");
  const absent = { namespace: undefined, name: undefined };

  it.each([
    [
      "the request and the object",
      { namespace: "team-a", name: "web" },
      { namespace: "team-a", name: "web" },
      "team-a/web",
    ],
    ["only the request", { namespace: "team-a", name: "web" }, {}, "team-a/web"],
    ["only the object", {}, { namespace: "team-a", name: "web" }, "team-a/web"],
    ["neither", {}, {}, "/"],
  ])("takes the namespace and the name from %s", (_from, request, metadata, reference) => {
    const object = tweaked(row, (draft) => Object.assign(draft, { metadata }));
    const read = reviewedWrite(
      reviewOf(row, { operation: "CREATE", ...absent, ...request, object, oldObject: null }),
      new Date(0),
    );
    expect(read.ok && read.value && `${read.value.namespace}/${read.value.name}`).toBe(reference);
  });
});
