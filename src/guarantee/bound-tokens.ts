import { extraValue, nodeNameKey, podNameKey } from "../core/api/user-extra.ts";
import { goQuote } from "../core/field/go-quote.ts";
import { pluralize } from "../core/text/join-words.ts";
import { isoSecond } from "../core/text/time.ts";
import type { UserInfo } from "../rules/rule.ts";
import { anonymousUser, isCleaner, isServiceAccount, serviceAccountsGroup } from "../rules/shared/identities.ts";
import { type Answer, fails, holds, notKnown } from "./hypotheses.ts";

/** The recorded writes of a Lease, by the token of the writer. */
export interface TokenTally {
  readonly bound: number;
  /** True if a write with a bound token is close to the time of the listing. */
  readonly isCurrent: boolean;
  /** The writes by users, and by the controllers that delete objects. */
  readonly trusted: number;
  readonly unbound: number;
  /** The name of the first writer without a bound token, or "" if it is not known. */
  readonly firstUnbound: string;
  readonly firstTrusted: string;
  /** A writer without a bound token whose write of a Lease has no name, so it can be this Lease. */
  readonly possiblyUnbound?: string;
}

export const noTokens: TokenTally = {
  bound: 0,
  isCurrent: false,
  trusted: 0,
  unbound: 0,
  firstUnbound: "",
  firstTrusted: "",
};

/** Adds a write. A token that is bound to a pod also names the node since Kubernetes 1.30. */
export function countToken(tally: TokenTally, user: UserInfo | undefined, isCurrent: boolean): TokenTally {
  if (isBound(user)) return { ...tally, bound: tally.bound + 1, isCurrent: tally.isCurrent || isCurrent };
  const name = user?.username ?? "";
  const { trusted, firstTrusted, unbound, firstUnbound } = tally;
  return isUnbound(user)
    ? { ...tally, unbound: unbound + 1, firstUnbound: unbound === 0 ? name : firstUnbound }
    : { ...tally, trusted: trusted + 1, firstTrusted: trusted === 0 ? name : firstTrusted };
}

function isBound(user: UserInfo | undefined): boolean {
  return [podNameKey, nodeNameKey].every((key) => extraValue(user?.extra, key) !== undefined);
}

/**
 * Reports whether a writer must have a bound token, but has none. The guarantee trusts users, and
 * the controllers that delete objects. A client without credentials is not a user.
 */
export function isUnbound(user: UserInfo | undefined): boolean {
  if (user === undefined || ["", anonymousUser].includes(user.username)) return true;
  const isAccount = isServiceAccount(user) || user.groups.includes(serviceAccountsGroup);
  return isAccount && !isBound(user) && !isCleaner(user);
}

/**
 * Adds writes that show who can write a Lease, but not that its replicas have bound tokens: a dry
 * run, or a write that names no Lease, such as a delete of all Leases in a namespace.
 */
export function withOthers(tally: TokenTally, others: TokenTally): TokenTally {
  const trusted = tally.trusted + others.trusted;
  const unbound = tally.unbound + others.unbound;
  const firstTrusted = tally.trusted > 0 ? tally.firstTrusted : others.firstTrusted;
  const firstUnbound = tally.unbound > 0 ? tally.firstUnbound : others.firstUnbound;
  return { ...tally, trusted, firstTrusted, unbound, firstUnbound };
}

/** The first minor version whose API server adds the node to a bound token. */
const firstWithNode = 30;

/** The recorded writes of a Lease, and the time of the recording. */
export interface RecordedTokens {
  readonly tally: TokenTally;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Decides whether all writers of a Lease have a token that is bound to a pod. No object of a
 * cluster shows the tokens of the writers, so only recorded writes decide this.
 */
export function decideTokens(recorded: RecordedTokens | undefined, serverVersion: string | undefined): Answer {
  const minor = Number(/^v?1\.(\d+)/.exec(serverVersion ?? "")?.[1] ?? Number.NaN);
  if (minor < firstWithNode) return fails(`Kubernetes ${serverVersion} adds no node to a token`);
  if (recorded === undefined)
    return notKnown("needs --recording of elections: an audit log shows the tokens of the writers");
  const { tally, from, to } = recorded;
  const { bound, unbound, firstUnbound } = tally;
  if (unbound > 0) {
    const writer = firstUnbound === "" ? "a writer that is not known" : goQuote(firstUnbound);
    return fails(`${pluralize(unbound, "recorded write")} without a bound token, the first by ${writer}`);
  }
  if (tally.possiblyUnbound !== undefined)
    return notKnown(
      `needs the names of recorded creates, as in an audit log of level Request: one is by ${goQuote(tally.possiblyUnbound)} without a bound token`,
    );
  const recording = `the recording from ${isoSecond(from)} to ${isoSecond(to)}`;
  if (bound === 0) return notKnown(`${recording} contains no write of the Lease by a pod${trustedText(tally, "but")}`);
  if (!tally.isCurrent)
    return notKnown(`${recording} contains no write of the Lease by a pod within an hour of the listing`);
  return holds(`${pluralize(bound, "write")} with bound tokens in ${recording}${trustedText(tally, "and")}`);
}

function trustedText({ trusted, firstTrusted }: TokenTally, conjunction: string): string {
  if (trusted === 0) return "";
  return `, ${conjunction} ${pluralize(trusted, "write")} by trusted users or controllers, the first by ${goQuote(firstTrusted)}`;
}
