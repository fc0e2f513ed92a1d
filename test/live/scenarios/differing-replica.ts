import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { main } from "../../harness/cli.ts";
import { freePorts } from "../harness/free-ports.ts";
import { startService } from "../harness/service.ts";
import type { ServiceNetwork } from "../harness/service-network.ts";
import type { World } from "../harness/world.ts";
import type { DoctorFinding } from "./foreign-webhooks.ts";

/** A good installation whose two replicas are one process. */
export interface Replicas {
  readonly world: () => World;
  readonly network: () => ServiceNetwork;
  /** Returns the port of the probes of both replicas. */
  readonly health: () => number;
  readonly findings: () => Promise<readonly DoctorFinding[]>;
}

/** Tests that the doctor names the replica that has loaded another policy than the ConfigMap. */
export function differingReplica({ world, network, health, findings }: Replicas): void {
  it("finds the replica whose policy differs from the ConfigMap", async () => {
    const policy = join(world().folder, "other-policy.yaml");
    writeFileSync(policy, "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nprofile: strict\n");
    const [port = 0, probes = 0] = await freePorts(2);
    const addresses = [
      "--bind-address=127.0.0.1",
      `--secure-port=${port}`,
      `--health-probe-bind-address=127.0.0.1:${probes}`,
    ];
    const replica = startService(process.execPath, {
      args: [
        main,
        "serve",
        "--self-signed",
        "--shutdown-delay-duration=0s",
        ...addresses,
        "--metrics-bind-address=0",
        `--policy=${policy}`,
      ],
      log: join(world().folder, "other-replica.log"),
    });
    try {
      await replica.ready(async () => ((await fetch(`http://127.0.0.1:${probes}/readyz`)).ok ? true : undefined));
      network().route("10.1.0.2:8081", probes);
      const found = await findings();
      expect(found.map(({ check, field, object }) => [check, object?.name, field])).toEqual([
        ["doctor/policy-loaded", "lease-guard-policy", "data"],
      ]);
      expect(found[0]?.message).toContain("replica-1");
      expect(found[0]?.message).not.toContain("replica-0");
    } finally {
      network().route("10.1.0.2:8081", health());
      await replica.stop();
    }
    expect(await findings()).toEqual([]);
  });
}
