import { existsSync, readFileSync } from "node:fs";
// The import path avoids the index of the Kubernetes client, which imports a generated module for
// each API. These modules are larger than lease-guard.
import { KubeConfig } from "@kubernetes/client-node/dist/config.js";
import { failed, ok, type Result } from "../field/result.ts";
import { type ApiServer, apiServer } from "./api-server.ts";

/**
 * The directory where kubelet mounts the token of a pod and a file with the name of the pod's
 * namespace.
 */
const podDirectory = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Returns the namespace of the pod that runs this program, or undefined outside a pod. */
export function podNamespace(): string | undefined {
  const file = `${podDirectory}/namespace`;
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/**
 * Reads the address of the API server and the credentials from the given file. Without a file,
 * reads them from the service account of the pod or, outside a pod, from `KUBECONFIG` or
 * `~/.kube/config`. The error states why the source is unusable. Sends no request.
 */
export function connectCluster(kubeconfig: string | undefined): Result<ApiServer, string> {
  const config = new KubeConfig();
  try {
    if (kubeconfig !== undefined) config.loadFromFile(kubeconfig);
    else if (existsSync(`${podDirectory}/token`)) config.loadFromCluster();
    else config.loadFromDefault();
  } catch (error) {
    return unusable(error instanceof Error ? error.message : String(error));
  }
  const server = config.getCurrentCluster()?.server;
  if (!server?.startsWith("https://")) return unusable("no API server is configured, or its address is not HTTPS");
  return ok(apiServer(config, server));
}

function unusable(reason: string): Result<never, string> {
  return failed(`cannot read the API server's configuration: ${reason}`);
}
