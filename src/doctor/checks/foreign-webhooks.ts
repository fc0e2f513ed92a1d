import { fieldAt } from "../../core/api/fields.ts";
import { coordinationGroup } from "../../core/api/served-versions.ts";
import { joinWords } from "../../core/text/join-words.ts";
import { serviceOf } from "../../installation/installation.ts";
import { systemNamespacesIn } from "../../installation/reach/lease-reach.ts";
import { reachText } from "../../installation/reach/reach-text.ts";
import { findObject, type Snapshot, unreadReason } from "../../installation/snapshot.ts";
import { objectTitle } from "../../report/object-title.ts";
import { systemNamespace } from "../../rules/shared/identities.ts";
import { callsOf, renewBudget, requestSeconds } from "../budget.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { doubt, failureText, leaseWebhooks, webhookTitle } from "../lease-webhooks.ts";
import { shellLine } from "../quote.ts";
import { excludingSelector, failsClosed } from "./selection.ts";
import { endpointsOf } from "./service.ts";

export const foreignWebhookChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/other-webhooks-fail-open",
    description: "no other webhook rejects writes of Leases when it fails",
    run: closedWebhooks,
  },
  {
    id: "doctor/other-webhooks-fast",
    description: "no other webhook delays writes of Leases beyond the budget of the holders",
    run: slowWebhooks,
  },
  {
    id: "doctor/other-webhooks-available",
    description: "the other webhooks that writes of Leases wait for have ready endpoints",
    run: unavailableWebhooks,
  },
  {
    id: "doctor/other-webhooks-off-system-leases",
    description: "no other webhook with failurePolicy Ignore intercepts Leases in kube-system or kube-node-lease",
    run: systemWebhooks,
  },
  {
    id: "doctor/other-webhooks-listed",
    description: "the report lists the other webhooks that writes of Leases wait for",
    run: listedWebhooks,
  },
];

/** The longest timeout for Leases in kube-system that Gardener accepts, in seconds. */
const gardenerLeaseSeconds = 3;

/** The longest timeout for other Leases that Gardener accepts, in seconds. */
const gardenerSeconds = 15;

const gardenerPage = "# https://github.com/gardener/gardener/blob/master/docs/usage/shoot/shoot_status.md#constraints";
const googlePage =
  "# https://docs.cloud.google.com/kubernetes-engine/distributed-cloud/vmware/docs/troubleshooting/webhooks";

/** The YAML of a match condition that excludes Leases and LeaseCandidates. */
const skipLeases = [
  "matchConditions:",
  "  - name: not-a-lease",
  `    expression: 'request.resource.group != "${coordinationGroup}"'`,
];

function unreadWebhooks({ snapshot }: Examined): readonly DoctorOutcome[] {
  const kinds = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"] as const;
  return kinds.flatMap((kind) => {
    const unknown = unreadReason(snapshot, kind);
    return unknown === undefined ? [] : [{ unknown }];
  });
}

/**
 * Yields a finding for each other webhook that fails closed for writes of Leases. If no match is
 * certain, the severity is info. If a match in a system namespace is certain, the severity is
 * error. The writes there are heartbeats of nodes or elections of the control plane. Otherwise, the
 * severity is warning.
 */
function* closedWebhooks(examined: Examined): Iterable<DoctorOutcome> {
  yield* unreadWebhooks(examined);
  for (const webhook of leaseWebhooks(examined).filter(failsClosed)) {
    const { configuration, path, writes, timeoutSeconds } = webhook;
    const certain = writes.filter(({ isCertain }) => isCertain);
    const severity = certain.length === 0 ? "info" : systemNamespacesIn(certain).length > 0 ? "error" : "warning";
    const message = `must be Ignore, or ${webhookTitle(webhook)} must exclude Leases: while it fails, kube-apiserver rejects ${reachText(writes)}, after up to ${timeoutSeconds} s${doubt(webhook)}`;
    const remedy =
      systemNamespacesIn(writes).length > 0
        ? [...excludingSelector(systemNamespacesIn(writes)), gardenerPage]
        : skipLeases;
    yield found(severity, at(configuration, ...path, "failurePolicy"), message, remedy);
  }
}

/**
 * Yields a finding for each other webhook that can delay writes of Leases for too long. Also
 * examines webhooks with the failure policy Ignore, because they delay a write for their timeout,
 * too.
 */
