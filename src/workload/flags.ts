import { textsAt } from "../core/api/fields.ts";
import type { FieldPath } from "../core/field/path.ts";
import { type Environment, variableText } from "./environment.ts";
import { expand, type SettingText, unknown } from "./setting-text.ts";

export interface Flag {
  /** The name without dashes. */
  readonly name: string;
  /** The flag as written, without its value. */
  readonly text: string;
  /** The part after `=`. */
  readonly value: SettingText | undefined;
  /** The next word, which can be the value of the flag. */
  readonly next: SettingText | undefined;
  readonly path: FieldPath;
}

export interface Arguments {
  readonly flags: readonly Flag[];
  /** The command and the arguments, one word each. */
  readonly words: readonly string[];
  /** The reason why the program can have more flags. */
  readonly more: string | undefined;
}

/** Matches a flag of a program, and its value. */
const flagForm = /^(--?([A-Za-z][A-Za-z0-9_.-]{0,60}))(?:=(.*))?$/s;

/** Matches a variable of a shell, such as `$ARGS` or `${ARGS}`, and a command in a command. */
const shellForm = /\$[A-Za-z_{(]|`/;

interface Word {
  readonly raw: string;
  readonly text: SettingText;
  readonly path: FieldPath;
  readonly isInShell: boolean;
}

/** Reads the flags of a container. */
export function argumentsOf(container: unknown, containerPath: FieldPath, environment: Environment): Arguments {
  const variable = (name: string): SettingText | undefined => variableText(environment, name);
  const words = ["command", "args"].flatMap((field) =>
    textsAt(container, field).flatMap((text, index) => wordsOf(text, [...containerPath, field, index], variable)),
  );
  const hidden = words.find(
    ({ raw, text, isInShell }, index) =>
      text.kind === "unknown" && !raw.startsWith("-") && (isInShell || !words[index - 1]?.raw.startsWith("-")),
  );
  return {
    flags: words.flatMap(({ raw, path, isInShell }, index) => {
      const [, text, name, value] = flagForm.exec(raw) ?? [];
      if (text === undefined || name === undefined) return [];
      const after = words[index + 1];
      const next = after === undefined || after.raw.startsWith("-") ? undefined : after.text;
      return [{ name, text, value: value === undefined ? undefined : textOf(value, variable, isInShell), next, path }];
    }),
    words: words.map(({ raw }) => raw),
    more: hidden?.text.kind === "unknown" ? hidden.text.reason : undefined,
  };
}

/** Returns the words of an argument. The argument of `sh -c` is a whole command. */
function wordsOf(
  argument: string,
  path: FieldPath,
  variable: (name: string) => SettingText | undefined,
): readonly Word[] {
  const isCommand = /\s/.test(argument.trim()) && !/^--?[A-Za-z][\w.-]*=/.test(argument);
  const words = isCommand ? argument.split(/\s+/).filter((word) => word !== "") : [argument];
  return words.map((word) => {
    const raw = isCommand ? word.replaceAll(/^["']|["';]+$/g, "") : word;
    return { raw, text: textOf(raw, variable, isCommand), path, isInShell: isCommand };
  });
}

/** Matches a reference to a variable, such as `$(POD_NAME)`, but not the escaped `$$(POD_NAME)`. */
const referenceForm = /(?<!\$)\$\(([^)]*)\)/g;

function textOf(raw: string, variable: (name: string) => SettingText | undefined, isInShell: boolean): SettingText {
  const text = expand(raw, variable);
  if (text.kind !== "known" || !shellForm.test(text.value)) return text;
  // Without a shell, the kubelet leaves a reference to a variable that does not exist.
  const names = isInShell ? [] : Array.from(raw.matchAll(referenceForm), ([, name = ""]) => name);
  const unset = names.find((name) => variable(name) === undefined);
  return unknown(unset === undefined ? `a shell expands ${raw}` : `the variable ${unset} is not set`);
}
