import type { Rule, RuleId, Tier } from "./rule.ts";

/** What a finding does: refuse the write, warn the client, note it in the audit log, nothing. */
export type Mode = "deny" | "warn" | "audit" | "off";

/** The mode of every rule of a tier unless an operator says otherwise. */
const defaultModes: Readonly<Record<Tier, Mode>> = { api: "deny", protocol: "warn", policy: "off" };

/** The rules that differ from their tier's mode. */
export type Policy = ReadonlyMap<RuleId, Mode>;

/** The mode a rule has under a policy. */
export function modeOf(rule: Rule, policy: Policy): Mode {
  return policy.get(rule.id) ?? defaultModes[rule.tier];
}