function* slowWebhooks(examined: Examined): Iterable<DoctorOutcome> {
  yield* unreadWebhooks(examined);
  const budget = renewBudget(examined);
  for (const webhook of leaseWebhooks(examined)) {
    const { configuration, path, writes, timeoutSeconds } = webhook;
    const isControlPlane = writes.some(({ namespaceClass }) => namespaceClass === systemNamespace);
    const request = requestSeconds(budget);
    const gardener = isControlPlane ? gardenerLeaseSeconds : gardenerSeconds;
    const longest = Math.min(gardener, request);
    if (timeoutSeconds <= longest) continue;
    const twice = callsOf(webhook) === 2 ? "two calls of " : "";
    const limit =
      gardener <= request
        ? `Gardener allows ${gardener} s for Leases${isControlPlane ? " in kube-system" : ""}`
        : `a renewal has ${request} s, half of the renew deadline: ${budget.source}`;
    const allowed = Math.max(1, Math.floor(longest / callsOf(webhook)));
    const message = `must be at most ${allowed}: ${twice}${webhookTitle(webhook)} can delay ${reachText(writes)} by ${timeoutSeconds} s ${failureText(webhook)}, and ${limit}${doubt(webhook)}`;
    const severity = writes.some(({ isCertain }) => isCertain) ? "warning" : "info";
    yield found(severity, at(configuration, ...path, "timeoutSeconds"), message, [
      `timeoutSeconds: ${allowed}`,
      ...(isControlPlane || gardener <= request ? [gardenerPage] : []),
    ]);
  }
}

function* unavailableWebhooks(examined: Examined): Iterable<DoctorOutcome> {
  yield* unreadWebhooks(examined);
  const { snapshot } = examined;
  for (const webhook of leaseWebhooks(examined)) {
    const service = serviceOf(webhook);
    if (service === undefined) continue;
    const { namespace, name } = service;
    const unread = unreadReason(snapshot, "Service") ?? unreadReason(snapshot, "EndpointSlice");
    if (unread !== undefined) return void (yield { unknown: unread });
    const isKnown = findObject(snapshot, "Service", namespace, name) !== undefined;
    if (isKnown && endpointsOf(snapshot, service).ready > 0) continue;
    const spot = at(webhook.configuration, ...webhook.path, "clientConfig", "service");
    const effect = failsClosed(webhook) ? "rejects" : `delays, up to ${webhook.timeoutSeconds} s,`;
    const missing = isKnown ? "has no ready endpoint" : "does not exist";
    yield found(
      failsClosed(webhook) ? "error" : "warning",
      spot,
      `must have ready endpoints: ${objectTitle({ kind: "Service", ...service })} ${missing}, so kube-apiserver ${effect} ${reachText(webhook.writes)}`,
      [shellLine`kubectl -n ${namespace} get service,endpointslices,pods`],
    );
  }
}

/**
 * Yields a finding for each other webhook that fails open and intercepts writes of Leases in system
 * namespaces. Google calls such webhooks unsafe, whatever their timeout and failure policy.
 */
function* systemWebhooks(examined: Examined): Iterable<DoctorOutcome> {
  yield* unreadWebhooks(examined);
  for (const webhook of leaseWebhooks(examined)) {
    const names = systemNamespacesIn(webhook.writes);
    const writes = webhook.writes.filter(({ namespaceClass }) => namespaceClass !== "other");
    if (names.length === 0 || failsClosed(webhook)) continue;
    const field = fieldAt(webhook.value, "namespaceSelector") === undefined ? [] : ["namespaceSelector"];
    const message = `must exclude ${joinWords(names)}: ${webhookTitle(webhook)} intercepts ${reachText(writes)}, and Google calls such webhooks unsafe${doubt(webhook)}`;
    const severity = writes.some(({ isCertain }) => isCertain) ? "warning" : "info";
    yield found(severity, at(webhook.configuration, ...webhook.path, ...field), message, [
      ...excludingSelector(names),
      googlePage,
    ]);
  }
}

function* listedWebhooks(examined: Examined): Iterable<DoctorOutcome> {
  yield* unreadWebhooks(examined);
  for (const webhook of leaseWebhooks(examined)) {
    const { configuration, path, writes, timeoutSeconds } = webhook;
    const order = configuration.kind === "MutatingWebhookConfiguration" ? staticOrderText(examined.snapshot) : "";
    const message = `${webhookTitle(webhook)} can delay ${reachText(writes)} by up to ${timeoutSeconds} s ${failureText(webhook)}${order}${doubt(webhook)}`;
    yield found("info", at(configuration, ...path), message);
  }
}

/** The first minor version of Kubernetes 1 with `staticOrder`. */
const firstWithStaticOrder = 38;

/**
 * Returns the end of a message about a mutating webhook, if an API server of this version can also
 * have mutating webhooks in files, which the doctor cannot read.
 */
function staticOrderText({ serverVersion = "" }: Snapshot): string {
  const [, minor = "0"] = /^v1\.(\d+)/.exec(serverVersion) ?? [];
  return Number(minor) < firstWithStaticOrder
    ? ""
    : "; with staticOrder StaticLast or ByName, webhooks on the disk of kube-apiserver can change these writes after it";
}
