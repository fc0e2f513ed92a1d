import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Cluster, User } from "@kubernetes/client-node";
import { KubeConfig } from "@kubernetes/client-node/dist/config.js";
import { ExecAuth } from "@kubernetes/client-node/dist/exec_auth.js";
import { fieldAt, objectsAt, textAt, textsAt } from "../core/api/fields.ts";
import { isJsonObject } from "../core/api/json-object.ts";
import { notRegular } from "../core/files/read-regular-file.ts";
import { configurationReader } from "../manifest/read-located-documents.ts";

/** The headers of a request that impersonates a user. */
type ImpersonationHeaders = Readonly<Record<string, string | readonly string[]>>;

interface CompleteUser extends User {
  readonly impersonation?: ImpersonationHeaders;
}

/** An entry of a kubeconfig as its file contains it, and the directory of this file. */
interface Entry {
  readonly directory: string;
  readonly fields: unknown;
}

/**
 * Loads kubeconfigs, and merges them as kubectl does. If several files have an entry with the same
 * name, the entry of the first file counts, and so does the first current context. Throws if a file
 * is not readable.
 */
export function loadKubeconfigs(files: readonly string[]): KubeConfig {
  const configs = files.map((file) => {
    requireRegular(file);
    const config = new KubeConfig();
    try {
      config.loadFromFile(file);
    } catch (error) {
      // The client does not check whether the file contains a map.
      throw error instanceof TypeError ? new Error(`${file} must be a kubeconfig`) : error;
    }
    return config;
  });
  const merged = new KubeConfig();
  merged.loadFromOptions({
    clusters: firstOfEachName(configs.flatMap(({ clusters }) => clusters)),
    contexts: firstOfEachName(configs.flatMap(({ contexts }) => contexts)),
    users: firstOfEachName(configs.flatMap(({ users }) => users)),
    currentContext: configs.map(({ currentContext }) => currentContext).find((name) => name),
  });
  return merged;
}

function firstOfEachName<T extends { readonly name: string }>(entries: readonly T[]): readonly T[] {
  const names = entries.map(({ name }) => name);
  return entries.filter(({ name }, index) => names.indexOf(name) === index);
}

/**
 * Adds the fields of the files that the Kubernetes client ignores to the current user of `config`:
 * the other headers of an impersonation, the input of a credential plugin, and `tokenFile`. Throws
 * if `isUnattended` is true, and the credential plugin requires a terminal.
 */
export type UserCompleter = (config: KubeConfig, isUnattended: boolean) => void;

/** Returns the completer for configurations that were loaded from these files. */
export function userCompleter(files: readonly string[]): UserCompleter {
  const read = files.map(parseFile);
  const users = entriesOf(read, "users", "user");
  const clusters = entriesOf(read, "clusters", "cluster");
  return (config, isUnattended) => {
    const [cluster, current] = [config.getCurrentCluster(), config.getCurrentUser()];
    const entry = users.get(current?.name ?? "");
    if (current === null || entry === undefined) return;
    const exec = cluster && completePlugin(entry, () => execCluster(cluster, clusters.get(cluster.name)?.fields));
    const complete = { ...current, ...impersonation(entry.fields), ...(exec && { exec }) };
    const user = isUnattended && exec ? withUnattendedPlugin(config, complete, exec) : complete;
    config.users = config.users.map((each) => (each === current ? withTokenFile(user, entry) : each));
  };
}

/** The maximum time for a credential plugin without standard input, in milliseconds. */
const pluginTimeoutMs = 30_000;

/**
 * Makes a credential plugin run without standard input, and for at most `pluginTimeoutMs`. Throws
 * if the plugin requires standard input.
 */
function withUnattendedPlugin(config: KubeConfig, { exec: _, ...user }: CompleteUser, exec: object): CompleteUser {
  if (textAt(exec, "interactiveMode") === "Always") throw new Error(mustNotBeInteractive);
  const runner = new ExecAuth();
  const execFn = (command: string, args: readonly string[], options: SpawnOptions): ChildProcess => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"], timeout: pluginTimeoutMs });
    // A program that the plugin started can keep its output open.
    return child.once("exit", (_, signal) => {
      if (signal !== null) for (const stream of [child.stdout, child.stderr]) stream.destroy();
    });
  };
  Object.assign(runner, { execFn });
  config.addAuthenticator({
    isAuthProvider: ({ name }) => name === user.name,
    applyAuthentication: (_, options) => runner.applyAuthentication({ ...user, exec }, options),
  });
  return user;
}

const mustNotBeInteractive =
  "with several contexts, a credential plugin must not have interactiveMode Always, because it would ask the user: use --context with only this context";

