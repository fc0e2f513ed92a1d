import { isLongerThan } from "../../core/text/byte-length.ts";
import { hasWildcard } from "../../core/text/glob.ts";
import { isConfigMapKey, isLabel, isSubdomain, maxLabelBytes, maxSubdomainBytes } from "../../core/text/names.ts";
import { namespaceReference, refersToNamespace } from "../../core/text/namespace-reference.ts";
import { isLabelValue, maxLabelValueBytes } from "../../core/text/qualified-name.ts";
import {
  anonymousUser,
  authenticatedGroup,
  controlPlaneUsers,
  mastersGroup,
  nodeGroup,
  nodeUser,
  serviceAccountPrefix,
  serviceAccountsGroup,
  serviceAccountsGroupOf,
  unauthenticatedGroup,
} from "../../rules/shared/identities.ts";

/**
 * The kind of string to which a pattern applies. For `lease` and `candidate`, the string is the
 * name of a Lease or of a LeaseCandidate.
 */
export type PatternFormat = "namespace" | "lease" | "candidate" | "label" | "user" | "group" | "text";

/**
 * Returns the reason why a pattern probably does not match the intended strings. Returns undefined
 * if the pattern has no problem.
 */
export function patternProblem(pattern: string, format: PatternFormat): string | undefined {
  if (regularExpression.test(pattern.slice(0, maxTested)))
    return "looks like a regular expression, but only * is special in a pattern";
  return referenceProblem(pattern, format) ?? formatProblems[format](pattern);
}

/**
 * Matches parts of regular expressions: anchors, escapes, character classes, alternatives, and
 * repetitions. `a.*` can be a pattern, because a name can contain a dot.
 */
const regularExpression = /^\^|\$$|\\[.dsw]|\[[^\]]+\]|\([^)]*\||\(\?|\.\+|(?:^|[^A-Za-z0-9])\.\*|\{\d+,?\d*\}/;

/**
 * Maximum length of the part of a pattern that is compared with `regularExpression`, in UTF-16 code
 * units. Names are normally shorter.
 */
const maxTested = 1024;

function referenceProblem(pattern: string, format: PatternFormat): string | undefined {
  const [reference] = /\$\([^)]*\)?/.exec(pattern.replaceAll(namespaceReference, "")) ?? [];
  if (reference !== undefined) return `contains ${reference}, but only ${namespaceReference} is a reference`;
  if (!refersToNamespace(pattern) || format === "user" || format === "group") return undefined;
  return misplacedReference;
}

/** The problem of a pattern with a reference in a field that does not support references. */
export const misplacedReference: string = `contains ${namespaceReference}, which is a reference only for users and groups in match and parameters`;

/** The strings that a pattern is compared with: their form, and their maximum length in bytes. */
interface Form {
  readonly has: (text: string) => boolean;
  readonly maxBytes: number;
}

const label: Form = { has: isLabel, maxBytes: maxLabelBytes };
const subdomain: Form = { has: isSubdomain, maxBytes: maxSubdomainBytes };
const configMapKey: Form = { has: isConfigMapKey, maxBytes: maxSubdomainBytes };
const labelValue: Form = { has: isLabelValue, maxBytes: maxLabelValueBytes };

const formatProblems: Readonly<Record<PatternFormat, (pattern: string) => string | undefined>> = {
  namespace: (pattern) =>
    unless(isPossible(pattern, label), "matches no namespace, because a namespace must be an RFC 1123 label"),
  lease: (pattern) =>
    unless(isPossible(pattern, subdomain), "matches no Lease, because its name must be an RFC 1123 subdomain"),
  candidate: (pattern) =>
    unless(isPossible(pattern, configMapKey), "matches no name, because a name has only letters, digits, -, _, and ."),
  label: (pattern) => unless(isPossible(pattern, labelValue), "matches no valid value of a label"),
  user: userProblem,
  group: groupProblem,
  text: () => undefined,
};

function unless(holds: boolean, problem: string): string | undefined {
  return holds ? undefined : problem;
}

/**
 * Reports whether a pattern can match a string of a form. Checks the form with "a" in place of `*`,
 * because every form accepts "a" wherever it accepts another character. Checks the length without
 * `*`, because `*` can also match the empty string.
 */
function isPossible(pattern: string, { has, maxBytes }: Form): boolean {
  return has(pattern.replaceAll(/\*+/g, "a")) && !isLongerThan(pattern.replaceAll("*", ""), maxBytes);
}

const node = nodeUser("");
const accountsOf = serviceAccountsGroupOf("");
const groups: readonly string[] = [
  mastersGroup,
  nodeGroup,
  authenticatedGroup,
  unauthenticatedGroup,
  serviceAccountsGroup,
];
const users: readonly string[] = [anonymousUser, ...controlPlaneUsers];

function userProblem(pattern: string): string | undefined {
  if (groups.includes(pattern) || pattern.startsWith(accountsOf)) return "is the name of a group: put it into groups";
  if ([node, serviceAccountPrefix].includes(`${pattern}:`)) return `matches no user: add a name, such as ${pattern}:*`;
  if (pattern.startsWith(node))
    return unless(
      isPossible(pattern.slice(node.length), subdomain),
      "matches no node, because its user is system:node:NODE",
    );
  if (
    !pattern.startsWith(serviceAccountPrefix) ||
    isAccount(pattern.slice(serviceAccountPrefix.length).replaceAll(namespaceReference, "a"))
  )
    return undefined;
  return "matches no service account, because its user is system:serviceaccount:NAMESPACE:NAME";
}

/** Reports whether a pattern can match `NAMESPACE:NAME`. A `*` can match the colon, too. */
function isAccount(pattern: string): boolean {
  const [namespace = "", name, ...rest] = pattern.split(":");
  if (name === undefined) return hasWildcard(pattern) && /^[-.a-z0-9*]*$/.test(pattern);
  return rest.length === 0 && isPossible(namespace, label) && isPossible(name, subdomain);
}

function groupProblem(pattern: string): string | undefined {
  if (users.includes(pattern) || [node, serviceAccountPrefix].some((prefix) => pattern.startsWith(prefix)))
    return "is the name of a user: put it into users";
  if (
    !pattern.startsWith(accountsOf) ||
    isPossible(pattern.slice(accountsOf.length).replaceAll(namespaceReference, "a"), label)
  )
    return undefined;
  return "matches no group, because the group of a namespace is system:serviceaccounts:NAMESPACE";
}
