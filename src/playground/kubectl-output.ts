import type { Kind } from "../core/api/coordination.ts";
import { isBefore, type KubernetesVersion } from "../core/api/kubernetes-version.ts";
import type { Status } from "../core/api/meta.ts";
import { coordinationGroup } from "../core/api/served-versions.ts";
import type { ChangeOperation } from "../rules/rule.ts";

export interface AnsweredWrite {
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
  readonly status: Status | undefined;
  readonly warnings: readonly string[];
}

const words: Readonly<
  Record<ChangeOperation, { readonly command: string; readonly doing: string; readonly done: string }>
> = {
  CREATE: { command: "create", doing: "creating", done: "created" },
  UPDATE: { command: "replace", doing: "replacing", done: "replaced" },
  DELETE: { command: "delete", doing: "deleting", done: "deleted" },
};

const file = "object.yaml";

/** The first version of kubectl that prints the namespace of a deleted object. */
const firstWithNamespace: KubernetesVersion = "1.34";

/**
 * Returns the command with which kubectl sends writes of objects in one file, and its output. For
 * each write, kubectl prints the warnings and, if the write is allowed, the success. The errors
 * come last. Equal warnings appear once. With `ignoresFields`, kube-apiserver drops unknown fields,
 * which it rejects by default.
 */
export function kubectlOutput(
  operation: ChangeOperation,
  kubernetesVersion: KubernetesVersion,
  writes: readonly AnsweredWrite[],
  ignoresFields = false,
): string {
  const lines = writes.flatMap((write) => [
    ...write.warnings.map((warning) => `Warning: ${warning}`),
    ...(write.status === undefined ? [success(operation, kubernetesVersion, write)] : []),
  ]);
  const isRepeated = (line: string, index: number): boolean =>
    line.startsWith("Warning: ") && lines.indexOf(line) < index;
  return [
    `$ kubectl ${words[operation].command} -f ${file}${ignoresFields && operation !== "DELETE" ? " --validate=ignore" : ""}`,
    ...lines.filter((line, index) => !isRepeated(line, index)),
    ...errorLines(operation, writes),
  ].join("\n");
}

function success(
  operation: ChangeOperation,
  kubernetesVersion: KubernetesVersion,
  { kind, namespace, name }: AnsweredWrite,
): string {
  const resource = `${kind.toLowerCase()}.${coordinationGroup}`;
  const { done } = words[operation];
  if (operation !== "DELETE") return `${resource}/${name} ${done}`;
  const from = isBefore(kubernetesVersion, firstWithNamespace) ? "" : ` from ${namespace} namespace`;
  return `${resource} "${name}" ${done}${from}`;
}

/** Returns the lines about errors. */
function errorLines(operation: ChangeOperation, writes: readonly AnsweredWrite[]): readonly string[] {
  const denied = writes.flatMap(({ status }) => status ?? []);
  const [only] = denied;
  if (denied.length === 1 && only?.reason === "Invalid" && only.details !== undefined) return causeLines(only.details);
  const during = `error when ${words[operation].doing} "${file}"`;
  return denied.map(({ reason, message }) => `Error from server (${reason}): ${during}: ${message}`);
}

function causeLines({ kind, name, causes }: NonNullable<Status["details"]>): readonly string[] {
  const head = `The ${kind} "${name}" is invalid: `;
  const lines = [...new Set(causes.map(({ field, message }) => `${field}: ${message}`))];
  return lines.length === 1 ? [`${head}${lines.join()}`] : [head, ...lines.map((line) => `* ${line}`)];
}
