import { hasWildcard } from "../core/text/glob.ts";
import { uuidForm } from "../core/text/names.ts";
import { checkPrintable } from "../core/text/printable.ts";
import {
  deploymentForm,
  generatedForm,
  hexForm,
  isNode,
  longestIdentity,
  namesPod,
  type WriterPod,
} from "../rules/shared/pod-names.ts";

export interface HolderPattern {
  readonly pattern: string;
  /** True if the identity has no part that changes at a rollout, so the pattern is the identity. */
  readonly isFixed: boolean;
}

/** The pattern for an identity from which no narrower pattern can be derived. */
const anything: HolderPattern = { pattern: "*", isFixed: false };

/** Splits `namespace/name_suffix` into its parts. A suffix can also follow a colon. */
const parts = /^(?:([a-z0-9-]+)\/)?([^/_:]+)(?:([_:]).*)?$/s;

/**
 * Returns the pattern that the identities of a workload match after a rollout. `*` replaces
 * template hashes, suffixes of pods, ordinals, names of nodes, and UUIDs. `writer` is the pod that
 * uses the identity. If the pod is unknown, a name with a dot, and usually a name before `_` or
 * `:`, counts as the name of a node.
 */
export function holderPattern(holder: string, writer: WriterPod | undefined): HolderPattern {
  const [, namespace, name, separator] = (holder.length <= longestIdentity && parts.exec(holder)) || [];
  if (name === undefined || !canBePattern(holder)) return anything;
  const rest = separator === undefined ? "" : `${separator}*`;
  const own = namePattern(name, { writer, hasSuffix: rest !== "" });
  const pattern = `${namespace === undefined ? "" : `${namespace}/`}${own}${rest}`;
  return { pattern, isFixed: pattern === holder };
}

interface NameContext {
  readonly writer: WriterPod | undefined;
  readonly hasSuffix: boolean;
}

function namePattern(name: string, { writer, hasSuffix }: NameContext): string {
  if (hexForm.test(name) || isRandom(name)) return "*";
  const isPod = writer !== undefined && namesPod(name, writer);
  if (!isPod && isNodeOf(name, writer)) return "*";
  const [workload, number] = splitNumbers(name);
  const deployment = deploymentForm.exec(workload)?.[1];
  if (deployment !== undefined) return `${deployment}-*-*${number}`;
  const base = isPod || writer?.node === undefined ? generatedForm.exec(name)?.[1] : undefined;
  if (base !== undefined) return `${splitNumbers(base)[0]}-*`;
  if (number !== "") return workload + number;
  const suffixed = randomSuffixPattern(name);
  if (suffixed !== undefined) return suffixed;
  // Without the pod, the name before a suffix is probably that of a node, as in NODE_UUID.
  return hasSuffix && !isPod ? "*" : name;
}

/** Splits off all numbers at the end of a name: `ip-10-0-3-17` becomes `ip` and `-*`. */
function splitNumbers(name: string): readonly [rest: string, pattern: string] {
  const rest = name.replace(/(?:-\d+)+$/, "");
  return [rest, rest === name ? "" : "-*"];
}

/**
 * Reports whether a name is the name of the writer's node. If the writer is unknown, a name with a
 * dot counts as the name of a node. If only the node is unknown, returns false.
 */
function isNodeOf(name: string, writer: WriterPod | undefined): boolean {
  const node = writer?.node;
  if (node === undefined) return writer === undefined && name.includes(".");
  return isNode(name, node) || name.startsWith(`${node}.`);
}

/**
 * Returns the pattern for a name whose part after the last `-` was probably generated, such as
 * `apiserver-*`. Returns undefined for any other name.
 */
export function randomSuffixPattern(name: string): string | undefined {
  const dash = name.lastIndexOf("-");
  return dash > 0 && isRandom(name.slice(dash + 1)) ? `${name.slice(0, dash)}-*` : undefined;
}

const wholeUuid = new RegExp(`^${uuidForm}$`);

/**
 * Reports whether a part of a name was probably generated. Such a part is a UUID, or it consists of
 * 16 or more lowercase letters and digits, with at least two digits. An example is the part after
 * `apiserver-` in the name of an API server's identity Lease.
 */
function isRandom(part: string): boolean {
  if (wholeUuid.test(part)) return true;
  return /^[0-9a-z]{16,}$/.test(part) && (part.match(/\d/g)?.length ?? 0) >= 2;
}

/**
 * Reports whether a string can be a readable pattern that matches only this string. The string must
 * be printable, must not be empty, and must not contain wildcards. The names of users can contain
 * any characters.
 */
export function canBePattern(text: string): boolean {
  return text !== "" && !hasWildcard(text) && [...checkPrintable(text)].length === 0;
}
