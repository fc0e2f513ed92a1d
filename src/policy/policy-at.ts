import type { Policy, Setting } from "./policy.ts";

/** The first time that a `Date` can have. */
const firstTime = new Date(-8.64e15);

/** The last time that a `Date` can have. Then, every `warnUntil` and `expires` has passed. */
export const afterAllDates: Date = new Date(8.64e15);

/**
 * Returns the policy that always has the effect that `policy` has at the given time. The dates that
 * have passed at this time become the first time, and the other dates become the last time.
 */
export function policyAt(policy: Policy, time: Date): Policy {
  const moved = (date: Date): Date => (time < date ? afterAllDates : firstTime);
  const settingAt = <T extends Setting>(setting: T): T =>
    setting.warnUntil === undefined ? setting : { ...setting, warnUntil: moved(setting.warnUntil) };
  const rules = [...policy.rules].map(([id, { scopes, ...general }]) => {
    return [id, { ...settingAt(general), ...(scopes && { scopes: scopes.map(settingAt) }) }] as const;
  });
  const exemptions = policy.exemptions.map((exemption) => ({ ...exemption, expires: moved(exemption.expires) }));
  return { ...policy, rules: new Map(rules), exemptions };
}

/** Reports whether the effect of a policy depends on the time. */
export function hasDates({ rules, exemptions }: Policy): boolean {
  const settings = [...rules.values()].flatMap(({ scopes = [], ...general }) => [general, ...scopes]);
  return exemptions.length > 0 || settings.some(({ warnUntil }) => warnUntil !== undefined);
}
