import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Learned, learn } from "../../src/learn/learn.ts";
import { defaultAdministrators } from "../../src/policy/policy.ts";
import { type AuditLevel, readAuditEvent } from "../../src/recording/audit-event.ts";
import { auditLogReader } from "../../src/recording/audit-log.ts";
import type { ObservedWrite } from "../../src/recording/observed-write.ts";

const file = new URL("../fixtures/audit/client-go.jsonl", import.meta.url);
const events = readFileSync(file, "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

/** Returns the writes that the recorded log shows in a level. */
function writesIn(level: AuditLevel): readonly ObservedWrite[] {
  const toWrite = auditLogReader();
  return events.flatMap(({ requestObject, responseObject, ...event }) => {
    const objects = {
      ...(level !== "Metadata" && { requestObject }),
      ...(level === "RequestResponse" && { responseObject }),
    };
    const read = readAuditEvent({ ...event, level, ...objects });
    return read.ok && read.value !== undefined ? [toWrite(read.value)] : [];
  });
}

async function learnFrom(level: AuditLevel): Promise<Learned> {
  const learned = await learn(() => writesIn(level), { administrators: defaultAdministrators, holdBack: 0.2 });
  if (learned === undefined) throw new Error("must have writes");
  return learned;
}

function parametersOf({ policy }: Learned, id: string): unknown {
  return policy.rules.find((rule) => rule.id === id)?.scopes.at(-1)?.value.parameters;
}

const users = { users: expect.arrayContaining(["system:serviceaccount:programs:controller"]) };
const holders = { patterns: ["controller-*-*-*"] };

describe("the audit log of a real API server", () => {
  it.each<readonly [AuditLevel, complete: number, parameters: readonly unknown[]]>([
    ["RequestResponse", 33, [users, holders, { minSeconds: 2, maxSeconds: 8 }]],
    ["Request", 3, [users, holders, { minSeconds: 2, maxSeconds: 8 }]],
    ["Metadata", 0, [users, undefined, undefined]],
  ])("teaches in level %s what it shows", async (level, complete, [writers, patterns, bounds]) => {
    const learned = await learnFrom(level);
    expect(learned.tally).toMatchObject({ writes: 33, complete });
    expect(parametersOf(learned, "metadata/writer-allowed")).toMatchObject(writers as object);
    expect(parametersOf(learned, "lease/holder-pattern")).toEqual(patterns);
    expect(parametersOf(learned, "lease/duration-within-bounds")).toEqual(bounds);
    expect(learned.notable).toEqual([]);
    expect(learned.denied.denied.size).toBe(0);
  });
});
