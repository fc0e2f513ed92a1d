import { expect, it } from "vitest";
import { compileExcess } from "../../../src/engine/validate/excess.ts";
import type { LimitName } from "../../../src/engine/validate/submission.ts";
import { defaultPolicy } from "../../../src/policy/policy.ts";
import { rowOf, tweaked } from "../../harness/reviews.ts";
import { someContext } from "../../harness/some-context.ts";

const served = rowOf("v1", "Lease");
const findExcess = compileExcess({ ...defaultPolicy, profile: "strict" });

it.each<[LimitName, string]>([
  ["bytes", "a review of more than 7 bytes"],
  ["values", "more than 7 values"],
  ["keys", "more than 7 keys in one map"],
  ["depth", "more than 7 levels"],
])("the finding about the limit of %s names the maximum", (limit, maximum) => {
  const object = tweaked(served, () => {});
  const submission = {
    served,
    change: { operation: "UPDATE" as const, object, oldObject: object },
    context: someContext,
  };
  const { mode, detail } = findExcess(submission, { limit, maximum: 7, isRepair: false });
  expect(mode).toBe("deny");
  expect(detail).toContain(maximum);
});
