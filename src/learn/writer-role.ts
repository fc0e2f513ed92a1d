import type { Administrators, UserInfo } from "../rules/rule.ts";
import {
  controlPlaneUsers,
  isAdministrator,
  isCleaner,
  isNodeLease,
  isOwnNode,
  isPerson,
  serviceAccountOf,
  systemNamespace,
} from "../rules/shared/identities.ts";
import { knownProgram } from "./known-programs.ts";
import type { ObjectTally } from "./object-tally.ts";
import type { Objection, WriterTally } from "./writer-tally.ts";

/**
 * The role of a writer of an object, which decides how the policy treats the writer:
 * - administrator: every list of allowed users contains the writer
 * - regular: `learn` adds the writer to the lists of the object
 * - unexplained: not in the lists, because its writes are rare or there are objections to them
 * - suspicious: not in the lists, because its writes look like an attack
 */
export type WriterRole = "administrator" | "regular" | "unexplained" | "suspicious";

/** The number of writes to an object below which a writer is rare. */
const minWriterWrites = 3;

/** The share of an object's writes below which a writer is rare. */
const minShare = 0.02;

/** The minimum share of an object's writes that makes the writer of the first write established. */
const founderShare = 0.1;

export function writerRole(object: ObjectTally, writer: WriterTally, administrators: Administrators): WriterRole {
  const { user } = writer;
  if (isAdministrator(user, administrators)) return "administrator";
  if (user.username === "" || isControlPlane(user) || isExplained(object, user)) return "regular";
  const isRare = isRareWriter(object, writer);
  if (isPerson(user)) return isRare || writer.objections.size > 0 ? "unexplained" : "regular";
  const isExcused = unexcused(object, writer).length === 0;
  if (isExcused && (!isRare || isOfCluster(object, user))) return "regular";
  return writer.objections.size === 0 || onlyDeletes(writer) ? "unexplained" : "suspicious";
}

function isControlPlane(user: UserInfo): boolean {
  return isCleaner(user) || controlPlaneUsers.includes(user.username);
}

/** Reports whether the writer is a node that writes its own Lease, or a known program. */
function isExplained({ namespace, name }: ObjectTally, user: UserInfo): boolean {
  if (isNodeLease({ namespace }) && isOwnNode({ name }, user)) return true;
  return knownProgram({ user, namespace, name }) !== undefined;
}

/**
 * Returns the objections that nothing explains. The only writer of an object and an established
 * writer have none, unless the writer competes for a Lease of another user. If the writer also
 * sends enough writes without objections, such as the renewals of a new holder, a takeover of an
 * expired Lease is explained. If `isOfCluster` is true, such a takeover is explained, too.
 */
function unexcused(object: ObjectTally, writer: WriterTally): readonly Objection[] {
  const { objections, clean, user } = writer;
  const competes = objections.has("competes for a Lease of another user");
  if (!competes && (object.writes === writer.writes || isEstablished(object, writer))) return [];
  const canTakeOver = clean >= minWriterWrites || isOfCluster(object, user);
  return [...objections.keys()].filter((objection) => objection !== "takes over an expired Lease" || !canTakeOver);
}

/**
 * Reports whether the only objection is to deletes, and the writer wrote the object before, as a
 * GitOps controller does. The policy does not learn this writer, but exempts it for some time.
 */
function onlyDeletes({ objections, writesBefore }: WriterTally): boolean {
  return writesBefore > 0 && [...objections.keys()].every((objection) => objection === "deletes a held Lease");
}

/** Reports whether a service account in kube-system writes an object in kube-system. */
function isOfCluster({ namespace }: ObjectTally, user: UserInfo): boolean {
  return namespace === systemNamespace && serviceAccountOf(user)?.namespace === systemNamespace;
}

function isRareWriter(object: ObjectTally, writer: WriterTally): boolean {
  const [own, all] = [writer, object].map(({ writes, deletes }) => writes + deletes) as [number, number];
  return own < minWriterWrites || own < minShare * all;
}

/**
 * Reports whether a writer wrote the object several times before its first write with an objection,
 * or wrote it first and often.
 */
function isEstablished({ writes: total }: ObjectTally, { cleanBefore, isFirst, writes }: WriterTally): boolean {
  return cleanBefore >= minWriterWrites || (isFirst && writes >= founderShare * total);
}
