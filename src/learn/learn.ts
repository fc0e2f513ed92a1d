import { dayMs } from "../core/text/duration.ts";
import { dayOf, isoSecond, later } from "../core/text/time.ts";
import { createValidate, type Validate } from "../engine/validate/validate.ts";
import type { ObservedWrite } from "../recording/observed-write.ts";
import type { OnRequest } from "../recording/read-files.ts";
import { rules } from "../rules/index.ts";
import type { Administrators, RuleId } from "../rules/rule.ts";
import { afterDates, type LearnedRules, type LearnSettings, learnedRules, strictPolicy } from "./build-policy.ts";
import { addLeaseWrite, type Elections, electionsByAccount, newElections } from "./fences/elections.ts";
import { learnedFences } from "./fences/learned-fences.ts";
import { addRequest, newRequestTally } from "./fences/resource-writes.ts";
import type { LearnedPolicy } from "./learned-entry.ts";
import { type NotableWriter, notableWriters } from "./notable-writers.ts";
import { newTally, reportedBy, type Tally, tally } from "./object-tally.ts";
import { defaultWarnMs, exemptMs } from "./periods.ts";
import { headerLines, noteLines } from "./policy-comments.ts";
import { type DenialSettings, type DenialTally, exemptionsOf, newDenials, tallyDenial } from "./unexplained.ts";

/**
 * Reads all observed writes once, in their order. Each call reads them again. Calls `onRequest`
 * with the requests in audit logs.
 */
export type ReadWrites = (onRequest?: OnRequest) => AsyncIterable<ObservedWrite> | Iterable<ObservedWrite>;

export interface LearnOptions {
  readonly administrators: Administrators;
  /**
   * The time from which the periods in the policy start. If the last write is later, they start at
   * the last write.
   */
  readonly now?: Date | undefined;
  /** The time in milliseconds for which the entries only warn, by default `defaultWarnMs`. */
  readonly warnMs?: number | undefined;
  /**
   * The share of the writes to hold back, from 0 to 1. These last writes test a policy that `learn`
   * learned from the earlier writes.
   */
  readonly holdBack: number;
  /** Whether to learn fences from the requests for all resources. */
  readonly fences?: boolean | undefined;
}

/**
 * The number of held-back writes, and the writes among them that a policy from the earlier writes
 * would deny.
 */
export interface HeldBack {
  readonly writes: number;
  readonly denied: DenialTally;
}

export interface Learned {
  readonly policy: LearnedPolicy;
  readonly tally: Tally;
  readonly learned: LearnedRules;
  readonly warnUntil: string;
  readonly notable: readonly NotableWriter[];
  /**
   * The writes that the policy would deny after its `warnUntil` dates if it had no exemptions. The
   * policy has exemptions for the writes that do not look like attacks.
   */
  readonly denied: DenialTally;
  readonly heldBack: HeldBack | undefined;
  /** The lines about what has no fence. The value is undefined if `learn` learned no fences. */
  readonly leftOut: readonly string[] | undefined;
}

/** Learns a policy from writes. Returns undefined if there is no write. */
export async function learn(read: ReadWrites, options: LearnOptions): Promise<Learned | undefined> {
  const elections = options.fences ? newElections() : undefined;
  const count = await countWrites(read, elections);
  if (count === 0) return undefined;
  const cut = Math.ceil(count * (1 - options.holdBack));
  const strict = createValidate(rules, strictPolicy(options.administrators));
  const [all, early] = [newTally(), newTally()];
  const requests = elections && newRequestTally(electionsByAccount(elections));
  let index = 0;
  for await (const write of read(requests && ((request) => addRequest(requests, request)))) {
    const reported = reportedBy(write, strict) ?? { denied: [], allowed: [] };
    tally(all, write, reported);
    if (index++ < cut) tally(early, write, reported);
  }
  const now = [options.now, all.last].filter((time) => time !== undefined).reduce(later, new Date(0));
  const { warnMs = defaultWarnMs } = options;
  const warnUntil = dateAfter(now, warnMs);
  const expires = dateAfter(now, warnMs + exemptMs);
  const settings = { administrators: options.administrators, warnUntil };
  const draft = draftOf(all, settings);
  const trial = cut < count ? { draft: draftOf(early, settings), cut } : undefined;
  const heldBack = await replay(read, { draft, trial, expires });
  const found = notableWriters(all, options.administrators);
  const { learned, denied } = draft;
  const { fences = [], leftOut } = requests === undefined ? {} : learnedFences(requests);
  const notes = noteLines({ tally: all, learned, notable: found, denied, expires, leftOut: leftOut ?? [] });
  const policy = { header: headerLines(all, warnUntil), ...finished(draft, expires), fences, notes };
  return { policy, tally: all, learned, warnUntil, notable: found, denied, heldBack, leftOut };
}

