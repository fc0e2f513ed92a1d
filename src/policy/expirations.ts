import { rules } from "../rules/index.ts";
import type { Policy } from "./policy.ts";
import { deniesFrom, resolveRule } from "./resolve.ts";

/** The parts of a policy that end at a date: an exemption, and a `warnUntil` setting. */
export const expirationKinds = ["exemption", "warnUntil"] as const;

export type ExpirationKind = (typeof expirationKinds)[number];

/** The dates of a policy by kind, in milliseconds since 1970, in ascending order. */
export type Expirations = Readonly<Record<ExpirationKind, readonly number[]>>;

/**
 * Returns the dates at which exemptions expire, and the dates at which rules start to deny. Leaves
 * out dates at which nothing changes: a `warnUntil` without the mode `deny`, and the end of an
 * exemption without rules.
 */
export function policyExpirations(policy: Policy): Expirations {
  const ramps = rules.flatMap((rule) => {
    const { general, scopes } = resolveRule(rule, policy);
    return [general, ...scopes].flatMap((setting) => deniesFrom(setting) ?? []);
  });
  const exemptions = policy.exemptions.filter((exemption) => exemption.rules.length > 0);
  return { exemption: inOrder(exemptions.map(({ expires }) => expires)), warnUntil: inOrder(ramps) };
}

function inOrder(dates: readonly Date[]): readonly number[] {
  return dates.map((date) => date.getTime()).sort((a, b) => a - b);
}
