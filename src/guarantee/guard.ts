import { nameLabel } from "../cluster/registration/selects-labels.ts";
import { mapAt } from "../core/api/fields.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { isExported } from "../export/explain-export.ts";
import { findInstallation, type Installation } from "../installation/installation.ts";
import { activePolicy, selectedPolicy } from "../installation/selected-policy.ts";
import { objectsOf, type Snapshot, unreadReason } from "../installation/snapshot.ts";
import type { Guard } from "./guarantee.ts";

/** What a person states about a cluster, because no object shows it. In milliseconds. */
export interface Stated {
  readonly skewMs?: number | undefined;
  readonly latencyMs?: number | undefined;
}

/** Returns what a snapshot shows about the protection of all elections. */
export function guardOf(snapshot: Snapshot, { skewMs, latencyMs }: Stated, now: Date, namespace?: string): Guard {
  const own = findInstallation(snapshot, namespace);
  const labels = new Map(
    objectsOf(snapshot, "Namespace").map(({ name, value }) => [name, mapAt(value, "metadata", "labels")]),
  );
  return {
    now,
    webhooks: webhooksIn(snapshot, own),
    policy: activePolicy(own, selectedPolicy(own, snapshot)),
    labelsOf: (name) => ({
      labels: new Map([...(labels.get(name) ?? []), [nameLabel, name]]),
      isComplete: labels.has(name),
    }),
    skewMs: stated(skewMs, "--clock-skew of elections, the largest difference between two clocks"),
    latencyMs: stated(
      latencyMs,
      "--write-latency of elections, the longest time of a successful attempt to renew or to acquire, with up to three requests",
    ),
  };
}

function webhooksIn(snapshot: Snapshot, { webhooks }: Installation): Guard["webhooks"] {
  const unread = unreadReason(snapshot, "ValidatingWebhookConfiguration");
  if (unread !== undefined) return failed(unread);
  const isReplaced = objectsOf(snapshot, "ValidatingAdmissionPolicy").some(({ value }) => isExported(value));
  if (webhooks.length === 0 && isReplaced)
    return failed("needs a webhook: no check compares exported policies with it");
  return ok(webhooks.map(({ value }) => value));
}

function stated(value: number | undefined, what: string): Result<number, string> {
  return value === undefined ? failed(`needs ${what}`) : ok(value);
}
