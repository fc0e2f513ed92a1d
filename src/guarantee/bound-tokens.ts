import { extraValue, nodeNameKey, podNameKey } from "../core/api/user-extra.ts";
import { goQuote } from "../core/field/go-quote.ts";
import { pluralize } from "../core/text/join-words.ts";
import type { UserInfo } from "../rules/rule.ts";
import { type Answer, fails, holds, notKnown } from "./hypotheses.ts";

/** The recorded writes of a Lease, by the token of the writer. */
export interface TokenTally {
  readonly bound: number;
  readonly unbound: number;
  /** The name of the first writer without a bound token, or "" if it is not known. */
  readonly firstUnbound: string;
}

export const noTokens: TokenTally = { bound: 0, unbound: 0, firstUnbound: "" };

/** Adds a write. A token that is bound to a pod also names the node since Kubernetes 1.30. */
export function countToken(tally: TokenTally, user: UserInfo | undefined): TokenTally {
  if ([podNameKey, nodeNameKey].every((key) => extraValue(user?.extra, key) !== undefined))
    return { ...tally, bound: tally.bound + 1 };
  const { unbound, firstUnbound } = tally;
  return { ...tally, unbound: unbound + 1, firstUnbound: unbound === 0 ? (user?.username ?? "") : firstUnbound };
}

/** The first minor version whose API server adds the node to a bound token. */
const firstWithNode = 30;

/**
 * Decides whether all writers of a Lease have a token that is bound to a pod. No object of a
 * cluster shows the tokens of the writers, so only recorded writes decide this.
 */
export function decideTokens(tally: TokenTally | undefined, serverVersion: string | undefined): Answer {
  const minor = Number(/^v?1\.(\d+)/.exec(serverVersion ?? "")?.[1] ?? Number.NaN);
  if (minor < firstWithNode) return fails(`Kubernetes ${serverVersion} adds no node to a token`);
  if (tally === undefined)
    return notKnown("needs --recording of elections: an audit log shows the tokens of the writers");
  const { bound, unbound, firstUnbound } = tally;
  if (unbound > 0) {
    const writer = firstUnbound === "" ? "a writer that is not known" : goQuote(firstUnbound);
    return fails(`${pluralize(unbound, "recorded write")} without a bound token, the first by ${writer}`);
  }
  if (bound === 0) return notKnown("the recording contains no write of the Lease");
  return holds(`${pluralize(bound, "recorded write")}, all with tokens that are bound to a pod`);
}
