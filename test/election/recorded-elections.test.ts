import { describe, expect, it } from "vitest";
import { reviewBody } from "../../src/engine/review/review.ts";
import type { Submission } from "../../src/engine/validate/submission.ts";
import type { Verdict } from "../../src/engine/validate/verdict.ts";
import { rules } from "../../src/rules/index.ts";
import type { Change } from "../../src/rules/rule.ts";
import { type RecordedReview, recordedReviews } from "../fixtures/recorded-reviews.ts";
import { encode } from "../harness/reviews.ts";
import type { ApiObject } from "./api-object.ts";
import { keyOf, relationRules, strictVerdict } from "./strict-verdict.ts";

const replayed = replay(recordedReviews.filter(({ file }) => file === "coordinated.jsonl"));

/**
 * Returns the response to each review. The view contains the objects that the earlier writes
 * stored.
 */
function replay(recorded: readonly RecordedReview[]) {
  const stored = new Map<string, ApiObject>();
  const store = (change: Change<ApiObject>): void => {
    if (change.operation === "DELETE") stored.delete(keyOf(change.oldObject));
    // The election controller sends a create for each election, even if the Lease exists.
    else if (change.operation === "UPDATE" || !stored.has(keyOf(change.object)))
      stored.set(keyOf(change.object), change.object);
  };
  return recorded.map((each) => {
    const evaluated: string[] = [];
    const validate = (submission: Submission): Verdict => {
      const verdict = strictVerdict(submission, [...stored.values()]);
      evaluated.push(
        ...relationRulesFor(submission).filter((id) => !verdict.abstained.some((abstained) => abstained === id)),
      );
      store(submission.change as Change<ApiObject>);
      return verdict;
    };
    return { ...each, ...reviewBody(encode(each.review), validate, each.at), evaluated };
  });
}

function relationRulesFor({ served, change }: Submission): readonly string[] {
  return rules
    .filter(
      ({ isRelation, kinds, operations }) =>
        isRelation && kinds.includes(served.gvk.kind) && operations.includes(change.operation),
    )
    .map(({ id }) => id);
}

describe("the recorded coordinated elections, with a view of the objects that the earlier writes stored", () => {
  it.each(replayed)("strict reports nothing in $line $client: $step", ({ review, body, verdict }) => {
    expect(verdict).toMatchObject({ findings: [], crashes: [] });
    expect(body).toMatchObject({ response: { uid: review.request.uid, allowed: true } });
  });

  it("every relation rule has the objects that it needs", () => {
    expect(new Set(replayed.flatMap(({ evaluated }) => evaluated))).toEqual(relationRules);
  });
});
