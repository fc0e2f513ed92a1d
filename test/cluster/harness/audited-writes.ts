import { readFileSync } from "node:fs";
import { podNameKey } from "../../../src/api/user-extra.ts";
import type { World } from "./world.ts";

/** A write of a Lease or LeaseCandidate, as the API server's audit log tells of it. */
export interface AuditedWrite {
  readonly user: string;
  /** The pod that the writer's token is bound to. */
  readonly pod?: string;
  readonly verb: string;
  readonly namespace: string;
  readonly name: string;
  readonly status: number;
}

interface Entry {
  readonly verb: string;
  readonly user: { readonly username: string; readonly extra?: Readonly<Record<string, readonly string[]>> };
  readonly impersonatedUser?: { readonly username: string };
  readonly objectRef: { readonly resource: string; readonly namespace: string; readonly name?: string };
  readonly responseStatus?: { readonly code: number };
}

const reads = new Set(["get", "list", "watch"]);

/** Every write so far. */
export function auditedWrites({ auditLog }: World): readonly AuditedWrite[] {
  const entries = readFileSync(auditLog, "utf8").split("\n").filter(Boolean);
  return entries.flatMap((line) => {
    const { verb, user, impersonatedUser, objectRef, responseStatus } = JSON.parse(line) as Entry;
    if (reads.has(verb)) return [];
    const { namespace, name = "" } = objectRef;
    const [pod] = user.extra?.[podNameKey] ?? [];
    const writer = { user: (impersonatedUser ?? user).username, ...(pod !== undefined && { pod }) };
    return [{ ...writer, verb, namespace, name, status: responseStatus?.code ?? 0 }];
  });
}

/** No refusals: the object was gone, another write came first, the client was killed before its answer (a webhook that does not answer makes it 500). */
const everyday = new Set([404, 409, 504]);

/** The writes that somebody refused, be it the webhook, its absence or the API server itself. */
export function refused(writes: readonly AuditedWrite[]): readonly AuditedWrite[] {
  return writes.filter(({ status }) => status >= 400 && !everyday.has(status));
}
