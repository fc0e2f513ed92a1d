import { defaultPolicy } from "../../src/policy/policy.ts";
import { LargeReviews } from "../../src/webhook/large/large-reviews.ts";
import { largeReviewWorker } from "./running-server.ts";

/**
 * The code of a worker thread that loads its program after 3 s, which is before the deadline of a
 * large review.
 */
const late = `setTimeout(() => import(${JSON.stringify(largeReviewWorker.href)}), 3_000)`;

/** Validates large reviews late, so that complete bodies keep their memory. Counts these bodies. */
export class LateReviews extends LargeReviews {
  arrived = 0;

  constructor() {
    super({
      workerFile: new URL(`data:text/javascript,${encodeURIComponent(late)}`),
      policy: () => defaultPolicy,
      records: false,
    });
  }

  override review(...review: Parameters<LargeReviews["review"]>): () => void {
    this.arrived++;
    return super.review(...review);
  }
}
