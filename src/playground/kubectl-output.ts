import type { AdmissionResponse } from "../api/admission.ts";
import type { Kind } from "../api/coordination.ts";
import type { Status } from "../api/meta.ts";
import { coordinationGroup, resources } from "../api/served-versions.ts";
import type { ChangeOperation } from "../rules/rule.ts";
import { webhookName } from "../text/installed-name.ts";

/** A write, with the response of the webhook. */
export interface AnsweredWrite {
  readonly kind: Kind;
  readonly name: string;
  readonly operation: ChangeOperation;
  readonly response: Pick<AdmissionResponse, "status" | "warnings">;
}

/** The words of kubectl for an operation: the command, the error, and the success. */
const words: Readonly<Record<ChangeOperation, { readonly command: string; readonly doing: string; readonly done: string }>> = {
  CREATE: { command: "create", doing: "creating", done: "created" },
  UPDATE: { command: "replace", doing: "replacing", done: "replaced" },
  DELETE: { command: "delete", doing: "deleting", done: "deleted" },
};

/** The name of the file in the output. */
const file = "object.yaml";

/** Returns the command with which kubectl sends a write. */
export function kubectlCommand(operation: ChangeOperation): string {
  return `kubectl ${words[operation].command} -f ${file}`;
}

/** Returns what kubectl prints for a write: the warnings, and the error or the success. */
export function kubectlOutput({ kind, name, operation, response }: AnsweredWrite): string {
  const { status, warnings = [] } = response;
  const { doing, done } = words[operation];
  const resource = `${kind.toLowerCase()}.${coordinationGroup}`;
  const success = operation === "DELETE" ? `${resource} "${name}" ${done}` : `${resource}/${name} ${done}`;
  const lines = warnings.map((warning) => `Warning: ${warning}`);
  return [
    ...lines,
    status === undefined ? success : errorOutput(status, `error when ${doing} "${file}"`, webhookName(resources[kind])),
  ].join("\n");
}

/**
 * Returns the error that kubectl prints for a denied write. kubectl prints only the causes if the
 * reason is Invalid.
 */
function errorOutput({ reason, message, details }: Status, during: string, webhook: string): string {
  if (reason !== "Invalid" || details === undefined)
    return `Error from server (${reason}): ${during}: admission webhook "${webhook}" denied the request: ${message}`;
  const head = `The ${details.kind} "${details.name}" is invalid: `;
  const causes = [...new Set(details.causes.map((cause) => `${cause.field}: ${cause.message}`))];
  return causes.length === 1 ? `${head}${causes.join()}` : [head, ...causes.map((cause) => `* ${cause}`)].join("\n");
}
