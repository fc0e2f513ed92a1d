import { afterEach, describe, expect, it, vi } from "vitest";
import { defaultPolicy, type Policy } from "../../../src/policy/policy.ts";
import { LargeReviews, type TakeLargeReview } from "../../../src/webhook/large/large-reviews.ts";
import { encode, reviewOf, rowOf, tweaked } from "../../harness/reviews.ts";
import { largeReviewWorker } from "../../harness/running-server.ts";

vi.setConfig({ testTimeout: 30_000 });

const row = rowOf("v1", "Lease");
type Outcome = Parameters<TakeLargeReview>[0];
let open: LargeReviews[] = [];
afterEach(async () => {
  await Promise.all(open.map((reviews) => reviews.close()));
  open = [];
});

function start(policy: () => Policy = () => defaultPolicy, records = false): LargeReviews {
  const reviews = new LargeReviews({ workerFile: largeReviewWorker, policy, records });
  open.push(reviews);
  return reviews;
}

const outcomeOf = (reviews: LargeReviews, body: Uint8Array, patienceMs = 20_000): Promise<Outcome> =>
  new Promise((resolve) => {
    // The thread receives a copy, because the original bytes could not be used again after the
    // transfer.
    reviews.review(body.slice(), patienceMs, resolve);
  });

const legal = encode(JSON.parse(new TextDecoder().decode(reviewOf(row))));
/** A valid update with 200,000 labels. The validation takes a few hundred milliseconds. */
const slow = reviewOf(row, {
  object: tweaked(row, ({ metadata }) => Object.assign(metadata, { labels: labels(200_000) })),
});
function labels(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"]));
}

describe("a large review", () => {
  it("gets the reply that it would get without the thread, except for the objects", async () => {
    const outcome = await outcomeOf(start(), legal);
    expect(outcome).toMatchObject({
      ok: true,
      value: { reply: { httpStatus: 200, body: { response: { allowed: true } } } },
    });
    expect(JSON.stringify(outcome)).not.toContain("leaseDurationSeconds");
    expect(outcome.ok && outcome.value.record).toBeUndefined();
  });

  it("has a line for the recording, if the server records", async () => {
    const outcome = await outcomeOf(start(undefined, true), legal);
    expect(outcome.ok && outcome.value.record?.ok && JSON.parse(outcome.value.record.value)).toHaveProperty(
      "review.request.object.spec",
    );
  });

  it("is validated with the policy that is active then", async () => {
    let policy: Policy = defaultPolicy;
    const reviews = start(() => policy);
    const body = reviewOf(row, {
      operation: "CREATE",
      oldObject: null,
      object: tweaked(row, ({ spec }) => Object.assign(spec, { holderIdentity: "localhost" })),
    });
    const allowed = (outcome: Outcome) =>
      outcome.ok && "response" in outcome.value.reply.body && outcome.value.reply.body.response.allowed;
    expect(allowed(await outcomeOf(reviews, body))).toBe(true);
    policy = { ...defaultPolicy, profile: "strict" };
    expect(allowed(await outcomeOf(reviews, body))).toBe(false);
  });

  it("that exceeds its deadline gets none, and the next one gets its reply", async () => {
    const reviews = start();
    await outcomeOf(reviews, legal);
    const [late, next] = await Promise.all([outcomeOf(reviews, slow, 20), outcomeOf(reviews, legal)]);
    expect(late).toEqual({ ok: false, error: "deadline" });
    expect(next.ok).toBe(true);
  });

  it("that exceeds its deadline while it waits does not end the one before it", async () => {
    const reviews = start();
    const [first, second] = await Promise.all([outcomeOf(reviews, slow), outcomeOf(reviews, legal, 1)]);
    expect(first.ok).toBe(true);
    expect(second).toEqual({ ok: false, error: "deadline" });
  });

  it("never gets a reply after it was canceled, and the next one does", async () => {
    const reviews = start();
    const taken: string[] = [];
    const cancel = reviews.review(slow.slice(), 20_000, () => taken.push("canceled"));
    const cancelWaiting = reviews.review(slow.slice(), 20_000, () => taken.push("canceled while it waited"));
    cancelWaiting();
    cancel();
    expect((await outcomeOf(reviews, legal)).ok).toBe(true);
    expect(taken).toEqual([]);
  });

  it("that no heap can hold ends only its thread", async () => {
    const reviews = new LargeReviews({
      workerFile: largeReviewWorker,
      policy: () => defaultPolicy,
      records: false,
      heapMegabytes: 16,
    });
    open.push(reviews);
    expect(await outcomeOf(reviews, slow)).toEqual({ ok: false, error: "memory" });
    expect((await outcomeOf(reviews, legal)).ok).toBe(true);
  });
});
