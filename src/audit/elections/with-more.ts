import type { ApiServer } from "../../cluster/api-server.ts";
import { everyApiServer } from "../../cluster/every-api-server.ts";
import { guardOf } from "../../guarantee/guard.ts";
import { readGuard } from "../../guarantee/read-guard.ts";
import { readFiles } from "../../installation/read-files.ts";
import type { Snapshot } from "../../installation/snapshot.ts";
import { SnapshotBuilder } from "../../installation/snapshot-builder.ts";
import { answerOf, openAsKubectl } from "../../terminal/cluster-flags.ts";
import { UsageError } from "../../terminal/errors.ts";
import { startProgress } from "../../terminal/progress.ts";
import type { Input, SourceSettings } from "../audit-of.ts";
import { clusterFlagsOf } from "../source-flags.ts";
import type { FlagTiming } from "./advice.ts";
import type { Elections, Guarantees } from "./elections.ts";
import { type Fencing, readFencing } from "./fences.ts";
import type { ElectionsFlags } from "./flags.ts";
import { guaranteesOf } from "./guarantees.ts";

/** Throws a usage error if a flag requires another one, or files that can be read again. */
export function rejectUnusedFlags(flags: ElectionsFlags): void {
  const { guarantee, fences, clockSkew, writeLatency, renewDeadline, releaseOnCancel, filename = [] } = flags;
  for (const [flag, value] of Object.entries({ "--clock-skew": clockSkew, "--write-latency": writeLatency }))
    if (value !== undefined && guarantee === undefined) throw new UsageError(`${flag}: requires --guarantee`);
  if (!releaseOnCancel && (guarantee === undefined || renewDeadline === undefined))
    throw new UsageError("--no-release-on-cancel: requires --guarantee, --renew-deadline, and --retry-period");
  for (const [flag, value] of Object.entries({ "--guarantee": guarantee, "--fences": fences }))
    if (value === true && filename.includes("-"))
      throw new UsageError(`${flag}: requires files, because it reads them again`);
}

interface ReadSource {
  readonly input: Input;
  readonly settings: SourceSettings;
  readonly timing: FlagTiming | undefined;
}

/** Adds to the elections what `--guarantee` and `--fences` show. */
export async function withMore(elections: Elections, source: ReadSource, flags: ElectionsFlags): Promise<Elections> {
  if (flags.guarantee === undefined && flags.fences === undefined) return elections;
  const snapshot = await snapshotIn(flags);
  return {
    ...elections,
    ...(flags.guarantee === true && { guarantees: await guaranteesIn(elections, source, flags, snapshot) }),
    ...(flags.fences === true && { fencing: await fencingIn(flags, snapshot) }),
  };
}

async function guaranteesIn(
  { elections }: Elections,
  { input, timing }: ReadSource,
  { clockSkew: skewMs, writeLatency: latencyMs, releaseOnCancel }: ElectionsFlags,
  snapshot: Snapshot,
): Promise<Guarantees> {
  const { last, pods, recorded, podElections } = input;
  return guaranteesOf(elections, {
    guard: guardOf(snapshot, { skewMs, latencyMs }, last.readAt),
    serverVersion: snapshot.serverVersion,
    objects: last.objects,
    pods,
    recorded,
    podElections: podElections?.elections ?? [],
    flags: timing && { ...timing, releases: releaseOnCancel ? undefined : false },
  });
}

async function fencingIn(flags: ElectionsFlags, snapshot: Snapshot): Promise<Fencing> {
  const inFiles = { reached: [], unreached: [{ address: "the counts", reason: "files do not contain them" }] };
  return answerOf(
    readFencing(snapshot, async () =>
      flags.filename === undefined ? everyApiServer(openAsKubectl(clusterFlagsOf(flags))) : inFiles,
    ),
  );
}

/** Reads a snapshot for both flags with requests to the cluster, or the files of `-f` again. */
async function snapshotIn(flags: ElectionsFlags): Promise<Snapshot> {
  if (flags.filename !== undefined) return readFiles(flags.filename);
  const progress = startProgress();
  const { api } = openAsKubectl(clusterFlagsOf(flags));
  return answerOf(readMore(api, new SnapshotBuilder(api, progress), flags)).finally(progress.clear);
}

/** Reads the objects that both flags need only once. */
export async function readMore(
  api: ApiServer,
  builder: SnapshotBuilder,
  { guarantee, fences }: Pick<ElectionsFlags, "guarantee" | "fences">,
): Promise<Snapshot> {
  if (fences === true) await builder.list("ValidatingAdmissionPolicyBinding");
  if (guarantee === true) return readGuard(api, builder);
  await builder.list("ValidatingAdmissionPolicy");
  return builder.snapshot();
}
