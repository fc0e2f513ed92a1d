import { maxBodyBytes } from "../../admission/limits.ts";
import { badRequestMessage } from "../../admission/respond.ts";
import { reviewBody } from "../../admission/review.ts";
import type { Validate } from "../../validate/validate.ts";
import { outcomeOf } from "./outcome.ts";
import { type RecordedReview, readRecord } from "./read-record.ts";
import type { Simulation } from "./simulation.ts";
import type { Line } from "./split-lines.ts";
import { tallyReview } from "./tally-review.ts";

/** Largest line of a recording, in bytes: a review and less than 1 MiB of what the record adds. */
export const maxLineBytes: number = maxBodyBytes + 1024 * 1024;

/** Most unreadable lines that are told. */
const maxReported = 20;

/** What a simulation asks. */
export interface SimulationOptions {
  readonly validate: Validate;
  /** Of the policy that is compared with. */
  readonly against?: Validate;
  /** When a review is judged that tells no time. */
  readonly now: Date;
}

/** Judges the review of one line, and adds what comes of it; never throws, whatever the line holds. */
export function simulateLine({ number, bytes }: Line, judges: SimulationOptions, simulation: Simulation): void {
  const record = bytes === undefined ? `must not be longer than ${maxLineBytes} bytes` : readRecord(bytes);
  if (record === undefined) return;
  const fault = typeof record === "string" ? record : simulateReview(number, record, judges, simulation);
  if (fault === undefined) return;
  simulation.unreadable++;
  if (simulation.firstUnreadable.length < maxReported) simulation.firstUnreadable.push({ line: number, message: fault });
}

/** A text says why the webhook would not judge it. */
function simulateReview(
  line: number,
  { body, now }: RecordedReview,
  judges: SimulationOptions,
  simulation: Simulation,
): string | undefined {
  const replyBy = (validate: Validate) => reviewBody(body, validate, now ?? judges.now);
  const reply = replyBy(judges.validate);
  const refusal = badRequestMessage(reply);
  if (refusal !== undefined) return refusal;
  const { request, verdict } = reply;
  if (request === undefined || verdict === undefined) {
    simulation.skipped++;
    return undefined;
  }
  const before = judges.against && replyBy(judges.against).verdict;
  tallyReview({ line, request }, outcomeOf(verdict), before && outcomeOf(before), simulation);
  return undefined;
}
