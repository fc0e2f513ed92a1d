import { findKubernetesReview } from "../../admission/recorded-review.ts";
import { metadataOf } from "../../api/json-object.ts";
import { referenceTo } from "../../api/reference-to.ts";
import type { UnreadResource } from "../../api/unread-resource.ts";
import type { AuditInput, EarlierListing, Listing } from "../../audit/audit.ts";
import { toEarlier } from "../../audit/audit.ts";
import { type Dump, dumpOf } from "../../audit/dump.ts";
import { hostsIn, nodeNames, PodNames } from "../../audit/names.ts";
import { objectReader } from "../../audit/object-reader.ts";
import type { StoredRules } from "../../audit/stored-rules.ts";
import { referenceKey } from "../../field/object-reference.ts";
import type { ViewedObject } from "../../validate/view.ts";
import { dumpDocuments } from "../shared/dump-documents.ts";
import { UsageError } from "../shared/errors.ts";

/** The files to read as listings, and the settings for reading them. */
export interface DumpReading {
  readonly files: readonly string[];
  /** The only namespace whose objects count. If undefined, the objects of all namespaces count. */
  readonly namespace: string | undefined;
  /**
   * The time of the last listing. If undefined, the audit uses the newest time in the objects of
   * this listing.
   */
  readonly now: Date | undefined;
}

/**
 * Reads files with the output of `kubectl get`. A file that repeats an object of the current
 * listing begins another listing. Throws a usage error if a file cannot be read or is a recording.
 * Also throws a usage error if the newest listing contains no Lease and no LeaseCandidate of the
 * namespace.
 */
export async function readDump(reading: DumpReading, rules: StoredRules): Promise<AuditInput & { readonly crashes: readonly string[] }> {
  const groups: (readonly unknown[])[][] = [[]];
  let known = new Set<string>();
  for (const file of reading.files) {
    const documents = await documentsOf(file);
    if (documents.some(isRecorded)) throw new UsageError(`${file} ${mustBeListed}`);
    const keys = keysOf(dumpOf(documents));
    if (keys.some((key) => known.has(key))) {
      groups.push([]);
      known = new Set();
    }
    for (const key of keys) known.add(key);
    groups.at(-1)?.push(documents);
  }
  return toInput(
    groups.map((group) => limitedTo(dumpOf(group.flat()), reading.namespace)),
    reading,
    rules,
  );
}

/** Reports whether a document is an AdmissionReview, or a record of `serve --record`. */
function isRecorded(document: unknown): boolean {
  return findKubernetesReview(document) !== undefined;
}

const mustBeListed =
  "must be the output of kubectl get, not a recording: in a recording, Leases look expired, because their renewals are absent; use --recording to add the recording to a listing, lease-guard simulate, or lease-guard learn";

/**
 * Converts dumps to the input of an audit. The dump with the newest time is the last listing, and
 * the others are earlier listings.
 */
function toInput(
  dumps: readonly Dump[],
  { files, now }: DumpReading,
  rules: StoredRules,
): AuditInput & { readonly crashes: readonly string[] } {
  const timed = dumps.map((dump) => ({ dump, at: dump.at ?? new Date(0) })).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const last = timed.at(-1);
  if (last === undefined || last.dump.objects.length === 0)
    throw new UsageError(`${files.join(", ")} must contain a Lease or a LeaseCandidate`);
  const earlier = timed.slice(0, -1).map(({ dump, at }): EarlierListing => toEarlier(toListing(dump.objects, at, undefined)));
  const listing = toListing(last.dump.objects, now ?? last.at, rules);
  const { pods, nodes } = last.dump;
  const names = new PodNames(hostsIn(listing.objects));
  for (const { namespace, name } of pods ?? []) names.add(namespace, name);
  const unread: readonly UnreadResource[] = [
    ...(pods === undefined ? [{ resource: "pods", reason: "the files contain no Pod: add pods to kubectl get" }] : []),
    ...(nodes === undefined ? [{ resource: "nodes", reason: "the files contain no Node: add nodes to kubectl get" }] : []),
  ];
  return {
    earlier,
    last: listing,
    pods: pods && names.names,
    nodes: nodes && nodeNames(nodes.map(({ name }) => name)),
    unread,
    crashes: listing.crashes,
  };
}

function toListing(
  objects: readonly ViewedObject[],
  now: Date,
  rules: StoredRules | undefined,
): Listing & { readonly crashes: readonly string[] } {
  const isCandidate = ({ served }: ViewedObject): boolean => served.gvk.kind === "LeaseCandidate";
  const candidates = objectReader({ rules, now, candidates: [] })(objects.filter(isCandidate));
  const leases = objectReader({ rules, now, candidates: candidates.objects })(objects.filter((each) => !isCandidate(each)));
  const listed = [...candidates.objects, ...leases.objects];
  return { readAt: now, isServerTime: false, objects: listed, crashes: [...candidates.crashes, ...leases.crashes] };
}

function limitedTo(dump: Dump, namespace: string | undefined): Dump {
  if (namespace === undefined) return dump;
  return { ...dump, objects: dump.objects.filter(({ object }) => metadataOf(object)?.["namespace"] === namespace) };
}

function keysOf({ objects }: Dump): readonly string[] {
  return objects.map(({ served, object }) => referenceKey(referenceTo(served.gvk.kind, object)));
}

async function documentsOf(file: string): Promise<readonly unknown[]> {
  const documents: unknown[] = [];
  for await (const { value } of dumpDocuments([file])) documents.push(value);
  return documents;
}
