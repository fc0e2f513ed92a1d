import { goZeroTime, microTimeRange } from "../../core/text/time.ts";
import type { CelDefinedVariable } from "./cel-rule.ts";

/** Microseconds in a second and in a millisecond. Times in the expressions are in microseconds. */
export const second = 1_000_000;
export const millisecond = 1_000;

const isInlined = true;
const isCheap = true;

/**
 * The first moment of the year 1, at which the timestamps of CEL start, in microseconds since 1970.
 */
const firstYear = -62_135_596_800 * second;

/**
 * Returns a condition under which a write is a create, or changes at least one of the variables.
 */
export function changesAny(names: readonly string[]): string {
  const changes = names.map((name) => `variables.${name} != variables.${prefixed("old", name)}`);
  return ["request.operation == 'CREATE'", ...changes].join(" || ");
}

/**
 * Returns the variables for a map of strings in the metadata, before and after the write. An absent
 * map is empty.
 */
export function mapVariables(field: "labels" | "annotations"): readonly CelDefinedVariable[] {
  return [
    {
      name: prefixed("new", field),
      expression: `request.operation == 'DELETE' ? {} : object.metadata.?${field}.orValue({})`,
      isInlined,
    },
    {
      name: prefixed("old", field),
      expression: `request.operation == 'CREATE' ? {} : oldObject.metadata.?${field}.orValue({})`,
      isInlined,
    },
  ];
}

/**
 * Returns the variables for a string in the spec, before and after the write. If `name` is not set,
 * the variables have the name of the field. An absent string is ''.
 */
export function textVariables(field: string, name: string = field): readonly CelDefinedVariable[] {
  return [
    { name, expression: `variables.newSpec.?${field}.orValue('')`, isInlined },
    { name: prefixed("old", name), expression: `variables.oldSpec.?${field}.orValue('')`, isInlined },
  ];
}

/**
 * Returns the variables for a time in the spec as a string, before and after the write. An absent
 * time is ''. Every other time has 27 characters and a year from 0 to 9999, as in
 * `withDecodableTimes`: `timestamp()` fails for the other years that kube-apiserver stores.
 */
export function timeTextVariables(field: string): readonly CelDefinedVariable[] {
  const { first, last } = microTimeRange;
  const decodable = `size(text) == ${last.length} ? text : text < '0' ? '${first}' : '${last}'`;
  // kube-apiserver writes the first moment of the year 1 as null.
  const textIn = (spec: string): string =>
    `variables.${spec}.?${field}.optMap(text, type(text) != string ? '' : ${decodable}).orValue('')`;
  return [
    { name: field, expression: textIn("newSpec"), isCheap },
    { name: prefixed("old", field), expression: textIn("oldSpec"), isCheap },
  ];
}

/**
 * Returns the variables for a number in the spec, and the variables that state whether the number
 * is set, before and after the write. An absent number is 0.
 */
export function numberVariables(name: string, field: string): readonly CelDefinedVariable[] {
  return [
    { name, expression: `variables.newSpec.?${field}.orValue(0)`, isInlined },
    { name: prefixed("old", name), expression: `variables.oldSpec.?${field}.orValue(0)`, isInlined },
    { name: prefixed("has", name), expression: `has(variables.newSpec.${field})`, isInlined },
    { name: prefixed("had", name), expression: `has(variables.oldSpec.${field})`, isInlined },
  ];
}

/**
 * Returns an expression for the microseconds since 1970 of a time that kube-apiserver wrote: in
 * UTC, with six digits after the decimal point.
 */
export function microsOf(time: string): string {
  return `int(timestamp(${time})) * ${second} + int(${time}.substring(20, 26))`;
}

/**
 * Returns the variables for a time in microseconds since 1970, before and after the write. An
 * absent time counts as the year 1.
 */
export function timeVariables(field: string): readonly CelDefinedVariable[] {
  return ["", "old"].map((prefix) => {
    const text = `variables.${prefixed(prefix, field)}`;
    return {
      name: prefixed(prefix, field.replace("Time", "Micros")),
      expression: `${text} >= '0001' ? ${microsOf(text)} : ${firstYear}`,
    };
  });
}

/**
 * Returns a cheap condition under which a write sets a time to another value, and `timestamp()`
 * accepts this value.
 */
export function isNewTime(field: string): string {
  const text = `variables.${field}`;
  return `${text} >= '0001' && ${text} != variables.${prefixed("old", field)}`;
}

/**
 * Returns a cheap condition that holds if a time is later than the time of the write by at least a
 * second. The condition can also hold for other times.
 */
export function canBeInFuture(time: string): string {
  return ofSomeStamp((stamp) => `${time} > ${stamp}`);
}

/**
 * Returns a cheap condition on a time. If the time is at least a second later, or at least a minute
 * earlier, than the time of the write, the condition holds. The condition can also hold for other
 * times.
 */
export function canBeFarFromNow(time: string): string {
  return ofSomeStamp(
    (stamp) => `${stamp} >= '0001' && (${time} > ${stamp} || !${time}.startsWith(${stamp}.substring(0, 16)))`,
  );
}

/**
 * Returns a cheap condition that holds if the time of the write is before the end of the stored
 * lease term. The condition can also hold for later writes.
 */
export function canBeBeforeOldEnd(): string {
  const end = "int(timestamp(variables.oldRenewTime)) + variables.oldDuration";
  return `variables.oldRenewTime >= '0001' && ${ofSomeStamp((stamp) => `${stamp} >= '0001' && int(timestamp(${stamp})) <= ${end}`)}`;
}

/**
 * Returns a condition that holds if `condition` holds for a time from which the variable `now` can
 * follow. Such times are the creationTimestamp, the times of the entries in managedFields, and the
 * new renewTime.
 */
function ofSomeStamp(condition: (stamp: string) => string): string {
  const ofCreate = condition("object.metadata.?creationTimestamp.orValue('')");
  // A client can set the time of another entry to the first moment of the year 1, which is null,
  // and to a year that `timestamp()` rejects. `map` would cost too much for many entries.
  const ofEntry = `entry.?time.optMap(stamp, type(stamp) == string && size(stamp) == ${goZeroTime.length} && ${condition("stamp")}).orValue(false)`;
  const ofUpdate = `object.metadata.?managedFields.orValue([]).exists(entry, ${ofEntry}) || ${isNewTime("renewTime")} && ${condition("variables.renewTime")}`;
  return `(request.operation == 'CREATE' ? ${ofCreate} : ${ofUpdate})`;
}

export function prefixed(prefix: string, name: string): string {
  return prefix === "" ? name : prefix + name.replace(/^./, (letter) => letter.toUpperCase());
}
