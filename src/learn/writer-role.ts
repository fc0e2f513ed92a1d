import type { Administrators, UserInfo } from "../rules/rule.ts";
import {
  controlPlaneUsers,
  isAdministrator,
  isCleaner,
  isNodeLease,
  isPerson,
  nodeGroup,
  serviceAccountOf,
  systemNamespace,
} from "../rules/shared/identities.ts";
import { knownProgram } from "./known-programs.ts";
import type { ObjectTally } from "./object-tally.ts";
import type { Objection, WriterTally } from "./writer-tally.ts";

/**
 * How the policy treats a writer of an object:
 * - administrator: is in every list of allowed users
 * - regular: is added to the lists of the object
 * - unexplained: is not added, because too few writes show what the writer does
 * - suspicious: is not added, because its writes look like an attack
 */
export type WriterRole = "administrator" | "regular" | "unexplained" | "suspicious";

/** The number of writes to an object below which a writer is rare. */
const minWriterWrites = 3;

/** The share of an object's writes below which a writer is rare. */
const minShare = 0.02;

/** The minimum share of an object's writes that makes the writer of the first write established. */
const founderShare = 0.1;

/** The objections that alone make only a rare writer suspicious. */
const mild: ReadonlySet<Objection> = new Set(["changes a Lease of another user", "deletes a held Lease"]);

/** Returns the role of a writer of an object. */
export function writerRole(object: ObjectTally, writer: WriterTally, administrators: Administrators): WriterRole {
  const { user } = writer;
  if (isAdministrator(user, administrators)) return "administrator";
  if (user.username === "" || isControlPlane(user) || isExplained(object, user)) return "regular";
  const isRare = isRareWriter(object, writer);
  if (isPerson(user)) return isRare || writer.objections.size > 0 ? "unexplained" : "regular";
  const others = object.writes - writer.writes > 0;
  const isGrave = [...writer.objections.keys()].some((objection) => !mild.has(objection));
  if (others && isGrave && !isEstablished(object, writer)) return "suspicious";
  if (!isRare || isOfCluster(object, user)) return "regular";
  return writer.objections.size > 0 ? "suspicious" : "unexplained";
}

function isControlPlane(user: UserInfo): boolean {
  return isCleaner(user) || controlPlaneUsers.includes(user.username);
}

/** Reports whether the writer is a node that writes node Leases, or a known program. */
function isExplained({ namespace, name }: ObjectTally, user: UserInfo): boolean {
  if (isNodeLease({ namespace }) && user.groups.includes(nodeGroup)) return true;
  return knownProgram({ user, namespace, name }) !== undefined;
}

/** Reports whether a service account in kube-system writes an object in kube-system. */
function isOfCluster({ namespace }: ObjectTally, user: UserInfo): boolean {
  return namespace === systemNamespace && serviceAccountOf(user)?.namespace === systemNamespace;
}

function isRareWriter({ writes: total }: ObjectTally, { writes, deletes }: WriterTally): boolean {
  const own = writes + deletes;
  return own < minWriterWrites || own < minShare * total;
}

/**
 * Reports whether a writer wrote the object several times before its first write with an objection,
 * or wrote it first and often.
 */
function isEstablished({ writes: total }: ObjectTally, { cleanBefore, isFirst, writes }: WriterTally): boolean {
  return cleanBefore >= minWriterWrites || (isFirst && writes >= founderShare * total);
}
