import { describe, expect, it } from "vitest";
import { type Audit, audit } from "../../src/audit/audit.ts";
import { checks } from "../../src/audit/checks.ts";
import { leaseHistories, type RecordedWrite } from "../../src/audit/lease-history.ts";
import { requestCollector } from "../../src/audit/lease-requests.ts";
import type { Recorded } from "../../src/audit/recorded.ts";
import { noWriters } from "../../src/audit/recorded-writers.ts";
import type { AuditFinding } from "../../src/audit/result.ts";
import { manifestObjects } from "../../src/core/api/listed-objects.ts";
import type { UnreadResource } from "../../src/core/api/requests.ts";
import { referenceKey } from "../../src/core/field/object-reference.ts";
import { nodesOf } from "../../src/listing/holder.ts";
import { leadershipsOf } from "../../src/listing/leaderships.ts";
import { type Listing, toEarlier } from "../../src/listing/listing.ts";
import { objectReader } from "../../src/listing/object-reader.ts";
import { Pods } from "../../src/listing/pods.ts";
import { type StoredRules, storedRules } from "../../src/listing/stored-rules.ts";
import type { UnstartedElection } from "../../src/listing/unstarted.ts";
import { defaultPolicy, type Policy } from "../../src/policy/policy.ts";
import type { LeaseRequest } from "../../src/recording/audit-event.ts";
import { auditedAt } from "./audit-objects.ts";

/** The state of a cluster at one or several times. */
export interface Scene {
  /** The objects of the last listing. */
  readonly objects: readonly object[];
  /**
   * The objects of earlier listings. Each key is the time of a listing in seconds relative to
   * `auditedAt`, such as -30.
   */
  readonly earlier?: Readonly<Record<number, readonly object[]>>;
  readonly writes?: readonly RecordedWrite[];
  /** The requests in audit logs. */
  readonly requests?: readonly LeaseRequest[];
  readonly retryMs?: number;
  /** The running pods: the objects or, for pods without further facts, NAMESPACE/NAME. */
  readonly pods?: readonly (string | object)[];
  /** The nodes as NAME or NAME=UID. */
  readonly nodes?: readonly string[];
  /** The uids of workloads by their kinds and names, in the namespace `team-a`. */
  readonly owners?: Readonly<Record<`${string}/${string}`, string>>;
  readonly events?: readonly object[];
  readonly unstarted?: readonly UnstartedElection[];
  readonly unread?: readonly UnreadResource[];
  readonly policy?: Policy;
  readonly minAgeMs?: number;
  readonly rules?: StoredRules;
  /** True if the API server sent the times of the listings. */
  readonly isServerTime?: boolean;
}

export function auditScene({
  objects,
  earlier = {},
  writes,
  requests,
  retryMs,
  pods = [],
  nodes = [],
  owners = {},
  events = [],
  unstarted = [],
  unread = [],
  policy = defaultPolicy,
  minAgeMs = 300_000,
  rules = storedRules(policy),
  isServerTime = true,
}: Scene): Audit {
  const last = { ...listingOf(objects, auditedAt, rules), isServerTime };
  const before = Object.entries(earlier)
    .map(([seconds, list]) => listingOf(list, new Date(auditedAt.getTime() + Number(seconds) * 1000), undefined))
    .toSorted((a, b) => a.readAt.getTime() - b.readAt.getTime());
  const running = new Pods();
  for (const pod of pods) running.add(typeof pod === "string" ? podNamed(pod) : pod);
  const isRead = (resource: string): boolean => unread.every((each) => each.resource !== resource);
  const { leaderships, add } = leadershipsOf(last.objects);
  events.forEach(add);
  const input = {
    cluster: { name: "cluster.json", files: ["cluster.json"] },
    earlier: before.map((listing) => toEarlier({ ...listing, isServerTime })),
    last,
    recorded: (writes ?? requests) && recordedOf(writes ?? [], requests ?? [], last),
    pods: isRead("pods") ? running : undefined,
    nodes: isRead("nodes") ? nodesOf(nodes.map(nodeOf)) : undefined,
    leaderships,
    unstarted,
    owners: new Map(Object.entries(owners).map(([text, uid]) => [ownerKey(text), uid])),
    unread,
  };
  return audit(input, { rules, clockSkewMs: policy.clockSkewMs, minAgeMs, retryMs, kubectl: "kubectl" });
}

