import { pluralize } from "../core/text/join-words.ts";
import type { Administrators } from "../rules/rule.ts";
import { changesText } from "./evidence.ts";
import { knownProgram } from "./known-programs.ts";
import type { ObjectTally, Tally } from "./object-tally.ts";
import { type WriterRole, writerRole } from "./writer-role.ts";
import type { WriterTally } from "./writer-tally.ts";

/**
 * A writer of one object that a person must look at. Its writes look like an attack, are not
 * explained, or are denied in the profile `strict`.
 */
export interface NotableWriter {
  readonly namespace: string;
  readonly name: string;
  readonly user: string;
  readonly role: WriterRole;
  /** The number of creates, updates, and deletes. */
  readonly writes: number;
  readonly first: Date;
  /** The actions of the writer, such as "takes over a held Lease: 2 writes". */
  readonly reasons: readonly string[];
}

/** Returns the writers whose writes a person must look at, suspicious writers first. */
export function notableWriters({ objects }: Tally, administrators: Administrators): readonly NotableWriter[] {
  const all = [...objects.values()].flatMap((object) =>
    [...object.writers.values()].flatMap((writer) => notableWriterOf(object, writer, administrators) ?? []),
  );
  return [...all.filter(({ role }) => role === "suspicious"), ...all.filter(({ role }) => role !== "suspicious")];
}

function notableWriterOf(
  object: ObjectTally,
  writer: WriterTally,
  administrators: Administrators,
): NotableWriter | undefined {
  const role = writerRole(object, writer, administrators);
  const { namespace, name } = object;
  const { user, writes, deletes, objections } = writer;
  const isExpected = role === "administrator" || knownProgram({ user, namespace, name }) !== undefined;
  if (isExpected || (role === "regular" && objections.size === 0)) return undefined;
  const first = [...objections.values()]
    .map((objection) => objection.first)
    .toSorted((a, b) => a.getTime() - b.getTime())[0];
  const reasons = [...objections].map(([objection, tally]) => `${objection}: ${pluralize(tally.writes, "write")}`);
  const few =
    role === "regular" ? [] : [`${changesText(writes + deletes, object)} of ${object.writes + object.deletes}`];
  return {
    namespace,
    name,
    user: user.username,
    role,
    writes: writes + deletes,
    first: first ?? writer.first,
    reasons: [...few, ...reasons],
  };
}
