import type { ApiServers } from "../../cluster/every-api-server.ts";
import { namespacedName } from "../../core/field/object-reference.ts";
import { joinWords, pluralize } from "../../core/text/join-words.ts";
import { fencesIn, type ListedFence } from "../../installation/fences.ts";
import { type Snapshot, unreadReason } from "../../installation/snapshot.ts";
import { readMetrics } from "../../listing/read-metrics.ts";
import type { SideTable } from "./side-table.ts";

/** The writes that a fence reported since the start of the API servers. */
export interface FenceCounts {
  readonly denied: number;
  readonly warned: number;
}

export interface CountedFence extends ListedFence {
  /** Undefined if no API server showed its metrics. */
  readonly counts: FenceCounts | undefined;
}

/** The fences of a cluster, and how many API servers showed their counts. */
export interface Fencing {
  readonly fences: readonly CountedFence[];
  /** True if all fences are known. */
  readonly isComplete: boolean;
  readonly serversRead: number;
  /** The reasons why fences or counts are not known. */
  readonly unknown: readonly string[];
}

const metric = "apiserver_validating_admission_policy_check_total";

/** Reads what fences do, and from each API server that responds, what they have refused. */
export async function readFencing(snapshot: Snapshot, servers: () => Promise<ApiServers>): Promise<Fencing> {
  const fences = fencesIn(snapshot);
  const unread = (["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"] as const).flatMap(
    (kind) => unreadReason(snapshot, kind) ?? [],
  );
  const isComplete = unreadReason(snapshot, "ValidatingAdmissionPolicy") === undefined;
  if (fences.length === 0) return { fences: [], isComplete, serversRead: 0, unknown: unread };
  const { reached, unreached } = await servers();
  const counted = new Map(fences.map(({ policy }) => [policy.name, { denied: 0, warned: 0 }]));
  const read = await Promise.all(
    reached.map(async ({ address, api }) => {
      const result = await readMetrics(api, metric, (labels, value) => {
        const counts = counted.get(labels.get("policy") ?? "");
        if (counts === undefined) return;
        if (labels.get("enforcement_action") === "deny") counts.denied += value;
        if (labels.get("enforcement_action") === "warn") counts.warned += value;
      });
      return result.ok ? undefined : `${address}/metrics: ${result.error.reason}`;
    }),
  );
  const failures = read.flatMap((reason) => reason ?? []);
  const serversRead = read.length - failures.length;
  return {
    fences: fences.map((fence) => ({
      ...fence,
      counts: serversRead === 0 ? undefined : counted.get(fence.policy.name),
    })),
    isComplete,
    serversRead,
    unknown: [...unread, ...unreached.map(({ address, reason }) => `${address}: ${reason}`), ...failures],
  };
}

interface FencedElections {
  readonly elections: readonly { readonly namespace: string; readonly name: string }[];
  readonly fencing: Fencing;
  /** The number of API servers with an identity Lease, or 0 if it is not known. */
  readonly apiServers: number;
}

/** Returns a table of the fences, and below it what their counts are based on. */
export function fenceTable({ elections, fencing, apiServers }: FencedElections): SideTable {
  const { fences, isComplete, serversRead, unknown } = fencing;
  const known = new Set(elections.map(namespacedName));
  const missing = fences.filter(({ fence }) => !known.has(namespacedName(fence.lease)));
  const acting = fences.filter(({ mode }) => mode === "warn" || mode === "deny");
  const fenced = new Set(acting.map(({ fence }) => namespacedName(fence.lease)));
  const isExact = isComplete && fences.every(({ mode }) => mode !== "not known");
  const count = [...fenced].filter((name) => known.has(name)).length;
  return {
    title: "Fences",
    headings: ["NAMESPACE", "NAME", "FENCE", "MODE", "RESOURCES", "DENIED", "WARNED"],
    rows: fences.map(({ fence, mode, counts }) => [
      fence.lease.namespace,
      fence.lease.name,
      fence.name,
      mode,
      fence.resources.join(", "),
      counts === undefined ? "?" : String(counts.denied),
      counts === undefined ? "?" : String(counts.warned),
    ]),
    lines: [
      ...(serversRead > 0 ? [sourceText(serversRead, apiServers)] : []),
      ...unknown.map((reason) => `not known: ${reason}`),
      ...(missing.length > 0
        ? [`no election of ${joinWords(missing.map(({ fence }) => fence.name))}: the listing has no such Lease`]
        : []),
      `fenced: ${isExact ? "" : "at least "}${count} of ${pluralize(elections.length, "election")}`,
    ],
  };
}

function sourceText(read: number, known: number): string {
  const servers = known > read ? `${read} of ${known} API servers` : pluralize(read, "API server");
  return `DENIED and WARNED: writes since the start of ${servers}`;
}
