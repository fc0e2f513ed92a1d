import { fieldAt } from "../core/api/fields.ts";
import { isJsonObject, property } from "../core/api/json-object.ts";
import type { FieldPath } from "../core/field/path.ts";
import type { ConfigFiles } from "./config-files.ts";
import type { Environment } from "./environment.ts";
import type { Arguments, Flag } from "./flags.ts";
import type { Setting } from "./program.ts";
import type { SetObject } from "./set-object.ts";
import { known, type SettingText, unknown } from "./setting-text.ts";
import type { SetValue } from "./workload-election.ts";

/** All places from which the program of a container reads its settings. */
export interface ContainerSettings {
  readonly workload: SetObject;
  readonly containerPath: FieldPath;
  readonly image: string;
  readonly args: Arguments;
  readonly environment: Environment;
  readonly files: ConfigFiles;
}

/**
 * Returns the values of a setting, in the order in which a later one overrides an earlier one. A
 * place that is not in the set has an unknown value.
 */
export function readSetting(
  { keys = [], env = [], flags = [] }: Setting,
  settings: ContainerSettings,
  flagText: (flag: Flag) => SettingText = textOfFlag,
): readonly SetValue<SettingText>[] {
  const { workload, containerPath, args, environment, files } = settings;
  const missing = (
    place: SetValue<unknown>["place"],
    names: readonly string[],
    more: string | undefined,
  ): readonly SetValue<SettingText>[] =>
    names.length === 0 || more === undefined
      ? []
      : [{ value: unknown(more), object: workload, path: containerPath, setting: names[0] ?? "", place }];
  const inFiles = keys.flatMap((key) =>
    files.documents.flatMap(({ value, ...field }) => {
      const found = valueIn(value, key);
      const text = scalarText(found.value);
      if (text === undefined) return [];
      const { isNested } = found;
      return [{ value: known(text), setting: key, place: "file" as const, isNested, ...field }];
    }),
  );
  const inVariables = env.flatMap((name) => {
    const variable = environment.variables.get(name);
    return variable === undefined ? [] : [{ ...variable, setting: name, place: "variable" as const }];
  });
  const inFlags = args.flags
    .filter(({ name }) => flags.includes(name))
    .map((flag) => ({
      value: flagText(flag),
      object: workload,
      path: flag.path,
      setting: flag.text,
      place: "flag" as const,
    }));
  return [
    ...(inFiles.length > 0 ? inFiles : missing("file", keys, files.more)),
    ...(inVariables.length > 0 ? inVariables : missing("variable", env, environment.more)),
    ...(inFlags.length > 0
      ? inFlags
      : missing(
          "flag",
          flags.map((flag) => `--${flag}`),
          args.more,
        )),
  ];
}

/**
 * Returns the value that applies. Programs differ in whether a flag overrides the configuration
 * file, so that the value is unknown if both have one, and they can differ.
 */
export function appliedValue<T>(
  values: readonly SetValue<T>[],
  isSame: (a: T, b: T) => boolean,
): SetValue<T | SettingText> | undefined {
  const last = values.at(-1);
  const other = values.find(({ place, value }) => place === "file" && last !== undefined && !isSame(value, last.value));
  if (last === undefined || other === undefined || last.place === "file") return last;
  return isUnknown(other.value)
    ? { ...last, value: other.value }
    : { ...last, value: unknown(`${other.setting} and ${last.setting} differ`) };
}

function isUnknown(value: unknown): value is SettingText {
  return property(value, "kind") === "unknown";
}

/** Returns the text of a setting that applies. */
export function readText(setting: Setting, settings: ContainerSettings): SetValue<SettingText> | undefined {
  return appliedValue(readSetting(setting, settings), isSameText);
}

function isSameText(a: SettingText, b: SettingText): boolean {
  return a.kind === "known" && b.kind === "known" && a.value === b.value;
}

function textOfFlag({ value, next }: Flag): SettingText {
  return value ?? next ?? known("");
}

/**
 * Returns the value of `a.b`: of the key `b` in the map `a`, or of the key `a.b`. A program whose
 * file contains the map does not read a key `a.b` next to it.
 */
function valueIn(document: object, key: string): { readonly value: unknown; readonly isNested: boolean } {
  const [map = "", ...others] = key.split(".");
  const isNested = others.length > 0 && isJsonObject(fieldAt(document, map));
  return { value: isNested ? fieldAt(document, map, ...others) : fieldAt(document, key), isNested };
}

function scalarText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}

const [trueForm, falseForm] = [/^(?:true|t|1|yes|on)$/i, /^(?:false|f|0|no|off)$/i];

export function parseBoolean(text: string): boolean | undefined {
  if (trueForm.test(text)) return true;
  return falseForm.test(text) ? false : undefined;
}

/**
 * Returns the text of a flag that is a switch. Go reads `--leader-elect false` as an argument after
 * `--leader-elect`, and other languages read it as a value, so this text is unknown.
 */
export function textOfSwitch({ text, value, next }: Flag): SettingText {
  if (value !== undefined) return value;
  return next?.kind === "known" && parseBoolean(next.value) === false
    ? unknown(`${text} ${next.value} has two meanings: write ${text}=${next.value}`)
    : known("true");
}
