import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Service, startService } from "./service.ts";
import type { World } from "./world.ts";

/** The part of the cluster's kubeconfig that a client needs. */
interface Kubeconfig {
  readonly clusters: readonly [
    { readonly cluster: { readonly server: string; readonly "certificate-authority": string } },
  ];
  readonly users: readonly [
    { readonly user: { readonly "client-certificate": string; readonly "client-key": string } },
  ];
}

/** Renews the Lease `$1` every three seconds. `date` and `curl` use the clock of the process. */
const renew = `while :; do
  curl --silent --show-error --output /dev/null --cacert "$2" --cert "$3" --key "$4" --request PATCH \\
    --header 'Content-Type: application/merge-patch+json' \\
    --data "{\\"metadata\\":$5,\\"spec\\":{\\"renewTime\\":\\"$(date -u +%Y-%m-%dT%H:%M:%S.%6NZ)\\"}}" "$1"
  sleep 3
done`;

/** A skewed clock, and the data that the client writes in addition to `renewTime`. */
interface SkewedSettings {
  /** The difference between the clocks, such as `+60s`. */
  readonly offset: string;
  readonly metadata?: object;
}

/** Metadata with which the API server removes the times of earlier writes. */
export const withoutManagers: object = { managedFields: [{}] };

/**
 * Starts a client that renews a Lease, on a machine whose clock is wrong. The name of the Lease is
 * also the name of the field manager.
 */
export function startSkewedWriter(
  { folder }: World,
  [namespace, name]: readonly [string, string],
  { offset, metadata = {} }: SkewedSettings,
): Service {
  const { clusters, users }: Kubeconfig = JSON.parse(readFileSync(join(folder, "kubeconfig.json"), "utf8"));
  const [{ cluster }] = clusters;
  const [{ user }] = users;
  const url = `${cluster.server}/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/${name}?fieldManager=${name}`;
  const files = [cluster["certificate-authority"], user["client-certificate"], user["client-key"]];
  const preload = execFileSync("faketime", ["now", "printenv", "LD_PRELOAD"], { encoding: "utf8" }).trim();
  const clock = [
    `LD_PRELOAD=${preload}`,
    `FAKETIME=${offset}`,
    "FAKETIME_DONT_FAKE_MONOTONIC=1",
    "DONT_FAKE_MONOTONIC=1",
  ];
  return startService("env", {
    args: [...clock, "bash", "-c", renew, "renew", url, ...files, JSON.stringify(metadata)],
    log: join(folder, `${name}.log`),
  });
}