/** Returns the headers of the current user, in addition to those of the Kubernetes client. */
export function impersonationHeaders(config: KubeConfig): ImpersonationHeaders {
  const user: CompleteUser | null = config.getCurrentUser();
  return user?.impersonation ?? {};
}

interface ParsedFile extends Pick<Entry, "directory"> {
  readonly documents: readonly unknown[];
}

function parseFile(file: string): ParsedFile {
  const documents = configurationReader()(readFileSync(file, "utf8"));
  return { directory: dirname(file), documents: documents.ok ? documents.value.map(({ value }) => value) : [] };
}

/** Returns the entries of a list by their names. The first kubeconfig has precedence. */
function entriesOf(files: readonly ParsedFile[], list: string, field: string): ReadonlyMap<string, Entry> {
  const entries = files.flatMap(({ directory, documents }) =>
    documents
      .flatMap((document) => objectsAt(document, list))
      .map((entry) => [textAt(entry, "name"), { directory, fields: fieldAt(entry, field) }] as const),
  );
  return new Map(entries.reverse());
}

function impersonation(user: unknown): Pick<CompleteUser, "impersonation"> {
  const groups = textsAt(user, "as-groups");
  const uid = textAt(user, "as-uid");
  const extra = Object.keys(objectAt(user, "as-user-extra"));
  const headers = {
    ...(groups.length > 0 && { "Impersonate-Group": groups }),
    ...(uid !== "" && { "Impersonate-Uid": uid }),
    ...Object.fromEntries(
      extra.map((key) => [`Impersonate-Extra-${headerName(key)}`, textsAt(user, "as-user-extra", key)]),
    ),
  };
  return Object.keys(headers).length > 0 ? { impersonation: headers } : {};
}

function objectAt(value: unknown, field: string): object {
  const object = fieldAt(value, field);
  return isJsonObject(object) ? object : {};
}

/** Escapes the bytes of a key that a header name cannot contain, as client-go does. */
function headerName(key: string): string {
  return key.replaceAll(/[^!#$&'*+\-.^_`|~\da-z]/gi, (character) =>
    Buffer.from(character).toString("hex").toUpperCase().replaceAll(/../g, "%$&"),
  );
}

/**
 * Returns the credential plugin of a user. kubectl looks for a command with a slash in the
 * directory of the kubeconfig. A plugin can require `KUBERNETES_EXEC_INFO`, and not every plugin
 * works without the cluster in it.
 */
function completePlugin({ directory, fields }: Entry, cluster: () => object): object | undefined {
  const exec = objectAt(fields, "exec");
  const command = textAt(exec, "command");
  if (command === "") return undefined;
  const info = {
    kind: "ExecCredential",
    apiVersion: textAt(exec, "apiVersion"),
    spec: { ...(fieldAt(exec, "provideClusterInfo") === true && { cluster: cluster() }), interactive: false },
  };
  return {
    ...exec,
    command: command.includes("/") ? resolve(directory, command) : command,
    env: [...objectsAt(exec, "env"), { name: "KUBERNETES_EXEC_INFO", value: JSON.stringify(info) }],
  };
}

/** Returns the cluster in the form that a credential plugin gets. */
function execCluster({ server, tlsServerName, skipTLSVerify, caFile, caData, proxyUrl }: Cluster, fields: unknown) {
  const extension = objectsAt(fields, "extensions").find(({ name }) => name === "client.authentication.k8s.io/exec");
  const authority = caData || (caFile && readFileSync(caFile, "base64"));
  return {
    server,
    ...(tlsServerName && { "tls-server-name": tlsServerName }),
    ...(skipTLSVerify && { "insecure-skip-tls-verify": true }),
    ...(authority && { "certificate-authority-data": authority }),
    ...(proxyUrl && { "proxy-url": proxyUrl }),
    config: fieldAt(extension, "extension"),
  };
}

/**
 * Makes a user send the token in its `tokenFile`. Each request reads this file again, because
 * another program can replace an expired token.
 */
function withTokenFile(user: CompleteUser, { directory, fields }: Entry): CompleteUser {
  const tokenFile = textAt(fields, "tokenFile");
  if (tokenFile === "") return user;
  const file = resolve(directory, tokenFile);
  requireRegular(file);
  return {
    ...user,
    get token() {
      return readFileSync(file, "utf8").trim();
    },
  };
}

/**
 * Throws an error for a pipe or a device. lease-guard and the Kubernetes client read each file more
 * than once, and reading a pipe can wait forever.
 */
export function requireRegular(file: string): void {
  const message = notRegular(file);
  if (message !== undefined) throw new Error(`${file} ${message}`);
}
