import { clientGoDefaults, usualRenewDeadline } from "../core/api/client-go-defaults.ts";
import { type Fields, mapAt, numberAt, textAt } from "../core/api/fields.ts";
import { dayMs } from "../core/text/duration.ts";
import { parseTime } from "../core/text/time.ts";
import { objectsOf } from "../installation/snapshot.ts";
import { objectTitle } from "../report/object-title.ts";
import { identityLabel } from "../rules/lease/apiserver-identity-by-apiserver.ts";
import type { Examined } from "./examined.ts";

/** The time that holders have to renew before they stop leading, and the source of this time. */
export interface RenewBudget {
  readonly renewDeadlineSeconds: number;
  /** The source of the deadline, as a sentence without a full stop. */
  readonly source: string;
}

/**
 * Returns the renew deadline of the holders, as `--renew-deadline` sets it. By default, it is two
 * thirds of the shortest duration of a Lease of a leader-election client, because no Lease contains
 * its renew deadline. If there is no such Lease, it is the default of client-go, 10 s.
 */
export function renewBudget({
  renewDeadlineSeconds,
  snapshot,
  now,
}: Pick<Examined, "renewDeadlineSeconds" | "snapshot" | "now">): RenewBudget {
  if (renewDeadlineSeconds !== undefined)
    return {
      renewDeadlineSeconds,
      source: `the renew deadline is ${renewDeadlineSeconds} s, as --renew-deadline sets it`,
    };
  const [shortest] = objectsOf(snapshot, "Lease")
    .map((lease) => ({ lease, seconds: numberAt(lease.value, "spec", "leaseDurationSeconds") ?? 0 }))
    .filter(({ lease, seconds }) => seconds > 0 && isOfElector(lease.value, seconds, now))
    .sort((a, b) => a.seconds - b.seconds);
  if (shortest === undefined) {
    const { renewDeadlineSeconds: usual } = clientGoDefaults;
    return {
      renewDeadlineSeconds: usual,
      source: `the renew deadline is assumed to be ${usual} s, the default of client-go`,
    };
  }
  const { lease, seconds } = shortest;
  const assumed = Math.round(usualRenewDeadline(seconds) * 10) / 10;
  const of = `two thirds of the shortest leaseDurationSeconds, ${seconds} of ${objectTitle(lease)}`;
  return { renewDeadlineSeconds: assumed, source: `the renew deadline is assumed to be ${assumed} s, ${of}` };
}

/**
 * Reports whether a held Lease is of a program that can still renew it. The identity Lease of an
 * API server, of 3600 s, is not of an election. The holder of a Lease that expired more than a day
 * ago is gone.
 */
function isOfElector(lease: Fields, durationSeconds: number, now: Date): boolean {
  if (textAt(lease, "spec", "holderIdentity") === "") return false;
  if (mapAt(lease, "metadata", "labels").has(identityLabel)) return false;
  const renewed = parseTime(textAt(lease, "spec", "renewTime"));
  return renewed === undefined || now.getTime() - renewed.getTime() <= durationSeconds * 1000 + dayMs;
}

/**
 * The maximum number of attempts of kube-apiserver for one write. If the watch cache is out of
 * date, kube-apiserver makes a second attempt, and calls the webhooks again.
 */
const attempts = 2;

/**
 * Returns the number of times that kube-apiserver can call a webhook in one attempt. With the
 * `reinvocationPolicy` IfNeeded, kube-apiserver can call a mutating webhook twice.
 */
export function callsOf({ value }: { readonly value: unknown }): number {
  return textAt(value, "reinvocationPolicy") === "IfNeeded" ? 2 : 1;
}

/** Returns the time in seconds after which client-go ends the request of a renewal. */
export function requestSeconds({ renewDeadlineSeconds }: RenewBudget): number {
  return renewDeadlineSeconds / 2;
}

/**
 * Returns the longest timeout in seconds of a webhook of lease-guard, which leaves time for every
 * attempt. The checks of other webhooks count only one attempt: a second attempt is rare, and the
 * limits of Gardener do not count it either.
 */
export function longestTimeout(budget: RenewBudget): number {
  return requestSeconds(budget) / attempts;
}

/** Returns the timeout of a webhook in seconds. Without a timeout, kube-apiserver sets 10 s. */
export function timeoutSecondsOf(webhook: Fields): number {
  return numberAt(webhook, "timeoutSeconds") ?? 10;
}
