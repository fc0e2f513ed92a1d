import { fieldAt } from "../core/api/fields.ts";
import { isJsonObject } from "../core/api/json-object.ts";
import type { Setting } from "./program.ts";
import type { SetSwitch, SetValue, WorkloadElection } from "./workload-election.ts";

/** A line of a remedy, below the maps of a configuration file that contain it. */
export interface Change {
  readonly maps: readonly string[];
  readonly line: string;
}

/** Returns the text of changes, each once. Two changes in one map share the lines of the map. */
export function changesText(changes: readonly Change[]): string {
  const lines: string[] = [];
  let open: readonly string[] = [];
  const different = new Map(changes.map((change) => [JSON.stringify(change), change]));
  for (const { maps, line } of different.values()) {
    const shared = maps.findIndex((map, index) => map !== open[index]);
    for (let depth = shared < 0 ? maps.length : shared; depth < maps.length; depth++)
      lines.push(`${"  ".repeat(depth)}${maps[depth]}:`);
    open = maps;
    lines.push(`${"  ".repeat(maps.length)}${line}`);
  }
  return lines.join("\n");
}

/** Returns the change with which the place of a setting in the manifests gets another value. */
export function changeOf({ setting, place, path, isNested }: SetValue<unknown>, value: string): Change {
  const last = path.at(-1);
  if (place === "variable" && typeof last === "object") return { maps: [], line: `${last.key}: "${value}"` };
  return changeIn(place, { setting, isNested: isNested === true }, value);
}

export function changeText(set: SetValue<unknown>, value: string): string {
  return changesText([changeOf(set, value)]);
}

function changeIn(
  place: SetValue<unknown>["place"],
  { setting, isNested }: { readonly setting: string; readonly isNested: boolean },
  value: string,
): Change {
  if (place === "flag") return { maps: [], line: `${setting}=${value}` };
  if (place === "variable") return { maps: [], line: `- name: ${setting}\n  value: "${value}"` };
  const names = isNested ? setting.split(".") : [setting];
  return { maps: names.slice(0, -1), line: `${names.at(-1)}: ${value}` };
}

/** Returns the change that adds a setting to the manifests, or undefined without a place for it. */
export function addedSetting(
  { program, configuration }: Pick<WorkloadElection, "program" | "configuration">,
  { flags, env, keys }: Setting,
  value: string,
): Change | undefined {
  const isNested = (key: string): boolean =>
    // A program in Go reads its file as maps. A file in Java can have flat keys.
    program?.library !== "fabric8" ||
    configuration.some((file) => isJsonObject(fieldAt(file.value, key.split(".")[0] ?? "")));
  const [flag, variable, key] = [flags?.[0], env?.[0], keys?.[0]];
  if (flag !== undefined) return changeIn("flag", { setting: `--${flag}`, isNested: false }, value);
  if (variable !== undefined) return changeIn("variable", { setting: variable, isNested: false }, value);
  return key === undefined ? undefined : changeIn("file", { setting: key, isNested: isNested(key) }, value);
}

export function settingText(
  election: Pick<WorkloadElection, "program" | "configuration">,
  setting: Setting,
  value: string,
): string | undefined {
  const change = addedSetting(election, setting, value);
  return change && changesText([change]);
}

/** Returns the text with which a program elects a leader, or undefined without a switch. */
export function switchOnText(election: WorkloadElection): string | undefined {
  const { program, switches } = election;
  const off = switches.findLast(({ value }) => !value);
  if (off !== undefined) return changeText(off, onText(off));
  const [first] = program?.election.kind === "switch" ? program.election.switches : [];
  return first === undefined ? undefined : settingText(election, first, onText(first));
}

function onText({ isNegated }: Partial<Pick<SetSwitch, "isNegated">>): string {
  return isNegated === true ? "false" : "true";
}
