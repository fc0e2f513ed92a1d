import { InvalidArgumentError } from "commander";
import { boundTokenKeys } from "../core/api/user-extra.ts";

/** The field `extra` of a UserInfo: lists of values by key. */
export type UserExtra = Readonly<Record<string, readonly string[]>>;

/**
 * Adds the value of one `--user-extra KEY=VALUE` to the values of earlier occurrences of the flag.
 */
export function collectUserExtra(text: string, previous: UserExtra = {}): UserExtra {
  const [key = "", value = ""] = text.split(/=(.*)/s, 2);
  if (!boundTokenKeys.includes(key) || value === "")
    throw new InvalidArgumentError(`must be KEY=VALUE, where KEY is one of ${boundTokenKeys.join(", ")}`);
  return { ...previous, [key]: [...(previous[key] ?? []), value] };
}

/** The strings `KEY=` with which a value of `--user-extra` begins, for shell completion. */
export const userExtraPrefixes: readonly string[] = boundTokenKeys.map((key) => `${key}=`);
