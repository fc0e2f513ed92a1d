import { readFileSync } from "node:fs";
import { podNameKey } from "../../../src/core/api/user-extra.ts";
import type { World } from "./world.ts";

/** A write of a Lease or LeaseCandidate in the API server's audit log. */
export interface AuditedWrite {
  readonly user: string;
  /** The pod to which the token of the writer is bound. */
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

/** Returns all writes in the audit log so far. */
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

/**
 * Status codes that occur without a denial. The object does not exist (404), another client wrote
 * first (409), or the client was killed before the response (504). 500 is not one of them, because
 * a webhook that does not respond causes it.
 */
const everyday = new Set([404, 409, 504]);

/**
 * Returns the writes that failed for an unexpected reason. Either the webhook or the API server
 * denied the write, or the webhook did not respond.
 */
export function refused(writes: readonly AuditedWrite[]): readonly AuditedWrite[] {
  return writes.filter(({ status }) => status >= 400 && !everyday.has(status));
}
