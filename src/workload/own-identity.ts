import type { ElectionProgram } from "./program.ts";

/** Returns the variable, or the flag with its dashes, that sets the holder identity. */
export function identitySetting({ identity }: ElectionProgram): string {
  if (typeof identity !== "object") return "";
  return identity.env?.[0] ?? (identity.flags?.[0] === undefined ? "" : `--${identity.flags[0]}`);
}

/** Returns the text that sets the holder identity to the name of the pod. */
export function ownIdentity(setting: string): string {
  const isFlag = setting.startsWith("-");
  const variable = `- name: ${isFlag ? "POD_NAME" : setting}\n  valueFrom:\n    fieldRef:\n      fieldPath: metadata.name`;
  return isFlag ? `${variable}\n${setting}=$(POD_NAME)` : variable;
}
