import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Cluster } from "./cluster.ts";

/**
 * Writes a kubeconfig of the test cluster with the given token, and returns the path of the file.
 * The default of `server` is the address of the API server.
 */
export function kubeconfigFor(
  { folder }: Pick<Cluster, "folder">,
  name: string,
  { token, server }: { token: string; server?: string },
): string {
  const config = parse(readFileSync(join(folder, "kubeconfig.json"), "utf8"));
  config.users = [{ name: "admin", user: { token } }];
  if (server !== undefined) config.clusters[0].cluster.server = server;
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(config));
  return path;
}

/** Reads the token from a kubeconfig file. */
export function tokenOf(kubeconfig: string): string {
  return String(parse(readFileSync(kubeconfig, "utf8")).users[0].user.token);
}