function ownerKey(text: string): string {
  const [kind = "", name = ""] = text.split("/");
  return referenceKey({ kind, namespace: "team-a", name });
}

function podNamed(text: string): object {
  const [namespace, name] = text.split("/");
  return { metadata: { namespace, name } };
}

function nodeOf(text: string): readonly [string, string] {
  const [name = "", uid = ""] = text.split("=");
  return [name, uid];
}

function recordedOf(
  writes: readonly RecordedWrite[],
  requests: readonly LeaseRequest[],
  listing: Pick<Listing, "objects" | "readAt">,
): Recorded {
  const histories = leaseHistories(listing.objects);
  for (const write of writes) histories.add(write);
  const collector = requestCollector();
  for (const request of requests) collector.add(request);
  const times = [...writes, ...requests].map(({ time }) => time.getTime());
  const [from, to] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  const collected = collector.requests(listing);
  const requested = collected.ok ? collected.value : undefined;
  return {
    from,
    to,
    hasGets: collector.hasGets(),
    histories,
    requests: requested,
    writers: () => noWriters,
    showsController: false,
  };
}

function listingOf(
  objects: readonly object[],
  readAt: Date,
  rules: StoredRules | undefined,
): Omit<Listing, "isServerTime"> {
  const viewed = manifestObjects({ kind: "List", items: objects }).objects;
  expect(viewed.length).toBe(objects.length);
  const candidates = objectReader({ rules, now: readAt, candidates: [] })(
    viewed.filter(({ served }) => served.gvk.kind === "LeaseCandidate"),
  );
  const leases = objectReader({ rules, now: readAt, candidates: candidates.objects })(
    viewed.filter(({ served }) => served.gvk.kind === "Lease"),
  );
  expect([...candidates.crashes, ...leases.crashes]).toEqual([]);
  return { readAt, objects: [...candidates.objects, ...leases.objects] };
}

export function findingsOf(scene: Scene): readonly AuditFinding[] {
  const { result, crashes } = auditScene(scene);
  expect(crashes).toEqual([]);
  return result.objects.flatMap(({ findings }) => findings);
}

export interface CheckTable {
  readonly reports: Readonly<Record<string, Scene & { readonly says?: RegExp }>>;
  readonly silent: Readonly<Record<string, Scene>>;
}

/**
 * Tests a check with scenes. In a scene of `reports`, the check has the only finding. If
 * the minimum age is 100 days, only an ageless check reports it. In a scene of `silent`, there is
 * no finding.
 */
export function testCheck(id: string, { reports, silent }: CheckTable): void {
  describe(id, () => {
    it.each(Object.entries(reports))("reports %s", (_, { says = /./, ...scene }) => {
      const findings = findingsOf(scene);
      expect(findings.map(({ origin }) => origin)).toEqual([id]);
      expect(findings[0]?.message).toMatch(says);
    });

    it.each(Object.entries(silent))("is silent about %s", (_, scene) => {
      expect(findingsOf(scene)).toEqual([]);
    });

    it.each(Object.entries(reports))(
      "reports young objects only without a need of age: %s",
      (_, { says, ...scene }) => {
        const origins = findingsOf({ ...scene, minAgeMs: 100 * 86_400_000 }).map(({ origin }) => origin);
        expect(origins.includes(id)).toBe(checks.find((check) => check.id === id)?.isAgeless === true);
      },
    );
  });
}
