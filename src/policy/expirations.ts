import { rules } from "../rules/index.ts";
import { runsIn } from "../rules/rule-runner.ts";
import type { Policy } from "./policy.ts";
import { deniesFrom, isEverOn, resolveRule } from "./resolve.ts";

/** The parts of a policy that end at a date: an exemption, and a `warnUntil` setting. */
export const expirationKinds = ["exemption", "warnUntil"] as const;

export type ExpirationKind = (typeof expirationKinds)[number];

/** The dates of a policy by kind, in milliseconds since 1970, in ascending order. */
export type Expirations = Readonly<Record<ExpirationKind, readonly number[]>>;

/**
 * Returns the dates at which exemptions expire, and the dates at which rules start to deny. Leaves
 * out dates at which nothing changes in the webhook. Such dates are a `warnUntil` without the mode
 * `deny`, and the end of an exemption from rules that are off. Also leaves out the dates of rules
 * that the webhook does not run.
 */
export function policyExpirations(policy: Policy): Expirations {
  const resolved = rules.filter((rule) => runsIn("webhook", rule)).map((rule) => resolveRule(rule, policy));
  const ramps = resolved.flatMap(({ general, scopes }) =>
    [general, ...scopes].flatMap((setting) => deniesFrom(setting) ?? []),
  );
  const exemptions = new Set(
    resolved.filter(isEverOn).flatMap(({ exemptions }) => exemptions.map(({ exemption }) => exemption)),
  );
  return { exemption: inOrder([...exemptions].map(({ expires }) => expires)), warnUntil: inOrder(ramps) };
}

function inOrder(dates: readonly Date[]): readonly number[] {
  return dates.map((date) => date.getTime()).sort((a, b) => a - b);
}
