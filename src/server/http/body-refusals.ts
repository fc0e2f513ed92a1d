import { maxBodyBytes } from "../../admission/limits.ts";
import { mustNotBeLarger } from "../../text/byte-length.ts";
import type { RefusalReason } from "../metrics/reasons.ts";
import type { HttpProblem } from "./http-errors.ts";
import { bytesPerPart, maxSmallParts } from "./part-limit.ts";

export type BodyRefusal = "too_large" | "too_many_parts" | "overload" | "deadline";

/** The reason why a request gets no admission decision, for the client and for the metrics. */
export interface Refusal extends HttpProblem {
  readonly reason: RefusalReason;
}

export const bodyRefusals: Readonly<Record<BodyRefusal, Refusal>> = {
  too_large: { code: 413, message: `the body ${mustNotBeLarger(maxBodyBytes)}`, reason: "too_large" },
  too_many_parts: {
    code: 400,
    message: `must send the body in at most ${maxSmallParts} TLS records, and one more for each ${bytesPerPart} bytes`,
    reason: "bad_request",
  },
  overload: { code: 429, message: "must send each body without pauses, and fewer large reviews concurrently", reason: "overload" },
  deadline: {
    code: 504,
    message: "must set a longer timeout, or send the review again later: large reviews are still being validated",
    reason: "deadline",
  },
};
