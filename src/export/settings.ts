import { exemptMode, type FindingMode } from "../policy/policy.ts";
import { deniesFrom, isActive, modeAt, type ResolvedRule, type ResolvedSetting } from "../policy/resolve.ts";
import { allOf, anyOf, not } from "../rules/cel/text.ts";
import { celMatch } from "./conditions.ts";

export interface GuardedMode {
  readonly mode: FindingMode;
  readonly parameters: ResolvedSetting["parameters"];
  /** A CEL expression that is true for the writes to which the mode applies. */
  readonly guard: string;
}

/**
 * Returns the modes of a rule with their conditions, without mode `off`. `now` is the time of the
 * export: an exemption that has expired and a `warnUntil` that has passed need no condition. If the
 * time of a write is unknown, an exemption applies, and a rule with `warnUntil` warns.
 */
export function guardedModes({ scopes, general, exemptions }: ResolvedRule, now: Date): readonly GuardedMode[] {
  const active = exemptions.filter(({ exemption }) => isActive(exemption, now));
  const isExempt = anyOf(
    active.map(({ exemption: { match, expires } }) =>
      allOf([celMatch(match), `!variables.hasClock || variables.now < ${micros(expires)}`]),
    ),
  );
  const earlier: string[] = [];
  const modes = [...scopes, general].flatMap((setting) => {
    const match = setting.match === undefined ? "true" : celMatch(setting.match);
    const guard = allOf([...earlier.map(not), match]);
    earlier.push(match);
    return modesOf(setting, now).flatMap(({ mode, when }): GuardedMode[] => {
      const { parameters } = setting;
      if (mode === "off") return [];
      const applies = allOf([guard, when]);
      if (mode === exemptMode) return [{ mode, parameters, guard: applies }];
      return [
        { mode, parameters, guard: allOf([applies, not(isExempt)]) },
        { mode: exemptMode, parameters, guard: allOf([applies, isExempt]) },
      ];
    });
  });
  return modes.filter(({ guard }) => guard !== "false");
}

function modesOf(
  setting: ResolvedSetting,
  now: Date,
): readonly { readonly mode: ResolvedSetting["mode"]; readonly when: string }[] {
  const date = deniesFrom(setting);
  const mode = modeAt(setting, now);
  if (date === undefined || mode === setting.mode) return [{ mode, when: "true" }];
  const hasPassed = `variables.hasClock && variables.now >= ${micros(date)}`;
  return [
    { mode: setting.mode, when: hasPassed },
    { mode, when: not(hasPassed) },
  ];
}

function micros(time: Date): string {
  return String(time.getTime() * 1000);
}
