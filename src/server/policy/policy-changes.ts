import { isJsonObject } from "../../api/json-object.ts";
import type { Exemption, Policy } from "../../policy/policy.ts";

/** A value in the previous policy and in the new policy. */
export interface ChangedValue<T> {
  readonly before: T;
  readonly after: T;
}

/** The differences between a policy and the previous one, for the log. Equal parts are absent. */
export interface PolicyChanges {
  readonly profile?: ChangedValue<string>;
  readonly clockSkewMs?: ChangedValue<number>;
  /** The rules whose settings, parameters, or scopes differ. */
  readonly rules?: readonly string[];
  /** The patterns of users and groups, each as `user PATTERN` or `group PATTERN`. */
  readonly administratorsAdded?: readonly string[];
  readonly administratorsRemoved?: readonly string[];
  readonly exemptionsAdded?: readonly string[];
  readonly exemptionsRemoved?: readonly string[];
}

/** Compares two policies. The order of keys makes no difference, but the order of scopes does. */
export function policyChanges(before: Policy, after: Policy): PolicyChanges {
  const ids = [...new Set([...before.rules.keys(), ...after.rules.keys()])].sort();
  const rules = ids.filter((id) => canonical(before.rules.get(id) ?? {}) !== canonical(after.rules.get(id) ?? {}));
  return {
    ...(before.profile !== after.profile && { profile: { before: before.profile, after: after.profile } }),
    ...(before.clockSkewMs !== after.clockSkewMs && { clockSkewMs: { before: before.clockSkewMs, after: after.clockSkewMs } }),
    ...(rules.length > 0 && { rules }),
    ...added("administrators", administratorsOf(before), administratorsOf(after), administratorText),
    ...added("exemptions", before.exemptions, after.exemptions, exemptionText),
  };
}

/**
 * Returns the exemptions that `others` does not contain. The function uses a set, because a policy
 * of 1 MiB can have thousands of exemptions, and reviews wait meanwhile.
 */
function missingIn({ exemptions }: Policy, others: readonly Exemption[]): readonly Exemption[] {
  const known = new Set(exemptions.map(canonical));
  return others.filter((exemption) => !known.has(canonical(exemption)));
}

/**
 * Maximum number of exemptions in a list. 10 exemptions of at most 300 characters keep the log line
 * below 8 KiB.
 */
const maxListed = 10;

/** Maximum length of a text that an operator writes, in characters. */
const maxText = 64;

/** Maximum number of rules to name for an exemption. */
const maxRules = 3;

function listed(exemptions: readonly Exemption[]): readonly string[] {
  const texts = exemptions.slice(0, maxListed).map(exemptionText);
  return exemptions.length > maxListed ? [...texts, `and ${exemptions.length - maxListed} more`] : texts;
}

function exemptionText({ rules, owner, expires }: Exemption): string {
  const more = rules.length > maxRules ? ` and ${rules.length - maxRules} more` : "";
  return `${rules.slice(0, maxRules).join(", ")}${more} until ${expires.toISOString()} (${owner.slice(0, maxText)})`;
}

/** Returns JSON with sorted keys, which is the same string for equal values. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isJsonObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
