import type { Election } from "../program.ts";

/** The switch of an election that a flag turns on and off. Old versions can have another flag. */
export function flagSwitch(flag: string, isOnByDefault: boolean, oldFlag?: string): Election {
  const flags = oldFlag === undefined ? [flag] : [flag, oldFlag];
  return { kind: "switch", default: isOnByDefault, switches: [{ flags }] };
}
