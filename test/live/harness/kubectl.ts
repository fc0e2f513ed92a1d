import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deprecation } from "./api.ts";
import type { Credentials } from "./credentials.ts";
import { type Outcome, run } from "./run.ts";

/**
 * Runs kubectl as the admin of the test cluster. `object` is the standard input, for
 * `--filename=-`. The returned stderr contains no warnings about deprecated versions.
 */
export type Kubectl = (args: readonly string[], object?: object) => Promise<Outcome>;

/**
 * Returns a function that runs kubectl against the API server on a loopback port. kubectl keeps its
 * configuration and its caches below `folder`.
 */
export function kubectlFor(folder: string, port: number, credentials: Credentials): Kubectl {
  const config = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": "test",
    contexts: [{ name: "test", context: { cluster: "test", user: "admin" } }],
    clusters: [
      { name: "test", cluster: { server: `https://localhost:${port}`, "certificate-authority": credentials.caFile } },
    ],
    users: [
      { name: "admin", user: { "client-certificate": credentials.adminFile, "client-key": credentials.adminKeyFile } },
    ],
  };
  const kubeconfig = join(folder, "kubeconfig.json");
  writeFileSync(kubeconfig, JSON.stringify(config));
  const env = { PATH: process.env["PATH"], HOME: folder, KUBECONFIG: kubeconfig };
  return async (args, object) => {
    const outcome = await run("kubectl", args, { env, ...(object && { stdin: JSON.stringify(object) }) });
    const lines = outcome.stderr.split("\n").filter((line) => !deprecation.test(line));
    return { ...outcome, stderr: lines.join("\n") };
  };
}
