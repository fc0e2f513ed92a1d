import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Ended, runCli } from "../../harness/cli.ts";
import { expectStatus, type World } from "./world.ts";

/** The pod in which a program runs. */
export interface InPod {
  readonly namespace: string;
  readonly serviceAccount: string;
  /** The host names, such as that of a Service, that lead to the loopback address. */
  readonly hosts?: readonly string[];
}

/**
 * Runs the built command line with the files and the environment of a pod. In a mount namespace,
 * the directory of the service account contains what a kubelet mounts there.
 */
export async function runInPod(
  world: World,
  args: readonly string[],
  { namespace, serviceAccount, hosts = [] }: InPod,
): Promise<Ended> {
  const tokenPath = `/api/v1/namespaces/${namespace}/serviceaccounts/${serviceAccount}/token`;
  const { body } = expectStatus(
    201,
    await world.api.call("POST", tokenPath, { body: { spec: { expirationSeconds: 3600 } } }),
  );
  const folder = join(world.folder, `pod-${serviceAccount}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "token"),
    String((body as { readonly status?: { readonly token?: string } }).status?.token),
  );
  writeFileSync(join(folder, "namespace"), namespace);
  copyFileSync(join(world.folder, "ca.crt"), join(folder, "ca.crt"));
  writeFileSync(join(folder, "hosts"), ["localhost", ...hosts].map((host) => `127.0.0.1 ${host}\n`).join(""));
  const config = JSON.parse(readFileSync(join(world.folder, "kubeconfig.json"), "utf8"));
  const { hostname, port } = new URL(config.clusters[0].cluster.server);
  const mounts = [
    "--dev-bind",
    "/",
    "/",
    "--tmpfs",
    "/run",
    "--ro-bind",
    folder,
    "/run/secrets/kubernetes.io/serviceaccount",
  ];
  const files = [...mounts, "--ro-bind", join(folder, "hosts"), "/etc/hosts"];
  const environment = [
    "--unsetenv",
    "KUBECONFIG",
    "--setenv",
    "HOME",
    "/run",
    "--setenv",
    "KUBERNETES_SERVICE_HOST",
    hostname,
  ];
  return runCli(args, {
    through: ["bwrap", "--die-with-parent", ...files, ...environment, "--setenv", "KUBERNETES_SERVICE_PORT", port],
  });
}
