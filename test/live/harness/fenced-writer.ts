import { join } from "node:path";
import { eventually } from "./eventually.ts";
import { kubeconfigFor } from "./kubeconfig.ts";
import { mustRun } from "./run.ts";
import { type Service, startService } from "./service.ts";
import type { World } from "./world.ts";

/** A request that made a process the leader. Times are in milliseconds since 1970. */
export interface Acquisition {
  readonly sent: number;
  readonly answered: number;
  /** Whether the term of another holder still ran. */
  readonly wasLive: boolean;
}

/** A write of a process. The outcome is `stored`, `denied` by an admission policy, or a status. */
export interface TimedWrite {
  readonly sent: number;
  readonly answered: number;
  readonly path: string;
  readonly outcome: string;
}

/** Everything that a process has done. */
export interface WriterReport {
  readonly acquisitions: readonly Acquisition[];
  /** The times at which the process sent releases of the Lease. */
  readonly released: readonly number[];
  readonly writes: readonly TimedWrite[];
}

/** A process of test/live/elector/fenced-writer, which writes without pause while it is the leader. */
export interface FencedWriter {
  readonly pod: string;
  readonly service: Service;
  /** Sends a command, and returns its result. */
  readonly command: (name: "release" | "hang" | "take" | "compete" | "state" | "report") => Promise<unknown>;
  /** Returns the number and the time of acquisitions, and the number of writes by outcome. */
  readonly state: () => Promise<Readonly<Record<string, number>>>;
  readonly report: () => Promise<WriterReport>;
}

/** The settings of a process. The election uses the first of the API servers. */
export interface WriterSettings {
  readonly namespace: string;
  readonly pod: string;
  /** The part of holderIdentity before `_`. The default is the pod. */
  readonly host?: string;
  readonly token: string;
  readonly servers: readonly string[];
}

/** The name of the Lease of all processes. */
export const leaseName = "operator";

/** Builds the program. */
export async function buildFencedWriter({ folder }: World): Promise<void> {
  const cwd = join(import.meta.dirname, "../elector");
  await mustRun("go", ["build", "-o", join(folder, "fenced-writer"), "./fenced-writer"], { cwd });
}

/** Starts a process, and returns when it accepts commands. */
export async function startFencedWriter(
  world: World,
  { namespace, pod, host = pod, token, servers }: WriterSettings,
): Promise<FencedWriter> {
  const file = `${namespace}-${pod}-${token.slice(-8)}`;
  const kubeconfigs = servers.map((server, index) => kubeconfigFor(world, `${file}-${index}.json`, { token, server }));
  const service = startService(join(world.folder, "fenced-writer"), {
    args: [
      `-kubeconfigs=${kubeconfigs.join()}`,
      ...[`-namespace=${namespace}`, `-lease=${leaseName}`, `-pod=${pod}`, `-host=${host}`],
    ],
    log: join(world.folder, `${file}.log`),
  });
  const port = await eventually(`${pod} prints its port`, 30_000, () => service.lines[0]);
  const command: FencedWriter["command"] = async (name) => {
    const answer = await fetch(`http://127.0.0.1:${port}/${name}`);
    if (!answer.ok) throw new Error(`${pod}: ${name}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    pod,
    service,
    command,
    state: async () => (await command("state")) as Readonly<Record<string, number>>,
    report: async () => (await command("report")) as WriterReport,
  };
}
