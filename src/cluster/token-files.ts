import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { KubeConfig } from "@kubernetes/client-node/dist/config.js";
import { objectsAt, textAt } from "../core/api/fields.ts";
import { notRegular } from "../core/files/read-regular-file.ts";
import { configurationReader } from "../manifest/read-located-documents.ts";

/**
 * Makes users send the token in their `tokenFile`, a field that the Kubernetes client ignores. Each
 * request reads this file again, because another program can replace an expired token. `config` was
 * loaded from the files `kubeconfigs`.
 */
export function useTokenFiles(config: KubeConfig, kubeconfigs: readonly string[]): void {
  const tokenFiles = new Map(kubeconfigs.flatMap(tokenFilesIn));
  config.users = config.users.map((user) => {
    const file = tokenFiles.get(user.name);
    if (file === undefined) return user;
    requireRegular(file);
    return {
      ...user,
      get token() {
        return readFileSync(file, "utf8").trim();
      },
    };
  });
}

/**
 * Throws an error for a pipe or a device. lease-guard and the Kubernetes client read each file more
 * than once, and reading a pipe can wait forever.
 */
export function requireRegular(file: string): void {
  const message = notRegular(file);
  if (message !== undefined) throw new Error(`${file} ${message}`);
}

/** Returns the names of the users in a kubeconfig that have a `tokenFile`, with its path. */
function tokenFilesIn(kubeconfig: string): readonly (readonly [string, string])[] {
  const documents = configurationReader()(readFileSync(kubeconfig, "utf8"));
  const users = documents.ok ? documents.value.flatMap(({ value }) => objectsAt(value, "users")) : [];
  return users.flatMap((user) => {
    const tokenFile = textAt(user, "user", "tokenFile");
    return tokenFile === "" ? [] : [[textAt(user, "name"), resolve(dirname(kubeconfig), tokenFile)] as const];
  });
}
