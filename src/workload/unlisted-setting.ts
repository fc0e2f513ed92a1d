import type { Setting } from "./program.ts";
import type { ContainerSettings } from "./read-setting.ts";

/**
 * Returns a flag or a variable of a container that has the usual name of a setting, but is not in
 * the list. Other versions of a program can have other settings than its row in the program table.
 */
export function unlistedSetting(
  listed: readonly Setting[],
  { args, environment }: ContainerSettings,
  isUsual: (name: string, place: "flag" | "env") => boolean,
): string | undefined {
  const flag = args.flags.find(
    ({ name }) => isUsual(name, "flag") && !listed.some(({ flags = [] }) => flags.includes(name)),
  );
  if (flag !== undefined) return flag.text;
  const names = [...environment.variables.keys()];
  return names.find((name) => isUsual(name, "env") && !listed.some(({ env = [] }) => env.includes(name)));
}

export function notInTable(setting: string, program: string): string {
  return `the program table does not contain the setting ${setting} of ${program}`;
}