/** Counts the writes, and adds those of Leases to the elections. */
async function countWrites(read: ReadWrites, elections: Elections | undefined): Promise<number> {
  let count = 0;
  for await (const write of read()) {
    count++;
    if (elections !== undefined) addLeaseWrite(elections, write);
  }
  return count;
}

type Entries = Pick<LearnedPolicy, "administrators" | "rules" | "exemptions">;

/** A policy that follows from a tally, without exemptions, and the writes that it would deny. */
interface Draft {
  readonly entries: Entries;
  readonly learned: LearnedRules;
  readonly denial: DenialSettings;
  readonly denied: DenialTally;
}

function draftOf(of: Tally, settings: LearnSettings): Draft {
  const learned = learnedRules(of, settings);
  const { users, groups } = settings.administrators;
  const administrators = { ...(users.length > 0 && { users }), groups };
  const entries = { administrators, rules: learned.rules, exemptions: [] };
  const denial = { validate: validateAfterDates(entries), tally: of, administrators: settings.administrators };
  return { entries, learned, denial, denied: newDenials() };
}

/**
 * Returns the policy of a draft, with exemptions for the writes that it would deny and that do not
 * look like attacks.
 */
function finished({ entries, denied }: Draft, expires: string): Entries {
  return { ...entries, exemptions: exemptionsOf(denied, expires) };
}

function validateAfterDates(entries: Entries): Validate {
  return createValidate(rules, afterDates(entries));
}

interface Replay {
  readonly draft: Draft;
  /** A draft from the first `cut` writes, if `learn` holds the other writes back. */
  readonly trial: { readonly draft: Draft; readonly cut: number } | undefined;
  /** The date of the exemptions of the trial. */
  readonly expires: string;
}

/**
 * Reads all writes once. Adds the writes that each draft would deny to its tally. Returns the
 * number of held-back writes, and those that the finished trial would deny.
 */
async function replay(read: ReadWrites, { draft, trial, expires }: Replay): Promise<HeldBack | undefined> {
  const denied = newDenials();
  let validate: Validate | undefined;
  let index = 0;
  for await (const write of read()) {
    index++;
    tallyDenial(draft.denied, write, draft.denial);
    if (trial === undefined) continue;
    if (index <= trial.cut) {
      tallyDenial(trial.draft.denied, write, trial.draft.denial);
      continue;
    }
    validate ??= validateAfterDates(finished(trial.draft, expires));
    tallyDenial(denied, write, { validate, tally: newTally(), administrators: { users: [], groups: [] } });
  }
  return trial && { writes: index - trial.cut, denied };
}

/** The last day that a policy can contain. */
const lastDay = Date.UTC(9999, 11, 31);

/**
 * Returns the end of a period. For whole days, this is the first day that begins at or after the
 * end, in UTC. Otherwise, it is the end rounded up to the second. Returns at most `lastDay`.
 */
function dateAfter(start: Date, periodMs: number): string {
  const isWhole = periodMs % dayMs === 0;
  const unit = isWhole ? dayMs : 1000;
  const end = new Date(Math.min(lastDay, Math.ceil((start.getTime() + periodMs) / unit) * unit));
  return isWhole ? dayOf(end) : isoSecond(end);
}

/**
 * Returns a function that returns the rules that deny a write after the `warnUntil` dates of a
 * learned policy. If kube-apiserver itself rejects the write, or if the source does not show the
 * whole write, the list is empty.
 */
export function deniedAfterDates(policy: LearnedPolicy): (write: ObservedWrite) => readonly RuleId[] {
  const validate = validateAfterDates(policy);
  return (write) => reportedBy(write, validate)?.denied ?? [];
}
