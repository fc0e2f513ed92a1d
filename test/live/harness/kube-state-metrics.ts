import { join } from "node:path";
import { freePorts } from "./free-ports.ts";
import { mustRun } from "./run.ts";
import { type Service, startService } from "./service.ts";
import type { World } from "./world.ts";

/** A running kube-state-metrics. */
export interface KubeStateMetrics extends Pick<Service, "stop"> {
  /** Returns the metrics as Prometheus reads them. */
  readonly scrape: () => Promise<string>;
}

/** Builds kube-state-metrics, starts it as the admin, and returns when its caches are filled. */
export async function startKubeStateMetrics({ folder }: World): Promise<KubeStateMetrics> {
  const program = join(folder, "kube-state-metrics");
  const cwd = join(import.meta.dirname, "../kube-state-metrics");
  await mustRun("go", ["vet", "."], { cwd });
  await mustRun("go", ["build", "-o", program, "."], { cwd });
  const [port = 0, telemetryPort = 0] = await freePorts(2);
  const service = startService(program, {
    args: [
      ...[`--kubeconfig=${join(folder, "kubeconfig.json")}`, "--resources=leases,pods"],
      ...["--host=127.0.0.1", `--port=${port}`, "--telemetry-host=127.0.0.1", `--telemetry-port=${telemetryPort}`],
    ],
    log: join(folder, "kube-state-metrics.log"),
  });
  const scrape = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await service.ready(async () => ((await scrape()).includes("kube_lease_owner{") ? true : undefined));
  return { scrape, stop: service.stop };
}
