import { everyApiServer } from "../../cluster/every-api-server.ts";
import { guardOf } from "../../guarantee/guard.ts";
import { readGuard } from "../../guarantee/read-guard.ts";
import { readFiles } from "../../installation/read-files.ts";
import type { Snapshot } from "../../installation/snapshot.ts";
import { SnapshotBuilder } from "../../installation/snapshot-builder.ts";
import { podElections } from "../../listing/pod-elections.ts";
import { answerOf, openAsKubectl } from "../../terminal/cluster-flags.ts";
import { UsageError } from "../../terminal/errors.ts";
import { startProgress } from "../../terminal/progress.ts";
import { tableFinder } from "../../workload/table-finder.ts";
import type { Input, SourceSettings } from "../audit-of.ts";
import { clusterFlagsOf } from "../source-flags.ts";
import type { FlagTiming } from "./advice.ts";
import type { Elections, Guarantees } from "./elections.ts";
import { type Fencing, readFencing } from "./fences.ts";
import type { ElectionsFlags } from "./flags.ts";
import { guaranteesOf } from "./guarantees.ts";

/** Throws a usage error if a flag requires another one, or files that can be read again. */
export function rejectUnusedFlags(flags: ElectionsFlags): void {
  const { guarantee, fences, clockSkew, writeLatency, filename = [] } = flags;
  for (const [flag, value] of Object.entries({ "--clock-skew": clockSkew, "--write-latency": writeLatency }))
    if (value !== undefined && guarantee === undefined) throw new UsageError(`${flag}: requires --guarantee`);
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
  return {
    ...elections,
    ...(flags.guarantee === true && { guarantees: await guaranteesIn(elections, source, flags) }),
    ...(flags.fences === true && { fencing: await fencingIn(flags) }),
  };
}

async function guaranteesIn(
  { elections }: Elections,
  { input, settings, timing }: ReadSource,
  flags: ElectionsFlags,
): Promise<Guarantees> {
  const { clockSkew: skewMs, writeLatency: latencyMs } = flags;
  const snapshot = await snapshotIn(flags, readGuard);
  const { last, pods, recorded } = input;
  return guaranteesOf(elections, {
    guard: guardOf(snapshot, { skewMs, latencyMs }, last.readAt),
    serverVersion: snapshot.serverVersion,
    objects: last.objects,
    pods,
    recorded,
    podElections: pods === undefined ? [] : await podElections(pods, tableFinder(settings.programs)),
    flags: timing,
  });
}

async function fencingIn(flags: ElectionsFlags): Promise<Fencing> {
  const snapshot = await snapshotIn(flags, async (api, progress) => {
    const builder = new SnapshotBuilder(api, progress);
    await builder.list("ValidatingAdmissionPolicy");
    await builder.list("ValidatingAdmissionPolicyBinding");
    return builder.snapshot();
  });
  const inFiles = { reached: [], unreached: [{ address: "the counts", reason: "files do not contain them" }] };
  return answerOf(
    readFencing(snapshot, async () =>
      flags.filename === undefined ? everyApiServer(openAsKubectl(clusterFlagsOf(flags))) : inFiles,
    ),
  );
}

/** Reads a snapshot with requests to the cluster, or the files of `-f` again. */
async function snapshotIn(flags: ElectionsFlags, read: typeof readGuard): Promise<Snapshot> {
  if (flags.filename !== undefined) return readFiles(flags.filename);
  const progress = startProgress();
  return answerOf(read(openAsKubectl(clusterFlagsOf(flags)).api, progress)).finally(progress.clear);
}
