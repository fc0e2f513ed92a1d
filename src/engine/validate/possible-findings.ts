import { exemptMode, type FindingMode, findingModes, type Policy } from "../../policy/policy.ts";
import { isEverOn, possibleModes, type ResolvedRule, resolveRule } from "../../policy/resolve.ts";
import { rules } from "../../rules/index.ts";
import { runsIn } from "../../rules/rule-runner.ts";
import { decodeOrigins } from "../../schema/to-field-error.ts";
import { excessModes, excessOrigin } from "./excess.ts";

export interface PossibleFinding {
  readonly origin: string;
  readonly mode: FindingMode;
}

const webhookRules = rules.filter((rule) => runsIn("webhook", rule));

/**
 * Returns each origin with each mode that its findings can have in the webhook under a policy. The
 * result includes the modes before and after each date of the policy. An origin has at most three
 * modes.
 */
export function possibleFindings(policy: Policy): readonly PossibleFinding[] {
  return [
    ...decodeOrigins.map((origin): PossibleFinding => ({ origin, mode: "deny" })),
    ...excessModes(policy).map((mode) => ({ origin: excessOrigin, mode })),
    ...webhookRules.flatMap((rule) =>
      findingModesOf(resolveRule(rule, policy)).map((mode) => ({ origin: rule.id, mode })),
    ),
  ];
}

function findingModesOf({ general, scopes, exemptions }: ResolvedRule): readonly FindingMode[] {
  const modes = [general, ...scopes].flatMap(possibleModes);
  const isExempted = exemptions.length > 0 && isEverOn({ general, scopes });
  return findingModes.filter((mode) => modes.includes(mode) || (mode === exemptMode && isExempted));
}
