/** The text of a setting: known, different in each pod, or unknown for a reason. */
export type SettingText =
  | { readonly kind: "known"; readonly value: string }
  | { readonly kind: "per-pod" }
  | { readonly kind: "unknown"; readonly reason: string };

/** A fact, or the reason why it is missing. */
export interface Read<T> {
  readonly value: T;
  readonly reason?: string | undefined;
}

/** Returns the reason why a text that is not known is missing. */
export function reasonOf(text: SettingText, setting: string): string {
  return text.kind === "unknown" ? text.reason : `the value of ${setting} is not known`;
}

export function known(value: string): SettingText {
  return { kind: "known", value };
}

export function unknown(reason: string): SettingText {
  return { kind: "unknown", reason };
}

const reference = /\$\$|\$\(([^)]*)\)/g;

/** Length of the longest argument or variable of a process in Linux: 32 pages of 4 KiB. */
const maxLength = 32 * 4096;

/**
 * Expands the references of a text to variables, such as `$(POD_NAMESPACE)`, as the kubelet does.
 * `variable` returns undefined for a variable that does not exist, whose reference stays as it is.
 * A text that becomes too long for a process is unknown: variables that each contain the one before
 * twice would need all memory.
 */
export function expand(text: string, variable: (name: string) => SettingText | undefined): SettingText {
  const unclear: SettingText[] = [];
  let length = text.length;
  // After the last parenthesis, each search for the end of a reference would read the whole rest.
  const end = text.lastIndexOf(")") + 1;
  const expanded = text.slice(0, end).replaceAll(reference, (whole, name: string | undefined) => {
    const found = name === undefined ? known("$") : variable(name);
    if (found?.kind === "known" && length <= maxLength) {
      length += found.value.length - whole.length;
      return found.value;
    }
    if (found !== undefined) unclear.push(found);
    return whole;
  });
  if (length > maxLength) return unknown("a value is too long for an argument");
  return (
    unclear.find(({ kind }) => kind === "unknown") ??
    unclear[0] ??
    known(expanded + text.slice(end).replaceAll("$$", () => "$"))
  );
}
