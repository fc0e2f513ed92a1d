import type { Setting } from "./program.ts";
import type { SetSwitch, SetValue, WorkloadElection } from "./workload-election.ts";

/** Returns the text with which the place of a setting in the manifests gets another value. */
export function changeText({ setting, place, path }: SetValue<unknown>, value: string): string {
  const last = path.at(-1);
  if (place === "variable" && typeof last === "object") return `${last.key}: "${value}"`;
  return textIn(place, setting, value);
}

function textIn(place: SetValue<unknown>["place"], setting: string, value: string): string {
  if (place === "flag") return `${setting}=${value}`;
  return place === "file" ? `${setting}: ${value}` : `- name: ${setting}\n  value: "${value}"`;
}

/** Returns the text that adds a setting to the manifests, or undefined without a place for it. */
export function settingText({ flags, env, keys }: Setting, value: string): string | undefined {
  if (flags?.[0] !== undefined) return textIn("flag", `--${flags[0]}`, value);
  if (env?.[0] !== undefined) return textIn("variable", env[0], value);
  return keys?.[0] === undefined ? undefined : textIn("file", keys[0], value);
}

/** Returns the text with which a program elects a leader, or undefined without a switch. */
export function switchOnText({ program, switches }: WorkloadElection): string | undefined {
  const off = switches.findLast(({ value }) => !value);
  if (off !== undefined) return changeText(off, onText(off));
  const [first] = program?.election.kind === "switch" ? program.election.switches : [];
  return first === undefined ? undefined : settingText(first, onText(first));
}

function onText({ isNegated }: Partial<Pick<SetSwitch, "isNegated">>): string {
  return isNegated === true ? "false" : "true";
}
