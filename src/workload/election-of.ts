import { textAt } from "../core/api/fields.ts";
import { parseDuration } from "../core/text/duration.ts";
import {
  conventions,
  lockTypeSetting,
  plainName,
  schedulerConfiguration,
  usualLockName,
  usualLockNamespace,
  usualTimings,
} from "./conventions.ts";
import { noNamespace } from "./environment.ts";
import type { ElectionProgram, NameSetting, Setting, Timing } from "./program.ts";
import { type ContainerSettings, readSetting, readText, textOfSwitch } from "./read-setting.ts";
import { type Read, reasonOf, type SettingText } from "./setting-text.ts";
import { conventionalState, stateOf } from "./switch-state.ts";
import { notInTable, unlistedSetting } from "./unlisted-setting.ts";
import type { ElectionTiming, Located, SetValue, TimingName, WorkloadElection } from "./workload-election.ts";

/**
 * Reads the election of a container. The election is undefined if the program is unknown and sets
 * nothing that has the usual name of a setting.
 */
export function electionOf(
  settings: ContainerSettings,
  program: ElectionProgram | undefined,
  replicas: Located<number> | undefined,
): Read<WorkloadElection | undefined> {
  const { workload, containerPath, image } = settings;
  const state = program === undefined ? conventionalState(settings) : stateOf(program, settings);
  const from = program ?? conventions;
  /** Reads a setting, unless the container has one with a usual name that the row lacks. */
  const listed = <T>(setting: Setting | undefined, usual: RegExp, absent: T, read: () => Read<T>): Read<T> => {
    if (program === undefined) return read();
    const settingsOfRow = setting === undefined ? [] : [setting];
    const found = unlistedSetting(settingsOfRow, settings, (name) => usual.test(plainName(name)));
    return found === undefined ? read() : { value: absent, reason: notInTable(found, program.name) };
  };
  const timingNamed = (name: TimingName): Read<ElectionTiming> =>
    listed(from[name], usualTimings[name], noTiming, () => timingOf(from[name], settings));
  const timings = {
    leaseDuration: timingNamed("leaseDuration"),
    renewDeadline: timingNamed("renewDeadline"),
    retryPeriod: timingNamed("retryPeriod"),
  };
  const lockName = listed(from.lockName, usualLockName, noName, () => nameOf(from.lockName, settings));
  const namespaceSetting = from.lockNamespace === "own" ? undefined : from.lockNamespace;
  const lockNamespace = listed(namespaceSetting, usualLockNamespace, undefined, () => namespaceOf(program, settings));
  const identity = identityOf(program, settings);
  const lockType = literal(readText(lockTypeSetting, settings));
  const isHinted =
    state.value.switches.length > 0 ||
    Object.values(timings).some(({ value }) => value.set !== undefined) ||
    [lockName.value.field, lockType].some((each) => each !== undefined) ||
    settings.files.documents.some(({ value }) => textAt(value, "kind") === schedulerConfiguration);
  if (program === undefined && !isHinted) return { value: undefined };
  const reads =
    state.value.isOn === false ? [state] : [state, ...Object.values(timings), lockName, identity, lockNamespace];
  return {
    value: {
      ...{ workload, containerPath, image, program, replicas },
      ...state.value,
      timings: {
        leaseDuration: timings.leaseDuration.value,
        renewDeadline: timings.renewDeadline.value,
        retryPeriod: timings.retryPeriod.value,
      },
      lockName: lockName.value.name,
      lockNameField: lockName.value.field,
      lockNamespace: lockNamespace.value,
      lockType,
      identity: identity.value,
      isSharded: isSharded(program, settings),
      configuration: settings.files.documents,
      serviceAccount: serviceAccountOf(workload.value),
    },
    reason:
      program?.isVerified === false
        ? `the program table contains no verified facts about ${program.name}`
        : reads.find(({ reason }) => reason !== undefined)?.reason,
  };
}

const noTiming: ElectionTiming = { seconds: undefined, set: undefined };

