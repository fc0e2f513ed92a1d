import { conventionalSwitch } from "./conventions.ts";
import type { ElectionProgram, ElectionSwitch } from "./program.ts";
import { appliedValue, type ContainerSettings, parseBoolean, readSetting, textOfSwitch } from "./read-setting.ts";
import { type Read, reasonOf, type SettingText } from "./setting-text.ts";
import { notInTable, unlistedSetting } from "./unlisted-setting.ts";
import type { SetSwitch, WorkloadElection } from "./workload-election.ts";

type State = Read<Pick<WorkloadElection, "isOn" | "switches">>;

export function stateOf({ name, election }: ElectionProgram, settings: ContainerSettings): State {
  const listed = election.kind === "switch" ? election.switches : [];
  const isSwitch = (setting: string, place: "flag" | "env"): boolean =>
    conventionalSwitch(setting, place) !== undefined;
  const unlisted = unlistedSetting(listed, settings, isSwitch);
  if (unlisted !== undefined) return { value: { isOn: undefined, switches: [] }, reason: notInTable(unlisted, name) };
  if (election.kind !== "switch") return { value: { isOn: election.kind === "always", switches: [] } };
  return stateOfSwitches(
    election.switches.map((each) => switchValues(each, settings)),
    election.default,
  );
}

/** Reads the switches of an unknown program, which have the usual names. */
export function conventionalState(settings: ContainerSettings): State {
  const names = (place: "flag" | "env"): readonly string[] => [
    ...new Set(place === "flag" ? settings.args.flags.map(({ name }) => name) : settings.environment.variables.keys()),
  ];
  const switches: readonly ElectionSwitch[] = [
    { keys: ["leaderElection.leaderElect"] },
    ...(["flag", "env"] as const).flatMap((place) =>
      names(place).flatMap((name) => {
        const state = conventionalSwitch(name, place);
        const setting = place === "flag" ? { flags: [name] } : { env: [name] };
        return state === undefined ? [] : [{ ...setting, ...(state === "off" && { isNegated: true as const }) }];
      }),
    ),
  ];
  const known = { ...settings, files: { ...settings.files, more: undefined } };
  return stateOfSwitches(
    switches.map((each) => switchValues(each, known)),
    undefined,
  );
}

type SwitchValue = Omit<SetSwitch, "value"> & { readonly value: boolean | SettingText };

function switchValues(each: ElectionSwitch, settings: ContainerSettings): readonly SwitchValue[] {
  return readSetting(each, settings, textOfSwitch).map((found) => {
    const value = found.value.kind === "known" ? parseBoolean(found.value.value) : undefined;
    const isNegated = each.isNegated === true;
    return { ...found, isNegated, value: value === undefined ? found.value : value !== isNegated };
  });
}

/** Returns the state of an election. Each list contains the values of one switch. */
function stateOfSwitches(values: readonly (readonly SwitchValue[])[], byDefault: boolean | undefined): State {
  const switches = values.flat().flatMap(({ value, ...at }) => (typeof value === "boolean" ? [{ ...at, value }] : []));
  const applied = values.flatMap((each) => appliedValue(each, (a, b) => a === b) ?? []);
  const [reason] = applied.flatMap(({ value, setting }) =>
    typeof value === "boolean" ? [] : [reasonOf(value, setting)],
  );
  if (reason !== undefined) return { value: { isOn: undefined, switches }, reason };
  const [first] = applied;
  if (applied.some(({ value }) => value !== first?.value))
    return { value: { isOn: undefined, switches }, reason: "two switches of the election disagree" };
  const isOn = typeof first?.value === "boolean" ? first.value : byDefault;
  return {
    value: { isOn, switches },
    ...(isOn === undefined && { reason: "no switch of the election is set, and its default is not known" }),
  };
}
