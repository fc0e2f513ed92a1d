import { formatPath } from "../../../core/field/path.ts";
import { changeText } from "../../change-text.ts";
import type { SetCheck } from "../../check.ts";
import type { WorkloadFacts } from "../../facts.ts";
import type { DurationUnit } from "../../program.ts";
import { trustedElections } from "../../trusted-elections.ts";
import { timingNames } from "../../workload-election.ts";

const forms: Readonly<Record<DurationUnit, string>> = {
  go: "a duration with a unit, such as 15s",
  seconds: "a number of seconds without a unit, such as 15",
  milliseconds: "a number of milliseconds without a unit, such as 15000",
};

export const check: SetCheck<WorkloadFacts> = {
  id: "workload/timing-not-a-duration",
  severity: "error",
  description: "a duration of an election must have the form that the program reads",
  *check({ elections }) {
    for (const { program, isOn, timings } of trustedElections(elections)) {
      const reported = new Set<string>();
      for (const name of program === undefined ? [] : timingNames) {
        const { set, seconds } = timings[name];
        const unit = program?.[name]?.unit;
        // A program reads its flags in any case, and its other settings only for an election.
        if (set === undefined || unit === undefined || seconds !== undefined) continue;
        if (set.place !== "flag" && (isOn === false || set.value === "")) continue;
        const place = formatPath(set.path);
        if (reported.has(place)) continue;
        reported.add(place);
        const fixed = withUnit(set.value, unit);
        const { object, path, value } = set;
        const remedy = fixed === undefined ? {} : { remedy: changeText(set, fixed) };
        yield { object, path, badValue: value, detail: `must be ${forms[unit]}`, ...remedy };
      }
    }
  },
};

/** Returns a value in the form of a unit, or undefined if its meaning is not certain. */
function withUnit(value: string, unit: DurationUnit): string | undefined {
  if (unit === "go") return /^\d{1,6}$/.test(value) ? `${value}s` : undefined;
  const seconds = /^(\d{1,6})s$/.exec(value)?.[1];
  return seconds === undefined ? undefined : String(Number(seconds) * (unit === "seconds" ? 1 : 1000));
}
