import { failurePolicyOf, objectsAt, textAt } from "../core/api/fields.ts";
import { joinWords } from "../core/text/join-words.ts";
import { type PlacedWebhook, type ServiceReference, serviceOf, webhooksOf } from "../installation/installation.ts";
import { type MatchedWrites, writesOfWebhook } from "../installation/reach/lease-reach.ts";
import { doubtText } from "../installation/reach/reach-text.ts";
import { objectsOf, type Snapshot } from "../installation/snapshot.ts";
import { callsOf, timeoutSecondsOf } from "./budget.ts";
import type { Examined } from "./examined.ts";

/**
 * A webhook of another program that kube-apiserver calls for writes of Leases or LeaseCandidates.
 */
export interface LeaseWebhook extends PlacedWebhook {
  readonly writes: readonly MatchedWrites[];
  /** The maximum time in seconds that all calls of the webhook in one attempt can take. */
  readonly timeoutSeconds: number;
}

/** The result of `leaseWebhooks` for each snapshot, because several checks need it. */
const webhooksOfSnapshot = new WeakMap<Snapshot, readonly LeaseWebhook[]>();

export function leaseWebhooks({ snapshot, own }: Pick<Examined, "snapshot" | "own">): readonly LeaseWebhook[] {
  const known = webhooksOfSnapshot.get(snapshot);
  if (known !== undefined) return known;
  const configurations = [
    ...objectsOf(snapshot, "MutatingWebhookConfiguration"),
    ...objectsOf(snapshot, "ValidatingWebhookConfiguration"),
  ];
  const others = configurations
    .filter((configuration) => !own.configurations.includes(configuration))
    .flatMap(webhooksOf);
  const webhooks = others
    .map((webhook) => ({
      ...webhook,
      writes: writesOfWebhook(webhook.value, snapshot),
      timeoutSeconds: timeoutSecondsOf(webhook.value) * callsOf(webhook),
    }))
    .filter(({ writes }) => writes.length > 0);
  webhooksOfSnapshot.set(snapshot, webhooks);
  return webhooks;
}

/** Returns the Services that webhooks of other programs call for writes of Leases. */
export function calledServices(examined: Pick<Examined, "snapshot" | "own">): readonly ServiceReference[] {
  return leaseWebhooks(examined).flatMap((webhook) => serviceOf(webhook) ?? []);
}

export function webhookTitle({ value }: PlacedWebhook): string {
  return `webhook ${textAt(value, "name")}`;
}

/**
 * Returns the end of a message, which names the unknown part of the match. This part is the match
 * conditions of the webhook or, if there are none, the labels of namespaces. Returns "" if the
 * webhook certainly matches some of the writes.
 */
export function doubt({ value, writes }: LeaseWebhook): string {
  const names = objectsAt(value, "matchConditions").map((condition) => textAt(condition, "name"));
  return doubtText(writes, names.length === 0 ? "the labels of namespaces" : `the conditions ${joinWords(names)}`);
}

export function failureText(webhook: LeaseWebhook): string {
  return `with failurePolicy ${failurePolicyOf(webhook.value)}`;
}
