import { type FieldError, forbidden, invalid, notSupported, required } from "../core/field/error.ts";
import type { FieldPath } from "../core/field/path.ts";
import type { ElectionProgram, NameSetting, Setting, Timing } from "./program.ts";
import { goDuration, isRetryTooLong } from "./timings.ts";

/** What a row says about a program itself. */
export type ProgramForm = Omit<ElectionProgram, "source" | "isVerified">;

const imageForm = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;
const flagForm = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const generalNames = new Set([
  ...["agent", "api", "app", "backend", "controller", "controller-manager", "main", "manager"],
  ...["operator", "proxy", "server", "webhook"],
]);
const identities = ["pod-name", "host-name", "host-name-uuid", "node-name", "random"];

/** Returns the errors that the JSON Schema of programs does not find. */
export function programErrors(programs: readonly ProgramForm[]): readonly FieldError[] {
  return programs.flatMap((program, index) => [
    ...imageErrors(program, [index, "images"]),
    ...electionErrors(program, [index, "election"]),
    ...timingErrors(program, [index]),
    ...nameErrors(program, [index]),
    ...flagErrors(program.shardFlags, [index, "shardFlags"]),
    ...duplicateErrors(program, programs.slice(0, index), [index]),
  ]);
}

function imageErrors({ images }: ProgramForm, path: FieldPath): readonly FieldError[] {
  return images.flatMap((image, index) => {
    const field = [...path, index];
    if (!imageForm.test(image))
      return [invalid(field, image, "must be the end of the name of an image, without port, tag, and digest")];
    if (generalNames.has(image))
      return [invalid(field, image, `must have more parts, such as example/${image}, because many images end in it`)];
    return [];
  });
}

function electionErrors({ election }: ProgramForm, path: FieldPath): readonly FieldError[] {
  if (election.kind === "switch") {
    const switches: FieldPath = [...path, "switches"];
    // The value can come from a file.
    const { switches: settings = [] } = election as Partial<typeof election>;
    if (settings.length === 0) return [required(switches, "name the settings that turn the election on and off")];
    return settings.flatMap((setting, index) => settingErrors(setting, [...switches, index]));
  }
  return ["default", "switches"]
    .filter((name) => Object.hasOwn(election, name))
    .map((name) => forbidden([...path, name], `has no effect with kind ${election.kind}`));
}

function settingErrors(setting: Setting, path: FieldPath): readonly FieldError[] {
  if (!hasPlace(setting)) return [required(path, "must have keys, env, or flags")];
  return flagErrors(setting.flags, [...path, "flags"]);
}

function hasPlace({ keys, env, flags }: Setting): boolean {
  return keys !== undefined || env !== undefined || flags !== undefined;
}

function flagErrors(flags: readonly string[] | undefined, path: FieldPath): readonly FieldError[] {
  return (flags ?? []).flatMap((flag, index) =>
    flagForm.test(flag)
      ? []
      : [invalid([...path, index], flag, "must be the name of a flag, without dashes and value")],
  );
}

const timingNames = ["leaseDuration", "renewDeadline", "retryPeriod"] as const;

function timingErrors(program: ProgramForm, path: FieldPath): readonly FieldError[] {
  return [...timingNames.flatMap((name) => unitErrors(program[name], [...path, name])), ...orderErrors(program, path)];
}

function unitErrors(timing: Timing | undefined, path: FieldPath): readonly FieldError[] {
  if (timing === undefined) return [];
  if (!hasPlace(timing))
    return (["unit", "factor", "offset"] as const)
      .filter((name) => timing[name] !== undefined)
      .map((name) => forbidden([...path, name], "has no effect without keys, env, or flags"));
  return [
    ...settingErrors(timing, path),
    ...(timing.unit === undefined ? [required([...path, "unit"], "must be go, seconds, or milliseconds")] : []),
  ];
}

/** Returns the error of defaults that the library itself rejects. */
function orderErrors(program: ProgramForm, path: FieldPath): readonly FieldError[] {
  const [lease, renew, retry] = timingNames.map((name) => program[name]?.default);
  if (renew === undefined) return [];
  const field: FieldPath = [...path, "renewDeadline", "default"];
  if (lease !== undefined && lease <= renew)
    return [invalid(field, renew, `must be less than the lease duration, ${goDuration(lease)}`)];
  const isTooShort =
    retry !== undefined && isRetryTooLong(program.library, { renewDeadline: renew, retryPeriod: retry });
  return isTooShort ? [invalid(field, renew, `is too short for the retry period, ${goDuration(retry)}`)] : [];
}

function nameErrors({ lockName, lockNamespace, identity }: ProgramForm, path: FieldPath): readonly FieldError[] {
  return [
    ...nameSettingErrors(lockName, [...path, "lockName"]),
    ...(typeof lockNamespace === "object"
      ? nameSettingErrors(lockNamespace, [...path, "lockNamespace"])
      : wordErrors(lockNamespace, ["own"], [...path, "lockNamespace"])),
    ...(typeof identity === "object"
      ? nameSettingErrors(identity, [...path, "identity"])
      : wordErrors(identity, identities, [...path, "identity"])),
  ];
}

function wordErrors(word: string | undefined, words: readonly string[], path: FieldPath): readonly FieldError[] {
  return word === undefined || words.includes(word) ? [] : [notSupported(path, word, words)];
}

function nameSettingErrors(setting: NameSetting | undefined, path: FieldPath): readonly FieldError[] {
  if (setting === undefined) return [];
  const { default: name, isRequired, unknownWith } = setting;
  const places = hasPlace(setting) || name === undefined ? settingErrors(setting, path) : [];
  return [
    ...places,
    ...(isRequired === true && name !== undefined ? [forbidden([...path, "isRequired"], "contradicts default")] : []),
    ...(unknownWith === undefined ? [] : settingErrors(unknownWith, [...path, "unknownWith"])),
  ];
}

/** Returns the errors of images by which the finder cannot tell a program from an earlier one. */
function duplicateErrors(
  program: ProgramForm,
  earlier: readonly ProgramForm[],
  path: FieldPath,
): readonly FieldError[] {
  return program.images.flatMap((image, index) => {
    const same = earlier.find(
      ({ images, commands }) => images.includes(image) && isSameCommand(commands, program.commands),
    );
    if (same === undefined) return [];
    return [invalid([...path, "images", index], image, `must not be an image of ${same.name}, unless commands differ`)];
  });
}

function isSameCommand(commands: readonly string[] | undefined, others: readonly string[] | undefined): boolean {
  if (commands === undefined || others === undefined) return commands === others;
  return commands.some((command) => others.includes(command));
}
