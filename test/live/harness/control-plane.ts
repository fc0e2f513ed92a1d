import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { kubeconfigAs } from "./impersonation.ts";
import { type Service, startService } from "./service.ts";
import type { World } from "./world.ts";

/**
 * The components that use leader election in every cluster. The Lease of a component is in
 * kube-system and has the name of the component.
 */
export type Component = "kube-controller-manager" | "kube-scheduler";

/**
 * Flags with shorter times than the defaults, because tests wait until lease terms expire. The
 * times are still much longer than a renewal takes on a busy machine.
 */
const terms = [
  "--leader-elect-lease-duration=6s",
  "--leader-elect-renew-deadline=5s",
  "--leader-elect-retry-period=1s",
];

/**
 * Starts one instance of a component. The user of the instance has the permissions that Kubernetes
 * gives this component.
 */
export function startComponent(
  world: World,
  component: Component,
  { name, flags }: { name: string; flags: readonly string[] },
): Service {
  const kubeconfig = kubeconfigAs(world, `system:${component}`);
  const certificates = join(world.folder, name);
  mkdirSync(certificates);
  const accounts = [
    "--use-service-account-credentials",
    `--service-account-private-key-file=${join(world.folder, "token.key")}`,
    `--root-ca-file=${join(world.folder, "ca.crt")}`,
  ];
  return startService(join(world.assets, component), {
    args: [
      ...[`--kubeconfig=${kubeconfig}`, "--secure-port=0", "--leader-elect", ...terms, ...flags],
      ...(component === "kube-controller-manager" ? accounts : []),
    ],
    log: join(world.folder, `${name}.log`),
  });
}