function timingOf(timing: Timing | undefined, settings: ContainerSettings): Read<ElectionTiming> {
  const found = timing && readText(timing, settings);
  if (found === undefined) return { value: { seconds: timing?.default, set: undefined } };
  if (found.value.kind !== "known") return { value: noTiming, reason: reasonOf(found.value, found.setting) };
  const { value: text } = found.value;
  const seconds = secondsOf(text, timing?.unit ?? "go");
  return {
    value: {
      seconds: seconds === undefined ? undefined : seconds * (timing?.factor ?? 1) + (timing?.offset ?? 0),
      set: { ...found, value: text },
    },
  };
}

function secondsOf(text: string, unit: NonNullable<Timing["unit"]>): number | undefined {
  if (unit !== "go") return /^\d{1,15}$/.test(text) ? Number(text) / (unit === "seconds" ? 1 : 1000) : undefined;
  const milliseconds = parseDuration(text);
  return milliseconds === undefined ? undefined : milliseconds / 1000;
}

interface Name {
  readonly name: string | undefined;
  readonly field?: SetValue<string> | undefined;
}

const noName: Name = { name: undefined };

function nameOf(setting: NameSetting | undefined, settings: ContainerSettings): Read<Name> {
  const [other] = readSetting(setting?.unknownWith ?? {}, settings);
  if (other !== undefined) return { value: noName, reason: `${other.setting} changes the name of the lock` };
  const found = setting && readText(setting, settings);
  if (found === undefined) return { value: { name: setting?.default } };
  const field = literal(found);
  if (field?.value === "") return { value: { name: setting?.default } };
  return {
    value: { name: field?.value, field },
    ...(field === undefined && { reason: reasonOf(found.value, found.setting) }),
  };
}

function literal(found: SetValue<SettingText> | undefined): SetValue<string> | undefined {
  return found?.value.kind === "known" ? { ...found, value: found.value.value } : undefined;
}

function namespaceOf(program: ElectionProgram | undefined, settings: ContainerSettings): Read<string | undefined> {
  const setting = program === undefined ? conventions.lockNamespace : program.lockNamespace;
  const found = setting === "own" ? { value: noName } : nameOf(setting, settings);
  if (found.value.name !== undefined || setting === undefined || program === undefined)
    return { value: found.value.name };
  if (found.reason !== undefined) return { value: undefined, reason: found.reason };
  if (typeof setting === "object" && setting.isRequired === true)
    return { value: undefined, reason: "the namespace of the lock is not set" };
  const { namespace } = settings.workload;
  return { value: namespace, ...(namespace === undefined && { reason: noNamespace }) };
}

function identityOf(
  program: ElectionProgram | undefined,
  settings: ContainerSettings,
): Read<WorkloadElection["identity"]> {
  const setting = program?.identity;
  if (typeof setting !== "object") return { value: undefined };
  const found = readText(setting, settings);
  const field = literal(found);
  if (found === undefined || field?.value === "") {
    return { value: setting.isRequired === true && setting.default === undefined ? "missing" : undefined };
  }
  return { value: field, ...(found.value.kind === "unknown" && { reason: found.value.reason }) };
}

function isSharded(program: ElectionProgram | undefined, { args }: ContainerSettings): boolean | undefined {
  const { shardFlags = [] } = program ?? {};
  if (shardFlags.length === 0) return false;
  const values = args.flags.filter(({ name }) => shardFlags.includes(name)).map((flag) => textOfSwitch(flag));
  // A number can be the index of the part.
  if (values.some((value) => value.kind !== "known" || !/^f(?:alse)?$/i.test(value.value))) return true;
  return args.more === undefined ? false : undefined;
}

function serviceAccountOf(workload: object): string {
  const pod = ["spec", "template", "spec"] as const;
  const names = [textAt(workload, ...pod, "serviceAccountName"), textAt(workload, ...pod, "serviceAccount")];
  return names.find((name) => name !== "") ?? "default";
}
