import type { Kind } from "../core/api/coordination.ts";
import { exemptMode, type FindingMode, loweredMode } from "../policy/policy.ts";
import { deniesFrom, isActive, modeAt, type ResolvedRule, type ResolvedSetting } from "../policy/resolve.ts";
import { allOf, anyOf, not } from "../rules/cel/text.ts";
import { append } from "../rules/shared/append.ts";
import { celMatch } from "./conditions.ts";
import { anyOfAll, type Declarations, partsOf } from "./declarations.ts";

export interface GuardedMode {
  readonly mode: FindingMode;
  readonly parameters: ResolvedSetting["parameters"];
  /** A CEL expression that is true for the writes to which the mode applies. */
  readonly guard: string;
  /**
   * Whether the mode applies only to clients that act as the holder of a Lease, or only to the
   * others. If undefined, it applies to both.
   */
  readonly asHolder?: boolean;
}

/**
 * The number of scopes up to which an expression repeats their conditions. A few comparisons cost
 * less than the declaration of a variable.
 */
const mostRepeated = 4;

/** The number of characters of the conditions of scopes in one variable. */
const longestList = 16_384;

/**
 * Returns the modes of a rule with their conditions, without mode `off`. `now` is the time of the
 * export: an exemption that has expired and a `warnUntil` that has passed need no condition. If the
 * time of a write is unknown, an exemption applies, and a rule with `warnUntil` warns.
 *
 * Adds to `declared` the variables that the conditions read. The length of all conditions is linear
 * in the number of scopes.
 */
export function guardedModes(
  { scopes, general, exemptions }: ResolvedRule,
  now: Date,
  declared: Declarations,
): readonly GuardedMode[] {
  const isFirst = firstMatch(
    scopes.map(({ match }) => celMatch(match)),
    declared,
  );
  const active = exemptions.filter(({ exemption }) => isActive(exemption, now));
  const exempt = anyOfAll(
    active.map(({ exemption: { match, expires } }) =>
      allOf([celMatch(match), `!variables.hasClock || variables.now < ${micros(expires)}`]),
    ),
    declared,
  );
  const isExempt = scopes.length > mostRepeated && exempt !== "false" ? declared.read("exempt", exempt) : exempt;
  const settings = equalSettings([...scopes, general]);
  const modes = settings.flatMap(({ setting, positions }) => {
    const guard = isFirst(positions);
    return modesOf(setting, now).flatMap(({ mode, when }): GuardedMode[] => {
      const { parameters } = setting;
      if (mode === "off") return [];
      const applies = allOf([guard, when]);
      if (mode === exemptMode) return [{ mode, parameters, guard: applies }];
      const enforced = { mode, parameters, guard: allOf([applies, not(isExempt)]) };
      return [
        ...(setting.warnNewHolder && mode === "deny"
          ? [
              { ...enforced, asHolder: false },
              { ...enforced, mode: loweredMode, asHolder: true },
            ]
          : [enforced]),
        { mode: exemptMode, parameters, guard: allOf([applies, isExempt]) },
      ];
    });
  });
  return modes.filter(({ guard }) => guard !== "false");
}

/** A setting, and the positions at which the list of the settings contains it. */
interface EqualSettings {
  readonly setting: ResolvedSetting;
  readonly positions: readonly number[];
}

/** Joins the settings that differ at most in the writes that they match. */
function equalSettings(settings: readonly ResolvedSetting[]): readonly EqualSettings[] {
  const byText = new Map<string, number[]>();
  settings.forEach(({ mode, warnUntil, warnNewHolder, parameters }, position) => {
    append(byText, JSON.stringify([mode, warnUntil, warnNewHolder, parameters]), position);
  });
  return [...byText.values()].flatMap((positions) => {
    const setting = settings[positions[0] ?? 0];
    return setting === undefined ? [] : [{ setting, positions }];
  });
}

/**
 * Returns a condition under which the first match that holds has one of some positions. The
 * position after the last match means that no match holds.
 */
type FirstMatch = (positions: readonly number[]) => string;

function firstMatch(matches: readonly string[], declared: Declarations): FirstMatch {
  if (matches.length > mostRepeated) return firstInLists(matches, declared);
  return (positions) =>
    anyOf(positions.map((position) => allOf([...matches.slice(0, position).map(not), matches[position] ?? "true"])));
}

/**
 * Declares a variable for each part of the list of matches. The variable is the index of the first
 * match in its part. It is -1 if no match holds up to the end of the part, and -2 if a match in an
 * earlier part holds.
 */
function firstInLists(matches: readonly string[], declared: Declarations): FirstMatch {
  const spots: { readonly read: string; readonly index: number }[] = [];
  let last = "-1";
  for (const part of partsOf(matches, longestList)) {
    const index = `[${part.join(", ")}].indexOf(true)`;
    const read = declared.read("scopes", last === "-1" ? index : `${last} != -1 ? -2 : ${index}`);
    last = read;
    spots.push(...part.map((_, own) => ({ read, index: own })));
  }
  return (positions) => {
    const indices = new Map<string, number[]>();
    for (const position of positions) {
      const { read, index } = spots[position] ?? { read: last, index: -1 };
      append(indices, read, index);
    }
    return anyOf(
      [...indices].map(([read, own]) =>
        own.length > 1 ? `${read} in [${own.join(", ")}]` : `${read} == ${own.join()}`,
      ),
    );
  };
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

/**
 * Returns the condition of `asHolder` for writes to objects of a kind. A client never acts as the
 * holder of a LeaseCandidate.
 */
export function holderCondition(kind: Kind, { asHolder }: { readonly asHolder: boolean | undefined }): string {
  if (asHolder === undefined) return "true";
  const acts = kind === "Lease" ? "variables.actsAsHolder" : "false";
  return asHolder ? acts : not(acts);
}

function micros(time: Date): string {
  return String(time.getTime() * 1000);
}
